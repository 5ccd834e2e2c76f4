# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Surfaces in space as a camera sees them, with bands of colour and lines between these."""
from .common import np
from .raster import cross, drawn, weightsAt

PIXELS = (910, 845)  # columns, rows
SAMPLES = 2  # along each side of a pixel
VIEW_ANGLE = 20.0  # degrees from the bottom to the top of the picture
MARGIN = 0.92  # share of the picture that is filled
GREY = np.array([0.62, 0.62, 0.64])  # of what is not coloured
AMBIENT, BODY_AMBIENT = 0.35, 0.25  # light that comes from everywhere, on colours and on what is grey
CREASE = np.cos(np.radians(25))  # where a triangle lies further off the mean round its corner, the light has a step
LINE, LINE_WIDTH = 0.9, 0.6  # how much darker lines between bands are, and how many pixels they reach on either side


def camera_axes(direction):
    """Unit vectors to the right, up and towards who looks from `direction`; z is up, or y where one looks along z."""
    towards = np.array(direction) / np.linalg.norm(direction)
    up = np.array((0.0, 0.0, 1.0) if np.hypot(*towards[:2]) > 1e-3 else (0.0, 1.0, 0.0))
    right = np.cross(up, towards)
    right /= np.linalg.norm(right)
    return right, np.cross(towards, right), towards


class Camera:
    """Looks from a direction at points [n][xyz], so far away that all are in the picture."""

    def __init__(self, points, direction):
        self.axes = np.array(camera_axes(direction))
        seen = points @ self.axes.T
        middle = 0.5 * (seen.min(axis=0) + seen.max(axis=0))
        across, upwards, towards = (seen - middle).T
        self.slope = np.tan(np.radians(0.5 * VIEW_ANGLE))
        widest = np.maximum(np.abs(across) * PIXELS[1] / PIXELS[0], np.abs(upwards))
        distance = (towards + widest / (MARGIN * self.slope)).max()
        self.place = (middle + (0.0, 0.0, distance)) @ self.axes

    def inSamples(self, points):
        """Column, row and nearness of points [...][xyz]. Nearness, the inverse of the distance in depth, 1/m, depends
        linearly on the place in the picture."""
        across, upwards, towards = np.moveaxis((points - self.place) @ self.axes.T, -1, 0)
        nearness = -1 / towards
        columns, rows = (SAMPLES * count for count in PIXELS)
        scale = 0.5 * rows / self.slope * nearness
        return np.stack([0.5 * columns + scale * across, 0.5 * rows - scale * upwards, nearness], axis=-1)


def normals_of(points, triangles):
    """Unit vectors [n][3][xyz] perpendicular to a surface at the corners of its triangles [n][3]: the means of the
    triangles round a point, weighted by their areas, but a triangle's own where the surface has an edge."""
    a, b, c = (points[triangles[:, i]] for i in range(3))
    own = np.cross(b - a, c - a)
    means = np.stack([np.bincount(triangles.ravel(), np.repeat(own[:, i], 3), len(points)) for i in range(3)], axis=-1)
    own, means = (x / np.maximum(np.linalg.norm(x, axis=-1, keepdims=True), np.finfo(float).tiny) for x in (own, means))
    own, means = np.broadcast_to(own[:, None], (*triangles.shape, 3)), means[triangles]
    isSmooth = np.einsum("nki,nki->nk", own, means) > CREASE
    return np.where(isSmooth[..., None], means, own)


def lines_at(bands, corners, values, number, last):
    """How much of each sample, 0 to 1, is covered by the lines where values that depend linearly on the place in
    triangles `corners` [n][3][column, row, ...] are whole numbers from 0 to `last`: `bands` at the samples, `values` [n][3], `number` of
    the triangle at each sample."""
    a, b, c = (corners[:, i, :2] for i in range(3))
    twice = cross(b - a, c - a)
    turned = np.stack([c - b, a - c, b - a], axis=1)[..., ::-1] * (-1.0, 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = np.linalg.norm(np.einsum("nk,nki->ni", values, turned) / twice[:, None], axis=-1)[number]
        apart = np.abs(bands - np.clip(np.round(bands), 0, last)) / slope
    return np.clip(LINE_WIDTH * SAMPLES + 0.5 - np.nan_to_num(apart, nan=np.inf), 0, 1)


def rendered(camera, coloured, colours, body=None):
    """The picture [rows][columns][rgb] of a surface `coloured`: points [n][xyz], triangles [m][3], and at the points a
    value that is i to i + 1 where the colour is `colours` [i][rgb]. `body`: points and triangles of what is grey; of
    it only the sides that are turned away are seen. Triangles of a mesh turn outwards, so that its walls are seen from
    within and hide nothing."""
    points, triangles, values = coloured
    corners, normals, values = camera.inSamples(points)[triangles], normals_of(points, triangles), values[triangles]
    count = len(triangles)
    if body is not None:
        places = camera.inSamples(body[0])[body[1]]
        # Rows count downwards: what turns its outer side to the camera goes clockwise round a positive area.
        isAway = cross(places[:, 1, :2] - places[:, 0, :2], places[:, 2, :2] - places[:, 0, :2]) > 0
        corners = np.concatenate([corners, places[isAway]])
        normals = np.concatenate([normals, normals_of(*body)[isAway]])
    columns, rows = (SAMPLES * size for size in PIXELS)
    layer = drawn(corners, np.zeros(corners.shape[:2], bool), rows, columns)
    number, weights = layer.number[layer.seen], weightsAt(layer, corners)
    weights *= corners[number, :, 2]  # as a camera sees them
    weights /= weights.sum(axis=1, keepdims=True)
    normal = np.einsum("nk,nki->ni", weights, normals[number])
    light = np.abs(normal @ camera.axes[2]) / np.maximum(np.linalg.norm(normal, axis=1), np.finfo(float).tiny)
    isColoured = number < count
    base = np.tile(GREY, (len(number), 1))
    chosen = number[isColoured]
    bands = np.einsum("nk,nk->n", weights[isColoured], values[chosen])
    lines = lines_at(bands, corners[:count], values, chosen, len(colours))
    base[isColoured] = colours[np.clip(bands.astype(int), 0, len(colours) - 1)] * (1 - LINE * lines[:, None])
    light = np.where(isColoured, AMBIENT + light, BODY_AMBIENT + (1 - BODY_AMBIENT) * light).clip(0, 1)
    image = np.ones((rows, columns, 3))
    image[layer.seen] = base * light[:, None]
    return image.reshape(PIXELS[1], SAMPLES, PIXELS[0], SAMPLES, 3).mean(axis=(1, 3))
