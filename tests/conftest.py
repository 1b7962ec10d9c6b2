"""What holds for every test: Ctrl-C is heard, even where whoever runs the tests has it ignored.

A shell does so for what it starts in the background, and whatever that starts inherits it.
"""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
