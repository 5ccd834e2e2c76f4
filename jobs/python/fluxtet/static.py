# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Results of `solver: static`: fields on the mesh, at points and along lines."""
import os
import re

import numpy as np

from .cellFile import MeshFile, textOf
from .errors import ResultsError
from .tables import TextTable, headsOf, numbers, readLines

FIELDS_FILE = "fields.vtkhdf"
UNITS = {"E": "V/m", "D": "C/m^2", "B": "T", "H": "A/m"}
POTENTIAL_UNITS = {"electrostatic": "V", "scalarMagnetic": "A", "magnetostatic": "Wb/m"}
COMPONENT = re.compile("([EDBH])([xyzr])")


class StaticFields(MeshFile):
    """fields.vtkhdf: the potential at the nodes of order 1 or 2, and the fields at the centroids of the elements. In a
    meridian plane (`isAxisymmetric`) x stands for r and y for z."""

    what = "the fields of a static run"
    ownNodes = False

    def readHead(self, vtk):
        super().readHead(vtk)
        self.problem, self.isAxisymmetric = textOf(vtk.attrs["problem"]), bool(vtk.attrs["axisymmetric"][0])
        self.fields = [name for name in "EDBH" if name in vtk["CellData"]]

    @property
    def potential(self):
        """At all nodes [nodes]: V, of magnetic scalar potentials A, of vector potentials Wb/m."""
        return self.dataset("PointData/potential")

    @property
    def potentialUnit(self):
        return POTENTIAL_UNITS[self.problem]

    @property
    def nodesOfMesh(self):
        """Places [nodes][xyz], m."""
        return self.dataset("Points")

    def of(self, field):
        """E and D (electrostatic), or B and H, [elements][xyz] at the centroids; V/m, C/m^2, T, A/m."""
        if field not in self.fields:
            raise ResultsError(f"{self.path} holds {' and '.join(sorted(self.fields))}, not {field}")
        return self.dataset("CellData/" + field)

    def potentialAt(self, points):
        """The potential [...] at points [...][xy or xyz] (m), by the polynomial of the element; nan outside of the mesh."""
        return self.interpolate(self.nodal("potential"), points)

    @property
    def differentiated(self):
        """The field that is a derivative of the potential: E, H or B."""
        return {"electrostatic": "E", "scalarMagnetic": "H", "magnetostatic": "B"}[self.problem]

    def at(self, points, field):
        """A field [...][xyz] at points [...][xy or xyz] (m), nan outside of the mesh. E, the H of a magnetic scalar
        potential and the B of a vector potential are derivatives of the potential there, as the program takes them for
        output.points; of all others the file has the value at the centroid of the element alone, which is given
        anywhere in it."""
        values = self.of(field).astype(float)
        if field != self.differentiated:
            cell = self.locate(points)
            return np.where((cell >= 0)[..., None], values[cell], np.nan)
        gradient = self.gradient(self.nodal("potential"), points)
        return -gradient if field != "B" else self.curl(points, gradient)

    def curl(self, points, gradient):
        """B of A_z: (dA/dy, -dA/dx); of A_phi: (-dA/dz, A/r + dA/dr) along r and z, on the axis its limit."""
        along, across = gradient[..., 0], gradient[..., 1]
        none = np.zeros_like(along)
        if not self.isAxisymmetric:
            return np.stack([across, -along, none], axis=-1)
        r = np.asarray(points, float)[..., 0]
        with np.errstate(divide="ignore", invalid="ignore"):
            turning = np.where(r > 0, self.potentialAt(points) / r, along)
        return np.stack([-across, turning + along, none], axis=-1)


def noStaticFields(directory):
    """Why a directory has no fields.vtkhdf, and what draws it."""
    parts = {"slices": "slice", "probes": "probes", "energy.csv": "energy", "dft": "surface", "sar": "sar"}
    found = [command for name, command in parts.items() if os.path.exists(os.path.join(directory, name))]
    text = f"{directory} has no {FIELDS_FILE}, which a static run leaves unless output.fields is false"
    return text + (
        f": it is of a run in the time domain, which `plot.py all` draws, or {', '.join(found)}" if found else ""
    )


def readStaticFields(directory):
    path = os.path.join(directory, FIELDS_FILE)
    if not os.path.exists(path):
        raise ResultsError(noStaticFields(directory))
    return StaticFields(path)


class StaticLine:
    """The potential and the fields along one of output.lines: `distance` [points] from its first point, m; `columns` by
    name with their `units`; nan outside of the mesh."""

    def __init__(self, path):
        self.path = str(path)
        self.name = os.path.splitext(os.path.basename(self.path))[0]
        lines = readLines(self.path)
        heads = headsOf(lines[0].split(",")) if lines else []
        if not heads or heads[0][0] != "distance" or not all(unit for _, unit in heads):
            raise ResultsError(f"{self.path} is not a line of a static run")
        table = numbers(lines[1:], self.path)
        if table.shape[1] != len(heads):
            raise ResultsError(f"{self.path} is damaged: its rows are not all of {len(heads)} columns")
        self.columns = {name: table[:, i] for i, (name, _) in enumerate(heads)}
        self.units = dict(heads)

    @property
    def distance(self):
        return self.columns["distance"]

    @property
    def potential(self):
        return self.columns["potential"]

    @property
    def points(self):
        """[points][xy, rz or xyz], m"""
        return np.stack([self.columns[axis] for axis in "xryz" if axis in self.columns], axis=1)

    def of(self, field):
        """E, D, B or H [points][components of the plane or of space]."""
        names = [name for name in self.columns if (match := COMPONENT.fullmatch(name)) and match[1] == field]
        if not names:
            raise ResultsError(f"{self.path} holds {', '.join(self.columns)}, no {field}")
        return np.stack([self.columns[name] for name in names], axis=1)

    def __repr__(self):
        return f"<StaticLine {self.name}: {len(self.distance)} points>"


class StaticPoint:
    """One of output.points: `values` by column name (`potential`, `Ex`, ...), with their `units`."""

    def __init__(self, name, values, units):
        self.name, self.values, self.units = name, values, units

    @property
    def potential(self):
        return self.values["potential"]

    def of(self, field):
        """E, D, B or H [components of the plane or of space]."""
        found = [value for name, value in self.values.items() if (m := COMPONENT.fullmatch(name)) and m[1] == field]
        if not found:
            raise ResultsError(f"point {self.name} has {', '.join(self.values)}, no {field}")
        return np.array(found)

    def __repr__(self):
        return f"<StaticPoint {self.name}: {self.values}>"


def readStaticPoints(path):
    """{name: StaticPoint} in the order of the file."""
    table = TextTable(path, "name", "a table of output.points of a static run")
    columns = {name: table.column(name) for name in table.texts if name != "name"}
    return {
        name: StaticPoint(name, {key: float(values[k]) for key, values in columns.items()}, table.units)
        for k, name in enumerate(table.texts["name"])
    }
