# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The fields do not depend on the number of ranks, the partition or the kernel set."""
import pathlib

import h5py
import numpy

from restart import checkpointAt, expectSameDatasets

DATA = pathlib.Path(__file__).parent.parent / "verification" / "data"

# Everything at once: two materials with conductivity, absorbing outside, a wave and a dipole.
CASE = """\
solver: dgtd
mesh: {{file: {data}/ball.geo, size: 0.45 m}}
materials:
  vacuum: {{}}
  lossy: {{epsilon_r: 3, mu_r: 1.5, sigma: 5 mS/m}}
regions: {{Inner: lossy, Outer: vacuum}}
boundaries: {{Wall: absorbing}}
sources:
  - planeWave: {{direction: [0, 0, 1], polarization: [1, 0, 0], boundary: Wall, waveform: {{ricker: {{frequency: 150 MHz}}}}}}
  - dipole: {{at: [0.1, -0.2, 0.15], moment: [0, 1e-3 A*m, 0], waveform: {{gaussian: {{frequency: 150 MHz, bandwidth: 150 MHz}}}}}}
dgtd: {{order: {order}, precision: {precision}, flux: {flux}}}
time: {{steps: {steps}}}
output:
  snapshots: {{every: {steps} steps}}
  probes: [{{name: p, at: [0.3, 0.2, -0.1]}}]
"""


# Waves through a surface inside that ends at a conducting plane.
SCATTERING_CASE = """\
solver: dgtd
mesh: {{box: {{size: [1.1, 0.9, 1], cells: [11, 9, 10]}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{x-: {outer}, x+: {outer}, y-: absorbing, y+: {outer}, z-: pec, z+: absorbing}}
sources:
  - planeWave: {{direction: [0.6, 0, -0.8], polarization: [0, 1, 0], surface: auto, ellipticity: {{axialRatio: 3 dB}},
                halfSpace: {{behind: pec}}, waveform: {{gaussian: {{frequency: 400 MHz, bandwidth: 200 MHz, delay: 1 ns}}}}}}
  - planeWave: {{direction: [0, 0.6, -0.8], polarization: [1, 0, 0], surface: auto, halfSpace: {{behind: pec}},
                waveform: {{ricker: {{frequency: 300 MHz, delay: 1 ns}}}}}}
  - planeWave: {{direction: [0, 0.8, -0.6], polarization: [1, 0, 0], surface: auto,
                focus: {{at: [0.6, 0.4, 0.5], waist: 80 cm, frequency: 400 MHz}},
                waveform: {{ricker: {{frequency: 250 MHz, delay: 1 ns}}}}}}
dgtd: {{order: {order}, precision: {precision}, flux: {flux}}}
time: {{steps: {steps}, maxStep: 30 ps}}
output:
  snapshots: {{every: {steps} steps}}
  checkpoint: {{every: 40}}
"""


def fieldsOf(program, name, steps, ranks, *overrides):
    options = [word for override in overrides for word in ("--set", override)]
    program.run("run", "case.yaml", "--output", name, *options, ranks=ranks).expect(0)
    return fieldsOfFolder(program, name, steps)


def fieldsOfFolder(program, name, steps):
    with h5py.File(program.folder / name / "snapshots" / f"fields_{steps:08d}.vtkhdf", "r") as file:
        return {field: file["VTKHDF/PointData"][field][()].astype(float) for field in ("E", "H")}


def keptFields(program, name, step):
    """Fields of a checkpoint, in the precision of the run."""
    with h5py.File(checkpointAt(program, name, step), "r") as file:
        return {field: file[field][()] for field in ("E", "H")}


def expectSame(reference, fields, tolerance, what):
    for name in ("E", "H"):
        scale = numpy.linalg.norm(reference[name])
        assert scale > 0, f"{name} is zero: the test shows nothing"
        error = numpy.linalg.norm(fields[name] - reference[name]) / scale
        assert error < tolerance, f"{what}: {name} differs by {error:.2e}"


