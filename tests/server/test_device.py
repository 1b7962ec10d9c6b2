"""The house for devices: offered where there is one, whole, and to nobody who has not asked."""

import gzip
import json
import shutil

import pytest

from ludotheque.errors import BadOption
from ludotheque.page.device import ABOUT, LISTING, PLACE, SERVED, About
from ludotheque.page.render import STATIC
from ludotheque.server.config import Settings
from ludotheque.server.device import Device
from ludotheque.server.run import House
from ludotheque.site.folder import fill
from server.doors import open_doors

SITE = {
    "index.html": b"<!doctype html><title>in</title>",
    "en/index.html": b"<!doctype html><title>shelf</title>" * 100,
    "python/kernel-0123.wasm": b"\0asm" * 50_000,
    "sw.js": b"// keeps",
    "secret.key": b"not a file of a page",
    ABOUT: About("0123", 6_900_000, SERVED).to_json().encode(),
}


@pytest.fixture
def folder(tmp_path):
    fill(tmp_path / "device", SITE)
    (tmp_path / "device" / "others.html").write_text("not of the site")
    return tmp_path / "device"


@pytest.fixture
def doors(tmp_path, folder):
    with open_doors(tmp_path, device=str(folder)) as doors:
        yield doors


def test_its_files_are_served_and_no_others(doors):
    with doors.visitor() as visitor:
        for path, body in {**SITE, "": SITE["index.html"], "en/": SITE["en/index.html"]}.items():
            answer = visitor.get(f"/device/{path}")
            if path == "secret.key":
                assert answer.status_code == 404
                continue
            assert answer.content == body
            assert answer.headers["content-encoding"] == "gzip"
        for path in (
            "others.html",
            LISTING,
            "..%2fhouse.db",
            "%2e%2e/house.db",
            "en",
            "nothing.js",
        ):
            answer = visitor.get(f"/device/{path}")
            assert answer.request.url.raw_path.decode() == f"/device/{path}"
            assert answer.status_code == 404
        plain = visitor.get("/device/python/kernel-0123.wasm", headers={"accept-encoding": ""})
        assert plain.content == SITE["python/kernel-0123.wasm"]
        assert "content-encoding" not in plain.headers
        assert plain.headers["content-type"] == "application/wasm"


def test_webassembly_runs_there_and_nowhere_else(doors):
    with doors.visitor() as visitor:
        policy = visitor.get("/device/en/index.html").headers["content-security-policy"]
        assert "'wasm-unsafe-eval'" in policy
        assert "frame-ancestors 'none'" in policy
        for loose in ("unsafe-inline", "'unsafe-eval'", "http"):
            assert loose not in policy
        for path in ("/", "/device", "/offline", "/device/nothing.html"):
            assert "wasm" not in visitor.get(path).headers["content-security-policy"]


def test_what_changes_its_name_is_kept_for_good_and_pages_are_not(doors):
    with doors.visitor() as visitor:
        named = visitor.get("/device/python/kernel-0123.wasm").headers["cache-control"]
        assert "immutable" in named
        for path in ("sw.js", "en/index.html"):
            answer = visitor.get(f"/device/{path}")
            assert answer.headers["cache-control"] == "no-cache"
            known = {"if-none-match": answer.headers["etag"]}
            assert visitor.get(f"/device/{path}", headers=known).status_code == 304
            assert visitor.get(f"/device/{path}", headers={"if-none-match": '"4567"'}).content


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_pages_lead_to_it_and_say_how_large_it_is(doors, lang):
    with doors.visitor() as visitor:
        page = visitor.get("/device", params={"lang": lang}).text
        assert " 7 M" in page.replace("\u00a0", " ")
        assert f'href="/device/{lang}/index.html"' in page
        assert 'href="/device"' in visitor.get("/").text


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_house_without_it_says_so_and_offers_nothing(tmp_path, lang):
    with open_doors(tmp_path) as doors, doors.visitor() as visitor:
        assert visitor.get("/device/sw.js").status_code == 404
        page = visitor.get("/device", params={"lang": lang}).text
        assert "ludotheque serve --device" in page
        assert 'id="keep"' not in page
        assert 'href="/device"' not in visitor.get("/").text


def test_a_folder_that_is_none_is_refused_before_the_house_opens(tmp_path):
    with pytest.raises(BadOption, match="no site is there"):
        Device(tmp_path)
    fill(tmp_path / "other", {ABOUT: About("0", 1, "https://play.example.org").to_json().encode()})
    settings = Settings(device=str(tmp_path / "other"))
    with pytest.raises(BadOption, match=r"--house \.\./"):
        House(database="sqlite:///house.db", settings=settings)
    for broken in ("", "[]", json.dumps({"edition": "0"})):
        (tmp_path / "other" / ABOUT).write_text(broken)
        with pytest.raises(BadOption, match="cannot be read"):
            Device(tmp_path / "other")


@pytest.mark.parametrize("module", ["lib/device.js", "worker.js"])
def test_the_modules_look_for_it_where_it_is(module):
    assert f'"{PLACE}"' in (STATIC / "js" / module).read_text(encoding="utf-8")


def test_whoever_asks_costs_no_work_and_a_newer_edition_does_not_mix(folder, tmp_path, monkeypatch):
    place = tmp_path / "another"
    shutil.copytree(folder, place)
    device = Device(place)
    first = device.find("en/")
    assert gzip.decompress(first.packed) == first.body
    shutil.rmtree(place)
    monkeypatch.setattr(gzip, "compress", None)
    assert device.find("en/index.html") is first


def test_a_site_of_which_something_is_missing_is_refused(folder, tmp_path):
    place = tmp_path / "another"
    shutil.copytree(folder, place)
    (place / "en" / "index.html").unlink()
    with pytest.raises(BadOption, match="is missing: write it again"):
        Device(place)
