# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Series over time: fields at probes, energy, voltages and currents of ports."""
import os
import re

import numpy as np

from .errors import ResultsError
from .optional import package
from .tables import HEAD, numbers

COMPONENT = re.compile("[EH][xyz]")


class Series:
    """A CSV file: `step` and columns with units. A last line that a killed run left unfinished is dropped."""

    def __init__(self, path):
        self.path = str(path)
        self.name = os.path.splitext(os.path.basename(self.path))[0]
        try:
            with open(self.path, encoding="utf-8") as stream:
                lines = stream.read().split("\n")[:-1]
        except OSError as error:
            raise ResultsError(f"cannot read {self.path}: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise ResultsError(f"{self.path} is damaged: it is no text") from error
        if not lines or not lines[0].startswith("step,"):
            raise ResultsError(f'{self.path} is not a series of fluxtet: its first line should begin with "step,"')
        heads = [HEAD.fullmatch(head) for head in lines[0].split(",")[1:]]
        if not all(heads):
            raise ResultsError(f'{self.path}: the header "{lines[0]}" does not read "step,name [unit],..."')
        rows = numbers(lines[1:], self.path) if len(lines) > 1 else np.zeros((0, len(heads) + 1))
        if rows.shape[1] != len(heads) + 1:
            raise ResultsError(f"{self.path} is damaged: its rows are not all of {len(heads) + 1} columns")
        self.step = rows[:, 0].astype(int)
        self.columns = {head[1]: rows[:, i + 1] for i, head in enumerate(heads)}
        self.units = {head[1]: head[2] for head in heads}

    def __len__(self):
        return len(self.step)

    def __getitem__(self, name):
        """Values [samples] of a column, in `units[name]`."""
        if name not in self.columns:
            raise ResultsError(f"{self.path} has no column {name}: there are {', '.join(self.columns)}")
        return self.columns[name]

    @property
    def time(self):
        """Moments [samples] of the first column of times, s: of a probe those of E, if it has E."""
        return next(values for name, values in self.columns.items() if name.startswith("time"))

    def toXarray(self):
        """An xarray.Dataset over `time`; of a probe E and H are variables over (time, component), H with its own moments
        in the coordinate `time_H`. Needs xarray."""
        xarray = package("xarray", "xarray")
        plain = {name: values for name, values in self.columns.items() if not COMPONENT.fullmatch(name)}
        times = [name for name in plain if name.startswith("time")]
        data = {name: ("time", values, {"units": self.units[name]}) for name, values in plain.items()}
        for field in "EH":
            if field + "x" in self.columns:
                vectors = np.stack([self.columns[field + axis] for axis in "xyz"], axis=1)
                data[field] = (("time", "component"), vectors, {"units": self.units[field + "x"]})
        coordinates = {"time": ("time", self.time, {"units": "s"})}
        coordinates.update({name: data.pop(name) for name in times if name != "time"})
        data.pop("time", None)
        if any(field in data for field in "EH"):
            coordinates["component"] = list("xyz")
        return xarray.Dataset(data, coordinates, {"name": self.name})

    def __repr__(self):
        return f"<{type(self).__name__} {self.name}: {len(self)} samples of {', '.join(self.columns)}>"


class Probe(Series):
    """Fields at a point over time."""

    @property
    def fields(self):
        """Which of E and H it recorded."""
        return [field for field in "EH" if f"time_{field}" in self.columns]

    def timeOf(self, field):
        """Moments [samples] of a field, s: with leap-frog H is half a step behind E."""
        self.requireField(field)
        return self.columns[f"time_{field}"]

    def valuesOf(self, field):
        """The field [samples][xyz], V/m or A/m."""
        self.requireField(field)
        return np.stack([self.columns[field + axis] for axis in "xyz"], axis=1)

    def requireField(self, field):
        if field not in self.fields:
            raise ResultsError(
                f"probe {self.name} has {' and '.join(self.fields)}, not {field}: add it to the probe's `fields` in "
                "output.probes"
            )

    @property
    def values(self):
        """E [samples][xyz] in V/m at the moments `time`; H in A/m of a probe that has no E."""
        return self.valuesOf(self.fields[0])

    @property
    def E(self):
        return self.valuesOf("E")

    @property
    def H(self):
        return self.valuesOf("H")


class PortSeries(Series):
    """Voltage and current of a lumped port, gap or mode of a wave port over time."""

    @property
    def voltage(self):
        """V"""
        return self["voltage"]

    @property
    def current(self):
        """A, into what the port feeds"""
        return self["current"]
