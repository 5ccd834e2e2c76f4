# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Reports: pages of HTML on runs, by python3 -m fluxtet report. Texts are looked for in their pictures, which are SVG files
that hold them as comments."""
import base64
import contextlib
import csv
import html.parser
import importlib
import io
import json
import math
import os
import re
import shutil
import subprocess
import sys

import h5py

import ports
import statics
from pages import commandLines
from plots import aRoundBody, farField, lossySphere, packageModule, transientFarField
from program import SKIPPED, moduleOrSkip

VOID = {"meta", "img", "br", "link", "input", "hr"}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


class Page(html.parser.HTMLParser):
    """`tables`: [[texts of a row]] by caption, or by the section's title where there is none; `pictures`: (caption, type,
    content); `sections`: titles; every element is closed in its order, and nothing is loaded from elsewhere."""

    def __init__(self, path):
        super().__init__()
        self.open, self.sections, self.pictures, self.tables, self.items, self.title = [], [], [], {}, [], ""
        self.caption, self.rows = "", []
        text = path.read_text(encoding="utf-8")
        self.feed(text)
        self.close()
        assert not self.open, f"{path} leaves {self.open} open"
        assert not re.search(r"<(script|link|iframe|object)|https?://|@import|url\(", text), path

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("src", "href"):
                assert value.startswith(("data:image/", "#")), f"{tag} {name} is {value[:80]}"
        if tag == "img":
            kind, content = re.fullmatch(r"data:image/(png|svg\+xml);base64,(.+)", dict(attrs)["src"]).groups()
            self.pictures.append((dict(attrs)["alt"], kind, base64.b64decode(content, validate=True)))
        if tag == "table":
            self.caption, self.rows = self.sections[-1], []
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag == "li":
            self.items.append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> closes something else"
        if tag == "table":
            self.tables[self.caption] = self.rows

    def handle_data(self, data):
        tag = self.open[-1] if self.open else ""
        if tag == "h2":
            self.sections.append(data)
        if tag == "h1":
            self.title += data
        if tag == "caption":
            self.caption = data
        if tag in ("td", "th"):
            self.rows[-1][-1] += data
        if tag == "li":
            self.items[-1] += data

    def fact(self, name, section="Run"):
        (row,) = [row for row in self.tables[section] if row[0] == name]
        return row[1:]

    def column(self, table, head):
        heads, *rows = self.tables[table]
        return [row[heads.index(head)] for row in rows]

    def drawing(self, caption):
        """The text of the SVG file with a caption."""
        (found,) = [content for name, kind, content in self.pictures if name == caption and kind == "svg+xml"]
        return found.decode()

    def expectTexts(self, caption, *texts):
        content = self.drawing(caption)
        for text in texts:
            assert f"<!-- {text} -->" in content, f"the picture '{caption}' has no text '{text}'"


def start(program, *arguments):
    """The command in a process of its own."""
    moduleOrSkip("matplotlib", "matplotlib")
    command = [sys.executable, "-m", "fluxtet", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(program.cases.parent / "jobs" / "python")}
    return subprocess.run(
        command, cwd=program.folder, env=environment, capture_output=True, text=True, timeout=90, check=False
    )


def call(program, *arguments):
    """The same in this process, which has loaded Matplotlib already."""
    moduleOrSkip("matplotlib", "matplotlib")
    main = packageModule(program, "fluxtet.__main__").main
    os.chdir(program.folder)
    output, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        code = main([str(argument) for argument in arguments])
    return subprocess.CompletedProcess(arguments, code, output.getvalue(), errors.getvalue())


def report(program, *arguments):
    """The page that the command tells to have written."""
    done = call(program, "report", *arguments)
    assert done.returncode == 0, done.stderr
    return Page(program.folder / done.stdout.strip())


def refuses(program, *arguments, words, run=call):
    """A single line on standard error, and nothing written."""
    before = program.tree()
    done = run(program, "report", *arguments)
    assert done.returncode == 2 and not done.stdout, (done.returncode, done.stdout, done.stderr)
    assert done.stderr.count("\n") == 1 and words in done.stderr, f"'{words}' is not in '{done.stderr}'"
    assert program.tree() == before, f"files changed: {done.stderr}"


def summaryOf(program, name="out"):
    return json.loads((program.folder / name / "summary.json").read_text())


def number(text):
    """Of a text such as 1.5 mJ or -12.30 dB, in the unit without its prefix."""
    value, rest = re.match(r"\(?([-\u2212+.\de]+) ?(.*)", text).groups()
    factors = {"G": 1e9, "M": 1e6, "k": 1e3, "m": 1e-3, "\u00b5": 1e-6, "n": 1e-9, "p": 1e-12, "f": 1e-15}
    prefixed = re.match(r"([GMkm\u00b5npf])(?:Hz|s|m|J|W|F|H|V|A)\b", rest)
    return float(value.replace("\u2212", "-")) * (factors[prefixed[1]] if prefixed else 1.0)


def expectNumber(text, value, digits=4):
    assert math.isclose(number(text), value, rel_tol=0.6 * 10 ** (1 - digits), abs_tol=1e-12 * abs(value)), (
        text,
        value,
    )


PULSE_LINE = """\
title: 'Feed & <line> "one"'
solver: dgtd
mesh: {box: {size: [6 cm, 1 cm, 1 cm], cells: [6, 1, 1]}}
materials: {air: {}}
regions: {box: air}
boundaries: {x-: absorbing, x+: absorbing, y-: pmc, y+: pmc, z-: pec, z+: pec}
ports: [{name: Feed, region: box, direction: [0, 0, 1], impedance: 50 ohm, excite: true}]
time: {steps: 1500}
output:
  directory: out
  sParameters: {band: {from: 1 GHz, to: 2 GHz, points: 11}}
  probes: [{name: near, at: [1 cm, 5 mm, 5 mm]}]
  energy: {every: 10}
  slices: [{name: xz, origin: [0, 5 mm, 0], u: [6 cm, 0, 0], v: [0, 0, 1 cm], points: [13, 5], every: 500 ps}]
