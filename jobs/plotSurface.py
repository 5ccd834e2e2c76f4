# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The magnitude of a field on surfaces of a mesh in space, drawn by VTK off screen."""
import contextlib
import json
import os
import subprocess

from plotCommon import UNITS, PlotError, matplotlib, np, plt, prefix_of, save
from surfaceFile import SurfaceFile, joined

PIXELS = (1400, 1300)


def load_vtk():
    try:
        import vtk
        from vtk.util import numpy_support
    except ImportError as missing:
        raise PlotError("this picture needs VTK for Python: apt-get install python3-vtk9") from missing
    return vtk, numpy_support


@contextlib.contextmanager
def display():
    """A screen for VTK: the one there is, or one of its own that nobody sees."""
    if os.environ.get("DISPLAY"):
        yield
        return
    read, write = os.pipe()
    try:
        server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1400x24", "-nolisten", "tcp"],
                                  pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except FileNotFoundError as missing:
        os.close(read)
        raise PlotError("VTK needs a screen, and there is none: set DISPLAY, or apt-get install xvfb") from missing
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
    return actor


def rendered(actors, direction):
    """The picture [rows][columns][rgb] of actors seen from `direction`, z upwards."""
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
    camera.SetFocalPoint(0, 0, 0)
    camera.SetPosition(*direction)
    camera.SetViewUp(*((0, 1, 0) if direction[0] == direction[1] == 0 else (0, 0, 1)))
    camera.SetViewAngle(20)
    renderer.ResetCamera()
    camera.Zoom(1.15)
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


def factor_of(directory):
    """What fields are multiplied by so that the antenna gives away output.sar.power: 1 where the case does not give it."""
    try:
        with open(os.path.join(directory, "summary.json"), encoding="utf-8") as stream:
            return np.sqrt(json.load(stream)["powers"]["scale"])
    except (OSError, ValueError, KeyError, TypeError):
        return 1.0


def finish_picture(pixels, title, field, largest, decades, levels, target):
    """Adds title and colour bar, and writes the picture."""
    figure, axis = plt.subplots(figsize=(8.2, 6.6), layout="constrained")
    axis.imshow(pixels)
    axis.axis("off")
    axis.set_title(title, fontsize=11)
    prefix, unit = prefix_of(largest)
    edges = largest / unit * 10.0 ** np.linspace(-decades, 0, levels + 1)
    colours = matplotlib.colors.ListedColormap(band_colours(levels))
    marks = edges[::-max(1, levels // 6)]
    bar = figure.colorbar(matplotlib.cm.ScalarMappable(matplotlib.colors.BoundaryNorm(edges, levels), colours), ax=axis,
                          shrink=0.8, ticks=marks, extend="min")
    bar.ax.set_yticklabels([f"{mark:.3g}" for mark in marks])
    bar.ax.minorticks_off()
    bar.set_label(f"$|{field}|$ [{prefix}{UNITS[field]}]")
    save(figure, target)


def draw_surface(path, target, field, surfaces, region, direction, decades, levels, largest=None, factor=1.0):
    """Draws |field| of a file of surfaces: `levels` bands of colour over `decades` below `largest` (default: the largest
    value); surfaces of the file that are not to be coloured are grey."""
    file = SurfaceFile(path, field)
    faces = file.coloured(surfaces, region)
    points, triangles, values = joined(file, faces)
    values *= factor
    largest = largest or values.max()
    if not largest > 0:
        raise PlotError(f"{path}: the field is zero on the surface: there is nothing to draw")
    shares = np.log10(np.maximum(values / largest, 10.0 ** -(decades + 1)))
    grey = ~np.isin(file.surface, np.unique(file.surface[faces]))
    with display():
        actors = coloured_actors((points, triangles, shares), decades, levels)
        if grey.any():
            actors.append(body_actor(file, grey))
        pixels = rendered(actors, direction)
    names = ", ".join(file.surfaces[i] for i in np.unique(file.surface[faces]))
    title = f"$|{field}|$ on {names}" + (f", side of {region}" if region else "")
    finish_picture(pixels, title + (", scaled to the power of output.sar" if factor != 1 else ""), field, largest, decades,
                   levels, target)
    print(f"largest |{field}| on {names}: {values.max():.4g} {UNITS[field]}")
