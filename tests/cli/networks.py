# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Scattering parameters: reading Touchstone files (fluxtet.touchstone) and their pictures by jobs/plot.py."""
import cmath
import math

from plots import expectPicture, expectTexts, packageModule, plot
from program import moduleOrSkip

FREQUENCIES = [1e8 * k for k in range(1, 31)]


def touchstone(program):
    return packageModule(program, "fluxtet.touchstone")


def seriesRc(f):
    """Reflection of 30 ohm in series with 2 pF against 50 ohm."""
    z = 30 + 1 / (2j * math.pi * f * 2e-12)
    return (z - 50) / (z + 50)


def line(f, impedance=75.0, delay=1e-10, reference=50.0):
    """S of a line without losses: Pozar, Microwave Engineering, table 4.2, from its ABCD matrix."""
    angle = 2 * math.pi * f * delay
    a, b, c = (
        math.cos(angle),
        1j * impedance / reference * math.sin(angle),
        1j * reference / impedance * math.sin(angle),
    )
    below = 2 * a + b + c
    return [[(b - c) / below, 2 / below], [2 / below, (b - c) / below]]


def attenuator(f):
    """Two ports that are not alike: S12 differs from S21, and S11 from S22."""
    return [[0.1 + 0.2j, 0.3 - 0.1j], [0.5 + 1e-10j * f, -0.4j]]


def ideal(f, ports):
    """Every entry another one."""
    return [[cmath.rect(0.9 / (1 + i + ports * j), 1e-9 * f + i - 2 * j) for j in range(ports)] for i in range(ports)]


FORMATS = {
    "RI": lambda s: (s.real, s.imag),
    "MA": lambda s: (abs(s), math.degrees(cmath.phase(s))),
    "DB": lambda s: (20 * math.log10(abs(s)), math.degrees(cmath.phase(s))),
}


def fileText(matrices, form="RI", unit="Hz", factor=1.0, option=None, frequencies=FREQUENCIES):
    """A file as the standard demands: two ports on a line by columns, more by rows of at most four pairs a line."""
    rows = ["! made for a test", option or f"# {unit} S {form} R 50"]
    for f, matrix in zip(frequencies, matrices):
        count = len(matrix)
        if count == 2:
            matrix = [[matrix[0][0], matrix[1][0], matrix[0][1], matrix[1][1]]]
        lines = []
        for row in matrix:
            pairs = ["{:.12g} {:.12g}".format(*FORMATS[form](complex(s))) for s in row]
            lines += [" ".join(pairs[k : k + 4]) for k in range(0, len(pairs), 4)]
        rows.append(f"{f / factor:.12g} " + "\n    ".join(lines) + (" ! a remark" if count < 3 else ""))
    return "\n".join(rows) + "\n"


def expectMatrices(network, matrices):
    assert network.s.shape == (len(FREQUENCIES), len(matrices[0]), len(matrices[0])), network.s.shape
    for k, (f, matrix) in enumerate(zip(FREQUENCIES, matrices)):
        assert abs(network.frequency[k] - f) < 1e-9 * f
        for i, row in enumerate(matrix):
            for j, s in enumerate(row):
                assert abs(network.s[k, i, j] - s) < 1e-9, (f, i, j, network.s[k, i, j], s)


def everyFormatAndUnitIsRead(program):
    reader = touchstone(program)
    matrices = [attenuator(f) for f in FREQUENCIES]
    for form in FORMATS:
        for unit, factor in (("Hz", 1.0), ("kHz", 1e3), ("MHz", 1e6), ("GHz", 1e9)):
            path = program.write("a.s2p", fileText(matrices, form, unit, factor))
            network = reader.readTouchstone(str(path))
            expectMatrices(network, matrices)
            assert network.resistance == 50
    # What an option line leaves out is GHz, S, MA and 50 ohm; order and case of its words do not matter.
    network = reader.readTouchstone(str(program.write("b.s2p", fileText(matrices, "MA", factor=1e9, option="#"))))
    expectMatrices(network, matrices)
    text = fileText(matrices, "RI", factor=1e6, option="# r 75 ri mhz ! s by default")
    network = reader.readTouchstone(str(program.write("c.S2P", text)))
    expectMatrices(network, matrices)
    assert network.resistance == 75


def everyNumberOfPortsIsRead(program):
    reader = touchstone(program)
    for ports in (1, 2, 3, 4, 5, 9):
        matrices = [ideal(f, ports) for f in FREQUENCIES]
        path = program.write(f"a.s{ports}p", fileText(matrices))
        expectMatrices(reader.readTouchstone(str(path)), matrices)


