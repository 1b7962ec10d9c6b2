"""Write types and constants of the wire for the page, from Python's; with --check only compare.

Every field is always there, so none is optional; what Python calls None is null.
"""

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from types import ModuleType, NoneType, UnionType
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from ludotheque.draw import Placement
from ludotheque.engine import Score
from ludotheque.local.attempts import SolverShown
from ludotheque.page import page_data, records
from ludotheque.page.render import STATIC
from ludotheque.pictures import (
    AimSeen,
    BackSeen,
    BoardDrawing,
    Change,
    DutySeen,
    Ending,
    EndingSeen,
    Frame,
    Moment,
    MoveTold,
    Picture,
    PreviewSeen,
    QuestionSeen,
    RankedSeen,
    ReasonSeen,
    Replay,
    SetUp,
    SpotSeen,
    TallySeen,
)
from ludotheque.scene import Choice
from ludotheque.server.wire import messages, outgoing, puzzles
from ludotheque.study.line_seen import LineSeen
from ludotheque.study.puzzles import seen
from ludotheque.study.seen import ClaimSeen, JudgedSeen, LuckSeen, PointSeen, ReviewSeen
from ludotheque.study.tree_seen import NodeSeen, TreeSeen
from ludotheque.tables import names, protocol
from ludotheque.tables.shown import (
    ChairSeen,
    LaterSeed,
    MatchSeen,
    OutcomeSeen,
    TableSeen,
    TermsSeen,
)
from ludotheque.tables.table import Beginning

TYPES_FILE: Final = STATIC / "js" / "wire.d.ts"
CONSTANTS_FILE: Final = STATIC / "js" / "lib" / "protocol.js"
CONSTANTS: Final[Mapping[ModuleType, tuple[str, ...]]] = {
    protocol: ("LOGGED_OUT", "FOREIGN", "UNKNOWN", "RESTART"),
    messages: ("MOST_PREVIEWS",),
    names: ("LONGEST_NAME",),
    records: ("MOST_BYTES",),
}
"""What page and house agree on, by the modules that say it."""
CONSTANTS_HEAD: Final = """// @ts-check
/**
 * Constants that page and house agree on, by tools/wire_types.py.
 * @module
 */
"""
HEAD: Final = "/** Types of the wire, by tools/wire_types.py: for the type checker alone. */\n"
TYPES: Final[tuple[type[Any], ...]] = (
    BackSeen,
    SpotSeen,
    Placement,
    BoardDrawing,
    Choice,
    DutySeen,
    TallySeen,
    RankedSeen,
    EndingSeen,
    Picture,
    QuestionSeen,
    PreviewSeen,
    Change,
    AimSeen,
    ReasonSeen,
    MoveTold,
    Ending,
    Moment,
    Score,
    LaterSeed,
    OutcomeSeen,
    MatchSeen,
    ChairSeen,
    TermsSeen,
    Beginning,
    TableSeen,
    outgoing.ChairNoted,
    outgoing.Note,
    ClaimSeen,
    JudgedSeen,
    PointSeen,
    LuckSeen,
    ReviewSeen,
    NodeSeen,
    TreeSeen,
    LineSeen,
    outgoing.Queued,
    outgoing.Reviewed,
    outgoing.Found,
    seen.AnswerSeen,
    seen.PlaySeen,
    seen.PuzzleSeen,
    seen.LineShown,
    seen.ChanceSeen,
    seen.SolutionSeen,
    puzzles.Asked,
    puzzles.RatingMoved,
    puzzles.Answered,
    puzzles.GivenUp,
    puzzles.Hinted,
    puzzles.Looked,
    puzzles.Explained,
    puzzles.Offered,
    puzzles.Running,
    Frame,
    Replay,
    SetUp,
    SolverShown,
    page_data.GameData,
    page_data.LateData,
    page_data.LevelNamed,
    page_data.TableData,
    page_data.ScreenGame,
    page_data.ScreenData,
    page_data.StudyData,
    page_data.ReplayData,
    page_data.EditorData,
    page_data.PuzzleData,
    page_data.TaskData,
    page_data.LessonData,
    page_data.OptionData,
    page_data.BeginsData,
    page_data.BoxData,
    page_data.ClockData,
    *get_args(outgoing.AnyOutgoing),
)
PLAIN: Final = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}


