# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Whole runs: thin sheets, an end by decay, a run that is continued past its end."""
import csv
import json
import re
import resource

import h5py
import numpy

from restart import series
from statics import writeCase

# A guide of PEC and PMC walls with a surface across its middle.
SHEET_GEO = """\
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 0.1, 0.1, 0.2};
Box(2) = {0, 0, 0.2, 0.1, 0.1, 0.2};
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }
e = 1e-4;
Physical Volume("Air") = {1, 2};
Physical Surface("WallX") = {Surface In BoundingBox{-e, -e, -e, e, 0.1 + e, 0.4 + e},
                             Surface In BoundingBox{0.1 - e, -e, -e, 0.1 + e, 0.1 + e, 0.4 + e}};
Physical Surface("WallY") = {Surface In BoundingBox{-e, -e, -e, 0.1 + e, e, 0.4 + e},
                             Surface In BoundingBox{-e, 0.1 - e, -e, 0.1 + e, 0.1 + e, 0.4 + e}};
Physical Surface("Inlet") = {Surface In BoundingBox{-e, -e, -e, 0.1 + e, 0.1 + e, e}};
Physical Surface("Outlet") = {Surface In BoundingBox{-e, -e, 0.4 - e, 0.1 + e, 0.1 + e, 0.4 + e}};
Physical Surface("Sheet") = {Surface In BoundingBox{-e, -e, 0.2 - e, 0.1 + e, 0.1 + e, 0.2 + e}};
"""
SHEET_CASE = """\
solver: dgtd
mesh: {file: guide.geo, size: 40 mm}
materials: {vacuum: {}}
regions: {Air: vacuum}
boundaries: {WallX: pec, WallY: pmc, Inlet: absorbing, Outlet: absorbing, Sheet: KIND}
sources:
  - planeWave: {direction: [0, 0, 1], polarization: [1, 0, 0], boundary: Inlet, waveform: {gaussian: {frequency: 0, bandwidth: 1.5 GHz}}}
dgtd: {order: 2}
time: {end: 4 ns}
output:
  probes:
    - {name: front, at: [45 mm, 55 mm, 60 mm]}
    - {name: back, at: [45 mm, 55 mm, 250 mm]}
"""


def summary(program, directory="out"):
    return json.loads((program.folder / directory / "summary.json").read_text())


def column(program, probe, name):
    with open(program.folder / "out/probes" / f"{probe}.csv", newline="") as file:
        return numpy.array([float(row[name]) for row in csv.DictReader(file)])


def runWithSheet(program, boundary):
    program.write("guide.geo", SHEET_GEO)
    program.write("case.yaml", SHEET_CASE.replace(", Sheet: KIND", boundary))
    program.run("run", "case.yaml", "--backup").expect(0)


def fieldBehindAThinPecSheetIsExactlyZero(program):
    runWithSheet(program, ", Sheet: pec")
    front = column(program, "front", "Ex [V/m]")
    assert 0.95 < front.max() < 1.05, front.max()
    assert -1.05 < front.min() < -0.95, f"the sheet does not reflect E with its sign turned: {front.min()}"
    for name in ("Ex [V/m]", "Ey [V/m]", "Ez [V/m]", "Hx [A/m]", "Hy [A/m]", "Hz [A/m]"):
        assert (column(program, "back", name) == 0).all(), f"{name} has leaked through the sheet"


def pmcSheetReflectsWithTheSameSign(program):
    runWithSheet(program, ", Sheet: pmc")
    front = column(program, "front", "Ex [V/m]")
    assert front.min() > -0.05 and front.max() > 0.95, (front.min(), front.max())
    assert (column(program, "back", "Hy [A/m]") == 0).all() and (column(program, "back", "Ex [V/m]") == 0).all()


def innerSurfaceWithoutConditionLetsTheWavePass(program):
    runWithSheet(program, "")
    back = column(program, "back", "Ex [V/m]")
    assert 0.95 < back.max() < 1.05 and column(program, "front", "Ex [V/m]").min() > -0.05, back.max()


def waveThatArrivesLateIsNoInstability(program):
    program.write("guide.geo", SHEET_GEO)
    program.write(
        "case.yaml",
        SHEET_CASE.replace(", Sheet: KIND", "").replace("boundary: Inlet,", "boundary: Inlet, origin: [0, 0, -5],"),
    )
    program.run("run", "case.yaml", "--set", "time.end=20 ns").expect(0)
    assert 0.95 < column(program, "back", "Ex [V/m]").max() < 1.05


