# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Planes of symmetry of a run, and what lies behind them: slices, triangles, elements and meshes with their mirror
images."""
import copy
import dataclasses
import os

import numpy as np

from .errors import ResultsError
from .mesh import Mesh, runWithMesh

TOUCH = 1e-6  # share of a size: what is no further from a plane lies in it
REACH = 1.5  # steps of a slice: further from a plane its points do not reach that


@dataclasses.dataclass(frozen=True)
class Plane:
    """normal . x = offset, the unit normal out of the mesh [xyz], the offset in m; `surfaces`: those of the mesh in it."""

    normal: np.ndarray
    offset: float
    isElectric: bool
    surfaces: tuple

    def heights(self, points):
        """m, of points [...][xyz], above 0 behind the plane."""
        return points @ self.normal - self.offset

    def image(self, points):
        return points - 2 * self.heights(points)[..., None] * self.normal

    def imageOf(self, field, values):
        """Vectors [...][xyz] of E or H at the images of where they are. At an electric plane E is across, at a magnetic one
        along it; H, an axial vector, the other way round."""
        isAcross = self.isElectric == (field == "E")
        reflected = values - 2 * (values @ self.normal)[..., None] * self.normal
        return -reflected if isAcross else reflected


def planesIn(run):
    """The planes of symmetry of a run, [] without any."""
    return [
        Plane(np.array(each["normal"]), each["offset_m"], each["kind"] == "electric", tuple(each["surfaces"]))
        for each in run.summary.get("symmetry_planes", [])
    ]


def surfacesIn(planes):
    """Names of the surfaces in planes."""
    return [name for plane in planes for name in plane.surfaces]


def namesOf(planes):
    return ", ".join(surfacesIn(planes))


def planesOf(place):
    """The planes of symmetry of the run that a file or folder belongs to; ResultsError where it has none."""
    folder = os.path.abspath(place)
    while not os.path.isfile(os.path.join(folder, "summary.json")):
        if folder == os.path.dirname(folder):
            raise ResultsError(f"{place} belongs to no run that has ended, whose planes of symmetry would be known")
        folder = os.path.dirname(folder)
    planes = planesIn(runWithMesh(folder))
    if not planes:
        raise ResultsError(
            f"{folder} has no planes of symmetry to mirror at: `boundaries` of its case gives none, as CutX: {{symmetry: "
            "magnetic}, or an earlier version made it"
        )
    return planes


def withImages(points, planes):
    """Points [n][xyz] or triangles [n][3][xyz] and their images."""
    for plane in planes:
        points = np.concatenate([points, plane.image(points)])
    return points


def mirroredSlice(s, planes):
    """A SliceFile on both sides of planes that its sides u or v meet at a right angle. Along other planes it stays as it is:
    its image lies elsewhere, or is itself."""
    for plane in planes:
        across = sharesAcross(s, plane)
        if max(across) < TOUCH:
            s = copy.copy(s)
            s.mirrors = (*s.mirrors, plane)
            continue
        if max(across) < 1 - TOUCH:
            raise ResultsError(f"no mirror image: slice {s.name} meets the plane of {namesOf([plane])} askew")
        s = acrossPlane(s, plane, int(np.argmax(across)))
    return s


def sharesAcross(s, plane):
    """How much of the sides u and v of a slice runs across a plane: 0 along it, 1 at a right angle."""
    return [abs(side @ plane.normal) / max(np.linalg.norm(side), np.finfo(float).tiny) for side in (s.u, s.v)]


def mirrorsFor(s, planes):
    """The planes that a slice has images behind, for `mirroredSlice`, and that in words, which are empty where it only
    runs along planes. Where it meets one askew or does not reach it: none, and why."""
    try:
        mirroredSlice(s, planes)
    except ResultsError as error:
        return (), str(error)
    across = [plane for plane in planes if max(sharesAcross(s, plane)) >= TOUCH]
    return planes, f"mirrored at {namesOf(across)}" if across else ""


def acrossPlane(s, plane, side):
    """A slice continued behind a plane across its side u (0) or v (1), which keeps its direction."""
    vector, share = (s.u, s.v)[side], s.shares[side]
    length = np.linalg.norm(vector)
    heights = plane.heights(s.origin) + share * (vector @ plane.normal)
    kept = np.flatnonzero(heights <= TOUCH * length)
    if not len(kept) or heights[kept].max() < -REACH * length / max(len(share) - 1, 1):
        raise ResultsError(f"no mirror image: slice {s.name} does not reach the plane of {namesOf([plane])}")
    kept = kept[np.argsort(heights[kept])]  # from the far end to the plane
    own = heights[kept]
    back = kept[::-1][1 if own[-1] > -TOUCH * length else 0 :]  # a point in the plane is its own image
    places = np.concatenate([own, -heights[back]])
    even = np.linspace(places[0], places[-1], len(places))
    axis, turn = 1 - side, 1 if vector @ plane.normal > 0 else -1
    result = copy.copy(s)
    middle = s.origin - plane.heights(s.origin) * plane.normal
    result.origin = middle + turn * own[0] * plane.normal
    setattr(result, "uv"[side], -2 * turn * own[0] * plane.normal)
    result.fields = {}
    for field, values in s.fields.items():
        images = plane.imageOf(field, values.take(back, axis))
        both = between(np.concatenate([values.take(kept, axis), images], axis), places, even, axis)
        result.fields[field] = both if turn > 0 else np.flip(both, axis)
    if s.region is not None:
        nearest = np.abs(even[:, None] - places).argmin(axis=1)[::turn]
        result.region = s.region.take(np.concatenate([kept, back])[nearest], axis)
    result.mirrors = (*s.mirrors, plane)
    return result


def between(values, places, even, axis):
    """Values at evenly spread places, linear between those where they are known."""
    after = np.clip(np.searchsorted(places, even), 1, len(places) - 1)
    weight = np.clip((even - places[after - 1]) / (places[after] - places[after - 1]), 0, 1)
    weight = np.where(weight < TOUCH, 0, np.where(weight > 1 - TOUCH, 1, weight))
    shape = [1] * values.ndim
    shape[axis] = -1
    weight = weight.reshape(shape)
    low, high = values.take(after - 1, axis), values.take(after, axis)
    return np.where(weight == 0, low, np.where(weight == 1, high, (1 - weight) * low + weight * high))


def mirroredSurface(points, triangles, values, planes):
    """A surface of points [n][xyz] with values [n] and triangles [m][3] of their numbers, and its images. Points in a plane
    are shared, triangles in it, between both halves, left out."""
    for plane in planes:
        heights = plane.heights(points)
        isIn = np.abs(heights) <= TOUCH * np.ptp(points, axis=0).max(initial=0.0)
        triangles = triangles[~isIn[triangles].all(axis=1)]
        number = np.where(isIn, np.arange(len(points)), np.cumsum(~isIn) - 1 + len(points))
        triangles = np.concatenate([triangles, number[triangles][:, ::-1]])
        points = np.concatenate([points, plane.image(points[~isIn])])
        values = None if values is None else np.concatenate([values, values[~isIn]])
    return points, triangles, values


def mirroredElements(points, cells, values, planes):
    """Elements of points [n][xyz], given by the numbers `cells` [m][4] of these, and their images, which have the same
    values [m]. Points in a plane are not shared."""
    for plane in planes:
        cells = np.concatenate([cells, cells + len(points)])
        points = np.concatenate([points, plane.image(points)])
        values = np.tile(values, 2)
    return points, cells, values


def mirroredMesh(mesh, planes):
    """A Mesh of tetrahedra with its images; the planes themselves are no longer among its surfaces. Counts its elements'
    `copies`."""
    for plane in planes:
        isIn = np.abs(plane.heights(mesh.vertices)) <= TOUCH * np.ptp(mesh.vertices, axis=0).max()
        number = np.where(isIn, np.arange(len(isIn)), np.cumsum(~isIn) - 1 + len(isIn))
        vertices = np.concatenate([mesh.vertices, plane.image(mesh.vertices[~isIn])])
        elements = np.concatenate([mesh.elements, number[mesh.elements]])
        both = Mesh(mesh.path, vertices, elements, np.tile(mesh.region, 2), mesh.regions)
        cuts = [i for i, name in enumerate(mesh.surfaces) if name in plane.surfaces]
        named = (mesh.surface >= 0) & ~(np.isin(mesh.surface, cuts) & isIn[mesh.faces].all(axis=1))
        corners = np.concatenate([mesh.faces[named], number[mesh.faces[named]]])
        both.nameFaces(corners, np.tile(mesh.surface[named], 2), mesh.surfaces)
        both.copies = 2 * mesh.copies
        mesh = both
    return mesh