def impedancesOfClosedFormsComeBack(program):
    """30 ohm in series with 2 pF; and a line of 75 ohm, whose input impedance against 50 ohm at its other end is
    Z (R + i Z tan) / (Z + i R tan)."""
    reader = touchstone(program)
    network = reader.readTouchstone(str(program.write("rc.s1p", fileText([[[seriesRc(f)]] for f in FREQUENCIES]))))
    for f, z in zip(FREQUENCIES, reader.impedance(network.s[:, 0, 0], network.resistance)):
        expected = 30 + 1 / (2j * math.pi * f * 2e-12)
        assert abs(z - expected) < 1e-6 * abs(expected), (f, z, expected)
    network = reader.readTouchstone(str(program.write("line.s2p", fileText([line(f) for f in FREQUENCIES]))))
    for f, z in zip(FREQUENCIES, reader.impedance(network.s[:, 0, 0], network.resistance)):
        t = 1j * math.tan(2 * math.pi * f * 1e-10)
        expected = 75 * (50 + 75 * t) / (75 + 50 * t)
        assert abs(z - expected) < 1e-6 * abs(expected), (f, z, expected)


def anotherReaderReadsTheSame(program):
    """scikit-rf, where it is installed."""
    skrf = moduleOrSkip("skrf", "scikit-rf")
    reader = touchstone(program)
    for ports in (1, 2, 3, 4, 5, 9):
        for form in FORMATS:
            path = str(program.write(f"a.s{ports}p", fileText([ideal(f, ports) for f in FREQUENCIES], form)))
            ours, theirs = reader.readTouchstone(path), skrf.Network(path)
            assert abs(ours.s - theirs.s).max() < 1e-12 and abs(ours.frequency - theirs.f).max() < 1e-3, (ports, form)
            assert abs(theirs.z0 - ours.resistance).max() == 0


def damagedFilesAreRefusedInPlainWords(program):
    good = fileText([line(f) for f in FREQUENCIES])
    lines = good.splitlines()
    for name, text, words in (
        ("a.s2p", "", ("no option line",)),
        ("a.s2p", "# Hz S RI R 50\n", ("holds no data",)),
        ("a.s2p", "\n".join(lines[:-1] + [lines[-1][:30]]), ("line 32", "instead of 8 values", "cut off")),
        ("a.s2p", good.replace("# Hz S RI R 50", "# Hz Y RI R 50"), ("line 2", "Y parameters; only S")),
        ("a.s2p", good.replace("R 50", "R 0"), ("line 2", 'resistance "0"')),
        ("a.s2p", good.replace("Hz S", "Hertz S"), ("line 2", '"HERTZ" is not understood')),
        ("a.s2p", good.replace(lines[5], "4e8 one 2 3 4 5 6 7 8"), ("line 6", "one")),
        ("a.s2p", good.replace(lines[5], "4e8 1 2 3 4 5 6 7 nan"), ("not finite",)),
        ("a.s2p", "\n".join(lines[:4] + lines[2:4]), ("do not ascend",)),
        ("a.s2p", good + "1e8 1.5 0.5 30 0.2\n", ("line 33", "noise parameters")),
        ("a.s2p", "[Version] 2.0\n" + good, ("line 1", "Touchstone 2")),
        ("a.s1p", good, ("line 3", "8 values at a frequency, 2 are due", "number of ports")),
        ("a.s3p", good, ("line 4", "8 instead of 18 values")),
        ("a.txt", good, ("number of ports", ".s1p")),
    ):
        program.write(name, text)
        for command in ("sparameters", "smith", "impedance"):
            refused = plot(program, command, name).expect(2, name, *words)
            assert "Traceback" not in refused.text, refused.text
    plot(program, "smith", "absent.s1p").expect(2, "cannot read absent.s1p")


def aRun(program, folder="out", delay=1e-10):
    (program.folder / folder).mkdir()
    program.write(f"{folder}/sParameters.s2p", fileText([line(f, delay=delay) for f in FREQUENCIES]))


def parametersOfSeveralNetworksShareAPicture(program):
    aRun(program)
    aRun(program, "longer", 2e-10)
    plot(program, "sparameters", "out").expect(0, "out/sParameters.png")
    expectPicture(program.folder / "out" / "sParameters.png")
    program.write("load.s1p", fileText([[[seriesRc(f)]] for f in FREQUENCIES]))
    pair = ("sparameters", "out", "longer", "--ports", "1,1", "2,1", "--phase", "-o", "two.svg")
    plot(program, *pair).expect(0, "two.svg")
    expectTexts(
        program.folder / "two.svg",
        "S11, out",
        "S21, longer",
        "|S| [dB]",
        "phase of S [\u00b0]",
        "frequency [GHz]",
        "reference resistance 50 \u03a9",
    )
    plot(program, "sparameters", "out", "load.s1p", "-o", "mixed.svg").expect(0)
    expectTexts(program.folder / "mixed.svg", "S12, out", "S11, load.s1p")
    plot(program, "sparameters", "out", "--ports", "3,1").expect(2, "--ports 3,1", "has 2 port(s)")
    plot(program, "sparameters", "out", "--ports", "11").expect(2, "no pair of ports")
    (program.folder / "empty").mkdir()
    plot(program, "sparameters", "empty").expect(2, "empty has no sParameters.sNp", "run with ports")