def untilDecayEndsTheRunEarly(program):
    program.boxCase(
        ("x-: pec, x+: pec, y-: pec, y+: pec", "x-: absorbing, x+: absorbing, y-: absorbing, y+: absorbing"),
        ("steps: 20", "steps: 100000, untilDecay: -40 dB"),
    )
    program.run("run", "case.yaml").expect(0)
    result = summary(program)
    assert result["status"] == "decayed" and 10 < result["steps"] < 10000, result
    assert 0 < result["energy_J"]["final"] <= 1e-4 * result["energy_J"]["initial"], result["energy_J"]
    assert "exact" not in result, "the cavity's exact solution does not hold between absorbing walls"
    assert series(program, "out/probes/centre.csv")[-1, 0] == result["steps"]


def aRunThatEndsTooEarlySaysSoInLogAndSummary(program):
    pulse = (
        "sources: [{dipole: {at: [0.5, 0.5, 0.5], moment: [0, 0, 1 A*m], waveform: {ricker: {frequency: 300 MHz}}}}]\n"
        "boundaries: {x-: absorbing, x+: absorbing, y-: absorbing, y+: absorbing, z-: absorbing, z+: absorbing}\n"
        "dgtd: {flux: upwind, order: 2}\ntime: {end: 6 ns, untilDecay: -50 dB}\n"
        "output: {dft: {frequencies: [300 MHz]}}\n"
    )
    program.write(
        "case.yaml",
        "mesh: {box: {size: [1, 1, 1], cells: [4, 4, 4]}}\nmaterials: {air: {}}\nregions: {box: air}\n" + pulse,
    )
    program.run("run", "case.yaml").expect(0, "the pulse has not passed", "time.untilDecay: the run has ended")
    early = summary(program)
    assert early["status"] == "done" and len(early["warnings"]) == 2, early
    level = early["energy_J"]["final_over_peak_dB"]
    assert -40 < level < -0.1, level
    assert all(f"{level:.1f} dB" in warning for warning in early["warnings"]), early["warnings"]
    program.run("run", "case.yaml", "--backup", "--set", "time.end=60 ns").expect(0)
    late = summary(program)
    assert late["status"] == "decayed" and late["warnings"] == [], late
    assert late["energy_J"]["final_over_peak_dB"] <= -50, late


def raisedEndContinuesFromTheLastCheckpoint(program):
    program.boxCase(
        ("steps: 20", "end: 1 ns, maxStep: 0.02 ns"),
        ("energy: {every: 5}", "energy: {every: 5}\n  checkpoint: {every: 20}"),
    )
    program.run("run", "case.yaml", "--output", "whole", "--set", "time.end=2 ns").expect(0)
    program.run("run", "case.yaml").expect(0)
    assert summary(program)["steps"] == 50, summary(program)
    program.run("run", "case.yaml", "--restart", "latest", "--set", "time.end=2 ns").expect(0)
    result = summary(program)
    assert (result["status"], result["first_step"], result["steps"]) == ("done", 40, 100), result
    for name in ("probes/centre.csv", "energy.csv"):
        assert (program.folder / "whole" / name).read_text() == (program.folder / "out" / name).read_text(), name
    assert result["energy_J"] == summary(program, "whole")["energy_J"], result["energy_J"]


def restartPastTheEndIsRefused(program):
    program.boxCase(("energy: {every: 5}", "energy: {every: 5}\n  checkpoint: {every: 15}"))
    program.run("run", "case.yaml").expect(0)
    program.refuses(
        "run", "case.yaml", "--restart", "latest", "--set", "time.steps=10", words=["step 15", "step 10", "raise"]
    )


def restartWithOtherColumnsIsRefused(program):
    program.boxCase(
        ("energy: {every: 5}", "energy: {every: 5}\n  checkpoint: {every: 15}"),
        ("[{name: centre", "[{name: first, at: [0.1, 0.1, 0.1]}, {name: centre"),
    )
    program.run("run", "case.yaml").expect(0)
    program.refuses(
        "run",
        "case.yaml",
        "--restart",
        "latest",
        "--set",
        "output.probes[1].fields=[E]",
        "--set",
        "time.steps=30",
        words=["centre.csv", "columns"],
    )


def snapshotsOfNothingAreRefused(program):
    program.boxCase(("energy: {every: 5}", "snapshots: {every: 5, box: [[2, 2, 2], [3, 3, 3]]}"))
    program.refuses("run", "case.yaml", words=["case.yaml:15", "nothing of the mesh is selected", "box"])
    program.refuses("check", "case.yaml", words=["nothing of the mesh is selected"])


