# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""What is drawn of a mesh in space: the skins of its bodies and its named surfaces, without what surrounds them."""
import collections
import re

from .common import PlotError, np

# Regions of these names are left out where they reach the outside of the mesh, or such a region.
SURROUNDING = re.compile(
    r"(air|vacuum|free ?space|outside|background|surround\w*|pml|absorb\w*)"
    r"([-_ ]?(box|region|volume|domain))?[-_ ]?\d*",
    re.IGNORECASE,
)
BOX_SIDE = re.compile(r"[xyz][-+]")  # names of the sides of a box that the program made
FLAT = 1e-6  # share of the mesh's size: faces no further from a side of the box round it lie in that

BOX = 0.9  # share of a box round the mesh that a box-shaped outside covers

# Faces of one name: their numbers in the mesh, whether the name is that of a region, and whether one is to see what is behind
# them: of bodies with something inside, and of surfaces at the outside of the mesh.
Part = collections.namedtuple("Part", "name faces isRegion isSeeThrough")


def require_names(mesh, names):
    """Throws PlotError for a name that is none of a region or surface of the mesh."""
    known = set(mesh.regions) | set(mesh.surfaces)
    unknown = [name for name in names if name not in known]
    if unknown:
        raise PlotError(f"{mesh.path} has no region or surface {unknown[0]}: there are {', '.join(sorted(known))}")


def areas(points):
    """m^2 of triangles [faces][3][xyz]."""
    a, b, c = points.transpose(1, 0, 2)
    return 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1)


