# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The field at a distance: patterns and radar cross-sections at frequencies, and signals over time."""
import os

import numpy as np

from .errors import ResultsError
from .optional import package
from .quantities import placeOf, told
from .tables import numbers, readLines

FILE, TRANSIENT_FILE = "farField.csv", "transientFarField.csv"
TRANSIENT_HEADS = "theta_deg,phi_deg,time_s,rE_theta_V,rE_phi_V"
SAME_ANGLE = 1e-4  # degrees
MOST_LISTED = 8  # numbers that an error lists one by one


def angularDistance(a, b):
    return np.abs((a - b + 180.0) % 360.0 - 180.0)


def angleOf(angles, wanted):
    """The number of the angle that is `wanted` up to whole turns, degrees; None where there is none."""
    near = np.flatnonzero(angularDistance(angles, wanted) < SAME_ANGLE)
    return int(near[0]) if near.size else None


def angleText(angle):
    return f"{angle:.6g}\u00b0"


def listed(values, text):
    """Numbers in ascending order in words: one by one, or only the ends of many in equal steps."""
    steps = np.diff(values)
    if len(values) <= MOST_LISTED or np.ptp(steps) > 1e-3 * abs(steps.mean()):
        return ", ".join(text(value) for value in values)
    return f"{text(values[0])} to {text(values[-1])} in steps of {text(steps.mean())}"


def hertz(value):
    return told(value, "Hz")


