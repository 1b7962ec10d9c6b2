"""Texts and numbers that the kernel is told and tells."""

TextPlay = tuple[int, str, str]
"""A play that was seen: the seat, the move, and the view before it."""
TextLine = tuple[int, int, int, list[str]]
"""Points, see `kernel.score_of`, depth, nodes and moves."""
TextTrial = tuple[str, int, float]
"""A move, how often it was tried and its mean share."""
TextValue = tuple[str, int, float, float, float, float]
"""A move, its tries, share and loss, each with its standard error."""
TextFortune = tuple[float, float, float, float]
"""A seat's luck and what it could expect, each with its standard error."""
