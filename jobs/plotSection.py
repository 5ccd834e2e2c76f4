# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The plane section of a mesh of tetrahedra."""
import itertools

from plotCommon import np

INSIDE = 1e-6  # share of the mesh's size: a plane on an outer face is drawn from just inside


def section(points, cells, values, axis, place):
    """Cuts tetrahedra [m][4] by the plane x[axis] = place: points [k][2], triangles, linear values there, cell of each
    triangle; nothing where the plane does not meet the mesh."""
    low, high = points[:, axis].min(), points[:, axis].max()
    margin = INSIDE * (high - low)
    if low <= place <= high:
        place = np.clip(place, low + margin, high - margin)
    height = points[cells, axis] - place
    above = height >= 0
    others = [k for k in range(3) if k != axis]
    found, triangles, shown, owner, count = [], [], [], [], 0
    for pattern in itertools.product((False, True), repeat=4):
        up, down = [i for i in range(4) if pattern[i]], [i for i in range(4) if not pattern[i]]
        chosen = np.flatnonzero((above == pattern).all(axis=1))
        if not up or not down or not len(chosen):
            continue
        corners = list(itertools.product(up, down))
        if len(corners) == 4:
            corners = [corners[0], corners[1], corners[3], corners[2]]  # round the quadrilateral
        for a, b in corners:
            t = (height[chosen, a] / (height[chosen, a] - height[chosen, b]))[:, None]
            x = (1 - t) * points[cells[chosen, a]] + t * points[cells[chosen, b]]
            found.append(x[:, others])
            shown.append((1 - t[:, 0]) * values[cells[chosen, a]] + t[:, 0] * values[cells[chosen, b]])
        number = count + np.arange(len(chosen))
        for i in range(1, len(corners) - 1):
            triangles.append(np.stack([number, number + i * len(chosen), number + (i + 1) * len(chosen)], axis=1))
            owner.append(chosen)
        count += len(corners) * len(chosen)
    if not found:
        return np.zeros((0, 2)), np.zeros((0, 3), int), np.zeros(0), np.zeros(0, int)
    return np.concatenate(found), np.concatenate(triangles), np.concatenate(shown), np.concatenate(owner)
