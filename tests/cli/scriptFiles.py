# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Boxes of air round what a .geo draws."""
import cadFiles

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
