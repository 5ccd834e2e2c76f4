# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The magnitude of a field on surfaces of a mesh in space, drawn by VTK off screen."""
import collections
import contextlib
import glob
import os
import re
import shutil
import subprocess
import sys

from .common import (
    PlotError,
    ResultsError,
    magnitude_bar,
    magnitude_norm,
    matplotlib,
    np,
    plt,
    powers_at,
    prefix_of,
    quantity,
    save,
)
from .surfaceFile import SurfaceFile, joined

PIXELS = (1400, 1300)
VIEW_ANGLE = 20.0  # degrees from the bottom to the top of the picture
MARGIN = 0.92  # share of the picture that is filled
NO_SCREEN = "VTK needs a screen, and there is none: set DISPLAY, or apt-get install xvfb"

# How a surface is drawn: field E or H; names of the surfaces to colour (empty: all) and of the volume from whose side; where to
# look from; `levels` bands of colour over `decades` below `largest`, V/m or A/m (None: the largest value).
Look = collections.namedtuple(
    "Look",
    "field surfaces region view decades levels largest",
    defaults=("E", (), None, (1.0, 0.9, 0.35), 2.0, 20, None),
)


def load_vtk():
    try:
        import vtk
        from vtk.util import numpy_support
    except ImportError as missing:
        raise PlotError("this picture needs VTK for Python: apt-get install python3-vtk9") from missing
    return vtk, numpy_support


def require_vtk():
    """Throws PlotError, with what to install, where pictures of surfaces cannot be drawn."""
    load_vtk()
    if not os.environ.get("DISPLAY") and not shutil.which("Xvfb"):
        raise PlotError(NO_SCREEN)


@contextlib.contextmanager
def display():
    """A screen for VTK: the one there is, or one of its own that nobody sees."""
    if os.environ.get("DISPLAY"):
        yield
        return
    read, write = os.pipe()
    try:
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1400x24", "-nolisten", "tcp"],
            pass_fds=[write],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except FileNotFoundError as missing:
        os.close(read)
        raise PlotError(NO_SCREEN) from missing
    finally:
        os.close(write)
    try:
        number = os.read(read, 16).decode().strip()
        if not number:
            raise PlotError("VTK needs a screen, and Xvfb did not start: set DISPLAY")
        os.environ["DISPLAY"] = ":" + number
        yield
    finally:
        os.environ.pop("DISPLAY", None)
        os.close(read)
        server.terminate()
        server.wait()


def band_colours(levels):
    return matplotlib.colormaps["turbo"]((np.arange(levels) + 0.5) / levels)


def poly_data(points, triangles, values):
    vtk, convert = load_vtk()
    data, places, cells = vtk.vtkPolyData(), vtk.vtkPoints(), vtk.vtkCellArray()
    places.SetData(convert.numpy_to_vtk(np.ascontiguousarray(points), deep=True))
    corners = np.concatenate([np.full((len(triangles), 1), 3), triangles], axis=1).astype(np.int64)
    cells.SetCells(len(triangles), convert.numpy_to_vtkIdTypeArray(np.ascontiguousarray(corners).ravel(), deep=True))
    data.SetPoints(places)
    data.SetPolys(cells)
    data.GetPointData().SetScalars(convert.numpy_to_vtk(np.ascontiguousarray(values), deep=True))
    return data


def actor_of(port, colour=None, width=None):
    vtk, _ = load_vtk()
    mapper = vtk.vtkPolyDataMapper()
    mapper.SetInputConnection(port)
    actor = vtk.vtkActor()
    actor.SetMapper(mapper)
    if colour:
        mapper.ScalarVisibilityOff()
        actor.GetProperty().SetColor(*colour)
    if width:
        actor.GetProperty().SetLineWidth(width)
        actor.GetProperty().LightingOff()
    return actor


def coloured_actors(surface, decades, levels):
    """The surface in bands of colour, and the lines between them; values are log10 of the share of the largest."""
    vtk, _ = load_vtk()
    source = vtk.vtkTrivialProducer()
    source.SetOutput(poly_data(*surface))
    smooth = vtk.vtkPolyDataNormals()
    smooth.SetInputConnection(source.GetOutputPort())
    smooth.SetFeatureAngle(50)
    body = actor_of(smooth.GetOutputPort())
    table = vtk.vtkLookupTable()
    table.SetNumberOfTableValues(levels)
    for i, colour in enumerate(band_colours(levels)):
        table.SetTableValue(i, *colour)
    body.GetMapper().SetLookupTable(table)
    body.GetMapper().SetScalarRange(-decades, 0)
    body.GetMapper().InterpolateScalarsBeforeMappingOn()
    body.GetProperty().SetAmbient(0.35)
    contours = vtk.vtkContourFilter()
    contours.SetInputConnection(source.GetOutputPort())
    contours.GenerateValues(levels + 1, -decades, 0)
    return [body, actor_of(contours.GetOutputPort(), (0.1, 0.1, 0.1), 1.5)]


