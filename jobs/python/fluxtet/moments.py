# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Files of a run by moment and by frequency."""
import functools
import os
import re

import numpy as np

from .cellFile import existing
from .errors import ResultsError
from .fields import FieldFile, VolumeFields
from .named import Named, byName, ready
from .phasorTables import LinePhasors, readPoints
from .quantities import placeOf, told, toldAll
from .slices import PhasorSlice, Slice
from .surfaces import SurfaceFields


STEP = re.compile(r".+_(\d+)\.(vtkhdf|h5)")  # ends the names of what was written at a step


def stepOf(path):
    return int(STEP.fullmatch(path)[1])


class Opened:
    """Opens files of one kind and keeps the last one, with what was read of it, and the first one's mesh for searches."""

    def __init__(self, make):
        self.make, self.last, self.first = make, None, None

    def __call__(self, path):
        if self.last is None or self.last.path != path:
            self.last = self.make(path)
            if self.make is VolumeFields:
                self.first = self.first or self.make(path)  # of its own, so that no fields are kept with it
                self.last.sibling = self.first
        return self.last


class Snapshots:
    """Whole fields at moments of a run: a sequence of VolumeFields, or with `surfaces` of SurfaceFields, in the order of
    time."""

    def __init__(self, directory, name="fields"):
        self.directory, self.name = str(directory), name
        folder = os.path.join(self.directory, "snapshots")
        self.paths = sorted(existing(folder, re.compile(rf"{name}_\d+\.vtkhdf")), key=stepOf)
        self.opened = Opened(SurfaceFields if name == "boundaries" else VolumeFields)

    def __len__(self):
        return len(self.paths)

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __getitem__(self, index):
        """The snapshot of a number; negative ones count from the end."""
        if not self.paths:
            raise ResultsError(f"{self.directory} has no {self.missing()}")
        if not -len(self.paths) <= index < len(self.paths):
            raise ResultsError(f"{self.directory} has {len(self.paths)} snapshots, none of the number {index}")
        return self.opened(self.paths[index])

    def missing(self):
        if self.name == "boundaries":
            return "snapshots of surfaces: name some in `boundaries` of output.snapshots"
        if self.surfaces.paths:
            return "snapshots of volumes: it kept surfaces alone: name volumes in `regions` of output.snapshots"
        return "snapshots: add output.snapshots to the case"

    @functools.cached_property
    def surfaces(self):
        """The same of the surfaces in `boundaries` of output.snapshots."""
        return Snapshots(self.directory, "boundaries")

    @property
    def steps(self):
        """Steps of the snapshots [snapshots]."""
        return np.array([stepOf(path) for path in self.paths], int)

    @property
    def times(self):
        """Moments of E, s [snapshots]."""
        return np.array([file.time("E") for file in self])

    def at(self, time):
        """The snapshot of a moment that was kept, s."""
        return self[placeOf(self.times, time, "s", "snapshot at", self.directory)]

    def nearest(self, time):
        """The snapshot whose moment is nearest to a time, s."""
        return self[int(np.abs(self.times - time).argmin())] if len(self) else self[0]

    def over(self, points, field="E"):
        """The field [snapshots][...][xyz] at points [...][xyz] (m) in all snapshots, in V/m or A/m; nan outside."""
        return np.array([file.at(points, field) for file in self])

    def __repr__(self):
        return f"<Snapshots of {self.directory}: {len(self)}>"


class Moments:
    """The moments of one slice: a sequence of Slice in the order of time."""

    def __init__(self, name, paths):
        self.name, self.paths = name, sorted(paths, key=stepOf)

    def __len__(self):
        return len(self.paths)

    def __iter__(self):
        return (Slice(path) for path in self.paths)

    def __getitem__(self, index):
        if not -len(self.paths) <= index < len(self.paths):
            raise ResultsError(f"slice {self.name} has {len(self.paths)} moments, none of the number {index}")
        return Slice(self.paths[index])

    @property
    def times(self):
        """Moments of E, s [moments]."""
        return np.array([moment.times["E"] for moment in self])

    def __repr__(self):
        return f"<slice {self.name}: {len(self)} moments>"


def slicesOf(directory):
    """{name: Moments} of output.slices."""
    pattern = re.compile(r"(.+)_(\d+)\.h5")
    found = {}
    for path in existing(os.path.join(directory, "slices"), pattern):
        found.setdefault(pattern.fullmatch(os.path.basename(path))[1], []).append(path)
    makers = {name: functools.partial(Moments, name, paths) for name, paths in found.items()}
    return Named(makers, "slice", directory, "output.slices")


class PhasorSlices:
    """A slice at all frequencies of output.dft: `frequencies` in Hz, `at(frequency)` a PhasorSlice."""

    def __init__(self, name, slices):
        self.name = name
        self.slices = sorted(slices, key=lambda one: one.frequency)
        self.frequencies = np.array([one.frequency for one in self.slices])

    def __iter__(self):
        return iter(self.slices)

    def __len__(self):
        return len(self.slices)

    def at(self, frequency):
        return self.slices[placeOf(self.frequencies, frequency, "Hz", "frequency", f"slice {self.name}")]

    def __repr__(self):
        return f"<slice {self.name} at {toldAll(self.frequencies, 'Hz')}>"


