# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Fields on surfaces of a mesh in space, from the VTKHDF files of output.dft and output.snapshots."""
from plotCommon import UNITS, PlotError, h5py, np

ROUNDING = 2.0**-23  # of coordinates, which are in single precision
ORDER_OF = {3: 1, 6: 2, 10: 3, 15: 4}  # order of a Lagrange triangle by its number of nodes


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
    """A VTKHDF file of surfaces: nodes of each face [faces][nodes][xyz], magnitudes of a field there (default: E, if the file
    has it), names of surface and volume."""

    def __init__(self, path, field=None):
        try:
            with h5py.File(path, "r") as file:
                vtk = file["VTKHDF"]
                if "surface" not in vtk["CellData"]:
                    raise PlotError(f"{path} holds volumes, no surfaces: name some in `boundaries` of output.dft")
                self.nodes = len(vtk["Points"]) // len(vtk["Types"])
                self.points = vtk["Points"][()].astype(float).reshape(-1, self.nodes, 3)
                field = field or ("E" if {"E", "E_abs"} & set(vtk["PointData"]) else "H")
                self.field = field
                self.values = magnitude(vtk["PointData"], field, path).astype(float).reshape(-1, self.nodes)
                self.surface, self.surfaces = self.names_of(vtk["CellData/surface"])
                self.region, self.regions = self.names_of(vtk["CellData/region"])
                self.frequency = self.scalar_of(vtk, "frequency_Hz")  # Hz, of output.dft
                integral = self.scalar_of(vtk, "fourier_integral")  # of a pulse, output.dft
                self.unit = UNITS[field].replace("/", " s/") if integral else UNITS[field]
                # What the values are: amplitudes are peak values, not effective ones.
                self.kind = "" if self.frequency is None else ", Fourier integral" if integral else ", peak value"
                self.time = self.scalar_of(vtk, f"time_{field}_s")  # s, of snapshots
        except (OSError, KeyError, ZeroDivisionError) as error:
            raise PlotError(f"{path} is not a VTKHDF file of fluxtet with surfaces: {error}") from error

    @staticmethod
    def scalar_of(vtk, name):
        data = vtk.get("FieldData/" + name)
        return None if data is None else float(data[0])

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
        """Faces to colour, seen from the side of `region`: those of `surfaces`; if these are not named all but an outer surface that
        surrounds the others."""
        faces = self.choose("surface", surfaces) if surfaces else ~self.surrounding()
        if region:
            return faces & self.choose("region", [region])
        sides = self.sides(faces)
        if sides:
            raise PlotError(
                f"the surface has two sides, in {' and '.join(sides)}, where the field may differ: "
                "choose one by --region"
            )
        return faces

    def names(self, faces):
        """Names of the surfaces that faces are of."""
        return [self.surfaces[i] for i in np.unique(self.surface[faces])]

    def surrounding(self):
        """Faces of surfaces at the mesh's outside that have all other surfaces within: they would hide these."""
        outside = self.counts() == 1
        result = np.zeros(len(self.surface), bool)
        for i in np.unique(self.surface):
            faces = self.surface == i
            if outside[faces].all() and not faces.all() and self.contains(faces, ~faces):
                result |= faces
        return result

    def contains(self, outer, inner):
        """Whether the faces `inner` are strictly within the box round the faces `outer`."""
        a, b = (self.points[faces].reshape(-1, 3) for faces in (outer, inner))
        return bool((a.min(axis=0) < b.min(axis=0)).all() and (a.max(axis=0) > b.max(axis=0)).all())

    def sides(self, faces=None):
        """Names of the volumes that share a face of the file (of `faces`) with another one; empty if the surfaces have one side."""
        index = np.arange(len(self.surface)) if faces is None else np.flatnonzero(faces)
        place = self.places()[index]
        shared = np.bincount(place)[place] > 1
        return [self.regions[i] for i in np.unique(self.region[index[shared]])]

    def others(self, faces):
        """The faces to show beside `faces`: not the other side of one of these, nor a surface that surrounds and would hide them."""
        place = self.places()
        result = ~faces & ~np.isin(place, place[faces])
        for i in np.unique(self.surface[result]):
            surface = self.surface == i
            if self.contains(surface, faces):
                result &= ~surface
        return result

    def counts(self):
        """How many faces of the file are in the place of each: two where a surface has two sides."""
        place = self.places()
        return np.bincount(place)[place]

    def places(self):
        """A number for the place of each face, the same for its two sides."""
        return same_points(self.points[:, :3].mean(axis=1))


def same_points(points):
    """A number for each of the points [points][xyz], the same for those that are one but for rounding."""
    apart = 8 * ROUNDING * np.abs(points).max(initial=0.0)
    number = np.empty(points.shape, np.int64)
    for axis in range(3):
        order = np.argsort(points[:, axis])
        steps = np.diff(points[order, axis], prepend=points[order[:1], axis]) > apart
        number[order, axis] = np.cumsum(steps)
    return np.unique(number, axis=0, return_inverse=True)[1].reshape(-1)


def joined(file, faces):
    """One surface of flat triangles: points, triangles, values. A value is the mean of the triangles round its point, weighted by
    their areas, since elements agree on the field only to its error and the step from one to the next is no part of it.
    """
    place = same_points(file.points[faces].reshape(-1, 3))
    points = np.empty((place.max() + 1, 3))
    points[place] = file.points[faces].reshape(-1, 3)
    nodes = flat_triangles(ORDER_OF[file.nodes])
    triangles = place.reshape(-1, file.nodes)[:, nodes].reshape(-1, 3)
    means = file.values[faces][:, nodes].mean(axis=2).ravel()
    a, b, c = (points[triangles[:, i]] for i in range(3))
    areas = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    sums, weights = (np.bincount(triangles.ravel(), np.repeat(x, 3), len(points)) for x in (areas * means, areas))
    return points, triangles, sums / np.maximum(weights, np.finfo(float).tiny)
