# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Meshes: the files that `fluxtet mesh -o` writes, and the elements of a run's files of fields."""
import functools
import os
import re
import warnings

import numpy as np

from .cellFile import openHdf5, textOf
from .errors import ResultsError, UnfinishedRunWarning
from .run import PortStudy, StaticRun, openRun
from .surfaces import samePlaces

FORMAT = "fluxtet mesh"
OPPOSITE = np.array([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]])  # the face opposite each vertex of a tetrahedron


class Mesh:
    """`vertices` [n][xyz], m, in a plane with z = 0; `elements` [m][4] of numbers of vertices, in a plane [m][3], each
    ascending; `region` [m] numbers in the names `regions`; `faces` [k][3] (in a plane edges [k][2]), each once, with
    `owners` [k][2], the elements on either side (-1 at the outside), and `surface` [k], numbers in the names `surfaces`
    (-1: none)."""

    def __init__(self, path, vertices, elements, region, regions):
        self.path, self.vertices, self.regions = str(path), vertices, regions
        self.elements, self.region = np.sort(elements, axis=1), region
        self.surfaces = []
        self.copies = 1  # of the elements that the program computed, with mirror images

    @property
    def isPlane(self):
        return self.elements.shape[1] == 3

    @functools.cached_property
    def sides(self):
        """Number [m][vertex] in `faces` of the side opposite each vertex, and the first side of each face."""
        opposite = OPPOSITE if not self.isPlane else np.array([[1, 2], [0, 2], [0, 1]])
        corners = self.elements[:, opposite].reshape(-1, opposite.shape[1])
        order = np.lexsort(corners.T[::-1])
        isFirst = np.ones(len(order), bool)
        isFirst[1:] = (corners[order[1:]] != corners[order[:-1]]).any(axis=1)
        number = np.empty(len(order), np.int64)
        number[order] = np.cumsum(isFirst) - 1
        return number.reshape(len(self.elements), -1), order[isFirst]

    @functools.cached_property
    def faces(self):
        opposite = OPPOSITE if not self.isPlane else np.array([[1, 2], [0, 2], [0, 1]])
        element, vertex = np.divmod(self.sides[1], len(opposite))
        return np.take_along_axis(self.elements[element], opposite[vertex], axis=1)

    @functools.cached_property
    def owners(self):
        number, first = self.sides
        owners = np.full((len(first), 2), -1)
        owners[:, 0] = first // number.shape[1]
        later = np.setdiff1d(np.arange(number.size), first, assume_unique=True)
        owners[number.ravel()[later], 1] = later // number.shape[1]
        return owners

    @functools.cached_property
    def surface(self):
        return np.full(len(self.faces), -1)

    def nameSides(self, groups, names):
        """Gives faces the surfaces [m][vertex] of their sides, -1 for none."""
        self.surfaces = names
        np.maximum.at(self.surface, self.sides[0].ravel(), groups.ravel().astype(np.int64))

    def nameFaces(self, corners, groups, names):
        """Gives the faces with corners [j][vertices of a face] the surfaces [j]; corners that are no face are left out."""
        self.surfaces = names
        corners = np.sort(corners, axis=1)
        both = np.concatenate([self.faces, corners])
        number = np.unique(both, axis=0, return_inverse=True)[1].reshape(-1)
        faceOf = np.full(number.max() + 1, -1)
        faceOf[number[: len(self.faces)]] = np.arange(len(self.faces))
        found = faceOf[number[len(self.faces) :]]
        self.surface[found[found >= 0]] = groups[found >= 0]

    def __repr__(self):
        kind = "triangles" if self.isPlane else "tetrahedra"
        return f"<Mesh {self.path}: {len(self.elements)} {kind}, {len(self.regions)} regions>"


def namesIn(file, dataset):
    return bytes(file[dataset][()]).decode().splitlines()


def readMesh(path):
    """The Mesh in a file that `fluxtet mesh -o` wrote."""
    with openHdf5(path) as file:
        if textOf(file.attrs.get("format", "")) != FORMAT:
            raise ResultsError(f"{path} is no mesh of fluxtet: `fluxtet mesh CASE -o mesh.h5` makes one")
        try:
            regions, surfaces = namesIn(file, "regionNames"), namesIn(file, "surfaceNames")
            if "facets" in file:
                flat = file["vertices"][()]
                vertices = np.concatenate([flat, np.zeros((len(flat), 1))], axis=1)
                mesh = Mesh(path, vertices, file["elements"][()].astype(np.int64), file["region"][()], regions)
                mesh.nameFaces(file["facets"][()].astype(np.int64), file["facetGroup"][()], surfaces)
                return mesh
            vertices = np.zeros((int(file.attrs["totalVertices"]), 3))
            vertices[file["vertexId"][()]] = file["vertices"][()]
            mesh = Mesh(path, vertices, file["elementVertex"][()], file["region"][()], regions)
            # Sides are counted by vertices in ascending order, as the file has them.
            mesh.nameSides(file["faceGroup"][()], surfaces)
        except (KeyError, IndexError, ValueError) as error:
            raise ResultsError(f"{path} is damaged: {error}; `fluxtet mesh CASE -o {path}` makes it anew") from error
    return mesh


