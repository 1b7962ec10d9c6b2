"""A browser without a browser: the log of a local house in memory, and a page that asks it."""

import json

from ludotheque.local.browser import Desk
from waiting import until


class KeepingPage:
    """What the Worker's script offers, kept in dictionaries; two desks may share what is kept."""

    def __init__(self, kept=None):
        self.kept = {"tables": {}, "rows": {}, "name": "", "notes": {}} if kept is None else kept
        self.answers = {}
        self.lines = {}
        self.heard = {}
        self.closed_with = {}
        self.full = False
        self.unreadable = False
        self.others = []

    async def create(self, table, secret, row, listed):
        self._check()
        if table in self.kept["tables"]:
            return False
        self.kept["tables"][table] = (secret, listed)
        self.kept["rows"][table] = [json.loads(row)]
        return True

    async def append(self, table, row, listed):
        self._check()
        made, rows = json.loads(row), self.kept["rows"][table]
        if made[0] != len(rows) + 1:
            return False
        secret, _ = self.kept["tables"][table]
        self.kept["tables"][table] = (secret, listed)
        rows.append(made)
        return True

    async def read(self, table, after):
        if table not in self.kept["tables"]:
            return None
        return json.dumps([self.kept["tables"][table][0], self.kept["rows"][table][after:]])

    async def ids(self):
        return json.dumps(list(self.kept["tables"]))

    async def name(self):
        return self.kept["name"]

    async def rename(self, name):
        self._check()
        self.kept["name"] = name

    async def note(self, name):
        self._check_readable()
        return self.kept["notes"].get(name)

    async def replace_note(self, name, before, after):
        self._check()
        if self.kept["notes"].get(name) != before:
            return False
        self.kept["notes"][name] = after
        return True

    async def note_names(self, prefix):
        self._check_readable()
        return json.dumps(sorted(name for name in self.kept["notes"] if name.startswith(prefix)))

    def _check(self):
        if self.full:
            raise OSError("QuotaExceededError")

    def _check_readable(self):
        if self.unreadable:
            raise OSError("InvalidStateError")

    def tell_others(self, table):
        for desk in self.others:
            desk.heard(table)

    def answered(self, call, status, kind, name, text, _lines):
        self.answers[call] = (status, kind, name, text)

    def line(self, call, text):
        self.lines.setdefault(call, []).append(text)

    def told(self, socket, text):
        self.heard.setdefault(socket, []).append(json.loads(text))

    def closed(self, socket, code):
        self.closed_with[socket] = code


class Tab:
    """A tab of a browser: its house, and all that it was told."""

    def __init__(self, kept=None, lang="en"):
        self.page = KeepingPage(kept)
        self.desk = Desk(self.page)
        self.lang = lang
        self._count = 0

    @property
    def kept(self):
        return self.page.kept

    def number(self):
        self._count += 1
        return self._count

    async def ask(self, method, path, body=None):
        """Return the status of an answer, and what it says."""
        call = self.number()
        text = None if body is None else json.dumps(body)
        self.desk.request(call, method, path, text, self.lang)
        await until(lambda: call in self.page.answers)
        status, kind, _name, told = self.page.answers[call]
        return status, json.loads(told) if kind == "application/json" else told

    async def lines(self, method, path):
        """Return the lines of an answer that comes in lines, once it has ended."""
        call = self.number()
        self.desk.request(call, method, path, None, self.lang)
        await until(lambda: self.page.lines.get(call, [""])[-1] is None)
        return self.page.lines[call][:-1]

    async def asked(self, method, path, body=None):
        """Return what an answer says that is no refusal."""
        status, told = await self.ask(method, path, body)
        assert status == 200, told
        return told

    async def open(self, game, chairs, **terms):
        """Open a table and return its id."""
        wish = {"id": f"k-{self.number()}", "game": game, "chairs": chairs, **terms}
        return (await self.asked("POST", "/api/tables", wish))["id"]

    async def look(self, table, seat=None):
        """Open a socket to a table; return its number and the welcome."""
        socket = self.number()
        self.desk.open(socket, table, seat, self.lang)
        await until(lambda: self.messages(socket, "welcome"))
        return socket, self.messages(socket, "welcome")[0]

    def messages(self, socket, kind):
        """Return what was told of that kind over a socket."""
        return [each for each in self.page.heard.get(socket, []) if each["type"] == kind]

    def match(self, socket):
        """Return the game as a socket was told of it last."""
        told = self.page.heard[socket]
        found = [
            each["table"]["match"] if each["type"] == "welcome" else each["match"]
            for each in told
            if each["type"] in ("welcome", "step")
        ]
        return found[-1]

    async def do(self, socket, **deed):
        """Do something over a socket, and return the answer."""
        key = deed.setdefault("id", f"d-{self.number()}")

        def answers():
            told = [m for m in self.page.heard[socket] if m["type"] in ("done", "refused")]
            return [message for message in told if message["id"] == key]

        before = len(answers())
        self.desk.hear(socket, json.dumps(deed))
        await until(lambda: len(answers()) > before)
        return answers()[-1]
