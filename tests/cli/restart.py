# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Checkpoints, signals and restarts."""
import csv
import json
import signal

import h5py
import numpy

from program import kill, rankProcesses, waitFor

STEPS = 4001
LAST_CHECKPOINT = 4000


def longCase(program, steps=STEPS, every=1000):
    return program.boxCase(
        ("cells: [3, 3, 3]", "cells: [6, 6, 6]"),
        ("steps: 20", f"steps: {steps}"),
        ("energy: {every: 5}", f"energy: {{every: 5}}\n  checkpoint: {{every: {every}, keep: 100}}"),
    )


def checkpoints(program, directory):
    return sorted((program.folder / directory / "checkpoints").glob("checkpoint_*.h5"))


def checkpointAt(program, directory, step):
    found = [p for p in checkpoints(program, directory) if int(p.stem.split("_")[1]) == step]
    assert len(found) == 1, f"no checkpoint of step {step} in {checkpoints(program, directory)}"
    return found[0]


def datasets(path):
    found = {}
    with h5py.File(path, "r") as file:
        file.visititems(lambda name, item: found.update({name: item[()]}) if isinstance(item, h5py.Dataset) else None)
    assert found, f"{path} holds no datasets"
    return found


def expectSameDatasets(first, second):
    """Of two files, bit for bit."""
    a, b = datasets(first), datasets(second)
    assert a.keys() == b.keys(), f"{first} and {second} hold different datasets"
    for name in a:
        same = numpy.asarray(a[name]).tobytes() == numpy.asarray(b[name]).tobytes()
        assert same, f"dataset {name} differs between {first} and {second}"


def series(program, name):
    with open(program.folder / name, newline="") as file:
        rows = list(csv.reader(file))
    return numpy.array([[float(v) for v in row] for row in rows[1:]])


def expectSameBits(program, first, second):
    expectSameDatasets(*(checkpointAt(program, directory, LAST_CHECKPOINT) for directory in (first, second)))
    for name in ("probes/centre.csv", "energy.csv"):
        assert (program.folder / first / name).read_text() == (program.folder / second / name).read_text(), name


def killAfterFirstCheckpoint(program, directory, *options):
    process = program.start("run", "case.yaml", "--output", directory, *options)
    waitFor(lambda: checkpoints(program, directory) or process.poll() is not None, "the first checkpoint")
    assert process.poll() is None, process.stdout.read().decode()
    kill(rankProcesses(process, program.binary)[-1])
    process.communicate(timeout=60)
    assert process.returncode != 0
    reached = [int(p.stem.split("_")[1]) for p in checkpoints(program, directory)]
    assert max(reached) < LAST_CHECKPOINT, "the run was not killed in mid-run"


def killedRunRestartsBitForBit(program):
    longCase(program)
    program.run("run", "case.yaml", "--output", "whole").expect(0)
    killAfterFirstCheckpoint(program, "killed")
    program.run("run", "case.yaml", "--output", "killed", "--restart", "latest").expect(0)
    expectSameBits(program, "whole", "killed")


def spectraOfAKilledRunAreThoseOfAWholeOneBitForBit(program):
    longCase(program)
    # In a part of the mesh, which on several ranks some do not have.
    spectra = (
        "output.dft={frequencies: [0.3 GHz, 0.5 GHz], after: 1 ns, kind: integral, box: [[0, 0, 0], [0.4, 0.3, 0.3]]}"
    )
    program.run("run", "case.yaml", "--output", "whole", "--set", spectra).expect(0)
    killAfterFirstCheckpoint(program, "killed", "--set", spectra)
    program.run("run", "case.yaml", "--output", "killed", "--restart", "latest", "--set", spectra).expect(0)
    expectSameBits(program, "whole", "killed")
    for name in ("fields_300MHz.vtkhdf", "fields_500MHz.vtkhdf"):
        whole, killed = (program.folder / directory / "dft" / name for directory in ("whole", "killed"))
        assert numpy.abs(datasets(whole)["VTKHDF/PointData/E_abs"]).max() > 0
        expectSameDatasets(whole, killed)
    program.refuses(
        "run",
        "case.yaml",
        "--output",
        "killed",
        "--restart",
        "latest",
        "--set",
        "output.dft={frequencies: [0.4 GHz]}",
        words=["dft", "400 MHz", "300 MHz"],
    )


