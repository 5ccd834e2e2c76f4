# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Fields at the frequencies of output.dft at its points and along its lines. Time dependence exp(+i omega t); peak values
in V/m and A/m, or where `isIntegral` Fourier integrals of a pulse in V s/m and A s/m."""
import os

import numpy as np

from .errors import ResultsError
from .named import EAndH
from .optional import package
from .tables import TextTable

WHAT = "a table of output.dft"


class PhasorRows(TextTable):
    """A CSV file of points or of a line."""

    def __init__(self, path):
        super().__init__(path, "frequency [Hz]", WHAT)
        self.isIntegral = any(" s/m" in unit for unit in self.units.values())
        self.fields = [field for field in "EH" if f"{field}x_re" in self.texts]
        if not self.fields:
            raise ResultsError(f"{self.path} holds neither E nor H")
        self.frequencies = self.column("frequency")
        self.places = np.stack([self.column(axis) for axis in "xyz"], axis=1)
        self.values = {
            field: np.stack([self.column(f"{field}{a}_re") + 1j * self.column(f"{field}{a}_im") for a in "xyz"], axis=1)
            for field in self.fields
        }


class Phasors(EAndH):
    """Fields by name, `values[field]`, of a point or a line."""

    def __init__(self, name, rows, values):
        self.name, self.path, self.isIntegral, self.values = name, rows.path, rows.isIntegral, values

    @property
    def fields(self):
        """Which of E and H were kept."""
        return list(self.values)

    def of(self, field):
        if field not in self.values:
            raise ResultsError(f"{self.path} holds no {field}: add it to `fields` of output.dft")
        return self.values[field]

    def unit(self, field="E"):
        return ("V" if field == "E" else "A") + (" s/m" if self.isIntegral else "/m")


class PointPhasors(Phasors):
    """A point at all frequencies: `frequency` [frequencies], Hz; `place` [xyz], m; `E`, `H` [frequencies][xyz]."""

    def __init__(self, name, rows):
        mine = [k for k, key in enumerate(rows.texts["name"]) if key == name]
        super().__init__(name, rows, {field: values[mine] for field, values in rows.values.items()})
        self.frequency, self.place = rows.frequencies[mine], rows.places[mine[0]]

    def __repr__(self):
        return f"<PointPhasors {self.name}: {' and '.join(self.fields)} at {len(self.frequency)} frequencies>"


class LinePhasors(Phasors):
    """A line at all frequencies: `frequency` [frequencies], Hz; `distance` [points] from its first point, m; `points`
    [points][xyz], m; `E`, `H` [frequencies][points][xyz], nan outside of the mesh."""

    def __init__(self, path):
        rows = PhasorRows(path)
        self.frequency = np.array(list(dict.fromkeys(rows.frequencies)))
        count = len(rows.frequencies) // len(self.frequency)
        if count * len(self.frequency) != len(rows.frequencies):
            raise ResultsError(f"{path} is damaged: its frequencies do not have the same number of points")
        name = os.path.splitext(os.path.basename(str(path)))[0]
        shape = (len(self.frequency), count, 3)
        super().__init__(name, rows, {field: values.reshape(shape) for field, values in rows.values.items()})
        self.distance, self.points = rows.column("distance")[:count], rows.places[:count]

    def toXarray(self):
        """An xarray.Dataset over (frequency, distance, component); needs xarray."""
        xarray = package("xarray", "xarray")
        axes = ("frequency", "distance", "component")
        data = {field: (axes, values, {"units": self.unit(field)}) for field, values in self.values.items()}
        coordinates = {
            "frequency": ("frequency", self.frequency, {"units": "Hz"}),
            "distance": ("distance", self.distance, {"units": "m"}),
            "component": list("xyz"),
        }
        return xarray.Dataset(data, coordinates, {"name": self.name})

    def __repr__(self):
        return f"<LinePhasors {self.name}: {' and '.join(self.fields)}, {len(self.distance)} points>"


def readPoints(path):
    """{name: PointPhasors} in the order of the file."""
    rows = PhasorRows(path)
    if "name" not in rows.texts:
        raise ResultsError(f"{path} is not {WHAT} at points: it has no column name")
    return {name: PointPhasors(name, rows) for name in dict.fromkeys(rows.texts["name"])}
