"""The commands of `ludotheque`, each in the module of its name; `app.py` lists them."""

from ludotheque.cli.app import main

__all__ = ["main"]
