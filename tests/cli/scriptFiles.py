# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Boxes of air round what a .geo draws."""
import os
import subprocess
import sys

import cadFiles
from program import SKIPPED, moduleOrSkip

BLOCK_SCRIPT = """\
SetFactory("OpenCASCADE");
DefineConstant[ width = 4 ];
Box(1) = {10, 5, 10, width, 8, 15};
Physical Volume("Block") = {1};
"""


def aBoxOfAirRoundAScriptsBlockIsACavity(program):
    """The same block as in a STEP file, if a parameter is right; otherwise the cavity is another."""
    program.write("block.geo", BLOCK_SCRIPT)
    program.writeChanged(
        cadFiles.BLOCK, (str(cadFiles.DATA / "block.step"), "block.geo\n  scale: 1 mm\n  parameters: {width: 10}")
    )
    program.run("run", "case.yaml").expect(0)
    cadFiles.expectCavity(program)
    described = program.run("mesh", "case.yaml").expect(0, "Block", "Space")
    described.expect(0, "1.2e-06 m^3", "2.28e-05 m^3")  # 10 x 8 x 15 mm, and the rest of 30 x 20 x 40 mm
    program.run("mesh", "case.yaml", "--set", "mesh.parameters.width=20").expect(0, "2.4e-06 m^3", "2.96e-05 m^3")


# The example of docs/userGuide.md.
BOARD_SCRIPT = """\
SetFactory("OpenCASCADE");
DefineConstant[ width = {40, Name "width"} ];
Box(1) = {-30, -30, 0, 60, 60, 1.6};
Rectangle(10) = {-width / 2, -15, 1.6, width, 30};
Rectangle(11) = {-30, -30, 0, 60, 60};
Physical Volume("Board") = {1};
Physical Surface("Patch") = {10};
Physical Surface("Ground") = {11};
"""
BOARD = """\
solver: dgtd
mesh: {file: patch.geo, scale: 1 mm, size: auto, sizes: {Patch.edges: 3 mm}, airBox: {wavelengths: 0.25}}
materials: {vacuum: {}, laminate: {epsilon_r: 2.2}}
regions: {Air: vacuum, Board: laminate}
boundaries: {Patch: pec, Ground: pec, x-: absorbing, x+: absorbing, y-: absorbing, y+: absorbing, z-: absorbing, z+: absorbing}
sources: [{dipole: {at: [0, 0, 10 mm], moment: [0, 0, 1 A*m], waveform: {gaussian: {frequency: 2.5 GHz, bandwidth: 1 GHz}}}}]
time: {end: 1 ns}
output: {probes: [{name: above, at: [0, 0, 15 mm], fields: [E]}]}
"""


def scriptsHaveBoxesOfAir(program):
    program.write("patch.geo", BOARD_SCRIPT)
    program.write("case.yaml", BOARD)
    sizes = ("Air: 37.3 mm by waves", "Patch.edges: 3 mm by mesh.sizes", "Ground: 1.5 mm at edges")
    program.run("check", "case.yaml").expect(0, *sizes)
    described = program.run("mesh", "case.yaml", "-o", "patch.h5").expect(0, "Patch", "Ground", "x-", "z+").text
    assert "0.0012 m^2" in described and "0.0036 m^2" in described, described
    program.run("check", "case.yaml", "--mesh", "patch.h5").expect(0)
    own = BOARD_SCRIPT.replace('SetFactory("OpenCASCADE");\n', "")
    own = (
        own[: own.index("Box")]
        + "Point(1) = {0, 0, 0};\nExtrude{1, 0, 0}{ Point{1}; }\nExtrude{0, 1, 0}{ Curve{1}; }\n"
    )
    program.write("patch.geo", own)
    program.refuses("check", "case.yaml", words=["patch.geo", "OpenCASCADE", "SetFactory"])
    program.write("patch.geo", BOARD_SCRIPT + "Transfinite Curve{1} = 5;\n")
    program.refuses("check", "case.yaml", words=["patch.geo", "Transfinite", "mesh.sizes"])


BALL_SCRIPT = """\
SetFactory("OpenCASCADE");
Box(1) = {-1, -1, -1, 2, 2, 2};
Sphere(2) = {0.1, 0.2, 0.05, 0.5};
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }
Physical Volume("Ball") = {2};
Physical Volume("Air") = {3};
Physical Surface("Outer") = Abs(CombinedBoundary{ Volume{:}; });
Mesh.CharacteristicLengthMax = 0.3;
"""
BALL = """\
mesh: {file: ball.geo, algorithm: hxt}
materials: {vacuum: {}}
regions: {Ball: vacuum, Air: vacuum}
boundaries: {Outer: pec}
sources: [{dipole: {at: [0, 0, 0], moment: [1, 2, 1], waveform: {ricker: {frequency: 100 MHz}}}}]
time: {steps: 10}
"""


def verticesOf(file):
    with moduleOrSkip("h5py", "h5py").File(file) as data:
        return data["vertices"][()]


def meshesOfHxtDoNotDependOnFolderOrEnvironment(program):
    """Where a process may not fix the addresses of its memory, as in most containers, each mesh is another one."""
    fixed = subprocess.run(["setarch", "--addr-no-randomize", "true"], stderr=subprocess.DEVNULL).returncode == 0
    if not fixed:
        print("skipped: this container forbids a process to fix the addresses of its memory")
        sys.exit(SKIPPED)

    def mesh(folder, name, **variables):
        (program.folder / folder).mkdir(parents=True, exist_ok=True)
        program.write(f"{folder}/ball.geo", BALL_SCRIPT)
        program.write(f"{folder}/case.yaml", BALL)
        temporary = program.folder / f"{name}Temporary"
        temporary.mkdir()
        environment = dict(os.environ, FLUXTET_MESH_CACHE="off", TMPDIR=str(temporary), **variables)
        command = program.command(["mesh", f"{folder}/case.yaml", "-o", f"{name}.h5"])
        subprocess.run(command, cwd=program.folder, env=environment, check=True, stdout=subprocess.DEVNULL)
        return verticesOf(program.folder / f"{name}.h5")

    first = mesh("a", "first")
    second = mesh("another/folder/with/a/longer/name", "second", HOME="/of/somebody/else", MANY="x" * 5000)
    assert len(first) > 300 and first.shape == second.shape and (first == second).all(), (first.shape, second.shape)
