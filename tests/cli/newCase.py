# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Cases to start from, as `fluxtet new` writes them."""
import csv
import json
import re

KINDS = ("patch", "guide", "sar", "scattering", "magnet")


def withoutAKindTheyAreListed(program):
    program.run("new").expect(0, *KINDS)
    assert not program.tree()


def checkAcceptsEachWithoutWarnings(program):
    for kind in KINDS:
        program.run("new", kind).expect(0, f"{kind}.yaml", f"{kind}.geo")
        text = program.run("check", f"{kind}.yaml").expect(0, f"{kind}.yaml is valid").text
        assert "warning" not in text, text
        case = (program.folder / f"{kind}.yaml").read_text()
        assert f"fluxtet run {kind}.yaml" in case and "# Expect:" in case and "jobs/plot.py" in case, case


def whatACaseExpectsComesOut(program):
    """Of the cheapest one; the numbers stand in its last lines."""
    program.run("new", "magnet", "-o", "relay.yaml").expect(0)
    assert sorted(program.tree()) == ["magnet.geo", "relay.yaml"]
    text = program.run("run", "relay.yaml").expect(0).text
    assert "warning" not in text, text
    expected = (program.folder / "relay.yaml").read_text().partition("# Expect:")[2]
    force, inductance, field = (float(re.search(rf"(\S+) {unit}", expected)[1]) for unit in ("kN/m", "H/m", "T"))
    summary = json.loads((program.folder / "out/magnet/summary.json").read_text())
    assert abs(summary["force_N"]["Armature"][1] / 1e3 - force) < 0.005 * abs(force), summary
    assert abs(summary["inductance_H"]["matrix"][0][0] - inductance) < 0.005 * inductance, summary
    with open(program.folder / "out/magnet/points.csv", newline="") as file:
        row = next(csv.DictReader(file))
    assert abs(float(row["By [T]"]) - field) < 0.005 * abs(field), row


def existingFilesAreNotOverwritten(program):
    program.write("guide.geo", "// mine\n")
    program.refuses("new", "guide", words=["guide.geo", "not overwritten"])
    program.write("patch.yaml", "mine: 1\n")
    program.refuses("new", "patch", words=["patch.yaml", "not overwritten"])
    (program.folder / "other").mkdir()
    program.run("new", "patch", "-o", "other/patch.yaml").expect(0)
    assert (program.folder / "other/patch.geo").exists()


def whatCannotBeWrittenIsRefused(program):
    program.refuses("new", "magnt", words=["'magnt'", "did you mean 'magnet'", *KINDS])
    program.refuses("new", "-o", "a.yaml", words=["-o", "fluxtet new"])
    program.refuses("new", "magnet", "-o", "magnet.txt", words=["magnet.txt", ".yaml"])
    program.refuses("new", "magnet", "-o", "nowhere/a.yaml", words=["nowhere", "no folder"])