def aSmithChartTellsTheImpedanceAtItsMarks(program):
    """30 - 79.6i ohm at 1 GHz, which is a sample; 2.45 GHz lies between two."""
    program.write("load.s1p", fileText([[[seriesRc(f)]] for f in FREQUENCIES]))
    drawn = plot(program, "smith", "load.s1p", "--mark", "1 GHz", "2.45 GHz", "-o", "smith.svg")
    z = 1 / (2j * math.pi * 1e9 * 2e-12)
    drawn.expect(0, "port 1 at 2.45 GHz: Z = 30")
    drawn.expect(0, f"port 1 at 1 GHz: Z = 30 - {-z.imag:.4g}j ohm, |S| = {20 * math.log10(abs(seriesRc(1e9))):.2f} dB")
    expectTexts(program.folder / "smith.svg", "port 1", "reflection against 50 \u03a9", "0.5", "\u22122j")
    plot(program, "smith", "load.s1p", "--mark", "4 GHz").expect(2, "--mark 4 GHz", "from 100 MHz to 3 GHz")
    plot(program, "smith", "load.s1p", "--ports", "2,1").expect(2, "has 1 port(s)")
    plot(program, "smith", "load.s1p").expect(0, "at 100 MHz", "at 3 GHz", "smith.png")
    expectPicture(program.folder / "smith.png")


def resistanceAndReactanceAreDrawn(program):
    aRun(program)
    plot(program, "impedance", "out", "--ports", "2,2", "-o", "z.svg").expect(0)
    expectTexts(program.folder / "z.svg", "R [\u03a9]", "X [\u03a9]", "port 2", "frequency [GHz]")
    plot(program, "impedance", "out", "--ports", "2,1").expect(2, "belongs to one port")
    program.write("open.s1p", fileText([[[1]] for _ in FREQUENCIES]))
    plot(program, "impedance", "open.s1p").expect(2, "open.s1p", "infinite")


def everyPictureOfARunWithPorts(program):
    aRun(program)
    plot(program, "all", "out").expect(0, "sParameters.png", "smith.png", "vswr.png", "impedance.png")


def theColumnsOfOneExcitedPortAreDrawn(program):
    """Where not all ports are excited there is no Touchstone file, but the table of those that are."""
    rows = [
        f"Out,{f:.1f},{port},{s.real},{s.imag},50,0" for f in FREQUENCIES for port, s in (("In", 0.25j), ("Out", 0.5))
    ]
    head = "excited,frequency [Hz],port,S_re [1],S_im [1],Z_re [ohm],Z_im [ohm]"
    for folder in ("out", "other"):
        (program.folder / folder).mkdir()
        program.write(f"{folder}/sParameters.csv", "\n".join([head, *rows]) + "\n")
    plot(program, "sparameters", "out", "other", "-o", "two.svg").expect(0)
    expectTexts(program.folder / "two.svg", "S12, out", "S22, other", "each port against its own impedance")
    assert "S11" not in (program.folder / "two.svg").read_text()
    plot(program, "vswr", "out", "-o", "vswr.svg").expect(0)
    expectTexts(program.folder / "vswr.svg", "port 2", "voltage standing-wave ratio", "3.0")
    plot(program, "sparameters", "out", "--ports", "2,1").expect(2, "--ports 2,1: port 1", "was not excited")


def modesReferToTheirOwnImpedances(program):
    """As a run with wave ports writes its file: the resistance of the option line is none of the ports'."""
    nominal = "! each port refers to its own impedance, a mode to that of the mode at each frequency; R is nominal\n"
    (program.folder / "out").mkdir()
    program.write("out/sParameters.s2p", nominal + fileText([line(f) for f in FREQUENCIES]))
    plot(program, "sparameters", "out", "-o", "s.svg").expect(0)
    expectTexts(program.folder / "s.svg", "each port against its own impedance")
    marks = plot(program, "smith", "out", "--mark", "1 GHz", "-o", "smith.svg")
    marks.expect(0, "port 1 at 1 GHz: |S| = ")
    assert "Z =" not in marks.text, marks.text
    expectTexts(program.folder / "smith.svg", "reflection, each port against its own impedance")
    plot(program, "impedance", "out").expect(2, "impedances of modes", "portModes.csv")
    plot(program, "all", "out").expect(0, "sParameters.png", "smith.png")
    assert not (program.folder / "out" / "impedance.png").exists()


def manyPortsAreDrawnByTheirFirstCurves(program):
    program.write("a.s12p", fileText([ideal(f, 12) for f in FREQUENCIES]))
    plot(program, "sparameters", "a.s12p", "-o", "a.svg").expect(0, "12 ports", "first 12 curves", "--ports")
    expectTexts(program.folder / "a.svg", "S12,1")
