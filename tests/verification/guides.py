# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Cases of meshes/ with guides and lines against closed forms and mode matching; some on coarser meshes than they ship with."""
import cmath
import csv
import json
import math
import re
import sys


class SParameters:
    """The table of a run by (excited, port): a list of (frequency, S), in the order of the frequencies."""

    def __init__(self, path):
        self.curves = {}
        with open(path, newline="") as file:
            for row in csv.DictReader(file):
                S = complex(float(row["S_re"]), float(row["S_im"]))
                self.curves.setdefault((row["excited"], row["port"]), []).append((float(row["frequency [Hz]"]), S))

    def __call__(self, port, excited):
        return self.curves[excited, port]


def run(program, name, *overrides, case="case.yaml", output="out"):
    """S-parameters of a shipped case with these overrides."""
    options = [word for override in overrides for word in ("--set", override)]
    program.run("run", program.cases / name / case, "--output", output, *options, timeout=500).expect(0)
    return SParameters(program.folder / output / "sParameters.csv")


def degrees(z):
    return math.degrees(cmath.phase(z))


def near(what, value, expected, tolerance):
    print(f"{what}: {value:.6g}, expected {expected:.6g} within {tolerance:.2g}")
    assert abs(value - expected) <= tolerance, f"{what}: {value}, expected {expected} within {tolerance}"


def inductiveIris(program):
    """The edges of the metal on coarse elements; both ports, all over the band."""
    sys.path.append(str(program.cases.parent / "docs/data/ports"))
    from inductiveIris import iris

    # The published point of the reference itself.
    r, t = iris(10e9)
    near("abs S11 of mode matching at 10 GHz", abs(r), 0.914270, 1e-6)
    near("its phase", degrees(r), 145.00, 0.01)
    S = run(program, "inductiveIris", "mesh.parameters.edgeSize=1", "time.untilDecay=-60 dB")
    for own, other in (("P1", "P2"), ("P2", "P1")):
        reflected, through = S(own, own), S(other, own)
        assert len(reflected) == len(through) == 43
        worst = [0.0] * 4
        for (f, s11), (_, s21) in zip(reflected, through):
            r, t = iris(f)
            differences = (
                max(abs(abs(s11) - abs(r)), abs(abs(s21) - abs(t))),
                abs(degrees(s11 / r)),
                abs(degrees(s21 / t)),
                abs(abs(s11) ** 2 + abs(s21) ** 2 - 1),
            )
            worst = [max(pair) for pair in zip(worst, differences)]
        near(f"{own}: largest difference of an amplitude", worst[0], 0, 0.005)
        near(f"{own}: of a phase of S11, degrees", worst[1], 0, 1)
        near(f"{own}: of a phase of S21, degrees", worst[2], 0, 1)
        near(f"{own}: power", worst[3], 0, 0.002)
    worst = max(abs(a - b) for (_, a), (_, b) in zip(S("P2", "P1"), S("P1", "P2")))
    near("largest difference of S12 and S21", worst, 0, 1e-4)


def coaxialLine(program):
    """A resistive disc, a short and an open at the end of a line of 12 mm."""
    expected = 376.730313668 / (2 * math.pi) * math.log(3.45 / 1.5)
    checked = program.run("check", program.cases / "coaxialLine/case.yaml").expect(0)
    quarter = float(re.search(r"P1: .*TEM, ([\d.]+) ohm", checked.text)[1])
    near("impedance of the line, ohm", quarter / 4, expected, 2e-3 * expected)
    for end, sign in (("pec", -1), ("pmc", 1)):
        S = run(program, "coaxialLine", f"boundaries.End={end}", output=end)("P1", "P1")
        assert len(S) == 25
        ratios = [s * sign * cmath.exp(4j * math.pi * f / 299792458 * 12e-3) for f, s in S]
        near(f"{end}: largest difference of the amount", max(abs(abs(q) - 1) for q in ratios), 0, 2e-3)
        near(f"{end}: of the phase, degrees", max(abs(degrees(q)) for q in ratios), 0, 1)
    S = run(program, "coaxialLine", output="matched")("P1", "P1")
    near("matched: largest reflection", max(abs(s) for _, s in S), 0, 0.01)  # -40 dB