def expectMediumGoesOn(program, source, medium, values, states, words):
    """A run with `source` and `medium`, in which VALUE is the first of `values`, goes on bit for bit after a kill; its
    checkpoints hold `states`, and another value is refused by `words`."""
    longCase(program)
    cavity = "initial: {cavityMode: {m: 1, n: 1, p: 0, type: tm}}"
    program.writeChanged((program.folder / "case.yaml").read_text(), (cavity, source))
    options, other = (["--set", medium.replace("VALUE", value)] for value in values)
    program.run("run", "case.yaml", "--output", "whole", *options).expect(0)
    killAfterFirstCheckpoint(program, "killed", *options)
    program.run("run", "case.yaml", "--output", "killed", "--restart", "latest", *options).expect(0)
    expectSameBits(program, "whole", "killed")
    held = datasets(checkpointAt(program, "whole", LAST_CHECKPOINT))
    for name in states:
        assert any(name in state for state in held), sorted(held)
    program.refuses("run", "case.yaml", "--output", "killed", "--restart", "latest", *other, words=words)


def anisotropicMediaGoOnBitForBit(program):
    current = (
        "sources: [{current: {region: box, density: [1 A/m^2, 0, 1 A/m^2], "
        "waveform: {gaussian: {frequency: 200 MHz, bandwidth: 200 MHz}}}}]"
    )
    medium = (
        "materials.vacuum={epsilon_r: [2, 3, 1.5, 0.1, 0.2, 0.3], magnetic: {lorentz: [{delta: 1, frequency: 200 MHz}]},"
        " magnetisedPlasma: {plasmaFrequency: 100 MHz, field: [0, 0, VALUE mT]}}"
    )
    expectMediumGoesOn(program, current, medium, ["5", "6"], ["plasma", "magneticPole0b"], ["plasma"])


def dispersiveMediaGoOnBitForBit(program):
    gap = (
        "sources: [{gap: {region: box, direction: [0, 0, 1], voltage: 1 V, resistance: 50 ohm, "
        "waveform: {gaussian: {frequency: 200 MHz, bandwidth: 200 MHz}}}}]"
    )
    water = "materials.vacuum={debye: [{delta: VALUE, tau: 1 ns}], lorentz: [{delta: 1, frequency: 200 MHz}]}"
    expectMediumGoesOn(program, gap, water, ["5", "6"], ["pole1a"], ["materials", "debye 5", "debye 6"])


# Points, a line and a slice: of which some elements are on several ranks, and many ranks' elements hold none.
PLACES = """
  dft:
    frequencies: [0.3 GHz, 0.5 GHz]
    kind: integral
    points: [{name: middle, at: [0.5, 0.5, 0.5]}, {name: corner, at: [0.05, 0.1, 0.02]}]
    lines: [{name: diagonal, from: [0, 0, 0], to: [1.2, 1.2, 1.2], points: 13}]
    slices: [{name: xy, origin: [0, 0, 0.3], u: [1, 0, 0], v: [0, 1, 0], points: [9, 7]}]
"""
PLACE_FILES = ("points.csv", "lines/diagonal.csv", "slices/xy_300MHz.csv", "slices/xy_500MHz.csv")


def columns(path):
    """Of a table of phasors, E and H by the columns' names."""
    rows = list(csv.reader(path.read_text().splitlines()))
    found = {
        name: numpy.array([float(row[i]) for row in rows[1:]])
        for i, name in enumerate(rows[0])
        if name.startswith(("E", "H"))
    }
    assert list(found)[0] == "Ex_re [V s/m]", rows[0]
    return found


