"""What holds for every test, however busy the machine is and whoever runs it."""

import gc
import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from ludotheque.engine import BUILT

# Ctrl-C is heard: a shell has it ignored in the background, and what that starts inherits it.
signal.signal(signal.SIGINT, signal.default_int_handler)
# How long an example takes is no property of what it tests; and the same tree has the same verdict,
# on every machine and every time. `make fuzz` looks at examples that nobody has looked at before.
settings.register_profile(
    "patient",
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "curious",
    settings.get_profile("patient"),
    max_examples=100,
    derandomize=False,
    print_blob=True,
)
settings.load_profile("patient")
# Hypothesis also tries constants of whatever modules are loaded by then. Which those are depends on
# the tests that one process happened to run before: so every run would look at other examples.
NO_CONSTANTS = getattr(providers, "_local_constants", None)
if NO_CONSTANTS is not None:
    providers._get_local_constants = lambda: NO_CONSTANTS
# Servers of the tests are on this machine: no proxy knows them.
os.environ["NO_PROXY"] = os.environ["no_proxy"] = "127.0.0.1,localhost"
# Hundreds of programs are started, and each would compile all of its modules where none are kept.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    os.environ["PYTHONPYCACHEPREFIX"] = str(Path(__file__).parent / "build" / "bytecode")


def pytest_configure():
    """Begin nothing with CI=true where there is no kernel: what needs it would be skipped."""
    if os.environ.get("CI") == "true" and not BUILT:
        raise pytest.UsageError("with CI=true the kernel must be built")


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Look for no cycles while tests are collected: all that is made then stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish():
    """Keep what is there before the first test out of all later looks for cycles.

    They come seldom besides: where tests leave something open is found after each module.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)


@pytest.fixture(scope="module", autouse=True)
def nothing_left_open():
    """Find what the tests of a module have left open, while it is known whose it was.

    Every warning is an error: what is found later fails whichever test then happens to run.
    """
    yield
    gc.collect()
