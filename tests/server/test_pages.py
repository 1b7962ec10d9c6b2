"""Pages and their files: in the reader's language, small, kept for good, and nothing else."""

import html
import json
import re
from posixpath import join, normpath
from urllib.parse import parse_qs, urlsplit

import pytest
from sqlalchemy import update

from ludotheque.games import shelf
from ludotheque.page.render import STATIC, static, version
from ludotheque.position import CHANCE
from ludotheque.store.schema import PEOPLE
from ludotheque.words import Words, languages
from parts import PARTS, having, named, translated
from server.doors import open_doors

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    with open_doors(tmp_path_factory.mktemp("pages")) as doors:
        yield doors


@pytest.fixture
def visitor(doors):
    with doors.visitor(**BROWSER) as visitor:
        yield visitor


def test_what_a_page_is_made_of_is_there_and_kept_for_good(visitor):
    page = visitor.get("/").text
    addresses = set(re.findall(r'(?:src|href)="(/(?:static|art)/[^"]+)"', page))
    assert len(addresses) > len(shelf())
    for address in addresses:
        answer = visitor.get(address.replace("&amp;", "&"))
        assert answer.status_code == 200, address
        assert "immutable" in answer.headers["cache-control"]


def test_every_module_and_sheet_is_served_compressed_with_its_kind(visitor):
    kinds = {".js": "text/javascript", ".css": "text/css"}
    for file in STATIC.rglob("*"):
        if file.suffix in kinds:
            answer = visitor.get(static(file.relative_to(STATIC).as_posix()))
            assert answer.text == file.read_text(encoding="utf-8")
            assert answer.headers["content-type"].startswith(kinds[file.suffix])
            assert len(file.read_bytes()) < 1_000 or answer.headers["content-encoding"] == "gzip"


def test_a_file_of_another_edition_is_not_kept(visitor):
    answer = visitor.get("/static/000000000000/css/house.css")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path", ["../render.py", "..%2frender.py", "js/types.d.ts", "js", "", "/etc/passwd", "%00"]
)
def test_nothing_but_static_files_is_served(visitor, path):
    answer = visitor.get(f"/static/{version()}/{path}", follow_redirects=True)
    assert answer.status_code == 404


@pytest.mark.parametrize("lang", languages())
def test_a_link_chooses_the_language_from_then_on(visitor, lang):
    assert visitor.get("/", params={"lang": lang}).headers["content-language"] == lang
    answer = visitor.get("/me", headers={"accept-language": "de"})
    assert answer.headers["content-language"] == lang
    assert f'<html lang="{lang}"' in answer.text


def test_the_link_to_another_language_leads_to_the_same_place(visitor):
    here = {"position": "4/5/6/1N1So2/3S2/5/4 S", "option": ["goal:camp", "chain:longest"]}
    page = visitor.get("/study/tortuga", params={**here, "lang": "en"}).text
    (link,) = re.findall(r'href="([^"]*)" hreflang="fr"', page)
    address = urlsplit(html.unescape(link))
    assert address.path == "/study/tortuga"
    assert parse_qs(address.query) == {
        "position": [here["position"]],
        "option": here["option"],
        "lang": ["fr"],
    }
    assert '<html lang="fr"' in visitor.get(html.unescape(link)).text


@pytest.mark.parametrize("lang", languages())
def test_who_made_a_game_is_on_its_box_on_its_rules_and_at_the_foot_of_every_page(visitor, lang):
    words = Words(lang)
    boxes = visitor.get("/", params={"lang": lang}).text.split('<li class="box"')[1:]
    assert len(boxes) == len(shelf())
    for game, box in zip(shelf().values(), boxes, strict=True):
        assert ('<p class="credits">' in box) == bool(game.credits)
        if not game.credits:
            continue
        made = words.say(game.credits)
        assert f'<p class="credits">{made}</p>' in box
        rules = visitor.get(f"/rules/{game.slug}").text
        head = rules.partition('<header class="rulebook">')[2].partition("</header>")[0]
        assert f"<p><em>{made}</em></p>" in head
        for page in ("/", "/me", "/nowhere", f"/rules/{game.slug}", f"/editor/{game.slug}"):
            foot = visitor.get(page).text.partition("<footer")[2].partition("</footer>")[0]
            assert f"<dt>{words.say(game.title)}</dt> <dd>{made}</dd>" in foot
            assert {"en": "owners", "fr": "propriétaires"}[lang] in foot


def test_a_language_that_is_none_is_not_spoken(visitor):
    answer = visitor.get("/", params={"lang": 'x"><script>'})
    assert answer.headers["content-language"] == "en"
    assert 'x">' not in answer.text


def test_the_first_page_is_in_the_chosen_light(visitor):
    assert 'data-theme="system"' in visitor.get("/").text
    visitor.cookies.set("theme", "dark")
    assert 'data-theme="dark"' in visitor.get("/").text
    visitor.cookies.set("theme", 'dark"><b>')
    assert 'data-theme="system"' in visitor.get("/").text


