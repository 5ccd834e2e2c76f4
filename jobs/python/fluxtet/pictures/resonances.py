# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The resonances of a run, from what its probes record after the sources have ended."""
import collections
import csv
import math
import re

from .common import PlotError, ResultsError, Run, np, prefix_of, quantity
from ..resonances import FEWEST, findResonances, startOfRinging

FREE_SPACE_OHM = 376.730313668  # of vacuum, CODATA 2018: brings H to the size of E
SILENT = 6.0  # widths from the peak of a Gaussian until it is below single precision (1.5e-8)
RICKER_SILENT = 1.5  # of its periods behind the peak: 1e-8
SAME_LINE = 0.5  # of 1 / length of the trace: a line so near to the frequency of a sine is that sine's
LIKE_SINE = 1e-3  # ... if it loses less than this share of its amplitude over the trace

# What a case says of its sources: when the last pulse has ended (s; None: not known), the frequencies of sines that do
# not end, and whether waves travel in, which are over later than their source.
Sources = collections.namedtuple("Sources", "end sines travel")

# A resonance by its number in the table; its places are the fields of probes, the strongest first. `driven`: by a sine.
Line = collections.namedtuple("Line", "number resonance places driven")
Place = collections.namedtuple("Place", "probe component amplitude phase unit")  # V/m or A/m, rad

# The lines found, from when on and until when (s), and why from then.
Ringing = collections.namedtuple("Ringing", "lines start end reason")


def sources_of(directory):
    """From the resolved case that a run leaves beside its results."""
    try:
        text = Run(directory).caseText
    except ResultsError:
        return Sources(None, [], False)
    ends, sines = [], []
    for kind, keys in re.findall(r"^ +(gaussian|ricker|sine|table):\n((?: +\w+: .*\n)+)", text, re.MULTILINE):
        given = {key: float(value) for key, value in re.findall(r"(\w+): ([-+.\deE]+)(?: \S+)?\n", keys)}
        if kind == "sine":
            sines.append(given["frequency"])
        elif kind == "gaussian":
            ends.append(given["delay"] + SILENT * math.sqrt(2 * math.log(2)) / (math.pi * given["bandwidth"]))
        elif kind == "ricker":
            ends.append(given["delay"] + RICKER_SILENT / given["frequency"])
        else:
            ends.append(math.nan)  # its file may be anywhere
    known = "sources:" in text and not any(map(math.isnan, ends)) and not sines
    return Sources(max(ends, default=0.0) if known else None, sines, "planeWave:" in text)


def ringing_of(directory, probes, highest, after):
    """The resonances of all probes up to a frequency, from `after` on; None: from where the sources have ended."""
    sources = sources_of(directory)
    found, begins, ends, reasons = [], [], [], []
    for time, traces in sampled_alike(probes):
        start, reason = begin_of_ringing(time, traces, sources, after)
        later = time >= start
        if np.count_nonzero(later) < FEWEST:
            raise PlotError(
                f"no resonances can be looked for: {np.count_nonzero(later)} samples are left from {quantity(start, 's')} "
                f"on, {reason}. Let the run go on, sample the probes more often, or give an earlier --after"
            )
        try:
            resonances = findResonances(time[later], [trace.values[later] for trace in traces], highest=highest)
        except ValueError as error:
            raise PlotError(f"no resonances can be looked for in probe {traces[0].probe}: {error}") from error
        begins.append(time[later][0])
        ends.append(time[-1])
        reasons.append(reason)
        length = ends[-1] - begins[-1]
        found += [(r, places_of(r, traces), is_driven(r, sources.sines, length)) for r in resonances]
    if not ends:
        raise PlotError("no resonances can be looked for: no probe has a field that changes")
    found = sorted(found, key=lambda item: item[0].frequency)
    return Ringing([Line(k, *item) for k, item in enumerate(found, 1)], min(begins), max(ends), reasons[0])


# A component of a field at a probe: values in V/m, those of H times `scale`, and how far they are behind the first (s).
Trace = collections.namedtuple("Trace", "probe component unit scale lag values")


def sampled_alike(probes):
    """[(time, [Trace])]: traces whose samples are taken at the same steps, together. H is half a step behind E."""
    groups = {}
    for probe in probes:
        first = probe.columns[f"time_{probe.fields[0]}"]
        step = first[1] - first[0]
        time, traces = groups.setdefault((len(first), round(first[0] / step, 3), f"{step:.6g}"), (first, []))
        for field in probe.fields:
            scale, lag = (FREE_SPACE_OHM if field == "H" else 1.0), probe.columns[f"time_{field}"][0] - time[0]
            for name in (field + c for c in "xyz"):
                values = scale * probe.columns[name]
                if np.ptp(values) != 0:
                    traces.append(Trace(probe.name, name, probe.units[name], scale, lag, values))
    return [group for group in groups.values() if group[1]]


