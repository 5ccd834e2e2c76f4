# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Whole runs of CAD files: solids that overlap, conductors that are cut out, boxes of air."""
import cmath
import csv
import json
import math
import pathlib
import re
import sys

from program import moduleOrSkip

DATA = pathlib.Path(__file__).parent / "data"
EPSILON0 = 8.8541878128e-12
C0 = 299792458.0

# A conducting ball of 10 mm, in the file solid too, in the middle of one of 30 mm.
BALL = f"""\
solver: static
mesh: {{file: {DATA / "ball.step"}, size: 8 mm, sizes: {{Ball: 2.5 mm, surface3: 6 mm}}, priority: [Ball]}}
materials: {{air: {{}}}}
regions: {{Shell: air, Ball: pec}}
boundaries: {{Ball: {{potential: 1 V}}, surface3: {{potential: 0 V}}}}
static: {{problem: electrostatic, order: 2}}
output: {{directory: out, quantities: [energy]}}
"""

# A block of 10 x 8 x 15 mm, with what the program puts round it a cavity of 30 x 20 x 40 mm.
SIZE = (0.03, 0.02, 0.04)
PROBE = (0.0131, 0.0092, 0.0183)
BLOCK = f"""\
solver: dgtd
mesh:
  file: {DATA / "block.step"}
  size: 8 mm
  airBox: {{margin: 10 mm, margins: {{y-: 5 mm, y+: 7 mm, z+: 15 mm}}, region: Space}}
materials: {{vacuum: {{}}}}
regions: {{Block: vacuum, Space: vacuum}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: pec}}
initial: {{cavityMode: {{m: 1, n: 1, p: 0, type: tm}}}}
dgtd: {{order: 3, precision: double}}
time: {{end: 0.5 ns}}
output:
  directory: out
  probes: [{{name: inside, at: {list(PROBE)}, fields: [E]}}]
"""


def summaryOf(program, folder="out"):
    return json.loads((program.folder / folder / "summary.json").read_text())


def aBallThatIsCutOutOfAnotherHasTheCapacitanceOfTheClosedForm(program):
    program.write("case.yaml", BALL)
    program.run("run", "case.yaml").expect(0)
    found = 2 * summaryOf(program)["energy_J"]
    exact = 4 * math.pi * EPSILON0 / (1 / 0.01 - 1 / 0.03)
    # A facet of edge h lies h^2 / (8 R) within a sphere of radius R on the mean: the inner radius is smaller by 0.8 % and
    # the outer by 0.5 %, so that the capacitance differs by (3 * 0.8 - 0.5) / 2 %.
    assert -0.012 < found / exact - 1 < 0, (found, exact)
    program.run("mesh", "case.yaml", "-o", "ball.h5").expect(0, "Shell", "Ball")
    program.run("run", "case.yaml", "--mesh", "ball.h5", "--output", "again").expect(0)
    assert summaryOf(program, "again")["energy_J"] == summaryOf(program)["energy_J"]


def aCadFileIsDescribedBeforeItIsMeshed(program):
    """Also where solids overlap, so that it cannot be meshed as it is; by a case, with what that says."""
    file = program.cases / "patchAntennaCad" / "patch.step"
    program.refuses("mesh", file, words=["`Substrate`", "`Feed`", "overlap", f"fluxtet mesh {file} --describe"])
    before = program.tree()
    for ranks in (1, 2):
        program.run("mesh", file, "--describe", ranks=ranks).expect(
            0,
            "patch.step: unit mm, 2 solids, 2 sheets, 12 faces of solids\n",
            "box           from (-40, -40, 0) to (40, 40, 3.2) mm\n",
            "solid         Feed: 5.12e-08 m^3\n              centre (-10, 0, 1.6) mm, from (-12, -2, 0) to (-8, 2, 3.2) mm\n",
            "sheet         Patch: 0.00192 m^2; plane, normal (0, 0, 1)\n",
            "overlap       Substrate and Feed share 5.12e-08 m^3: mesh.priority has to name one of them\n",
        )
    program.run("mesh", file.parent / "case.yaml", "--describe").expect(0, "Feed keeps it by mesh.priority")
    assert program.tree() == before, program.tree()
    for option in (("-o", "mesh.h5"), ("--size", "1 mm"), ("--parts", "2"), ("--refine", "1")):
        program.refuses("mesh", file, "--describe", *option, words=["--describe", option[0]])
    program.refuses("mesh", program.cases / "cubeCavity" / "case.yaml", "--describe", words=["no mesh.file"])
    program.write("damaged.step", file.read_bytes()[:5000])
    program.refuses("mesh", "damaged.step", "--describe", words=["damaged.step"])


