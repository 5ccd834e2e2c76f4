# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Fields on a grid of points in a plane: at moments of a run, and at a frequency."""
import numpy as np

from .cellFile import openHdf5, textOf
from .errors import ResultsError
from .named import EAndH
from .optional import package


class SliceFile(EAndH):
    """Name of a slice, and the place of its points: `origin`, and the sides `u` and `v` [xyz], m. Fields are arrays
    [v][u][xyz], nan outside of the mesh. `region` [v][u] are numbers of the mesh's regions in the list of names
    `regions`, -1 outside; None in files that earlier versions wrote, whose `regions` is empty."""

    what, key = "a slice of fluxtet", "output.slices"
    mirrors = ()  # planes at which it was mirrored (fluxtet.mirrors)

    def __init__(self, path):
        self.path = str(path)
        with openHdf5(self.path) as file:
            try:
                self.name = textOf(file.attrs["name"])
                self.origin, self.u, self.v = (np.array(file.attrs[key]) for key in ("origin", "u", "v"))
                self.fields = self.readFields(file)
                self.region, self.regions = self.readRegions(file)
                self.units = {field: textOf(file[data].attrs.get("unit", "")) for field, data in self.datasets(file)}
            except KeyError as error:
                raise ResultsError(f"{self.path} is not {self.what}: {error}") from error
        if not self.fields:
            raise ResultsError(f"{self.path} holds neither E nor H")

    @staticmethod
    def readRegions(file):
        if "region" not in file:
            return None, []
        return file["region"][()], [textOf(name) for name in file["region"].attrs["names"]]

    def of(self, field):
        """E or H [v][u][xyz]."""
        if field not in self.fields:
            raise ResultsError(f"slice {self.name} holds no {field}: ask for it in `fields` of {self.key}")
        return self.fields[field]

    @property
    def shares(self):
        """Of the sides u [u] and v [v] at which the points are."""
        rows, columns = next(iter(self.fields.values())).shape[:2]
        return tuple(np.linspace(0, 1, count) if count > 1 else np.array([0.5]) for count in (columns, rows))

    @property
    def points(self):
        """Places [v][u][xyz] of the values, m."""
        along, up = self.shares
        return self.origin + along[None, :, None] * self.u + up[:, None, None] * self.v

    def toXarray(self):
        """An xarray.Dataset over (v, u, component), `u` and `v` as distances from the origin in m; needs xarray."""
        xarray = package("xarray", "xarray")
        data = {
            field: (("v", "u", "component"), values, {"units": self.units[field]})
            for field, values in self.fields.items()
        }
        if self.region is not None:
            data["region"] = (("v", "u"), self.region, {"units": "1", "names": self.regions})
        (along, up), points = self.shares, self.points
        coordinates = {
            "u": ("u", along * np.linalg.norm(self.u), {"units": "m"}),
            "v": ("v", up * np.linalg.norm(self.v), {"units": "m"}),
            "component": list("xyz"),
            "x": (("v", "u"), points[..., 0], {"units": "m"}),
            "y": (("v", "u"), points[..., 1], {"units": "m"}),
            "z": (("v", "u"), points[..., 2], {"units": "m"}),
        }
        return xarray.Dataset(data, coordinates, {"name": self.name, **self.facts()})

    def __repr__(self):
        return f"<{type(self).__name__} {self.name}: {' and '.join(self.fields)}, {self.facts()}>"


class Slice(SliceFile):
    """One moment of a slice: E in V/m and H in A/m, each at its own of `times` (s)."""

    def readFields(self, file):
        self.times = {"E": float(file.attrs["time_E_s"]), "H": float(file.attrs["time_H_s"])}
        self.step = int(file.attrs["step"])
        return {name: file[data][()].astype(float) for name, data in self.datasets(file)}

    @staticmethod
    def datasets(file):
        return [(name, name) for name in "EH" if name in file]

    def facts(self):
        return {f"time_{field}_s": self.times[field] for field in self.fields}


class PhasorSlice(SliceFile):
    """A slice at a frequency: complex E and H with time dependence exp(+i omega t), peak values in V/m and A/m, or where
    `isIntegral` Fourier integrals in V s/m and A s/m."""

    what, key = "a slice of output.dft", "output.dft"

    def readFields(self, file):
        self.frequency = float(file.attrs["frequency_Hz"])
        self.isIntegral = bool(file.attrs["fourier_integral"])
        return {name: file[data][()].astype(float) + 1j * file[name + "_im"][()] for name, data in self.datasets(file)}

    @staticmethod
    def datasets(file):
        return [(name, name + "_re") for name in "EH" if name + "_re" in file]

    def facts(self):
        return {"frequency_Hz": self.frequency, "fourier_integral": int(self.isIntegral)}


def isPhasorSlice(path):
    try:
        with openHdf5(path) as file:
            return "frequency_Hz" in file.attrs
    except ResultsError:
        return False
