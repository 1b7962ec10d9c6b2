"""QR codes of links, to be photographed from another screen."""

from io import BytesIO, StringIO

import segno


def qr_svg(link: str) -> bytes:
    """Return *link* as an SVG picture without script or style, dark on white for every camera."""
    out = BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(
        out, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False, nl=False
    )
    return out.getvalue()


def qr_markup(link: str) -> str:
    """Return *link* as an `<svg>` that is as large as the page lets it be, for every camera."""
    code = segno.make(link, error="m", micro=False)
    return str(code.svg_inline(omitsize=True, border=2, dark="#000", light="#fff"))


def qr_text(link: str) -> str:
    """Return *link* as blocks for a terminal, light where there is text."""
    out = StringIO()
    segno.make(link, error="l", micro=False).terminal(out=out, border=2, compact=True)
    return out.getvalue().rstrip("\n")
