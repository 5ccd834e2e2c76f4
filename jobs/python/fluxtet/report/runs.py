# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The runs that a report is about."""
import collections
import functools
import warnings

from ..errors import ResultsError, UnfinishedRunWarning
from ..mesh import runWithMesh
from ..mirrors import planesIn
from ..pictures.common import shown_runs
from ..run import PortStudy, Run, StaticRun, openRun

MOST_PICTURES = 4  # frequencies of one quantity that are drawn

# A run with the name that it has in tables and legends.
Reported = collections.namedtuple("Reported", "name directory run")


def openFinished(directory):
    """The results of a run that came to its end."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", UnfinishedRunWarning)
        try:
            return openRun(directory)
        except UnfinishedRunWarning as unfinished:
            raise ResultsError(
                f"{unfinished}. A report is of runs that have ended; `fluxtet run CASE --restart latest` goes on from the "
                "last checkpoint"
            ) from None


class Runs:
    """`given`: [Reported] of the directories that were named; `parts`: the same, but of a case with several excited
    ports the run of each port, which has what the case itself has not. `mirror`: what lies behind planes of symmetry is
    drawn."""

    def __init__(self, directories, mirror=True):
        self.mirror = mirror
        opened = [openFinished(directory) for directory in directories]
        self.given = [Reported(*shown, run) for shown, run in zip(shown_runs(directories), opened)]
        parts = [part for run in opened for part in partsOf(run)]
        self.parts = [Reported(*shown, run) for shown, run in zip(shown_runs([p.directory for p in parts]), parts)]

    @functools.cached_property
    def inTime(self):
        return [part for part in self.parts if isinstance(part.run, Run)]

    @functools.cached_property
    def static(self):
        return [part for part in self.parts if isinstance(part.run, StaticRun)]

    @property
    def areSeveral(self):
        return len(self.parts) > 1

    def planes(self, part):
        """The planes of symmetry at which pictures of a part are mirrored; [] where there are none."""
        return planesIn(runWithMesh(part.directory)) if self.mirror else []

    def of(self, part, text):
        """`text` with the name of the run where there are several."""
        return f"{text}, {part.name}" if self.areSeveral else text


def partsOf(run):
    return [openFinished(one.directory) for one in run.runs.values()] if isinstance(run, PortStudy) else [run]


def directoriesOf(parts):
    return [part.directory for part in parts]


def fewOf(values, most=MOST_PICTURES):
    """At most so many of a list, evenly spread, with both ends."""
    values = list(values)
    if len(values) <= most:
        return values
    return [values[round(k * (len(values) - 1) / (most - 1))] for k in range(most)]


def byFrequency(parts, frequenciesOf):
    """[(frequency, [Reported])] in ascending order: the runs that have results at a frequency, which are few of all."""
    found = {}
    for part in parts:
        for frequency in frequenciesOf(part):
            found.setdefault(float(f"{frequency:.9g}"), []).append(part)
    return fewOf(sorted(found.items()))
