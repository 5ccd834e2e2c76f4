# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Specific absorption rate: means of elements, and averages over cubes of tissue. Scaled to output.sar.power where that
is given."""
import os
import re

import numpy as np

from .cellFile import MeshFile, existing, listed, openHdf5, textOf
from .errors import ResultsError
from .named import ByName
from .optional import package

FOLDER = "sar"
AVERAGE = re.compile(r"average_(.+)g\.vtkhdf")
ELEMENTS = "elements.vtkhdf"
FREQUENCY = re.compile(r"([-+.e\d]+)([mkMGTP]?)Hz")
FACTORS = {"m": 1e-3, "": 1.0, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}


class AverageSar:
    """Averages over cubes at the centres of voxels: `values` [z][y][x] in W/kg, nan where there is no tissue; `origin` [xyz]
    the centre of the first voxel and `spacing` [xyz], m."""

    def __init__(self, path):
        self.path = str(path)
        with openHdf5(self.path) as file:
            try:
                vtk = file["VTKHDF"]
                data = vtk["PointData"]
                self.tissue = data["tissue"][()]
                self.tissues = [textOf(name) for name in data["tissue"].attrs["names"]]
                self.values = np.where(self.tissue >= 0, data["sar_W_per_kg"][()].astype(float), np.nan)
                self.origin, self.spacing = np.array(vtk.attrs["Origin"]), np.array(vtk.attrs["Spacing"])
            except KeyError as error:
                raise ResultsError(f"{self.path} is not an absorption rate of fluxtet: {error}") from error
        if not np.isfinite(self.values).any():
            raise ResultsError(f"{self.path} holds no tissue")

    @property
    def peakVoxel(self):
        """Numbers (x, y, z) of the voxel with the largest average."""
        return np.unravel_index(np.nanargmax(self.values), self.values.shape)[::-1]

    @property
    def peak(self):
        """W/kg"""
        return float(np.nanmax(self.values))

    @property
    def peakAt(self):
        """Centre [xyz] of that voxel, m."""
        return self.origin + self.spacing * self.peakVoxel

    @property
    def peakTissue(self):
        return self.tissues[self.tissue[self.peakVoxel[::-1]]]

    @property
    def axes(self):
        """Coordinates of the voxels' centres along x, y and z, m."""
        counts = self.values.shape[::-1]
        return tuple(o + s * np.arange(n) for o, s, n in zip(self.origin, self.spacing, counts))

    def at(self, points):
        """Average [...] of the voxel that holds each of the points [...][xyz], W/kg; nan outside of the tissue."""
        points = np.asarray(points, float)
        voxel = np.floor((points - self.origin) / self.spacing + 0.5)
        inside = ((voxel >= 0) & (voxel < self.values.shape[::-1])).all(axis=-1)
        x, y, z = np.moveaxis(np.where(inside[..., None], voxel, 0).astype(int), -1, 0)
        return np.where(inside, self.values[z, y, x], np.nan)

    def toXarray(self):
        """An xarray.DataArray over (z, y, x) in m; needs xarray."""
        xarray = package("xarray", "xarray")
        x, y, z = self.axes
        return xarray.DataArray(self.values, {"z": z, "y": y, "x": x}, ("z", "y", "x"), "sar", {"units": "W/kg"})

    def __repr__(self):
        return f"<AverageSar {self.path}: peak {self.peak:.4g} W/kg in {self.peakTissue}>"


class ElementSar(MeshFile):
    """Means over tetrahedra of tissue."""

    what = "an absorption rate of fluxtet"

    def readHead(self, vtk):
        if not len(vtk["CellData/sar_W_per_kg"]):
            raise ResultsError(f"{self.path} holds no tissue")
        super().readHead(vtk)

    @property
    def values(self):
        """W/kg [elements]"""
        return self.dataset("CellData/sar_W_per_kg").astype(float)

    @property
    def absorbed(self):
        """Power density, W/m^3 [elements]"""
        return self.dataset("CellData/absorbed_W_per_m3").astype(float)

    @property
    def peak(self):
        """W/kg"""
        return float(self.values.max())

    @property
    def peakAt(self):
        """Centroid [xyz] of the element with the largest mean, m."""
        return self.points[int(self.values.argmax()), :4].mean(axis=0, dtype=float)

    @property
    def peakTissue(self):
        return self.regions[self.region[int(self.values.argmax())]]

    def at(self, points):
        """Mean [...] of the element that holds each of the points [...][xyz], W/kg; nan outside of the tissue."""
        cell = self.locate(points)
        return np.where(cell >= 0, self.values[cell], np.nan)


class Sar(ByName):
    """The absorption rates of a run by name: "1g", "10g", ..., "elements"; of several frequencies "900MHz/1g", ..."""

    def __init__(self, directory):
        self.directory = str(directory)

    @property
    def folder(self):
        return os.path.join(self.directory, FOLDER)

    @staticmethod
    def namesIn(folder):
        masses = [AVERAGE.fullmatch(os.path.basename(path))[1] for path in existing(folder, AVERAGE)]
        names = [f"{mass}g" for mass in sorted(masses, key=float)]
        return names + (["elements"] if os.path.exists(os.path.join(folder, ELEMENTS)) else [])

    @property
    def names(self):
        names = self.namesIn(self.folder)
        for sub in sorted(listed(self.folder)):
            if os.path.isdir(os.path.join(self.folder, sub)):
                names += [f"{sub}/{name}" for name in self.namesIn(os.path.join(self.folder, sub))]
        return names

    def __getitem__(self, name):
        """AverageSar, or ElementSar of a name that ends with "elements"."""
        names = self.names
        if not names:
            raise ResultsError(f"{self.directory} has no sar/*.vtkhdf: add output.sar to the case")
        if name not in names:
            raise ResultsError(
                f"{self.directory} has no absorption rate {name}: there are {', '.join(names)}; output.sar.averages and "
                "output.sar.frequencies name others"
            )
        folder, _, rate = name.rpartition("/")
        file = ELEMENTS if rate == "elements" else f"average_{rate}.vtkhdf"
        return (ElementSar if rate == "elements" else AverageSar)(os.path.join(self.folder, folder, file))

    @staticmethod
    def frequencyOf(name):
        """Hz, of a name such as 900MHz/10g; None of one without a frequency."""
        named = FREQUENCY.fullmatch(name.rpartition("/")[0])
        return float(named[1]) * FACTORS[named[2]] if named else None
