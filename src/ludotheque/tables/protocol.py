"""Protocol constants: the codes that close a table's socket, and the type of a stream of lines."""

from typing import Final

NDJSON: Final = "application/x-ndjson"
"""The media type of answers that come as lines of JSON."""

LOGGED_OUT: Final = 4401
"""The code of a socket whose session or token has ended."""
FOREIGN: Final = 4403
"""The code of a socket that another site has opened."""
UNKNOWN: Final = 4404
"""The code of a socket to a table that there is not."""
TOO_SLOW: Final = 4408
"""The code of a socket that is closed because its subscriber has fallen behind."""
NOT_TEXT: Final = 1003
"""The code of a socket on which something else than text was sent."""
RESTART: Final = 1012
"""The code of a socket that is closed because the house restarts."""
LATER: Final = 1013
"""The code of a socket that may be opened again in a while."""
