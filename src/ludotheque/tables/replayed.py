"""A record looked at again, picture by picture, by those who may see it."""

from ludotheque.match import REASONS, Record, verify
from ludotheque.position import CHANCE, Seat
from ludotheque.tables.pictured import Plain, past, story
from ludotheque.words import Words


def replayed(record: Record, seat: Seat | None, words: Words) -> Plain:
    """Return every picture of *record* as *seat* may see it, or raise BadRecord where it is wrong.

    Once a game is over everyone may see everything, its past as well.
    """
    report = verify(record)
    match, game = report.match, record.setup.game
    turns = [number for number, ply in enumerate(match.plies) if ply.mover is not CHANCE]
    ends = [*turns, len(match.plies)]
    moves = [{"seat": None, "move": None, "told": []}, *story(match, seat, words)]
    seen = [position if match.outcome else position.seen_by(seat) for position in match.positions]
    result = record.result
    reasons = {**REASONS, **game.reasons}
    return {
        "game": game.slug,
        "title": words.say(game.title),
        "options": dict(record.setup.options),
        "players": list(record.setup.players),
        "ending": result
        and {"shares": list(result.shares), "reason": words.say(reasons[result.reason])},
        "seed": record.seed,
        "seed_hash": record.setup.seed_hash,
        "draws": report.draws,
        "frames": [
            {
                **move,
                "position": str(seen[end]),
                "picture": past(match, number, seat, words),
            }
            for number, (end, move) in enumerate(zip(ends, moves, strict=True))
        ],
    }