def outputsThatAreSwitchedOffLeaveNoFiles(program):
    program.boxCase(
        (
            "energy: {every: 5}",
            "energy: {every: 0}\n  snapshots: {every: 0}\n  slices: "
            "[{name: off, origin: [0, 0, 0.5], u: [1, 0, 0], v: [0, 1, 0], every: 0}]",
        )
    )
    program.run("run", "case.yaml").expect(0)
    files = sorted(
        str(p.relative_to(program.folder / "out")) for p in (program.folder / "out").rglob("*") if p.is_file()
    )
    assert files == ["case.yaml", "probes.h5", "probes/centre.csv", "run.log", "summary.json"], files


def slicesAreWrittenAsHdf5AndCsv(program):
    slices = (
        "slices: [{name: xy, origin: [-0.1, 0, 0.5], u: [1, 0, 0], v: [0, 1, 0], points: [11, 5], every: 20}, "
        "{name: plain, origin: [0, 0, 0.5], u: [1, 0, 0], v: [0, 1, 0], points: [2, 2], every: 20, csv: false}]"
    )
    program.boxCase(("energy: {every: 5}", slices))
    program.run("run", "case.yaml").expect(0)
    with h5py.File(program.folder / "out/slices/xy_00000020.h5", "r") as file:
        fields = numpy.concatenate([file["E"][()], file["H"][()]], axis=2).reshape(-1, 6)
    with open(program.folder / "out/slices/xy_00000020.csv", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == [
        "x [m]",
        "y [m]",
        "z [m]",
        "Ex [V/m]",
        "Ey [V/m]",
        "Ez [V/m]",
        "Hx [A/m]",
        "Hy [A/m]",
        "Hz [A/m]",
    ]
    table = numpy.array([[float(v) for v in row] for row in rows[1:]])
    assert table.shape == (55, 9) and numpy.allclose(table[12, :3], [0, 0.25, 0.5]), table.shape
    assert numpy.isnan(table[::11, 3:]).all() and not numpy.isnan(table[1::11, 3:]).any()
    assert numpy.allclose(table[:, 3:], fields, rtol=1e-6, atol=1e-12, equal_nan=True)
    assert not (program.folder / "out/slices/plain_00000020.csv").exists()


LAYERS = """\
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 1, 0.4};
Box(2) = {0, 0, 0.4, 1, 1, 0.6};
BooleanFragments{ Volume{1, 2}; Delete; }{}
Physical Volume("Lower") = {1};
Physical Volume("Upper") = {2};
Physical Surface("Outer") = Abs(CombinedBoundary{ Volume{:}; });
Mesh.MeshSizeMax = 0.3;
"""
LAYER_SLICES = [  # across the layers and out of the mesh; in the surface between them, seen from either side; outside
    "{name: across, origin: [-0.15, 0.3, -0.15], u: [1.3, 0.1, 0], v: [0, 0.1, 1.3], points: [27, 14]EVERY}",
    "{name: above, origin: [0, 0, 0.4], u: [1, 0, 0], v: [0, 1, 0], points: [11, 8]EVERY}",
    "{name: below, origin: [0, 0, 0.4], u: [0, 1, 0], v: [1, 0, 0], points: [11, 8]EVERY}",
    "{name: top, origin: [0, 0, 1], u: [1, 0, 0], v: [0, 1, 0], points: [5, 4]EVERY}",
]


def layersCase(program):
    """A box of two layers that meet at z = 0.4 m, with slices in time and at a frequency."""
    program.write("layers.geo", LAYERS)
    program.boxCase(
        ("box: {size: [1 m, 1 m, 1 m], cells: [3, 3, 3]}", "file: layers.geo"),
        ("regions: {box: vacuum}", "regions: {Lower: glass, Upper: vacuum}"),
        ("x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: pec", "Outer: pec"),
        (
            "initial: {cavityMode: {m: 1, n: 1, p: 0, type: tm}}",
            "sources: [{dipole: {at: [0.5, 0.5, 0.7], moment: [0, 0, 1 A*m], "
            "waveform: {ricker: {frequency: 200 MHz, delay: 0 s}}}}]",
        ),
        (
            "energy: {every: 5}",
            f"slices: [{', '.join(LAYER_SLICES).replace('EVERY', ', every: 10')}]\n"
            f"  dft: {{frequencies: [200 MHz], slices: [{', '.join(LAYER_SLICES).replace('EVERY', '')}]}}",
        ),
    )


def slicesHoldTheRegionsOfTheMesh(program):
    """Those of the geometry, on any number of ranks, at every moment and frequency."""
    layersCase(program)
    program.run("run", "case.yaml").expect(0)
    paths = [*(program.folder / "out/slices").glob("*.h5"), *(program.folder / "out/dft/slices").glob("*.h5")]
    assert len(paths) == 4 * 3 + 4, paths
    for path in paths:
        with h5py.File(path, "r") as file:
            names = [name.decode() for name in file["region"].attrs["names"]]
            found = numpy.array([*names, ""])[file["region"][()]]
            origin, u, v = (file.attrs[key] for key in ("origin", "u", "v"))
        rows, columns = found.shape
        points = origin + numpy.linspace(0, 1, columns)[:, None] * u + numpy.linspace(0, 1, rows)[:, None, None] * v
        expected = numpy.where(points[..., 2] < 0.4, "Lower", "Upper")
        expected[((points < -1e-9) | (points > 1 + 1e-9)).any(axis=-1)] = ""
        if path.name.startswith("below"):
            expected[:] = "Lower"
        assert (found == expected).all(), f"{path}: {found} instead of {expected}"


def anIntervalShorterThanAStepIsEveryStepAndToldSo(program):
    program.boxCase(("steps: 20", "steps: 3"), ("energy: {every: 5}", "snapshots: {every: 1e-30 s}"))
    program.run("run", "case.yaml").expect(0, "output.snapshots.every", "less than the time step")
    assert len(list((program.folder / "out/snapshots").glob("*.vtkhdf"))) == 4


def theMemoryOfALargeSliceIsToldAndNotTakenByACheck(program):
    program.boxCase()
    program.run("check", "case.yaml").expect(0)
    small = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    program.boxCase(
        (
            "energy: {every: 5}",
            "slices: [{name: fine, origin: [0, 0, 0.5], u: [1, 0, 0], v: [0, 1, 0], "
            "points: [1500, 1500], every: 0}]",
        )
    )
    text = program.run("check", "case.yaml").expect(0, "or outputs").text
    told = re.search(r"or outputs ([\d.]+) ([kMG]B)", text)
    bytes_ = float(told[1]) * {"kB": 1e3, "MB": 1e6, "GB": 1e9}[told[2]]
    # Of each point at P2: ten weights and six values of 8 bytes.
    assert bytes_ > 1500**2 * (10 + 6) * 8, text
    large = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    assert large < small + 1e5, f"check takes {large} kB for what takes {small} kB without the slice"


# A case that leaves files of all kinds but far fields.
FILES_CASE = """\
solver: dgtd
mesh: {box: {size: [60 mm, 60 mm, 60 mm], cells: [4, 4, 4]}}
materials: {tissue: {epsilon_r: 4, sigma: 0.5, density: 1000}}
regions: {box: tissue}
boundaries: {x-: absorbing, x+: absorbing, y-: absorbing, y+: absorbing, z-: absorbing, z+: absorbing}
sources: [{dipole: {at: [31 mm, 29 mm, 30 mm], moment: [0, 0, 1e-3], waveform: {sine: {frequency: 1 GHz}}}}]
dgtd: {order: 1}
time: {end: 5 ns}
output:
  probes: [{name: p, at: [0.01, 0.01, 0.01]}]
  energy: {every: 10}
  snapshots: {every: 5 ns, boundaries: [x-], regions: [box]}
  slices: [{name: xy, origin: [0, 0, 0.03], u: [0.06, 0, 0], v: [0, 0.06, 0], points: [4, 3], every: 5 ns}]
  sar: {averages: [10 g]}
  dft:
    frequencies: [1 GHz]
    after: 3 ns
    regions: [box]
    boundaries: [x-]
    points: [{name: p, at: [0.01, 0.01, 0.01]}]
    lines: [{name: l, from: [0, 0, 0], to: [0.06, 0, 0], points: 3}]
    slices: [{name: xy, origin: [0, 0, 0.03], u: [0.06, 0, 0], v: [0, 0.06, 0], points: [4, 3]}]
"""


def expectUnits(path):
    """Every floating-point dataset of a file of fields has its unit and says what it is."""

    def check(name, item):
        if isinstance(item, h5py.Dataset) and item.dtype.kind == "f" and "FieldData" not in name:
            assert item.attrs["unit"] and item.attrs["description"], f"{path}: {name}"

    with h5py.File(path, "r") as file:
        file.visititems(check)


def textOf(path, dataset, attribute):
    with h5py.File(path, "r") as file:
        value = file[dataset].attrs[attribute]
    return value.decode() if isinstance(value, bytes) else value


def everyFileTellsUnitsAndQuantities(program):
    program.write("case.yaml", FILES_CASE)
    program.run("run", "case.yaml").expect(0)
    out = program.folder / "out"
    kinds = {"snapshots/*.vtkhdf": 4, "slices/*.h5": 2, "dft/*.vtkhdf": 2, "dft/slices/*.h5": 1, "sar/*.vtkhdf": 2}
    for pattern, number in kinds.items():
        files = sorted(out.glob(pattern))
        assert len(files) == number, (pattern, files)
        for path in files:
            expectUnits(path)
    tables = sorted(out.glob("**/*.csv"))
    assert len(tables) == 7, tables
    for path in tables:
        with open(path, newline="") as file:
            for head in next(csv.reader(file)):
                assert head in ("step", "name") or re.fullmatch(r"\S+ \[[^\]]+\]", head), f"{path}: {head}"
    fields = out / "dft/fields_1GHz.vtkhdf"
    assert textOf(fields, "VTKHDF/PointData/H_abs", "unit") == "A/m"
    assert "peak values, time dependence exp(+i" in textOf(fields, "VTKHDF/PointData/E_re", "description")
    assert textOf(out / "snapshots/fields_00000000.vtkhdf", "VTKHDF/PointData/E", "unit") == "V/m"
    assert textOf(out / "sar/average_10g.vtkhdf", "VTKHDF/PointData/sar_W_per_kg", "unit") == "W/kg"


def absorptionAtSeveralFrequenciesIsThatAtEach(program):
    """Powers and rates at two frequencies of one run are those of a run for each, and each has its files."""
    frequencies = {"1GHz": "1 GHz", "1.5GHz": "1.5 GHz"}
    pulse = FILES_CASE.replace("sine: {frequency: 1 GHz}", "gaussian: {frequency: 1.25 GHz, bandwidth: 1 GHz}")
    program.write("case.yaml", pulse.replace("    after: 3 ns\n", "").replace("sar: {", "sar: {power: 1 W, "))
    settings = ["--set", "output.dft.frequencies=[1 GHz, 1.5 GHz]"]
    program.run("run", "case.yaml", *settings, "--set", "output.sar.frequencies=[1 GHz, 1.5 GHz]").expect(0)
    both = json.loads((program.folder / "out/summary.json").read_text())
    assert len(both["powers"]) == len(both["sar"]) == 2
    for index, (name, frequency) in enumerate(frequencies.items()):
        folder = f"at{index}"
        program.run(
            "run",
            "case.yaml",
            *settings,
            "--set",
            f"output.sar.frequency={frequency}",
            "--set",
            f"output.directory={folder}",
        ).expect(0)
        one = json.loads((program.folder / folder / "summary.json").read_text())
        assert both["powers"][index] == one["powers"]
        for part in (one["sar"], both["sar"][index]):
            del part["wall_s"]
        assert both["sar"][index] == one["sar"]
        for file in ("elements", "average_10g"):
            several = program.folder / "out/sar" / name / f"{file}.vtkhdf"
            with h5py.File(several) as a, h5py.File(program.folder / folder / "sar" / f"{file}.vtkhdf") as b:
                kind = "CellData" if file == "elements" else "PointData"
                assert (a[f"VTKHDF/{kind}/sar_W_per_kg"][()] == b[f"VTKHDF/{kind}/sar_W_per_kg"][()]).all()


def powersNeedNoTissue(program):
    program.write("case.yaml", FILES_CASE.replace("sigma: 0.5, density: 1000", "sigma: 0.5"))
    told = program.run("run", "case.yaml", "--set", "output.sar.averages=").expect(0, "no region is of a material")
    summary = json.loads((program.folder / "out/summary.json").read_text())
    assert summary["powers"]["absorbed_W"] > 0 and "sar" not in summary, told.text
    assert not list((program.folder / "out").glob("sar/*"))


def filesOfStaticFieldsTellUnitsAndQuantities(program):
    writeCase(program)
    program.run("run", "case.yaml").expect(0)
    fields = program.folder / "out/fields.vtkhdf"
    expectUnits(fields)
    assert textOf(fields, "VTKHDF/PointData/potential", "unit") == "V"
    assert textOf(fields, "VTKHDF/CellData/D", "description") == "electric displacement"
