"""What holds for every test, however busy the machine is and whoever runs it."""

import os
import signal

import pytest
from hypothesis import settings

from ludotheque.engine import BUILT

# Ctrl-C is heard: a shell has it ignored in the background, and what that starts inherits it.
signal.signal(signal.SIGINT, signal.default_int_handler)
# How long an example takes is no property of what it tests.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

LONGEST = (
    "test_nothing_acknowledged_is_lost_when_the_house_is_killed_again_and_again",
    "test_a_reader_who_is_slow_or_never_reads_holds_up_nobody",
    "test_a_flag_that_fell_while_the_house_was_down_fell_when_it_did",
    "test_killed_at_any_moment_it_goes_on_and_ends_with_the_same_files",
    "test_nor_where_the_house_is_killed_and_the_database_goes_on",
    "test_nothing_that_is_asked_breaks_the_house",
    "test_ten_thousand_malformed_messages_break_nothing_and_disturb_nobody",
    "test_the_loss_of_redis_and_of_the_database_only_delays",
    "test_two_browsers_play_on_through_a_restart",
    "test_a_whole_game_can_be_played",
)
"""What takes longest, longest first: begun last, it would keep all others waiting for its end."""


def pytest_configure():
    """Begin nothing with CI=true where there is no kernel: what needs it would be skipped."""
    if os.environ.get("CI") == "true" and not BUILT:
        raise pytest.UsageError("with CI=true the kernel must be built")


def pytest_collection_modifyitems(config, items):
    """Deal the longest tests out: each worker is given a part of the list, and begins there."""
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    size = len(items) // workers
    long = sorted(
        (item for item in items if _name(item) in LONGEST),
        key=lambda item: LONGEST.index(_name(item)),
    )
    others = [item for item in items if _name(item) not in LONGEST]
    items.clear()
    for worker in range(workers):
        own = long[worker::workers]
        rest = max(0, size - len(own))
        items += own + others[:rest]
        others = others[rest:]
    items += others


def _name(item):
    """Return the name of a test without its parameters."""
    return getattr(item, "originalname", None) or item.name