"""


def pulseLine(program, name="out", order=1):
    program.write("case.yaml", PULSE_LINE)
    program.run("run", "case.yaml", "--output", name, "--set", f"dgtd.order={order}").expect(0)


def aReportHasTheNumbersOfItsRun(program):
    """Facts and warnings are those of the summary, reflections those of sParameters.csv; a title with signs of HTML stays
    what it is."""
    pulseLine(program)
    page, summary = report(program, "out"), summaryOf(program)
    assert page.title == 'Feed & <line> "one"' and page.fact("title") == [page.title]
    assert page.sections[0] == "Run" and set(page.sections[1:]) >= {
        "Scattering parameters",
        "Fields over time",
        "Probes",
        "Ports over time",
        "Energy",
    }
    assert not set(page.sections) & {"Far field", "Static results", "Powers", "Specific absorption rate"}
    assert page.fact("order") == ["P1"] and page.fact("unknowns") == [f"{summary['dofs']:,}"]
    assert page.fact("mesh")[0].startswith(f"{summary['elements']} elements") and page.fact("ended") == ["done"]
    expectNumber(page.fact("time step")[0], summary["dt_s"])
    expectNumber(page.fact("wall time")[0], summary["wall_s"]["total"], 3)
    assert page.fact("backend")[0].startswith(summary["backend"])
    assert page.items == summary["warnings"] and ("Warnings" in page.sections) == bool(page.items)
    levels = []
    for row in ports.table(program, "out/sParameters.csv"):
        levels.append(20 * math.log10(math.hypot(float(row["S_re"]), float(row["S_im"]))))
    assert page.column("Reflections", "lowest reflection") == [f"{min(levels):.2f} dB"]
    assert page.column("Reflections", "below -10 dB") == ["none"] and min(levels) > -10
    size = 10 ** (min(levels) / 20)
    expectNumber(page.column("Reflections", "VSWR there")[0], (1 + size) / (1 - size))
    assert page.column("Ports", "name") == ["Feed"] and page.column("Ports", "reference") == ["50 \u03a9"]
    page.expectTexts("Scattering parameters", "|S| [dB]", "frequency [GHz]", "reference resistance 50 \u03a9")
    page.expectTexts("Voltage standing-wave ratio", "voltage standing-wave ratio")
    page.expectTexts("The energy over time", "total [dB of its peak]", "time [ns]")
    assert [kind for name, kind, _ in page.pictures if name == 'Slice "xz"'] == ["png"]


def theModelStandsWhereItsMeshIsAtHand(program):
    program.boxCase(("energy: {every: 5}", "snapshots: {every: 20}"))
    program.run("run", "case.yaml", "--output", "kept").expect(0)
    page = report(program, "kept")
    assert "Model" in page.sections, page.sections
    assert [(caption, kind) for caption, kind, _ in page.pictures][0] == ("Model", "png"), page.pictures
    program.boxCase()
    program.run("run", "case.yaml", "--output", "gone").expect(0)
    assert "Model" not in report(program, "gone").sections
    # What takes long is left out, and said to be.
    program.boxCase(("cells: [3, 3, 3]", "cells: [26, 26, 26]"), ("steps: 20", "steps: 1"), ("order: 2", "order: 1"))
    program.run("mesh", "case.yaml", "-o", "mesh.h5").expect(0)
    program.run("run", "case.yaml", "--mesh", "mesh.h5", "--output", "large").expect(0)
    page = report(program, "large")
    assert "Model" in page.sections and "Model" not in [caption for caption, _, _ in page.pictures], page.pictures
    assert "plot.py model large" in (program.folder / "large/report.html").read_text()
    # Its mesh is not read for this.
    with h5py.File(program.folder / "mesh.h5", "r+") as file:
        del file["elementVertex"]
    assert "Model" in report(program, "large").sections


def warningsStandOnThePage(program):
    """Each text once, with the runs that it is of."""
    pulseLine(program)
    shutil.copytree(program.folder / "out", program.folder / "other")
    for name, texts in (("out", ["of <both>", "of one"]), ("other", ["of <both>"])):
        (program.folder / name / "summary.json").write_text(json.dumps({**summaryOf(program, name), "warnings": texts}))
    assert report(program, "out").items == ["of <both>", "of one"]
    assert report(program, "out", "other").items == ["out, other: of <both>", "out: of one"]


def severalRunsShareThePictures(program):
    pulseLine(program, "coarse")
    pulseLine(program, "fine", 2)
    page = report(program, "coarse", "fine", "-o", "both.html")
    assert page.tables["Runs"][0] == ["", "coarse", "fine"] and page.fact("order", "Runs") == ["P1", "P2"]
    expected = [f"{summaryOf(program, name)['dofs']:,}" for name in ("coarse", "fine")]
    assert page.fact("unknowns", "Runs") == expected and page.column("Reflections", "run") == ["coarse", "fine"]
    for caption, curve in (
        ("Scattering parameters", "S11"),
        ("Voltage standing-wave ratio", "port 1"),
        ("Impedance of the ports", "port 1"),
        ("Reflections in the Smith chart", "port 1"),
        ("Voltages and currents of ports, gaps and modes over time", "Feed"),
    ):
        page.expectTexts(caption, f"{curve}, coarse", f"{curve}, fine")
    page.expectTexts("The energy over time", "coarse", "fine")
    for caption in ("Fields at the probes over time", "Spectra at the probes"):
        page.expectTexts(caption, "$E_z$, coarse", "$H_y$, fine")
    assert len(page.pictures) == len({name for name, _, _ in page.pictures})


PLACES = """\
  dft:
    frequencies: [150 MHz, 200 MHz]
    points: [{name: p, at: [0.5, 0.5, 0.5]}]
    lines: [{name: l, from: [0, 0.4, 0.5], to: [1, 0.4, 0.5], points: 11}]
    slices: [{name: xy, origin: [0, 0, 0.5], u: [1, 0, 0], v: [0, 1, 0], points: [12, 9]}]
