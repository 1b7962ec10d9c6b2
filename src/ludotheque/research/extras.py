"""Refusals for missing extras, as all rooms tell them."""

from ludotheque.errors import absent

__all__ = ["absent"]
