"""Access control: identity, the guard before every request, rate limits, open connections."""