def expectCavity(program):
    """The fields of the mode in the cavity of BLOCK."""
    with open(program.folder / "out/probes/inside.csv", encoding="utf-8") as file:
        rows = [(float(row["time_E [s]"]), float(row["Ez [V/m]"])) for row in csv.DictReader(file)]
    omega = C0 * math.hypot(math.pi / SIZE[0], math.pi / SIZE[1])
    largest = math.sin(math.pi * PROBE[0] / SIZE[0]) * math.sin(math.pi * PROBE[1] / SIZE[1])
    # Two percent of the amplitude: of a cubic in elements of a quarter of a wavelength, at the one point.
    worst = max(abs(value - largest * math.cos(omega * time)) for time, value in rows)
    assert len(rows) > 100 and worst < 0.02, (worst, largest, rows[:2])


def aBoxOfAirRoundABlockIsACavity(program):
    program.write("case.yaml", BLOCK)
    program.run("run", "case.yaml").expect(0)
    expectCavity(program)


# A coaxial line of radii 5 and 10 mm whose axes are 4.8 mm apart, so that 0.2 mm are between the conductors.
OFF_AXIS_GEOMETRY = """\
SetFactory("OpenCASCADE");
Cylinder(1) = {0, 0, 0, 0, 0, 20, 10};
Cylinder(2) = {4.8, 0, 0, 0, 0, 20, 5};
BooleanDifference(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
e = 1e-3;
begin() = Surface In BoundingBox{-11, -11, -e, 11, 11, e};
end() = Surface In BoundingBox{-11, -11, 20 - e, 11, 11, 20 + e};
inner() = Surface In BoundingBox{-0.2 - e, -5 - e, -e, 9.8 + e, 5 + e, 20 + e};
outer() = Abs(CombinedBoundary{ Volume{3}; });
outer() -= begin(); outer() -= end(); outer() -= inner();
Physical Volume("Line") = {3};
Physical Surface("Begin") = begin();
Physical Surface("End") = end();
Physical Surface("Inner") = inner();
Physical Surface("Outer") = outer();
MeshSize{:} = 100;
"""
# The same by Gmsh's own kernel, whose curved surfaces are patches.
OFF_AXIS_PATCHES = """\
a = 10; b = 5; d = 4.8; l = 20;
Point(1) = {0, 0, 0}; Point(2) = {a, 0, 0}; Point(3) = {0, a, 0}; Point(4) = {-a, 0, 0}; Point(5) = {0, -a, 0};
Point(6) = {d, 0, 0}; Point(7) = {d + b, 0, 0}; Point(8) = {d, b, 0}; Point(9) = {d - b, 0, 0}; Point(10) = {d, -b, 0};
Circle(1) = {2, 1, 3}; Circle(2) = {3, 1, 4}; Circle(3) = {4, 1, 5}; Circle(4) = {5, 1, 2};
Circle(5) = {7, 6, 8}; Circle(6) = {8, 6, 9}; Circle(7) = {9, 6, 10}; Circle(8) = {10, 6, 7};
Curve Loop(1) = {1, 2, 3, 4}; Curve Loop(2) = {5, 6, 7, 8};
Plane Surface(1) = {1, 2};
out[] = Extrude{0, 0, l}{ Surface{1}; };
Physical Volume("Line") = {out[1]};
Physical Surface("Begin") = {1};
Physical Surface("End") = {out[0]};
Physical Surface("Outer") = {out[2], out[3], out[4], out[5]};
Physical Surface("Inner") = {out[6], out[7], out[8], out[9]};
MeshSize{:} = 100;
"""
OFF_AXIS = """\
solver: dgtd
mesh: {file: line.geo, size: auto, accuracy: ACCURACY, scale: 1 mm}
materials: {vacuum: {}}
regions: {Line: vacuum}
boundaries: {Inner: pec, Outer: pec}
ports:
  - {name: P1, kind: wave, surface: Begin, excite: true, waveform: {gaussian: {frequency: 3 GHz, bandwidth: 4 GHz}}}
  - {name: P2, kind: wave, surface: End}
dgtd: {order: 2}
time: {end: 1 ns}
output: {sParameters: {frequencies: [2 GHz]}}
"""