def begin_of_ringing(time, traces, sources, after):
    """When the sources are silent, and how that is known."""
    if after is not None:
        return after, "by --after"
    guess = startOfRinging(time, np.array([trace.values for trace in traces]))
    if sources.end is None:
        return guess, "behind the first strong field" + (", while a sine goes on" if sources.sines else "")
    if sources.travel:
        return max(guess, sources.end), "where the sources have ended and the wave is past"
    return max(sources.end, time[0]), "where the sources have ended"


def places_of(resonance, traces):
    """Amplitude and phase of each trace at the first instant of them all, the strongest first."""
    turned = resonance.phase - 2 * np.pi * resonance.frequency * np.array([trace.lag for trace in traces])
    phase = np.angle(np.exp(1j * turned))
    return [
        Place(
            traces[k].probe,
            traces[k].component,
            resonance.amplitude[k] / traces[k].scale * math.exp(resonance.decay * traces[k].lag),
            phase[k],
            traces[k].unit,
        )
        for k in np.argsort(-resonance.amplitude)
    ]


def is_driven(resonance, sines, length):
    """Whether it is the oscillation of a source that goes on."""
    near = any(abs(resonance.frequency - sine) * length < SAME_LINE for sine in sines)
    return near and abs(resonance.decay) * length < LIKE_SINE


def amplitude_in(line, probe, field):
    """The largest amplitude of the three components of a field at a probe."""
    return max((p.amplitude for p in line.places if p.probe == probe and p.component[0] == field), default=0.0)


def digits_of(value, error):
    """Digits behind the point of a value down to its error, at most twelve."""
    return int(min(max(-math.floor(math.log10(max(error, 1e-300))), 0), 12, max(0, 13 - len(f"{abs(value):.0f}"))))


def error_text(error, of):
    return f"{100 * error / of:.1g} %"


def row_of(line):
    resonance, place = line.resonance, line.places[0]
    prefix, factor = prefix_of(resonance.frequency)
    frequency, error = resonance.frequency / factor, resonance.frequencyError / factor
    if line.driven:
        q, q_error = "driven", ""
    elif resonance.kind == "undamped":
        q, q_error = f"> {resonance.qAtLeast:.2g}", ""
    else:
        digits = max(2, min(7, int(-math.log10(max(resonance.qError / resonance.q, 1e-12))) + 1))
        q, q_error = f"{resonance.q:.{digits}g}", error_text(resonance.qError, resonance.q)
    return (
        str(line.number),
        f"{frequency:.{digits_of(frequency, error)}f} {prefix}Hz",
        error_text(resonance.frequencyError, resonance.frequency),
        q,
        q_error,
        f"{place.probe}, {place.component}",
        quantity(place.amplitude, place.unit),
        f"{math.degrees(place.phase):.2f}",
    )


HEADS = ("", "frequency", "error", "Q", "error", "strongest at", "amplitude", "phase [deg]")


def print_table(ringing):
    """Errors are standard deviations. Q of what does not decay as far as can be seen is given by its lower bound."""
    since = f"from {quantity(ringing.start, 's')} on, {ringing.reason}, to {quantity(ringing.end, 's')}"
    if not ringing.lines:
        print(f"no resonances ({since})")
        return
    print(f"resonances, {since}; amplitude and phase at the beginning")
    rows = [HEADS, *map(row_of, ringing.lines)]
    widths = [max(len(row[k]) for row in rows) for k in range(len(HEADS))]
    for row in rows:
        print("  " + "  ".join(text.rjust(width) for text, width in zip(row, widths)))


COLUMNS = "number,frequency_Hz,frequency_error_Hz,decay_per_s,decay_error_per_s,Q,kind,probe,component,amplitude,unit,phase_deg"


def write_table(ringing, path):
    """A row for each resonance and component of each probe. Q of what is not damped is inf."""
    try:
        with open(path, "w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream, lineterminator="\n")
            writer.writerow(COLUMNS.split(","))
            for number, r, places, driven in ringing.lines:
                head = [number, *(f"{x:.14g}" for x in (r.frequency, r.frequencyError, r.decay, r.decayError))]
                kind = "driven" if driven else r.kind
                for place in places:
                    phase = math.degrees(place.phase)
                    tail = [place.probe, place.component, f"{place.amplitude:.7g}", place.unit, f"{phase:.5f}"]
                    writer.writerow([*head, f"{r.q:.7g}", kind, *tail])
    except OSError as error:
        raise PlotError(f"cannot write {path}: {error}") from error
    print(path)
