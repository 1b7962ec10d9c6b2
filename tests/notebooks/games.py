"""Games for the tests of the notebook: played anyhow, by people with difficult names."""

from random import Random

from ludotheque.games import take
from ludotheque.match import Record, Referee

SEED = "5e" * 32
NAMES = ["<b>Ana</b>", 'Bén & "Co" \'', "</script><script>alert(1)</script>", "{move}", "-->"]


def match_of(slug, seats=2, plies=None):
    """Return a match after so many moves of the seats, by default at its end."""
    rng, referee = Random(5), Referee(SEED)
    match = referee.begin(take(slug), NAMES[:seats], began=0)
    while match.outcome is None and plies != 0:
        move = str(rng.choice(match.position.moves()))
        match = referee.play(match, match.to_move, move, at=0)
        plies = None if plies is None else plies - 1
    return match


def record_of(slug, seats=2, plies=None):
    """Return the record of such a match."""
    return Record.of(match_of(slug, seats, plies), SEED)
