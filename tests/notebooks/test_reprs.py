"""What a notebook is given to show: pictures, and no more of a game than may be seen."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from importlib.metadata import packages_distributions, requires

import pytest

import ludotheque
from ludotheque.errors import BadOption, BadRecord, LudothequeError
from ludotheque.games import shelf
from ludotheque.match import redacted
from ludotheque.notebook.modules import joined
from notebooks.games import NAMES, SEED, match_of, record_of

SEATS = {slug: max(game.seats) for slug, game in shelf().items()}


class Elements(HTMLParser):
    """Reads HTML, and keeps what elements and attributes there are."""

    def __init__(self, html):
        super().__init__()
        self.found = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def of(self, tag):
        return [attributes for name, attributes in self.found if name == tag]


def told(replay):
    """Return the data that a replay's script reads."""
    found = re.search(
        r'<script type="application/json" id="game">(.*?)</script>', replay.html, re.DOTALL
    )
    return json.loads(found[1])


@pytest.mark.parametrize("slug", shelf())
def test_positions_views_matches_and_records_draw_themselves(slug):
    match = match_of(slug, SEATS[slug], 5)
    assert match.position._repr_svg_().startswith("<svg")
    assert match.seen_by(0)._repr_svg_().startswith("<svg")
    for shown in (match, record_of(slug, SEATS[slug])):
        html = shown._repr_html_()
        elements = Elements(html)
        assert len(elements.of("svg")) == 1
        assert not elements.of("script")
        assert not elements.of("b")
        assert NAMES[0] in unescape(html)


def test_a_match_shows_a_notebook_what_a_spectator_may_see():
    match = match_of("race", 3, 4)
    html = unescape(match._repr_html_())
    assert "(?)" in html
    assert str(match.position) not in html
    assert "card/back" in match._repr_html_() or "card-back" in match._repr_html_()
    over = record_of("race", 3)
    assert "(?)" not in over._repr_html_()


def test_a_redacted_record_is_read_not_pictured():
    known = redacted(record_of("race", 3, 4), 1)
    elements = Elements(known._repr_html_())
    assert not elements.of("svg")
    with pytest.raises(BadRecord, match="hidden"):
        ludotheque.show(known)


@pytest.mark.parametrize("slug", shelf())
def test_a_replay_is_one_frame_that_may_run_its_script_and_nothing_else(slug):
    replay = ludotheque.show(record_of(slug, SEATS[slug]))
    (frame,) = Elements(replay._repr_html_()).found
    assert frame[0] == "iframe"
    assert frame[1]["sandbox"] == "allow-scripts"
    assert frame[1]["srcdoc"] == replay.html
    document = Elements(replay.html)
    assert len(document.of("script")) == 2
    assert not document.of("b")
    addresses = {key for _, attributes in document.found for key in attributes} & {"src", "href"}
    assert not addresses, "nothing is fetched"
    assert len(document.of("li")) == replay.moves == len(told(replay)["frames"]) - 1


def test_a_replay_of_a_game_that_goes_on_holds_nothing_that_its_reader_may_not_know():
    record = record_of("race", 4, 6)
    match = match_of("race", 4, 6)
    for seat in (None, 0, 3):
        replay = ludotheque.show(record, seat)
        symbols = {piece["symbol"] for piece in told(replay)["lying"] if "seat-" in piece["spot"]}
        assert symbols <= {"card/back", "tile/back"}
        assert SEED not in replay.html
        assert str(match.position) not in replay.html
    # Of one hand in another's document there is no trace: equal views make equal documents.
    position = match.position
    hands = {seat: str(position.seen_by(seat)) for seat in range(4)}
    assert len(set(hands.values())) == 4
    assert hands[2] not in ludotheque.show(record, 3).html


