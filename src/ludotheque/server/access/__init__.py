"""Who may come in: identity, the guard before every request, rate limits, open connections."""
