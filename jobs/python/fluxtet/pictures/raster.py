# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Triangles in pixels, of which the nearest hides those behind it."""
from .common import np

FAR = -np.inf  # depth where there is no triangle
AT_ONCE = 1_000_000  # pixels that are looked at together
LARGEST = 32  # pixels along a side of the squares in which triangles are looked at


class Layer:
    """What is seen of triangles: the number of the nearest one at each pixel [rows][columns], -1 where there is none,
    its depth there (larger is nearer), and the distance in pixels from its nearest marked edge."""

    def __init__(self, rows, columns):
        self.number = np.full((rows, columns), -1)
        self.depth = np.full((rows, columns), FAR)
        self.edge = np.full((rows, columns), np.inf)

    @property
    def seen(self):
        return self.number >= 0


def drawn(corners, marked, rows, columns):
    """The Layer of triangles `corners` [n][3][column, row, depth] in pixels, whose edges opposite each corner are
    `marked` [n][3] or not."""
    layer = Layer(rows, columns)
    a, b, c = (corners[:, i, :2] for i in range(3))
    twice = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    low = np.floor(corners[..., :2].min(axis=1)).astype(int)
    high = np.ceil(corners[..., :2].max(axis=1)).astype(int)
    size = (high - low).max(axis=1) + 1
    isUsed = (np.abs(twice) > 1e-12) & (high >= 0).all(axis=1) & (low < (columns, rows)).all(axis=1)
    side = 2
    while True:
        chosen = np.flatnonzero(isUsed & (size <= side) & ((size > side // 2) | (side == 2)))
        for part in np.array_split(chosen, len(chosen) * side**2 // AT_ONCE + 1):
            fill(layer, corners, marked, part, low[part], side)
        if side == LARGEST:
            break
        side *= 2
    # Large triangles square by square.
    which, squares = [np.zeros(0, int)], [np.zeros((0, 2), int)]
    for one in np.flatnonzero(isUsed & (size > LARGEST)):
        squares.append(squaresOf(corners[one, :, :2], np.maximum(low[one], 0), np.minimum(high[one], (columns, rows))))
        which.append(np.full(len(squares[-1]), one))
    which, squares = np.concatenate(which), np.concatenate(squares)
    for part in np.array_split(np.arange(len(which)), len(which) * LARGEST**2 // AT_ONCE + 1):
        fill(layer, corners, marked, which[part], squares[part], LARGEST)
    return layer


def weightsAt(layer, corners):
    """Shares [seen][3] of the corners of the triangle that is seen at each pixel of a Layer where there is one, rows
    first; they depend linearly on the place in the picture."""
    rows, columns = np.nonzero(layer.seen)
    a, b, c = (corners[layer.number[layer.seen], i, :2] for i in range(3))
    place = np.stack([columns, rows], axis=-1) + 0.5
    second, third = cross(place - a, c - a), cross(b - a, place - a)
    twice = cross(b - a, c - a)
    return np.stack([twice - second - third, second, third], axis=-1) / twice[:, None]


def squaresOf(triangle, begin, end):
    """Squares [n][column, row] of the largest size from `begin` to `end` that do not lie beyond one edge of a triangle
    [3][xy]."""
    squares = np.stack(np.meshgrid(*(np.arange(begin[i], end[i] + 1, LARGEST) for i in range(2))), axis=-1).reshape(
        -1, 2
    )
    ends = squares[:, None] + LARGEST * np.array([[0, 0], [1, 0], [0, 1], [1, 1]])
    sign = np.sign(cross(triangle[1] - triangle[0], triangle[2] - triangle[0]))
    inside = [sign * cross(triangle[i - 2] - triangle[i], ends - triangle[i]) >= 0 for i in range(3)]
    return squares[np.all([one.any(axis=1) for one in inside], axis=0)]


def fill(layer, corners, marked, chosen, low, side):
    """Draws triangles where they lie in squares of `side` pixels from `low` [chosen][column, row] on."""
    rows, columns = layer.number.shape
    steps = np.stack(np.meshgrid(np.arange(side), np.arange(side)), axis=-1).reshape(-1, 2)
    pixels = low[:, None] + steps
    a, b, c = (corners[chosen, i, :2] for i in range(3))
    twice = cross(b - a, c - a)
    ends = ((b, c), (c, a), (a, b))
    weights = np.stack([cross((p - q)[:, None], pixels + 0.5 - q[:, None]) for q, p in ends], axis=-1)
    weights /= twice[:, None, None]
    isIn = (weights >= -1e-9).all(axis=-1) & (pixels >= 0).all(axis=-1) & (pixels < (columns, rows)).all(axis=-1)
    which, where = np.nonzero(isIn)
    weights, pixels = weights[which, where], pixels[which, where]
    depth = np.einsum("nk,nk->n", weights, corners[chosen[which], :, 2])
    heights = np.stack([np.abs(twice) / np.maximum(np.linalg.norm(p - q, axis=1), 1e-12) for q, p in ends], axis=-1)
    edge = np.where(marked[chosen[which]], weights * heights[which], np.inf).min(axis=1, initial=np.inf)
    place = pixels[:, 1] * columns + pixels[:, 0]
    nearer = np.flatnonzero(depth > layer.depth.ravel()[place])
    nearer = nearer[np.argsort(depth[nearer], kind="stable")]  # of a pixel the last one stays
    layer.depth.ravel()[place[nearer]] = depth[nearer]
    layer.number.ravel()[place[nearer]] = chosen[which[nearer]]
    layer.edge.ravel()[place[nearer]] = edge[nearer]


def cross(a, b):
    """Of vectors [...][xy]."""
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
