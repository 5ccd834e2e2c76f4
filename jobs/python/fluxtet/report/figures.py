# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures that are part of a page."""
import base64
import contextlib
import io
import re

from ..pictures.common import DOTS, PlotError, matplotlib
from .page import Figure, Note

WIDE = 9.0  # inches: such a picture stands alone
LARGEST_DRAWING = 600_000  # bytes; curves with more are kept as pixels


def rendered(draw, arguments, form):
    """(bytes, lines that were told on standard output, what the function returned)"""
    stream, told = io.BytesIO(), io.StringIO()
    settings = {"savefig.format": form, "svg.hashsalt": "fluxtet"}
    with matplotlib.rc_context(settings), contextlib.redirect_stdout(told):
        result = draw(*arguments(stream))
    return stream.getvalue(), told.getvalue().splitlines(), result


def embedded(content, form):
    kind = {"svg": "image/svg+xml", "png": "image/png"}[form]
    return f"data:{kind};base64,{base64.b64encode(content).decode('ascii')}"


def widthOf(content, form):
    """Inches: a drawing says its width in points, pixels have it as a big-endian number of their header."""
    if form == "svg":
        found = re.search(rb'<svg [^>]*?width="([\d.]+)pt"', content)
        return float(found[1]) / 72
    return int.from_bytes(content[16:20], "big") / DOTS


def figureAnd(caption, draw, arguments, isDrawing=True, tells=False):
    """A Figure by a function of the pictures, with what that function returned; a Note and None where there is nothing
    to draw. `arguments`: from the stream to the function's arguments; `isDrawing`: kept as lines, so that it is sharp
    at any size, unless these are too many; `tells`: what the function says stands below."""
    form = "svg" if isDrawing else "png"
    try:
        content, told, result = rendered(draw, arguments, form)
        if form == "svg" and len(content) > LARGEST_DRAWING:
            form = "png"
            content, told, result = rendered(draw, arguments, form)
    except PlotError as error:
        return Note(f"{caption}: not drawn. {error}"), None
    isWide = widthOf(content, form) > WIDE
    return Figure(embedded(content, form), caption, tuple(told) if tells else (), isWide), result


def figure(caption, draw, arguments, **options):
    """The same without what the function returned."""
    return figureAnd(caption, draw, arguments, **options)[0]