"""


def fieldsAtFrequenciesAreReported(program):
    """Points and lines of two runs share a picture, slices stand one after another."""
    program.boxCase(("  energy: {every: 5}\n", PLACES), ("steps: 20", "end: 20 ns"))
    for name, order in (("one", 1), ("two", 2)):
        program.run("run", "case.yaml", "--output", name, "--set", f"dgtd.order={order}").expect(0)
    page = report(program, "one", "two", "-o", "both.html")
    for place in ('Line "l" at 150 MHz', 'Line "l" at 200 MHz', 'Point "p" over frequency'):
        page.expectTexts(place, "$E_z$, one", "$E_z$, two", "$H_y$, two")
    slices = [name for name, kind, _ in page.pictures if name.startswith("Slice") and kind == "png"]
    assert slices == [f'Slice "xy" at {f} MHz, {run}' for run in ("one", "two") for f in (150, 200)], slices


SURFACES = """\
  snapshots: {every: 4, boundaries: [x-, z-]}
  dft: {frequencies: [150 MHz, 200 MHz], boundaries: [z-], fields: [E]}
"""


def fieldsOnSurfacesAreReported(program):
    """At frequencies, and at four moments in common colours."""
    program.boxCase(("  energy: {every: 5}\n", SURFACES), ("steps: 20", "end: 20 ns"))
    program.run("run", "case.yaml").expect(0)
    page = report(program, "out")
    captions = [name for name, kind, _ in page.pictures if name.startswith("|E| on surfaces") and kind == "png"]
    assert captions[:2] == [f"|E| on surfaces at {f} MHz" for f in (150, 200)], captions
    assert len(captions) == 6 and all("surfaces at t = " in name for name in captions[2:]), captions
    assert "Fields on surfaces" in page.sections
    text = (program.folder / "out/report.html").read_text()
    assert text.count("largest |E| on x-, z-:") == 4 and text.count("largest |E| on z-:") == 2
    surfaces = packageModule(program, "fluxtet.report.surfaces")
    paths = sorted((program.folder / "out/snapshots").glob("boundaries_*.vtkhdf"))
    largest = surfaces.largestOf(paths, surfaces.looks_of(paths[0])[0])  # that of the wave in the middle of z- at t = 0
    assert math.isclose(largest, 1, rel_tol=0.1), largest


def everyPortOfACaseIsReported(program):
    """A case with several excited ports: the matrix of all, and the voltages of the run of each."""
    ports.writeLine(program, ports.TWO_PORTS.replace("steps: 6000", "steps: 600"))
    program.run("run", "case.yaml").expect(0)
    page = report(program, "out")
    page.expectTexts("Scattering parameters", "S11", "S21", "S12", "S22")
    page.expectTexts("Voltages and currents of ports, gaps and modes over time", "In, In", "Out, In", "Out, Out")
    assert page.tables["Runs"][0] == ["", "In", "Out"] and page.column("Ports", "name") == ["In", "Out"]
    lowest = [entry["lowest_reflection_dB"] for entry in summaryOf(program)["sParameters"]["excited"]]
    assert page.column("Reflections", "lowest reflection") == [f"{level:.2f} dB" for level in lowest]


def bandsAreFoundBetweenSamples(program):
    moduleOrSkip("matplotlib", "matplotlib")
    np, networks = importlib.import_module("numpy"), packageModule(program, "fluxtet.report.networks")
    frequency, level = np.arange(1.0, 7.0), np.array([-2.0, -8.0, -12.0, -20.0, -6.0, -30.0])
    assert np.allclose(networks.bandBelow(frequency, level[:5], -10), (2.5, 4 + 10 / 14))
    assert np.allclose(networks.bandBelow(frequency, level, -10), (5 + 4 / 24, 6.0))
    assert networks.bandBelow(frequency, level, -40) is None
    assert networks.bandText(1e9 * frequency, level[:5]) == "2.5 GHz to 4.714 GHz (61.4 %)"
    vswr = packageModule(program, "fluxtet.pictures.network").vswr
    assert np.allclose(vswr(np.array([0, 0.5j])), (1, 3)) and np.isinf(vswr(np.array([1.0, 1.1]))).all()


def finished(program, name, **facts):
    """A summary and a case beside files that are there already."""
    program.write(f"{name}/summary.json", json.dumps({"status": "done", "elements": 12, **facts}))
    case = "# All keys with their values, as fluxtet understood the case.\nsolver: dgtd\nsources:\n  - planeWave:\n"
    program.write(f"{name}/case.yaml", case + "      direction: [0, 0, 1]\n      amplitude: 1 V/m\n")


def farFieldsHaveCutsAndATable(program):
    """A short dipole has 1.5 at theta = 90 degrees, 1.76 dBi; efficiencies and beams are those of the summary."""
    entry = {"radiated_W": 0.0123, "efficiency": 0.75, "total_efficiency": 0.5}
    plane = {"beam_width_deg": 90.25, "side_lobe_dB": -13.4}
    beam = {"theta_deg": 90, "phi_deg": 0, "e_plane": plane, "h_plane": {}, "back_dB": -0.001}
    for name in ("one", "two"):
        farField(program, name, phis=(0, 90, 180, 270))
        frequencies = [{"frequency_Hz": f, **entry, "beam": beam} for f in (2.45e9, 3e9)]
        finished(program, name, farField={"frequencies": frequencies})
    page, table = report(program, "one", "two", "-o", "far.html"), "Largest values, powers and beams"
    for caption in ("Directivity at 2.45 GHz", "Directivity at 3 GHz"):
        page.expectTexts(
            caption,
            "\u03c6 = 90\u00b0 right, 270\u00b0 left, two",
            "two: maximum 1.76 dBi at \u03b8 = 90\u00b0, \u03c6 = 0\u00b0",
        )
    assert (
        page.column(table, "directivity") == ["1.76 dBi"] * 4 and page.column(table, "run") == ["one"] * 2 + ["two"] * 2
    )
    assert page.column(table, "radiated")[0] == "12.3 mW" and page.column(table, "efficiency")[0] == "75.00 %"
    assert page.column(table, "half-power width, E plane")[0] == "90.25\u00b0"
    assert (
        page.column(table, "side lobe, E plane")[0] == "-13.4 dB" and page.column(table, "to the back")[0] == "0.0 dB"
    )
    assert "gain" not in page.tables[table][0] and "Radar cross-section" not in page.sections


def crossSectionsAndSignalsAreReported(program):
    farField(program, "out", phis=(0, 90), rcs=lambda f, theta: aRoundBody(f, theta) + 0.01)
    transientFarField(program)
    finished(program, "out", farField={"frequencies": [{"frequency_Hz": 2.45e9, "backscatter_m2": 0.1}]})
    page = report(program, "out")
    assert page.sections == ["Run", "Radar cross-section", "Far field over time"]
    with open(program.folder / "out" / "farField.csv", encoding="utf-8") as stream:
        levels = [float(row["rcs_dBsm"]) for row in csv.DictReader(stream) if float(row["frequency_Hz"]) == 2.45e9]
    assert page.column("Cross-sections", "largest cross-section")[0] == f"{max(levels):.2f} dBsm"
    assert page.column("Cross-sections", "monostatic")[0] == "-10.00 dBsm (0.1 m\u00b2)"
    page.expectTexts("Bistatic radar cross-section at 3 GHz", "radar cross-section [dBsm]", "\u03c6 = 90\u00b0")
    page.expectTexts(
        "Monostatic radar cross-section over frequency", "\u03b8 = 180\u00b0, \u03c6 = 0\u00b0", "frequency [GHz]"
    )
    page.expectTexts("The field at a distance over time", "far field at \u03b8 = 45\u00b0, \u03c6 = 30\u00b0")


def absorptionRatesAreReported(program):
    lossySphere(program)
    page, summary = report(program, "out"), summaryOf(program)
    (average,) = summary["sar"]["averages"]
    assert page.column("Averages over cubes", "averaged over") == ["10 g"]
    expectNumber(page.column("Averages over cubes", "peak")[0], average["peak_W_per_kg"])
    assert page.column("Averages over cubes", "tissue") == [average["tissue"]]
    expectNumber(page.column("Powers, means over time", "absorbed")[0], summary["powers"]["absorbed_W"])
    assert page.column("Tissues", "tissue") == ["Ball", "whole body"]
    expectNumber(page.column("Tissues", "mass")[1], summary["sar"]["whole_body"]["mass_kg"])
    rates = [name for name, kind, _ in page.pictures if name.startswith("Specific absorption rate") and kind == "png"]
    assert rates == ["Specific absorption rate, 10g", "Specific absorption rate, elements"]


def staticQuantitiesAreReported(program):
    """Of 1 m of depth, as the summary says; two runs share the columns and the pictures of lines."""
    statics.writeCase(program)
    for name, order in (("one", 1), ("two", 2)):
        program.run("run", "case.yaml", "--output", name, "--set", f"static.order={order}").expect(0)
    page, summary = report(program, "one", "two", "-o", "static.html"), summaryOf(program, "two")
    text = page.fact("energy", "Static results")[1]
    expectNumber(text, summary["energy_J"], 5)
    assert text.endswith("J/m")
    heads, *rows = page.tables["Capacitance, two"]
    assert heads[1:] == summary["capacitance_F"]["names"] and rows[0][1].endswith("F/m")
    for row, values in zip(rows, summary["capacitance_F"]["matrix"]):
        for cell, value in zip(row[1:], values):
            expectNumber(cell, value, 5)
    page.expectTexts('Line "across"', "one", "two", "Ex, one", "Ex, two", "distance [mm]")
    page.expectTexts("Equipotential or flux lines, one", "x [mm]", "V [V]")


def whatIsNoFinishedRunIsRefused(program):
    pulseLine(program)
    refuses(program, "nowhere", words="nowhere is not a directory")
    (program.folder / "empty").mkdir()
    refuses(program, "empty", words="empty holds no results of fluxtet")
    refuses(program, "out", "out", words="the same run is given twice")
    series, summary = program.folder / "out" / "energy.csv", program.folder / "out" / "summary.json"
    whole = series.read_text()
    series.write_text("step,time [s],total [J]\n0,0,one\n")
    refuses(program, "out", words="energy.csv is damaged")
    series.write_bytes(bytes(range(255)))
    refuses(program, "out", words="energy.csv is damaged")
    series.write_text(whole)
    content = summaryOf(program)
    summary.write_text(json.dumps({**content, "status": "stopped"}))
    refuses(program, "out", words="stopped by a signal")
    for text in ("{", "[]"):
        summary.write_text(text)
        refuses(program, "out", words="summary.json is damaged")
    summary.unlink()
    refuses(program, "out", words="has not come to its end")


def aFileOfOthersIsNotReplaced(program):
    """A page of ours is; nothing is left beside it."""
    farField(program, "out", phis=(0, 90))
    finished(program, "out")
    program.write("mine.html", "<!DOCTYPE html>\n<html></html>\n")
    refuses(program, "out", "-o", "mine.html", words="mine.html is there already and no report of fluxtet")
    refuses(program, "out", "-o", "out", words="out is a directory")
    refuses(program, "out", "-o", "nowhere/page.html", words="cannot write nowhere/page.html")
    report(program, "out")
    finished(program, "out", elements=34)
    assert report(program, "out").fact("mesh") == ["34 elements"]
    names = sorted(path.name for path in (program.folder / "out").iterdir())
    assert names == ["case.yaml", "farField.csv", "report.html", "summary.json"], names


def aPackageThatIsMissingIsNamed(program):
    """Matplotlib, in whose place stands a module that cannot be imported."""
    moduleOrSkip("matplotlib", "matplotlib")
    farField(program, "out")
    finished(program, "out")
    program.write("matplotlib.py", "raise ImportError('no such package', name='matplotlib')\n")
    refuses(program, "out", words="the Python package matplotlib is missing", run=start)


def theCommandHasAHelpAndAnExitCode(program):
    done = start(program, "report", "--help")
    assert done.returncode == 0 and "python3 -m fluxtet report out" in done.stdout, done
    refuses(program, "nowhere", words="fluxtet report: nowhere is not a directory", run=start)
    assert start(program).returncode == 2


def commandsOnThePagesAreUnderstood(program):
    """Every `-m fluxtet report` in a block of commands of the documentation."""
    root, found = program.cases.parent, 0
    parser = packageModule(program, "fluxtet.reportCommand").parser()
    for page in (root / "README.md", *sorted((root / "docs").glob("*.md"))):
        for _, words in commandLines(page):
            if "-m" in words and words[words.index("-m") :][1:3] == ["fluxtet", "report"]:
                parser.parse_args(words[words.index("-m") + 3 :])
                found += 1
    assert found >= 2, found


def aBrowserShowsThePage(program):
    """Where one is installed: the polar cut, blue on white, is seen."""
    browser = next((path for path in map(shutil.which, BROWSERS) if path), None)
    if browser is None:
        print("skipped: no browser is installed")
        sys.exit(SKIPPED)
    image = moduleOrSkip("matplotlib.image", "matplotlib")
    farField(program, "out", phis=(0, 90))
    finished(program, "out")
    report(program, "out")
    picture, page = program.folder / "page.png", program.folder / "out" / "report.html"
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={program.folder / 'profile'}"]
    options += ["--window-size=1200,1000", f"--screenshot={picture}", page.as_uri()]
    subprocess.run([browser, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=100, check=True)
    pixels = image.imread(picture)[..., :3]
    blue = (abs(pixels - (0x24 / 255, 0x71 / 255, 0xA3 / 255)) < 0.02).all(axis=-1)
    assert blue[500:].sum() > 200, f"{blue[500:].sum()} pixels of the curve are seen"
