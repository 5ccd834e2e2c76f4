# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Cases that would give wrong numbers: what makes none is refused, what may be meant is warned of by `check` and `run`."""
import json
import re

from badMesh import CUBE, TETRAHEDRA, msh, outerFaces

# Two volumes, Air and Glass, in the unit cube.
TISSUE_CASE = """\
mesh: {file: cube.msh}
materials: {muscle: {epsilon_r: 2, sigma: 1 mS/m, density: 1000}, bone: {sigma: 1 mS/m}}
regions: {Air: muscle, Glass: bone}
boundaries: {Outer: pec}
sources: [{dipole: {at: [0.5, 0.5, 0.5], moment: [0, 0, 1], waveform: {sine: {frequency: 1 MHz, ramp: 0}}}}]
dgtd: {order: 1}
time: {end: 1 us}
output: {directory: out, dft: {frequencies: [1 MHz]}, sar: {averages: []}}
"""
GAP = (
    "sources: [{gap: {region: box, direction: [0, 0, 1], voltage: 1 V, resistance: 50 ohm, "
    "waveform: {sine: {frequency: 50 MHz, ramp: 0}}}}]"
)
INITIAL = "initial: {cavityMode: {m: 1, n: 1, p: 0, type: tm}}"


def tissueCase(program):
    program.write("cube.msh", msh(CUBE, TETRAHEDRA, outerFaces(TETRAHEDRA), volumes=[1, 1, 1, 1, 2]))
    program.write("case.yaml", TISSUE_CASE)


def gapCase(program, *replacements):
    program.boxCase((INITIAL, GAP), *replacements)


def warnings(result):
    return [line for line in result.text.splitlines() if "warning" in line]


def tissueWithoutDensityIsWarnedOfOnce(program):
    tissueCase(program)
    for command in ("check", "run"):
        told = [line for line in warnings(program.run(command, "case.yaml").expect(0)) if "no density" in line]
        assert len(told) == 1 and "case.yaml:8" in told[0] and "no density: Glass;" in told[0], told
    assert not warnings(
        program.run(
            "check", "case.yaml", "--set", "materials.bone.density=1900", "--set", "output.directory=other"
        ).expect(0)
    )


def coarseRegionIsWarnedOf(program):
    gapCase(program)
    assert not warnings(program.run("check", "case.yaml").expect(0))
    coarse = ["--set", "sources[0].gap.waveform.sine.frequency=500 MHz"]
    for command in ("check", "run"):
        told = warnings(program.run(command, "case.yaml", *coarse).expect(0))
        assert (
            len(told) == 1 and "'box' has 2.9 nodes per wavelength at 500 MHz" in told[0] and "150 mm" in told[0]
        ), told


def fitsOfPermittivitiesAreToldAndBadOnesWarnedOf(program):
    gapCase(program)
    medium = "materials.vacuum={{epsilon_r: 4.4, lossTangent: {{value: 0.02, from: 10 MHz, to: 100 MHz{}}}}}"
    good, bad = (["--set", medium.format(poles)] for poles in ("", ", poles: 1"))
    checked = program.run("check", "case.yaml", *good).expect(0)
    assert not [line for line in warnings(checked) if "relaxation" in line], checked.text
    for words in ("fitted to lossTangent from 10 MHz to 100 MHz", "vacuum at 50 MHz: 4.3"):
        assert words in checked.text, checked.text
    told = [line for line in warnings(program.run("check", "case.yaml", *bad).expect(0)) if "relaxation" in line]
    assert len(told) == 1 and "1 relaxation misses the loss tangent by up to" in told[0], told
    program.run("run", "case.yaml", *good).expect(0, "fitted to lossTangent")
    fit = json.loads((program.folder / "out" / "summary.json").read_text())["permittivity_fits"]["vacuum"]
    assert fit["key"] == "lossTangent" and fit["band_Hz"] == [1e7, 1e8] and fit["poles"] > 1, fit
    assert 0 < fit["worst_error"] <= 0.01 and 1e7 <= fit["at_Hz"] <= 1.0001e8, fit


def gapWithoutAConductorIsWarnedOf(program):
    gapCase(program, ("z+: pec}", "z+: absorbing}"))
    told = warnings(program.run("check", "case.yaml").expect(0))
    assert len(told) == 1 and "100 % (where direction comes from) and 0 %" in told[0], told


def frequencyThatNoSourceExcitesIsRefused(program):
    gapCase(program, ("energy: {every: 5}", "dft: {frequencies: [50 MHz, 60 MHz]}"))
    for command in ("check", "run"):
        program.refuses(command, "case.yaml", words=["case.yaml:15:31", "no source excites 60 MHz", "covers 50 MHz"])


def missingMeshOfTheOptionIsNamedAsSuch(program):
    program.boxCase()
    for command in ("check", "run"):
        result = program.refuses(
            command, "case.yaml", "--mesh", "nope.h5", words=["--mesh nope.h5", "started", str(program.folder)]
        )
        assert "--set" not in result.text and "case's folder" not in result.text, result.text


# Two sub-layers in a dense medium, beside sides that absorb.
FEW_SUB_LAYERS = """\
mesh: {box: {size: [0.6, 0.5, 0.5], cells: [6, 5, 5], perturb: 0.25}}
materials: {dense: {epsilon_r: 36}}
regions: {box: dense}
boundaries: {x-: {pml: {layers: 2}}, x+: absorbing, y-: absorbing, y+: absorbing, z-: absorbing, z+: absorbing}
sources: [{dipole: {at: [0.31, 0.23, 0.26], moment: [1, 2, 1], waveform: {ricker: {frequency: 30 MHz}}}}]
dgtd: {order: 1, precision: double}
time: {steps: 3000}
output: {directory: out, energy: {every: 100}}
"""


def stepThatFewSubLayersHoldIsStableAndWarnedOf(program):
    """At the longer step that the mesh alone allows the energy grows."""
    program.write("case.yaml", FEW_SUB_LAYERS)
    for command in ("check", "run"):
        result = program.run(command, "case.yaml").expect(0)
        assert any("absorbing layers hold the time step" in line for line in warnings(result)), result.text
        assert re.search("limited by *the absorbing layers", result.text), result.text
    energies = [float(row.split(",")[-1]) for row in (program.folder / "out/energy.csv").read_text().splitlines()[1:]]
    assert energies[-1] < 1e-3 * max(energies), energies
    many = ["--set", "boundaries.x-={pml: {layers: 12}}"]
    assert not any(
        "hold the time step" in line for line in warnings(program.run("check", "case.yaml", *many).expect(0))
    )
