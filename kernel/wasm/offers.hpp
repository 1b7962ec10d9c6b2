// What the kernel offers to who asks in text, by verbs and by the slugs of the games.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <set>

#include "wasm/request.hpp"

namespace ludotheque {

// Tell whoever has asked what has been found so far; they may want no more.
bool told(const Reply& news);

// Set by whoever has heard enough. There is one thread; whoever is told something may ask something
// else meanwhile, and then this is about that.
inline std::atomic<bool> stopped{false};

// What keeps its findings from one question to the next, known by its number.
struct Search {
    virtual ~Search() = default;
    // Answer the question of the one verb that is for searches of this kind.
    virtual void ask(Request& request, Reply& reply) = 0;
    virtual void forget() {}
    const char* verb = "";
    bool busy = false;
};

using Answer = void (*)(Request&, Reply&);
using Beginning = std::unique_ptr<Search> (*)(Request&);

struct Offers {
    // By verb and slug.
    std::map<std::string, std::map<std::string, Answer>> answers;
    std::map<std::string, std::map<std::string, Beginning>> beginnings;
    // The slugs, by the name of what is offered for their games.
    std::map<std::string, std::set<std::string>> slugs;
};

void offer_hops(Offers& offers);
void offer_race(Offers& offers);
void offer_tortuga(Offers& offers);

}  // namespace ludotheque
