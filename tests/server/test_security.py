"""Strangers at the door: pages of other sites, floods, forgeries, and what the log may hold."""

import json
import os
import socket
import subprocess
import sys
from functools import partial
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import HTTPConnection
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from ludotheque.errors import BadOption
from ludotheque.server.access.guard import CSP, depth, host_allowed
from ludotheque.server.config import Settings
from server.doors import open_doors, written_down
from waiting import PATIENCE

dial = partial(connect, proxy=None, open_timeout=PATIENCE)
PASSWORD = "three dull green turtles"  # noqa: S105 - the tests' own
JSON_KIND = "application/json"
TABLE = {"game": "hops", "chairs": ["me", "open"]}


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    with open_doors(tmp_path_factory.mktemp("house")) as doors:

        @doors.app.get("/api/broken")
        def broken():
            secret = "hunter2"  # noqa: F841, S105 - to be looked for in the log
            raise RuntimeError("a fault with a secret in it")

        yield doors


def test_every_answer_tells_browsers_to_be_strict(doors):
    with doors.visitor() as visitor:
        table = visitor.post("/api/tables", json=TABLE).json()["id"]
        answers = [
            visitor.get("/api/games"),
            visitor.get(f"/t/{table}"),
            visitor.get(f"/api/tables/{table}/qr.svg"),
            visitor.get("/nowhere"),
            visitor.delete("/api/games"),
            visitor.post("/api/login", json={}),
            visitor.get("/api/broken"),
            visitor.post("/api/tables", json=TABLE, headers={"origin": "https://evil.example"}),
        ]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 404, 405, 422, 500, 403]
    for answer in answers:
        assert answer.headers["content-security-policy"] == CSP
        assert "unsafe" not in CSP
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert "permissions-policy" in answer.headers
        assert "access-control-allow-origin" not in answer.headers


def notes(log):
    return [json.loads(line) for line in log.getvalue().splitlines()]


def test_a_fault_of_the_house_is_told_without_a_word_of_how(doors):
    with written_down() as log, doors.visitor() as visitor:
        answer = visitor.get("/api/broken")
    assert set(answer.json()) == {"code", "message"}
    assert "fault" not in answer.text
    note = next(note for note in notes(log) if note["event"] == "request failed")
    assert "RuntimeError" in str(note["exception"])
    assert "hunter2" not in log.getvalue()


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "file://"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_pages_of_other_sites_cannot_do_anything(doors, headers):
    with doors.visitor(**headers) as visitor:
        for address in ("/api/tables", "/api/login", "/api/me/password"):
            answer = visitor.post(address, json=TABLE)
            assert (answer.status_code, answer.json()["code"]) == (403, "request/origin")
            assert "set-cookie" not in answer.headers
        assert visitor.get("/api/games").status_code == 200


@pytest.mark.parametrize("path", ["/", "/metrics", "/healthz", "/api/games", "/static/none"])
def test_a_name_that_someone_pointed_at_the_house_is_refused(doors, path):
    with doors.program() as program:
        refused = program.get(path, headers={"host": "evil.example"})
        assert (refused.status_code, refused.json()["code"]) == (421, "request/host")
        assert program.get(path, headers={"host": "127.0.0.1"}).status_code != 421
        as_a_page = {"host": "evil.example", "origin": "http://evil.example"}
        assert program.post(path, json=TABLE, headers=as_a_page).status_code == 421


@pytest.mark.parametrize(
    ("origins", "own", "foreign"),
    [
        ((), ["127.0.0.1:80", "[::1]", "localhost:8000", "cafe", "laptop.local", "192.168.1.5:8000",
              "LAPTOP.local"],
         ["evil.example", "127.0.0.1.evil.example", "[::1", "evil.example:80", ".", "@", ":80",
          "[::1].evil.example", "evil%2eexample", "evil.example@127.0.0.1",
          "127.0.0.1/evil.example", "127.0.0.1?evil.example", "127.0.0.1#evil.example",
          "127.0.0.1:80:80", "[cafe]", "::1",
          "127.0.0.1:evil", "cafe evil.example", "cafe\t", "evil\u3002example", "evil\\example"]),
        (("https://play.example.org",),
         ["play.example.org", "PLAY.example.org:443", "localhost", "127.0.0.1:8000", "[fe80::1]"],
         ["evil.example", "cafe", "laptop.local", "example.org", "play.example.org.evil.example"]),
    ],
)  # fmt: skip
def test_the_house_goes_by_its_own_names_alone(origins, own, foreign):
    def allowed(host):
        scope = {"type": "http", "headers": [(b"host", one.encode()) for one in host.split(";")]}
        return host_allowed(HTTPConnection(scope), Settings(origins=origins))

    assert [host for host in own if not allowed(host)] == []
    assert [host for host in foreign if allowed(host)] == []
    assert not any(allowed(f"{own[0]};{host}") for host in (own[0], foreign[0], ""))
    assert host_allowed(HTTPConnection({"type": "http", "headers": []}), Settings(origins=origins))


