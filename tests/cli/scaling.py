# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Scaling studies by jobs/scaling.py."""
import json

ORDER_1 = ("dgtd: {order: 2,", "dgtd: {order: 1,")


def scale(program, *arguments):
    return program.script("scaling.py", *arguments)


def study(program, kind, *arguments):
    launcher = f"{program.mpiexec} --oversubscribe --bind-to none"
    return scale(
        program,
        kind,
        "case.yaml",
        "--ranks",
        "1,2",
        "--steps",
        6,
        "--fluxtet",
        program.binary,
        "--mpirun",
        launcher,
        "--backend",
        "cpu",
        "--out",
        "study",
        *arguments,
    )


def rowsOf(program):
    return json.loads((program.folder / "study" / "table.json").read_text())["rows"]


def summaries(program):
    return {path: path.stat().st_mtime_ns for path in (program.folder / "study").rglob("summary.json")}


def aStrongStudyKeepsItsRunsAndTellsTheirSpeed(program):
    program.boxCase()
    study(program, "strong", "--orders", "1,2", "--repeat", 2).expect(0, "strong scaling", "efficiency", "scaling.png")
    rows = rowsOf(program)
    assert [(row["order"], row["ranks"], row["elements"], row["steps"]) for row in rows] == [
        (1, 1, 162, 6),
        (1, 2, 162, 6),
        (2, 1, 162, 6),
        (2, 2, 162, 6),
    ], rows
    assert len(summaries(program)) == 8, summaries(program)
    for one, two in (rows[:2], rows[2:]):
        assert one["efficiency"] == one["speed_up"] == 1, one
        assert abs(two["speed_up"] - two["rate"] / one["rate"]) < 1e-12, two
        assert abs(two["efficiency"] - two["speed_up"] / 2) < 1e-12, two
        best = max(
            json.loads(path.read_text())["element_steps_per_s"]
            for path in summaries(program)
            if f"P{two['order']}_002ranks" in str(path)
        )
        assert two["rate"] == best / 1e6, (two, best)
        assert abs(two["imbalance"] - 4 / 3) < 1e-12, two  # two of three layers of cells
        assert 0 <= two["waiting_share"] < 1 <= two["time_imbalance"], two
    for name, words in (("table.txt", "speed-up"), ("table.md", "| ranks |")):
        assert words in (program.folder / "study" / name).read_text(), name
    assert (program.folder / "study" / "scaling.png").read_bytes()[:4] == b"\x89PNG"


def aWeakStudyLetsTheBoxGrowAndNotTheCells(program):
    block = "mesh:\n  box: {size: [1 m, 1 m, 1 m], cells: [3, 3, 3]}"
    for style in (block, "mesh: {box: {size: [1 m, 1 m, 1 m], cells: [3, 3, 3]}}"):
        program.boxCase(ORDER_1, (block, style))
        study(program, "weak", "--force").expect(0, "weak scaling")
        rows = rowsOf(program)
        assert [(row["ranks"], row["elements"]) for row in rows] == [(1, 162), (2, 324)], rows
        shapes = [json.loads(path.read_text()) for path in sorted(summaries(program))]
        for length in ("h_min_m", "h_max_m"):
            assert abs(shapes[1][length] - shapes[0][length]) < 1e-12, shapes


def aFinishedPointIsNotRunAgainUnlessForced(program):
    program.boxCase(ORDER_1)
    study(program, "strong").expect(0)
    first = summaries(program)
    (program.folder / "study" / "002ranks" / "run1" / "summary.json").write_text("{}")
    study(program, "strong").expect(0)
    second = summaries(program)
    changed = {path.parent.parent.name for path in first if first[path] != second[path]}
    assert changed == {"002ranks"}, changed
    study(program, "strong", "--force").expect(0)
    assert all(second[path] != time for path, time in summaries(program).items())


