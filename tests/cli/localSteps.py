# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Local time steps of whole runs: what check tells, ranks, restarts, and fields against those of one step for all."""
import pathlib
import re

import numpy

import ports
from sameFields import expectRestartsGoOn, expectSame, fieldsOf, keptFields

DATA = pathlib.Path(__file__).parent.parent / "verification" / "data"

CASE = f"""\
solver: dgtd
mesh: {{file: {DATA}/speck.geo}}
materials:
  vacuum: {{}}
  water: {{epsilon_r: 5, sigma: 0.5 S/m, density: 1000, debye: [{{delta: 20, tau: 20 ps}}]}}
regions: {{Air: vacuum, Ball: water}}
boundaries: {{Open: absorbing, Side: pec}}
sources:
  - planeWave: {{direction: [1, 0, 0], polarization: [0, 1, 0], boundary: Open, waveform: {{gaussian: {{frequency: 2 GHz, bandwidth: 2 GHz}}}}}}
  - dipole: {{at: [-0.02, 0.01, 0], moment: [0, 1e-3, 0], waveform: {{gaussian: {{frequency: 3 GHz, bandwidth: 2 GHz}}}}}}
dgtd: {{order: 2, precision: double, localTimeStepping: {{levels: 3}}}}
time: {{steps: 240}}
output:
  snapshots: {{every: 120 steps}}
  probes: [{{name: inside, at: [0.011, 0.003, -0.004]}}, {{name: far, at: [0.05, 0.02, 0.03]}}]
  energy: {{every: 5}}
  dft: {{frequencies: [2 GHz, 3 GHz], fields: [E, H], points: [{{name: spot, at: [0.02, 0.003, 0]}}]}}
  checkpoint: {{every: 60, keep: 10}}
"""


def checkTellsTheLevelsAndWhatTheyWouldBring(program):
    program.writeChanged(CASE)
    words = ["levels 0 to 3 with", "times less work than with one step for all"]
    program.run("check", "case.yaml").expect(0, *words, "of its limit; of the levels")
    off = program.run("check", "case.yaml", "--set", "dgtd.localTimeStepping.levels=0")
    off.expect(0, "local steps     off", "levels: auto", "times less work")
    program.boxCase()
    program.run("check", "case.yaml").expect(0, "off, and none would save work")
    program.run("check", "case.yaml", "--set", "dgtd.localTimeStepping.levels=auto").expect(0, "none would save work")


def keptFieldsOf(program, name, ranks, *overrides):
    """Fields of the last checkpoint of a run, which has them in double precision, where snapshots round."""
    fieldsOf(program, name, 240, ranks, *overrides)
    return keptFields(program, name, 180)


def fieldsDoNotDependOnTheNumberOfRanks(program):
    program.writeChanged(CASE)
    one = keptFieldsOf(program, "one", 1)
    for ranks in (2, 4):
        expectSame(one, keptFieldsOf(program, f"ranks{ranks}", ranks), 1e-11, f"{ranks} ranks")
    expectSame(one, keptFieldsOf(program, "box", 3, "partition.method=box"), 1e-11, "another partition")


def aRestartGoesOnBitForBit(program):
    program.writeChanged(CASE)
    expectRestartsGoOn(program, 240)


def otherLevelsDoNotGoOnFromACheckpoint(program):
    program.writeChanged(CASE)
    program.run("run", "case.yaml", "--set", "time.steps=120").expect(0)
    for levels in (0, 2):
        program.run(
            "run", "case.yaml", "--restart", "latest", "--set", f"dgtd.localTimeStepping.levels={levels}"
        ).expect(2, "localTimeStepping")


def autoGoesOnWithTheLevelsOfACheckpoint(program):
    """For which `auto` would choose others."""
    program.writeChanged(CASE)
    auto = "dgtd.localTimeStepping.levels=auto"
    for levels in (0, 2):
        chosen = f"dgtd.localTimeStepping.levels={levels}"
        program.run("run", "case.yaml", "--output", f"out{levels}", "--set", chosen, "--set", "time.steps=120").expect(
            0
        )
        rest = ("run", "case.yaml", "--output", f"out{levels}", "--restart", "latest", "--set", "time.steps=180")
        text = program.run(*rest, "--set", auto).expect(0).text
        assert ("levels 0 to 2 with" in text) == (levels == 2) and ("levels 0 to" in text) == (levels > 0), text
    text = program.run("check", "case.yaml", "--set", auto).expect(0, "levels 0 to").text
    assert "levels 0 to 2 with" not in text, text


