# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Resonances from a ring-down: frequency, Q, amplitude and phase of the damped oscillations in traces over time.

After its sources have ended a linear system moves as x(t) = sum_k Re(A_k exp((2 pi i f_k - a_k) t)), Q_k = pi f_k / a_k,
with the same f_k and a_k at all places. These are found by the matrix pencil (the shift between the rows of the signal
space of a Hankel matrix: Hua and Sarkar 1990; Roy and Kailath 1989, ESPRIT), in windows of frequency: a trace is shifted
so that the window's middle is at 0 Hz, filtered and decimated, which leaves damped oscillations what they are and keeps
the matrices small. Each window's result is refined by least squares (variable projection, Golub and Pereyra 1973), whose
covariance gives the errors. What decays too fast for the whole trace is looked for in its first quarter, sixteenth, ...,
after what lives longer has been taken away.
"""
import dataclasses

import numpy as np

SAMPLES = 256  # of a decimated window
STOP_DB = 190.0  # what the filter leaves of the oscillations that decimation would fold into the window
# Edges of the filter, in decimated rates to either side; of what lies between them nothing is folded into PASS.
PASS, STOP = 0.25, 0.75
SPACING = 0.4  # of the windows, in decimated rates: they overlap by a fifth
SHORTER = 4  # each level takes the first quarter of the last one
FEWEST = 48  # samples that are worth a search
MOST_TRACES = 8  # the strongest combinations of traces stand for all of them
MOST_ORDER = SAMPLES // 6
NOISE_FACTOR = 6.0  # singular values above so many times the median of the lower half are signal (noise reaches 5)
ROUNDING = 1e-13  # singular values below this share of the largest are rounding
LONGEST_DECAY = 16.0  # a * length of what a level may find, nepers: the filter costs a tenth of the length
SHORTEST_DECAY = 1.0  # the same, what a shorter level may find: the last level knows what lives longer
GROWTH = 0.05  # nepers over the trace that rounding may feign
LOWEST_Q = 3.0  # what has a smaller one does not ring
CANCELLED = 0.05  # the traces' effective value while a mode lives, at least, in amplitudes of the mode
PARTS = 8  # of the samples; what is left in the worst of them counts as noise
SIGNIFICANCE = 8.0  # an oscillation is so many standard deviations of its amplitude: noise does not get there
WEAKEST = 1e-4  # of the strongest amplitude in the same trace
MOST_ERROR = 0.5  # of a pole, in decays or in 1 / length
SAME_POLE = 1e-10  # in decimated samples: doubles do not tell poles from each other that are so near
LATER = 10  # without this part of its beginning a trace must have the same oscillations
SAME = 0.1  # of a pole's decay, or of 1 / length, it may differ at most without the beginning of the trace
SURE = 3.0  # standard deviations that a decay must differ from none
PULSE_WIDTHS = 6  # of half its peak, until a Gaussian is gone to single precision
EVEN = 1e-3  # steps of time that differ by less are equal


@dataclasses.dataclass
class Resonance:
    """A damped oscillation. `amplitude` and `phase` (rad) of each trace hold at the first instant that was used:
    amplitude exp(-decay t) cos(2 pi frequency t + phase). Errors are standard deviations."""

    frequency: float  # Hz
    decay: float  # 1/s, of the amplitude
    frequencyError: float  # Hz
    decayError: float  # 1/s
    amplitude: np.ndarray  # [trace]
    phase: np.ndarray  # [trace]
    amplitudeError: np.ndarray  # [trace]

    @property
    def kind(self):
        """damped, or undamped as far as can be seen"""
        return "damped" if self.decay > SURE * self.decayError else "undamped"

    @property
    def q(self):
        """Infinite for what is not damped."""
        return np.inf if self.kind == "undamped" else np.pi * self.frequency / self.decay

    @property
    def qAtLeast(self):
        """Below which Q does not lie, whatever the kind."""
        largest = self.decay + SURE * self.decayError
        return np.pi * self.frequency / largest if largest > 0 else np.inf

    @property
    def qError(self):
        """Of Q, one standard deviation; infinite for what is not damped."""
        return abs(self.q) * self.decayError / abs(self.decay) if self.kind != "undamped" else np.inf


def findResonances(time, traces, lowest=0.0, highest=np.inf):
    """The resonances [Resonance] between two frequencies (Hz), in ascending order, of `traces` [trace][time] at even steps
    of `time` (s), from which the sources are silent. All traces share frequencies and decays; they should be of one unit,
    or scaled to like noise."""
    time, traces = np.asarray(time, float), np.atleast_2d(np.asarray(traces, float))
    step = evenStep(time)
    if traces.shape[1] != len(time):
        raise ValueError(f"{traces.shape[1]} values at {len(time)} instants")
    if not np.isfinite(traces).all():
        raise ValueError("the trace holds values that are not finite")
    scale = np.abs(traces).max(initial=0.0)
    if not scale:
        return []
    thinning = max(1, min(int(PASS / (highest * step)), len(time) // SAMPLES))
    taps = lowPass(thinning)
    thin = decimated(traces / scale, 0.0, thinning, taps).real
    modes = searchLevels(thin, 2 * np.pi * lowest * step * thinning, 2 * np.pi * highest * step * thinning)
    modes = [unfiltered(mode, thinning, taps) for mode in modes]
    modes = sorted(strongOnes(modes), key=lambda mode: mode.pole.imag)
    return [asResonance(mode, step, scale) for mode in modes]


def unfiltered(mode, thinning, taps):
    """A mode of filtered and thinned traces in terms of the traces themselves."""
    pole = mode.pole / thinning
    response = np.exp(pole * np.arange(len(taps))) @ taps
    return Mode(pole, mode.poleError / thinning, mode.amplitude / response, mode.amplitudeError / abs(response))


def searchLevels(traces, bottom, top):
    """Modes between two frequencies in radians per sample, the long-lived ones first."""
    rest, found, length = traces, [], traces.shape[1]
    while length >= FEWEST:
        new = searchLevel(rest[:, :length], bottom, top, length == traces.shape[1])
        rest = rest - oscillations(new, traces.shape[1])
        found += new
        length = length // SHORTER
    return found


def startOfRinging(time, traces):
    """Where a pulse that came with the traces [trace][time] may have ended, where nothing is known of the sources: some
    widths behind the first strong field, but not more than a tenth of the trace."""
    size = np.max(np.abs(traces - traces[:, -1:]), axis=0)
    strong = np.flatnonzero(size >= 0.5 * size.max())
    width = strong[-1] - strong[0] + 1
    return time[min(strong[0] + min(PULSE_WIDTHS * width, len(time) // 10), len(time) - 1)]


def evenStep(time):
    steps = np.diff(time)
    if len(steps) < 1 or not (steps > 0).all() or np.ptp(steps) > EVEN * steps.mean():
        raise ValueError("the samples are not at even steps of time")
    return (time[-1] - time[0]) / (len(time) - 1)


@dataclasses.dataclass(eq=False)
class Mode:
    """One oscillation in units of samples: Re(amplitude exp(pole n)) at sample n."""

    pole: complex
    poleError: float  # standard deviation of real and imaginary part alike
    amplitude: np.ndarray  # complex [trace]
    amplitudeError: np.ndarray  # [trace]


def asResonance(mode, step, scale):
    return Resonance(
        frequency=mode.pole.imag / (2 * np.pi * step),
        decay=-mode.pole.real / step,
        frequencyError=mode.poleError / (2 * np.pi * step),
        decayError=mode.poleError / step,
        amplitude=scale * np.abs(mode.amplitude),
        phase=np.angle(mode.amplitude),
        amplitudeError=scale * mode.amplitudeError,
    )


def oscillations(modes, count):
    """The sum of modes [trace][count]; 0 without modes."""
    n = np.arange(count)
    return sum((np.real(np.outer(mode.amplitude, np.exp(mode.pole * n))) for mode in modes), np.zeros(1))


def strongOnes(modes):
    """Those that are not far weaker than the strongest in every trace."""
    if not modes:
        return []
    strongest = np.max([np.abs(mode.amplitude) for mode in modes], axis=0)
    return [mode for mode in modes if (np.abs(mode.amplitude) > WEAKEST * strongest).any()]


@dataclasses.dataclass
class Window:
    """Part of the spectrum of a level: traces shifted by `centre` (radians per sample), filtered by `taps` and decimated."""

    centre: float
    decimation: int
    taps: np.ndarray
    values: np.ndarray  # complex [trace][decimated sample]

    @property
    def halfWidth(self):
        """Radians per sample to either side of the centre in which poles are this window's."""
        return np.pi if self.decimation == 1 else 2 * np.pi * PASS / self.decimation

    def response(self, poles):
        """What the filter makes of exp(pole n), at the first decimated sample."""
        n = np.arange(len(self.taps))
        return np.exp(np.outer(poles - 1j * self.centre, n)) @ self.taps


