# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Faults of the case file: exit code 2, the place, what was expected, the nearest name; nothing is created."""


def refusesBox(program, *replacements, words):
    program.boxCase(*replacements)
    program.refuses("run", "case.yaml", words=words)


def missingCaseFile(program):
    program.refuses("run", "nowhere.yaml", words=["nowhere.yaml"])


def emptyCaseFile(program):
    program.write("case.yaml", "")
    program.refuses("run", "case.yaml", words=["case.yaml"])


def brokenYaml(program):
    refusesBox(program, ("{box: vacuum}", "{box: vacuum"), words=["case.yaml:"])


def misspeltKeyNamesThePlaceAndTheNearestKey(program):
    refusesBox(program, ("dgtd: {order: 2", "dgtd: {ordr: 2"), words=["case.yaml:10:8", "ordr", "order"])


def wrongType(program):
    refusesBox(program, ("order: 2", "order: two"), words=["case.yaml:10:15", "order", "two"])


def wrongUnit(program):
    refusesBox(program, ("steps: 20", "end: 5 mm"), words=["case.yaml:11:13", "5 mm", "s"])


def valueOutOfRange(program):
    refusesBox(program, ("order: 2", "order: 5"), words=["case.yaml:10:15", "1..4"])


def unknownMaterialNamesTheNearest(program):
    refusesBox(program, ("{box: vacuum}", "{box: vacum}"), words=["case.yaml:7:", "vacum", "vacuum"])


def regionThatTheMeshDoesNotHave(program):
    refusesBox(program, ("{box: vacuum}", "{box: vacuum, bax: glass}"), words=["case.yaml:7:", "bax", "box"])


def boundaryThatTheMeshDoesNotHave(program):
    refusesBox(program, ("z+: pec}", "z+: pec, zz+: pec}"), words=["case.yaml:8:", "zz+", "z+"])


def regionWithoutMaterial(program):
    refusesBox(program, ("{box: vacuum}", "{bux: vacuum}"), words=["box"])


def outerSurfaceWithoutCondition(program):
    refusesBox(program, (", z+: pec}", "}"), words=["z+"])


def planeWaveThroughAConductor(program):
    wave = (
        "sources: [{planeWave: {direction: [0, 0, 1], polarization: [1, 0, 0], boundary: z-, "
        "waveform: {ricker: {frequency: 1 GHz}}}}]"
    )
    refusesBox(program, ("initial: {cavityMode: {m: 1, n: 1, p: 0, type: tm}}", wave), words=["z-", "absorbing"])


def probeOutsideTheMesh(program):
    refusesBox(program, ("[0.52 m, 0.47 m, 0.51 m]", "[0.52 m, 0.47 m, 1.51 m]"), words=["centre", "outside"])


def allFaultsAreReportedAtOnce(program):
    refusesBox(
        program,
        ("order: 2", "order: 5"),
        ("steps: 20", "stepz: 20"),
        ("every: 5", "every: -5"),
        words=["case.yaml:10:15", "case.yaml:11:8", "case.yaml:15:"],
    )


def faultyOverrideIsNamed(program):
    program.boxCase()
    program.refuses("run", "case.yaml", "--set", "dgtd.order=7", words=["--set dgtd.order", "1..4"])


def outputDirectoryWithResultsIsRefusedAndUntouched(program):
    program.boxCase()
    program.run("run", "case.yaml").expect(0)
    program.refuses("run", "case.yaml", words=["out", "earlier run", "--output"])
    program.run("run", "case.yaml", "--backup").expect(0)
    assert (program.folder / "out.1" / "summary.json").exists()


def keysOfTheOtherSolverAreNamedAsSuch(program):
    refusesBox(
        program,
        ("solver: dgtd", "solver: static"),
        words=["case.yaml:9:1", "initial", "solver: dgtd", "'static' is missing"],
    )
