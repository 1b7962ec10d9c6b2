"""A house that may open 256 files and no more, as some systems have it.

Run as a program it is `ludotheque` in everything else.
"""

import resource
import sys

from ludotheque.cli import main

FILES = 256

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    sys.exit(main())
