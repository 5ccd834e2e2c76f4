# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""What each subcommand prints and leaves."""
import json
import re

OPTIONS = {
    "new": ["KIND", "-o"],
    "run": ["--set", "--restart", "--backend", "--output", "--backup"],
    "check": ["--set", "--backend"],
    "mesh": ["--parts", "--refine", "-o"],
    "bench": [
        "--elements",
        "--cells",
        "--order",
        "--precision",
        "--backend",
        "--kernels",
        "--penalty",
        "--seconds",
        "--json",
    ],
    "info": [],
    "schema": [],
}
SHARED_KEYS = {"title", "solver", "mesh", "materials", "regions", "boundaries", "sources", "output"}
TOP_LEVEL_KEYS = {
    "dgtd": SHARED_KEYS | {"absorbingLayers", "initial", "ports", "loads", "dgtd", "time", "partition"},
    "static": SHARED_KEYS | {"static"},
}


def helpOfEveryCommandNamesItsOptionsAndHasAnExample(program):
    program.run("--help").expect(0, "exit codes", *OPTIONS)
    for command, options in OPTIONS.items():
        program.run(command, "--help").expect(0, "example", *options)


def versionNamesTheCommit(program):
    program.run("--version").expect(0, "fluxtet 0.")


def infoNamesLibrariesAndDevices(program):
    program.run("info").expect(0, "commit", "MPI", "HDF5", "METIS", "hypre", "Gmsh", "CPU")


def schemaIsJsonAndKnowsEveryTopLevelKey(program):
    schema = json.loads(program.runApart("schema").expect(0).output)
    for solver, keys in TOP_LEVEL_KEYS.items():
        known = set(schema["$defs"][solver]["properties"])
        assert known == keys, known ^ keys


def noSubcommandIsBadInput(program):
    program.refuses(words=["subcommand"])


def unknownOptionIsBadInput(program):
    program.boxCase()
    program.refuses("run", "case.yaml", "--bakcup", words=["--bakcup"])


def checkPrintsSizesAndWritesNothing(program):
    program.boxCase()
    before = program.tree()
    program.run("check", "case.yaml").expect(0, "elements", "162", "time step", "h_min", "partition", "steps")
    assert program.tree() == before


def runWritesTheResolvedCaseAndASummary(program):
    program.boxCase(("order: 2", "order: 2, flux: centred"))  # which conserves energy
    program.run("run", "case.yaml").expect(0)
    summary = json.loads((program.folder / "out" / "summary.json").read_text())
    assert summary["elements"] == 162 and summary["order"] == 2 and summary["steps"] == 20, summary
    assert summary["ranks"] == program.ranks and summary["precision"] == "double", summary
    assert summary["dofs"] == 162 * 10 * 6, summary
    assert 0 < summary["exact"]["l2_relative_E"] < 0.2, summary
    assert summary["energy_J"]["max_relative_drift"] < 1e-12, summary
    assert "epsilon_r" in (program.folder / "out" / "case.yaml").read_text()


def theResolvedCaseRunsAgainWithTheSameResult(program):
    program.boxCase()
    program.run("run", "case.yaml").expect(0)
    program.run("run", "out/case.yaml", "--output", "again").expect(0)
    probe = "probes/centre.csv"
    assert (program.folder / "out" / probe).read_text() == (program.folder / "again" / probe).read_text()


def everyKeyOfASummaryIsExplainedInTheUserGuide(program):
    """Keys as they stand in the sources: few runs have all of them."""
    root = program.cases.parent
    guide = (root / "docs" / "userGuide.md").read_text()
    for source in ("lib/output/summary.cpp", "app/post/sar/sarReport.cpp", "app/static/summary.cpp"):
        text = (root / source).read_text()
        keys = set(re.findall(r'\{"(\w+)",', text)) | set(re.findall(r'json\["(\w+)"\]', text))
        missing = [key for key in keys if f"`{key}`" not in guide]
        assert (
            len(keys) > 15 and not missing
        ), f"{source} writes {sorted(missing)}, which docs/userGuide.md does not explain"
