# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Files of a run by moment and by frequency."""
import functools
import os
import re

import numpy as np

from .cellFile import existing
from .errors import ResultsError
from .fields import VolumeFields
from .phasorTables import LinePhasors, readPoints
from .quantities import placeOf, told, toldAll
from .slices import PhasorSlice, Slice
from .surfaces import SurfaceFields


class Snapshots:
    """Whole fields at moments of a run: a sequence of VolumeFields, or with `surfaces` of SurfaceFields, in the order of
    time."""

    def __init__(self, directory, name="fields"):
        self.directory, self.name = str(directory), name
        folder = os.path.join(self.directory, "snapshots")
        self.paths = existing(folder, re.compile(rf"{name}_(\d+)\.vtkhdf"))
        self.files = {}

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
        path = self.paths[index]
        if path not in self.files:
            self.files[path] = self.opened(path)
        return self.files[path]

    def opened(self, path):
        file = (SurfaceFields if self.name == "boundaries" else VolumeFields)(path)
        if self.name == "fields" and self.files:
            file.shareMeshWith(next(iter(self.files.values())))
        return file

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
        return np.array([int(path[-len("00000000.vtkhdf") : -len(".vtkhdf")]) for path in self.paths], int)

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
        self.name, self.paths = name, paths

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
    return {name: Moments(name, paths) for name, paths in found.items()}


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
        self.files = {}

    def opened(self, kind):
        """Files of fields or boundaries in the order of frequency."""
        if kind not in self.files:
            make = VolumeFields if kind == "fields" else SurfaceFields
            files = [make(path) for path in existing(self.folder, re.compile(rf"{kind}_.+\.vtkhdf"))]
            files.sort(key=lambda file: file.frequency)
            self.files[kind] = files
        return self.files[kind]

    def has(self, kind, frequency):
        return any(abs(file.frequency - frequency) <= 1e-6 * frequency for file in self.opened(kind))

    def file(self, kind, frequency):
        files = self.opened(kind)
        if not files:
            raise ResultsError(f"{self.directory} has no {self.missing(kind)}")
        place = placeOf([file.frequency for file in files], frequency, "Hz", "frequency", self.folder)
        if kind == "fields":
            files[place].shareMeshWith(files[0])
        return files[place]

    def missing(self, kind):
        if kind == "boundaries":
            return "phasors on surfaces: name some in `boundaries` of output.dft"
        if not os.path.isdir(self.folder):
            return "phasors: add output.dft to the case"
        kept = [name for name in ("points", "lines", "slices") if getattr(self, name)]
        kept += ["surfaces"] if self.opened("boundaries") else []
        return (
            f"phasors in elements: it kept {', '.join(kept) or 'none'} alone: name volumes in `regions`, or a `box`, of "
            "output.dft"
        )

    @property
    def frequencies(self):
        """All at which something was kept, Hz [frequencies], ascending."""
        found = [file.frequency for kind in ("fields", "boundaries") for file in self.opened(kind)]
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
        return readPoints(path) if os.path.exists(path) else {}

    @property
    def lines(self):
        """{name: LinePhasors}"""
        paths = existing(os.path.join(self.folder, "lines"), re.compile(r".+\.csv"))
        return {line.name: line for line in map(LinePhasors, paths)}

    @property
    def slices(self):
        """{name: PhasorSlices}"""
        found = {}
        for path in existing(os.path.join(self.folder, "slices"), re.compile(r".+\.h5")):
            one = PhasorSlice(path)
            found.setdefault(one.name, []).append(one)
        return {name: PhasorSlices(name, slices) for name, slices in found.items()}

    def __repr__(self):
        return f"<phasors of {self.directory} at {toldAll(self.frequencies, 'Hz')}>"