def spelt(kind: Any) -> str:  # noqa: ANN401, PLR0911 - a type is anything, one line each
    """Return a type of Python as TypeScript spells it."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if kind is Any:
        return "unknown"
    if origin is Literal:
        return " | ".join(f'"{word}"' for word in inner)
    if origin is UnionType or str(origin) == "typing.Union":
        return " | ".join(dict.fromkeys(map(spelt, inner)))
    if origin in {tuple, list}:
        each = spelt(inner[0])
        return f"({each})[]" if "|" in each else f"{each}[]"
    if origin in {dict, Mapping} or issubclass(origin or kind, Mapping):
        return f"Record<{spelt(inner[0])}, {spelt(inner[1])}>"
    if kind in TYPES:
        return str(kind.__name__)
    raise TypeError(f"{kind} does not go over the wire")


def remarks(kind: type[Any]) -> Mapping[str, str]:
    """Return what is said below each field of a class, and of those that it is made from."""
    found: dict[str, str] = {}
    for each in filter(is_dataclass, reversed(kind.mro())):
        (body,) = ast.parse(textwrap.dedent(inspect.getsource(each))).body
        found |= said_below(body.body if isinstance(body, ast.ClassDef) else ())
    return found


def said_below(body: Iterable[ast.stmt]) -> Mapping[str, str]:
    """Return the sentence below each name that is assigned in *body*, where there is one."""
    found, last = {}, ""
    for node in body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name)):
                last = name
            case ast.Expr(value=ast.Constant(value=str(text))) if last:
                found[last] = " ".join(text.split())
    return found


def written(kind: type[Any]) -> Iterator[str]:
    """Yield the lines of one interface."""
    said, hints = remarks(kind), get_type_hints(kind)
    yield f"/** {' '.join((kind.__doc__ or '').split())} */"
    yield f"export interface {kind.__name__} {{"
    for field in fields(kind):
        if field.name in said:
            yield f"  /** {said[field.name]} */"
        yield f"  {field.name}: {spelt(hints[field.name])};"
    yield "}"


def constants() -> str:
    """Return the module of constants."""
    lines = [CONSTANTS_HEAD]
    for module, chosen in CONSTANTS.items():
        said = said_below(ast.parse(inspect.getsource(module)).body)
        lines += (
            f"/** {said[name]} */\nexport const {name} = {getattr(module, name)};\n"
            for name in chosen
        )
    return "\n".join(lines)


def types() -> str:
    """Return the file of types."""
    interfaces = ["\n".join(written(kind)) + "\n" for kind in TYPES]
    sent = " | ".join(kind.__name__ for kind in get_args(outgoing.AnyOutgoing))
    lines = " | ".join(kind.__name__ for kind in get_args(outgoing.AnyReviewed))
    found = " | ".join(kind.__name__ for kind in get_args(outgoing.AnyFound))
    unions = (
        f"export type Incoming = {sent};\nexport type AnyReviewed = {lines};\n"
        f"export type AnyFound = {found};\n"
    )
    return "\n".join((HEAD, *interfaces, unions))


def main() -> int:
    """Write the files, or say which are not as they would be written."""
    files = {TYPES_FILE: types(), CONSTANTS_FILE: constants()}
    if "--check" not in sys.argv[1:]:
        for file, text in files.items():
            file.write_text(text, encoding="utf-8")
        return 0
    stale = [file for file, text in files.items() if file.read_text(encoding="utf-8") != text]
    for file in stale:
        print(f"{file.name} is out of date: run tools/wire_types.py")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
