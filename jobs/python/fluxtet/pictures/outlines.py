# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Lines on a slice along which regions of the mesh meet, and where it cuts sheets."""
from ..mirrors import withImages
from .common import matplotlib, np
from .sheets import cut, sheetsOf

SMOOTHINGS = 1  # steps of grid lines that run askew, away from which points move by half a step at most
DARK, LIGHT = "#1b2631", "white"
WIDTH, SHEET_WIDTH, HALO_WIDTH, HALO_ALPHA = (
    0.7,
    1.3,
    1,
    0.55,
)  # points; the halo, so much wider, keeps the line in sight on colours like its own


def outlines(region):
    """Segments [segments][ends][column, row] between points of different numbers `region` [rows][columns]. They run
    half a step from the points on either side, are counted in steps, and meet where three regions do; between points
    of one region there are none."""
    rows, columns = region.shape
    if min(rows, columns) < 2:
        return np.zeros((0, 2, 2))
    across, upwards = region[:, 1:] != region[:, :-1], region[1:] != region[:-1]
    # Of each square of four points the sides whose ends differ: below, right, above, left.
    crossed = np.stack([across[:-1], upwards[:, 1:], across[1:], upwards[:, :-1]], axis=-1)
    row, column = np.indices(crossed.shape[:2])
    middles = np.stack([column, row], axis=-1)[..., None, :] + np.array([[0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5]])
    count = crossed.sum(axis=-1)
    passed = count == 2
    through = middles[passed][crossed[passed]].reshape(-1, 2, 2)
    forked = crossed & (count > 2)[..., None]
    centres = np.broadcast_to((np.stack([column, row], axis=-1) + 0.5)[..., None, :], middles.shape)
    return smoothed(np.concatenate([through, np.stack([middles[forked], centres[forked]], axis=1)]))


def smoothed(segments):
    """The same without the steps of the grid: points of lines move towards their two neighbours, ends and forks stay."""
    if not len(segments):
        return segments
    start, number = np.unique(segments.reshape(-1, 2), axis=0, return_inverse=True)
    ends = number.reshape(-1, 2)
    moves = np.bincount(ends.ravel(), minlength=len(start)) == 2
    points = start.copy()
    for _ in range(SMOOTHINGS):
        sums = np.zeros_like(points)
        np.add.at(sums, ends[:, 0], points[ends[:, 1]])
        np.add.at(sums, ends[:, 1], points[ends[:, 0]])
        points[moves] = 0.5 * points[moves] + 0.25 * sums[moves]
        points = np.clip(points, start - 0.5, start + 0.5)
    return points[ends]


def draw_outlines(axis, s, sides, image):
    """The outlines of a slice over its `image`, and thicker the sheets that it cuts; `sides`: first and last coordinate along u and v, (u0, u1, v0, v1), as
    the axes have them. The lines are light where its colours are dark. No outlines for a file without regions."""
    u0, u1, v0, v1 = sides
    shares = outlines(s.region) / np.maximum(np.array(s.region.shape[::-1]) - 1, 1) if s.region is not None else None
    isDark = image.cmap(np.linspace(0, 1, 9))[:, :3].mean() < 0.45
    line, around = (LIGHT, DARK) if isDark else (DARK, LIGHT)
    hasArea = np.linalg.norm(np.cross(s.u, s.v)) > 0
    sheets = cut(withImages(sheetsOf(s.path), s.mirrors), s.origin, s.u, s.v) if hasArea else None
    for segments, width in ((shares, WIDTH), (sheets, SHEET_WIDTH)):
        if segments is None or not len(segments):
            continue
        halo = matplotlib.patheffects.Stroke(linewidth=width + HALO_WIDTH, foreground=around, alpha=HALO_ALPHA)
        lines = matplotlib.collections.LineCollection(
            segments * (u1 - u0, v1 - v0) + (u0, v0),
            colors=line,
            linewidths=width,
            capstyle="round",
            path_effects=[halo, matplotlib.patheffects.Normal()],
        )
        axis.add_collection(lines, autolim=False)
