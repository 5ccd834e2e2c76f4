# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Which run may write to an output directory: one at a time, and never over the results of another."""
import statics
from program import kill, rankProcesses, waitFor
from restart import checkpoints, longCase


def backupOfTheWorkingDirectoryIsRefused(program):
    here = program.folder / "here"
    here.mkdir()
    program.folder, above = here, program.folder
    program.boxCase(name="box.yaml")
    program.run("run", "box.yaml", "--output", ".").expect(0)
    statics.writeCase(program, name="plates.yaml")
    (above / "summary.json").write_text("{}")
    for name in ("box.yaml", "plates.yaml"):
        for directory in (".", "..", here):
            program.refuses(
                "run", name, "--backup", "--output", directory, words=["--backup would rename", "was started"]
            )
    assert [path.name for path in above.iterdir() if path.is_dir()] == ["here"], list(above.iterdir())


def startedRun(program, directory, *options):
    process = program.start("run", "case.yaml", "--output", directory, *options)
    folder = program.folder / directory
    waitFor(
        lambda: (folder / "case.yaml").exists() and (folder / ".lock").exists() or process.poll() is not None,
        "the start of the run",
    )
    assert process.poll() is None, process.stdout.read().decode()
    return process


def aSecondRunIsRefusedWhileOneWrites(program):
    longCase(program, steps=100000000, every=1000)
    first = startedRun(program, "out")
    waitFor(lambda: checkpoints(program, "out") or first.poll() is not None, "the first checkpoint")
    for options in (["--restart", "latest"], ["--backup"], []):
        result = program.run("run", "case.yaml", "--output", "out", *options).expect(2)
        assert not options or f"process {rankProcesses(first, program.binary)[0]}" in result.text, result.text
    statics.writeCase(program, name="plates.yaml")
    program.run("run", "plates.yaml", "--output", "out", "--backup").expect(2, "another run writes")
    assert first.poll() is None, "the first run was disturbed"
    kill(rankProcesses(first, program.binary)[0])
    first.communicate(timeout=60)
    # The lock of a killed run is gone, its file is no obstacle.
    newest = max(int(path.stem.split("_")[1]) for path in checkpoints(program, "out"))
    program.run(
        "run", "case.yaml", "--output", "out", "--restart", "latest", "--set", f"time.steps={newest + 5}"
    ).expect(0)
    assert not (program.folder / "out" / ".lock").exists()


def ofTwoRestartsAtOnceOneIsRefused(program):
    longCase(program, steps=1500)
    program.run("run", "case.yaml").expect(0)
    both = [program.start("run", "case.yaml", "--restart", "latest", "--set", "time.steps=6000") for _ in range(2)]
    texts = [process.communicate(timeout=90)[0].decode() for process in both]
    assert sorted(process.returncode for process in both) == [0, 2], texts
    assert "another run writes" in texts[0 if both[0].returncode == 2 else 1], texts
