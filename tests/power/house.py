"""A house with a hasty database.

Run as a program it is `ludotheque`, but its database moves what is in its journal to its place
every so many pages (CHECKPOINT), so that a short evening sees it happen; and it waits for the disk
as LAXNESS says, if that is set.
"""

import os
import sys

from ludotheque.cli import main
from ludotheque.store import database, sqlite_log

VARIABLES = {"CHECKPOINT": "wal_autocheckpoint", "LAXNESS": "synchronous"}
careful = database.prepare_sqlite


def hasty(connection):
    """Prepare a connection as the house does, and change what the environment says."""
    careful(connection)
    for variable, setting in VARIABLES.items():
        if variable in os.environ:
            connection.execute(f"PRAGMA {setting} = {os.environ[variable]}")


if __name__ == "__main__":
    database.prepare_sqlite = sqlite_log.prepare_sqlite = hasty
    sys.exit(main())
