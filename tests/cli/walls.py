# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Walls with an impedance, metal surfaces and sheets: what a case may say of them, ranks, restarts."""
import pathlib

from sameFields import expectRestartsGoOn, expectSame, fieldsOf

DATA = pathlib.Path(__file__).parent.parent / "verification" / "data"

CASE = f"""\
solver: dgtd
mesh: {{file: {DATA}/film.geo}}
materials: {{vacuum: {{}}, steel: {{sigma: 1e4 S/m, mu_r: 20}}}}
regions: {{Air: vacuum}}
boundaries:
  Open: absorbing
  Film: {{sheet: {{resistance: 200 ohm}}}}
  End: {{impedance: {{R: 50 ohm, L: 5 nH, C: 2 pF}}}}
  Side: {{conductor: {{material: steel}}}}
sources:
  - planeWave: {{direction: [1, 0, 0], polarization: [0, 1, 0], boundary: Open, waveform: {{gaussian: {{frequency: 2 GHz, bandwidth: 2 GHz}}}}}}
dgtd: {{order: 2, precision: double}}
time: {{steps: 400}}
output:
  snapshots: {{every: 200 steps}}
  probes: [{{name: centre, at: [0.15, 0.031, 0.042]}}]
  energy: {{every: 5}}
  checkpoint: {{every: 100, keep: 10}}
"""


def write(program, *replacements):
    program.writeChanged(CASE, *replacements)


def refuses(program, *replacements, words):
    write(program, *replacements)
    program.refuses("run", "case.yaml", words=words)


def checkTellsTheLawsAndTheErrorOfTheFit(program):
    write(program)
    program.run("check", "case.yaml").expect(
        0,
        "Film: sheet of 200 ohm",
        "End: impedance of 50 ohm",
        "in series",
        "Side: conductor of 10000 S/m",
        "error at most",
    )


def fieldsDoNotDependOnTheNumberOfRanks(program):
    write(program)
    one = fieldsOf(program, "one", 400, 1)
    for ranks in (2, 4):
        expectSame(one, fieldsOf(program, f"ranks{ranks}", 400, ranks), 1e-11, f"{ranks} ranks")
    expectSame(one, fieldsOf(program, "split", 400, 2, "dgtd.kernels=split"), 1e-11, "split kernels")


def aRestartGoesOnBitForBit(program):
    write(program)
    expectRestartsGoOn(program, 400)


def anotherWallDoesNotGoOnFromACheckpoint(program):
    write(program)
    program.run("run", "case.yaml", "--set", "time.steps=200").expect(0)
    write(program, ("R: 50 ohm", "R: 51 ohm"))
    program.run("run", "case.yaml", "--restart", "latest").expect(2, "boundaries")


def badWallsAreRefused(program):
    refuses(program, ("{R: 50 ohm, L: 5 nH, C: 2 pF}", "{}"), words=["End", "R, L and C"])
    refuses(program, ("material: steel", "material: copprr"), words=["Side", "copprr", "copper"])
    refuses(program, ("material: steel", "material: vacuum"), words=["Side", "vacuum", "sigma"])
    refuses(program, ("material: steel", "material: steel, band: [3 GHz, 1 GHz]"), words=["Side", "band"])
    refuses(program, ("Film: {sheet: {resistance: 200 ohm}}", "Film: sheet"), words=["Film", "sheet"])
    refuses(
        program,
        ("End: {impedance: {R: 50 ohm, L: 5 nH, C: 2 pF}}", "End: {sheet: {resistance: 5 ohm}}"),
        words=["End", "outer boundary"],
    )
    refuses(program, ("order: 2,", "order: 2, flux: upwind,"), words=["Film", "leapFrog"])
