"""A puzzle as a page shows it: values in one reader's language, made for whoever is asked.

Nothing here holds more of a solution than its reader has found, but what `solved` returns: that is
for whoever has solved the puzzle or given it up.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal

from ludotheque.draw import NO_NAMES, symbol_id, symbol_name
from ludotheque.engine import kernel
from ludotheque.errors import N_, BadMove, IllegalMove, NotAllowed, Phrase
from ludotheque.games import AnyGame, Claim, Slip, Told
from ludotheque.pictures import Picture, PreviewSeen, moment
from ludotheque.pictures.of_move import picture_after, preview_of
from ludotheque.pictures.of_position import to_play
from ludotheque.pictures.picture import picture_of
from ludotheque.pictures.telling import briefly, sentences
from ludotheque.position import Seat
from ludotheque.scene import Piece, Scene
from ludotheque.study.claims import claims_of
from ludotheque.study.judged import Judged
from ludotheque.study.puzzles.attempt import Attempt
from ludotheque.study.puzzles.puzzle import Puzzle, Task
from ludotheque.study.puzzles.themes import catalogue
from ludotheque.study.puzzles.told import explained, named, question
from ludotheque.study.telling import say, score_told
from ludotheque.words import Words

LONGEST = 12
"""The moves of a line that are shown."""

TaskSeen = Literal["win", "hold", "chance", "secret", "better"]


@dataclass(frozen=True, slots=True)
class AnswerSeen:
    """What can be answered where no move is asked for."""

    text: str
    label: str
    href: str | None
    """Of its symbol."""


@dataclass(frozen=True, slots=True)
class PlaySeen:
    """A play that was seen before."""

    seat: Seat
    name: str
    """Of the seat."""
    brief: str
    told: tuple[str, ...]
    picture: Picture
    """After it, as far as it is known."""


@dataclass(frozen=True, slots=True)
class PuzzleSeen:
    """A puzzle that is asked."""

    task: TaskSeen
    question: str
    seats: int
    seat: Seat
    options: dict[str, str]
    position: str | None
    """Its text, for a board to study on; null where part of it is hidden."""
    picture: Picture
    """As whoever is asked sees it, with what can be touched."""
    flipped: bool
    """Whether the seat that is asked sits at the upper edge of the board."""
    answers: tuple[AnswerSeen, ...]
    """Where no move is asked for."""
    about: Seat | None
    """Whose secret is asked for."""
    plays: tuple[PlaySeen, ...]
    """Where the answer follows from them, the oldest first."""


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line of play, and what it shows."""

    told: str
    moves: tuple[str, ...]
    pictures: tuple[Picture, ...]
    """Of where it begins, and after each move."""


@dataclass(frozen=True, slots=True)
class ChanceSeen:
    """How good an answer was."""

    label: str
    told: str
    """Its chance, or the least and the most that it can be."""
    least: float
    most: float
    right: bool


@dataclass(frozen=True, slots=True)
class SolutionSeen:
    """What a puzzle was about."""

    told: tuple[str, ...]
    """What is proved of it, and its themes."""
    line: LineShown
    """The solution, from where the puzzle begins."""
    onward: LineShown | None
    """The same to the end of the win, defended as long as can be; null where it goes no further, or
    how is not known."""
    answer: str
    """Its first move in a few words, or what was to be answered."""
    chances: tuple[ChanceSeen, ...]
    """Where chances are asked for, the best first."""


def asked(attempt: Attempt, words: Words) -> PuzzleSeen:
    """Return what is asked, as far as *attempt* has come."""
    puzzle, game = attempt.puzzle, attempt.puzzle.taken
    view = puzzle.view()
    return PuzzleSeen(
        task=puzzle.task.value,
        question=said(question(puzzle), words),
        seats=view.imagined(Random(0)).seats,
        seat=puzzle.seat,
        options=dict(puzzle.options),
        position=None if puzzle.covered else puzzle.position,
        picture=now(attempt, words),
        flipped=game.seat_edges[puzzle.seat] == "above" if game.seat_edges else False,
        answers=tuple(_answers(game, puzzle, words)),
        about=puzzle.about,
        plays=tuple(_plays(game, puzzle, words)),
    )


