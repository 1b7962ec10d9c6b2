"""Every screen on which a board lies, brought to the moments at which its layout is put to test."""

from collections.abc import Callable
from functools import partial
from urllib.parse import quote

from playwright.sync_api import expect

from browser.screens import MIDDLE, by_mouse
from browser.test_study import played
from ludotheque.games import take
from ludotheque.match import Record, Referee, replay, to_json
from ludotheque.study.puzzles import Task, shipped

COVERED = [{"person": name} for name in ("Ann", "Benedict the Great", "Cleo", "Dora", "Emile")]
BLUNDER = "N1oS/1NNNS/2o3/1NN1N2/N4S/1oo2/2N1 S"
"""South wins by e6-d7; after a4^c6 North does, by d2-d1."""
JOKER = "./p/./gb/y/r/./././. 1 pg *-,*+,b-,^+,p-|g+,b+,y-,p++,*- -"
"""A race in which the first hand holds cards that ask for a colour."""


def at_table(screen, game, company=1, start=None):
    """Sit at a table with computers, and be to move."""
    screen.open(game, ["me", *[{"level": 1}] * company], start=start, beginner=0)
    assert screen.wait()


def under_cover(screen, seats):
    """Share the screen with others; the next hand is covered."""
    screen.open("race", COVERED[:seats], clock="10m")
    screen.page.locator("#cover").wait_for()


def asked(screen):
    """Play a card that asks for a colour."""
    at_table(screen, "race", start=JOKER)
    choice = next(c for c in screen.seen()["picture"]["choices"] if c["move"].startswith("*"))
    by_mouse(screen.page, f'[data-spot="{choice["touches"][0]}"]')
    screen.page.locator("#bubble").wait_for()


def ended(screen, game, company=1):
    """Give the game up."""
    at_table(screen, game, company)
    screen.page.locator('[data-deed="resign"]').click()
    screen.page.locator('#sure [value="yes"]').click()
    screen.page.locator("#ending").wait_for()


def waiting(screen):
    """Wait for others to sit down."""
    screen.open("race", ["me", "invited", "invited"])
    screen.page.locator("#invite").wait_for()


def learning(screen, game):
    """Stand before the first exercise."""
    screen.page.goto(f"/learn/{game}")
    screen.page.locator(".target.active, .playable").first.wait_for(state="attached")


def looking_back(screen, game, seats=2):
    """Look at the middle of a game that was played."""
    record = to_json(played(game, seats))
    screen.page.goto("/replay")
    screen.page.locator("#file").set_input_files(
        {"name": "game.json", "mimeType": "text/plain", "buffer": record.encode()}
    )
    screen.page.locator("#moves li").nth(9).locator("button").click()
    expect(screen.page.locator("#moves [aria-current]")).to_have_count(1)


def blundered(moves=2):
    """Return the record of a short game: one could win at once, and lets the other do so.

    After fewer *moves* it is not over.
    """
    referee = Referee("5e" * 32)
    match = referee.begin(take("tortuga"), ["Ann", "Benedict the Great"], began=0, start=BLUNDER)
    for seat, move in enumerate(("a4^c6", "d2-d1")[:moves]):
        match = referee.play(match, seat, move, at=0)
    return to_json(Record.of(match, referee.seed))


def opened(screen, record):
    """Look at the first moment of a record."""
    screen.page.goto("/replay")
    screen.page.locator("#file").set_input_files(
        {"name": "game.json", "mimeType": "text/plain", "buffer": record.encode()}
    )
    screen.page.locator("#replay").wait_for()


def reviewed(screen, record):
    """Have a game looked over, and look at the first mistake."""
    opened(screen, record)
    screen.page.locator("#review-begin").click()
    expect(screen.page.locator("#review-progress")).to_be_hidden()
    screen.page.keyboard.press("n")


def setting_up(screen, game):
    """Set up a board."""
    screen.page.goto(f"/editor/{game}")
    screen.page.locator("#board .piece").first.wait_for()


def studying(screen, game):
    """Study a position, and have played a move."""
    record = played(game)
    *_, before, _ = replay(record)
    position = quote(str(before.position))
    screen.page.goto(f"/study/{game}?position={position}&back=/replay")
    screen.page.locator(".target.active").first.wait_for(state="attached")


def puzzled(screen, game, task):
    """Have a puzzle of that kind given up: nothing more can be said of it."""
    puzzle = next(each for each in shipped(take(game)) if each.task is task)
    screen.page.goto(f"/puzzles/{game}/{puzzle.id}")
    screen.page.locator("#give-up").click()
    screen.page.locator("#after").wait_for()


Room = Callable[..., None]

ROOMS: dict[str, Room] = {
    "table-tortuga": partial(at_table, game="tortuga", start=MIDDLE["tortuga"]),
    "table-hops": partial(at_table, game="hops", start=MIDDLE["hops"]),
    "table-race-2": partial(at_table, game="race"),
    "table-race-5": partial(at_table, game="race", company=4),
    "cover-2": partial(under_cover, seats=2),
    "cover-5": partial(under_cover, seats=5),
    "bubble": asked,
    "ended-hops": partial(ended, game="hops"),
    "ended-race-5": partial(ended, game="race", company=4),
    "lobby": waiting,
    **{f"learn-{game}": partial(learning, game=game) for game in ("hops", "race", "tortuga")},
    "replay-hops": partial(looking_back, game="hops"),
    "replay-race-5": partial(looking_back, game="race", seats=5),
    "replay-tortuga": partial(looking_back, game="tortuga"),
    "review-race-5": lambda screen: reviewed(screen, to_json(played("race", 5))),
    "review-tortuga": lambda screen: reviewed(screen, blundered()),
    **{f"study-{game}": partial(studying, game=game) for game in ("hops", "race", "tortuga")},
    "puzzle-hops": partial(puzzled, game="hops", task=Task.HOLD),
    "puzzle-race": partial(puzzled, game="race", task=Task.SECRET),
    "puzzle-tortuga": partial(puzzled, game="tortuga", task=Task.WIN),
    **{f"editor-{game}": partial(setting_up, game=game) for game in ("hops", "race", "tortuga")},
}
"""By name, what brings a screen there."""
