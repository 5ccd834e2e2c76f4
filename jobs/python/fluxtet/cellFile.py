# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""VTKHDF files of unstructured cells that all are of one kind: elements or their faces, with nodes of any order."""
import functools
import os

import numpy as np

from . import lagrange
from .errors import ResultsError
from .locate import Simplices
from .optional import package

SOLID_TYPES, PLANE_TYPES = (10, 24, 71), (5, 22, 69)  # of VTK: linear, quadratic, Lagrange tetrahedra and triangles


def openHdf5(path):
    """An HDF5 file that is there and can be read."""
    h5py = package("h5py", "h5py")
    try:
        return h5py.File(path, "r")
    except OSError as error:
        raise ResultsError(f"{path} cannot be read as an HDF5 file: {error}") from error


def textOf(value):
    return value.decode() if isinstance(value, bytes) else str(value)


class CellFile:
    """What every such file has. Datasets are read when they are asked for, and kept."""

    what = "a VTKHDF file of fluxtet"
    ownNodes = True  # every cell has nodes of its own, so that fields may jump between cells

    def __init__(self, path):
        self.path = str(path)
        self.kept = {}  # datasets that have been read
        with openHdf5(self.path) as file:
            try:
                self.readHead(file["VTKHDF"])
            except (KeyError, ValueError, IndexError, ZeroDivisionError) as error:
                raise ResultsError(f"{self.path} is not {self.what}: {error}") from error

    def readHead(self, vtk):
        """Sizes and names."""
        types = np.unique(vtk["Types"][()])
        if len(types) != 1 or types[0] not in SOLID_TYPES + PLANE_TYPES:
            raise ValueError(f"its cells are of the VTK types {types.tolist()}")
        self.vtkType = int(types[0])
        self.corners = 4 if self.vtkType in SOLID_TYPES else 3
        self.size = len(vtk["Types"])
        self.nodes = len(vtk["Connectivity"]) // self.size  # of each cell
        self.order = lagrange.orderOf(self.nodes, self.corners)
        if self.order is None:
            raise ValueError(f"its cells have {self.nodes} nodes")
        self.units = {name: textOf(data.attrs.get("unit", "1")) for name, data in vtk["PointData"].items()}
        self.scalars = {name: float(data[0]) for name, data in vtk.get("FieldData", {}).items()}
        self.regions = [textOf(name) for name in vtk["CellData/region"].attrs["names"]]

    def dataset(self, name):
        if name not in self.kept:
            with openHdf5(self.path) as file:
                if name not in file["VTKHDF"]:
                    raise ResultsError(f"{self.path} has no {name}")
                self.kept[name] = file["VTKHDF"][name][()]
        return self.kept[name]

    @functools.cached_property
    def connectivity(self):
        """Numbers [cells][nodes] of points."""
        return self.dataset("Connectivity").reshape(self.size, self.nodes)

    @functools.cached_property
    def points(self):
        """Nodes [cells][nodes][xyz], m."""
        points = self.dataset("Points")
        return points.reshape(self.size, self.nodes, 3) if self.ownNodes else points[self.connectivity]

    def nodal(self, name):
        """Values [cells][nodes], or [cells][nodes][xyz], of point data."""
        values = self.dataset("PointData/" + name)
        return values.reshape(self.size, self.nodes, *values.shape[1:]) if self.ownNodes else values[self.connectivity]

    @property
    def region(self):
        """Number of its volume in `regions`, for each cell."""
        return self.dataset("CellData/region")

    def toPyvista(self):
        """A pyvista.UnstructuredGrid with all point and cell data of the file; needs pyvista. Its arrays are not scaled."""
        pyvista = package("pyvista", "pyvista")
        size = np.full((self.size, 1), self.nodes)
        cells = np.concatenate([size, self.connectivity], axis=1).ravel()
        grid = pyvista.UnstructuredGrid(cells, np.full(self.size, self.vtkType, np.uint8), self.dataset("Points"))
        with openHdf5(self.path) as file:
            names = {kind: list(file["VTKHDF"][kind]) for kind in ("PointData", "CellData")}
        for name in names["PointData"]:
            grid.point_data[name] = self.dataset("PointData/" + name)
        for name in names["CellData"]:
            grid.cell_data[name] = self.dataset("CellData/" + name)
        return grid

    def __repr__(self):
        return f"<{type(self).__name__} {self.path}: {self.size} cells of order {self.order}>"


class MeshFile(CellFile):
    """Elements of a mesh, in which points can be looked for."""

    sibling = None  # a file that may have the same nodes, and their search tree

    @functools.cached_property
    def simplices(self):
        """The cells for searches: those of the sibling where its nodes are the same."""
        if self.sibling is not None and np.array_equal(self.points, self.sibling.points):
            return self.sibling.simplices
        dimensions = self.corners - 1
        epsilon = np.finfo(self.points.dtype).eps
        return Simplices(self.points[:, : self.corners, :dimensions], epsilon)

    def asPoints(self, points):
        """Points as [n][dimensions of the mesh], and the shape that results get in front."""
        points = np.asarray(points, float)
        dimensions = self.corners - 1
        if points.ndim < 1 or points.shape[-1] not in {dimensions, 3}:
            raise ResultsError(
                f"points should be an array [...][{dimensions}] of coordinates in m, not of the shape {points.shape}"
            )
        return points.reshape(-1, points.shape[-1])[:, :dimensions], points.shape[:-1]

    def locate(self, points):
        """The cell [...] that holds each of the points [...][xyz], -1 outside of what the file shows."""
        places, shape = self.asPoints(points)
        return self.simplices.locate(places)[0].reshape(shape)

    def interpolate(self, values, points):
        """Nodal values [cells][nodes] or [cells][nodes][components] at points [...][xyz]: the polynomial of the cell
        that holds the point; nan outside of what the file shows."""
        places, shape = self.asPoints(points)
        cell, barycentric = self.simplices.locate(places)
        inside = cell >= 0
        weights = lagrange.shapeFunctions(self.order, barycentric[inside])
        kind = np.result_type(values.dtype, float)
        result = np.full((len(places), *values.shape[2:]), np.nan, kind)
        if np.iscomplexobj(result):
            result[:] = complex(np.nan, np.nan)
        result[inside] = np.einsum("nm,nm...->n...", weights, values[cell[inside]])
        return result.reshape((*shape, *values.shape[2:]))

    def gradient(self, values, points):
        """The gradient [...][xyz] of nodal values [cells][nodes] at points [...][xyz]; nan outside of the file's cells."""
        places, shape = self.asPoints(points)
        cell, barycentric = self.simplices.locate(places)
        inside = cell >= 0
        slopes = lagrange.shapeSlopes(self.order, barycentric[inside])
        ofCorners = np.einsum("nmk,nm->nk", slopes, values[cell[inside]])
        result = np.full((len(places), 3), np.nan)
        result[inside] = 0.0
        gradients = self.simplices.gradients(cell[inside])
        result[inside, : self.corners - 1] = np.einsum("nk,nkc->nc", ofCorners, gradients)
        return result.reshape((*shape, 3))

    def regionAt(self, points):
        """Names [...] of the volumes that hold points [...][xyz]; empty outside of what the file shows."""
        cell = self.locate(points)
        names = np.array([*self.regions, ""], dtype=object)
        return names[np.where(cell >= 0, self.region[cell], len(self.regions))]


def existing(folder, pattern):
    """Files of a folder whose names match, in order."""
    return [os.path.join(folder, name) for name in sorted(listed(folder)) if pattern.fullmatch(name)]


def listed(folder):
    try:
        return os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []
