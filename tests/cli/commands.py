# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""What each subcommand prints and leaves."""
import json
import pathlib
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


def theSchemaTellsUnitsOfOneKindFromThoseOfOthers(program):
    definitions = json.loads(program.runApart("schema").expect(0).output)["$defs"]

    def allows(path, text):
        schema = definitions["dgtd"]
        for name in path.split("."):
            while "$ref" in schema:
                schema = definitions[schema["$ref"].removeprefix("#/$defs/")]
            schema = schema["properties"][name]
        alternatives = [
            definitions[part["$ref"].removeprefix("#/$defs/")] if "$ref" in part else part for part in schema["anyOf"]
        ]
        return any("pattern" in part and re.search(part["pattern"], text) for part in alternatives)

    for path, good, bad in (
        ("mesh.size", ("10 mm", "5µm", "5 μm", "0.3 m", "1 kJ·mm/N"), ("5 GHz", "3 V/m", "10 mm^2", "1 N·J")),
        ("time.end", ("3 ns", "2 min", "2 1/GHz", "100 Ω pF"), ("3 mm", "2 MHz", "1 s^2", "100 kΩ mH")),
        ("output.checkpoint.every", ("5 min", "100 steps"), ("5 m", "5 stops")),
    ):
        for text in good:
            assert allows(path, text), f"{text} is no {path}"
        for text in bad:
            assert not allows(path, text), f"{text} is a {path}"


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


SECONDS = {"us": 1e-6, "ms": 1e-3, "s": 1, "min": 60, "h": 3600, "days": 86400}


def runTimeOf(result):
    """What check tells of the run time, s: of all steps, and of each; three digits of both."""
    found = re.search(r"^run time +(?:about|at most) (\S+) (\w+) for the steps.*, (\S+) (\w+) each", result.text, re.M)
    assert found, f"no run time in:\n{result.text}"
    whole, unit, each, unitOfEach = found.groups()
    return float(whole) * SECONDS[unit], float(each) * SECONDS[unitOfEach]


def checkTellsTheRunTime(program):
    program.boxCase()
    for steps in (20, 3_000_000):
        result = program.run("check", "case.yaml", "--set", f"time.steps={steps}").expect(0, "run time        about")
        whole, each = runTimeOf(result)
        assert each > 0 and abs(whole - steps * each) <= 0.011 * whole, result.text
    program.run("check", "case.yaml", "--set", "time.untilDecay=-40").expect(0, "run time        at most")


def checkTellsWhichElementsForceTheTimeStep(program):
    """Waves are five times slower round the ball of small elements."""
    geometry = pathlib.Path(__file__).parent.parent / "verification" / "data" / "speck.geo"
    program.write(
        "case.yaml",
        f"""\
solver: dgtd
mesh: {{file: {geometry}}}
materials: {{vacuum: {{}}, dense: {{epsilon_r: 25}}}}
regions: {{Air: dense, Ball: vacuum}}
boundaries: {{Open: pec, Side: pec}}
dgtd: {{order: 1}}
time: {{steps: 20}}
""",
    )

    def stiffWith(scheme):
        result = program.run("check", "case.yaml", "--set", f"dgtd.scheme={scheme}").expect(0)
        form = (
            r"stiff +(\d+) elements by themselves allow less than 1.25 times the shortest step: Ball \((\d+)\); "
            r"worst quality (\S+)"
        )
        found = re.search(form, result.text)
        assert found, f"no elements of the ball in:\n{result.text}"
        return found.groups()

    count, ofBall, quality = stiffWith("leapFrog")
    assert 1 < int(count) < 333 and count == ofBall and 0.05 < float(quality) < 0.9, (count, ofBall, quality)
    assert stiffWith("rungeKutta") == (count, ofBall, quality)


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