def linesOffTheirAxisAreAsAccurateAsAskedFor(program):
    """The impedance of the TEM mode, by conformal mapping arcosh((a^2 + b^2 - d^2) / 2ab) times 60 ohm."""
    exact = 376.730313668 / (2 * math.pi) * math.acosh((5**2 + 10**2 - 4.8**2) / (2 * 5 * 10))
    for geometry in (OFF_AXIS_GEOMETRY, OFF_AXIS_PATCHES):
        program.write("line.geo", geometry)
        for accuracy in (0.02, 0.005):
            program.writeChanged(OFF_AXIS, ("ACCURACY", str(accuracy)))
            checked = program.run("check", "case.yaml").expect(0, "Inner: ", " by curvature at a gap of 0.2 mm").text
            assert "radius 5 mm" in checked and "radius 10 mm" in checked, checked
            error = float(re.search(r"P1: .* TEM, ([\d.]+) ohm", checked)[1]) / exact - 1
            print(f"accuracy {accuracy}: error {error:.5f}")
            assert accuracy / 6 < abs(error) < 2 * accuracy, (accuracy, error)


def edgesHaveSizesOfTheirOwn(program):
    """Of a block of 10 x 8 x 15 mm, 132 mm of edges; the same by a case and by --set, and with volumes that HXT fills."""

    def elements(*arguments):
        text = program.run("check", "case.yaml", *arguments).expect(0).text
        return int(re.search(r"elements +(\d+)", text)[1])

    program.write("case.yaml", BLOCK)
    plain, fine = elements(), elements("--set", 'mesh.sizes."Block.edges"=1 mm')
    assert fine > plain + 132 * 30, (plain, fine)
    program.writeChanged(BLOCK, ("size: 8 mm", "size: 8 mm\n  sizes: {Block.edges: 1 mm}"))
    assert elements() == fine
    assert 0.7 < elements("--set", "mesh.algorithm=hxt") / fine < 1.4
    common = elements("--set", "mesh.sizes={Block/surface1.edges: 1 mm}")
    assert plain < common < 0.6 * fine, (plain, common, fine)
    program.refuses("check", "case.yaml", "--set", "mesh.sizes={Blok.edges: 1 mm}", words=["`Blok`", "edges", "Block"])


def whatIsWrongIsSaid(program):
    def refuses(text, old, new, *words):
        program.writeChanged(text, (old, new))
        program.refuses("run", "case.yaml", words=words)

    refuses(BALL, ", priority: [Ball]", "", "`Shell`", "`Ball`", "overlap", "mesh.priority")
    refuses(BALL, "Ball: pec", "Ball: pec, Bell: pec", "regions.Bell", "its skin needs an entry in boundaries")
    withBell = BALL.replace("boundaries: {", "boundaries: {Bell: floating, ")
    refuses(withBell, "Ball: pec", "Ball: pec, Bell: pec", "regions.Bell", "no region of that name", "Shell")
    refuses(BALL, "sizes: {Ball:", "sizes: {Bal:", "mesh.sizes", "`Bal`", "Ball")
    refuses(BALL, "Ball: pec", "Ball: air", "surface", "Ball")
    refuses(BLOCK, "margin: 10 mm, ", "", "mesh.airBox", "lowest frequency", "give margin")
    program.boxCase(("regions: {box: vacuum}", "regions: {box: pec}"))
    program.refuses("run", "case.yaml", words=["regions.box", "one region"])


