"""The house on a device: a static site that a served house offers, for when there is no network.

What the site that is written and the server that offers it must agree on.
"""

import json
from dataclasses import asdict, dataclass
from typing import Final

from ludotheque.errors import N_, BadOption

PLACE: Final = "/device/"
"""Where a served house offers it."""
SERVED: Final = "../"
"""The address of the house that offers it, as seen from the top of the site."""
ABOUT: Final = "ludotheque-site.json"
"""The file that says what it is, and how large."""
LISTING: Final = "ludotheque-site.txt"
"""What makes a folder known as a site of ours: the paths of all that is written, one a line."""
POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';"
    " img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self';"
    " form-action 'self'; base-uri 'none'"
)
"""What a page may load: from its own site alone, and WebAssembly."""
NAMED: Final = ("figures/", "python/", "static/")
"""Where every file has another name whenever it changes."""


@dataclass(frozen=True)
class About:
    """What a written site says of itself."""

    edition: str
    """Another whenever anything in it has changed."""
    size: int
    """The bytes that a first visit takes, compressed as servers do."""
    house: str | None
    """The address of a served house that it names."""

    def to_json(self) -> str:
        """Return it as the text of its file."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "About":
        """Return what such a text says, or raise BadOption."""
        try:
            plain = json.loads(text)
            return cls(str(plain["edition"]), int(plain["size"]), plain["house"])
        except (ValueError, KeyError, TypeError) as problem:
            raise BadOption(N_("{file} cannot be read"), file=ABOUT) from problem
