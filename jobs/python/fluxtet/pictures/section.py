# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The plane section of a mesh of tetrahedra."""
import itertools

from .common import np

INSIDE = 1e-6  # share of the mesh's size: a plane on an outer face is drawn from just inside
BETTER = 1.25  # a plane is clearly better than one across z if it meets so many times its elements


def inside(points, axis, place):
    """A plane in the mesh, off its outer faces."""
    low, high = points[:, axis].min(), points[:, axis].max()
    margin = INSIDE * (high - low)
    return np.clip(place, low + margin, high - margin) if low <= place <= high else place


def section(points, cells, values, axis, place):
    """Cuts tetrahedra [m][4] by the plane x[axis] = place: points [k][2], triangles, linear values there, cell of each
    triangle; nothing where the plane does not meet the mesh. Neighbours share the points on their common face."""
    height = points[:, axis] - inside(points, axis, place)
    above = height[cells] >= 0
    edges, triangles, owner, count = [], [], [], 0
    for pattern in itertools.product((False, True), repeat=4):
        up, down = [i for i in range(4) if pattern[i]], [i for i in range(4) if not pattern[i]]
        chosen = np.flatnonzero((above == pattern).all(axis=1))
        if not up or not down or not len(chosen):
            continue
        corners = list(itertools.product(up, down))
        if len(corners) == 4:
            corners = [corners[0], corners[1], corners[3], corners[2]]  # round the quadrilateral
        edges += [cells[chosen][:, corner] for corner in corners]
        number = count + np.arange(len(chosen))
        for i in range(1, len(corners) - 1):
            triangles.append(np.stack([number, number + i * len(chosen), number + (i + 1) * len(chosen)], axis=1))
            owner.append(chosen)
        count += len(corners) * len(chosen)
    if not edges:
        return np.zeros((0, 2)), np.zeros((0, 3), int), np.zeros(0), np.zeros(0, int)
    edges, place_of = np.unique(np.concatenate(edges), axis=0, return_inverse=True)
    a, b = edges[:, 0], edges[:, 1]  # above and below
    t = height[a] / (height[a] - height[b])
    crossing = (1 - t)[:, None] * points[a] + t[:, None] * points[b]
    shown = (1 - t) * values[a] + t * values[b]
    return np.delete(crossing, axis, axis=1), place_of.ravel()[np.concatenate(triangles)], shown, np.concatenate(owner)


def planes(points, cells, region):
    """Planes (axis, place) that may show what the mesh is about, the best first: those that meet the most regions, and then the
    most elements, which are small where fields vary. In the middle of the mesh or of an inner region, or on a side, where a
    symmetric body is cut; across z unless another is clearly better."""
    corners = points[cells]
    volume = np.abs(np.linalg.det(corners[:, 1:] - corners[:, :1]))
    sizes = {r: volume[region == r].sum() for r in np.unique(region)}
    largest = max(sizes, key=sizes.get)
    parts = [corners.reshape(-1, 3)] + [corners[region == r].reshape(-1, 3) for r in sizes if r != largest]
    found = []
    for axis in (2, 1, 0):
        low, high = corners[..., axis].min(axis=1), corners[..., axis].max(axis=1)
        middles = [0.5 * (part[:, axis].min() + part[:, axis].max()) for part in parts]
        for place in [*middles, low.min(), high.max()]:
            height = inside(points, axis, place)
            met = (low <= height) & (height <= high)
            merit = np.count_nonzero(met) * (BETTER if axis == 2 else 1.0)
            found.append((len(np.unique(region[met])), merit, ("xyz"[axis], place)))
    return [plane for _, _, plane in sorted(found, key=lambda entry: entry[:2], reverse=True)]
