// A question and its answer as text: rows, which end in a line feed, of fields between tabs.
#pragma once

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "text/told.hpp"

namespace ludotheque {

using Fields = std::vector<std::string>;

// Every part of *text* between *separators*; no text has one, which is empty.
inline Fields parts_of(std::string_view text, char separator) {
    Fields parts;
    for (std::size_t at = 0;;) {
        const std::size_t end = text.find(separator, at);
        parts.emplace_back(text.substr(at, end - at));
        if (end == std::string_view::npos) return parts;
        at = end + 1;
    }
}

// A row that is read field by field. What is no number, too few fields and too many are Refused.
class Row {
public:
    explicit Row(std::string_view text) : fields_(parts_of(text, '\t')) {}

    const std::string& text() {
        if (next_ >= fields_.size()) throw Refused("a field is missing");
        return fields_[next_++];
    }
    template <class Number>
    Number number() {
        const std::string& field = text();
        Number number{};
        const char* const end = field.data() + field.size();
        const auto [rest, fault] = std::from_chars(field.data(), end, number);
        if (fault != std::errc{} || rest != end) throw Refused("no such number: " + field);
        return number;
    }
    double seconds() {
        const std::string& field = text();
        char* rest = nullptr;
        const double number = std::strtod(field.c_str(), &rest);
        if (field.empty() || *rest != '\0') throw Refused("no such number: " + field);
        return number;
    }
    bool yes() { return number<int>() != 0; }
    // Names and values as in "start=coast draw=none".
    Options options() {
        Options options;
        const std::string& field = text();
        if (field.empty()) return options;
        for (const std::string& pair : parts_of(field, ' ')) {
            const std::size_t middle = pair.find('=');
            if (middle == std::string::npos) throw Refused("no such option: " + pair);
            options.emplace(pair.substr(0, middle), pair.substr(middle + 1));
        }
        return options;
    }
    void end() const {
        if (next_ != fields_.size()) throw Refused("there are too many fields");
    }

private:
    Fields fields_;
    std::size_t next_ = 0;
};

// What is asked: a row that begins with a verb, and those that follow it.
struct Request {
    Row first;
    std::vector<std::string> rows;

    explicit Request(std::string_view text) : first(text.substr(0, text.find('\n'))) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos || end + 1 == text.size()) return;
        if (text.back() == '\n') text.remove_suffix(1);
        rows = parts_of(text.substr(end + 1), '\n');
    }
    std::vector<TextPlay> plays() const {
        std::vector<TextPlay> plays;
        for (const std::string& text : rows) {
            Row row(text);
            const int seat = row.number<int>();
            const std::string& move = row.text();
            plays.emplace_back(seat, move, row.text());
            row.end();
        }
        return plays;
    }
};

// What is answered, row by row.
class Reply {
public:
    template <class First, class... Rest>
    void row(const First& first, const Rest&... rest) {
        add(first);
        ((text_ += '\t', add(rest)), ...);
        text_ += '\n';
    }
    // A row of as many fields as there are *values*, after the *first*.
    template <class Values>
    void row_of(const Values& values) {
        bool first = true;
        for (const auto& value : values) {
            if (!first) text_ += '\t';
            add(value);
            first = false;
        }
        text_ += '\n';
    }
    template <class... Fields>
    void rows(const std::vector<std::tuple<Fields...>>& rows) {
        for (const auto& each : rows)
            std::apply([&](const auto&... fields) { row(fields...); }, each);
    }
    const std::string& text() const { return text_; }

private:
    void add(std::string_view text) { text_ += text; }
    void add(const std::vector<std::string>& texts) {
        for (std::size_t i = 0; i < texts.size(); ++i) {
            if (i > 0) text_ += '\t';
            text_ += texts[i];
        }
    }
    template <std::integral Number>
    void add(Number number) {
        char digits[24];
        text_.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    }
    // So many digits tell every number from its neighbours.
    template <std::floating_point Number>
    void add(Number number) {
        char digits[32];
        const int size = std::snprintf(digits, sizeof digits, "%.17g", double(number));
        text_.append(digits, std::size_t(size));
    }

    std::string text_;
};

}  // namespace ludotheque