# A wave of 1 GHz along a guide of glass of 1.3 x 1.3 wavelengths there, whose walls carry it as if there were none.
WAVELENGTH = C0 / 1e9 / 2
WAY = 5  # wavelengths between the points
GUIDE = f"""\
SetFactory("OpenCASCADE");
Box(1) = {{0, 0, 0, {1.3 * WAVELENGTH}, {1.3 * WAVELENGTH}, {(WAY + 2) * WAVELENGTH}}};
Physical Volume("Glass") = {{1}};
Physical Surface("Electric") = {{1, 2}};
Physical Surface("Magnetic") = {{3, 4}};
Physical Surface("Begin") = {{5}};
Physical Surface("End") = {{6}};
"""
WAVE = """\
solver: dgtd
mesh: {file: guide.geo, size: auto, accuracy: ACCURACY}
materials: {glass: {epsilon_r: 4}}
regions: {Glass: glass}
boundaries: {Electric: pec, Magnetic: pmc, Begin: absorbing, End: absorbing}
sources:
  - planeWave: {direction: [0, 0, 1], polarization: [1, 0, 0], boundary: Begin, waveform: {sine: {frequency: 1 GHz}}}
dgtd: {order: ORDER}
time: {end: 17 ns}
output:
  directory: out
  probes: PROBES
"""
COUNT = 8  # points, apart by sixteenths of a wavelength, over which what the end reflects averages out


def probesAt(name, way):
    place = [
        f"[{0.61 * WAVELENGTH}, {0.72 * WAVELENGTH}, {(0.5 + way + n / 2 / COUNT) * WAVELENGTH}]" for n in range(COUNT)
    ]
    return [f"{{name: {name}{n}, at: {at}, fields: [E]}}" for n, at in enumerate(place)]


def amplitude(file):
    """Complex, of the last three periods."""
    with open(file, encoding="utf-8") as stream:
        rows = [(float(row["time_E [s]"]), float(row["Ex [V/m]"])) for row in csv.DictReader(stream)]
    rows = [(time, value) for time, value in rows if time > rows[-1][0] - 3e-9]
    first, length = rows[0][0], rows[-1][0] - rows[0][0]
    return sum(
        (0.5 - 0.5 * math.cos(2 * math.pi * (time - first) / length)) * value * cmath.exp(-2j * math.pi * 1e9 * time)
        for time, value in rows
    )


def sizesThatFollowTheWavesKeepTheAccuracyAskedFor(program):
    program.write("guide.geo", GUIDE)
    probes = f"[{', '.join(probesAt('a', 0) + probesAt('b', WAY))}]"
    elements = {}
    for order, accuracy in ((2, 0.01), (3, 0.003)):
        program.writeChanged(WAVE, ("ACCURACY", str(accuracy)), ("ORDER", str(order)), ("PROBES", probes))
        program.run("run", "case.yaml", "--output", f"out{order}").expect(0)
        elements[order] = summaryOf(program, f"out{order}")["elements"]
        checked = (
            program.run("check", "case.yaml").expect(0, "Glass: ", " nodes per wavelength at 1 GHz (150 mm there").text
        )
        nodes = float(re.search(r"Glass: ([\d.]+) nodes", checked)[1])
        # What the accuracy wants by docs/data/resolution/README.md; Gmsh's elements scatter about their size.
        assert 0.8 < nodes / {2: 4.47, 3: 7.35}[order] < 1.25, checked
        ratios = [
            amplitude(program.folder / f"out{order}/probes/b{n}.csv")
            / amplitude(program.folder / f"out{order}/probes/a{n}.csv")
            for n in range(COUNT)
        ]
        ratio = sum(ratios) / COUNT
        error = max(abs(cmath.phase(ratio * cmath.exp(2j * math.pi * WAY))), abs(math.log(abs(ratio)))) / WAY
        print(f"P{order}, {accuracy}: {elements[order]} elements, error {error:.5f} over a wavelength")
        assert accuracy / 6 < error < 2 * accuracy, (order, error)


# A ball of 30 mm with one of 10 mm in its middle, of the same material: a cavity that is a sphere.
SPHERE = f"""\
solver: dgtd
mesh: {{file: {DATA / "ball.step"}, size: auto, accuracy: ACCURACY, priority: [Ball]}}
materials: {{vacuum: {{}}}}
regions: {{Shell: vacuum, Ball: vacuum}}
boundaries: {{surface3: pec}}
sources: [{{dipole: {{at: [0, 0, 9 mm], moment: [0, 0, 1 A*m], waveform: WAVEFORM}}}}]
dgtd: {{order: 2}}
time: {{end: 8 ns}}
output: {{directory: out, probes: [{{name: p, at: [2 mm, 3 mm, -12 mm], fields: [E]}}]}}
"""
# A can of radius 30 mm and height 20 mm.
CAN = (
    SPHERE.replace(f"{DATA / 'ball.step'}", "can.geo")
    .replace(", priority: [Ball]", ", scale: 1 mm")
    .replace("Shell: vacuum, Ball: vacuum", "Can: vacuum")
    .replace("surface3", "Wall")
    .replace("[2 mm, 3 mm, -12 mm]", "[2 mm, 3 mm, 4 mm]")
)
CAN_GEOMETRY = """\
SetFactory("OpenCASCADE");
Cylinder(1) = {0, 0, 0, 0, 0, 20, 30};
Physical Volume("Can") = {1};
Physical Surface("Wall") = {1, 2, 3};
MeshSize{:} = 100;
"""


