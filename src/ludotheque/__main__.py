"""`python -m ludotheque` is `ludotheque`."""

from ludotheque.cli import main

main()
