// The kernel as WebAssembly: text in, text out. Who asks writes a request into the room that `room`
// makes for it, calls `ask`, and reads as many bytes as that returns from where `reply` says. What is
// refused is a reply, too: nothing is thrown across this border.

#include "search/searchable.hpp"
#include "wasm/offers.hpp"
#include "wasm/throwing.hpp"

using namespace ludotheque;

extern "C" [[clang::import_module("ludotheque"), clang::import_name("tell")]] int tell(
    const char* news, std::size_t size);

bool ludotheque::told(const Reply& news) {
    return tell(news.text().data(), news.text().size()) != 0;
}

namespace {

const Offers& offers() {
    static const Offers offers = [] {
        Offers all;
        offer_hops(all);
        offer_race(all);
        offer_tortuga(all);
        return all;
    }();
    return offers;
}

std::string request_text, reply_text;

std::map<int, std::unique_ptr<Search>> searches;
int last_search = 0;

Search& search_in(Request& request) {
    const auto found = searches.find(request.first.number<int>());
    if (found == searches.end()) throw Refused("there is no such search");
    return *found->second;
}

void tell_offers(Reply& reply) {
    reply.row(std::string_view("mate"), Mate);
    reply.row(std::string_view("decisive"), Decisive);
    for (const auto& [kind, slugs] : offers().slugs)
        reply.row(kind, std::vector<std::string>(slugs.begin(), slugs.end()));
}

// What holds for the time of a block, and then is as it was.
template <class Value>
class Meanwhile {
public:
    Meanwhile(Value& value, bool now) : value_(value), before_(value) { value_ = now; }
    Meanwhile(const Meanwhile&) = delete;
    ~Meanwhile() { value_ = before_; }

private:
    Value& value_;
    const bool before_;
};

template <class Table>
const auto& offered(const Table& by_slug, const std::string& slug) {
    const auto found = by_slug.find(slug);
    if (found == by_slug.end()) throw Refused("that is not offered for this game: " + slug);
    return found->second;
}

void answer(Request& request, Reply& reply) {
    const std::string& verb = request.first.text();
    if (verb == "offers") {
        request.first.end();
        return tell_offers(reply);
    }
    if (const auto asked = offers().answers.find(verb); asked != offers().answers.end())
        return offered(asked->second, request.first.text())(request, reply);
    if (const auto begun = offers().beginnings.find(verb); begun != offers().beginnings.end()) {
        auto search = offered(begun->second, request.first.text())(request);
        searches[++last_search] = std::move(search);
        return reply.row(last_search);
    }
    Search& search = search_in(request);
    if (search.busy) throw Refused("this search is thinking already");
    if (verb == search.verb) {
        const Meanwhile<bool> busy(search.busy, true);
        return search.ask(request, reply);
    }
    const bool drops = verb == "drop";
    if (!drops && verb != "forget") throw Refused("that cannot be asked: " + verb);
    request.first.end();
    if (!drops) return search.forget();
    std::erase_if(searches, [&](const auto& each) { return each.second.get() == &search; });
}

}  // namespace

extern "C" {

[[clang::export_name("room")]] char* room(std::size_t size) {
    request_text.resize(size);
    return request_text.data();
}

[[clang::export_name("ask")]] std::size_t ask() {
    const Meanwhile<std::atomic<bool>> going_on(stopped, false);
    try {
        Request request(request_text);
        Reply reply;
        reply.row(std::string_view("ok"));
        answer(request, reply);
        reply_text = reply.text();
    } catch (...) {
        reply_text = "refused\t" + thrown_message();
    }
    return reply_text.size();
}

[[clang::export_name("reply")]] const char* reply() { return reply_text.data(); }
}
