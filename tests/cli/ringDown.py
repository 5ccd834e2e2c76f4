# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Resonances from ring-downs (fluxtet.resonances), against closed forms, and what `plot.py spectrum` tells of them."""
import csv
import importlib
import math

from plots import expectPicture, expectTexts, packageModule, plot

STEP, SAMPLES = 50e-12, 4000  # s; 200 ns, so that an FFT resolves 5 MHz
LENGTH = STEP * (SAMPLES - 1)
LIGHT = 299792458.0  # m/s


def modules(program):
    return importlib.import_module("numpy"), packageModule(program, "fluxtet.resonances")


def ring(np, modes, time):
    """Modes (frequency, Q, amplitude, phase) in single precision, beside a static field."""
    trace = sum(
        a * np.exp(-math.pi * f / q * time) * np.cos(2 * math.pi * f * time + phase) for f, q, a, phase in modes
    )
    return (trace + 0.3).astype(np.float32).astype(float)


def expectModes(found, modes, words=""):
    """1e-6 of the frequency and 1 % of Q, and no more than six of the errors that are told (a deviation of normal noise
    exceeds them once in 5e8 cases)."""
    assert len(found) == len(modes), (words, [(r.frequency, r.q) for r in found])
    for resonance, (f, q, *_) in zip(found, sorted(modes)):
        deviation, decay = abs(resonance.frequency - f), math.pi * f / q
        assert deviation < 1e-6 * f and abs(resonance.q - q) < 0.01 * q, (words, f, q, resonance)
        assert deviation < 6 * resonance.frequencyError + 1e-13 * f, (words, f, resonance)
        assert abs(resonance.decay - decay) < 6 * resonance.decayError + 1e-9 * decay, (words, q, resonance)


def modesThatAnFftDoesNotTellApartAreFound(program):
    np, resonances = modules(program)
    time = STEP * np.arange(SAMPLES)
    modes = [(1e9, 500, 1.0, 0.3), (1e9 + 1 / (3 * LENGTH), 800, 0.7, -1.0)]
    found = resonances.findResonances(time, ring(np, modes, time))
    expectModes(found, modes)
    for resonance, (_, _, amplitude, phase) in zip(found, modes):
        assert abs(resonance.amplitude[0] - amplitude) < 1e-5, resonance
        assert abs(resonance.phase[0] - phase) < 1e-5, resonance


def everyQFrom20To100000IsFound(program):
    np, resonances = modules(program)
    time = STEP * np.arange(SAMPLES)
    for q in (20, 100, 1e3, 1e4, 1e5):
        modes = [(1e9, q, 1.0, 0.3)]
        expectModes(resonances.findResonances(time, ring(np, modes, time)), modes, q)
    together = [(1e9, 20, 1.0, 0.3), (1.1e9, 1e5, 0.7, -1.0), (2.5e9, 3e3, 0.02, 1.0), (3.3e9, 50, 0.5, 2.0)]
    expectModes(resonances.findResonances(time, ring(np, together, time)), together)
    # Fine steps change nothing but the work: the trace is thinned to what the band needs.
    time = 1e-12 * np.arange(200000)
    expectModes(resonances.findResonances(time, ring(np, together, time), highest=4e9), together)


def severalTracesShareTheirResonances(program):
    """Ten modes, each strong in one of three traces and absent in another."""
    np, resonances = modules(program)
    random = np.random.default_rng(7)
    time = STEP * np.arange(SAMPLES)
    modes = [(3e8 * k + 1e7 * k * k, 10 ** random.uniform(1.5, 4), 1.0, 0.1 * k) for k in range(1, 11)]
    traces = [
        ring(np, [(f, q, (1.0, 0.1, 0.0)[(k + shift) % 3], phase) for k, (f, q, _, phase) in enumerate(modes)], time)
        for shift in range(3)
    ]
    found = resonances.findResonances(time, traces)
    expectModes(found, modes)
    for k, resonance in enumerate(found):
        for shift in range(3):
            assert abs(resonance.amplitude[shift] - (1.0, 0.1, 0.0)[(k + shift) % 3]) < 1e-4, (k, resonance)


def theErrorsAreThoseOfTheNoise(program):
    """Deviations over the errors told have an rms of 1: 80 of them give it to 8 %; a bound of 1.3 is four times that. The
    error of the frequency is the Cramer-Rao bound of an undamped line, sqrt(6) s / (pi A T sqrt(N)), but for the few
    samples that filtering costs."""
    np, resonances = modules(program)
    time = STEP * np.arange(SAMPLES)
    share, noise = [], 1e-2
    for seed in range(40):
        random = np.random.default_rng(seed)
        f = 1e9 + 1e6 * random.uniform(-2, 2)
        trace = np.cos(2 * math.pi * f * time + seed) + noise * random.standard_normal(SAMPLES)
        (found,) = resonances.findResonances(time, trace)
        share += [(found.frequency - f) / found.frequencyError, found.decay / found.decayError]
        bound = math.sqrt(6) * noise / (math.pi * LENGTH * math.sqrt(SAMPLES))
        assert 0.8 * bound < found.frequencyError < 1.4 * bound, (found.frequencyError, bound)
    rms = math.sqrt(np.mean(np.square(share)))
    assert 1 / 1.3 < rms < 1.3, rms