def test_looking_makes_nobody_a_guest(visitor):
    for path in ("/", "/me", f"/best/{next(iter(shelf()))}", "/offline", "/recover"):
        assert visitor.get(path).status_code == 200
    assert visitor.get("/api/me").json()["name"] is None


def test_people_are_told_on_a_page_and_programs_in_json(visitor):
    for path in ("/nowhere", "/best/nothing", "/people/nobody at all", "/t/nosuchtable12345"):
        page = visitor.get(path)
        assert page.status_code == 404
        assert page.headers["content-type"].startswith("text/html")
        assert visitor.get(path, headers={"accept": "*/*"}).json()["message"]
    assert visitor.get("/api/nowhere").json()["code"] == "page/unknown"


def test_a_name_on_a_page_is_only_a_name(visitor, doors):
    """Nobody can take such a name any more, but some may have had it before."""
    name = "<img src=x>"
    visitor.post("/api/me/password", json={"name": "Image", "password": "three dull turtles"})
    theirs = update(PEOPLE).where(PEOPLE.c.name == "image").values(name=name, shown=name)
    doors.store.database.write(lambda c: c.execute(theirs))
    for path in ("/", "/me", "/people/%3Cimg src=x%3E"):
        answer = visitor.get(path)
        assert answer.status_code == 200
        assert name not in answer.text
        assert "&lt;img src=x&gt;" in answer.text


def test_the_house_can_be_put_among_the_programs_of_a_device(visitor):
    told = visitor.get("/manifest.webmanifest").json()
    assert told["display"] == "standalone"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in told["icons"]}
    for icon in told["icons"]:
        picture = visitor.get(icon["src"]).content
        width, height = (int.from_bytes(picture[at : at + 4]) for at in (16, 20))
        assert f"{width}x{height}" == icon["sizes"]


def test_the_worker_keeps_what_its_page_needs(visitor):
    worker = visitor.get("/sw.js").text
    kept = json.loads(re.search(r"const KEPT = (.*);", worker)[1])
    page = visitor.get("/offline").text
    needed = set(re.findall(r'(?:src|href)="(/static/[^"]+\.(?:css|js))"', page))
    assert needed <= set(kept)
    for address in kept:
        module = visitor.get(address).text
        folder = address.rpartition("/")[0]
        for way in re.findall(r'from "(\.[^"]+)"', module):
            assert normpath(join(folder, way)) in kept


@pytest.mark.parametrize("game", having("wording"), ids=named)
def test_every_rule_that_a_table_may_choose_has_words(visitor, game):
    names = {*game.options, *(f"{n}={v}" for n, values in game.options.items() for v in values)}
    assert set(game.wording) == names
    page = visitor.get("/").text
    assert all(json.dumps(game.called(name))[1:-1] in page for name in game.options)


@pytest.mark.parametrize("game", shelf().values(), ids=named)
@pytest.mark.parametrize("lang", languages())
def test_a_page_shows_what_a_game_has_and_leads_nowhere_else(visitor, game, lang):
    """A part that a game does not have is not missed."""
    learnable, slug = PARTS["first game"](game), game.slug
    box = visitor.get("/", params={"lang": lang}).text.partition(f'data-game="{slug}"')[2]
    assert (f'href="/learn/{slug}"' in box) == learnable
    rules = visitor.get(f"/rules/{slug}").text
    own = lang if translated(game, lang) else "en"
    assert f'<article class="rulebook" lang="{own}">' in rules
    told = Words(lang).say("These rules have not been translated yet: here they are in English.")
    assert (told in rules) == (own != lang)
    assert (f'href="/learn/{slug}"' in rules) == learnable
    assert visitor.get(f"/learn/{slug}").status_code == (200 if learnable else 404)
    studied = visitor.get(f"/editor/{slug}").text
    assert ('id="palette"' in studied) == (game.editing is not None)
    assert visitor.get(f"/art/{slug}.svg").text.startswith("<svg")


@pytest.mark.parametrize("game", shelf().values(), ids=named)
def test_a_position_can_be_studied_whether_or_not_it_can_be_set_up_by_hand(visitor, game):
    start = game.start()
    while start.to_move is CHANCE:
        start = start.after(start.moves()[0])
    address = f"/api/games/{game.slug}/setup"
    shown = visitor.post(address, json={"position": str(start)}).json()
    assert (shown["problem"], shown["to_move"]) == (None, start.to_move)
    assert shown["picture"]["pieces"]
    refused = visitor.post(address, json={"position": "nonsense"}).json()
    assert refused["picture"] is None
    assert refused["problem"]
    put = {"spot": game.scene(start, None, None).board.spots[0].id, "symbol": None}
    changed = visitor.post(address, json={"position": str(start), "puts": [put]})
    assert (changed.status_code == 200) == (game.editing is not None)
    question = {"position": str(start)}
    assert visitor.get(f"/api/games/{game.slug}/analysis", params=question).json()["lines"]