def searchLevel(traces, bottom, top, whole):
    """Modes that decay at the pace of these traces."""
    count = traces.shape[1]
    decimation = max(1, count // SAMPLES)
    taps = lowPass(decimation)
    top = min(top, np.pi)
    bottom = max(bottom, 2 * np.pi / count)  # below one period there is no telling from a drift
    modes = []
    for centre, lower, upper in windowsOf(decimation, count, bottom, top):
        if not hasSignal(traces, lower, upper):
            continue
        window = Window(centre, decimation, taps, decimated(traces, centre, decimation, taps))
        modes += [
            mode
            for mode in modesOf(window, whole)
            if lower <= mode.pole.imag < upper
            and mode.pole.imag > -2 * LOWEST_Q * mode.pole.real
            and seen(mode, traces)
        ]
    return modes


def seen(mode, traces):
    """Whether the traces are anything like as strong as the mode while that lives. Oscillations that cancel each other
    there have been fitted to what comes later."""
    life = traces[:, : max(1, int(1.0 / max(-mode.pole.real, 1.0 / traces.shape[1])))]
    return np.linalg.norm(np.sqrt(np.mean(life**2, axis=1))) > CANCELLED * np.linalg.norm(mode.amplitude)


def windowsOf(decimation, count, bottom, top):
    """(centre, lower edge, upper edge) of the windows from `bottom` to `top`, radians per sample."""
    if decimation == 1:
        return [(0.0, bottom, top)] if top > bottom else []
    width = 2 * np.pi * SPACING / decimation
    number = max(0, int(np.ceil((top - bottom) / width)))
    edges = [min(bottom + k * width, top) for k in range(number + 1)]
    return [(lower + 0.5 * width, lower, upper) for lower, upper in zip(edges, edges[1:])]


def hasSignal(traces, lower, upper):
    """Whether anything in a part of the spectrum can be as strong as WEAKEST of the largest line."""
    count = traces.shape[1]
    spectrum = np.abs(np.fft.rfft(traces * np.hanning(count), axis=1))
    scale = 0.5 * count / (2 * np.pi)
    part = spectrum[:, max(0, int(lower * scale * 2) - 1) : int(upper * scale * 2) + 2]
    return bool((part.max(axis=1, initial=0.0) > 0.01 * WEAKEST * spectrum.max(axis=1)).any()) and part.any()


def lowPass(decimation):
    """Taps of a Kaiser-windowed filter; [1] where nothing is decimated."""
    if decimation == 1:
        return np.ones(1)
    transition = 2 * np.pi * (STOP - PASS) / decimation
    half = int(np.ceil((STOP_DB - 8.0) / (2.285 * transition) / 2))
    n = np.arange(-half, half + 1)
    taps = np.sinc((PASS + STOP) / decimation * n) * np.kaiser(len(n), 0.1102 * (STOP_DB - 8.7))
    return taps / taps.sum()


def decimated(traces, centre, decimation, taps):
    """[trace][sample]: only the samples that need nothing from outside the trace."""
    shifted = traces * np.exp(-1j * centre * np.arange(traces.shape[1]))
    pieces = np.lib.stride_tricks.sliding_window_view(shifted, len(taps), axis=1)[:, ::decimation]
    return pieces @ taps


def modesOf(window, whole):
    """The oscillations in a window that its samples vouch for. `whole`: the level is the whole trace."""
    values = window.values
    if values.shape[1] < FEWEST // 2:
        return []
    drift = -window.centre * window.decimation
    poles, found = selected(values, pencil(combined(values)), whole, drift)
    lasting = comesAgain(values, poles, found, whole, drift)
    back = poles / window.decimation + 1j * window.centre
    response = 0.5 * window.response(back)  # half of a real oscillation is at its negative frequency
    return [
        Mode(
            back[k],
            found.errors[k] / window.decimation,
            found.amplitudes[k] / response[k],
            found.amplitudeErrors[k] / abs(response[k]),
        )
        for k in np.flatnonzero(livesHere(poles, values.shape[1], whole) & lasting)
    ]


def comesAgain(values, poles, found, whole, drift):
    """Whether the samples without their beginning have each pole too. What is fitted to pulses changes."""
    if not livesHere(poles, values.shape[1], whole).any():
        return np.zeros(len(poles), bool)
    later = values[:, values.shape[1] // LATER :]
    again, judgement = selected(later, pencil(combined(later)), whole, drift)
    if not len(again):
        return np.zeros(len(poles), bool)
    apart = np.abs(poles[:, None] - again[None, :])
    nearest = apart.argmin(axis=1)
    errors = np.hypot(found.errors, judgement.errors[nearest])
    allowed = np.minimum(5.0 * errors, SAME * np.maximum(-poles.real, 1.0 / values.shape[1]))
    return apart.min(axis=1) < np.maximum(allowed, SAME_POLE)


def livesHere(poles, count, whole):
    """Poles that this level is to find: those of shorter life are left to shorter ones, longer life was found before."""
    decay = -poles.real * count
    return (decay < LONGEST_DECAY) & (whole | (decay > SHORTEST_DECAY))


def selected(values, poles, whole, drift):
    """Poles, refined, without those that the samples do not vouch for, and how they were judged. What decays faster than
    this level's modes stays, for it describes the first samples only, and so does a static field that drifts (`drift`:
    where 0 Hz is); what grows goes, for nothing passive does. Since what a wrong pole described is then left
    over and counts as noise, wrong poles that lean on each other fall too."""
    count = values.shape[1]
    while True:
        poles = refined(values, poles)
        found = judged(values, poles)
        decay = -poles.real * count
        growing = decay < -np.maximum(GROWTH, SURE * found.errors * count)
        short = ~np.full(len(poles), whole) & (decay <= SHORTEST_DECAY)
        away = np.angle(np.exp(1j * (poles.imag - drift)))  # decimation may have folded it
        static = (np.abs(away) < 2 * np.pi / count) & (decay > -LONGEST_DECAY)
        wrong = ~static & (growing | short | ((decay < LONGEST_DECAY) & ~found.vouched))
        if not wrong.any():
            return poles, found
        sureness = np.where(wrong, found.sureness, np.inf)
        worst = np.argsort(sureness)[: (np.count_nonzero(wrong) + 1) // 2]
        poles = np.delete(poles, worst)


def combined(values):
    """The few combinations of traces that hold nearly all that they have."""
    if len(values) == 1:
        return values
    _, sizes, rows = np.linalg.svd(values, full_matrices=False)
    keep = min(MOST_TRACES, max(1, np.count_nonzero(sizes > 1e-12 * sizes[0])))
    return sizes[:keep, None] * rows[:keep]


def pencil(values):
    """Poles per sample (logarithms) of the signal space of the traces' Hankel matrices."""
    rows = values.shape[1] // 2
    hankel = np.hstack(
        [np.lib.stride_tricks.sliding_window_view(trace, values.shape[1] - rows + 1) for trace in values]
    )
    space, sizes, _ = np.linalg.svd(hankel, full_matrices=False)
    noise = max(np.median(sizes[len(sizes) // 2 :]), ROUNDING * sizes[0])
    order = min(int(np.count_nonzero(sizes > NOISE_FACTOR * noise)), MOST_ORDER, rows - 1)
    signal = space[:, :order]
    shift = np.linalg.lstsq(signal[:-1], signal[1:], rcond=None)[0]
    roots = np.linalg.eigvals(shift) if order else np.zeros(0, complex)
    return np.log(roots[np.abs(roots) > 1e-8])


def basis(poles, count):
    """exp(pole n) [sample][pole], of what grows scaled to end at 1."""
    n = np.arange(count)[:, None]
    return np.exp(poles * n - np.maximum(poles.real, 0.0) * (count - 1))


def projection(values, poles):
    """Orthonormal space of the basis, amplitudes [pole][trace] and what is left [sample][trace]."""
    matrix = basis(poles, values.shape[1])
    space, triangle = np.linalg.qr(matrix)
    share = space.conj().T @ values.T
    amplitudes = np.linalg.lstsq(triangle, share, rcond=1e-14)[0]
    return space, amplitudes, values.T - space @ share


def slopes(values, poles, space, amplitudes):
    """Derivatives of the model by the poles, without what the amplitudes can follow, [sample * trace][pole]."""
    n = np.arange(values.shape[1])[:, None]
    lines = n * basis(poles, values.shape[1])
    lines = lines - space @ (space.conj().T @ lines)
    return (lines[:, None, :] * amplitudes.T[None, :, :]).reshape(-1, len(poles))


def refined(values, poles, rounds=12):
    """Least squares in the poles; the amplitudes follow."""
    if not len(poles):
        return poles
    space, amplitudes, rest = projection(values, poles)
    left = np.linalg.norm(rest)
    for _ in range(rounds):
        change = np.linalg.lstsq(slopes(values, poles, space, amplitudes), rest.reshape(-1), rcond=1e-12)[0]
        change *= min(1.0, 0.3 / max(np.abs(change).max(), 1e-300))
        for _ in range(6):
            trial = poles + change
            new = projection(values, trial)
            if np.linalg.norm(new[2]) <= left:
                break
            change = 0.25 * change
        else:
            return poles
        poles, (space, amplitudes, rest) = trial, new
        gain, left = left - np.linalg.norm(rest), np.linalg.norm(rest)
        if gain < 1e-6 * left or np.abs(change).max() < 1e-14:
            break
    return poles


@dataclasses.dataclass
class Judgement:
    """Of the poles of a window, in units of its samples."""

    errors: np.ndarray  # [pole] of real and imaginary part alike
    amplitudes: np.ndarray  # [pole][trace]
    amplitudeErrors: np.ndarray  # [pole][trace]
    sureness: np.ndarray  # [pole] amplitude in standard deviations, of the noisiest part of the samples
    vouched: np.ndarray  # [pole] whether it is far above what is left, and well known


def judged(values, poles):
    if not len(poles):
        none = np.zeros((0, len(values)))
        return Judgement(np.zeros(0), none, none, np.zeros(0), np.zeros(0, bool))
    count = values.shape[1]
    space, amplitudes, rest = projection(values, poles)
    rounding = 1e-16 * np.abs(values).max()
    free = max(count * len(values) - len(poles) * (1 + len(values)), 1)
    noise = np.sqrt(np.sum(np.abs(rest) ** 2) / free) + rounding
    inverse = np.linalg.pinv(slopes(values, poles, space, amplitudes), rcond=1e-14)
    with np.errstate(over="ignore"):  # of what has no amplitude
        errors = np.sqrt(0.5) * np.linalg.norm(inverse, axis=1) * noise
    spread = np.sqrt(0.5 * np.sum(np.abs(np.linalg.pinv(basis(poles, count), rcond=1e-14)) ** 2, axis=1))
    powers = np.sum(np.abs(rest) ** 2, axis=0) / max(count - len(poles), 1)
    parts = [np.mean(np.abs(part) ** 2, axis=0) for part in np.array_split(rest, PARTS)]
    noisiest = np.sqrt(np.max([powers, *parts], axis=0)) + rounding
    sureness = np.max(np.abs(amplitudes) / (spread[:, None] * noisiest), axis=1)
    vouched = (sureness > SIGNIFICANCE) & (errors < MOST_ERROR * np.maximum(-poles.real, 1.0 / count))
    grown = np.exp(-np.maximum(poles.real, 0.0) * (count - 1))[:, None]  # the basis of what grows ends at 1
    return Judgement(errors, amplitudes * grown, spread[:, None] * np.sqrt(powers) * grown, sureness, vouched)