def series(program, directory, name):
    """Times of E and H, and their components [2][samples] and [2][samples][xyz]."""
    table = numpy.loadtxt(program.folder / directory / "probes" / f"{name}.csv", delimiter=",", skiprows=1)
    return (table[:, 1], table[:, 5]), (table[:, 2:5], table[:, 6:9])


def fieldsAreThoseOfOneStepForAll(program):
    """In large elements and in small ones, within a ball of lossy water with a dipole in reach. Both runs err by their own
    step, at most a fortieth of the shortest period: by 0.3 % each (docs/theory.md, 3.13)."""
    program.writeChanged(CASE, ("time: {steps: 240}", "time: {end: 1.5 ns}"))
    program.run("run", "case.yaml", "--output", "local").expect(0)
    program.run("run", "case.yaml", "--output", "global", "--set", "dgtd.localTimeStepping.levels=0").expect(0)
    for probe in ("far", "inside"):
        (times, fields), (finerTimes, references) = (series(program, kind, probe) for kind in ("local", "global"))
        for time, field, finerTime, reference in zip(times, fields, finerTimes, references):
            assert len(time) < 0.2 * len(finerTime), "the step is hardly longer"
            expected = numpy.stack([numpy.interp(time, finerTime, component) for component in reference.T], axis=1)
            error = numpy.abs(field - expected).max() / numpy.abs(reference).max()
            assert error < 0.006, f"{probe}: {error:.2e}"


def inductancesOfPortsAndLoadsAreTold(program):
    """In a line of a high permittivity the elements of both ends take small steps. Results of a port are free of what the
    filter has in series with it, a load is not; nor is a port that is never excited, where no run makes up for it."""
    text = ports.TWO_PORTS.replace("materials: {air: {}}", "materials: {air: {}, filling: {epsilon_r: 40}}")
    text = text.replace("Line: air", "Line: filling").replace("excite: true}\ntime", "impedance: 10 ohm}\ntime")
    ports.writeLine(program, text)
    levels = ("--set", "dgtd.localTimeStepping.levels=2", "--set", "dgtd.precision=double")
    told, warned = "small time steps add 0.00755 nH", "local time steps add 0.00755 nH"
    program.run("check", "case.yaml", *levels).expect(0, told, f"port Out: {warned} in series with it, 1.4 %")
    both = program.run("check", "case.yaml", *levels, "--set", "ports[1].excite=true")
    both.expect(0, told)
    assert warned not in both.text, both.text
    assert "small time steps" not in program.run("check", "case.yaml").text
    port = "  - {name: Out, region: Right, direction: [0, 0, 1], impedance: 10 ohm}\n"
    program.write(
        "load.yaml", text.replace(port, "loads: [{region: Right, direction: [0, 0, 1], resistance: 5 ohm}]\n")
    )
    program.run("check", "load.yaml", *levels).expect(0, f"loads[0]: {warned} in series with it, 2.8 %", "dgtd.cfl")


def autoKeepsStepsShortAgainstPorts(program):
    """The feed of this dipole has a cross section of 28.9 mm^2: light crosses a radius of such a circle in 10.1 ps."""
    case = program.cases / "halfWaveDipole" / "case.yaml"
    long = program.run("check", case, "--set", "dgtd.localTimeStepping.levels=4").expect(0, "not exactly").text
    short = program.run("check", case, "--set", "dgtd.localTimeStepping.levels=auto").expect(0).text
    assert "not exactly" not in short, short
    assert "the step could be longer but for port Gap: light may cross a radius" in short, short
    steps = [float(re.search(r"^time step +(\S+) s", text, re.MULTILINE)[1]) for text in (long, short)]
    assert steps[0] > 15e-12 and 5e-12 < steps[1] < 10.1e-12, steps