def test_two_games_that_a_seat_cannot_tell_apart_look_the_same_to_it():
    match = match_of("race", 3, 0)
    # Cards that others hold are exchanged: seat 0 sees the same.
    events = list(match.events)
    dealt = [i for i, event in enumerate(events) if not match.positions[i].witnessed_by(0)]
    cards = [i for i in dealt if len(events[i].move) > 1]
    first = cards[0]
    other = next(i for i in reversed(cards) if events[i].move != events[first].move)
    swapped = list(events)
    swapped[first], swapped[other] = (
        replace(events[first], move=events[other].move),
        replace(events[other], move=events[first].move),
    )
    record = record_of("race", 3, 0)
    twin = replace(record, events=tuple(swapped))
    assert ludotheque.show(twin, 0).html == ludotheque.show(record, 0).html
    assert ludotheque.show(twin, 1).html != ludotheque.show(record, 1).html


def test_a_board_is_seen_from_the_seat_that_looks():
    record = record_of("tortuga")
    assert [told(ludotheque.show(record, seat))["flipped"] for seat in (None, 0, 1)] == [
        False,
        False,
        True,
    ]


def test_a_replay_speaks_the_reader_s_language_and_has_a_light():
    record = record_of("hops", plies=3)
    replay = ludotheque.show(record, lang="fr", theme="dark")
    assert 'lang="fr" data-theme="dark"' in replay.html
    assert "Le début de la partie" in replay.html
    with pytest.raises(BadOption, match="“neon”"):
        ludotheque.show(record, theme="neon")
    with pytest.raises(LudothequeError, match="no seat 2; seats go from 0 to 1"):
        ludotheque.show(record, 2)
    with pytest.raises(LudothequeError, match="no seat -1"):
        ludotheque.show(record, -1)


@pytest.mark.parametrize("thing", ["game.json", None, shelf()["tortuga"].start()])
def test_what_is_no_game_that_was_played_is_refused(thing):
    for act in (ludotheque.show, ludotheque.open_on_page):
        with pytest.raises(BadOption, match=f"not {type(thing).__name__}; ludotheque.read_record"):
            act(thing)


def test_a_replay_can_be_kept_as_a_file(tmp_path):
    replay = ludotheque.show(match_of("tortuga", plies=4))
    replay.save(tmp_path / "game.html")
    assert (tmp_path / "game.html").read_text(encoding="utf-8") == replay.html
    assert repr(replay).startswith("<Replay of Tortuga")


def test_a_module_that_cannot_be_joined_is_refused(tmp_path):
    (tmp_path / "a.js").write_text('import { b as c } from "./b.js";\nexport const a = c + 1;\n')
    (tmp_path / "b.js").write_text("/** Two. */\nexport const b = 2;\n")
    script = joined(tmp_path / "a.js")
    assert "import" not in script
    assert script.index("b = 2") < script.index("a = c")
    (tmp_path / "b.js").write_text("export default 2;\n")
    with pytest.raises(ValueError, match=r"b\.js.*export default"):
        joined(tmp_path / "a.js")


def modules_of_the_extra(extra):
    """Return what can be imported because the *extra* names what it comes from."""
    named = {
        re.match(r"[\w-]+", line)[0].replace("_", "-")
        for line in requires("ludotheque")
        if re.search(rf"extra == .{extra}\b", line)
    }
    return {
        module
        for module, origins in packages_distributions().items()
        if named & {origin.lower().replace("_", "-") for origin in origins}
    }


def test_a_replay_needs_no_server_and_nothing_waits_for_it():
    """Without what the server's extra installs, and loaded only when it is asked for."""
    hidden = modules_of_the_extra("server")
    assert {"fastapi", "segno", "sqlalchemy", "uvicorn"} <= hidden
    program = """
import sys
sys.modules.update(dict.fromkeys(sys.argv[1:]))
import ludotheque
assert "ludotheque.notebook" not in sys.modules
assert {"show", "open_on_page"} <= set(dir(ludotheque))
from ludotheque.games import take
from ludotheque.match import Referee
match = Referee("5e" * 32).begin(take("tortuga"), ["A", "B"], began=0)
assert "<iframe" in ludotheque.show(match)._repr_html_()
try:
    ludotheque.open_on_page
    ludotheque.no_such_thing
except AttributeError as error:
    print(error)
"""
    ran = subprocess.run(
        [sys.executable, "-c", program, *hidden], capture_output=True, text=True, check=True
    )
    assert "no_such_thing" in ran.stdout
