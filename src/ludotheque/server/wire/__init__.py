"""Messages, HTTP models and refusals: every shape in which something enters or leaves."""
