"""The open house: tables online. What is acknowledged is never lost, and no secret leaves its seat.

`run` starts it; `app` puts the parts together; `rooms` is the way from a deed on the wire through
the log to every reader; `messages` has every message.
"""
