# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The magnitude of a field on surfaces of a mesh in space."""
import collections
import glob
import os
import re
import sys

from ..mirrors import mirroredSurface
from .common import (
    PlotError,
    ResultsError,
    matplotlib,
    np,
    plt,
    powers_at,
    quantity,
    save,
)
from .magnitudes import Magnitudes, Scale, decades_of
from .surfaceFile import SurfaceFile, joined
from .surfaceView import Camera, rendered

# How a surface is drawn: field E or H; names of the surfaces to colour (empty: all) and of the volume from whose side; where to
# look from; `levels` bands of colour over the decades or decibels of `scale`, down from `largest`, V/m or A/m (None: the largest
# value); `planes` of symmetry, behind which images are drawn.
Look = collections.namedtuple(
    "Look",
    "field surfaces region view scale levels largest planes",
    defaults=("E", (), None, (1.0, 0.9, 0.35), Scale(decades=2.0), 20, None, ()),
)


def band_colours(levels):
    return matplotlib.colormaps["turbo"]((np.arange(levels) + 0.5) / levels)


def scaling_of(directory, frequency):
    """What fields at a frequency are multiplied by so that the sources give the power of output.sar, and that in words; 1 where
    the case asks for no power."""
    powers = powers_at(directory, frequency) if frequency is not None else {}
    if powers.get("scale", 1.0) == 1.0:
        return 1.0, ""
    return np.sqrt(powers["scale"]), f"scaled to {quantity(powers['accepted_W'], 'W')} given by the sources"


def title_of(file, faces, look, scaling, largest):
    moment = (
        quantity(file.frequency, "Hz")
        if file.frequency
        else ""
        if file.time is None
        else f"t = {quantity(file.time, 's')}"
    )
    what = f"$|{look.field}|$ on {', '.join(file.names(faces))}" + (f", side of {look.region}" if look.region else "")
    facts = [moment, scaling, f"largest {quantity(largest, file.unit, 3)}"]
    return what + "\n" + ", ".join(fact for fact in facts if fact)


def finish_picture(pixels, title, look, magnitudes, extend, target):
    """Adds title and colour bar, and writes the picture."""
    figure, axis = plt.subplots(figsize=(8.2, 6.6), layout="constrained")
    axis.imshow(pixels)
    axis.axis("off")
    axis.set_title(title, fontsize=11)
    colours = matplotlib.colors.ListedColormap(band_colours(look.levels))
    bands = matplotlib.cm.ScalarMappable(magnitudes.norm, colours)
    magnitudes.bar(figure, bands, axis, shrink=0.8, extend=extend)
    save(figure, target)


def draw_surface(path, target, look=Look()):
    """Draws a file of surfaces; what is not to be coloured is grey."""
    file = SurfaceFile(path, look.field, look.planes)
    faces = file.coloured(look.surfaces, look.region) & ~file.isInPlane
    if not faces.any():
        names = ", ".join(look.surfaces or file.names(file.isInPlane))
        raise PlotError(f"{path}: {names} lies in a plane of symmetry, inside of the whole device")
    factor, scaling = scaling_of(os.path.dirname(os.path.dirname(os.path.abspath(path))), file.frequency)
    points, triangles, values = mirroredSurface(*joined(file, faces), look.planes)
    values *= factor
    largest = factor * file.values[faces].max(initial=0.0)
    top = look.largest or largest
    if not largest > 0:
        raise PlotError(f"{path}: the field is zero on the surface: there is nothing to draw")
    decades = decades_of(look.scale)
    shares = np.log10(np.maximum(values / top, 10.0 ** -(decades + 1)))
    grey = file.others(faces)
    body = mirroredSurface(*joined(file, grey)[:2], None, look.planes)[:2] if grey.any() else None
    camera = Camera(points if body is None else np.concatenate([points, body[0]]), look.view)
    bands = (1 + shares / decades) * look.levels
    pixels = rendered(camera, (points, triangles, bands), band_colours(look.levels)[:, :3], body)
    finish_picture(
        pixels,
        title_of(file, faces, look, scaling, largest),
        look,
        Magnitudes(look.scale, top, largest, f"$|{look.field}|${file.kind}", file.unit),
        "both" if values.max() > top else "min",
        target,
    )
    tell(file, faces, look, largest)


def tell(file, faces, look, largest):
    """What was drawn, and what not."""
    if not look.surfaces:
        for name in file.names(file.surrounding()):
            print(f"{name} is left out, since it surrounds the others: --surface {name} shows it")
    print(f"largest |{look.field}| on {', '.join(file.names(faces))}: {largest:.4g} {file.unit}")


def surface_files(directory):
    """Files of surfaces that a run left: of output.dft, else the last snapshot."""
    found = sorted(glob.glob(os.path.join(directory, "dft", "boundaries_*.vtkhdf")))
    return found or sorted(glob.glob(os.path.join(directory, "snapshots", "boundaries_*.vtkhdf")))[-1:]


def picture_of(path, field):
    """Where the picture of a file goes: surface_E_1.8GHz.png beside the folders."""
    directory = os.path.normpath(os.path.join(os.path.dirname(path), os.pardir))
    return os.path.join(
        directory, re.sub("^boundaries", f"surface_{field}", os.path.splitext(os.path.basename(path))[0]) + ".png"
    )


def looks_of(path, planes=()):
    """[Look] of a file: E, or H if it has no other, from either side of its surfaces, with images behind `planes` of
    symmetry. What lies in these is inside of the whole device: it has a look of its own, without images."""
    file = SurfaceFile(path, planes=planes)
    looks = []
    if not file.isInPlane.all():
        looks += [Look(field=file.field, region=region, planes=planes) for region in file.file.sides() or [None]]
    if file.isInPlane.any():
        looks.append(Look(field=file.field, surfaces=tuple(file.names(file.isInPlane))))
    return looks


def draw_all_surfaces(directory, planes=()):
    """A picture for each file, or for either side of its surfaces, and for what lies in `planes` of symmetry, behind which
    images are drawn; how many. What cannot be drawn is told."""
    looks = [(path, look) for path in surface_files(directory) for look in looks_of(path, planes)]
    drawn = 0
    for path, look in looks:
        stem, ending = os.path.splitext(picture_of(path, look.field))
        try:
            draw_surface(path, "_".join([stem, *(look.surfaces or [look.region] * bool(look.region))]) + ending, look)
            drawn += 1
        except ResultsError as error:
            print(f"no picture of {path}: {error}", file=sys.stderr)
    return drawn