def phasorsAtPlacesAreThoseOfAWholeRunOnAnyNumberOfRanks(program):
    longCase(program, steps=600, every=150)
    text = (program.folder / "case.yaml").read_text().rstrip() + PLACES
    program.write("case.yaml", text)
    program.run("check", "case.yaml").expect(0, "2 points, 1 line and 1 slice, 78 points in")
    program.run("run", "case.yaml", "--output", "whole").expect(0)
    restart = ["run", "case.yaml", "--restart", checkpointAt(program, "whole", 300)]
    program.run(*restart, "--output", "same").expect(0)
    program.run("run", "case.yaml", "--output", "more", ranks=program.ranks + 1).expect(0)
    program.run(*restart, "--output", "moreAgain", ranks=program.ranks + 2).expect(0)
    for name in PLACE_FILES:
        whole, same, more, again = (program.folder / d / "dft" / name for d in ("whole", "same", "more", "moreAgain"))
        assert whole.read_bytes() == same.read_bytes(), f"a restart changed {name}"
        table, other, third = (columns(path) for path in (whole, more, again))
        for field in ("E", "H"):
            largest = max(numpy.nanmax(numpy.abs(table[name])) for name in table if name.startswith(field))
            assert largest > 0
            for name in (name for name in table if name.startswith(field)):
                for values in (other[name], third[name]):
                    assert (numpy.isnan(values) == numpy.isnan(table[name])).all(), name
                    # Double precision, but for the nine digits of the text.
                    assert numpy.nanmax(numpy.abs(values - table[name])) < 2e-9 * largest, name
    for name in ("xy_300MHz.h5", "xy_500MHz.h5"):
        expectSameDatasets(*(program.folder / d / "dft/slices" / name for d in ("whole", "same")))
    # Sums are in the elements of the points only: others have none in the checkpoint.
    program.refuses(*restart, "--output", "other", "--set", "output.dft.points=[]", words=["dft", "elements"])


def farFieldTable(program, directory):
    with open(program.folder / directory / "farField.csv", newline="") as file:
        return list(csv.DictReader(file))


# The source lies in the middle of a box that has room for a surface round it.
FAR_FIELD_CASE = """solver: dgtd
mesh: {box: {size: [1, 1, 1], cells: [10, 10, 10]}}
materials: {vacuum: {}}
regions: {box: vacuum}
boundaries: {x-: absorbing, x+: absorbing, y-: absorbing, y+: absorbing, z-: absorbing, z+: absorbing}
sources: [{dipole: {at: [0.5, 0.51, 0.52], moment: [0, 0, 1], waveform: {gaussian: {frequency: 0.5 GHz, bandwidth: 0.4 GHz}}}}]
dgtd: {order: 2, precision: double}
time: {end: 10 ns}
output:
  farField: {band: {from: 0.4 GHz, to: 0.6 GHz, points: 3}, theta: {points: 7}, phi: {points: 4}}
  checkpoint: {every: 100, keep: 100}
"""


def theFarFieldOfARestartedRunIsThatOfAWholeOne(program):
    program.write("case.yaml", FAR_FIELD_CASE)
    program.run("run", "case.yaml", "--output", "whole").expect(0)
    middle = sorted(checkpoints(program, "whole"), key=lambda path: int(path.stem.split("_")[1]))[1]
    restart = ["run", "case.yaml", "--restart", middle]
    program.run(*restart, "--output", "same").expect(0)
    program.run(*restart, "--output", "more", ranks=program.ranks + 1).expect(0)
    whole, same, more = (farFieldTable(program, name) for name in ("whole", "same", "more"))
    assert same == whole, "a restart changed the far field"
    assert max(float(row["rE_theta_Vs"]) for row in whole) > 0
    for row, other in zip(whole, more, strict=True):
        largest = max(float(r["rE_theta_Vs"]) for r in whole if r["frequency_Hz"] == row["frequency_Hz"])
        for column in ("rE_theta_Vs", "rE_phi_Vs"):
            # Seven digits are written.
            assert abs(float(row[column]) - float(other[column])) < 2e-7 * largest, (row, other)
    program.refuses(
        *restart,
        "--output",
        "other",
        "--set",
        "output.farField.band.points=5",
        words=["farField", "450 MHz"],
    )


FED_CUBE = """SetFactory("OpenCASCADE");
Box(1) = {-0.5, -0.5, -0.5, 1, 1, 1};
Box(2) = {-0.1, -0.1, -0.1, 0.2, 0.2, 0.2};
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }
Physical Volume("Feed") = {2};
Physical Volume("Air") = {3};
Physical Surface("Outer") = Surface In BoundingBox{-1, -1, -1, 1, 1, 1};
Physical Surface("Outer") -= Surface In BoundingBox{-0.2, -0.2, -0.2, 0.2, 0.2, 0.2};
MeshSize{:} = 0.1;
"""


