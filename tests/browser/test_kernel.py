"""The kernel as WebAssembly: in a real browser it is, number for number, what it is natively."""

import re
from collections import defaultdict
from itertools import islice, product
from random import Random

import pytest
from kernel_page import KERNEL, asking, served

from ludotheque.engine import kernel, level
from ludotheque.engine.asked import Asked
from ludotheque.engine.proof import prover
from ludotheque.engine.signature import counts
from ludotheque.position import CHANCE, Seen
from parts import having
from servers import missing
from test_kernel_text import garbled
from waiting import PATIENCE
from wandering import wander

if not kernel.BUILT:
    pytest.skip("this house is built without its kernel", allow_module_level=True)

GAMES = having("kernel")
OPEN = [game for game in GAMES if kernel.has_thinker(game)]
SECRET = [game for game in GAMES if kernel.has_secret_search(game)]
TABLES = ("TWINS", "THINKERS", "PROVERS", "SAMPLERS", "SECRET_SEARCHES", "VALUINGS", "FORTUNES")


def named(game):
    return game.slug


every_game = pytest.mark.parametrize("game", GAMES, ids=named)
open_game = pytest.mark.parametrize("game", OPEN, ids=named)
secret_game = pytest.mark.parametrize("game", SECRET, ids=named)


@pytest.fixture(scope="module")
def address():
    if not KERNEL.exists():
        missing("the kernel as WebAssembly (make wasm)")
    with served() as address:
        yield address


@pytest.fixture(scope="module")
def page(browser, address):
    context = browser.new_context()
    context.set_default_timeout(PATIENCE * 1_000)
    page = context.new_page()
    page.ask = asking(page, address)
    yield page
    context.close()


@pytest.fixture(scope="module")
def asked(page):
    return Asked(page.ask)


@pytest.fixture
def in_browser(asked, monkeypatch):
    """Let the engine ask the browser's kernel; give what lets it ask the native one again."""

    def swap(to):
        monkeypatch.setattr(kernel, "_kernel", to)
        monkeypatch.setattr(kernel, "_FREE", defaultdict(list))  # Searches are of one kernel.

    before = native()
    swap(asked)
    return lambda: swap(before)


def native():
    return kernel._kernel


def positions(game, seeds=4, plies=12):
    """Yield positions of random games at all kinds of tables, where a seat is to move or nobody."""
    for seed in range(seeds):
        yield from wander(game, seed, plies=plies)


def pairs(game, asked, **some):
    """Yield the same positions as twins of both kernels."""
    for position, options in positions(game, **some):
        yield tuple(each.TWINS[game.slug](str(position), options) for each in (native(), asked))


def test_both_offer_the_same_but_for_research(asked):
    for table in (*TABLES, "BELIEFS"):
        assert set(getattr(asked, table)) == set(getattr(native(), table))
    assert (asked.MATE, asked.DECISIVE) == (native().MATE, native().DECISIVE)
    assert not asked.BATCHES
    assert not asked.COURSES


@every_game
def test_rules_are_the_same(game, asked):
    for one, other in pairs(game, asked):
        assert str(one) == str(other)
        assert one.to_move == other.to_move
        assert one.moves() == other.moves()
        assert one.count() == other.count()
        assert one.outcome() == other.outcome()
        for index in range(0, one.count(), 7):
            assert str(one.after(index)) == str(other.after(index))
        with pytest.raises(IndexError):
            other.after(one.count())


@every_game
def test_perft_is_the_same(game, asked):
    deep = 3 if game.slug in {other.slug for other in OPEN} else 2
    for values in product(*game.options.values()):
        options = dict(zip(game.options, values, strict=True))
        start = str(game.start(None, **options))
        twins = [each.TWINS[game.slug](start, options) for each in (native(), asked)]
        assert twins[0].perft(deep) == twins[1].perft(deep)


def test_the_signature_is_the_same(in_browser):
    here = [count.nodes for count in counts()]
    in_browser()
    assert here == [count.nodes for count in counts()]


@every_game
def test_random_games_are_the_same(game, asked):
    for one, other in islice(pairs(game, asked), 10):
        assert one.playouts(7, 50) == other.playouts(7, 50)


@open_game
def test_lines_and_what_is_told_meanwhile_are_the_same(game, asked):
    for number, (one, other) in enumerate(islice(pairs(game, asked, seeds=2), 12)):
        found = []
        for each, twin in ((native(), one), (asked, other)):
            told = []
            search = each.THINKERS[game.slug]()
            limits = {"seconds": 0, "nodes": 0, "depth": 4, "threads": 1, "table_mb": 1}
            for lines in (1, 3):
                result = search.think(
                    twin,
                    [twin, twin],
                    **limits,
                    lines=lines,
                    impartial=number % 2 == 0,
                    progress=told.append,
                )
                told.append(result)
            search.forget()
            found.append(told)
        assert found[0] == found[1]


@open_game
def test_evaluation_is_the_same(game, asked):
    one, other = native().THINKERS[game.slug], asked.THINKERS[game.slug]
    assert one.weights() == other.weights()
    for here, there in islice(pairs(game, asked), 30):
        if here.to_move is not None:
            assert one.evaluate(here) == other.evaluate(there)
            assert one.features(here) == other.features(there)


