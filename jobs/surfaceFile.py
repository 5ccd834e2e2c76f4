# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Fields on surfaces of a mesh in space, from the VTKHDF files of output.dft and output.snapshots."""
from plotCommon import PlotError, h5py, np

SAME = 1e-6  # points closer than this share of the surface's size are one
SAME_CENTRE = 1e-5  # likewise of faces, whose corners are rounded to single precision
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
                self.time = self.scalar_of(vtk, f"time_{field}_s")    # s, of snapshots
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
        """Faces to colour: those of `surfaces` (empty: all), seen from the side of `region`."""
        faces = self.choose("surface", surfaces) if surfaces else np.ones(len(self.surface), bool)
        if region:
            return faces & self.choose("region", [region])
        sides = self.sides(faces)
        if sides:
            raise PlotError(f"the surface has two sides, in {' and '.join(sides)}, where the field may differ: "
                            "choose one by --region")
        return faces

    def sides(self, faces=None):
        """Names of the volumes that share a face of the file (of `faces`) with another one; empty if the surfaces have one side."""
        index = np.arange(len(self.surface)) if faces is None else np.flatnonzero(faces)
        place = self.places()[index]
        shared = np.bincount(place)[place] > 1
        return [self.regions[i] for i in np.unique(self.region[index[shared]])]

    def others(self, faces):
        """All other faces, without those that are the other side of one of `faces`."""
        place = self.places()
        return ~faces & ~np.isin(place, place[faces])

    def places(self):
        """A number for the place of each face, the same for its two sides."""
        centres = self.points[:, :3].sum(axis=1)
        size = np.ptp(centres, axis=0).max() or 1.0
        return np.unique(np.round(centres / (SAME_CENTRE * size)).astype(np.int64), axis=0, return_inverse=True)[1].ravel()


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