def body_actor(file, faces):
    vtk, _ = load_vtk()
    source = vtk.vtkTrivialProducer()
    source.SetOutput(poly_data(*joined(file, faces)))
    actor = actor_of(source.GetOutputPort(), (0.6, 0.6, 0.62))
    actor.GetProperty().SetSpecular(0.3)
    actor.GetProperty().FrontfaceCullingOn()  # faces turn outwards: a wall is seen from within, and not what is behind it hidden
    return actor


def camera_axes(direction):
    """Unit vectors to the right, up and towards who looks from `direction`; z is up, or y where one looks along z."""
    towards = np.array(direction) / np.linalg.norm(direction)
    up = np.array((0.0, 0.0, 1.0) if np.hypot(*towards[:2]) > 1e-3 else (0.0, 1.0, 0.0))
    right = np.cross(up, towards)
    right /= np.linalg.norm(right)
    return right, np.cross(towards, right), towards


def camera_place(points, direction):
    """Where the camera looks at and where it stands, so that all points are in the picture."""
    axes = np.array(camera_axes(direction))
    seen = points @ axes.T
    middle = 0.5 * (seen.min(axis=0) + seen.max(axis=0))
    across, upwards, towards = (seen - middle).T
    slope = MARGIN * np.tan(np.radians(0.5 * VIEW_ANGLE))
    distance = (towards + np.maximum(np.abs(across) * PIXELS[1] / PIXELS[0], np.abs(upwards)) / slope).max()
    return middle @ axes, (middle + (0.0, 0.0, distance)) @ axes


def rendered(actors, points, direction):
    """The picture [rows][columns][rgb] of actors, whose points are given, seen from `direction`."""
    vtk, convert = load_vtk()
    renderer = vtk.vtkRenderer()
    renderer.SetBackground(1, 1, 1)
    for actor in actors:
        renderer.AddActor(actor)
    window = vtk.vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetSize(*PIXELS)
    window.SetMultiSamples(8)
    window.AddRenderer(renderer)
    camera = renderer.GetActiveCamera()
    focus, place = camera_place(points, direction)
    camera.SetFocalPoint(*focus)
    camera.SetPosition(*place)
    camera.SetViewUp(*camera_axes(direction)[1])
    camera.SetViewAngle(VIEW_ANGLE)
    renderer.ResetCameraClippingRange()
    window.Render()
    grab = vtk.vtkWindowToImageFilter()
    grab.SetInput(window)
    grab.ReadFrontBufferOff()
    grab.Update()
    image = grab.GetOutput()
    pixels = convert.vtk_to_numpy(image.GetPointData().GetScalars())
    pixels = pixels.reshape(image.GetDimensions()[1], image.GetDimensions()[0], -1)[::-1].copy()
    window.Finalize()  # while its screen is still there
    return pixels


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


def finish_picture(pixels, title, look, top, unit, kind, extend, target):
    """Adds title and colour bar, and writes the picture."""
    figure, axis = plt.subplots(figsize=(8.2, 6.6), layout="constrained")
    axis.imshow(pixels)
    axis.axis("off")
    axis.set_title(title, fontsize=11)
    prefix, factor = prefix_of(top)
    colours = matplotlib.colors.ListedColormap(band_colours(look.levels))
    bands = matplotlib.cm.ScalarMappable(magnitude_norm(top / factor, look.decades), colours)
    magnitude_bar(figure, bands, axis, f"$|{look.field}|${kind} [{prefix}{unit}]", shrink=0.8, extend=extend)
    save(figure, target)


def draw_surface(path, target, look=Look()):
    """Draws a file of surfaces; what is not to be coloured is grey."""
    file = SurfaceFile(path, look.field)
    faces = file.coloured(look.surfaces, look.region)
    factor, scaling = scaling_of(os.path.dirname(os.path.dirname(os.path.abspath(path))), file.frequency)
    points, triangles, values = joined(file, faces)
    values *= factor
    largest = factor * file.values[faces].max(initial=0.0)
    top = look.largest or largest
    if not largest > 0:
        raise PlotError(f"{path}: the field is zero on the surface: there is nothing to draw")
    shares = np.log10(np.maximum(values / top, 10.0 ** -(look.decades + 1)))
    grey = file.others(faces)
    with display():
        actors = coloured_actors((points, triangles, shares), look.decades, look.levels)
        if grey.any():
            actors.append(body_actor(file, grey))
        seen = file.points[faces | grey].reshape(-1, 3)
        pixels = rendered(actors, seen, look.view)
    finish_picture(
        pixels,
        title_of(file, faces, look, scaling, largest),
        look,
        top,
        file.unit,
        file.kind,
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


def looks_of(path):
    """[Look] of a file: E, or H if it has no other, from either side of its surfaces."""
    file = SurfaceFile(path)
    return [Look(field=file.field, region=region) for region in file.file.sides() or [None]]


def draw_all_surfaces(directory):
    """A picture for each file, or for either side of its surfaces; how many. What cannot be drawn is told."""
    looks = [(path, look) for path in surface_files(directory) for look in looks_of(path)]
    drawn = 0
    for path, look in looks:
        target = picture_of(path, look.field)
        try:
            draw_surface(path, target if look.region is None else target.replace(".png", f"_{look.region}.png"), look)
            drawn += 1
        except ResultsError as error:
            print(f"no picture of {path}: {error}", file=sys.stderr)
    return drawn