def aPointOfOtherSettingsIsNoResult(program):
    """It is refused with nothing changed, and --force runs it again."""
    program.boxCase(ORDER_1)
    study(program, "strong").expect(0)
    first = summaries(program)
    for arguments, words in [
        (["--steps", 7], "time was {steps: 6}, now {steps: 7}"),
        (["--set", "dgtd.order=2"], "dgtd.order was that of the case, now 2"),
        (["--backend", "auto"], "--backend was cpu, now auto"),
        (["--ranks", "4", "--set", "dgtd.cfl=0.5"], "not asked for now"),
    ]:
        study(program, "strong", *arguments).expect(
            2, "001ranks/run1 was run with other settings", words, "another --out"
        )
    program.boxCase(ORDER_1, ("steps: 20", "steps: 30"))
    study(program, "strong").expect(2, "the case file has changed", "--force")
    assert summaries(program) == first
    study(program, "strong", "--ranks", 2, "--force", "--steps", 7).expect(2, "001ranks", "not asked for now")
    study(program, "strong", "--force", "--steps", 7).expect(0)
    assert {row["steps"] for row in rowsOf(program)} == {7}


def aPointWhoseSettingsWereNotKeptIsKnownByItsSummary(program):
    program.boxCase(ORDER_1)
    study(program, "strong").expect(0)
    for path in (program.folder / "study").rglob("*.settings.json"):
        path.unlink()
    study(program, "strong").expect(0)
    study(program, "strong", "--steps", 7).expect(2, "time was {steps: 6}")


def fewStepsLeaveOutWhatSamplesTheEndOfAWholeRun(program):
    """`after` lies beyond six steps, which the run alone would refuse."""
    spectra = "energy: {every: 5}\n  dft: {frequencies: [1 GHz], after: 1 us, kind: integral}"
    program.boxCase(ORDER_1, ("energy: {every: 5}", spectra))
    program.run("run", "case.yaml", "--set", "time={steps: 6}").expect(2, "after")
    study(program, "strong").expect(0)
    study(program, "strong", "--force", "--set", "output.dft={frequencies: [1 GHz], kind: integral}").expect(0)
    assert all("dft" in json.loads(path.read_text()) for path in summaries(program))


def aReportReadsWhatOthersHaveRun(program):
    program.boxCase(ORDER_1)
    study(program, "strong").expect(0)
    (program.folder / "study").rename(program.folder / "brought")
    scale(program, "strong", "--report", "brought", "--out", "study").expect(0, "strong scaling")
    assert [row["ranks"] for row in rowsOf(program)] == [1, 2]
    scale(program, "strong", "--report", "--out", "brought").expect(0, "strong scaling")
    scale(program, "strong", "--report", "--out", "nothing").expect(3, "no finished run")


def badStudiesAreRefused(program):
    program.write("file.yaml", "solver: dgtd\nmesh: {file: head.geo}\n")
    program.write("static.yaml", "title: plates\nsolver: static # no steps\nmesh: {file: plates.geo}\n")
    for arguments, words in [
        (["weak", "file.yaml"], "no mesh.box"),
        (["strong", "absent.yaml"], "absent.yaml does not exist"),
        (["strong", "file.yaml", "--fluxtet", "./absent"], "there is no fluxtet"),
        (["strong", "file.yaml", "--fluxtet", program.binary, "--ranks", "1"], "materials"),
        (["strong", "file.yaml", "--ranks", "0"], "--ranks"),
        (["strong"], "one CASE"),
        (["weak", "file.yaml", "--mesh", "head.h5"], "a file cannot"),
        (["strong", "static.yaml"], "static.yaml is a static case"),
        (["strong", "file.yaml", "--set", "solver=static"], "bench --solver static"),
    ]:
        scale(program, *arguments, "--out", "study").expect(2, words)
    program.boxCase(("cells: [3, 3, 3]", "cells: [3, 3]"))
    scale(program, "weak", "case.yaml", "--out", "study").expect(2, "mesh.box.cells must be a list of three")


def aPointIsHandedToSlurmOnce(program):
    program.boxCase()
    arguments = [
        "strong",
        "case.yaml",
        "--ranks",
        "2",
        "--steps",
        "6",
        "--backend",
        "cpu",
        "--fluxtet",
        program.binary,
        "--slurm=--dry-run",
        "--out",
        "study",
    ]
    scale(program, *arguments).expect(3, "jobs/submit.sh", "wait in SLURM: 1")
    script = (program.folder / "study" / "002ranks" / "run1.submit.log").read_text()
    for words in ("--ntasks=2", "study/002ranks/run1", "steps:"):
        assert words in script, script
    scale(program, *arguments).expect(3, "submitted already")
