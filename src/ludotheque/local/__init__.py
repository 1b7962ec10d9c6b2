"""House in a browser: the tables of one device, without a server.

It answers the addresses and messages of docs/protocol.md, from the same tables, pictures and words
as the server does, for the one person whose browser it runs in. Pure Python: it runs on Pyodide, in
a Worker of the page, and knows that only in `browser`. What is done is first in the log that the
browser keeps, then in memory, then shown.
"""