@open_game
def test_proofs_are_the_same_and_cost_the_same(game, in_browser):
    found = []
    for _ in range(2):
        answers = []
        for position, _ in islice(positions(game, seeds=6), 30):
            if position.to_move is not None:
                proof = prover(game, nodes=60_000)
                answers.append((proof.forced(position, position.to_move, 3), proof.nodes))
        found.append(answers)
        in_browser()
    assert found[0] == found[1]
    assert len(found[0]) > 10


@open_game
def test_plain_trials_are_the_same(game, asked):
    for one, other in islice(pairs(game, asked, seeds=2), 4):
        trials = [
            each.SAMPLERS[game.slug](5).tried(twin, seconds=0, games=200)
            for each, twin in ((native(), one), (asked, other))
        ]
        assert trials[0] == trials[1]


def played(game, seed, plies=14):
    """Return a position of a game with secrets in which a seat is to move, and what it has seen."""
    rng, past = Random(seed), []
    position = game.start(3)
    while position.to_move is not None:
        if position.to_move is CHANCE:
            position = position.after(rng.choices(position.moves(), position.odds())[0])
        elif len(past) == plies:
            break
        else:
            move = rng.choice(position.moves())
            past.append((position, position.to_move, move))
            position = position.after(move)
    seat = position.to_move
    if seat is None:
        return played(game, seed, plies - 1)
    seen = [Seen(mover, move, before.seen_by(seat)) for before, mover, move in past]
    return position, position.seen_by(seat), seen


@secret_game
def test_what_a_seat_may_think_is_the_same(game, in_browser):
    found = []
    for _ in range(2):
        thoughts = []
        for seed in range(3):
            position, view, past = played(game, seed)
            search = kernel.new_secret_search(game, view, past, 11)
            thoughts.append([search.more(iterations=300, seconds=0) for _ in range(2)])
            search = kernel.new_secret_search(game, position, past, 3, whole=True)
            thoughts.append(search.more(iterations=100, seconds=0))
            kept = str(view.moves()[-1])
            thoughts.append(kernel.value_moves(game, view, past, games=400, seed=2, kept=kept))
            thoughts.append(kernel.belief(game, view, position.to_move, past))
        dealing = game.start(3)
        after, rng = dealing, Random(4)
        while after.to_move is CHANCE:
            after = after.after(rng.choices(after.moves(), after.odds())[0])
        thoughts.append(kernel.fortunes(game, dealing, after, games=200, seed=9))
        found.append(thoughts)
        in_browser()
    assert found[0] == found[1]


@every_game
def test_a_level_plays_the_same_moves(game, in_browser):
    found = []
    for _ in range(2):
        moves = []
        for position, _ in islice(positions(game, seeds=3), 20):
            if position.to_move is not None:
                for number in (1, 3, 5):
                    one = level(number, game, Random(number))
                    moves.append(str(one.choose(position.seen_by(position.to_move))))
        found.append(moves)
        in_browser()
    assert found[0] == found[1]


