# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Spectra of probes, and the resonances in them."""
from plotCommon import PlotError, finish_axis, label_lowest, np, prefix_of, quantity, save
from plotResonances import amplitude_in, print_table, ringing_of, write_table
from plotSeries import COLOURS, component_label, legend_beside, probe_axes
from resonances import WEAKEST

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


def draw_spectrum(directory, probes, target, window, max_frequency, after=None, table=None):
    figure, axes, fields = probe_axes(probes, 2.6, sharex=True)
    spectra = {(p.name, f): probe_spectra(p, f, window) for p in probes for f in p.fields}
    edge = max_frequency or band_edge(spectra.values())
    ringing = looked_for(directory, probes, edge, after)
    lines = ringing.lines if ringing else []
    prefix, factor = prefix_of(edge)
    for row, probe in zip(axes, probes):
        for axis, field in zip(row, fields):
            if (probe.name, field) not in spectra:
                axis.set_visible(False)
                continue
            frequency, amplitude = spectra[probe.name, field]
            highest = amplitude.max() or 1.0
            for i in range(3):
                level = 20 * np.log10(np.maximum(amplitude[i] / highest, 10 ** (FLOOR_DB / 20 - 1)))
                if level.max() > FLOOR_DB:
                    axis.plot(frequency / factor, level, color=COLOURS[i], lw=1.2, label=component_label(field, i))
            axis.set(xlim=(0, edge / factor), ylim=(FLOOR_DB, TOP_DB), ylabel=f"|{field}| [dB of its peak]")
            axis.set_title(f'probe "{probe.name}"', fontsize=10, pad=14 if lines else None)
            legend_beside(axis)
            finish_axis(axis)
            if lines:
                mark_resonances(axis, lines, probe.name, field, factor, edge)
                continue
            inside = frequency <= edge
            time = probe.columns[f"time_{field}"]
            changing = inside & (frequency > 2.0 / (time[-1] - time[0]))  # a static field is no reason to choose
            i = int(amplitude[:, changing].max(axis=1, initial=0.0).argmax())
            strongest = strongest_text(time, frequency[inside], amplitude[i][inside])
            print(f"probe {probe.name}, {field + 'xyz'[i]}: {strongest}")
    if ringing:
        print_table(ringing)
    if table and ringing:
        write_table(ringing, table)
    label_lowest(axes, f"frequency [{prefix}Hz]")
    save(figure, target)
