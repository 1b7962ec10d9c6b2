"""Runner of a contest: who plays the games, where they are kept, and in which order they count."""

from collections.abc import Callable, Generator, Iterable
from contextlib import closing

from ludotheque.arena.contest import Contest
from ludotheque.arena.folder import Folder
from ludotheque.arena.game import Fixture, Played, play

Crew = Callable[
    [Callable[[Fixture], Played], Iterable[Fixture]], Generator[tuple[int, Played], None, None]
]
"""Whoever does the work for each of the tasks, and yields number and result as they are done."""


def games(contest: Contest, crew: Crew, folder: Folder | None) -> Generator[Played, None, None]:
    """Yield every game in the order of its number, each once.

    What the *folder* has kept is not played again; what is played is kept there at once, whether
    or not its turn to be counted has come. Whoever looks no further has stopped the contest.
    """
    kept = folder.kept if folder is not None else {}
    done = {number: played for number, played in kept.items() if number < len(contest)}
    wanted = set(range(len(contest))) - set(done)
    missing = (fixture for fixture in contest.fixtures() if fixture.number in wanted)
    due = 0
    while due in done:
        yield done.pop(due)
        due += 1
    if not wanted:
        return
    with closing(crew(play, missing)) as results:
        for _, played in results:
            done[played.number] = played if folder is None else folder.keep(played)
            while due in done:
                yield done.pop(due)
                due += 1