def test_a_request_with_two_hosts_is_refused(doors):
    address = urlsplit(doors.url)
    request = f"GET /healthz HTTP/1.1\r\nHost: {address.netloc}\r\nHost: evil.example\r\n\r\n"
    with socket.create_connection((address.hostname, address.port), PATIENCE) as line:
        line.sendall(request.encode())
        assert line.recv(65_536).startswith((b"HTTP/1.1 421 ", b"HTTP/1.1 400 "))


def test_a_cookie_without_an_origin_does_nothing(doors):
    with doors.visitor() as visitor:
        visitor.post("/api/tables", json=TABLE)
        cookie = f"ludotheque={visitor.cookies['ludotheque']}"
    with doors.program() as program:
        hidden = program.post("/api/tables", json=TABLE, headers={"cookie": cookie})
        assert hidden.status_code == 403
        assert program.post("/api/tables", json=TABLE).status_code == 201


def test_sockets_are_opened_by_pages_of_the_house_and_by_programs_alone(doors):
    with doors.visitor() as visitor:
        table = visitor.post("/api/tables", json=TABLE).json()["id"]
    address = f"{doors.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
        with pytest.raises(InvalidStatus), dial(address, origin=origin):
            pass
    for origin in (doors.url, None):
        with dial(address, origin=origin) as house:
            assert json.loads(house.recv())["type"] == "welcome"


def test_behind_https_cookies_are_secure_and_the_public_address_is_the_origin(tmp_path):
    public = "https://play.example.org"
    with open_doors(tmp_path, origins=(public,)) as doors:
        with doors.visitor() as visitor:
            assert visitor.post("/api/tables", json=TABLE).status_code == 403
        with doors.visitor(origin=public) as visitor:
            answer = visitor.post("/api/tables", json=TABLE)
            assert answer.json()["link"].startswith(f"{public}/t/")
            cookie = answer.headers["set-cookie"]
            assert cookie.startswith("__Host-ludotheque=")
            assert "Secure" in cookie.split("; ")
            assert "max-age" in answer.headers["strict-transport-security"]


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b'{"game": "' + b"x" * 20_000 + b'"}', "application/json", 413),
        (b'{"game": ' + b"[" * 9 + b"]" * 9 + b"}", "application/json", 413),
        (b"[" * 16_000, "application/json", 413),
        (b"{" + b'"a":1,' * 256 + b'"b":1}', "application/json", 413),
        (b"{" + b'"a":1,' * 255 + b'":::":1}', "application/json", 422),
        (b'{"game": ', "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b"\xef\xbb\xbf{}", "application/json", 400),
        *(
            (
                ("{" + '"a":1,' * 300 + '"b":' + "[" * 20 + "]" * 20 + "}").encode(how),
                JSON_KIND,
                400,
            )
            for how in ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be")
        ),
        (b"game=hops", "application/x-www-form-urlencoded", 400),
        (b'{"game": "hops"}', "text/plain", 400),
        (b'"hops"', "application/json", 422),
        (b"null", "application/json", 422),
        (b'{"game": "hops", "chairs": ["me", "open"], "more": 1}', "application/json", 422),
        (b'{"game": "hops", "chairs": ["me", "open"], "first_to": 1e400}', "application/json", 422),
        (b'{"game": "\\ud800", "chairs": ["me", "open"]}', "application/json", 422),
        (b'{"game": "\\u0000", "chairs": ["me", "open"]}', "application/json", 404),
        (b'{"game": 1' + b"0" * 5_000 + b"}", "application/json", 400),
    ],
)
def test_bodies_that_no_client_would_send(doors, body, kind, status):
    with doors.visitor() as visitor:
        answer = visitor.post("/api/tables", content=body, headers={"content-type": kind})
        assert answer.status_code == status, answer.text
        assert set(answer.json()) == {"code", "message"}