def now(attempt: Attempt, words: Words) -> Picture:
    """Return the picture as it is, with what whoever is asked can touch, unless it is solved."""
    puzzle, game = attempt.puzzle, attempt.puzzle.taken
    if not puzzle.covered:
        shown = moment(game, puzzle.begin(), attempt.made, words).picture
        return replace(shown, choices=(), duty=None) if attempt.solved else shown
    view = puzzle.view()
    if puzzle.task is Task.SECRET:
        return picture_of(game.scene(view, puzzle.seat, None))
    return to_play(game, view, puzzle.seat, words)


def after(attempt: Attempt, text: str, words: Words) -> PreviewSeen | None:
    """Return the picture after a move, before anybody else acts; None where it cannot be made."""
    puzzle, game = attempt.puzzle, attempt.puzzle.taken
    if puzzle.task is Task.SECRET:
        return None
    if not puzzle.covered:
        return moment(game, puzzle.begin(), attempt.made, words, tries=[text]).previews[0]
    view = puzzle.view()
    try:
        move = game.move(text, view)
    except (BadMove, IllegalMove):
        return None
    return preview_of(game, _after_covered(puzzle, move), NO_NAMES, view, move, words)


def _after_covered(puzzle: Puzzle, move: Any) -> Scene:  # noqa: ANN401 - as the game has it
    """Return the scene after *move* where something is covered, of which it shows no more."""
    game, view = puzzle.taken, puzzle.view()
    reached: Any = view.imagined(Random(0)).after(move)
    scene = game.scene(reached.seen_by(puzzle.seat), puzzle.seat, move)
    if reached.outcome() is not None:
        # What the end would reveal was only imagined: nothing but what moved is shown.
        before = game.scene(view, puzzle.seat, None)
        scene = replace(scene, pieces=_moved(before.pieces, scene.pieces))
    return scene


def _moved(before: Iterable[Piece], after: Iterable[Piece]) -> tuple[Piece, ...]:
    """Return the pieces of *before*, those that have come elsewhere as they lie *after*."""
    later = {piece.id: piece for piece in after}
    return tuple(
        later[piece.id] if piece.id in later and later[piece.id].spot != piece.spot else piece
        for piece in before
    )


