# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""docs/tutorials: every command of a page is run as it is written, in an empty folder that stands for the clone's, and prints the
numbers that the page expects."""
import json
import os
import pathlib
import re
import resource
import shlex
import subprocess
import sys
import time

from pages import commandLines, shellBlocks
from program import SKIPPED

LONGEST = 300  # seconds on two cores, which a tutorial may take; tests allow for machines that others use too
CORES = 2
TIMES = {"half a minute": "30 s", "a minute": "1 min"}  # of a page, as the table of all has them


def pageOf(program, name):
    return program.cases.parent / "docs" / "tutorials" / f"{name}.md"


def cloneIn(program):
    """The folder of the test, as one that holds a clone with its program, and the environment of a user."""
    root = program.cases.parent
    for name in ("docs", "jobs", "meshes"):
        (program.folder / name).symlink_to(root / name)
    for name, target in (("build/release/fluxtet", program.binary), ("bin/python3", "/usr/bin/python3")):
        path = program.folder / name
        path.parent.mkdir(parents=True)
        path.symlink_to(pathlib.Path(target).resolve())
    folders = [str(program.folder / "build/release"), str(program.folder / "bin"), os.environ["PATH"]]
    changed = {**os.environ, "PATH": ":".join(folders), "FLUXTET_PYTHON": str(root / "jobs/python")}
    changed.setdefault("FLUXTET_MESH_CACHE", "off")
    changed.pop("OMP_NUM_THREADS", None)
    return changed


def outputOf(program, environment, commands):
    """What commands print; each of them has to end with code 0."""
    done = subprocess.run(
        ["bash", "-e", "-c", commands],
        cwd=program.folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=8 * LONGEST,
        check=False,
    )
    text = done.stdout.decode(errors="replace")
    assert done.returncode == 0, f"exit code {done.returncode}:\n{commands}\n{text}"
    return text


def processorSeconds():
    """Of all processes that this one has started and waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def expectations(page):
    """(name, number, unit, tolerance) of each sentence `Expected: NAME NUMBER UNIT within TOLERANCE`."""
    text = re.sub(r"\s+", " ", page.read_text(encoding="utf-8"))
    found = re.findall(r"\*\*Expected: ([\w ]+?) (-?[\d.]+) ?([^\d*]*?) within ([\d.]+)\*\*", text)
    assert found and len(found) == text.count("**Expected:"), page
    return [(name, float(number), unit.strip(), float(tolerance)) for name, number, unit, tolerance in found]


