# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The magnitude of a field on surfaces of a mesh in space, drawn by VTK off screen."""
import contextlib
import json
import os
import subprocess

from plotCommon import PlotError, h5py, matplotlib, np, plt, prefix_of, save

PIXELS = (1400, 1300)
SAME = 1e-6  # points closer than this share of the surface's size are one
ORDER_OF = {3: 1, 6: 2, 10: 3, 15: 4}  # order of a Lagrange triangle by its number of nodes
UNITS = {"E": "V/m", "H": "A/m"}


def triangle_nodes(order):
    """Nodes of VTK's Lagrange triangle in VTK's order, as three whole numbers that sum to the order."""
    if order <= 0:
        return [(0, 0, 0)] if order == 0 else []
    nodes = [tuple(order * (i == v) for i in range(3)) for v in range(3)]
    for a, b in ((0, 1), (1, 2), (2, 0)):
        nodes += [tuple((order - k) * (i == a) + k * (i == b) for i in range(3)) for k in range(1, order)]
    return nodes + [tuple(i + 1 for i in node) for node in triangle_nodes(order - 3)]


def flat_triangles(order):
    """The order^2 triangles between the nodes of a Lagrange triangle."""
    number = {node[:2]: i for i, node in enumerate(triangle_nodes(order))}
    up = [[(i, j), (i + 1, j), (i, j + 1)] for i in range(order) for j in range(order - i)]
    down = [[(i + 1, j), (i + 1, j + 1), (i, j + 1)] for i in range(order) for j in range(order - i - 1)]
    return np.array([[number[corner] for corner in triangle] for triangle in up + down])


def magnitude(data, field, path):
    """|X| at the points of a file of output.dft (X_abs) or of snapshots (X)."""
    if field + "_abs" in data:
        return data[field + "_abs"][()]
    if field in data:
        return np.linalg.norm(data[field][()], axis=1)
    raise PlotError(f"{path} holds no {field}: ask for it in output.dft or output.snapshots, or choose another --field")


class SurfaceFile:
    """A VTKHDF file of surfaces: nodes of each face [faces][nodes][xyz], values there, names of surface and volume."""

    def __init__(self, path, field):
        try:
            with h5py.File(path, "r") as file:
                vtk = file["VTKHDF"]
                if "surface" not in vtk["CellData"]:
                    raise PlotError(f"{path} holds volumes, no surfaces: name some in `boundaries` of output.dft")
                self.nodes = len(vtk["Points"]) // len(vtk["Types"])
                self.points = vtk["Points"][()].astype(float).reshape(-1, self.nodes, 3)
                self.values = magnitude(vtk["PointData"], field, path).astype(float).reshape(-1, self.nodes)
                self.surface, self.surfaces = self.names_of(vtk["CellData/surface"])
                self.region, self.regions = self.names_of(vtk["CellData/region"])
        except (OSError, KeyError, ZeroDivisionError) as error:
            raise PlotError(f"{path} is not a VTKHDF file of fluxtet with surfaces: {error}") from error

    @staticmethod
    def names_of(data):
        names = [name.decode() if isinstance(name, bytes) else str(name) for name in data.attrs["names"]]
        return data[()], names

    def choose(self, what, wanted):
        """Which faces have one of the names `wanted` as their `what`."""
        index, names = getattr(self, what), getattr(self, what + "s")
        present = [names[i] for i in np.unique(index)]
        absent = set(wanted) - set(present)
        if absent:
            raise PlotError(f"no {what} {', '.join(sorted(absent))} in the file: there are {', '.join(present)}")
        return np.isin(index, [names.index(name) for name in wanted])

    def coloured(self, surfaces, region):
        """Faces to colour: those of `surfaces` (empty: all), seen from the side of `region`."""
        faces = self.choose("surface", surfaces) if surfaces else np.ones(len(self.surface), bool)
        if region:
            return faces & self.choose("region", [region])
        sides = [self.regions[i] for i in np.unique(self.region[faces])]
        if len(sides) > 1 and len(np.unique(self.surface[faces])) == 1:
            raise PlotError(f"the surface has two sides, in {' and '.join(sides)}, where the field may differ: "
                            "choose one by --region")
        return faces


def joined(file, faces):
    """One surface of flat triangles, values averaged where faces meet: points, triangles, values."""
    points = file.points[faces].reshape(-1, 3)
    size = np.ptp(points, axis=0).max() or 1.0
    _, first, place = np.unique(np.round(points / (SAME * size)).astype(np.int64), axis=0, return_index=True,
                                return_inverse=True)
    place = place.reshape(-1)
    values = np.bincount(place, file.values[faces].ravel()) / np.bincount(place)
    triangles = place.reshape(-1, file.nodes)[:, flat_triangles(ORDER_OF[file.nodes])].reshape(-1, 3)
    return points[first], triangles, values


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
