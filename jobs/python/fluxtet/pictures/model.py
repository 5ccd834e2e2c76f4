# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""A picture of the model that was meshed: bodies and surfaces, coloured by their names."""
import collections

from .common import matplotlib, np, plain, plt, quantity, save
from .modelParts import Model, require_names
from .planeModel import draw_plane_model
from .raster import FAR, drawn
from .surfaceView import camera_axes

PIXELS = 1000  # of the longer side of the picture
MARGIN = 0.04  # of the picture on each side
BODIES = ("#8fb4d9", "#b9d8a6", "#d9c49a", "#c3b1dc", "#9ed3cd", "#e3b3b6", "#b5b8bf", "#dcd98a")
SURFACES = ("#cf8a2e", "#c0392b", "#2874a6", "#1e8449", "#7d3c98", "#b7950b", "#117a65", "#a04000")
SEE_THROUGH, LINES, HIDDEN = 0.35, 0.8, 0.15  # opacity of faces, of their edges, of faces behind opaque ones
SHADE = 0.62  # share of the light that comes from everywhere
LIGHT = np.array([-0.35, 0.5, 0.8]) / np.linalg.norm([-0.35, 0.5, 0.8])  # towards it: right, up, to the eye
CREASE = np.cos(np.radians(35))  # faces that meet at a larger angle have an edge
EDGE, ELEMENT_EDGE = 0.5, 0.2  # how much darker edges of bodies and of elements are
EDGE_WIDTH, ELEMENT_EDGE_WIDTH = 0.6, 0.25  # pixels on either face
WIREFRAME = "#7f8c8d"
MOST_ROOM = 1.7  # a box round the model that is so many times its size is left out

# `view`: where to look from, z is up; `hidden` and `shown`: names to leave out, or to draw although they surround the others;
# `edges`: those of the elements too; `samples`: along each side of a pixel, 1 takes about half the time of 2.
Look = collections.namedtuple(
    "ModelLook", "view hidden shown edges samples", defaults=((0.7, -1.0, 0.6), (), (), False, 2)
)


def edges_of(faces):
    """The edges [faces][3][2] opposite each corner, and a number [faces][3] of each, the same for all faces it is of."""
    edges = np.sort(faces[:, [[1, 2], [2, 0], [0, 1]]], axis=2)
    number = np.unique(edges[..., 0] * (faces.max() + 1) + edges[..., 1], return_inverse=True)[1]
    return edges, number.reshape(faces.shape)


def creases(faces, normals):
    """Which edges [faces][3] are those of bodies: of one face alone, of more than two, or of two at an angle."""
    _, number = edges_of(faces)
    flat = number.ravel()
    count = np.bincount(flat)
    order = np.argsort(flat, kind="stable")
    owner = order // 3
    first = np.concatenate([[0], np.cumsum(count)[:-1]])
    second = np.minimum(first + 1, len(order) - 1)
    flatness = np.abs(np.einsum("ni,ni->n", normals[owner[first]], normals[owner[second]]))
    return ((count != 2) | (flatness < CREASE))[number]


