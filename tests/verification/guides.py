# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Cases of meshes/ with guides and lines against closed forms and mode matching; some on coarser meshes than they ship with."""
import cmath
import csv
import math
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