class Model:
    """The `parts` of a Mesh of tetrahedra. `hidden` and `shown`: names of regions and surfaces that are left out, or
    drawn although they only surround the others."""

    def __init__(self, mesh, hidden=(), shown=()):
        require_names(mesh, (*hidden, *shown))
        self.mesh, self.hidden, self.shown = mesh, set(hidden), set(shown)
        self.beside = np.where(mesh.owners < 0, -1, mesh.region[mesh.owners])  # regions [faces][sides], -1 outside
        self.isOuter = mesh.owners[:, 1] < 0
        self.points = mesh.vertices[mesh.faces]
        self.low, self.high = self.box(slice(None))
        self.leftOut = self.surroundingRegions()
        self.parts = self.makeParts()
        if not self.parts and not hidden:
            self.leftOut = set()  # there is nothing but what surrounds: that is what there is to see
            self.parts = self.makeParts()
        if not self.parts:
            raise PlotError(f"{mesh.path}: of its regions and surfaces none is left to draw")

    def surroundingRegions(self):
        """Numbers of the regions that are left out: the hidden ones, and those that a name tells, else the one that is most
        at the outside, unless it is a body alone."""
        regions = self.mesh.regions
        hidden = {r for r, name in enumerate(regions) if name in self.hidden}
        found = set(hidden)
        touches = [set() for _ in regions]
        for a, b in np.unique(self.beside, axis=0).tolist():
            touches[a].add(b)
            if b >= 0:
                touches[b].add(a)
        candidates = {r for r, name in enumerate(regions) if SURROUNDING.fullmatch(name) and name not in self.shown}
        while more := {r for r in candidates - found if touches[r] & (found | {-1})}:
            found |= more
        if found - hidden or self.shown & set(regions) or self.isOneBody():
            return found
        weights = areas(self.points[self.isOuter])
        return found | {int(np.bincount(self.beside[self.isOuter, 0], weights, len(regions)).argmax())}

    def isOneBody(self):
        """Whether the mesh is of one region, with one surface round all of it, or cut out of a mesh, where faces at the
        outside have no name."""
        outside = np.unique(self.mesh.surface[self.isOuter])
        return len(np.unique(self.mesh.region)) == 1 and (len(outside) == 1 or outside[0] < 0)

    @property
    def isBox(self):
        """Whether the outside of the mesh is a box along the axes, nearly whole."""
        size = self.high - self.low
        inSide = self.inSides().any(axis=1) & self.isOuter
        return bool(areas(self.points[inSide]).sum() > BOX * 2 * (size * np.roll(size, 1)).sum())

    def inSides(self):
        """Which faces lie in the lower and upper sides along x, y and z [faces][6] of the box round the mesh."""
        apart = FLAT * np.linalg.norm(self.high - self.low)
        near = [(np.abs(self.points - end) < apart).all(axis=1) for end in (self.low, self.high)]
        return np.concatenate(near, axis=1)

    def box(self, faces):
        """Lowest and highest corner of faces, m."""
        points = self.points[faces].reshape(-1, 3)
        return points.min(axis=0), points.max(axis=0)

    def makeParts(self):
        drawn = np.where(np.isin(self.beside, list(self.leftOut)), -1, self.beside)
        # A face between two bodies is of the one with the smaller box round it, which is the inner one of shells.
        boxes = {r: self.box((drawn == r).any(axis=1)) for r in np.unique(drawn[drawn >= 0]).tolist()}
        size = np.array([np.prod(np.subtract(*boxes[r])) if r in boxes else 0 for r in range(len(self.mesh.regions))])
        smaller = np.argmin(np.where(drawn < 0, np.inf, np.abs(size)[drawn]), axis=1)
        owner = np.take_along_axis(drawn, smaller[:, None], axis=1)[:, 0]
        isSkin = drawn[:, 0] != drawn[:, 1]
        named = np.full(len(owner), -1)
        for s, name in enumerate(self.mesh.surfaces):
            faces = self.mesh.surface == s
            if name in self.hidden or not faces.any():
                continue
            if name not in self.shown:
                faces = self.withoutBox(faces, name)
                others = isSkin | (self.mesh.surface >= 0)
                if not faces.any() or self.surrounds(faces, others) or self.isSkinOfBody(faces, isSkin, owner):
                    continue
            named[faces] = s
        within = self.bodiesWithin(drawn, owner, named, boxes)
        parts = []
        for s, name in enumerate(self.mesh.surfaces):
            for isOuter in (False, True):
                # At the outside of what is left out; those of a body are the skin of that.
                chosen = np.flatnonzero((named == s) & ((self.isOuter & (owner < 0)) == isOuter))
                parts.append(Part(name, chosen, False, isOuter))
        for r, name in enumerate(self.mesh.regions):
            parts.append(Part(name, np.flatnonzero(isSkin & (owner == r) & (named < 0)), True, r in within))
        return [part for part in parts if len(part.faces)]

    def withoutBox(self, faces, name):
        """The faces of a surface but those in sides of the box round the mesh, where the surface is named like one of
        these or lies in several."""
        inSide = self.inSides() & (faces & self.isOuter)[:, None]
        if inSide.any(axis=0).sum() < 2 and not BOX_SIDE.fullmatch(name):
            return faces
        return faces & ~inSide.any(axis=1)

    def surrounds(self, faces, others):
        """Whether a surface at the outside has all others strictly within."""
        others = others & ~faces
        if not self.isOuter[faces].all() or not others.any():
            return False
        (low, high), (inLow, inHigh) = self.box(faces), self.box(others)
        return bool((low < inLow).all() and (high > inHigh).all())

    @staticmethod
    def isSkinOfBody(faces, isSkin, owner):
        """Whether faces are the whole skin of one body, which gives them its name."""
        bodies = np.unique(owner[faces])
        return len(bodies) == 1 and bodies[0] >= 0 and bool((faces == (isSkin & (owner == bodies[0]))).all())

    @staticmethod
    def bodiesWithin(drawn, owner, named, boxes):
        """Numbers of the bodies that would hide something: a named surface, or another body in the box round them.
        `boxes`: {number of a body: its box}."""
        isInner = drawn.min(axis=1) >= 0
        found = set(np.unique(drawn[isInner & (named >= 0)]).tolist())
        for pair in np.unique(np.concatenate([drawn, owner[:, None]], axis=1)[isInner], axis=0).tolist():
            inner = pair[2]
            outer = pair[0] + pair[1] - inner
            if (
                outer != inner
                and (boxes[outer][0] <= boxes[inner][0]).all()
                and (boxes[outer][1] >= boxes[inner][1]).all()
            ):
                found.add(outer)
        return found
