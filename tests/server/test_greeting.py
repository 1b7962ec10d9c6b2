"""What someone at a terminal sees of the house they have opened."""

import os
import pty
import re
import signal
import subprocess
import sys
import threading
import urllib.request

import pytest

from ludotheque.errors import BadOption
from ludotheque.server import browse
from ludotheque.words import Words
from ports import free_port
from server.house import House
from waiting import PATIENCE


class Screen:
    """A terminal, and everything that was written on it."""

    def __init__(self):
        self._ours, self.end = pty.openpty()
        self.text = ""
        self._more = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        while True:
            try:
                piece = os.read(self._ours, 4_096)
            except OSError:  # nobody writes any more
                return
            with self._more:
                self.text += piece.decode()
                self._more.notify_all()

    def until(self, words):
        with self._more:
            assert self._more.wait_for(lambda: words in self.text, PATIENCE), self.text


def test_a_person_at_a_terminal_is_told_the_address_and_nothing_of_the_requests(tmp_path):
    screen, port = Screen(), free_port()
    database = f"sqlite:///{tmp_path / 'house.db'}"
    house = subprocess.Popen(
        [sys.executable, "-m", "ludotheque", "serve", "--port", str(port), "--database", database],
        stdin=screen.end, stdout=screen.end, stderr=screen.end,
        env={**os.environ, "LANG": "C.UTF-8", "LANGUAGE": "en", "TMPDIR": str(tmp_path)},
    )  # fmt: skip
    os.close(screen.end)
    try:
        screen.until("Ctrl-C closes it.")
        assert f"http://localhost:{port}/" in screen.text
        assert "--host 0.0.0.0" in screen.text
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as page:
            assert page.status == 200
        house.send_signal(signal.SIGINT)
        assert house.wait(PATIENCE) == 0
        screen.until("The house is closed.")
    finally:
        house.kill()
        house.wait()
    assert "{" not in screen.text
    assert "Traceback" not in screen.text


def test_what_reads_a_file_or_a_pipe_is_told_in_json(tmp_path):
    house = House(tmp_path)
    with house.running():
        with pytest.raises(BadOption, match=str(house.port)):
            browse.free_port("127.0.0.1", house.port, tries=1)
        house.stop()
    assert {"house.open", "house.closed"} <= {note.get("event") for note in house.notes()}
    assert len(house.notes()) == len(house.log.read_text(encoding="utf-8").splitlines())


def test_the_greeting_names_the_address_by_which_others_come():
    say = Words("en").say
    assert "https://play.example.org" in browse.greeting(say, "::", 8, "https://play.example.org")
    network = browse.network_address()
    everywhere = browse.greeting(say, "0.0.0.0", 8000, None)  # noqa: S104 - not bound
    if network is not None:
        assert f"http://{network}:8000/" in everywhere
        assert re.search("[█▀▄]{20}", everywhere)
    assert "--host 0.0.0.0" not in everywhere