def theGainOfARestartedRunIsThatOfAWholeOne(program):
    program.write("cube.geo", FED_CUBE)
    program.write(
        "case.yaml",
        FAR_FIELD_CASE.replace("mesh: {box: {size: [1, 1, 1], cells: [10, 10, 10]}}", "mesh: {file: cube.geo}")
        .replace("regions: {box: vacuum}", "regions: {Air: vacuum, Feed: vacuum}")
        .replace(
            "boundaries: {x-: absorbing, x+: absorbing, y-: absorbing, y+: absorbing, z-: absorbing, z+: absorbing}",
            "boundaries: {Outer: absorbing}",
        )
        .replace(
            "dipole: {at: [0.5, 0.51, 0.52], moment: [0, 0, 1],",
            "gap: {region: Feed, direction: [0, 0, 1], voltage: 1, resistance: 50,",
        ),
    )
    program.run("run", "case.yaml", "--output", "whole").expect(0)
    middle = sorted(checkpoints(program, "whole"), key=lambda path: int(path.stem.split("_")[1]))[1]
    restart = ["run", "case.yaml", "--restart", middle]
    program.run(*restart, "--output", "same").expect(0)
    program.run(*restart, "--output", "more", ranks=program.ranks + 1).expect(0)
    whole, same, more = (
        json.loads((program.folder / name / "summary.json").read_text())["farField"]["frequencies"]
        for name in ("whole", "same", "more")
    )
    for row, one, other in zip(whole, same, more, strict=True):
        assert 0 < row["total_efficiency"] < row["efficiency"], row
        assert one["ports"] == row["ports"], (one, row)
        for name in ("accepted_W_s2", "available_W_s2", "efficiency", "total_efficiency"):
            # Double precision; sums over ranks have another order.
            assert abs(other[name] - row[name]) < 1e-9 * abs(row[name]), (name, other[name], row[name])


def theFarFieldOverTimeOfARestartedRunIsThatOfAWholeOne(program):
    """Also in the precision of most runs, and if the run goes on beyond the end that was planned."""
    for precision in ("single", "double"):
        case = (
            FAR_FIELD_CASE.replace("double", precision)
            .replace("end: 10 ns", "steps: 420")
            .replace(
                "  farField: {band: {from: 0.4 GHz, to: 0.6 GHz, points: 3}, theta: {points: 7}, phi: {points: 4}}",
                "  transientFarField: {directions: [{theta: 90, phi: 0}, {theta: 30, phi: 60}]}",
            )
        )
        program.write("case.yaml", case)
        names = {name: f"{precision}_{name}" for name in ("whole", "short", "same", "longer", "more")}
        program.run("run", "case.yaml", "--output", names["whole"]).expect(0)
        program.run("run", "case.yaml", "--set", "time.steps=250", "--output", names["short"]).expect(0)
        for name, begun in (("same", "whole"), ("longer", "short")):
            paths = sorted(checkpoints(program, names[begun]), key=lambda path: int(path.stem.split("_")[1]))
            program.run("run", "case.yaml", "--restart", paths[1], "--output", names[name]).expect(0)
        program.run(
            "run", "case.yaml", "--restart", paths[1], "--output", names["more"], ranks=program.ranks + 1
        ).expect(0)
        tables = {name: transientTable(program, names[name]) for name in names}
        whole = tables["whole"]
        if program.ranks == 1:
            assert tables["same"] == whole, "a restart changed the far field over time"
            assert tables["longer"] == whole, "a later end changed the far field over time"
        largest = max(abs(float(row["rE_theta_V"])) for row in whole)
        assert largest > 0
        for name in ("same", "longer", "more"):
            for row, other in zip(whole, tables[name], strict=True):
                assert row["time_s"] == other["time_s"], (row, other)
                for column in ("rE_theta_V", "rE_phi_V"):
                    # Seven digits are written.
                    assert abs(float(row[column]) - float(other[column])) < 2e-7 * largest, (row, other)
        program.refuses(
            "run",
            "case.yaml",
            "--restart",
            paths[1],
            "--output",
            "other",
            "--set",
            "output.transientFarField.directions=[{theta: 45, phi: 0}]",
            words=["transientFarField", "to 45 0"],
        )


