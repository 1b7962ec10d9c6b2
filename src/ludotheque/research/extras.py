"""Refusals for missing extras: what to install where a package is not there."""


def absent(error: ImportError, extra: str) -> ImportError:
    """Return *error* as one sentence that says how to install what is missing."""
    return ImportError(
        f"{error.name} is not installed: pip install 'ludotheque[{extra}]'", name=error.name
    )
