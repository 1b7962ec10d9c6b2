"""Registry of players by name: levels, Python classes, other programs, bots of OpenSpiel.

| text | who |
|---|---|
| `random`, `greedy`, `level:3`, `search:0.2`, `uct:0.2` | a player of the house |
| `package.module:Class`, `folder/file.py:Class` | a Python class, see docs/arena.md |
| `ugi:COMMAND LINE` | a program that speaks UGI |
| `openspiel:NAME?SETTING=VALUE`, `openspiel:module:function` | an OpenSpiel bot |

`NAME=` in front gives it another name: `fish=ugi:./fish --hash 64`.
"""

import inspect
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from ludotheque.arena import spiel
from ludotheque.engine import LEVELS, Player, is_computer, player
from ludotheque.errors import N_, BadOption, Phrase
from ludotheque.games import AnyGame
from ludotheque.ugi.client import UGI, command_of

SPIEL: Final = "openspiel:"
NAMED: Final = re.compile(r"([A-Za-z][\w.+-]*)=(.+)", re.DOTALL)
PYTHON: Final = re.compile(r"(.+\.py|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*)")
"""A file or a module, and a name in it."""


class Entrant(NamedTuple):
    """Who takes part in a contest."""

    name: str
    text: str
    """What it is, as listed above."""


def entrants(texts: Sequence[str]) -> tuple[Entrant, ...]:
    """Return who the *texts* name; those of the same name are numbered from the second on."""
    found: list[Entrant] = []
    for text in texts:
        named = NAMED.fullmatch(text)
        name, what = (named[1], named[2]) if named else (text, text)
        taken = {entrant.name for entrant in found}
        numbers = (f"{name} #{number}" for number in range(2, len(texts) + 1))
        free = name if name not in taken else next(one for one in numbers if one not in taken)
        found.append(Entrant(free, what))
    return tuple(found)


def check(text: str, game: AnyGame) -> None:
    """Raise BadOption unless *text* names someone who can play *game* in a contest."""
    if text.startswith(UGI):
        program = command_of(text.removeprefix(UGI))[0]
        if shutil.which(program) is None:
            raise BadOption(N_("“{text}”: there is no program {name}"), text=text, name=program)
    elif text.startswith(SPIEL):
        spiel.check(text.removeprefix(SPIEL), game)
    elif python := _python(text):
        _check_class(text, _class(*python))
    elif text.endswith(".py"):
        raise BadOption(N_("“{text}”: which class is the player? Name it: {text}:Class"), text=text)
    elif not is_computer(text):
        raise BadOption(
            N_(
                "“{text}” cannot play in a contest: a player is random, greedy, level:1 to"
                " level:{most}, search:SECONDS, uct:SECONDS, file.py:Class, module:Class,"
                " ugi:COMMAND or openspiel:BOT"
            ),
            text=text,
            most=len(LEVELS),
        )
    else:
        player(text, game, Random(0))


def is_foreign(text: str) -> bool:
    """Return whether *text* names someone from outside, who may crash or hang."""
    return text.startswith((UGI, SPIEL)) or _python(text) is not None


def thinker(text: str, game: AnyGame, seat: int, rng: Random) -> Player:
    """Return whom *text* names, at a *seat*; who speaks UGI is asked by `Engines`."""
    if text.startswith(SPIEL):
        return spiel.player(text.removeprefix(SPIEL), game, seat, rng)
    if python := _python(text):
        made: Player = _class(*python)(game, rng)
        return made
    found = player(text, game, rng)
    assert found is not None  # noqa: S101 - the contest has refused people
    return found


def _python(text: str) -> tuple[str, str] | None:
    """Return the module or file and the name that *text* spells, None if it is no such text."""
    parts = PYTHON.fullmatch(text)
    if parts is None or parts[1] in {"level", "search", "uct"}:
        return None
    return parts[1], parts[2]


def _class(place: str, name: str) -> Any:  # noqa: ANN401 - whatever the module holds
    """Return what is called *name* in a module or a file. Raise BadOption."""
    found = getattr(loaded(place), name, None)
    if not callable(found):
        raise BadOption(N_("“{place}:{name}”: there is no such class"), place=place, name=name)
    return found


def _check_class(text: str, found: Any) -> None:  # noqa: ANN401 - as above
    """Raise BadOption unless *found* can be called as a player is, and so can its `choose`.

    Nobody is made to find that out: it may take long. What a function will make is not known.
    """
    _check_call(text, found, f"{text.rpartition(':')[2]}(game, rng)", given=2)
    if not isinstance(found, type):
        return
    choose, wanted = getattr(found, "choose", None), "choose(self, view, past, seconds)"
    if not callable(choose):
        raise BadOption(N_("“{text}” cannot play: it has no {wanted}"), text=text, wanted=wanted)
    bound = isinstance(inspect.getattr_static(found, "choose"), staticmethod | classmethod)
    _check_call(text, choose, wanted, given=3 if bound else 4)


def _check_call(text: str, found: Callable[..., Any], wanted: str, given: int) -> None:
    """Raise BadOption if *found* cannot be called with as many arguments as are *given*."""
    try:
        signature = inspect.signature(found)
    except ValueError:  # What is not written in Python need not tell.
        return
    try:
        signature.bind(*range(given))
    except TypeError:
        raise BadOption(
            N_("“{text}” cannot play: expected {wanted}, found {found}"),
            text=text,
            wanted=wanted,
            found=f"{wanted.partition('(')[0]}{signature}",
        ) from None


@cache
def loaded(place: str) -> Any:  # noqa: ANN401 - a module
    """Return the module called *place*, or in the file of that name. Raise BadOption."""
    why: object
    try:
        return _from_file(Path(place)) if place.endswith(".py") else import_module(place)
    except FileNotFoundError:
        why = Phrase(N_("there is no such file"))
    except Exception as error:  # noqa: BLE001 - a module may raise anything
        why = f"{type(error).__name__}: {error}"
    raise BadOption(N_("“{place}” cannot be loaded: {why}"), place=place, why=why)


def _from_file(file: Path) -> Any:  # noqa: ANN401 - a module
    name = f"ludotheque_entrant_{abs(hash(file.resolve()))}"
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None or not file.exists():
        raise FileNotFoundError(file)
    module = module_from_spec(spec)
    sys.modules[name] = module  # What is defined there can say where it is from.
    try:
        spec.loader.exec_module(module)
    except BaseException:
        with suppress(KeyError):
            del sys.modules[name]
        raise
    return module
