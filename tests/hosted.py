"""Tables that a host keeps, with people who play at random."""

from random import Random

from ludotheque.games import take
from ludotheque.tables import Chair, Deed, Host, Sitter, Terms, act_text, follow, read_act
from ludotheque.tables.shown import moves_seen

HOST = Host("7" * 64)
AT = 1_700_000_000_000


def terms(slug, **changes):
    game = take(slug)
    return Terms(game=game, options=game.settle({}), **changes)


def open_table(slug="tortuga", seats=2, **changes):
    """Return the steps that open a table and fill its chairs with people named by number."""
    chairs = [Chair(Sitter("p0", "Ann")), *[Chair()] * (seats - 1)]
    steps = [HOST.open(Deed("p0", AT), terms(slug, **changes), chairs)]
    for number in range(1, seats):
        deed = Deed(f"p{number}", AT + number)
        sitter = Sitter(deed.by, f"Guest {number}")
        steps.append(HOST.sit(steps[-1].after, deed, sitter))
    return steps


def mover(table):
    return table.sitter(table.match.to_move).who


def opened_and_played(slug="tortuga", **changes):
    """Return a table at which everyone has moved."""
    table = open_table(slug, **changes)[-1].after
    return play_on(table, Random(1), AT, moves=2)[-1].after


def play_on(table, rng, at, moves=10_000):
    """Return the steps of random play by whoever is to move."""
    steps = []
    while table.playing and len(steps) < moves:
        at += rng.randrange(2_000)
        move = rng.choice(moves_seen(table, table.match.to_move))
        deed = Deed(mover(table), at, key=str(len(steps)), text=f"move {move}")
        steps.append(HOST.play(table, deed, move, table.turn, seat=None))
        table = steps[-1].after
    return steps


def refolded(steps):
    """Return the table that the log's own text gives."""
    table = None
    for step in steps:
        act = read_act(step.act.seq, step.act.at, act_text(step.act))
        assert act == step.act
        table = follow(table, act)
    return table
