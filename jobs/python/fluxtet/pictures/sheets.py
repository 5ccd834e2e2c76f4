# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Where a slice cuts the sheets of a run, surfaces with a condition inside its mesh."""
import os
import re

from ..mesh import facesWithin, meshFileOf, runWithMesh
from .common import ResultsError, np

TOUCH = 1e-6  # share of a slice's size: what is no further away lies in its plane


def namesWithCondition(caseText):
    """The surfaces in `boundaries` of a resolved case."""
    block = re.search(r"^boundaries:\n((?:  .*\n)*)", caseText, re.MULTILINE)
    names = re.findall(r"^  (?! )(.*?):(?:\s|$)", block[1], re.MULTILINE) if block else []
    return [name.strip("\"'") for name in names]


def sheetsOf(path):
    """The triangles of the sheets of the run that a file is a result of; none where its mesh file is gone."""
    folder = os.path.dirname(os.path.abspath(path))
    while not os.path.exists(os.path.join(folder, "summary.json")):
        if folder == os.path.dirname(folder):
            return np.zeros((0, 3, 3))
        folder = os.path.dirname(folder)
    try:
        run = runWithMesh(folder)
        mesh = meshFileOf(run)
        return facesWithin(mesh, tuple(namesWithCondition(run.caseText))) if mesh else np.zeros((0, 3, 3))
    except (ResultsError, KeyError):
        return np.zeros((0, 3, 3))


def cut(triangles, origin, u, v):
    """Segments [n][2][shares of u and v] in which triangles [m][3][xyz] cross a plane; of those that lie in it, the
    lines at which they end together."""
    normal = np.cross(u, v)
    height = (triangles - origin) @ (normal / np.linalg.norm(normal))
    touch = TOUCH * (np.linalg.norm(u) + np.linalg.norm(v))
    isIn = (np.abs(height) <= touch).all(axis=1)
    above = height > touch
    isCrossed = above.any(axis=1) & ~above.all(axis=1)
    places, above, height = (
        triangles[isCrossed],
        above[isCrossed],
        np.where(above, height, np.minimum(height, 0))[isCrossed],
    )
    segments = [rim(triangles[isIn])]
    if len(places):
        alone = np.where(above.sum(axis=1) == 1, above.argmax(axis=1), (~above).argmax(axis=1))
        rows = np.arange(len(places))
        ends = []
        for step in (1, 2):
            other = (alone + step) % 3
            from_, to = height[rows, alone], height[rows, other]
            share = (from_ / (from_ - to))[:, None]
            ends.append((1 - share) * places[rows, alone] + share * places[rows, other])
        segments.append(np.stack(ends, axis=1))
    points = np.concatenate(segments) - origin
    return np.stack([points @ side / (side @ side) for side in (u, v)], axis=-1)


def rim(triangles):
    """The edges [n][2][xyz] of triangles that only one of them has."""
    if not len(triangles):
        return np.zeros((0, 2, 3))
    points, number = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
    edges = np.sort(number.reshape(-1, 3)[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    edges, count = np.unique(edges, axis=0, return_counts=True)
    return points[edges[count == 1]]