class FarField:
    """farField.csv of a run. `frequencies` in Hz; `thetas` from the z axis and `phis` from x towards y in degrees;
    quantities are arrays [frequency][theta][phi]."""

    def __init__(self, directory):
        self.path = os.path.join(directory, FILE)
        if not os.path.isfile(self.path):
            raise ResultsError(f"{directory} has no {FILE}: add output.farField to the case")
        lines = readLines(self.path)
        if not lines:
            raise ResultsError(f"{self.path} is empty")
        self.heads = lines[0].split(",")
        if self.heads[0] != "frequency_Hz":
            raise ResultsError(
                f'{self.path} is no far field of fluxtet: its first line should begin with "frequency_Hz,"'
            )
        if len(lines) < 2:
            raise ResultsError(f"{self.path} holds no directions: only its header is there")
        rows = numbers(lines[1:], self.path)
        if rows.shape[1] != len(self.heads):
            raise ResultsError(
                f"{self.path} is damaged: {len(self.heads)} columns in its header, {rows.shape[1]} in its rows"
            )
        self.rows = {head: rows[:, i] for i, head in enumerate(self.heads)}
        self.readGrid([self.column(name) for name in ("frequency_Hz", "theta_deg", "phi_deg")])

    def readGrid(self, places):
        """Sorts rows into a grid, which has to be complete."""
        if not np.isfinite(places).all():
            raise ResultsError(f"{self.path} is damaged: a frequency or an angle is not finite")
        self.frequencies, self.thetas, self.phis = (np.unique(place) for place in places)
        shape = (len(self.frequencies), len(self.thetas), len(self.phis))
        self.order = np.lexsort(places[::-1])
        count = len(places[0])
        if count != np.prod(shape) or (np.diff(np.stack(places)[:, self.order], axis=1) == 0).all(axis=0).any():
            raise ResultsError(
                f"{self.path} is damaged: {count} rows are not every direction of {shape[1]} angles theta and "
                f"{shape[2]} angles phi at {shape[0]} frequencies"
            )
        self.shape, self.first = shape, places[0][0]

    @property
    def isIntegral(self):
        """Whether r E is a Fourier integral of a pulse, V s, and no peak value, V."""
        return "rE_theta_Vs" in self.heads

    def column(self, name):
        if name not in self.rows:
            raise ResultsError(f"{self.path} lacks the column {name}")
        return self.rows[name]

    def quantity(self, column):
        """[frequency][theta][phi] of a column by its name in the file."""
        return self.column(column)[self.order].reshape(self.shape)

    def component(self, name):
        unit = "Vs" if self.isIntegral else "V"
        return self.quantity(f"rE_{name}_{unit}") * np.exp(1j * np.radians(self.quantity(f"rE_{name}_phase_deg")))

    @property
    def rE(self):
        """r E exp(ikr) [frequency][theta][phi][along theta, along phi], complex: peak values in V, of a pulse V s."""
        return np.stack([self.component("theta"), self.component("phi")], axis=-1)

    @property
    def directivity(self):
        """dBi"""
        return self.quantity("directivity_dBi")

    @property
    def gain(self):
        """dBi; where gaps and ports alone feed"""
        return self.fed("gain_dBi")

    @property
    def realisedGain(self):
        """dBi, with what ports reflect; where gaps and ports alone feed"""
        return self.fed("realised_gain_dBi")

    def fed(self, column):
        if column not in self.heads:
            raise ResultsError(f"{self.path} has no {column}: only what gaps and ports alone feed has gains")
        return self.quantity(column)

    @property
    def axialRatio(self):
        """dB, infinite for linear polarisation"""
        return self.quantity("axial_ratio_dB")

    @property
    def radarCrossSection(self):
        """Bistatic, dB relative to 1 m^2; where a single plane wave is the only source"""
        if "rcs_dBsm" not in self.heads:
            raise ResultsError(f"{self.path}: the run has no single plane wave, and so no column rcs_dBsm")
        return self.quantity("rcs_dBsm")

    def frequencyIndex(self, frequency):
        return placeOf(self.frequencies, frequency, "Hz", "frequency", self.path)

    def thetaIndex(self, angle):
        return self.angleIndex("theta", self.thetas, angle)

    def phiIndex(self, angle):
        return self.angleIndex("phi", self.phis, angle)

    def angleIndex(self, name, angles, wanted):
        place = angleOf(angles, wanted)
        if place is None:
            raise ResultsError(
                f"{self.path} has no {name} = {angleText(wanted)}: there are {listed(angles, angleText)}"
            )
        return place

    def toXarray(self):
        """An xarray.Dataset of all columns over (frequency, theta, phi); needs xarray."""
        xarray = package("xarray", "xarray")
        axes = ("frequency", "theta", "phi")
        coordinates = {
            "frequency": ("frequency", self.frequencies, {"units": "Hz"}),
            "theta": ("theta", self.thetas, {"units": "degrees"}),
            "phi": ("phi", self.phis, {"units": "degrees"}),
        }
        return xarray.Dataset({name: (axes, self.quantity(name)) for name in self.heads[3:]}, coordinates)

    def __repr__(self):
        return f"<FarField {self.path}: {'%d frequencies, %d theta, %d phi' % self.shape}>"


class FarSignal:
    """r E over time in one direction: `theta` and `phi` in degrees; `time` [samples] is t - r/c, s; `rE` [samples][along
    theta, along phi], V."""

    def __init__(self, rows):
        self.theta, self.phi, self.time, self.rE = rows[0, 0], rows[0, 1], rows[:, 2], rows[:, 3:]

    def __repr__(self):
        return f"<FarSignal theta {self.theta:g}, phi {self.phi:g} degrees: {len(self.time)} samples>"


def readTransient(directory):
    """[FarSignal] in the order of the file."""
    path = os.path.join(directory, TRANSIENT_FILE)
    if not os.path.isfile(path):
        raise ResultsError(f"{directory} has no {TRANSIENT_FILE}: add output.transientFarField to the case")
    lines = readLines(path)
    if not lines or lines[0] != TRANSIENT_HEADS:
        raise ResultsError(f'{path} is no far field of fluxtet over time: its first line should be "{TRANSIENT_HEADS}"')
    rows = numbers(lines[1:], path)
    if rows.size == 0 or rows.shape[1] != 5 or not np.isfinite(rows).all():
        raise ResultsError(f"{path} is damaged: it should hold rows of five finite numbers")
    begins = np.flatnonzero((np.diff(rows[:, :2], axis=0) != 0).any(axis=1)) + 1
    return [FarSignal(part) for part in np.split(rows, begins)]
