# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Fields on surfaces of the mesh, at frequencies and at moments."""
from ..mirrors import namesOf
from ..pictures.common import quantity
from ..pictures.surface import draw_surface, looks_of
from ..pictures.surfaceFile import SurfaceFile
from .figures import figure
from .page import Section
from .runs import fewOf


def framesOf(part):
    """[(what tells a file from the others, path)] of some frequencies and some moments of a run."""
    frequencies = [(f"at {quantity(value, 'Hz', 6)}", path) for value, path in fewOf(part.run.dft.files("boundaries"))]
    moments = part.run.snapshots.surfaces
    return frequencies, [
        (f"at t = {quantity(moments[i].time(), 's')}", moments.paths[i]) for i in fewOf(shown(moments))
    ]


def shown(moments):
    """Numbers of the moments with a field to see."""
    return [i for i, path in enumerate(moments.paths) if SurfaceFile(path).values.any()]


def largestOf(paths, look):
    """The largest value on what is coloured of several files, in whose colours they are drawn."""
    files = [SurfaceFile(path, look.field, look.planes) for path in paths]
    return max(float(file.values[file.coloured(look.surfaces, look.region)].max(initial=0.0)) for file in files)


def pictures(runs, part, frames, sharesColours):
    """A figure for each file and side of its surfaces. `sharesColours`: the files have one scale of colours."""
    if not frames:
        return
    paths = [path for _, path in frames]
    for look in looks_of(paths[0], runs.planes(part)):
        chosen = look._replace(largest=largestOf(paths, look)) if sharesColours else look
        side = f", side of {look.region}" if look.region else ""
        mirrors = f", mirrored at {namesOf(look.planes)}" if look.planes else ""
        place = ", ".join(look.surfaces) or "surfaces"
        for moment, path in frames:
            caption = runs.of(part, f"|{look.field}| on {place} {moment}{side}") + mirrors
            yield figure(caption, draw_surface, lambda to: (path, to, chosen), isDrawing=False, tells=True)


def surfaceFigures(runs):
    for part in runs.inTime:
        frequencies, moments = framesOf(part)
        yield from pictures(runs, part, frequencies, sharesColours=False)
        yield from pictures(runs, part, moments, sharesColours=True)


def surfacesSection(runs):
    if not any(part.run.dft.files("boundaries") or len(part.run.snapshots.surfaces) for part in runs.inTime):
        return None
    figures = list(surfaceFigures(runs))
    return Section("Fields on surfaces", figures) if figures else None