def whatDoesNotRingHasNoResonances(program):
    np, resonances = modules(program)
    time = STEP * np.arange(SAMPLES)
    random = np.random.default_rng(1)

    def pulse(at, width=0.3e-9, frequency=1e9):
        return np.cos(2 * np.pi * frequency * (time - at)) * np.exp(-(((time - at) / width) ** 2) / 2)

    noise = random.standard_normal(SAMPLES)
    silent = {
        "nothing": 0 * time,
        "a constant": 0 * time + 3,
        "noise": noise,
        "a pulse": pulse(10e-9),
        "a pulse at the end": pulse(LENGTH),
        "noise after a pulse": pulse(5e-9) + 3e-3 * noise,
        "a broad pulse": pulse(60e-9, 8e-9),
        "echoes": pulse(5e-9) + 0.9 * pulse(30e-9) + 0.8 * pulse(52e-9),
        "echoes and noise": pulse(5e-9) + 0.9 * pulse(30e-9) + 0.8 * pulse(52e-9) + 3e-3 * noise,
        "a step": 0.3 / (1 + np.exp(-(time - 50e-9) / 0.1e-9)),
        "a charge that flows off": 0.3 * np.exp(-time / 20e-9),
    }
    for what, trace in silent.items():
        found = resonances.findResonances(time, trace.astype(np.float32))
        assert not found, f"{what}: {[(r.frequency, r.q) for r in found]}"


def whatIsNotDampedHasNoQ(program):
    np, resonances = modules(program)
    time = STEP * np.arange(SAMPLES)
    (found,) = resonances.findResonances(time, ring(np, [(1e9, math.inf, 1.0, 0.0)], time))
    assert found.kind == "undamped" and found.q == math.inf and found.qAtLeast > 1e8, (found, found.qAtLeast)
    assert abs(found.frequency - 1e9) < 1e-3, found


def badTracesAreRefused(program):
    np, resonances = modules(program)
    time = STEP * np.arange(100)
    for where, values, words in (
        (np.append(time, 1.0), np.ones(101), "even steps"),
        (time[::-1], np.ones(100), "even steps"),
        (time, np.ones(99), "99 values at 100 instants"),
        (time, np.full(100, math.nan), "not finite"),
    ):
        try:
            resonances.findResonances(where, values)
        except ValueError as error:
            assert words in str(error), error
        else:
            raise AssertionError(words)


MODES = [(1.0e9, 500, 1.0, 0.0), (1.005e9, 800, 0.7, 1.0), (2.3e9, 40, 0.5, 2.0), (3.1e9, 1e5, 0.2, 3.0)]


def writeProbes(program, modes=MODES, samples=6000, step=1e-11, probes=(("inside", 1.0), ("beside", -0.5)), case=None):
    """E in all three components, H half a step later."""
    np, _ = modules(program)
    (program.folder / "out" / "probes").mkdir(parents=True, exist_ok=True)
    time = step * np.arange(samples)
    for name, size in probes:
        e, h = size * ring(np, modes, time), size / 377 * ring(np, modes, time + 0.5 * step)
        rows = [
            f"{k},{t:.12g},{x:.9g},{0.1 * x:.9g},0,{t + 0.5 * step:.12g},{y:.9g},0,0"
            for k, (t, x, y) in enumerate(zip(time, e, h))
        ]
        heads = "step,time_E [s],Ex [V/m],Ey [V/m],Ez [V/m],time_H [s],Hx [A/m],Hy [A/m],Hz [A/m]"
        program.write(f"out/probes/{name}.csv", "\n".join([heads, *rows]) + "\n")
    if case:
        program.write("out/case.yaml", case)


GAUSSIAN = """sources:
  - dipole:
      waveform:
        gaussian:
          frequency: 2000000000 Hz
          bandwidth: 1000000000 Hz
          delay: 1e-09 s
"""
SINE = """sources:
  - dipole:
      waveform:
        sine:
          frequency: 1500000000 Hz
          ramp: 2
          phase: 0 rad
"""