def peakOf(file, column, low, high):
    """The frequency in Hz at which the series, windowed by Hann, has its largest Fourier sum."""
    with open(file, encoding="utf-8") as stream:
        rows = [(float(row["time_E [s]"]), float(row[column])) for row in csv.DictReader(stream)]
    rows = [(time, value) for time, value in rows if time > 2e-9]
    first, length = rows[0][0], rows[-1][0] - rows[0][0]
    windowed = [(t, (0.5 - 0.5 * math.cos(2 * math.pi * (t - first) / length)) * v) for t, v in rows]

    def size(f):
        return abs(sum(v * cmath.exp(-2j * math.pi * f * t) for t, v in windowed))

    step = (high - low) / 16
    centre = (low + high) / 2
    while step > 1e-5 * centre:
        centre = max((centre + i * step for i in range(-8, 9)), key=size)
        step /= 4
    return centre


def curvedWallsAreAsAccurateAsAskedFor(program):
    program.write("can.geo", CAN_GEOMETRY)
    cases = (
        # Zeros of the derivative of x j1(x), and of J0.
        ("sphere, TM011", SPHERE, "surface3: ", 2.743707 * C0 / (2 * math.pi * 0.03)),
        ("cylinder, TM010", CAN, "Wall: ", 2.404826 * C0 / (2 * math.pi * 0.03)),
    )
    for name, text, surface, exact in cases:
        for accuracy in (0.02, 0.005):
            waveform = f"{{gaussian: {{frequency: {exact / 1e9} GHz, bandwidth: 1.5 GHz}}}}"
            program.writeChanged(text, ("ACCURACY", str(accuracy)), ("WAVEFORM", waveform))
            folder = f"{name[:3]}{accuracy}"
            told = program.run("run", "case.yaml", "--output", folder).expect(0).text
            assert f"size of elements, {surface}" in told and "by curvature, radius 30 mm" in told, told
            found = peakOf(program.folder / folder / "probes/p.csv", "Ez [V/m]", 0.94 * exact, 1.06 * exact)
            error = found / exact - 1
            print(
                f"{name}, {accuracy}: {summaryOf(program, folder)['elements']} elements, frequency off by {error:.5f}"
            )
            assert accuracy / 2 < error < 2 * accuracy, (name, accuracy, error)


# A cavity whose cross-section is the letter L of three squares of 30 mm, 30 mm thick between magnetic walls.
ELL_GEOMETRY = """\
SetFactory("OpenCASCADE");
Box(1) = {-30, -30, 0, 60, 60, 30};
Box(2) = {0, 0, 0, 30, 30, 30};
BooleanDifference{ Volume{1}; Delete; }{ Volume{2}; Delete; }
magnetic() = {};
electric() = {};
outer() = Abs(CombinedBoundary{ Volume{:}; });
For i In {0 : #outer() - 1}
  box() = BoundingBox Surface{outer(i)};
  If (box(5) - box(2) < 1)
    magnetic() += outer(i);
  Else
    electric() += outer(i);
  EndIf
EndFor
Physical Volume("Ell") = Volume{:};
Physical Surface("Electric") = electric();
Physical Surface("Magnetic") = magnetic();
MeshSize{:} = 100;
"""
ELL = (
    CAN.replace("can.geo", "ell.geo")
    .replace("Can: vacuum", "Ell: vacuum")
    .replace("Wall: pec", "Electric: pec, Magnetic: pmc")
    .replace("at: [0, 0, 9 mm], moment: [0, 0, 1 A*m]", "at: [-11 mm, -13 mm, 14 mm], moment: [1 A*m, 0.8 A*m, 0]")
    .replace("[2 mm, 3 mm, 4 mm]", "[-12 mm, -6 mm, 17 mm]")
    .replace("end: 8 ns", "end: 12 ns")
)