@every_game
def test_what_is_refused_is_refused_alike_and_leaves_nothing_behind(game, asked, page):
    text, options = next((str(position), options) for position, options in positions(game))
    wrong = ["", "?", "x" * 500, text[:-3], text + " ", text.replace("/", ":"), "\0"]
    for bad in wrong:
        said = []
        for each in (native(), asked):
            with pytest.raises(ValueError, match=r".") as refusal:
                each.TWINS[game.slug](bad, options)
            said.append(str(refusal.value))
        assert said[0] == said[1]
    with pytest.raises(ValueError, match="no such option"):
        asked.TWINS[game.slug](text, {**options, "colour": "blue"})
    with pytest.raises(ValueError, match="neither tabs"):
        asked.TWINS[game.slug](f"{text}\t", options)
    request = f"position\t{game.slug}\t\t{'x' * 5_000}"
    grown = page.evaluate(
        """(request) => {
            const refuse = (times) => { while (times--) kernel.ask(request); };
            refuse(100);
            const before = kernel.size;
            refuse(20000);
            return kernel.size - before;
        }""",
        request,
    )
    assert grown == 0  # What was thrown away has been given back.
    assert str(asked.TWINS[game.slug](text, options)) == text


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        ("", "cannot be asked|field is missing"),
        ("fly\t1", "there is no such search"),
        ("moves\tchess\t\t?", "not offered for this game"),
        ("thinker\ttortuga\tmore", "too many fields"),
        ("think", "field is missing"),
        ("think\tone", "no such number"),
        ("drop\t99999", "no such search"),
        ("perft\thops\tboard=7\tx\t1", "no such option"),
        ("sampler\thops\t-1", "no such number"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(page, request_, why):
    verb, reason = page.ask(request_).split("\t", 1)
    assert verb == "refused"
    assert re.search(why, reason)


@every_game
def test_no_request_breaks_it(game, page):
    rng = Random(f"{game.slug} asked")
    position, options = next(iter(positions(game)))
    told = " ".join(f"{name}={value}" for name, value in options.items())
    asked = [
        f"{verb}\t{game.slug}\t{told}\t{position}" for verb in ("position", "moves", "evaluate")
    ]
    asked += [f"after\t{game.slug}\t{told}\t{position}\t3", "forget\t1", "drop\t2", "offers"]
    if game in SECRET:
        now, view, past = played(game, 2)
        plays = "".join(f"\n{each.seat}\t{each.move}\t{each.before}" for each in past)
        options = " ".join(f"{name}={value}" for name, value in game.settle({}).items())
        asked.append(f"belief\t{game.slug}\t{options}\t{view}\t{now.to_move}{plays}")
    sound = [text for text in asked if page.ask(text).startswith("ok\n")]
    assert len(sound) >= 4
    requests = [garbled(asked, rng) for _ in range(2_000)]
    replies = page.evaluate("(requests) => requests.map((each) => kernel.ask(each))", requests)
    assert all(reply.startswith(("ok\n", "refused\t")) for reply in replies)
    assert sum(reply.startswith("refused\t") for reply in replies) > 500
    assert page.ask(sound[0]).startswith("ok\n")


def test_a_search_that_is_given_up_is_gone(page):
    number = page.ask(f"prover\t{OPEN[0].slug}").split()[1]
    assert page.ask(f"drop\t{number}") == "ok\n"
    for verb in ("forget", "drop", "forced"):
        assert "there is no such search" in page.ask(f"{verb}\t{number}")


THOUGHT = """([begin, think, seconds]) => {
    // A clock that goes on by a millisecond whenever it is looked at: it is late when it says so.
    const real = performance.now;
    let now = 0;
    performance.now = () => ++now;
    try {
        const number = kernel.ask(begin).split("\\n")[1];
        const began = now;
        const reply = kernel.ask(think.replace("NUMBER", number));
        return [reply, now - began];
    } finally {
        performance.now = real;
    }
}"""


@open_game
def test_a_deadline_is_kept(game, page):
    options = " ".join(f"{name}={value}" for name, value in game.settle({}).items())
    think = f"think\tNUMBER\t{options}\t{game.start()}\t0.05\t0\t0\t1\t1\t0"
    reply, milliseconds = page.evaluate(THOUGHT, [f"thinker\t{game.slug}", think, 0.05])
    assert reply.startswith("ok\n")
    assert 50 <= milliseconds <= 60


@secret_game
def test_a_deadline_of_imagined_games_is_kept(game, page):
    position, view, _ = played(game, 1, plies=0)
    options = " ".join(f"{name}={value}" for name, value in game.settle({}).items())
    begin = f"secret_search\t{game.slug}\t{options}\t{view}\t{position.to_move}\t1\t0"
    reply, milliseconds = page.evaluate(THOUGHT, [begin, "more\tNUMBER\t0\t0.05", 0.05])
    assert reply.startswith("ok\n")
    assert 50 <= milliseconds <= 60


STOPPED = """([begin, think]) => {
    const number = kernel.ask(begin).split("\\n")[1];
    const request = think.replace("NUMBER", number);
    const told = [];
    const reply = kernel.ask(request, (news) => told.push(news) === 3);
    const throwing = () => { throw new Error("enough"); };
    let thrown = "";
    try { kernel.ask(request, throwing); } catch (error) { thrown = error.message; }
    // While it is told something, whoever has asked may ask something else, but not the same.
    const meanwhile = [];
    kernel.ask(request, () => meanwhile.push(kernel.ask("offers"), kernel.ask(request)));
    return { told, reply, thrown, meanwhile, alive: kernel.ask("offers") };
}"""


def test_whoever_listens_can_end_a_search(page):
    game = OPEN[0]
    options = " ".join(f"{name}={value}" for name, value in game.settle({}).items())
    think = f"think\tNUMBER\t{options}\t{game.start()}\t0\t0\t0\t1\t1\t0"
    found = page.evaluate(STOPPED, [f"thinker\t{game.slug}", think])
    assert len(found["told"]) == 3
    assert found["reply"].startswith("ok\n")
    assert found["thrown"] == "enough"
    assert found["meanwhile"][0] == found["alive"]
    assert found["meanwhile"][1].startswith("refused\tthis search is thinking already")


def test_a_kernel_without_memory_says_so_and_can_be_had_anew(page):
    game = OPEN[0]
    options = " ".join(f"{name}={value}" for name, value in game.settle({}).items())
    think = f"think\t1\t{options}\t{game.start()}\t0\t0\t1\t1\t2000\t0"
    found = page.evaluate(
        """async ([begin, think]) => {
            const { load, KernelDied } = await import("/js/local/kernel.js");
            const kernel = await load("/kernel.wasm");
            kernel.ask(begin);
            const died = [];
            for (const request of [think, "offers"]) {
                try { kernel.ask(request); } catch (error) {
                    died.push(error instanceof KernelDied);
                }
            }
            return [died, (await load("/kernel.wasm")).ask("offers").slice(0, 3)];
        }""",
        [f"thinker\t{game.slug}", think],
    )
    assert found == [[True, True], "ok\n"]
