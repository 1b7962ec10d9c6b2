"""A picture as PNG, by resvg, which is needed only here."""

from ludotheque.errors import absent

SERIF = "DejaVu Serif"
"""The letters on a board where there is no Georgia and no Times, as on most Linux systems."""


def png(svg: str) -> bytes:
    """Return the picture that *svg* draws; raise ImportError where the rasteriser is missing."""
    try:
        import resvg_py  # noqa: PLC0415 - needed by few
    except ImportError as error:
        raise absent(error, "png") from error
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, serif_family=SERIF))