class PhasorFields:
    """What output.dft kept of one frequency (Hz): the field in elements, on `surfaces`, on `slices`."""

    def __init__(self, dft, frequency):
        self.dft, self.frequency = dft, frequency

    @property
    def volume(self):
        """VolumeFields"""
        return self.dft.file("fields", self.frequency)

    @property
    def surfaces(self):
        """SurfaceFields"""
        return self.dft.file("boundaries", self.frequency)

    def at(self, points, field="E"):
        """The phasor [...][xyz] of a field at points [...][xyz] (m), complex, time dependence exp(+i omega t), in
        `unit(field)`; nan outside of the elements that were kept. It is as simulated, not scaled to output.sar.power:
        that is `run.scale(frequency)` times as much."""
        return self.volume.at(points, field)

    def unit(self, field="E"):
        """V/m and A/m (peak values), of Fourier integrals V s/m and A s/m."""
        return self.any.unit(field)

    @property
    def isIntegral(self):
        """Whether it is a Fourier integral of a pulse, and no peak value."""
        return self.any.isIntegral

    @property
    def any(self):
        kind = "fields" if self.dft.has("fields", self.frequency) else "boundaries"
        return self.dft.file(kind, self.frequency)

    def __repr__(self):
        return f"<phasors of {self.dft.directory} at {told(self.frequency, 'Hz')}>"


class Dft:
    """What output.dft kept."""

    def __init__(self, directory):
        self.directory = str(directory)
        self.folder = os.path.join(self.directory, "dft")
        self.opened = {"fields": Opened(VolumeFields), "boundaries": Opened(SurfaceFields)}
        self.found = {}

    def files(self, kind):
        """[(frequency in Hz, path)] of files of fields or boundaries, ascending."""
        if kind not in self.found:
            paths = existing(self.folder, re.compile(rf"{kind}_.+\.vtkhdf"))
            self.found[kind] = sorted((FieldFile(path).frequency, path) for path in paths)
        return self.found[kind]

    def has(self, kind, frequency):
        return any(abs(kept - frequency) <= 1e-6 * frequency for kept, _ in self.files(kind))

    def file(self, kind, frequency):
        files = self.files(kind)
        if not files:
            raise ResultsError(f"{self.directory} has no {self.missing(kind)}")
        place = placeOf([kept for kept, _ in files], frequency, "Hz", "frequency", self.folder)
        return self.opened[kind](files[place][1])

    def missing(self, kind):
        if kind == "boundaries":
            return "phasors on surfaces: name some in `boundaries` of output.dft"
        if not os.path.isdir(self.folder):
            return "phasors: add output.dft to the case"
        kept = [name for name in ("points", "lines", "slices") if getattr(self, name)]
        kept += ["surfaces"] if self.files("boundaries") else []
        return (
            f"phasors in elements: it kept {', '.join(kept) or 'none'} alone: name volumes in `regions`, or a `box`, of "
            "output.dft"
        )

    @property
    def frequencies(self):
        """All at which something was kept, Hz [frequencies], ascending."""
        found = [frequency for kind in ("fields", "boundaries") for frequency, _ in self.files(kind)]
        for point in self.points.values():
            found += list(point.frequency)
        for line in self.lines.values():
            found += list(line.frequency)
        for slices in self.slices.values():
            found += list(slices.frequencies)
        return np.unique(found)

    def at(self, frequency):
        """PhasorFields of a frequency, Hz."""
        frequencies = self.frequencies
        if not len(frequencies):
            raise ResultsError(f"{self.directory} has no phasors: add output.dft to the case")
        return PhasorFields(self, frequencies[placeOf(frequencies, frequency, "Hz", "phasors at", self.directory)])

    @property
    def points(self):
        """{name: PointPhasors}"""
        path = os.path.join(self.folder, "points.csv")
        points = readPoints(path) if os.path.exists(path) else {}
        return Named(ready(points), "phasor point", self.directory, "output.dft.points")

    @property
    def lines(self):
        """{name: LinePhasors}"""
        makers = byName(existing(os.path.join(self.folder, "lines"), re.compile(r".+\.csv")), LinePhasors)
        return Named(makers, "phasor line", self.directory, "output.dft.lines")

    @property
    def slices(self):
        """{name: PhasorSlices}"""
        found = {}
        for path in existing(os.path.join(self.folder, "slices"), re.compile(r".+\.h5")):
            one = PhasorSlice(path)
            found.setdefault(one.name, []).append(one)
        makers = {name: functools.partial(PhasorSlices, name, slices) for name, slices in found.items()}
        return Named(makers, "phasor slice", self.directory, "output.dft.slices")

    def __repr__(self):
        return f"<phasors of {self.directory} at {toldAll(self.frequencies, 'Hz')}>"
