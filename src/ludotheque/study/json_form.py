"""A review as JSON, and back: for whoever keeps it or reads it elsewhere.

docs/study.md lists the fields. Shares are numbers from 0 to 1, a score is a share and, where it is
certain, in how many moves of all seats; sentences stay templates with their facts, so that a kept
review can be told in any language.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

from ludotheque.engine import Line, Score
from ludotheque.errors import N_, BadRecord, Phrase
from ludotheque.games import Claim, Told, take
from ludotheque.match.parts import Find, read_setup, setup_part
from ludotheque.position import Outcome
from ludotheque.study.judged import Judged, Label, Point, Review
from ludotheque.study.luck import PART_NAMES, Account, Part

FORMAT: Final = "ludotheque-review"
VERSION: Final = 1
RECORDS: Final = 3
"""The version of records whose set-up a review has."""
PHRASE: Final = "phrase"

Plain = Mapping[str, Any]


def to_json(review: Review) -> str:
    """Return the JSON of *review*, a move a line."""
    return json.dumps(to_plain(review), ensure_ascii=False, indent=1) + "\n"


def from_json(text: str, find: Find = take) -> Review:
    """Return the review that *text* holds, its game found by *find*, or raise BadRecord."""
    try:
        return from_plain(json.loads(text), find)
    except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise BadRecord(N_("this is no review, or one that was cut or changed")) from error


def to_plain(review: Review) -> dict[str, Any]:
    """Return *review* as plain values: texts, numbers, lists, mappings, None."""
    result = review.result
    return {
        "format": FORMAT,
        "version": VERSION,
        "setup": setup_part(review.setup),
        "result": None if result is None else {"shares": result.shares, "reason": result.reason},
        "complete": review.complete,
        "accuracies": review.accuracies,
        "turning_points": review.turning_points,
        "luck": [_account(each) for each in review.luck],
        "points": [{"number": each.number, "shares": each.shares} for each in review.points],
        "moves": [_move(each) for each in review.moves],
    }


def from_plain(plain: Plain, find: Find = take) -> Review:
    """Return the review that plain values are, as `to_plain` gives them."""
    if (plain["format"], plain["version"]) != (FORMAT, VERSION):
        raise ValueError
    result = plain["result"]
    return Review(
        setup=read_setup(plain["setup"], "setup.", find, RECORDS),
        result=result and Outcome(tuple(result["shares"]), result["reason"]),
        complete=plain["complete"],
        accuracies=tuple(plain["accuracies"]),
        turning_points=tuple(plain["turning_points"]),
        luck=tuple(_read_account(each) for each in plain["luck"]),
        points=tuple(Point(each["number"], tuple(each["shares"])) for each in plain["points"]),
        moves=tuple(_read_move(each) for each in plain["moves"]),
    )


def _move(judged: Judged) -> Plain:
    return {
        "number": judged.number,
        "turn": judged.turn,
        "seat": judged.seat,
        "move": judged.move,
        "before": judged.before,
        "value": _score(judged.value),
        "reached": _score(judged.reached),
        "loss": judged.loss,
        "error": judged.error,
        "label": None if judged.label is None else judged.label.name.lower(),
        "best": judged.best,
        "only": judged.only,
        "lines": [_line(line) for line in judged.lines],
        "answer": judged.answer,
        "claims": [_claim(claim) for claim in judged.claims],
    }


def _read_move(plain: Plain) -> Judged:
    label = plain["label"]
    return Judged(
        number=plain["number"],
        turn=plain["turn"],
        seat=plain["seat"],
        move=plain["move"],
        before=plain["before"],
        value=_read_score(plain["value"]),
        reached=_read_score(plain["reached"]),
        loss=plain["loss"],
        error=plain["error"],
        label=None if label is None else Label[label.upper()],
        best=plain["best"],
        only=plain["only"],
        lines=tuple(_read_line(line) for line in plain["lines"]),
        answer=tuple(plain["answer"]),
        claims=tuple(_read_claim(claim) for claim in plain["claims"]),
    )


def _account(account: Account) -> Plain:
    parts = {name: getattr(account, name)._asdict() for name in PART_NAMES}
    return {**parts, "result": account.result}


def _read_account(plain: Plain) -> Account:
    parts = {name: Part(**plain[name]) for name in PART_NAMES}
    return Account(**parts, result=plain["result"])


def _score(score: Score) -> Plain:
    return {"share": score.share, "certain_in": score.certain_in}


def _read_score(plain: Plain) -> Score:
    return Score(plain["share"], plain["certain_in"])


def _line(line: Line) -> Plain:
    return {
        **_score(line.score),
        "depth": line.depth,
        "nodes": line.nodes,
        "moves": line.moves,
    }


def _read_line(plain: Plain) -> Line:
    return Line(_read_score(plain), plain["depth"], plain["nodes"], tuple(plain["moves"]))


def _claim(claim: Claim) -> Plain:
    return {
        "kind": claim.kind,
        "told": [
            {"message": told.message, "facts": {k: _fact(fact) for k, fact in told.facts.items()}}
            for told in claim.told
        ],
        "line": claim.line,
        "instead": claim.instead,
        "spots": claim.spots,
    }


def _read_claim(plain: Plain) -> Claim:
    told = tuple(
        Told(each["message"], {k: _read_fact(fact) for k, fact in each["facts"].items()})
        for each in plain["told"]
    )
    spots = tuple(plain["spots"])
    return Claim(plain["kind"], told, tuple(plain["line"]), plain["instead"], spots)


def _fact(fact: object) -> object:
    """Return a fact of a sentence; one that is words itself says so, for it is translated, too."""
    if isinstance(fact, Phrase):
        return {PHRASE: str(fact)}
    return fact if isinstance(fact, str | int | float) else str(fact)


def _read_fact(plain: object) -> object:
    return Phrase(plain[PHRASE]) if isinstance(plain, dict) else plain