def refuted(attempt: Attempt, move: str, words: Words) -> LineShown | None:
    """Return why a wrong *move* fails, proved, where it can be; nothing of what is right."""
    puzzle = attempt.puzzle
    if line := attempt.refuted(move):
        told = words.count("It loses in {n} move.", "It loses in {n} moves.", (len(line) + 1) // 2)
    elif line := attempt.defended(move):
        left = puzzle.plies - len(attempt.made) - 2
        message = (
            N_("After {move} there is no win at once any more.")
            if left <= 1
            else N_("After {move} there is no win within {plies} moves of both sides any more.")
        )
        reply = _brief(puzzle, (*attempt.made, move), line[0], words)
        told = words.say(message, move=reply, plies=left)
    else:
        return None
    return _line(puzzle, (*attempt.made, move, *line), words, told, since=len(attempt.made) + 1)


def falls_short(attempt: Attempt, answer: str, words: Words) -> str:
    """Return what a wrong answer is worth where chances are asked for; else nothing."""
    found = next((each for each in attempt.puzzle.answers if each.text == answer), None)
    if found is None:
        return ""
    message = (
        N_("How likely it is: {chance}. Something else is likelier.")
        if attempt.puzzle.task is Task.SECRET
        else N_("Its chance: {chance}. There is a better one.")
    )
    return words.say(message, chance=_chance(found.least, found.most, words))


def solved(puzzle: Puzzle, words: Words) -> SolutionSeen:
    """Return all that there is to say of *puzzle*."""
    first = puzzle.line[0]
    answer = called(puzzle, first, words)
    told = tuple(said(each, words) for each in _told(puzzle, answer))
    line = _line(puzzle, puzzle.line, words, "", since=0)
    onward = _onward(puzzle, words)
    chances = tuple(
        ChanceSeen(
            called(puzzle, each.text, words),
            _chance(each.least, each.most, words),
            each.least,
            each.most,
            each.text == first,
        )
        for each in puzzle.answers
    )
    return SolutionSeen(told, line, onward, answer, chances)


def _onward(puzzle: Puzzle, words: Words) -> LineShown | None:
    """Return the solution and how it goes on to the win, if it does."""
    rest = Attempt(puzzle, puzzle.line).onward()
    if not rest:
        return None
    moves = (*puzzle.line, *rest)
    told = [_brief(puzzle, moves[:made], move, words) for made, move in enumerate(moves)]
    sentence = words.say("The solution, defended as long as can be: {line}", line=" ".join(told))
    return _line(puzzle, moves, words, sentence, since=0)


def bettered(puzzle: Puzzle, mistake: Judged, words: Words) -> SolutionSeen:
    """Return what would have been better than a *mistake* of one's own, and what it cost."""
    answer, line = called(puzzle, puzzle.line[0], words), mistake.lines[0].moves[:LONGEST]
    told = (
        words.say("{move} was better.", move=answer),
        words.say(
            "What you could expect: {value}; after {played}: {reached}.",
            value=score_told(mistake.value, words),
            played=called(puzzle, mistake.move, words),
            reached=score_told(mistake.reached, words),
        ),
    )
    return SolutionSeen(told, _line(puzzle, line, words, "", since=0), None, answer, ())


def _told(puzzle: Puzzle, answer: str) -> Iterator[Told]:
    """Yield the sentences, the first move in them as people call it."""
    for each in explained(puzzle):
        facts = {**each.facts, "move": answer} if "move" in each.facts else each.facts
        yield Told(each.message, facts)


def hinted(puzzle: Puzzle, words: Words) -> str:
    """Return what *puzzle* is about: its themes."""
    themes = [
        words.say(theme.name)
        for key, theme in catalogue(puzzle.taken).items()
        if key in puzzle.themes
    ]
    return words.say("It is about: {themes}", themes=", ".join(themes))


def begins(puzzle: Puzzle, words: Words) -> str:
    """Return with what the move begins that *puzzle* asks for: what is touched first, and where."""
    scene = puzzle.taken.scene(puzzle.view(), puzzle.seat, None)
    wanted = (each.touches[0] for each in scene.choices if each.move == puzzle.line[0])
    touch = next(wanted, None)
    piece = next((each for each in scene.pieces if touch in (each.id, each.spot)), None)
    if piece is None:
        raise NotAllowed(N_("there is no hint for this puzzle"))
    name, facts = symbol_name(piece.symbol)
    what = words.say(name, **facts)
    if scene.board.spot(piece.spot).label:  # Its id says little, and so does where it lies.
        return words.say("A better move begins with this: {what}.", what=what)
    return words.say("A better move begins here: {place}, {what}.", place=piece.spot, what=what)


def claimed(attempt: Attempt, move: str, words: Words) -> tuple[LineShown, ...]:
    """Return what a wrong *move* gave away, each sentence proved; it may tell the solution."""
    puzzle, game = attempt.puzzle, attempt.puzzle.taken
    if puzzle.task is Task.SECRET:
        return ()
    view = attempt.now
    best = puzzle.line[len(attempt.made) :]
    answer = attempt.refuted(move) or attempt.defended(move)
    belief: tuple[tuple[float, ...], ...] = ()
    if puzzle.covered and kernel.has_belief(game):
        belief = tuple(map(tuple, kernel.belief(game, view, puzzle.seat, [])))
    slip = Slip(view, game.move(move, view), best, answer, belief)
    return tuple(proved(attempt, move, claim, words) for claim in claims_of(game, slip))


def proved(attempt: Attempt, move: str, claim: Claim, words: Words) -> LineShown:
    """Return a claim about *move*, with the line that shows it on the board, if there is one."""
    puzzle, made = attempt.puzzle, attempt.made
    names = [words.say(name) for name in puzzle.taken.seat_names]
    told = " ".join(say(each, words, names) for each in claim.told)
    before = made if claim.instead else (*made, move)
    line = (*before, *claim.line[:LONGEST])
    if puzzle.covered or not claim.line:
        return LineShown(told, (), ())
    return _line(puzzle, line, words, told, since=len(before))


def called(puzzle: Puzzle, answer: str, words: Words) -> str:
    """Return what an *answer* to the first question is called, in a few words."""
    if puzzle.task is Task.SECRET:
        name = named(puzzle.taken, puzzle, answer)
        return words.say(str(name)) if isinstance(name, Phrase) else name
    game = puzzle.taken
    return briefly(game, game.move(answer, puzzle.view()), words)


def called_now(attempt: Attempt, move: str, words: Words) -> str:
    """Return what a *move* is called that is made as far as *attempt* has come."""
    game = attempt.puzzle.taken
    return briefly(game, game.move(move, attempt.now), words)


def said(told: Told, words: Words) -> str:
    """Return a sentence."""
    return words.say(told.message, **told.facts)


def _brief(puzzle: Puzzle, made: Sequence[str], move: str, words: Words) -> str:
    game, position = puzzle.taken, puzzle.begin()
    for text in made:
        position = position.after(game.move(text, position))
    return briefly(game, game.move(move, position), words)


def _line(
    puzzle: Puzzle, moves: tuple[str, ...], words: Words, told: str, *, since: int
) -> LineShown:
    """Return the pictures of a line from where the puzzle begins, of what comes after *since*."""
    game = puzzle.taken
    if puzzle.task is Task.SECRET:
        return LineShown(told, (), ())
    if puzzle.covered:
        view = puzzle.view()
        move = game.move(moves[0], view)
        begun = picture_of(game.scene(view, puzzle.seat, None))
        made = picture_after(game, _after_covered(puzzle, move), NO_NAMES, view, move, words)
        return LineShown(told, moves, (begun, made))
    position = puzzle.begin()
    pictures = [
        replace(moment(game, position, moves[:end], words).picture, choices=(), duty=None)
        for end in range(since, len(moves) + 1)
    ]
    return LineShown(told, moves[since:], tuple(pictures))


def _answers(game: AnyGame, puzzle: Puzzle, words: Words) -> Iterator[AnswerSeen]:
    if puzzle.task is not Task.SECRET or game.puzzling is None:
        return
    # In the order of the game: that of the puzzle says which is the likeliest.
    for text, name in game.puzzling.secrets.items():
        symbol = game.puzzling.looks.get(text)
        href = None if symbol is None else f"#{symbol_id(symbol)}"
        yield AnswerSeen(text, words.say(name), href)


def _plays(game: AnyGame, puzzle: Puzzle, words: Words) -> Iterator[PlaySeen]:
    if not puzzle.plays or game.puzzling is None or game.puzzling.retold is None:
        return
    view = puzzle.view()
    retold = [game.puzzling.retold(view, each.before, each.move) for each in puzzle.plays]
    later = [before for before, _ in retold[1:]] + [view]
    for each, (before, move), then in zip(puzzle.plays, retold, later, strict=True):
        scene = game.scene(then, puzzle.seat, move)
        told, brief = sentences(game, before, move, words), briefly(game, move, words)
        name = words.say(game.seat_names[each.seat])
        shown = picture_of(scene, told=told, brief=brief)
        yield PlaySeen(each.seat, name, brief, told, shown)


def _chance(least: float, most: float, words: Words) -> str:
    """Return a chance in per cent; where only its bounds are known, both."""
    low, high = round(100 * least), round(100 * most)
    if low == high:
        return words.say("{percent}%", percent=low)
    return words.say("{least}% to {most}%", least=low, most=high)