def expectRestartsGoOn(program, steps):
    """case.yaml of so many steps, stopped at half of them: restarted it goes on bit for bit, on other ranks but for rounding."""
    half = ("--set", f"time.steps={steps // 2}")
    program.run("run", "case.yaml", "--output", "whole").expect(0)
    program.run("run", "case.yaml", "--output", "parts", *half).expect(0)
    program.run("run", "case.yaml", "--output", "parts", "--restart", "latest").expect(0)
    expectSameDatasets(*(checkpointAt(program, directory, 3 * steps // 4) for directory in ("whole", "parts")))
    program.run("run", "case.yaml", "--output", "other", *half, ranks=3).expect(0)
    program.run("run", "case.yaml", "--output", "other", "--restart", "latest", ranks=2).expect(0)
    # Checkpoints have fields in double precision, where snapshots round.
    whole, other = (keptFields(program, directory, 3 * steps // 4) for directory in ("whole", "other"))
    expectSame(whole, other, 1e-11, "a restart on other ranks")


def compare(program, precision, flux, order, tolerance, kernelSets):
    steps = 60
    program.write("case.yaml", CASE.format(data=DATA, order=order, precision=precision, flux=flux, steps=steps))
    reference = fieldsOf(program, "reference", steps, 1)
    for ranks in (1, 2, 3, 4):
        for method in ("metis", "box"):
            for kernels in kernelSets:
                name = f"{ranks}-{method}-{kernels}"
                fields = fieldsOf(program, name, steps, ranks, f"partition.method={method}", f"dgtd.kernels={kernels}")
                expectSame(reference, fields, tolerance, name)


# Snapshots are written in single precision: half a unit in the last place is 6e-8, and both runs round.
def doublePrecisionAgreesToTheSnapshotsRounding(program):
    compare(program, "double", "centred", 3, 1.2e-7, ("fused", "split"))


# 60 steps with rounding of 6e-8 each in every operation of an element's sum: well below 1e-5 unless something is wrong.
def singlePrecisionAgreesToRounding(program):
    compare(program, "single", "centred", 2, 1e-5, ("fused", "split"))


def thePenalisedFluxAgreesToTheSnapshotsRounding(program):
    compare(program, "double", "penalised", 2, 1.2e-7, ("fused", "split"))


def upwindAgreesToTheSnapshotsRounding(program):
    compare(program, "double", "upwind", 2, 1.2e-7, ("fused",))


def wavesThroughASurfaceInsideAgreeOnAllRanksAndAfterARestart(program):
    steps = 80
    for flux, outer in (("penalised", "pml"), ("upwind", "absorbing")):
        program.write(
            "case.yaml", SCATTERING_CASE.format(order=1, precision="double", flux=flux, steps=steps, outer=outer)
        )
        reference = fieldsOf(program, f"reference-{flux}", steps, 1)
        for ranks in (2, 3, 4):
            for kernels in ("fused",) if flux == "upwind" else ("fused", "split"):
                fields = fieldsOf(program, f"{flux}-{ranks}-{kernels}", steps, ranks, f"dgtd.kernels={kernels}")
                expectSame(reference, fields, 1.2e-7, f"{flux} on {ranks} ranks, {kernels}")
        checkpoint = next((program.folder / f"reference-{flux}" / "checkpoints").glob("*_00000040.h5"))
        options = ("--output", f"restarted-{flux}", "--restart", checkpoint)
        program.run("run", "case.yaml", *options, ranks=3).expect(0)
        expectSame(reference, fieldsOfFolder(program, f"restarted-{flux}", steps), 1.2e-7, f"{flux}, restarted")


def dispersiveMediaAgreeOnAllRanks(program):
    text = CASE.format(data=DATA, order=2, precision="double", flux="penalised", steps=60)
    lossy = "lossy: {epsilon_r: 3, mu_r: 1.5, sigma: 5 mS/m}"
    dispersive = "lossy: {epsilon_r: 3, debye: [{delta: 2, tau: 1 ns}], lorentz: [{delta: 1, frequency: 150 MHz}]}"
    assert lossy in text and "at: [0.1, -0.2, 0.15]" in text
    text = text.replace(lossy, dispersive).replace("at: [0.1, -0.2, 0.15]", "at: [0.5, -0.45, 0.3]")
    program.write("case.yaml", text)
    reference = fieldsOf(program, "reference", 60, 1)
    for ranks in (2, 3, 4):
        for kernels in ("fused", "split"):
            name = f"{ranks}-{kernels}"
            expectSame(reference, fieldsOf(program, name, 60, ranks, f"dgtd.kernels={kernels}"), 1.2e-7, name)


def anisotropicMediaAgreeOnAllRanks(program):
    text = CASE.format(data=DATA, order=2, precision="double", flux="penalised", steps=60)
    lossy = "lossy: {epsilon_r: 3, mu_r: 1.5, sigma: 5 mS/m}"
    anisotropic = (
        "lossy: {epsilon_r: [3, 2, 4], sigma: [5 mS/m, 1 mS/m, 0], axes: [[1, 1, 0], [0, 1, 1]], "
        "mu_r: [1.5, 1.5, 1.2, 0.1, 0, 0.1], magnetic: {debye: [{delta: 1, tau: 1 ns}]}, "
        "magnetisedPlasma: {plasmaFrequency: 150 MHz, collision: 5 MHz, field: [1 mT, 2 mT, 5 mT]}}"
    )
    assert lossy in text and "at: [0.1, -0.2, 0.15]" in text
    text = text.replace(lossy, anisotropic).replace("at: [0.1, -0.2, 0.15]", "at: [0.5, -0.45, 0.3]")
    program.write("case.yaml", text)
    reference = fieldsOf(program, "reference", 60, 1)
    for ranks, kernels in ((1, "split"), (3, "fused"), (2, "split")):
        name = f"{ranks}-{kernels}"
        expectSame(reference, fieldsOf(program, name, 60, ranks, f"dgtd.kernels={kernels}"), 1.2e-7, name)


def aMeshFileMadeFromTheCaseGivesTheSameFields(program):
    text = CASE.format(data=DATA, order=2, precision="double", flux="centred", steps=60)
    program.write("case.yaml", text.replace("size: 0.45 m}", "size: 0.3 m, scale: 0.8 m}"))
    reference = fieldsOf(program, "reference", 60, 1)
    program.run("mesh", "case.yaml", "-o", "mesh.h5", "--parts", "2").expect(0, "tetrahedra", "parts")
    program.refuses("mesh", "case.yaml", "-o", "mesh.h5", words=["mesh.h5", "exists"])
    for ranks in (1, 2, 3):
        name = f"from-file-{ranks}"
        program.run("run", "case.yaml", "--mesh", "mesh.h5", "--output", name, ranks=ranks).expect(0)
        expectSame(reference, fieldsOfFolder(program, name, 60), 1.2e-7, name)
    program.refuses("run", "case.yaml", "--set", f"mesh.file={program.folder / 'mesh.h5'}", words=["--mesh", "metres"])