class Scene:
    """The parts of a model as they are seen: places in pixels, light, layers of pixels."""

    def __init__(self, model, look):
        self.mesh, self.model, self.look = model.mesh, model, look
        self.axes = np.array(camera_axes(look.view))
        seen = self.mesh.vertices @ self.axes.T
        used = np.unique(np.concatenate([self.mesh.faces[part.faces].ravel() for part in model.parts]))
        self.low, self.high = seen[used].min(axis=0), seen[used].max(axis=0)
        self.corners = self.boxCorners()
        self.hasBox = bool(model.leftOut) and model.isBox and self.fits()
        if self.hasBox:
            self.low, self.high = np.minimum(self.low, self.corners.min(axis=0)), np.maximum(
                self.high, self.corners.max(axis=0)
            )
        extent, samples = (self.high - self.low)[:2], look.samples
        self.scale = samples * PIXELS * (1 - 2 * MARGIN) / extent.max()  # samples per m
        self.size = np.ceil(extent * self.scale + 2 * MARGIN * samples * PIXELS).astype(int) // samples * samples
        self.points = self.inPixels(seen)

    def boxCorners(self):
        """Of the box round the mesh, right, up and towards the eye [8][3], m."""
        low, high = self.model.low, self.model.high
        return np.array([[(low, high)[i >> k & 1][k] for k in range(3)] for i in range(8)]) @ self.axes.T

    def fits(self):
        own, box = (self.high - self.low)[:2], np.ptp(self.corners, axis=0)[:2]
        return bool((box <= MOST_ROOM * own.max()).all())

    def inPixels(self, seen):
        """Column and row of a sample, and the depth in m."""
        margin = MARGIN * self.look.samples * PIXELS
        column = (seen[..., 0] - self.low[0]) * self.scale + margin
        row = (self.high[1] - seen[..., 1]) * self.scale + margin
        return np.stack([column, row, seen[..., 2]], axis=-1)

    def layer(self, parts, colours):
        """What is seen of parts: colours [rows][columns][rgb], how much of an edge each is [rows][columns], their Layer."""
        faces = self.mesh.faces[np.concatenate([part.faces for part in parts])]
        colour = np.concatenate([np.tile(colours[part.name], (len(part.faces), 1)) for part in parts])
        a, b, c = (self.mesh.vertices[faces[:, i]] for i in range(3))
        normals = np.cross(b - a, c - a)
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), np.finfo(float).tiny)
        marked = np.zeros(faces.shape, bool)
        begin = 0
        for part in parts:
            end = begin + len(part.faces)
            marked[begin:end] = creases(faces[begin:end], normals[begin:end])
            begin = end
        columns, rows = self.size
        layer = drawn(self.points[faces], marked, rows, columns)
        toEye = normals @ self.axes.T
        toEye *= np.where(toEye[:, 2:] < 0, -1, 1)
        light = SHADE + (1 - SHADE) * np.clip(toEye @ LIGHT, 0, 1)
        lit = np.clip(colour * light[:, None] * 1.08, 0, 1)
        picture = lit[layer.number]
        if self.look.edges:
            every = drawn(self.points[faces], np.ones(faces.shape, bool), rows, columns)
            picture *= 1 - ELEMENT_EDGE * self.cover(every.edge, ELEMENT_EDGE_WIDTH)[..., None]
        edge = self.cover(layer.edge, EDGE_WIDTH)
        return picture * (1 - EDGE * edge[..., None]), edge, layer

    def rendered(self, colours):
        """The picture [rows][columns][rgb], and the depth [rows][columns] of what is seen of opaque parts at its
        samples."""
        columns, rows = self.size
        image, depth, names = np.ones((rows, columns, 3)), np.full((rows, columns), FAR), []
        turned = [self.turned(part) for part in self.model.parts]
        opaque = [part for pair in turned for part in pair[:1] if len(part.faces)]
        through = [part for pair in turned for part in pair[1:] if len(part.faces)]
        if opaque:
            picture, _, layer = self.layer(opaque, colours)
            image[layer.seen], depth = picture[layer.seen], layer.depth
            numbers = np.repeat(np.arange(len(opaque)), [len(part.faces) for part in opaque])
            names += [opaque[i].name for i in np.unique(numbers[layer.number[layer.seen]])]
        for part in sorted(through, key=lambda one: np.prod(np.ptp(self.model.box(one.faces), axis=0) + 1e-12)):
            picture, edge, layer = self.layer([part], colours)
            isNear = layer.seen & (layer.depth > depth)
            blend(image, picture, edge, isNear, SEE_THROUGH)
            names += [part.name] if isNear.any() else []
        for part in self.model.parts:  # what nothing is seen of shows faintly through what is before it
            if part.name not in names:
                picture, edge, layer = self.layer([part], colours)
                blend(image, picture, edge, layer.seen, HIDDEN)
        samples = self.look.samples
        image = image.reshape(rows // samples, samples, columns // samples, samples, 3).mean(axis=(1, 3))
        return image, depth

    def cover(self, distance, width):
        """How much of a sample, 0 to 1, is covered by a line that reaches `width` pixels from its edge."""
        return np.clip(width * self.look.samples + 0.5 - distance, 0, 1)

    def turned(self, part):
        """A part as opaque and as see-through faces. Those of a body that are turned away from the eye are behind it,
        and left out; of a surface at the outside they are opaque, since one looks at them from within."""
        none = part._replace(faces=part.faces[:0])
        if part.isRegion:
            near = part._replace(faces=part.faces[self.isTowardsEye(part)])
            return (none, near) if part.isSeeThrough else (near, none)
        if not part.isSeeThrough:
            return part, none
        isNear = self.isTowardsEye(part)
        return part._replace(faces=part.faces[~isNear]), part._replace(faces=part.faces[isNear])

    def isTowardsEye(self, part):
        """Which faces of a part are turned to the eye with their side away from its body, or from the mesh [faces]."""
        element, other = self.mesh.owners[part.faces].T
        if part.isRegion:
            element = np.where(self.mesh.region[element] == self.mesh.regions.index(part.name), element, other)
        inside = self.mesh.vertices[self.mesh.elements[element]].mean(axis=1)
        points = self.model.points[part.faces]
        a, b, c = points.transpose(1, 0, 2)
        normals = np.cross(b - a, c - a)
        outwards = points.mean(axis=1) - inside
        return (normals @ self.axes[2]) * np.einsum("ni,ni->n", normals, outwards) > 0

    def wireframe(self, depth):
        """Segments [k][2][column, row] of the edges of the box round the mesh, in pixels, those before and those behind what is
        drawn."""
        corners = self.inPixels(self.corners)
        steps = np.linspace(0, 1, 201)[:, None]
        before, behind = [], []
        for i, j in ((i, i | 1 << k) for i in range(8) for k in range(3) if not i >> k & 1):
            line = corners[i] + steps * (corners[j] - corners[i])
            column, row = np.clip(line[:, :2].astype(int), 0, self.size - 1).T
            hidden = depth[row, column] > line[:, 2]
            pieces = np.stack([line[:-1, :2], line[1:, :2]], axis=1) / self.look.samples
            isHidden = hidden[:-1] | hidden[1:]
            before.append(pieces[~isHidden])
            behind.append(pieces[isHidden])
        return np.concatenate(before), np.concatenate(behind)


def blend(image, picture, edge, where, opacity):
    """Puts a picture over the image [rows][columns][rgb] `where` [rows][columns] it is seen, its edges stronger."""
    share = (opacity + (LINES - opacity) * edge[where])[:, None]
    image[where] = (1 - share) * image[where] + share * picture[where]


def round_length(largest):
    """The largest of 1, 2 and 5 times a power of ten up to `largest`."""
    power = 10.0 ** np.floor(np.log10(largest))
    return max(step * power for step in (1, 2, 5) if step * power <= largest * (1 + 1e-9))


def draw_scale(axis, scene):
    """A bar of a round length, and the directions of x, y and z, below the picture."""
    columns, rows = scene.size / scene.look.samples
    length = round_length(0.22 * columns / scene.scale * scene.look.samples)
    width = length * scene.scale / scene.look.samples
    y, right = rows + 0.035 * PIXELS, columns - MARGIN * PIXELS
    axis.plot([right - width, right], [y, y], color="#1b2631", lw=2.2, solid_capstyle="butt", clip_on=False)
    axis.text(right - 0.5 * width, y + 0.014 * PIXELS, quantity(length, "m"), ha="center", va="top", fontsize=9)
    origin, size = np.array([0.09 * PIXELS, rows + 0.01 * PIXELS]), 0.065 * PIXELS
    for direction, name in zip(scene.axes.T, "xyz"):
        step = size * direction[:2] * (1, -1)
        if np.linalg.norm(step) < 0.1 * size:
            continue
        axis.annotate(
            "",
            origin + step,
            origin,
            arrowprops={"arrowstyle": "-|>", "color": "#1b2631", "lw": 1.1},
            annotation_clip=False,
        )
        axis.text(*(origin + 1.28 * step), name, ha="center", va="center", fontsize=10, style="italic")


def colours_of(mesh):
    """A colour [rgb] for each name, the same whichever of them are drawn."""
    colours = {name: BODIES[i % len(BODIES)] for i, name in enumerate(mesh.regions)}
    colours.update({name: SURFACES[i % len(SURFACES)] for i, name in enumerate(mesh.surfaces) if name not in colours})
    return {name: np.array(matplotlib.colors.to_rgb(colour)) for name, colour in colours.items()}


def legend_of(mesh, names, left_out, colours, has_box):
    """Handles of a legend: what is drawn, bodies first, and what surrounds it."""
    handles = [
        matplotlib.patches.Patch(facecolor=colours[name], edgecolor="#1b2631", lw=0.5, label=plain(name))
        for name in dict.fromkeys((*mesh.regions, *mesh.surfaces))
        if name in names
    ]
    if left_out:
        text = f"{', '.join(plain(name) for name in left_out)} ({'edges' if has_box else 'not drawn'})"
        style = {"color": WIREFRAME, "lw": 0.9} if has_box else {"lw": 0}
        handles.append(matplotlib.lines.Line2D([], [], label=text, **style))
    return handles


def sizes_of(points):
    """ "90 mm x 90 mm x 1.6 mm" of the box round points."""
    return " \u00d7 ".join(quantity(float(size), "m", 3) for size in np.ptp(points, axis=0))


def mesh_text(mesh):
    """Of how many tetrahedra; images are no elements of the run."""
    text = f"mesh of {len(mesh.elements) // mesh.copies:,} tetrahedra"
    return text + (" and its mirror image" + ("s" if mesh.copies > 2 else "") if mesh.copies > 1 else "")


def draw_model(mesh, target, look=Look()):
    """Draws a Mesh of tetrahedra, or of triangles with all that is not hidden. Throws PlotError for names that the mesh
    does not have, or if nothing is left to draw."""
    colours = colours_of(mesh)
    if mesh.isPlane:
        require_names(mesh, (*look.hidden, *look.shown))
        draw_plane_model(mesh, set(colours) - set(look.hidden), colours, look.edges, target)
        return
    model = Model(mesh, look.hidden, look.shown)
    scene = Scene(model, look)
    image, depth = scene.rendered(colours)
    rows, columns = image.shape[:2]
    inches = 6.6 / PIXELS
    figure, axis = plt.subplots(figsize=(columns * inches + 2.2, rows * inches + 1.4), layout="constrained")
    axis.imshow(image, extent=(0, columns, rows, 0))
    if scene.hasBox:
        for segments, width in zip(scene.wireframe(depth), (0.9, 0.3)):
            axis.add_collection(
                matplotlib.collections.LineCollection(segments, colors=WIREFRAME, linewidths=width), autolim=False
            )
    axis.set_xlim(0, columns)
    axis.set_ylim(rows + 0.075 * PIXELS, 0)
    axis.axis("off")
    draw_scale(axis, scene)
    left_out = [mesh.regions[r] for r in sorted(model.leftOut)]
    handles = legend_of(mesh, {part.name for part in model.parts}, left_out, colours, scene.hasBox)
    axis.legend(handles=handles, loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False, fontsize=9)
    used = np.concatenate([mesh.faces[part.faces].ravel() for part in model.parts])
    axis.set_title(f"{sizes_of(mesh.vertices[used])}, {mesh_text(mesh)}", fontsize=11)
    save(figure, target, tight=True)