def theResonancesOfProbesAreTabledAndMarked(program):
    writeProbes(program, case=GAUSSIAN)
    end = 1e-9 + 6 * math.sqrt(2 * math.log(2)) / (math.pi * 1e9)
    drawn = plot(program, "spectrum", "out", "--table", "found.csv").expect(0, "spectrum.png", "found.csv")
    drawn.expect(0, f"from {1e9 * math.ceil(end / 1e-11) * 1e-11:.4g} ns on, where the sources have ended, to 59.99 ns")
    drawn.expect(0, "1.0000000", "1.00", "2.2", "3.10000000", "inside, Ex")
    expectPicture(program.folder / "out" / "spectrum.png")
    with open(program.folder / "found.csv", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == len(MODES) * 2 * 3, len(rows)  # Ex, Ey, Hx of two probes
    begin = math.ceil(end / 1e-11) * 1e-11
    for row in rows:
        f, q, a, phase = MODES[int(row["number"]) - 1]
        assert abs(float(row["frequency_Hz"]) - f) < 1e-6 * f and abs(float(row["Q"]) - q) < 0.01 * q, row
        size = {"inside": 1.0, "beside": 0.5}[row["probe"]]
        size *= {"Ex": 1.0, "Ey": 0.1, "Hx": 1 / 377}[row["component"]]
        amplitude = size * a * math.exp(-math.pi * f / q * begin)
        expected = phase + 2 * math.pi * f * begin + (math.pi if row["probe"] == "beside" else 0)
        apart = (math.radians(float(row["phase_deg"])) - expected + math.pi) % (2 * math.pi) - math.pi
        assert abs(float(row["amplitude"]) - amplitude) < 1e-3 * amplitude and abs(apart) < 1e-3, (row, apart)
        assert row["unit"] == ("A/m" if row["component"] == "Hx" else "V/m") and row["kind"] == "damped", row
    plot(program, "spectrum", "out", "--probe", "inside", "-o", "spectrum.svg").expect(0)
    expectTexts(program.folder / "spectrum.svg", "1\u20132", "3", "4")
    plot(program, "spectrum", "out", "--after", "20 ns").expect(0, "from 20 ns on, by --after")


def aSineThatGoesOnIsToldFromAResonance(program):
    writeProbes(program, [(1.5e9, math.inf, 1.0, 0.0), (2.2e9, 300, 0.3, 0.0)], case=SINE)
    drawn = plot(program, "spectrum", "out", "--table", "found.csv").expect(0, "while a sine goes on", "driven")
    kinds = {
        round(float(row["frequency_Hz"]) / 1e8): row["kind"]
        for row in csv.DictReader(open(program.folder / "found.csv"))
    }
    assert kinds == {15: "driven", 22: "damped"}, (kinds, drawn.text)


def aTraceTooShortForResonancesHasASpectrum(program):
    writeProbes(program, samples=40)
    plot(program, "spectrum", "out").expect(0, "no resonances can be looked for", "samples are left", "spectrum.png")
    plot(program, "spectrum", "out", "--after", "0.3 ns").expect(2, "10 samples are left from 300 ps on", "--after")
    plot(program, "spectrum", "out", "--after", "soon").expect(2, "no time like")


def aPulseThatPassesHasAnEmptyTable(program):
    writeProbes(program, [(2e9, 2.0, 1.0, 0.0)])
    plot(program, "spectrum", "out", "--table", "found.csv").expect(0, "no resonances (", "strongest at")
    assert len((program.folder / "found.csv").read_text().splitlines()) == 1


def aBoxRingsAtItsResonances(program):
    """The shipped box with cells of twice the size, for a third of the time: every resonance that is found below 9 GHz is
    one of the box (5 x 2 x 6 cm), to the mesh's accuracy."""
    program.run(
        "run",
        program.cases / "boxCavity" / "case.yaml",
        *("--output", "out", "--set", "mesh.box.cells=[5, 2, 6]", "--set", "time.end=8 ns"),
        timeout=200,
    ).expect(0)
    plot(program, "spectrum", "out", "--max-frequency", "9e9", "--table", "found.csv").expect(0, "sources have ended")
    modes = [
        0.5 * LIGHT * math.sqrt((m / 0.05) ** 2 + (n / 0.02) ** 2 + (p / 0.06) ** 2)
        for m in range(4)
        for n in range(3)
        for p in range(4)
        if (m > 0) + (n > 0) + (p > 0) > 1
    ]
    found = sorted({float(row["frequency_Hz"]) for row in csv.DictReader(open(program.folder / "found.csv"))})
    for frequency in found:
        nearest = min(modes, key=lambda mode: abs(mode - frequency))
        assert abs(frequency / nearest - 1) < 1e-4, (frequency, nearest)
    for expected in (3.902423e9, 5.826918e9, 8.072159e9):
        assert any(abs(frequency / expected - 1) < 1e-4 for frequency in found), (expected, found)
