# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Fields: slices at moments, and at frequencies on slices, along lines and at points."""
from ..pictures.common import quantity
from ..pictures.phasors import draw_line_phasors, draw_phasor_slice, draw_point_phasors
from ..pictures.slices import draw_slices, picked_moments
from .figures import figure
from .page import Section
from .runs import MOST_PICTURES, fewOf


def sliceFigures(runs):
    for part in runs.inTime:
        for name, moments in part.run.slices.items():
            shown, count = picked_moments(moments, MOST_PICTURES), len(moments)
            yield figure(
                runs.of(part, f'Slice "{name}"'),
                draw_slices,
                lambda to: (shown, to, None, None, count),
                isDrawing=False,
            )


def slicesSection(runs):
    figures = list(sliceFigures(runs))
    return Section("Fields over time", figures) if figures else None


def phasorFigures(runs):
    for part in runs.inTime:
        dft = part.run.dft
        for name, slices in dft.slices.items():
            for s in fewOf(slices):
                caption = runs.of(part, f'Slice "{name}" at {quantity(s.frequency, "Hz", 6)}')
                yield figure(caption, draw_phasor_slice, lambda to: (s.path, to), isDrawing=False)
        for name, line in dft.lines.items():
            for k in fewOf(range(len(line.frequency))):
                caption = runs.of(part, f'Line "{name}" at {quantity(line.frequency[k], "Hz", 6)}')
                yield figure(caption, draw_line_phasors, lambda to: (line, k, to))
        for name, point in dft.points.items():
            if len(point.frequency) > 1:
                caption = runs.of(part, f'Point "{name}" over frequency')
                yield figure(caption, draw_point_phasors, lambda to: (point, to))


def phasorsSection(runs):
    figures = list(phasorFigures(runs))
    return Section("Fields at frequencies", figures) if figures else None
