# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Wave ports: what is refused, what check says of them, ranks and restarts."""
import csv

CASE = """
solver: dgtd
mesh: {box: {size: [22.86 mm, 10.16 mm, 20 mm], cells: [3, 1, 3]}}
materials: {air: {}}
regions: {box: air}
boundaries: {x-: pec, x+: pec, y-: pec, y+: pec}
ports:
  - {name: P1, kind: wave, surface: z-, excite: true, deembed: 2 mm, layer: {layers: 3}}
  - {name: P2, kind: wave, surface: z+, excite: true, layer: {layers: 3}}
dgtd: {order: 2, precision: double}
time: {steps: 1200}
output: {directory: out, sParameters: {band: {from: 8.2 GHz, to: 12.4 GHz, points: 3}}, checkpoint: {every: 100}}
"""


def write(program, *changes):
    program.writeChanged(CASE, *changes)


def refuses(program, words, *changes):
    write(program, *changes)
    program.refuses("check", "case.yaml", words=words)


def table(program, name):
    with open(program.folder / name, newline="") as file:
        return list(csv.DictReader(file))


def sOf(program, name):
    return [complex(float(row["S_re"]), float(row["S_im"])) for row in table(program, f"{name}/sParameters.csv")]


def whatCannotBeAWavePortIsRefused(program):
    refuses(program, ["ports[0].surface", "missing"], (", surface: z-", ""))
    refuses(program, ["ports[0].impedance", "lumped"], ("surface: z-", "surface: z-, impedance: 50 ohm"))
    refuses(
        program,
        ["ports[0].modes", "wave port"],
        ("kind: wave, surface: z-", "modes: 2, region: box, direction: [0, 0, 1]"),
    )
    refuses(program, ["ports[0].surface", "boundaries"], ("y+: pec", "y+: pec, z-: pec"))
    refuses(program, ["ports[1].surface", "ports[0]"], ("surface: z+", "surface: z-"))
    refuses(program, ["ports[0].surface", "Feed"], ("surface: z-", "surface: Feed"))
    refuses(program, ["leapFrog"], ("order: 2", "order: 2, flux: upwind"))
    refuses(program, ["output.sParameters.reference", "leave it out"], ("points: 3}", "points: 3}, reference: 50 ohm"))
    refuses(program, ["P1.2", "already"], ("name: P2", "name: P1.2"), ("surface: z-", "surface: z-, modes: 2"))
    refuses(program, ["neither pec nor pmc"], ("y+: pec", "y+: absorbing"))
    refuses(program, ["anisotropic"], ("air: {}", "air: {epsilon_r: [2, 3, 2]}"))
    refuses(program, ["z-", "touch"], ("y+: pec}", "x+: pec}"), ("x+: pec, ", ""), ("surface: z+", "surface: y+"))
    refuses(program, ["z-", "pml"], ("y+: pec", "y+: pml"))


def modesOutOfReachAreRefused(program):
    refuses(program, ["mode 2", "13.11 GHz", "fewer modes"], ("surface: z-", "surface: z-, modes: 2"))
    refuses(program, ["TE10", "-80 dB"], ("from: 8.2 GHz", "from: 6.9 GHz"))
    sine = ("excite: true, deembed", "excite: true, waveform: {sine: {frequency: 6 GHz}}, deembed")
    alone = ("sParameters: {band: {from: 8.2 GHz, to: 12.4 GHz, points: 3}}, ", "")
    second = ("surface: z+, excite: true", "surface: z+")
    refuses(program, ["TE10", "6 GHz"], sine, alone, second)


def checkSaysWhatThePortsAre(program):
    write(program)
    text = program.run("check", "case.yaml").expect(0).text
    assert "P1: 6 faces; TE10, cut-off 6.557 GHz" in text, text
    assert "absorbing layer on ports[0]: 3 sub-layers" in text, text


def sParametersDoNotDependOnTheNumberOfRanks(program):
    write(program)
    sameOnRanks(program)


def sParametersOfNumericModesDoNotDependOnTheNumberOfRanks(program):
    # Two plates between magnetic walls, whose potential is that of elements.
    write(program, ("y-: pec, y+: pec", "y-: pmc, y+: pmc"))
    assert "TEM" in program.run("check", "case.yaml").expect(0).text
    sameOnRanks(program)


def sameOnRanks(program):
    program.run("run", "case.yaml", "--output", "one", ranks=1).expect(0)
    program.run("run", "case.yaml", "--output", "several").expect(0)
    one, several = sOf(program, "one"), sOf(program, "several")
    assert len(one) == len(several) == 12
    assert max(abs(a) for a in one) > 0.9
    # Double precision: rounding of the steps.
    assert max(abs(a - b) for a, b in zip(one, several)) < 1e-10
    assert (program.folder / "one/P1/portModes.csv").read_text() == (
        program.folder / "several/P1/portModes.csv"
    ).read_text()
    first, other = (table(program, f"{name}/P1/ports/P2.csv") for name in ("one", "several"))
    assert len(first) == len(other) > 50 and list(first[0])[2:] == ["voltage [V]", "current [A]"]


def aRunGoesOnFromItsCheckpoint(program):
    write(program, ("surface: z+, excite: true", "surface: z+"))
    program.run("run", "case.yaml", "--output", "whole").expect(0)
    program.run("run", "case.yaml", "--output", "part", "--set", "time.steps=1000").expect(0)
    program.run("run", "case.yaml", "--output", "part", "--restart", "latest").expect(0)
    assert sOf(program, "whole") == sOf(program, "part")
    for name in ("P1", "P2"):
        whole, part = ((program.folder / f"{run}/ports/{name}.csv").read_text() for run in ("whole", "part"))
        assert whole == part
