"""Prometheus metrics of the running house, and the few calls that change them.

With several workers, `PROMETHEUS_MULTIPROC_DIR` names an empty folder before this file is imported;
whichever worker is asked then tells the figures of all.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from time import perf_counter
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)

REGISTRY: Final = CollectorRegistry()

requests = Counter(
    "ludotheque_requests_total",
    "Answers to HTTP requests.",
    ("method", "route", "status"),
    registry=REGISTRY,
)
request_seconds = Histogram(
    "ludotheque_request_seconds",
    "Time from a request to the start of its answer.",
    ("route",),
    registry=REGISTRY,
)
sockets = Gauge(
    "ludotheque_sockets",
    "Open sockets of tables.",
    registry=REGISTRY,
    multiprocess_mode="livesum",
)
streams = Gauge(
    "ludotheque_bot_streams",
    "Open streams of bots.",
    registry=REGISTRY,
    multiprocess_mode="livesum",
)
acts = Counter("ludotheque_acts_total", "Acts in the log.", ("kind",), registry=REGISTRY)
refusals = Counter("ludotheque_refusals_total", "Deeds refused.", ("code",), registry=REGISTRY)
limited = Counter(
    "ludotheque_limited_total",
    "Requests turned away by a rate limit.",
    ("kind",),
    registry=REGISTRY,
)
turned_away = Counter(
    "ludotheque_turned_away_total",
    "Connections closed for lack of a whole request, of room or of a reader, or as a flood.",
    ("why",),
    registry=REGISTRY,
)
handed_over = Counter(
    "ludotheque_handed_over_total",
    "Sockets of tables handed over to the worker that serves their table.",
    registry=REGISTRY,
)
broken = Counter(
    "ludotheque_broken_logs_total",
    "Times that a table was loaded whose log is damaged.",
    registry=REGISTRY,
)
commit_seconds = Histogram(
    "ludotheque_commit_seconds",
    "Time from an act to its durable place in the log.",
    registry=REGISTRY,
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5, 30),
)
thinking_seconds = Histogram(
    "ludotheque_thinking_seconds",
    "Time that a computer thinks about a move.",
    ("level",),
    registry=REGISTRY,
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15),
)
waiting_seconds = Histogram(
    "ludotheque_waiting_seconds",
    "Time that a computer's move, a question or a password waits for its turn.",
    ("kind",),
    registry=REGISTRY,
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60),
)


held = Gauge(
    "ludotheque_held",
    "What the database holds: people, tables, acts, results; and its bytes.",
    ("what",),
    registry=REGISTRY,
    multiprocess_mode="mostrecent",
)
room_left = Gauge(
    "ludotheque_room_bytes",
    "Bytes that are left for new tables, guests, accounts and games from elsewhere.",
    registry=REGISTRY,
    multiprocess_mode="mostrecent",
)
swept = Counter(
    "ludotheque_swept_total",
    "Guests and tables deleted because nobody needs them.",
    ("what",),
    registry=REGISTRY,
)

acts_of = cache(acts.labels)
"""The figure of one kind of act; the library looks it up under a lock."""


@contextmanager
def timed(histogram: Histogram) -> Iterator[None]:
    """Observe in *histogram* how long the block takes, also when it fails."""
    start = perf_counter()
    try:
        yield
    finally:
        histogram.observe(perf_counter() - start)


def leave() -> None:
    """Take back what this process counts as open: it stops."""
    if _is_shared():
        multiprocess.mark_process_dead(os.getpid())  # type: ignore[no-untyped-call]


def page() -> bytes:
    """Return the figures in Prometheus's text format."""
    if _is_shared():
        whole = CollectorRegistry()
        multiprocess.MultiProcessCollector(whole)  # type: ignore[no-untyped-call]
        return generate_latest(whole)
    return generate_latest(REGISTRY)


def _is_shared() -> bool:
    return bool(os.environ.get("PROMETHEUS_MULTIPROC_DIR"))
