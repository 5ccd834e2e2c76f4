# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Spectra of probes, and the resonances in them."""
from plotCommon import finish_axis, label_lowest, np, prefix_of, save
from plotSeries import COLOURS, component_label, fields_of, legend_beside, probe_axes

FLOOR_DB = -80.0
RESONANCE_WIDTH = 4.0  # a line is at most so many times 1/T wide; the Hann window alone gives 2
NEIGHBOURHOOD = 15.0  # times 1/T to either side, above whose median a line stands out ...
PROMINENCE = 5.0  # ... so many times: ripples of echoes do not, and of noise hardly any


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


def half_width(frequency, amplitude, k):
    """Width at half height of the maximum at k, by its steeper flank: the other may run into a neighbouring line."""
    outside = np.flatnonzero((amplitude < 0.5 * amplitude[k]) | (amplitude > amplitude[k]))
    ends = [*outside[outside < k][-1:], *outside[outside > k][:1]]
    return 2.0 * min(
        (abs(frequency[end] - frequency[k]) for end in ends if amplitude[end] < amplitude[k]), default=np.inf
    )


def stands_out(frequency, amplitude, k, resolution):
    """Whether the maximum at k is far above what is usual around it."""
    around = np.abs(frequency - frequency[k]) < NEIGHBOURHOOD * resolution
    return amplitude[k] > PROMINENCE * np.median(amplitude[around])


def resonances_of(frequency, amplitude, resolution, count=5):
    """The highest local maxima above 3 % of the highest that stand out and are about as narrow as the length of the
    trace allows."""
    inner = amplitude[1:-1]
    at = np.flatnonzero((inner > amplitude[:-2]) & (inner >= amplitude[2:]) & (inner > 0.03 * amplitude.max())) + 1
    narrow = [
        k
        for k in at
        if half_width(frequency, amplitude, k) < RESONANCE_WIDTH * resolution
        and stands_out(frequency, amplitude, k, resolution)
    ]
    narrow = sorted(narrow, key=lambda k: -amplitude[k])[:count]
    return [refined(frequency, amplitude, k) for k in narrow]


def frequencies_text(frequencies, resolution):
    """With digits down to a tenth of the resolution."""
    prefix, factor = prefix_of(max(frequencies))
    digits = max(0, int(np.ceil(-np.log10(0.1 * resolution / factor))))
    return ", ".join(f"{f / factor:.{digits}f}" for f in frequencies) + f" {prefix}Hz"


def spectrum_summary(trace, time, frequency, amplitude):
    """What a spectrum shows, in words: the lines of a trace that still rings at its end, or where it is strongest."""
    if not amplitude.any():
        return "no field"
    resolution = 1.0 / (time[-1] - time[0])
    prefix, factor = prefix_of(resolution)
    note = f"(resolution {resolution / factor:.{1 if resolution < 10 * factor else 0}f} {prefix}Hz)"
    lines = resonances_of(frequency, amplitude, resolution) if rings(trace) else []
    if lines:
        return f"peaks at {frequencies_text(lines, resolution)} {note}"
    strongest = refined(frequency, amplitude, int(amplitude.argmax()))
    return f"no clear peak, strongest at {frequencies_text([strongest], resolution)} {note}"


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


def draw_spectrum(probes, target, window, max_frequency):
    figure, axes, fields = probe_axes(probes, 2.6, sharex=True)
    spectra = {(p.name, f): probe_spectra(p, f, window) for p in probes for f in fields_of(p)}
    edge = max_frequency or band_edge(spectra.values())
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
            axis.set(xlim=(0, edge / factor), ylim=(FLOOR_DB, 5), ylabel=f"|{field}| [dB of its peak]")
            axis.set_title(f'probe "{probe.name}"', fontsize=10)
            legend_beside(axis)
            finish_axis(axis)
            inside = frequency <= edge
            time = probe.columns[f"time_{field}"]
            changing = inside & (frequency > 2.0 / (time[-1] - time[0]))  # a static field is no reason to choose
            i = int(amplitude[:, changing].max(axis=1, initial=0.0).argmax())
            summary = spectrum_summary(probe.columns[field + "xyz"[i]], time, frequency[inside], amplitude[i][inside])
            print(f"probe {probe.name}, {field + 'xyz'[i]}: {summary}")
    label_lowest(axes, f"frequency [{prefix}Hz]")
    save(figure, target)