def coaxialTee(program):
    """Shorter lines on coarse elements; one of the two equal ports and the branch are fed."""
    deembed = [f"ports[{i}].deembed=8 mm" for i in range(3)]
    coarse = ("mesh.parameters={size: 3, around: 3, line: 3}", "ports[1].excite=false", "time.untilDecay=-50 dB")
    S = run(program, "coaxialTee", *coarse, *deembed)
    ports = ("P1", "P2", "P3")
    for fed in ("P1", "P3"):
        for port in ports:
            for f, s in S(port, fed)[:3]:  # up to 1 GHz, where k times the shells' radius is 4 degrees
                name = f"S of {port} from {fed} at {f / 1e9:.2f} GHz"
                near(f"{name}: amount", abs(s), 1 / 3 if port == fed else 2 / 3, 2e-3)
                near(f"{name}: phase, degrees", degrees(-s if port == fed else s), 0, 4)
        power = [sum(abs(s) ** 2 for _, s in row) for row in zip(*(S(port, fed) for port in ports))]
        assert len(power) == 41
        near(f"power that leaves when {fed} is fed: largest", max(power), 1, 2e-3)
        near("smallest", min(power), 1, 2e-3)
    there, back = S("P3", "P1"), S("P1", "P3")
    near("largest difference of S13 and S31", max(abs(a - b) for (_, a), (_, b) in zip(there, back)), 0, 1e-3)


def copperCavity(program):
    """Quality factor and frequency of TE101 of walls of copper, and of walls that lose more."""
    a, b, d = 50e-3, 20e-3, 60e-3
    frequency = 299792458 / 2 * math.hypot(1 / a, 1 / d)
    k = 2 * math.pi * frequency / 299792458
    wall = "{conductor: {sigma: 1e5 S/m, band: [3 GHz, 5 GHz]}}"
    lossy = "boundaries={" + ", ".join(f"{side}: {wall}" for side in ("x-", "x+", "y-", "y+", "z-", "z+")) + "}"
    for name, sigma, overrides in (("copper", 5.8e7, []), ("1e5 S/m", 1e5, [lossy, "time.end=10 ns"])):
        Rs = math.sqrt(math.pi * frequency * 4e-7 * math.pi / sigma)
        surfaces = 2 * a**3 * b + 2 * b * d**3 + a**3 * d + a * d**3
        Q = (k * a * d) ** 3 * b * 376.730313668 / (2 * math.pi**2 * Rs * surfaces)
        options = [word for override in overrides for word in ("--set", override)]
        case = program.cases / "copperCavity/case.yaml"
        program.run("run", case, "--output", name, *options, timeout=300).expect(0)
        program.script("plot.py", "spectrum", name, "--table", "found.csv", "-o", "spectrum.png").expect(0)
        with open(program.folder / "found.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        assert {row["number"] for row in rows} == {"1"}, "one mode rings"
        # First order in the losses leaves 1 / Q; the mesh a thousandth.
        near(f"{name}: Q", float(rows[0]["Q"]), Q, (2e-3 + 1 / Q) * Q)
        near(f"{name}: frequency, GHz", float(rows[0]["frequency_Hz"]) / 1e9, frequency * (1 - 0.5 / Q) / 1e9, 1e-3)


def pyramidalHorn(program):
    """On coarse elements at P2 with absorbing sides. Aperture theory leaves out what the rim diffracts: tenths of a dB."""
    sys.path.append(str(program.cases.parent / "docs/data/ports"))
    from horn import beamWidths, directivity

    run(
        program,
        "pyramidalHorn",
        "mesh.parameters={edgeSize: 4, size: 8, space: 34, block: 20}",
        "boundaries.Open=absorbing",
        "dgtd.order=2",
        "ports[0].layer={layers: 4}",
        "time.untilDecay=-45 dB",
    )
    summary = json.loads((program.folder / "out/summary.json").read_text())
    found = summary["farField"]["frequencies"]
    assert len(found) == 3
    for at in found:
        name, wavelength, beam = f"{at['frequency_Hz'] / 1e9:g} GHz", 299792458 / at["frequency_Hz"], at["beam"]
        near(f"{name}: directivity, dBi", at["max_directivity_dBi"], 10 * math.log10(directivity(wavelength)), 0.5)
        near(f"{name}: its direction, degrees", at["max_theta_deg"], 0, 0.5)
        for plane, width in zip(("e_plane", "h_plane"), beamWidths(wavelength)):
            near(f"{name}: width in the {plane}, degrees", beam[plane]["beam_width_deg"], width, 3)
        near(f"{name}: power of the pattern", at["radiated_W_s2"] / at["through_surface_W_s2"], 1, 0.01)
