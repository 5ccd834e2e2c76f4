# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Spectra of probes of one run or of several, and the resonances in them."""
import os

from ..resonances import WEAKEST
from .common import PlotError, finish_axis, label_lowest, np, prefix_of, quantity, save
from .resonances import amplitude_in, print_table, ringing_of, write_table
from .series import ProbePanels, legend_beside

FLOOR_DB, TOP_DB = -80.0, 5.0
LEAST_APART = 0.065  # of the axis: resonances that are nearer share a label


def rings(values):
    """Whether a trace still changes in its last twentieth; a static field that stays does not."""
    return np.std(values[-max(1, len(values) // 20) :]) > 1e-3 * np.max(np.abs(values), initial=0.0)


def amplitude_spectrum(time, values, window):
    """Frequencies and |Fourier integral| of a trace, on a grid four times finer than its length gives."""
    step = (time[-1] - time[0]) / (len(time) - 1)
    if window == "hann" or (window == "auto" and rings(values)):
        values = values * np.hanning(len(values))
    size = 4 * len(values)
    return np.fft.rfftfreq(size, step), np.abs(np.fft.rfft(values, size)) * step


def refined(frequency, amplitude, k):
    """Frequency of the maximum at k, by a parabola through the logarithm."""
    if not 0 < k < len(amplitude) - 1:
        return frequency[k]
    a, b, c = np.log(np.maximum(amplitude[k - 1 : k + 2], 1e-300))
    curvature = a - 2 * b + c
    shift = 0.5 * (a - c) / curvature if curvature < 0 else 0.0
    return frequency[k] + shift * (frequency[1] - frequency[0])


def strongest_text(time, frequency, amplitude):
    """Where a spectrum is strongest, in words."""
    if not amplitude.any():
        return "no field"
    resolution = 1.0 / (time[-1] - time[0])
    strongest = refined(frequency, amplitude, int(amplitude.argmax()))
    prefix, factor = prefix_of(strongest)
    digits = max(0, int(np.ceil(-np.log10(0.1 * resolution / factor))))
    return f"strongest at {strongest / factor:.{digits}f} {prefix}Hz (resolution {quantity(resolution, 'Hz', 3)})"


def probe_spectra(probe, field, window):
    time = probe.columns[f"time_{field}"]
    spectra = [amplitude_spectrum(time, probe.columns[field + c], window) for c in "xyz"]
    return spectra[0][0], np.array([amplitude for _, amplitude in spectra])


def band_edge(spectra):
    """The highest frequency at which any spectrum is within 40 dB of its peak, and some more."""
    edge = 0.0
    for frequency, amplitude in spectra:
        strong = np.flatnonzero(amplitude.max(axis=0) > 1e-2 * amplitude.max())
        edge = max(edge, frequency[strong[-1]] if strong.size and amplitude.max() > 0 else 0.0)
    return 1.3 * edge or frequency[-1]


def mark_resonances(axis, lines, probe, field, factor, edge):
    """A line at each resonance that is seen here, with its number in the table; neighbours share a label, such as 3-5."""
    strength = {line.number: amplitude_in(line, probe, field) for line in lines}
    seen = [line for line in lines if strength[line.number] > WEAKEST * max(strength.values())]
    clusters = []
    for line in seen:
        frequency = line.resonance.frequency
        axis.axvline(frequency / factor, color="#888888", lw=0.8, ls=":", zorder=0.5)
        if clusters and frequency - clusters[-1][0].resonance.frequency < LEAST_APART * edge:
            clusters[-1].append(line)
        else:
            clusters.append([line])
    for cluster in clusters:
        numbers = sorted({cluster[0].number, cluster[-1].number})
        text = "\u2013".join(map(str, numbers))
        axis.annotate(
            text,
            (cluster[0].resonance.frequency / factor, TOP_DB),
            (0, 1),
            textcoords="offset points",
            ha="center",
            fontsize=7,
        )


def looked_for(directory, probes, edge, after):
    """The resonances; a trace that is too short for them has a spectrum all the same, unless they are asked for."""
    try:
        return ringing_of(directory, probes, edge, after)
    except PlotError as error:
        if after is not None:
            raise
        print(error)
        return None


def table_of(table, run, runs):
    """The file of a run's resonances: the one that was asked for, of several runs each with the run's name in its own."""
    if not table or len(runs) == 1:
        return table
    stem, ending = os.path.splitext(table)
    return f"{stem}_{run.name.replace(os.sep, '_')}{ending}"


def tell_resonances(ringings, table=None):
    """`ringings`: {Shown: Ringing or None}"""
    for run, ringing in ringings.items():
        if ringing:
            if len(ringings) > 1:
                print(f"{run.directory}:")
            print_table(ringing)
            if table:
                write_table(ringing, table_of(table, run, ringings))


def draw_levels(axis, panels, spectra, name, field, found, factor):
    """The amplitudes of the components, in dB of the largest of all runs."""
    highest = max(spectra[run, name, field][1].max() for run, _ in found) or 1.0
    for run, _ in found:
        frequency, amplitude = spectra[run, name, field]
        for i in range(3):
            level = 20 * np.log10(np.maximum(amplitude[i] / highest, 10 ** (FLOOR_DB / 20 - 1)))
            if level.max() > FLOOR_DB:
                axis.plot(frequency / factor, level, label=panels.label(run, field, i), **panels.style(run, i))


def tell_strongest(probe, field, spectrum, edge):
    """Where a spectrum without resonances is strongest."""
    frequency, amplitude = spectrum
    inside = frequency <= edge
    time = probe.timeOf(field)
    changing = inside & (frequency > 2.0 / (time[-1] - time[0]))  # a static field is no reason to choose
    i = int(amplitude[:, changing].max(axis=1, initial=0.0).argmax())
    print(f"probe {probe.name}, {field + 'xyz'[i]}: {strongest_text(time, frequency[inside], amplitude[i][inside])}")


def draw_spectrum(probes, target, window="auto", max_frequency=None, after=None, table=None):
    """`probes`: {Shown: [Probe]}. The resonances of a single run are marked. {Shown: Ringing or None}."""
    panels = ProbePanels(probes, 2.6)
    spectra = {(r, p.name, f): probe_spectra(p, f, window) for r, own in probes.items() for p in own for f in p.fields}
    edge = max_frequency or band_edge(spectra.values())
    ringings = {run: looked_for(run.directory, own, edge, after) for run, own in probes.items()}
    lines = {run: ringing.lines if ringing else [] for run, ringing in ringings.items()}
    prefix, factor = prefix_of(edge)
    for axis, name, field, found in panels:
        draw_levels(axis, panels, spectra, name, field, found, factor)
        own = lines[found[0][0]] if len(probes) == 1 else []
        of = "its peak" if len(found) == 1 else "the highest peak"
        axis.set(xlim=(0, edge / factor), ylim=(FLOOR_DB, TOP_DB), ylabel=f"|{field}| [dB of {of}]")
        axis.set_title(f'probe "{name}"', fontsize=10, pad=14 if own else None)
        legend_beside(axis)
        finish_axis(axis)
        if own:
            mark_resonances(axis, own, name, field, factor, edge)
        for run, probe in found:
            if not lines[run]:
                tell_strongest(probe, field, spectra[run, name, field], edge)
    tell_resonances(ringings, table)
    label_lowest(panels.axes, f"frequency [{prefix}Hz]")
    save(panels.figure, target)
    return ringings
