# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Fields on surfaces of a mesh in space, from the VTKHDF files of output.dft and output.snapshots."""
from ..lagrange import nodesOf, orderOf
from ..mirrors import surfacesIn, withImages
from ..surfaces import SurfaceFields, samePlaces
from .common import UNITS, PlotError, np


def flat_triangles(order):
    """The order^2 triangles between the nodes of a Lagrange triangle."""
    number = {tuple(node[:2]): i for i, node in enumerate(nodesOf(order, 3).tolist())}
    up = [[(i, j), (i + 1, j), (i, j + 1)] for i in range(order) for j in range(order - i)]
    down = [[(i + 1, j), (i + 1, j + 1), (i, j + 1)] for i in range(order) for j in range(order - i - 1)]
    return np.array([[number[corner] for corner in triangle] for triangle in up + down])


class SurfaceFile:
    """What is drawn of a VTKHDF file of surfaces: nodes of each face [faces][nodes][xyz], magnitudes of a field there
    (default: E, if the file has it), names of surface and volume. `planes` of symmetry, behind which images are drawn:
    which faces lie in them, inside of the whole device, says `isInPlane` [faces]."""

    def __init__(self, path, field=None, planes=()):
        file = SurfaceFields(path)
        self.file, self.nodes, self.planes = file, file.nodes, planes
        self.points = file.points.astype(float)
        self.field = field = field or ("E" if "E" in file.fields else "H")
        if field not in file.fields:
            raise PlotError(
                f"{path} holds no {field}: ask for it in output.dft or output.snapshots, or choose another --field"
            )
        self.values = file.magnitude(field).astype(float)
        self.surface, self.surfaces = file.surface, file.surfaces
        cuts = [i for i, name in enumerate(self.surfaces) if name in surfacesIn(planes)]
        self.isInPlane = np.isin(self.surface, cuts)
        self.region, self.regions = file.region, file.regions
        self.frequency, self.time = file.frequency, file.time(field)  # Hz, of output.dft; s, of snapshots
        self.unit = UNITS[field].replace("/", " s/") if file.isIntegral else UNITS[field]
        # What the values are: amplitudes are peak values, not effective ones.
        self.kind = "" if self.frequency is None else ", Fourier integral" if file.isIntegral else ", peak value"

    def coloured(self, surfaces, region):
        """Faces to colour, seen from the side of `region`: those of `surfaces`; if these are not named all but an outer surface that
        surrounds the others, and those in planes of symmetry."""
        faces = self.file.choose("surface", surfaces) if surfaces else ~self.surrounding() & ~self.isInPlane
        if region:
            return faces & self.file.choose("region", [region])
        sides = self.file.sides(faces)
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
            others = ~faces & ~self.isInPlane
            if outside[faces].all() and others.any() and self.contains(faces, others):
                result |= faces
        return result

    def contains(self, outer, inner):
        """Whether the faces `inner` are strictly within the box round the faces `outer`."""
        a, b = (withImages(self.points[faces].reshape(-1, 3), self.planes) for faces in (outer, inner))
        return bool((a.min(axis=0) < b.min(axis=0)).all() and (a.max(axis=0) > b.max(axis=0)).all())

    def others(self, faces):
        """The faces to show beside `faces`: not the other side of one of these, nor a surface that surrounds and would hide them."""
        place = self.file.places
        result = ~faces & ~self.isInPlane & ~np.isin(place, place[faces])
        for i in np.unique(self.surface[result]):
            surface = self.surface == i
            if self.contains(surface, faces):
                result &= ~surface
        return result

    def counts(self):
        """How many faces of the file are in the place of each: two where a surface has two sides."""
        place = self.file.places
        return np.bincount(place)[place]


def joined(file, faces):
    """One surface of flat triangles: points, triangles, values. A value is the mean of the triangles round its point, weighted by
    their areas, since elements agree on the field only to its error and the step from one to the next is no part of it.
    """
    place = samePlaces(file.points[faces].reshape(-1, 3))
    points = np.empty((place.max() + 1, 3))
    points[place] = file.points[faces].reshape(-1, 3)
    nodes = flat_triangles(orderOf(file.nodes, 3))
    triangles = place.reshape(-1, file.nodes)[:, nodes].reshape(-1, 3)
    means = file.values[faces][:, nodes].mean(axis=2).ravel()
    a, b, c = (points[triangles[:, i]] for i in range(3))
    areas = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    sums, weights = (np.bincount(triangles.ravel(), np.repeat(x, 3), len(points)) for x in (areas * means, areas))
    return points, triangles, sums / np.maximum(weights, np.finfo(float).tiny)