def transientTable(program, directory):
    with open(program.folder / directory / "transientFarField.csv", newline="") as file:
        return list(csv.DictReader(file))


def restartOnOneRankMoreAgreesToRounding(program):
    longCase(program)
    program.run("run", "case.yaml", "--output", "whole").expect(0)
    killAfterFirstCheckpoint(program, "killed")
    program.run("run", "case.yaml", "--output", "killed", "--restart", "latest", ranks=program.ranks + 1).expect(0)
    whole, killed = series(program, "whole/probes/centre.csv"), series(program, "killed/probes/centre.csv")
    assert whole.shape == killed.shape and whole.shape[0] == STEPS + 1, (whole.shape, killed.shape)
    # Columns of E (V/m) and of H (A/m) differ in size: each against its own largest value.
    scale = numpy.abs(whole).max(axis=0)
    error = numpy.abs(whole - killed).max(axis=0)[scale > 1e-6 * scale.max()] / scale[scale > 1e-6 * scale.max()]
    assert error.max() < 1e-10, error


def stopBySignal(program, target, number):
    """Starts an endless run, signals it, and expects code 4 and a checkpoint to go on from."""
    longCase(program, steps=100000000, every=100000000)
    process = program.start("run", "case.yaml")
    probe = program.folder / "out" / "case.yaml"
    waitFor(lambda: probe.exists() or process.poll() is not None, "the start of the run")
    assert process.poll() is None, process.stdout.read().decode()
    kill(target(process), number)
    output = process.communicate(timeout=60)[0].decode()
    assert process.returncode == 4, f"exit code {process.returncode}:\n{output}"
    assert len(checkpoints(program, "out")) == 1, output
    reached = int(checkpoints(program, "out")[0].stem.split("_")[1])
    program.run("run", "case.yaml", "--restart", "latest", "--set", f"time.steps={reached + 3}").expect(0)


def signalToOneRankStopsAllWithCode4AndACheckpoint(program):
    stopBySignal(program, lambda process: rankProcesses(process, program.binary)[-1], signal.SIGTERM)


def signalToMpirunStopsAllWithCode4(program):
    stopBySignal(program, lambda process: process.pid, signal.SIGUSR1)


def shortRunWithCheckpoint(program):
    longCase(program, steps=25, every=10)
    program.run("run", "case.yaml").expect(0)
    return checkpointAt(program, "out", 20)


