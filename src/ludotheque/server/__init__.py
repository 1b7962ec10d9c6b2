"""The server: tables online. What is acknowledged is never lost, and no secret leaves its seat.

`run` starts it and `app` puts it together. `wire` has the shapes of everything that is sent,
`access` says who may come in, `live` keeps the tables, `api` and `pages` answer.
"""