@functools.lru_cache(maxsize=1)
def facesWithin(path, names):
    """Corners [n][3][xyz], m, of the triangles with elements on both sides whose surface is one of `names` (a tuple), in
    a mesh file of tetrahedra; of a plane mesh none. What else there is in the file is not read."""
    with openHdf5(path) as file:
        if textOf(file.attrs.get("format", "")) != FORMAT or "elementVertex" not in file:
            return np.zeros((0, 3, 3))
        wanted = np.flatnonzero(np.isin(namesIn(file, "surfaceNames"), names))
        element, vertex = np.nonzero(np.isin(file["faceGroup"][()], wanted))
        elements = np.sort(file["elementVertex"][()], axis=1)
        corners, count = np.unique(elements[element[:, None], OPPOSITE[vertex]], axis=0, return_counts=True)
        vertices = np.zeros((int(file.attrs["totalVertices"]), 3))
        vertices[file["vertexId"][()]] = file["vertices"][()]
    return vertices[corners[count == 2]]


def meshOfCells(file, boundaries=None):
    """The Mesh of the elements in a file of fields, with the surfaces that a file of `boundaries` names."""
    corners = file.points[:, : file.corners].astype(float)
    places = [corners.reshape(-1, 3)]
    if boundaries is not None:
        places.append(boundaries.points[:, :3].astype(float).reshape(-1, 3))
    number = samePlaces(np.concatenate(places))
    vertices = np.empty((number.max() + 1, 3))
    vertices[number] = np.concatenate(places)
    elements, rest = np.split(number, [len(places[0])])
    mesh = Mesh(file.path, vertices, elements.reshape(-1, file.corners), file.region, file.regions)
    if boundaries is not None:
        mesh.nameFaces(rest.reshape(-1, 3), boundaries.surface, boundaries.surfaces)
    return mesh


def meshFileOf(run):
    """Path of fluxtet's mesh file of a run, or None if there was none or it is gone: what summary.json tells, be it in
    the cache or the case's own, or else what the case names."""
    try:
        path = run.summary.get("mesh_file")
        if path is not None:
            return path if os.path.isfile(path) else None
        found = re.search(r"^mesh:\n(?:  .*\n)*?  file: \"?([^\"\n]+)", run.caseText, re.MULTILINE)
    except ResultsError:
        return None
    return found[1] if found and found[1].endswith(".h5") and os.path.isfile(found[1]) else None


def runWithMesh(directory):
    """The run in a folder; of those of a study with ports, which share their mesh, the first."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnfinishedRunWarning)  # what is missing at its end is no part of the mesh
        run = openRun(directory)
    return runWithMesh(next(iter(run.runs.values())).directory) if isinstance(run, PortStudy) else run


def elementsInMeshFile(directory):
    """Number of elements in the mesh file of a run, which is not loaded for this; None if there is none."""
    path = meshFileOf(runWithMesh(directory))
    if path is None:
        return None
    with openHdf5(path) as file:
        if "totalElements" in file.attrs:
            return int(file.attrs["totalElements"])
        return len(file["elements"]) if "elements" in file else None  # of a plane


def meshOf(directory):
    """The Mesh of a run: of its mesh file, before uniform refinement, if that is still there, else of the elements in a snapshot, in phasors of
    output.dft, or in static fields, as far as these were kept. ResultsError where none of them is at hand."""
    run = runWithMesh(directory)
    path = meshFileOf(run)
    if path:
        return readMesh(path)
    if isinstance(run, StaticRun):
        return meshOfCells(run.fields)
    if len(run.snapshots):
        return meshOfCells(run.snapshots[0], run.snapshots.surfaces[0] if len(run.snapshots.surfaces) else None)
    for _, path in run.dft.files("fields"):
        frequency = run.dft.opened["fields"](path).frequency
        named = run.dft.has("boundaries", frequency)
        return meshOfCells(run.dft.file("fields", frequency), run.dft.file("boundaries", frequency) if named else None)
    raise ResultsError(
        f"{directory} holds no mesh: there is no mesh file of the run, in the cache or named by its case, and neither snapshots "
        "nor output.dft kept elements. `fluxtet mesh CASE -o mesh.h5` makes a file of the mesh"
    )