def damagedCheckpointIsRefusedAndNothingIsTouched(program):
    checkpoint = shortRunWithCheckpoint(program)
    whole = checkpoint.read_bytes()
    checkpoint.write_bytes(whole[: len(whole) // 2])
    program.refuses("run", "case.yaml", "--restart", checkpoint, words=[checkpoint.name])
    flipped = bytearray(whole)
    with h5py.File(program.write("copy.h5", whole), "r") as file:
        largest = max(datasets(program.folder / "copy.h5"), key=lambda name: file[name].nbytes)
        place = file[largest].id.get_offset() + file[largest].nbytes // 2
    flipped[place] ^= 1
    checkpoint.write_bytes(flipped)
    program.refuses("run", "case.yaml", "--restart", checkpoint, words=[checkpoint.name, "checksum"])


def foreignCheckpointIsRefused(program):
    shortRunWithCheckpoint(program)
    with h5py.File(program.folder / "foreign.h5", "w") as file:
        file["something"] = 1
    program.refuses("run", "case.yaml", "--restart", "foreign.h5", words=["foreign.h5"])
    program.write("text.h5", "no HDF5 at all")
    program.refuses("run", "case.yaml", "--restart", "text.h5", words=["text.h5"])


def checkpointOfAnotherOrderIsRefused(program):
    checkpoint = shortRunWithCheckpoint(program)
    program.refuses("run", "case.yaml", "--restart", checkpoint, "--set", "dgtd.order=3", words=["order", "2", "3"])


def checkpointOfOtherSourcesIsRefused(program):
    source = (
        "sources: [{gap: {region: box, direction: [0, 0, 1], voltage: 1 V, resistance: 50 ohm, "
        "waveform: {sine: {frequency: 100 MHz}}}}]"
    )
    program.boxCase(
        ("initial: {cavityMode: {m: 1, n: 1, p: 0, type: tm}}", source),
        ("energy: {every: 5}", "checkpoint: {every: 10}"),
    )
    program.run("run", "case.yaml").expect(0)
    for key, value in (("resistance", "200 ohm"), ("voltage", "2 V"), ("waveform", "{sine: {frequency: 200 MHz}}")):
        program.refuses(
            "run",
            "case.yaml",
            "--restart",
            "latest",
            "--set",
            f"sources[0].gap.{key}={value}",
            words=["sources: checkpoint gap box", "50 ohm, sine of 100 MHz", "case gap box"],
        )
    program.run("run", "case.yaml", "--restart", "latest", "--set", "time.steps=30").expect(0)


def anotherEndIsRefusedOnceTonesAreSampled(program):
    program.boxCase(
        ("steps: 20", "steps: 400"),
        ("energy: {every: 5}", "checkpoint: {every: 150, keep: 10}\n  dft: {frequencies: [0.3 GHz], after: 15 ns}"),
    )
    program.run("run", "case.yaml").expect(0)
    spectrum = datasets(program.folder / "out/dft/fields_300MHz.vtkhdf")
    raised = ("--set", "time.steps=500")
    program.refuses(
        "run", "case.yaml", "--restart", "latest", *raised, words=["output.dft", "at step 400", "at step 500"]
    )
    program.run("run", "case.yaml", "--restart", "latest").expect(0)
    again = datasets(program.folder / "out/dft/fields_300MHz.vtkhdf")
    assert (spectrum["VTKHDF/PointData/E_abs"] == again["VTKHDF/PointData/E_abs"]).all()
    # Before the first sample nothing is fixed yet.
    early = checkpointAt(program, "out", 150)
    program.run("run", "case.yaml", "--restart", early, *raised).expect(0)


def latestWithoutCheckpointIsRefused(program):
    program.boxCase()
    program.refuses("run", "case.yaml", "--restart", "latest", words=["checkpoint"])


def checkpointOfAnotherTimeStepIsRefused(program):
    program.boxCase(("steps: 20", "steps: 25, maxStep: 0.02 ns"), ("energy: {every: 5}", "checkpoint: {every: 10}"))
    program.run("run", "case.yaml").expect(0)
    for change, words in (
        ("dgtd.cfl=0.5", ["dgtd.cfl: checkpoint 0.9, case 0.5"]),
        ("time.maxStep=0.01 ns", ["time.maxStep: checkpoint 2e-11 s, case 1e-11 s"]),
    ):
        program.refuses("run", "case.yaml", "--restart", "latest", "--set", change, words=words)
    program.boxCase(("steps: 20", "steps: 25"), ("energy: {every: 5}", "checkpoint: {every: 10}"))
    program.refuses(
        "run", "case.yaml", "--restart", "latest", words=["time.maxStep: checkpoint 2e-11 s, not in the case"]
    )


def aSeriesDoesNotGoOnFromAnotherPlace(program):
    checkpoint = shortRunWithCheckpoint(program)
    moved = ("--set", "output.probes[0].at=[0.3, 0.3, 0.3]")
    refused = ["probe 'centre'", "(0.52, 0.47, 0.51) m in the checkpoint", "(0.3, 0.3, 0.3) m in the case"]
    program.refuses("run", "case.yaml", "--restart", "latest", *moved, words=refused)
    # A new name, and a new place for the series, are welcome.
    program.run("run", "case.yaml", "--restart", "latest", *moved, "--set", "output.probes[0].name=other").expect(0)
    program.run("run", "case.yaml", "--restart", checkpoint, *moved, "--output", "elsewhere").expect(0)
    # A probe that was left out meanwhile is remembered.
    program.run(
        "run", "case.yaml", "--restart", "latest", "--set", "output.probes=[]", "--set", "time.steps=35"
    ).expect(0)
    checkpointAt(program, "out", 30)
    program.refuses("run", "case.yaml", "--restart", "latest", *moved, "--set", "time.steps=45", words=refused)
    program.run("run", "case.yaml", "--restart", "latest", "--set", "time.steps=45").expect(0)
