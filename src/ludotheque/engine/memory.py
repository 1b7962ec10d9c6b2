"""Memory of the kernel's searches: the megabytes of a transposition table, as UGI's `Hash`.

An entry has 16 bytes: a megabyte remembers 65,536 positions.
"""

from typing import Final

HASH_MB: Final = 64
"""Where nobody says how many: an analysis may take minutes."""
LIVE_HASH_MB: Final = 32
"""For a position that is looked at live on a page: a house looks at several at a time, and a
browser has less to spare than a house."""
MOMENT_HASH_MB: Final = 16
"""For about a second of thought: more than it fills."""
