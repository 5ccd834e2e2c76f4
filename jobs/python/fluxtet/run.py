# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The results of a run: what its output directory holds, by name."""
import functools
import json
import os
import re
import warnings

import numpy as np

from .cellFile import existing
from .errors import ResultsError, UnfinishedRunWarning
from .farField import FarField, readTransient
from .moments import Dft, Snapshots, slicesOf
from .named import Named, byName, ready
from .ports import Ports
from .quantities import told, toldAll
from .sar import Sar
from .series import Probe, Series
from .static import StaticLine, readStaticFields, readStaticPoints

CSV = re.compile(r".+\.csv")
SAME_FREQUENCY = 1e-9
UNFINISHED = "unfinished"


class Results:
    """What runs of both solvers have. Files are read when they are asked for."""

    def __init__(self, directory):
        self.directory = os.path.normpath(directory)
        if not os.path.isdir(self.directory):
            raise ResultsError(f"{directory} is not a directory: give the output directory of a run")

    def path(self, *parts):
        return os.path.join(self.directory, *parts)

    @functools.cached_property
    def summary(self):
        """summary.json as a dictionary, key by key as the user guide explains it."""
        try:
            with open(self.path("summary.json"), encoding="utf-8") as stream:
                summary = json.load(stream)
        except FileNotFoundError as error:
            raise ResultsError(
                f"{self.directory} has no summary.json: the run goes on, failed or was killed; `--restart latest` goes on "
                "from its last checkpoint"
            ) from error
        except (OSError, ValueError) as error:
            raise ResultsError(f"{self.path('summary.json')} is damaged: {error}") from error
        if not isinstance(summary, dict):
            raise ResultsError(f"{self.path('summary.json')} is damaged: it should be an object with keys")
        return summary

    @property
    def title(self):
        """Of the case; empty where it has none."""
        found = re.search(r"^title: (.*)$", self.caseText, re.MULTILINE)
        return json.loads(found[1]) if found and found[1].startswith('"') else found[1] if found else ""

    @property
    def status(self):
        """`done`, `decayed` (ended by untilDecay), `stopped` (by a signal) or `unfinished` (goes on, failed or was killed)."""
        return self.summary.get("status", UNFINISHED) if os.path.exists(self.path("summary.json")) else UNFINISHED

    @property
    def isFinished(self):
        return self.status in ("done", "decayed")

    @property
    def warnings(self):
        """What the run warned of at its end, [text]."""
        return self.summary.get("warnings", [])

    @property
    def caseText(self):
        """The resolved case with all keys, as YAML."""
        try:
            with open(self.path("case.yaml"), encoding="utf-8") as stream:
                return stream.read()
        except OSError as error:
            raise ResultsError(f"cannot read {self.path('case.yaml')}: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise ResultsError(f"{self.path('case.yaml')} is damaged: it is no text") from error

    def fact(self, key, asked):
        """A part of the summary that the case has to ask for."""
        if key not in self.summary:
            raise ResultsError(f"{self.path('summary.json')} has no {key}: {asked}")
        return self.summary[key]

    def __repr__(self):
        return f"<{type(self).__name__} {self.directory}: {self.status}>"


class Run(Results):
    """A run of `solver: dgtd`."""

    @property
    def probes(self):
        """{name: Probe} of output.probes, in the order of the case."""
        order = self.probeOrder()
        found = byName(existing(self.path("probes"), CSV), Probe)
        makers = dict(sorted(found.items(), key=lambda item: order.get(item[0], len(order))))
        return Named(makers, "probe", self.directory, "output.probes")

    def probeOrder(self):
        """Place of each probe in the resolved case; empty without that file."""
        try:
            block = re.search(r"^  probes:\n((?:    .*\n)+)", self.caseText, re.MULTILINE)
        except ResultsError:
            return {}
        names = re.findall(r"^ +- name: \"?([^\"\n]+)", block[1], re.MULTILINE) if block else []
        return {name: place for place, name in enumerate(names)}

    @property
    def energy(self):
        """Series with `total`, `electric` and `magnetic` in J."""
        if not os.path.exists(self.path("energy.csv")):
            raise ResultsError(f"{self.path('energy.csv')} is absent: add output.energy to the case")
        return Series(self.path("energy.csv"))

    @functools.cached_property
    def snapshots(self):
        """Snapshots: whole fields at moments."""
        return Snapshots(self.directory)

    @property
    def slices(self):
        """{name: Moments} of output.slices."""
        return slicesOf(self.directory)

    @functools.cached_property
    def dft(self):
        """Dft: all that output.dft kept."""
        return Dft(self.directory)

    def phasor(self, frequency):
        """PhasorFields of a frequency (Hz) of output.dft."""
        return self.dft.at(frequency)

    @property
    def ports(self):
        return Ports(self.directory)

    @property
    def farField(self):
        return FarField(self.directory)

    @property
    def transientFarField(self):
        """[FarSignal], one for each direction of output.transientFarField."""
        return readTransient(self.directory)

    @property
    def sar(self):
        return Sar(self.directory)

    def powers(self, frequency=None):
        """The powers of summary.json (W) at a frequency of output.sar (Hz), or without one those of a run that has them
        at one."""
        entries = self.fact("powers", "add output.sar to the case")
        entries = entries if isinstance(entries, list) else [entries]
        if frequency is None and len(entries) == 1:
            return entries[0]
        for entry in entries:
            if frequency is not None and abs(entry["frequency_Hz"] - frequency) <= SAME_FREQUENCY * frequency:
                return entry
        have = toldAll([entry["frequency_Hz"] for entry in entries], "Hz")
        asked = "several frequencies: choose one" if frequency is None else f"no powers at {told(frequency, 'Hz')}"
        raise ResultsError(f"{self.directory} has {asked} of {have}: output.sar.frequencies names them")

    def scale(self, frequency=None):
        """What fields, voltages and currents in the files are to be multiplied by for the power of output.sar.power; of
        Fourier integrals in 1/s, so that they become peak values."""
        return float(np.sqrt(self.powers(frequency).get("scale", 1.0)))


class PortStudy(Results):
    """A case with several excited ports: `ports` has the S-parameters, and each port has a run of its own in `runs`."""

    @property
    def ports(self):
        return Ports(self.directory)

    @property
    def runs(self):
        """{name: Run}"""
        makers = {name: functools.partial(Run, self.path(name)) for name in self.summary["runs"]}
        return Named(makers, "run", self.directory, "`ports`, with `excite: true`,")

    def __getattr__(self, name):
        if hasattr(Run, name):
            runs = ", ".join(f'runs["{one}"].{name}' for one in self.summary["runs"])
            raise ResultsError(f"{self.directory}: each excited port has a run of its own with {name}: {runs}")
        raise AttributeError(f"PortStudy has no attribute {name}")


class StaticRun(Results):
    """A run of `solver: static`. In a plane (`isPerMetre`) energies, capacitances, inductances, forces, torques and flux
    linkages are those of 1 m of depth."""

    @functools.cached_property
    def fields(self):
        """StaticFields of fields.vtkhdf."""
        return readStaticFields(self.directory)

    @property
    def points(self):
        """{name: StaticPoint} of output.points."""
        path = self.path("points.csv")
        points = readStaticPoints(path) if os.path.exists(path) else {}
        return Named(ready(points), "point", self.directory, "output.points")

    @property
    def lines(self):
        """{name: StaticLine} of output.lines."""
        makers = byName(existing(self.path("lines"), CSV), StaticLine)
        return Named(makers, "line", self.directory, "output.lines")

    @property
    def isPerMetre(self):
        return bool(self.summary.get("per_metre_of_depth", False))

    @property
    def energy(self):
        """J, in a plane J/m"""
        return self.quantity("energy_J", "energy")

    @property
    def capacitance(self):
        """Names of the conductors, and the Maxwell matrix [conductor][conductor] in F, in a plane F/m."""
        return self.matrix("capacitance_F", "capacitance")

    @property
    def inductance(self):
        """Names of the coils, and the matrix [coil][coil] in H, in a plane H/m."""
        return self.matrix("inductance_H", "inductance")

    @property
    def fluxLinkages(self):
        """{coil: Wb}, in a plane Wb/m"""
        return self.fact("flux_linkage_Wb", "it comes of coils")

    @property
    def floatingPotentials(self):
        """{conductor: V}"""
        return self.fact("floating_potential_V", "it comes of floating conductors")

    @property
    def forces(self):
        """{region: force [xy or xyz]} in N, in a plane N/m; nan for a component that the outer boundary leaves unknown"""
        return self.vectors("force_N", "{force: Region}")

    @property
    def forceErrors(self):
        """{region: size of the estimated error} in N, in a plane N/m"""
        return self.quantity("force_error_N", "{force: Region}")

    @property
    def torques(self):
        """{region: torque}, about z in a plane (N, of 1 m), else [xyz] in N m"""
        return self.vectors("torque_Nm", "{torque: Region}")

    def matrix(self, key, asked):
        found = self.quantity(key, asked)
        return found["names"], np.array(found["matrix"])

    def vectors(self, key, asked):
        found = self.quantity(key, asked)
        return {name: np.array(value, float) for name, value in found.items()}

    def quantity(self, key, name):
        return self.fact(key, f"add {name} to output.quantities of the case")


OUTPUTS = (
    "probes energy.csv snapshots slices dft ports sParameters.csv farField.csv transientFarField.csv sar checkpoints "
    "fields.vtkhdf points.csv lines summary.json"
).split()


RESOLVED = "# All keys with their values, as fluxtet"  # begins the case that a run leaves


def openRun(directory):
    """The Run, PortStudy or StaticRun of an output directory. A run that has not ended can be read as far as it is, with a
    UnfinishedRunWarning."""
    results = Results(directory)
    if not any(os.path.exists(results.path(name)) for name in OUTPUTS) and not hasResolvedCase(results):
        raise ResultsError(f"{directory} holds no results of fluxtet: give the output directory of a run")
    isStudy = results.status != UNFINISHED and "runs" in results.summary
    run = (PortStudy if isStudy else StaticRun if isStatic(results) else Run)(directory)
    if not run.isFinished:
        reason = "stopped by a signal" if run.status == "stopped" else "it goes on, failed or was killed"
        warnings.warn(
            f"{directory}: the run has not come to its end ({reason}): series may go on, and what is written at the end "
            "is absent",
            UnfinishedRunWarning,
            stacklevel=3,
        )
    return run


def hasResolvedCase(results):
    """Whether case.yaml is the one that a run leaves, and not one to be run."""
    return os.path.exists(results.path("case.yaml")) and results.caseText.startswith(RESOLVED)


def isStatic(results):
    """By the resolved case; without one by the files."""
    if os.path.exists(results.path("case.yaml")):
        return re.search(r"^solver: static$", results.caseText, re.MULTILINE) is not None
    return os.path.exists(results.path("fields.vtkhdf"))
