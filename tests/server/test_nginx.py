"""The house behind a real nginx, with the configuration of deploy/."""

import json
import re
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

SITE = Path(__file__).parents[2] / "deploy" / "nginx.conf"
NAME = "play.example.org"
TABLE = {"game": "hops", "chairs": ["me", "open"]}
LONGEST = 262_144
GUESSES = 3


class Front:
    """A running nginx: its ports, and whom it shows its certificate."""

    def __init__(self, folder, house):
        self.port, self.plain_port = free_port(), free_port()
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
        return (
            f"daemon off; master_process off; pid {self._folder}/pid; error_log stderr;\n"
            f"events {{}}\nhttp {{ {paths}\n{site}\n}}\n"
        )

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
            )
        try:
            wait_for(self.port, server, log)
            yield self
        finally:
            server.send_signal(signal.SIGQUIT)
            with suppress(subprocess.TimeoutExpired):
                server.wait(5)
            server.kill()
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
