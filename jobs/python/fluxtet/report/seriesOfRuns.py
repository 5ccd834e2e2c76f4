# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Series in time: probes with their spectra and resonances, the energy."""
import os

from ..pictures.resonances import HEADS, row_of
from ..pictures.series import draw_energy, draw_probes
from ..pictures.spectrum import draw_spectrum
from ..pictures.common import Shown
from .figures import figure, figureAnd
from .page import Note, Section, Table
from .runs import directoriesOf

MOST_PROBES = 8  # that are drawn


def probesOf(runs):
    """{Shown: [Probe]} of the first probes by name that have two samples or more, and the names of the others."""
    own = {part: [probe for probe in part.run.probes.values() if len(probe) > 1] for part in runs.inTime}
    names = list(dict.fromkeys(probe.name for probes in own.values() for probe in probes))
    drawn = {
        Shown(part.name, part.directory): [probe for probe in probes if probe.name in names[:MOST_PROBES]]
        for part, probes in own.items()
    }
    return {run: probes for run, probes in drawn.items() if probes}, names[MOST_PROBES:]


def resonanceTables(ringings):
    for run, ringing in (ringings or {}).items():
        if ringing and ringing.lines:
            heads = ["number", "frequency", "error of it", "Q", "error of it", *HEADS[5:]]
            caption = "Resonances" + (f", {run.name}" if len(ringings) > 1 else "")
            yield Table(heads, [list(row_of(line)) for line in ringing.lines], caption)


def probesSection(runs):
    probes, others = probesOf(runs)
    if not probes:
        return None
    spectrum, ringings = figureAnd("Spectra at the probes", draw_spectrum, lambda to: (probes, to))
    left = Note(f"Not drawn: {', '.join(others)}") if others else None
    blocks = [figure("Fields at the probes over time", draw_probes, lambda to: (probes, to)), spectrum, left]
    return Section("Probes", [*blocks, *resonanceTables(ringings)])


def energySection(runs):
    parts = [part for part in runs.inTime if os.path.exists(os.path.join(part.directory, "energy.csv"))]
    if not parts:
        return None
    return Section("Energy", [figure("The energy over time", draw_energy, lambda to: (directoriesOf(parts), to))])