def theNumbersComeOut(program, name):
    """All commands of a page, in their order; the time that they take is printed."""
    page, environment, said = pageOf(program, name), cloneIn(program), ""
    begin, before = time.monotonic(), processorSeconds()
    for block in shellBlocks(page):
        said += outputOf(program, environment, block)
    wall, spent = time.monotonic() - begin, processorSeconds() - before
    print(said, f"{wall:.0f} s, {spent:.0f} s of processors", sep="\n")
    assert "warning" not in said, said
    for what, number, unit, tolerance in expectations(page):
        line = re.search(rf"^{re.escape(what)} (-?[\d.]+(?:e-?\d+)?) ?{re.escape(unit)}$", said, re.MULTILINE)
        assert line, f"no command prints '{what} ... {unit}':\n{said}"
        assert abs(float(line[1]) - number) <= tolerance, f"{page}: {line[0]}, expected {number} within {tolerance}"
    for picture in re.findall(r"!\[[^]]*\]\((\S+\.png)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / picture).stat().st_size < 80e3, picture


def theCheckHasTheElementsOfThePage(program, name):
    """What always runs of a tutorial that takes a minute and more."""
    page, environment = pageOf(program, name), cloneIn(program)
    (command,) = [
        line for block in shellBlocks(page) for line in block.splitlines() if line.startswith("fluxtet check ")
    ]
    said = outputOf(program, environment, command)
    assert "warning" not in said, said
    elements = int(re.search(r"^elements +(\d+)", said, re.MULTILINE)[1])
    written = int(re.search(r"^elements +(\d+)", page.read_text(encoding="utf-8"), re.MULTILINE)[1])
    assert abs(elements - written) <= 0.02 * written, f"{elements} elements, {page} says {written}"


def longOnly():
    if not os.environ.get("FLUXTET_LONG_TESTS"):
        print("skipped: takes minutes: set FLUXTET_LONG_TESTS to run it")
        sys.exit(SKIPPED)


def patch(program):
    longOnly()
    theNumbersComeOut(program, "patch")


def patchIsChecked(program):
    theCheckHasTheElementsOfThePage(program, "patch")


def motorTorque(program):
    theNumbersComeOut(program, "motorTorque")


def plateRcs(program):
    longOnly()
    theNumbersComeOut(program, "plateRcs")


def plateRcsIsChecked(program):
    theCheckHasTheElementsOfThePage(program, "plateRcs")


def waveguideFilter(program):
    longOnly()
    theNumbersComeOut(program, "waveguideFilter")


def waveguideFilterIsChecked(program):
    theCheckHasTheElementsOfThePage(program, "waveguideFilter")


def sar(program):
    longOnly()
    theNumbersComeOut(program, "sar")


def sarIsChecked(program):
    theCheckHasTheElementsOfThePage(program, "sar")


def casesOfThePagesAreTheFiles(program):
    """Lines of a case that a page shows are lines of the file that the page runs."""
    for page in sorted((program.cases.parent / "docs" / "tutorials").glob("*.md")):
        shown = re.findall(r"^```yaml\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
        if page.name == "README.md":
            continue
        case = [re.sub(" *#.*", "", line) for line in (page.with_suffix("") / "case.yaml").read_text().splitlines()]
        assert shown, page
        for line in "".join(shown).splitlines():
            assert re.sub(" *#.*", "", line) in case, f"{page}: '{line}' is no line of its case"


def theReportIsFourCommandsFromTheClone(program):
    """And the last of them is that of the tutorial."""
    (block,) = shellBlocks(pageOf(program, "README"))
    commands = [shlex.split(line, comments=True) for line in block.splitlines()]
    assert len(commands) <= 4 and not set("|;&") & set(block), commands
    last = commands[-1]
    assert last[0] == "build/release/fluxtet" and last[1] == "run" and "--report" in last, last
    run = " ".join(["fluxtet", *last[1:]])
    assert any(run in other for other in shellBlocks(pageOf(program, "patch"))), run
    readme = (program.cases.parent / "README.md").read_text(encoding="utf-8")
    number = {"Two": 2, "Three": 3, "Four": 4}[
        re.search(r"^\[(\w+) commands\]\(docs/tutorials", readme, re.MULTILINE)[1]
    ]
    assert len(commands) == number, f"README.md says {number} commands, there are {len(commands)}"


def commandsFromTheCloneAreAccepted(program):
    """What README.md and the page of the tutorials let a user do in a new clone, but without installing, building and
    computing: scripts, presets and targets are there, and the program checks the cases with the options of their runs.
    Commands of plot.py have a test of their own."""
    root, environment, found = program.cases.parent, cloneIn(program), []
    for page in (root / "README.md", pageOf(program, "README")):
        for line, words in commandLines(page):
            if words and not line.startswith("OUT/"):  # in a bundle
                found.append(isAccepted(program, environment, words))
    assert found.count("script") >= 3 and found.count("run") >= 3 and found.count("cmake") == 2, found


def isAccepted(program, environment, words):
    """What kind of command was found good."""
    root = program.cases.parent
    if words[0] == "bash":
        outputOf(program, environment, shlex.join([*words, "--help"]))
        return "script"
    if words[0] == "cmake":
        options = dict(zip(words[1::2], words[2::2]))
        if "--preset" in options:
            presets = json.loads((root / "CMakePresets.json").read_text(encoding="utf-8"))["configurePresets"]
            assert options["--preset"] in [preset["name"] for preset in presets if not preset.get("hidden")], words
        else:
            target = options["--target"]
            assert options["--build"] == "build/release", words
            assert re.search(
                rf"^add_executable\({target} ", (root / "app/CMakeLists.txt").read_text(), re.MULTILINE
            ), words
        return "cmake"
    if words[:2] == ["build/release/fluxtet", "run"]:
        known = outputOf(program, environment, f"{words[0]} run --help")
        assert all(re.search(rf"(?<![\w-]){word}\b", known) for word in words if word.startswith("--")), words
        kept = re.sub(r" --report\b| --output \S+", "", shlex.join(words[2:]))  # what `check` takes too
        outputOf(program, environment, f"{words[0]} check {kept}")
        return "run"
    assert words[:2] == ["/usr/bin/python3", "jobs/plot.py"], words
    return "plot"


def everyTutorialTakesLessThanFiveMinutes(program):
    """By the table of all, which has each page with the time that the page says. The processor time that was measured is
    within that time of two cores."""
    folder, pages = program.cases.parent / "docs" / "tutorials", []
    table = (folder / "README.md").read_text(encoding="utf-8")
    measured = (folder.parent / "data/tutorials/README.md").read_text(encoding="utf-8")
    for name, time_ in re.findall(r"^\| \[(\w+)\]\(\w+\.md\) \|.*?\| (\d+ (?:s|min)) \|", table, re.MULTILINE):
        pages.append(name)
        number, unit = time_.split()
        seconds = int(number) * {"s": 1, "min": 60}[unit]
        text = re.sub(r"\s+", " ", pageOf(program, name).read_text(encoding="utf-8"))
        said = re.search(r"About ([\w ]+?) on two cores", text)
        assert said and TIMES[said[1]] == time_, f"{name}: {said and said[0]}, in the table {time_}"
        spent, thread = re.search(rf"^\| {name} \|.*\| (\d+) s( \(one thread\))? \|", measured, re.MULTILINE).groups()
        assert int(spent) / (1 if thread else CORES) <= seconds <= LONGEST, (name, spent, time_)
    assert sorted(pages) == sorted(page.stem for page in folder.glob("*.md") if page.stem != "README"), pages
