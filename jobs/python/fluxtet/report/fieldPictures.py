# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Fields: slices at moments, and at frequencies on slices, along lines and at points."""
from ..mirrors import mirroredSlice, mirrorsFor
from ..pictures.common import Shown, quantity
from ..pictures.magnitudes import LINEAR
from ..pictures.phasors import draw_line_phasors, draw_phasor_slice, draw_point_phasors
from ..pictures.slices import draw_slices, picked_moments
from .figures import figure
from .page import Section
from .runs import MOST_PICTURES, byFrequency, fewOf


def captionOf(runs, part, text, mirrors):
    """`mirrors`: at which planes a slice is mirrored, in words, or why it is not; empty without any."""
    return runs.of(part, text) + (f", {mirrors}" if mirrors else "")


def sliceFigures(runs):
    for part in runs.inTime:
        for name, moments in part.run.slices.items():
            planes, words = mirrorsFor(moments[0], runs.planes(part))
            shown = [mirroredSlice(s, planes) for s in picked_moments(moments, MOST_PICTURES)]
            count = len(moments)
            yield figure(
                captionOf(runs, part, f'Slice "{name}"', words),
                draw_slices,
                lambda to: (shown, to, None, None, count),
                isDrawing=False,
            )


def slicesSection(runs):
    figures = list(sliceFigures(runs))
    return Section("Fields over time", figures) if figures else None


def phasorSliceFigures(runs):
    for part in runs.inTime:
        for name, slices in part.run.dft.slices.items():
            for s in fewOf(slices):
                planes, words = mirrorsFor(s, runs.planes(part))
                caption = captionOf(runs, part, f'Slice "{name}" at {quantity(s.frequency, "Hz", 6)}', words)
                arguments = lambda to: (s.path, to, None, None, LINEAR, planes)
                yield figure(caption, draw_phasor_slice, arguments, isDrawing=False)


def byPlace(runs, kind):
    """{name: {Reported: phasors}} of the points or lines of all runs."""
    found = {}
    for part in runs.inTime:
        for name, phasors in getattr(part.run.dft, kind).items():
            found.setdefault(name, {})[part] = phasors
    return found


def shownOf(parts, phasors):
    return {Shown(part.name, part.directory): phasors[part] for part in parts}


def lineFigures(runs):
    for name, lines in byPlace(runs, "lines").items():
        for frequency, parts in byFrequency(lines, lambda part: lines[part].frequency):
            caption = f'Line "{name}" at {quantity(frequency, "Hz", 6)}'
            yield figure(caption, draw_line_phasors, lambda to: (shownOf(parts, lines), frequency, to))


def pointFigures(runs):
    """Of points at a single frequency there is nothing to draw."""
    for name, points in byPlace(runs, "points").items():
        parts = [part for part, point in points.items() if len(point.frequency) > 1]
        if parts:
            caption = f'Point "{name}" over frequency'
            yield figure(caption, draw_point_phasors, lambda to: (shownOf(parts, points), to))


def phasorsSection(runs):
    figures = [*phasorSliceFigures(runs), *lineFigures(runs), *pointFigures(runs)]
    return Section("Fields at frequencies", figures) if figures else None
