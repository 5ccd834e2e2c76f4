# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Static cases on several ranks: the same results as on one, and errors that end every rank."""
import json

import h5py
import numpy

# Two conductors, one of them floating, a periodic pair, charge, and a capacitance matrix, which takes constraints of its own.
CASE = """\
solver: static
mesh: {rectangle: {size: [2 m, 1 m], cells: [40, 20], perturb: 0.2}}
materials: {air: {}}
regions: {box: air}
boundaries:
  x-: {potential: 3 V}
  x+: {floating: {charge: 2e-11 C/m}}
  y-: {periodic: y+}
sources: [{charge: {region: box, density: 1e-11 C/m^3}}]
static: {problem: electrostatic, order: 2, solve: {tolerance: 1e-13}}
output: {directory: out, quantities: [energy, capacitance]}
"""


def resultsOf(program, name, ranks, *overrides):
    options = [word for override in overrides for word in ("--set", override)]
    program.run("run", "case.yaml", "--output", name, *options, ranks=ranks).expect(0)
    summary = json.loads((program.folder / name / "summary.json").read_text())
    with h5py.File(program.folder / name / "fields.vtkhdf", "r") as file:
        return summary, file["VTKHDF/PointData/potential"][()].astype(float)


def everyMethodGivesTheResultsOfOneRank(program):
    program.write("case.yaml", CASE)
    one, potential = resultsOf(program, "one", 1)
    methods = [[m] for m in ("gather", "scatter", "sortReduce", "linkedList", "sortNodes", "linkNodes", "ebe")]
    for number, overrides in enumerate([*methods, ["gather", "static.solve.preconditioner=amg"]]):
        summary, parts = resultsOf(
            program, f"many{number}", program.ranks, f"static.assembly={overrides[0]}", *overrides[1:]
        )
        # The file holds single precision; the tolerance leaves 1e-13 times the condition, below 1e4 here.
        assert numpy.abs(parts - potential).max() < 2e-7 * numpy.abs(potential).max(), overrides
        for key in ("nodes", "elements", "dofs"):
            assert summary[key] == one[key], (key, overrides)
        assert summary["ranks"] == program.ranks
        assert abs(summary["energy_J"] - one["energy_J"]) < 1e-9 * one["energy_J"], overrides
        matrix, expected = (numpy.array(s["capacitance_F"]["matrix"]) for s in (summary, one))
        assert numpy.abs(matrix - expected).max() < 1e-9 * numpy.abs(expected).max(), overrides


def singlePrecisionAgreesToRounding(program):
    program.write("case.yaml", CASE.replace("order: 2", "precision: single").replace("1e-13", "1e-5"))
    one, _ = resultsOf(program, "one", 1, "static.precision=double", "static.solve.tolerance=1e-12")
    many, _ = resultsOf(program, "many", program.ranks, "static.assembly=ebe")
    assert abs(many["energy_J"] - one["energy_J"]) < 1e-3 * one["energy_J"]


def checkReadsTheMeshOnceAndTellsTheRanks(program):
    program.write("case.yaml", CASE)
    result = program.run("check", "case.yaml").expect(0, "is valid", "1600 triangles", f"{program.ranks} ranks")
    assert result.text.count("is valid") == 1, result.text


def methodsForOneRankAreRefused(program):
    program.write("case.yaml", CASE)
    for command in ("run", "check"):
        for method in ("ebeColoured", "ebeRecompute"):
            program.refuses(
                command, "case.yaml", "--set", f"static.assembly={method}", words=[method, "one rank", "gather"]
            )


def anErrorOfTheFirstRankEndsAll(program):
    program.write("case.yaml", CASE.replace("output: {", "output: {points: [{name: far, at: [9 m, 9 m]}], "))
    result = program.refuses("run", "case.yaml", words=["far"])
    assert "MPI_ABORT" not in result.text, result.text


def anIterationThatDoesNotConvergeEndsAllAndLeavesNoResults(program):
    program.write("case.yaml", CASE)
    for solve in ("{maxIterations: 3}", "{maxIterations: 3, preconditioner: amg}"):
        result = program.run("run", "case.yaml", "--set", f"static.solve={solve}").expect(3, "maxIterations")
        assert "MPI_ABORT" not in result.text, result.text
        assert not (program.folder / "out/summary.json").exists(), "a failed run has a summary"
