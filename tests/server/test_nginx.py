"""The house behind a real nginx, with the configuration of deploy/."""

import grp
import json
import os
import pwd
import re
import resource
import signal
import socket
import ssl
import subprocess
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from ports import free_port
from server.house import House
from servers import program, wait_for
from waiting import PATIENCE

DEPLOY = Path(__file__).parents[2] / "deploy"
SITE, MAIN = DEPLOY / "nginx.conf", DEPLOY / "nginx.main.conf"
NAME = "play.example.org"
TABLE = {"game": "hops", "chairs": ["me", "open"]}
LONGEST = 262_144
GUESSES = 3
HALVES = 3_000
"""More half requests than the two workers of nginx as it comes have connections (2 x 1,024)."""


def _myself():
    """Return who runs the tests, and their group: the folders are theirs alone."""
    return f"{pwd.getpwuid(os.geteuid()).pw_name} {grp.getgrgid(os.getegid()).gr_name}"


class Front:
    """A running nginx: its ports, and whom it shows its certificate."""

    def __init__(self, folder, house):
        self.port, self.plain_port, self.watched_port = free_port(), free_port(), free_port()
        self.origin = f"https://{NAME}:{self.port}"
        self._folder, self._house = folder, house
        self.certificate, self._key = folder / "fullchain.pem", folder / "privkey.pem"

    def make_certificate(self):
        subprocess.run(
            [program("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt",
             "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
             "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", self._key,
             "-out", self.certificate],
            check=True, capture_output=True,
        )  # fmt: skip

    def configuration(self):
        """Return the site as it is delivered, with the ports, the files and the house of here."""
        site = SITE.read_text(encoding="utf-8")
        for pattern, here in (
            (r"listen \[::\]:.*;", ""),
            (r"listen 80\b", f"listen 127.0.0.1:{self.plain_port}"),
            (r"listen 443 ", f"listen 127.0.0.1:{self.port} "),
            (r"/etc/nginx/certificates/", f"{self._folder}/"),
            (r"\bhouse:8000\b", f"127.0.0.1:{self._house.port}"),
        ):
            site, changed = re.subn(pattern, here, site)
            assert changed, pattern
        bodies = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        paths = " ".join(f"{kind}_temp_path {self._folder}/{kind};" for kind in bodies)
        main = MAIN.read_text(encoding="utf-8")
        for pattern, here in (
            (r"user nginx;", f"daemon off; user {_myself()};"),
            (r"worker_processes .*;", "worker_processes 1;"),
            (r"error_log .*;", "error_log stderr warn;"),
            (r"pid .*;", f"pid {self._folder}/pid;"),
            (r"worker_rlimit_nofile .*;", ""),  # a test may have fewer files; it has them all
            (r"include .*mime.types;", paths),
            (r"include .*conf\.d/.*;", lambda _found: f"{site}\n{self.watched()}"),
        ):
            main, changed = re.subn(pattern, here, main)
            assert changed, pattern
        return main

    def watched(self):
        """Return a server that lets one address in once, and believes who says where it is from."""
        return f"""
            limit_req_zone $ludotheque_address zone=once:1m rate=1r/m;
            server {{
                listen 127.0.0.1:{self.watched_port};
                set_real_ip_from 127.0.0.1;
                real_ip_header X-Real-IP;
                limit_req zone=once;
                location / {{ empty_gif; }}
            }}
        """

    @contextmanager
    def running(self):
        self.make_certificate()
        file = self._folder / "nginx.conf"
        file.write_text(self.configuration(), encoding="utf-8")
        log = self._folder / "nginx.log"
        with log.open("wb") as errors:
            server = subprocess.Popen(
                [program("nginx", "/usr/sbin"), "-p", self._folder, "-e", "stderr", "-c", file],
                stderr=errors,
                start_new_session=True,
            )
        try:
            wait_for(self.port, server, log)
            yield self
        finally:
            server.send_signal(signal.SIGQUIT)
            with suppress(subprocess.TimeoutExpired):
                server.wait(5)
            with suppress(ProcessLookupError):
                os.killpg(server.pid, signal.SIGKILL)  # its worker as well
            server.wait()

    def context(self, *protocols):
        context = ssl.create_default_context(cafile=self.certificate)
        context.set_alpn_protocols(protocols or ("http/1.1",))
        return context

    def visitor(self, host="127.0.0.2", **headers):
        """Return a browser that comes from that address of this machine."""
        transport = httpx.HTTPTransport(verify=self.context(), local_address=host)
        origin = {"origin": self.origin, "host": f"{NAME}:{self.port}"}
        asked = httpx.Client(
            base_url=f"https://127.0.0.1:{self.port}",
            transport=transport,
            headers={**origin, **headers},
            timeout=PATIENCE,
        )
        asked.event_hooks["request"] = [
            lambda request: request.extensions.update(sni_hostname=NAME)
        ]
        return asked


@pytest.fixture(scope="module")
def front(tmp_path_factory):
    folder = tmp_path_factory.mktemp("front")
    program("nginx", "/usr/sbin")
    house = House(folder)
    front = Front(folder, house)
    house.variables |= {
        "LUDOTHEQUE_ORIGINS": front.origin,
        "LUDOTHEQUE_PROXIES": "127.0.0.1",
        "LUDOTHEQUE_RATES": f"password-address={GUESSES}/year",
    }
    with house.running(), front.running():
        yield front


def cookie_of(visitor):
    return "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())


def test_the_page_comes_by_https_with_a_cookie_for_https_alone(front):
    with front.visitor() as visitor:
        page = visitor.get("/")
        assert page.status_code == 200
        assert "max-age" in page.headers["strict-transport-security"]
        assert page.headers["set-cookie"].startswith("__Host-ludotheque=")
        assert "Secure" in page.headers["set-cookie"]
        assert visitor.get("/metrics").status_code == 404
    address = f"http://127.0.0.1:{front.plain_port}/t/x"
    plain = httpx.get(address, headers={"host": NAME}, timeout=PATIENCE, trust_env=False)
    assert (plain.status_code, plain.headers["location"]) == (301, f"https://{NAME}/t/x")
    with (
        socket.create_connection(("127.0.0.1", front.port)) as raw,
        front.context("h2").wrap_socket(raw, server_hostname=NAME) as secured,
    ):
        assert secured.selected_alpn_protocol() == "h2"


def test_whoever_asks_for_another_name_is_sent_nowhere(front):
    for host in ("evil.example", "127.0.0.1", ""):
        for port in (front.plain_port, front.port):
            with ExitStack() as opened:
                line = opened.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE))
                if port == front.port:
                    secured = front.context().wrap_socket(line, server_hostname=NAME)
                    line = opened.enter_context(secured)
                line.sendall(f"GET /metrics HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
                said = line.recv(65_536)
            assert said.startswith((b"HTTP/1.1 421 ", b"HTTP/1.1 400 ")), said
            assert b"ocation" not in said
    with (
        socket.create_connection(("127.0.0.1", front.port), PATIENCE) as raw,
        pytest.raises(ssl.SSLError, match="unrecognized"),
    ):
        front.context().wrap_socket(raw, server_hostname="evil.example")


def test_half_requests_are_not_passed_on(front):
    with socket.create_connection(("127.0.0.1", front.plain_port), PATIENCE) as raw:
        raw.sendall(f"GET / HTTP/1.1\r\nHost: {NAME}\r\nX-Long: ".encode() + b"a" * 40_000)
        assert raw.recv(65_536).startswith(b"HTTP/1.1 400 ")


@pytest.fixture
def many_files():
    """Let this process open as many files as it ever may."""
    before, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most < 2 * HALVES:
        pytest.skip(f"a process may open {most} files here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (before, most))


@pytest.mark.usefixtures("many_files")
def test_thousands_of_half_requests_of_one_address_keep_nobody_out(front):
    """They hold connections until the header is due; those of all ports are of one pool."""
    half = f"GET / HTTP/1.1\r\nHost: {NAME}\r\nX-Long: ".encode()
    with ExitStack() as opened:
        for number in range(HALVES):
            there = ("127.0.0.1", front.plain_port if number % 2 else front.port)
            line = socket.create_connection(there, PATIENCE, source_address=("127.0.0.3", 0))
            opened.enter_context(line)
            # To the port for https it is the beginning of a handshake that never goes on.
            line.sendall(half if number % 2 else b"\x16\x03\x01\x02\x00\x01")
        with front.visitor("127.0.0.4") as visitor:
            assert visitor.get("/healthz").status_code == 200


def test_a_network_of_ipv6_is_one_address(front):
    def come(host):
        address = f"http://127.0.0.1:{front.watched_port}/"
        return httpx.get(address, headers={"x-real-ip": host}, trust_env=False).status_code

    assert come("2001:db8:0:a0d::1") == 200
    assert come("2001:db8:0:a0d:7:a0d:a:9") == 429
    assert come("2001:db8:0:a0e::1") == 200
    assert come("2001:db8::1") == 200
    assert come("2001:db8:0:0:1:2:3:4") == 429
    assert [come(f"203.0.113.{n}") for n in (1, 1, 10, 13)] == [200, 429, 200, 200]


def test_a_socket_is_upgraded_and_plays(front):
    with front.visitor() as visitor:
        opened = visitor.post("/api/tables", json=TABLE).json()
        assert opened["link"] == f"{front.origin}/t/{opened['id']}"
        cookie = cookie_of(visitor)
    with connect(
        f"wss://{NAME}:{front.port}/api/tables/{opened['id']}/socket",
        sock=socket.create_connection(("127.0.0.1", front.port)),
        ssl=front.context(),
        origin=front.origin,
        additional_headers={"cookie": cookie},
        open_timeout=PATIENCE,
    ) as house:
        assert json.loads(house.recv(PATIENCE))["table"]["chairs"][0]["yours"]
        house.send('{"type": "leave", "id": "l"}')
        kinds = set()
        while not kinds >= {"done", "step"}:
            kinds.add(json.loads(house.recv(PATIENCE))["type"])
        assert kinds <= {"done", "step", "presence"}


def test_streams_are_not_held_back(front):
    with front.visitor() as visitor:
        table = visitor.post("/api/tables", json=TABLE).json()["id"]
        token = visitor.post("/api/me/tokens", json={"label": "bot"}).json()["token"]
        bot = {"authorization": f"Bearer {token}"}
        with visitor.stream("GET", f"/api/bot/tables/{table}/stream", headers=bot) as stream:
            lines = stream.iter_lines()
            assert json.loads(next(lines))["type"] == "welcome"
            left = visitor.post(f"/api/tables/{table}/deeds", json={"type": "leave", "id": "l"})
            assert left.status_code == 200
            kinds = (json.loads(line)["type"] for line in lines if line)
            assert next(kind for kind in kinds if kind != "presence") == "step"


def test_the_house_counts_by_the_clients_address_whatever_the_client_says(front):
    def guess(host, claimed):
        headers = {"x-forwarded-for": claimed, "forwarded": f"for={claimed}"}
        with front.visitor(host, **headers) as visitor:
            wrong = {"name": f"Nobody {claimed}", "password": "a guess at it"}
            return visitor.post("/api/login", json=wrong).status_code

    statuses = [guess("127.0.0.5", f"203.0.113.{n}") for n in range(GUESSES + 1)]
    assert statuses == [401] * GUESSES + [429]
    assert guess("127.0.0.6", "127.0.0.5") == 401


def test_the_longest_record_passes_and_nothing_longer(front):
    def bring(size):
        body = json.dumps({"record": ""}).encode()
        body = body.replace(b'""', b'"' + b"x" * (size - len(body)) + b'"')
        assert len(body) == size
        kind = {"content-type": "application/json"}
        with front.visitor() as visitor:
            return visitor.post("/api/replay", content=body, headers=kind)

    # It is for the house to say that this is no game.
    assert bring(LONGEST).json()["code"] == "request/invalid"
    assert bring(LONGEST + 1).status_code == 413