def edgesOfMetalAreAsAccurateAsAskedFor(program):
    program.write("ell.geo", ELL_GEOMETRY)
    exact = math.sqrt(1.475621824) * C0 / (2 * math.pi * 0.03)  # Neumann's eigenvalue of the letter (Dauge)
    for accuracy in (0.02, 0.005):
        waveform = f"{{gaussian: {{frequency: {exact / 1e9} GHz, bandwidth: 0.8 GHz}}}}"
        program.writeChanged(ELL, ("ACCURACY", str(accuracy)), ("WAVEFORM", waveform))
        told = program.run("run", "case.yaml", "--output", f"out{accuracy}").expect(0).text
        assert "at edges round which the field turns by 270 degrees" in told, told
        found = peakOf(program.folder / f"out{accuracy}/probes/p.csv", "Ex [V/m]", 0.9 * exact, 1.1 * exact)
        error = found / exact - 1
        print(
            f"L, {accuracy}: {summaryOf(program, f'out{accuracy}')['elements']} elements, frequency off by {error:.5f}"
        )
        # The cavity is wider than the metal is taken for, so that the rule at edges does better than asked for: 0.0023
        # and 0.0006. Without it both errors are 0.005 to 0.0065.
        assert abs(error) < accuracy / 4, (accuracy, error)


# A cross-section of 60 x 30 mm, 8 mm thick between magnetic walls, with a ridge 12 mm wide over a gap of 3 mm.
RIDGE_GEOMETRY = (
    ELL_GEOMETRY.replace("{-30, -30, 0, 60, 60, 30}", "{-30, 0, 0, 60, 30, 8}")
    .replace("{0, 0, 0, 30, 30, 30}", "{-6, 3, 0, 12, 27, 8}")
    .replace("Ell", "Ridge")
)
RIDGE = (
    ELL.replace("ell.geo", "ridge.geo")
    .replace("Ell: vacuum", "Ridge: vacuum")
    .replace(
        "at: [-11 mm, -13 mm, 14 mm], moment: [1 A*m, 0.8 A*m, 0]", "at: [1 mm, 1.2 mm, 3 mm], moment: [0, 1 A*m, 0]"
    )
    .replace("[-12 mm, -6 mm, 17 mm]", "[-2 mm, 1.7 mm, 4 mm]")
    .replace("end: 12 ns", "end: 20 ns")
)


def gapsBetweenMetalAreAsAccurateAsAskedFor(program):
    """Against modes that are matched at the opening of the gap (docs/data/sizes/gaps/exact.py)."""
    program.write("ridge.geo", RIDGE_GEOMETRY)
    exact, accuracy = 0.947184e9, 0.02
    waveform = f"{{gaussian: {{frequency: {exact / 1e9} GHz, bandwidth: 0.5 GHz}}}}"
    program.writeChanged(RIDGE, ("ACCURACY", str(accuracy)), ("WAVEFORM", waveform))
    told = program.run("run", "case.yaml").expect(0).text
    assert "at edges at a gap of 3 mm round which the field turns by 270 degrees" in told, told
    found = peakOf(program.folder / "out/probes/p.csv", "Ey [V/m]", 0.85 * exact, 1.15 * exact)
    error = found / exact - 1
    print(f"ridge, {accuracy}: {summaryOf(program)['elements']} elements, frequency off by {error:.5f}")
    assert abs(error) < accuracy / 4, error  # 0.0021


def aPatchResonatesWithinTheAccuracyAskedFor(program):
    """Half of the patch antenna of docs/data/sizes, whose resonance on ever finer meshes is known, as docs/peers has it."""
    moduleOrSkip("numpy", "numpy")
    sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "docs" / "peers"))
    import patch

    accuracy = 0.03
    program.write("half.geo", patch.GEOMETRY)
    settings = {"accuracy": accuracy, "order": 2, "levels": "auto", "layers": 2, "end": patch.END}
    program.write("case.yaml", patch.CASE.format(**settings))
    program.run("run", "case.yaml", "--output", "out").expect(0)
    error = patch.of_fluxtet(program.folder / "out", {})["error"]
    print(f"patch, {accuracy}: {summaryOf(program)['elements']} elements, frequency off by {error:.5f}")
    assert accuracy / 4 < -error < 2 * accuracy, error
