"""A game library that never closes."""
