# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Fields on named surfaces of the mesh, and integrals over them."""
import functools

import numpy as np

from . import lagrange
from .errors import ResultsError
from .fields import FieldFile

ROUNDING = 2.0**-23  # of coordinates, which are in single precision
ROUNDINGS = 8


def samePlaces(points):
    """A number for each of the points [points][xyz], the same for those that are one but for rounding."""
    apart = ROUNDINGS * ROUNDING * np.abs(points).max(initial=0.0)
    number = np.empty(points.shape, np.int64)
    for axis in range(3):
        order = np.argsort(points[:, axis])
        steps = np.diff(points[order, axis], prepend=points[order[:1], axis]) > apart
        number[order, axis] = np.cumsum(steps)
    return np.unique(number, axis=0, return_inverse=True)[1].reshape(-1)


class SurfaceFields(FieldFile):
    """Faces of elements, with the fields of these. A face inside of the mesh is there from both sides, where fields may
    differ: `region` chooses the side. Normals point out of the face's element."""

    what = "a VTKHDF file of fluxtet with surfaces"

    def readHead(self, vtk):
        super().readHead(vtk)
        if self.corners != 3 or "surface" not in vtk["CellData"]:
            raise ResultsError(f"{self.path} holds volumes, no surfaces: name some in `boundaries` of output.dft")
        names = vtk["CellData/surface"].attrs["names"]
        self.surfaces = [name.decode() if isinstance(name, bytes) else str(name) for name in names]

    @property
    def surface(self):
        """Number of its surface in `surfaces`, for each face."""
        return self.dataset("CellData/surface")

    @functools.cached_property
    def names(self):
        """Names of the surfaces of which faces are in the file."""
        return [self.surfaces[i] for i in np.unique(self.surface)]

    def choose(self, what, wanted):
        """Which faces [faces] have one of the names `wanted` as their `what`, "surface" or "region"."""
        index, names = getattr(self, what), getattr(self, what + "s")
        present = [names[i] for i in np.unique(index)]
        absent = set(wanted) - set(present)
        if absent:
            raise ResultsError(
                f"no {what} {', '.join(sorted(absent))} in the file: there are {', '.join(present)}: {self.path}"
            )
        return np.isin(index, [names.index(name) for name in wanted])

    @functools.cached_property
    def places(self):
        """A number for the place of each face, the same for its two sides."""
        return samePlaces(self.points[:, :3].mean(axis=1, dtype=float))

    def sides(self, faces=None):
        """Names of the volumes that share a face of the file (of `faces` [faces]) with another one; empty if the
        surfaces have one side."""
        index = np.arange(self.size) if faces is None else np.flatnonzero(faces)
        place = self.places[index]
        shared = np.bincount(place)[place] > 1
        return [self.regions[i] for i in np.unique(self.region[index[shared]])]

    def select(self, surface=None, region=None):
        """Which faces [faces] are of a surface (of several if a list, of all without one), seen from a region. Where
        faces have two sides a region has to be given."""
        wanted = [surface] if isinstance(surface, str) else surface
        faces = np.ones(self.size, bool) if wanted is None else self.choose("surface", wanted)
        if region is not None:
            faces = faces & self.choose("region", [region])
            if not faces.any():
                raise ResultsError(f"{self.path}: no face of {surface} belongs to an element of {region}")
        sides = self.sides(faces)
        if sides and len(sides) == 1:
            raise ResultsError(f"{self.path}: both sides of the surface are in {sides[0]}: its integrals are not known")
        if sides:
            raise ResultsError(
                f"{self.path}: the surface has two sides, in {' and '.join(sides)}, where the field may differ: "
                "choose one by region=..."
            )
        return faces

    @functools.cached_property
    def vectorAreas(self):
        """Outward normal times area [faces][xyz], m^2; faces are flat."""
        a, b, c = (self.points[:, i].astype(float) for i in range(3))
        return 0.5 * np.cross(b - a, c - a)

    @property
    def normals(self):
        """Unit normals [faces][xyz], out of the element that the face is of."""
        return self.vectorAreas / np.linalg.norm(self.vectorAreas, axis=1, keepdims=True)

    def area(self, surface=None, region=None):
        """m^2"""
        return float(np.linalg.norm(self.vectorAreas[self.select(surface, region)], axis=1).sum())

    def flux(self, field="E", surface=None, region=None):
        """Integral of F . n, in the unit of the field times m^2: V m or A m; of output.dft complex."""
        faces = self.select(surface, region)
        means = np.einsum("m,nmc->nc", lagrange.means(self.order), self.values(field)[faces])
        return np.einsum("nc,nc->", means, self.vectorAreas[faces])

    @functools.cached_property
    def opposite(self):
        """The face [faces] on the other side of each, -1 where there is none in the file."""
        order = np.argsort(self.places, kind="stable")
        same = np.flatnonzero(np.diff(self.places[order]) == 0)
        result = np.full(self.size, -1)
        result[order[same]], result[order[same + 1]] = order[same + 1], order[same]
        return result

    def beyond(self, values, faces):
        """Nodal values [faces][nodes][xyz] of the other side at the nodes of faces that have one."""
        others = self.opposite[faces]
        distance = np.linalg.norm(self.points[faces][:, :, None] - self.points[others][:, None], axis=3)
        return np.take_along_axis(values[others], distance.argmin(axis=2)[..., None], axis=1)

    def power(self, surface=None, region=None):
        """Power through a surface, out of the elements of its faces: of peak values 1/2 Re int (E x H*) . n dA in W, of
        Fourier integrals the same in W s^2; of a snapshot int (E x H) . n dA in W, with H half a step behind E.
        Products of the elements' polynomials are integrated exactly. Inside of the mesh, where the file has both sides
        of a face, E of either side meets H of the other, which is the power that the elements exchange. Fields are as
        simulated, not scaled to output.sar.power."""
        faces = np.flatnonzero(self.select(surface, region))
        E, H = self.values("E"), self.values("H")
        alone, shared = faces[self.opposite[faces] < 0], faces[self.opposite[faces] >= 0]
        whole = self.flow(E[alone], H[alone], alone)
        whole += 0.5 * self.flow(E[shared], self.beyond(H, shared), shared)
        whole += 0.5 * self.flow(self.beyond(E, shared), H[shared], shared)
        return float(0.5 * whole if self.isPhasor else whole)

    def flow(self, E, H, faces):
        """Real part of int (E x H*) . n dA of nodal values [faces][nodes][xyz]."""
        E, H = E.astype(np.complex128), H.astype(np.complex128).conj()
        products = np.einsum("nic,ij,njd->ncd", E, lagrange.massMatrix(self.order), H, optimize=True)
        poynting = np.stack([products[:, i - 2, i - 1] - products[:, i - 1, i - 2] for i in range(3)], axis=1)
        return np.einsum("nc,nc->", poynting, self.vectorAreas[faces]).real

    def square(self, field="H", surface=None, region=None, tangential=True):
        """Integral of |F|^2 in (unit of the field)^2 m^2, of the tangential part or of the whole vector. With the
        surface resistance R (ohm) of a good conductor, 1/2 R square("H") is what it would take of peak values, W."""
        faces = self.select(surface, region)
        F = self.values(field)[faces].astype(np.complex128 if self.isPhasor else float)
        if tangential:
            F = F - np.einsum("nmc,nc->nm", F, self.normals[faces])[..., None] * self.normals[faces][:, None]
        means = np.einsum("nic,ij,njc->n", F, lagrange.massMatrix(self.order), F.conj(), optimize=True).real
        return float(means @ np.linalg.norm(self.vectorAreas[faces], axis=1))
