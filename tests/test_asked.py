"""The kernel asked in text: what Python writes and reads; tests/browser has the kernel itself."""

import subprocess
import sys

import pytest

from ludotheque.engine.asked import Asked

OFFERS = "ok\nmate\t31000\ndecisive\t30000\ntwins\tgo\nthinkers\tgo\nprovers\tgo\n"
POSITION = "ok\nstart\t1\t2\n"


class Script:
    """A kernel that gives the replies that it was told, by the verbs of what is asked."""

    def __init__(self, **replies):
        self.replies = {"offers": OFFERS, "position": POSITION, **replies}
        self.asked = []

    def __call__(self, request, progress=None):
        self.asked.append(request)
        for news in self.replies.get("news", ()) if progress else ():
            if progress(news):
                break
        return self.replies[request.split("\t", maxsplit=1)[0]]


def test_only_what_is_offered_is_there():
    kernel = Asked(Script())
    assert (kernel.MATE, kernel.DECISIVE) == (31000, 30000)
    assert set(kernel.TWINS) == set(kernel.THINKERS) == {"go"}
    assert not kernel.BELIEFS
    assert not kernel.COURSES


def test_a_position_is_a_value_and_asks_for_its_moves_once():
    script = Script(moves="ok\na\nb\n", after="ok\nend\t\t0\nfull\n1\t0\n")
    kernel = Asked(script)
    twin = kernel.TWINS["go"]("begin", {"size": "9", "komi": "half"})
    assert script.asked[-1] == "position\tgo\tsize=9 komi=half\tbegin"
    assert (str(twin), twin.to_move, twin.count(), twin.outcome()) == ("start", 1, 2, None)
    assert twin == kernel.TWINS["go"]("start", {"size": "9", "komi": "half"})
    assert twin.moves() == twin.moves() == ["a", "b"]
    assert [request.split("\t")[0] for request in script.asked].count("moves") == 1
    over = twin.after(1)
    assert (over.to_move, over.count(), over.outcome()) == (None, 0, ((1.0, 0.0), "full"))
    with pytest.raises(IndexError):
        twin.after(2)


def test_lines_are_told_until_somebody_says_stop():
    lines = "40\t{depth}\t9\ta\tb\n"
    news = [lines.format(depth=depth) for depth in range(1, 9)]
    script = Script(thinker="ok\n3\n", think="ok\n" + lines.format(depth=4), news=news)
    kernel = Asked(script)
    search, told = kernel.THINKERS["go"](), []

    def tell(found):
        told.append(found[0])
        if len(told) == 4:
            search.stop()

    limits = {"seconds": 0.5, "nodes": 7, "depth": 2, "threads": 4, "lines": 1, "table_mb": 8}
    twin = kernel.TWINS["go"]("begin", {})
    found = search.think(twin, [twin], **limits, impartial=True, progress=tell)
    assert script.asked[-1] == "think\t3\t\tstart\t0.5\t7\t2\t1\t8\t1\nstart"
    assert found == [told[-1]] == [(40, 4, 9, ["a", "b"])]


def test_a_search_that_nobody_holds_is_given_up_with_the_next_question():
    script = Script(prover="ok\n5\n", drop="ok\n")
    kernel = Asked(script)
    search = kernel.PROVERS["go"]()
    del search
    assert script.asked[-1] == "prover\tgo"
    kernel.TWINS["go"]("begin", {})
    assert script.asked[-2:] == ["drop\t5", "position\tgo\t\tbegin"]


def test_what_is_refused_is_a_value_error_that_says_why():
    kernel = Asked(Script(position="refused\tno such thing\n", prover="refused\tnot now"))
    with pytest.raises(ValueError, match=r"^no such thing$"):
        kernel.TWINS["go"]("?", {})
    with pytest.raises(ValueError, match=r"^not now$"):
        kernel.PROVERS["go"]()
    for text in ("a\tb", "a\nb"):
        with pytest.raises(ValueError, match="neither tabs nor several lines"):
            kernel.TWINS["go"](text, {})


def test_a_house_without_a_compiled_kernel_finds_the_one_that_the_browser_provides():
    code = f"""
import sys, types
sys.modules["ludotheque._kernel"] = None
provided = types.ModuleType("ludotheque_kernel")
provided.ask = lambda request, progress=None: {OFFERS!r}
sys.modules[provided.__name__] = provided
from ludotheque.engine import kernel
assert kernel.BUILT and kernel.MATE == 31000 and set(kernel._kernel.TWINS) == {{"go"}}
"""
    subprocess.run([sys.executable, "-c", code], check=True)
