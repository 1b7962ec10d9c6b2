"""Messages that no client should send, of every kind of wrong."""

import json
from typing import get_args

from ludotheque.server.wire.messages import LONGEST, AnyIncoming

KINDS = [
    word
    for kind in get_args(AnyIncoming)
    for word in get_args(kind.model_fields["type"].annotation)
]
ODD = [
    None, True, -1, 0, 16, 99, 10**9, 10**30, 1e308, -0.0, "", " ", "\x00", "é", "\u202e", "😀" * 9,
    "a" * 1_500, [], {}, [[]], {"a": {}}, "NaN", "../..", "'; DROP TABLE acts; --", "<script>",
    "{x}", "{0}", "%s", "r+", "a1-a2", "level:9",
]  # fmt: skip
"""Values where others belong."""
FIELDS = [
    "type",
    "id",
    "turn",
    "move",
    "seat",
    "chair",
    "level",
    "key",
    "agree",
    "lag",
    "since",
    "moves",
]


def valid(rng, turn=0):
    """Return a message that has the right shape, whatever it asks for."""
    kind = rng.choice(KINDS)
    message = {"type": kind} if kind == "ping" else {"type": kind, "id": f"f{rng.random()}"}
    match kind:
        case "move":
            message |= {"turn": turn, "move": rng.choice(["a1-a2", "r+", "b2xc3", "?", "-"])}
        case "preview":
            message["moves"] = rng.choices(["a1-a2", "r+", "b2xc3", "?", "-"], k=3)
        case "why":
            message["touches"] = rng.choices(["a1", "hand-1-0", "turtle-r", "?", "+"], k=3)
        case "answer-draw" | "answer-takeback":
            message["agree"] = rng.random() < 0.5
        case "seat-computer" | "replace":
            message |= {"chair": rng.randrange(6), "level": rng.randrange(1, 12)}
    return message


def wrong(rng, turn=0):  # noqa: PLR0911 - one for each kind of wrong
    """Return text, of at most the length that is read, that is hardly ever a right message."""
    message = valid(rng, turn)
    match rng.randrange(9):
        case 0:
            message[rng.choice(FIELDS)] = rng.choice(ODD)
        case 1:
            message.pop(rng.choice(list(message)))
        case 2:
            message[f"extra{rng.randrange(99)}"] = rng.choice(ODD)
        case 3:
            text = json.dumps(message)
            place = rng.randrange(len(text))
            return text[:place] + rng.choice('{}[]",:\\\x00\x7fé0-') + text[place + 1 :]
        case 4:
            text = json.dumps(message)
            return text[: rng.randrange(len(text))]
        case 5:
            depth = rng.randrange(1, LONGEST // 2)
            return rng.choice(["[", '{"a":']) * (depth // 5)
        case 6:
            depth = rng.randrange(1, 1_000)
            return json.dumps(message)[:-1] + ',"seat":' + "[" * depth + "]" * depth + "}"
        case 7:
            return "".join(
                chr(rng.choice([*range(256), 0x202E, 0xFFFD, 0x1F422])) for _ in range(60)
            )
        case _:
            return json.dumps(rng.choice([*ODD, [message], [message] * 3, {"type": message}]))
    return json.dumps(message)[: LONGEST // 4]


def unreadable(rng):
    """Return what ends a socket: bytes, or more than is read."""
    if rng.random() < 0.5:
        return rng.randbytes(rng.randrange(200))
    return json.dumps({"type": "ping", "pad": "x" * rng.randrange(LONGEST, 4 * LONGEST)})
