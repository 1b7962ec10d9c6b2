"""What holds for every test, however busy the machine is and whoever runs it."""

import signal

from hypothesis import settings

# Ctrl-C is heard: a shell has it ignored in the background, and what that starts inherits it.
signal.signal(signal.SIGINT, signal.default_int_handler)
# How long an example takes is no property of what it tests.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
