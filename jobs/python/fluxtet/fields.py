# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Fields in volumes: snapshots, and phasors of output.dft. The field at a point is the polynomial of the element that
holds it, as the program itself evaluates it; files are in single precision."""
import numpy as np

from .cellFile import CellFile, MeshFile
from .errors import ResultsError

UNITS = {"E": "V/m", "H": "A/m"}


class FieldFile(CellFile):
    """A file with E, H or both at the nodes of its cells; of output.dft with phasors of them."""

    what = "a file of fields"

    @property
    def isPhasor(self):
        return "frequency_Hz" in self.scalars

    @property
    def fields(self):
        """Which of E and H it holds."""
        return [name for name in "EH" if name in self.units or name + "_re" in self.units]

    def requireField(self, field):
        if field not in self.fields:
            key = "output.dft" if self.isPhasor else "output.snapshots"
            have = " and ".join(self.fields) or "neither E nor H"
            raise ResultsError(f"{self.path} holds {have}, not {field}: add it to `fields` of {key}")

    @property
    def frequency(self):
        """Hz; None of a snapshot."""
        return self.scalars.get("frequency_Hz")

    @property
    def isIntegral(self):
        """Whether phasors are Fourier integrals of a pulse, in V s/m and A s/m, and no peak values in V/m and A/m."""
        return bool(self.scalars.get("fourier_integral", 0.0))

    def time(self, field="E"):
        """Moment of a field, s: with leap-frog H is half a step behind E. None of phasors."""
        return self.scalars.get(f"time_{field}_s")

    def unit(self, field="E"):
        """Unit of a field, as in the file."""
        self.requireField(field)
        return self.units[field if field in self.units else field + "_re"]

    def values(self, field="E"):
        """The field [cells][nodes][xyz] in `unit(field)`: of output.dft complex, with time dependence exp(+i omega t)."""
        self.requireField(field)
        if not self.isPhasor:
            return self.nodal(field)
        if field not in self.kept:
            self.kept[field] = self.nodal(field + "_re") + np.complex64(1j) * self.nodal(field + "_im")
        return self.kept[field]

    def magnitude(self, field="E"):
        """Length [cells][nodes] of the vector, of a complex one sqrt(|Fx|^2 + |Fy|^2 + |Fz|^2)."""
        self.requireField(field)
        if self.isPhasor:
            return self.nodal(field + "_abs")
        return np.linalg.norm(self.values(field), axis=2)


class VolumeFields(MeshFile, FieldFile):
    """Fields in elements."""

    def at(self, points, field="E"):
        """The field [...][xyz] at points [...][xyz] (m), in `unit(field)`; nan outside of the elements of the file. On
        a common face, the element with the lowest number counts, as for probes."""
        return self.interpolate(self.values(field), points)