def test_a_body_sent_in_pieces_is_measured_as_well(doors):
    with doors.visitor() as visitor:
        pieces = (b" " * 1_000 for _ in range(30))
        headers = {"content-type": "application/json"}
        assert visitor.post("/api/tables", content=pieces, headers=headers).status_code == 413


JSON = st.recursive(
    st.none() | st.text() | st.integers(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


def levels(value):
    inside = value.values() if isinstance(value, dict) else value
    return 1 + max(map(levels, inside), default=0) if isinstance(value, dict | list) else 0


@given(JSON, st.booleans())
def test_depth_is_that_of_the_json(value, ascii_only):
    assert depth(json.dumps(value, ensure_ascii=ascii_only).encode()) == levels(value)


def test_what_people_write_is_never_html(doors):
    with doors.visitor() as visitor:
        for name in ("<b>Ana</b>", "<script>1</script>"):
            assert visitor.patch("/api/me", json={"name": name}).status_code == 409
        visitor.patch("/api/me", json={"name": "Ana&amp Co"})
        chairs = ["me", {"person": "Tom&lt"}]
        table = visitor.post("/api/tables", json={"game": "hops", "chairs": chairs}).json()["id"]
        page = visitor.get(f"/t/{table}").text
        assert "Ana&amp;amp Co" in page
        assert "Ana&amp Co" not in page
        assert "style=" not in page
        picture = visitor.get(f"/api/tables/{table}/qr.svg")
        assert picture.headers["content-type"] == "image/svg+xml"
        assert "<script" not in picture.text
        assert "style" not in picture.text


def test_the_log_names_nobody_and_opens_nothing(doors):
    with written_down() as log, doors.visitor() as visitor:
        table = visitor.post("/api/tables", json=TABLE).json()["id"]
        visitor.post("/api/me/password", json={"name": "Lou Logged", "password": PASSWORD})
        visitor.post("/api/login", json={"name": "Lou Logged", "password": PASSWORD})
        token = visitor.post("/api/me/tokens", json={"label": "a label"}).json()["token"]
        link = visitor.post("/api/me/recovery").json()["link"].partition("#")[2]
        visitor.get(f"/api/tables/{table}?seat=1&secret=inthequery")
        visitor.get("/api/people/Lou Logged")
        with doors.program(token) as program:
            program.get("/api/me")
        cookie = visitor.cookies["ludotheque"]
    person = doors.store.people.named("Lou Logged")
    text = log.getvalue()
    secrets = [table, PASSWORD, "Lou", token, link, cookie, person.id, "a label", "inthequery"]
    assert not [secret for secret in secrets if secret in text]
    assert "127.0.0.1" not in "".join(json.dumps(n) for n in notes(log) if "route" in n)
    about = [note for note in notes(log) if note.get("route") == "/api/tables/{table_id}"]
    assert about[-1]["table"]
    assert about[-1]["person"]
    assert len({note["request"] for note in about}) == len(about)


@pytest.mark.parametrize("origin", ["play.example.org", "https://Play.example.org", "https://a.b/"])
def test_a_public_address_is_written_as_browsers_write_it(origin):
    Settings(origins=("https://play.example.org", "http://[::1]:8000"))
    with pytest.raises(BadOption):
        Settings(origins=(origin,))


def test_figures_are_for_those_who_may_have_them(doors, tmp_path):
    with doors.visitor() as visitor:
        visitor.get("/api/games")
        figures = visitor.get("/metrics").text
        assert 'ludotheque_requests_total{method="GET",route="/api/games",status="200"}' in figures
    chosen = ("203.0.113.0/24",)
    with open_doors(tmp_path, metrics_for=chosen) as closed, closed.visitor() as visitor:
        assert visitor.get("/metrics").json()["code"] == "page/unknown"


def test_any_worker_tells_the_figures_of_all(tmp_path):
    """Two processes count; the second is asked, after the first has gone."""
    count = "from ludotheque.server import metrics; metrics.acts.labels('move').inc(); "
    first = count + "metrics.sockets.inc(); metrics.leave()"
    second = count + "print(metrics.page().decode())"
    shared = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    for code in (first, second):
        command = [sys.executable, "-c", code]
        run = subprocess.run(command, env=shared, capture_output=True, text=True, check=True)
    assert 'ludotheque_acts_total{kind="move"} 2.0' in run.stdout
    assert "ludotheque_sockets 1.0" not in run.stdout
