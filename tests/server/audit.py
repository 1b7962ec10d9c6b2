"""What must be true of a table's log, whatever has happened to the house."""

from collections import Counter

from ludotheque.match import Record, SuddenDeath, verify
from ludotheque.match.events import Moved, TookBack
from ludotheque.store import open_store
from ludotheque.tables import Host, follow, read_act


class Audit:
    """A table read from the database, folded and checked."""

    def __init__(self, rows, secret):
        self.host = Host(secret)
        self.acts = [read_act(row.seq, row.at, row.body) for row in rows]
        assert [act.seq for act in self.acts] == list(range(1, len(rows) + 1))
        assert len({row.stamp for row in rows}) == len(rows)
        assert [act.at for act in self.acts] == sorted(act.at for act in self.acts)
        self.tables = []
        """The table after each act."""
        table = None
        for act in self.acts:
            table = follow(table, act)
            self.tables.append(table)
        self.check_ids()
        self.check_games()

    @property
    def last(self):
        return self.tables[-1]

    @property
    def games(self):
        """The last moment of each game."""
        ends = {table.number: table for table in self.tables if table.match is not None}
        return list(ends.values())

    def check_ids(self):
        """Look for a deed that was done twice: an id stands once under whoever used it."""
        counts = Counter((act.by, act.key) for act in self.acts if act.key is not None)
        assert set(counts.values()) <= {1}, counts.most_common(3)

    def check_games(self):
        for table in self.games:
            match = table.match
            record = Record.of(match, self.host.seeds_of(table)[0])
            assert verify(record).match == match
            if isinstance(match.setup.clock, SuddenDeath) and not any(
                isinstance(event, TookBack) for event in match.events
            ):
                for seat in match.seats:
                    assert match.left(seat, match.now) == time_left(match, seat, match.now)

    def check_heard(self, client):
        """Compare what a client was told with the log: acts, acknowledgements and clocks."""
        for deed, seq in client.acknowledged.items():
            act = self.acts[seq - 1]
            assert act.key == deed, f"act {seq} is {act}, not the deed {deed}"
            if client.sent[deed]["type"] == "move":
                moved = next(event for event in act.events if isinstance(event, Moved))
                assert moved.move == client.sent[deed]["move"]
        for seq, step in client.steps.items():
            act, table = self.acts[seq - 1], self.tables[seq - 1]
            assert step["at"] == act.at
            assert [event["type"] for event in step["events"]] == [e.word for e in act.events]
            match = table.match
            if match is None:
                continue
            assert step["match"]["turn"] == table.turn
            if match.setup.clock is not None:
                clock = [time_left(match, seat, act.at - table.slack) for seat in match.seats]
                assert step["match"]["clock"] == clock


def time_left(match, seat, now):
    """Return the milliseconds left by plain arithmetic: no takebacks, time lies between moves."""
    clock, last, used, made = match.setup.clock, match.setup.began, 0, 0
    ended = match.events[-1].at if match.outcome is not None else None
    moves = [event for event in match.events if isinstance(event, Moved)]
    for event in moves:
        if event.seat == seat:
            used += event.at - last
            made += 1
        last = event.at
    at_board = match.position.to_move
    if ended is None and at_board == seat:
        used += now - last
    elif ended is not None and (not moves or ended > last) and at_board == seat:
        used += ended - last
    return max(0, clock.initial_ms + clock.increment_ms * made - used)


async def audits(database, table_ids):
    """Return an audit of each table."""
    store = open_store(database)
    try:
        return {
            table_id: Audit(
                await store.log.read(table_id), (await store.log.whole(table_id)).secret
            )
            for table_id in table_ids
        }
    finally:
        await store.close()
