// What is thrown, in WebAssembly: the compiler's standard library is built without it. The machine
// unwinds by itself and calls every destructor; here is what it takes to begin that and to end it. One
// thing is in the air at a time and all are std::exceptions, since all that the kernel throws is;
// whoever catches takes everything.

#include <cstdlib>
#include <exception>
#include <typeinfo>

#include "wasm/throwing.hpp"

namespace {

// In WebAssembly a destructor returns what it has destroyed.
using Destructor = void* (*)(void*);

std::string message;
void* caught = nullptr;
Destructor destroy = nullptr;

}  // namespace

namespace ludotheque {

const std::string& thrown_message() { return message; }

}  // namespace ludotheque

extern "C" {

void* __cxa_allocate_exception(std::size_t size) noexcept {
    void* const room = std::malloc(size);
    if (room == nullptr) std::abort();
    return room;
}

void __cxa_free_exception(void* thrown) noexcept { std::free(thrown); }

[[noreturn]] void __cxa_throw(void* thrown, std::type_info*, Destructor destructor) {
    message = static_cast<std::exception*>(thrown)->what();
    destroy = destructor;
    __builtin_wasm_throw(0, thrown);
}

void* __cxa_begin_catch(void* thrown) noexcept {
    caught = thrown;
    return thrown;
}

void __cxa_end_catch() {
    if (destroy) destroy(caught);
    __cxa_free_exception(caught);
}
}
