# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Which triangle of a plane mesh, or tetrahedron, a point lies in."""
import numpy as np

BITS = 20  # of each coordinate in the order of boxes along a space-filling curve
CHUNK = 1 << 15  # points that are looked for at a time
ROUNDINGS = 8  # a point that is so many roundings of coordinates outside of an element counts as in it


def alongACurve(places):
    """An order of points [n][dimensions] in which neighbours are near each other: that of a Morton curve."""
    low = places.min(axis=0)
    size = (places.max(axis=0) - low).max() or 1.0
    whole = ((places - low) / size * (2**BITS - 1)).astype(np.uint64)
    code = np.zeros(len(places), np.uint64)
    dimensions = places.shape[1]
    for bit in range(BITS):
        for axis in range(dimensions):
            code |= ((whole[:, axis] >> np.uint64(bit)) & np.uint64(1)) << np.uint64(dimensions * bit + axis)
    return np.argsort(code, kind="stable")


class BoxTree:
    """A binary tree of boxes [n][dimensions], each level of which holds the boxes round pairs of the level below."""

    def __init__(self, low, high):
        self.order = alongACurve(0.5 * (low + high))
        self.levels = [(low[self.order], high[self.order])]
        while len(self.levels[-1][0]) > 1:
            low, high = self.levels[-1]
            if len(low) % 2:
                low, high = np.concatenate([low, low[-1:]]), np.concatenate([high, high[-1:]])
            self.levels.append((np.minimum(low[::2], low[1::2]), np.maximum(high[::2], high[1::2])))

    def holding(self, points):
        """All pairs (point, box) of a point and a box that holds it, as two arrays of their numbers."""
        point = np.arange(len(points))
        node = np.zeros(len(points), int)
        for level, (low, high) in reversed(list(enumerate(self.levels))):
            there = node < len(low)
            point, node = point[there], node[there]
            place = points[point]
            held = ((low[node] <= place) & (place <= high[node])).all(axis=1)
            point, node = point[held], node[held]
            if level:
                point, node = np.repeat(point, 2), (2 * node[:, None] + (0, 1)).ravel()
        return point, self.order[node]


class Simplices:
    """Triangles or tetrahedra: corners [elements][3 or 4][2 or 3], m. `epsilon`: relative rounding of coordinates."""

    def __init__(self, corners, epsilon):
        self.corners = np.asarray(corners, float)
        self.rounding = ROUNDINGS * epsilon * np.abs(self.corners).max(initial=0.0)
        self.tree = BoxTree(self.corners.min(axis=1) - self.rounding, self.corners.max(axis=1) + self.rounding)

    def gradients(self, elements):
        """Gradients [n][corners][dimensions] of the barycentric coordinates in elements [n], 1/m; not finite in one
        without volume."""
        corners = self.corners[elements]
        edges = corners[:, 1:] - corners[:, :1]
        with np.errstate(divide="ignore", invalid="ignore"):
            if edges.shape[1] == 3:
                a, b, c = edges[:, 0], edges[:, 1], edges[:, 2]
                inner = np.stack([np.cross(b, c), np.cross(c, a), np.cross(a, b)], axis=1)
                inner /= np.einsum("nc,nc->n", a, inner[:, 0])[:, None, None]
            else:
                (ax, ay), (bx, by) = edges[:, 0].T, edges[:, 1].T
                inner = np.stack([np.stack([by, -bx], axis=1), np.stack([-ay, ax], axis=1)], axis=1)
                inner /= (ax * by - ay * bx)[:, None, None]
        return np.concatenate([-inner.sum(axis=1, keepdims=True), inner], axis=1)

    def barycentric(self, elements, points):
        """Barycentric coordinates [n][corners] of points [n] in elements [n], and the lengths [n][corners] of their
        gradients, 1/m."""
        gradients = self.gradients(elements)
        with np.errstate(invalid="ignore"):
            inner = np.einsum("nkc,nc->nk", gradients[:, 1:], points - self.corners[elements, 0])
        barycentric = np.concatenate([1 - inner.sum(axis=1, keepdims=True), inner], axis=1)
        return barycentric, np.linalg.norm(gradients, axis=2)

    def locate(self, points):
        """The element [n] that holds each of the points [n][dimensions], -1 where there is none, and its barycentric
        coordinates [n][corners] there. On a common face, the element with the lowest number counts."""
        points = np.asarray(points, float)
        found = np.full(len(points), -1)
        barycentric = np.full((len(points), self.corners.shape[1]), np.nan)
        for begin in range(0, len(points), CHUNK):
            part = points[begin : begin + CHUNK]
            point, element = self.tree.holding(part)
            inside, steep = self.barycentric(element, part[point])
            held = np.flatnonzero((inside >= -self.rounding * steep).all(axis=1))
            held = held[np.lexsort((element[held], point[held]))]
            which, first = np.unique(point[held], return_index=True)
            chosen = held[first]
            found[begin + which] = element[chosen]
            barycentric[begin + which] = inside[chosen]
        return found, barycentric
