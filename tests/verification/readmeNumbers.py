# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Cases of meshes/ give the numbers that their READMEs quote, to one unit of the last digit that stands there: another processor
may round another way."""
import csv
import json
import sys


class Shipped:
    """A case that ships, and its README, read from top to bottom."""

    def __init__(self, program, name):
        sys.path.append(str(program.cases.parent / "jobs"))
        from figures import Page

        self.program, self.folder, self.runs = program, program.cases / name, 0
        self.page = Page(self.folder / "README.md", complete=False, units=1)

    def run(self, *overrides, case="case.yaml"):
        """summary.json of a run with these overrides; its points, if any, are under "points"."""
        self.runs += 1
        output = f"out{self.runs}"
        options = [word for override in overrides for word in ("--set", override)]
        self.program.run("run", self.folder / case, "--output", output, *options, timeout=300).expect(0)
        directory = self.program.folder / output
        summary = json.loads((directory / "summary.json").read_text())
        if (directory / "points.csv").exists():
            with open(directory / "points.csv", newline="") as file:
                rows = [{name.split(" [")[0]: value for name, value in row.items()} for row in csv.DictReader(file)]
            summary["points"] = rows
        return summary

    def says(self, text, *values):
        self.page.says(text, *values)

    def finish(self):
        assert not self.page.complaints, "\n".join(self.page.complaints)


def actuator(program):
    case = Shipped(program, "actuator")
    for name, order, overrides in (("as shipped", 1, []), ("as shipped", 2, []), ("`refine: 1`", 2, ["mesh.refine=1"])):
        s = case.run(f"static.order={order}", *overrides)
        values = [s["elements"], s["energy_J"], s["inductance_H"]["matrix"][0][0], 1e-3 * s["force_N"]["Armature"][1]]
        if order == 2:
            point = s["points"][0]
            values.append((float(point["Bx"]) ** 2 + float(point["By"]) ** 2) ** 0.5)
        case.says(f"| {name} | {order} " + len(values) * "| {} ", *values)
    case.finish()


def capacitor(program):
    case = Shipped(program, "capacitor")
    energy = 0.0
    for name, order, overrides in (
        ("as shipped", 1, []),
        ("as shipped", 2, []),
        ("`size: 0.005`", 2, ["mesh.parameters.size=0.005"]),
        ("`airSize: 16`", 2, ["mesh.parameters.airSize=16"]),
    ):
        s = case.run(f"static.order={order}", *overrides)
        # The share of a unit of potential between the plates, whose far boundary is natural.
        case.says(f"| {name} | {order} | {{}} | {{}} |", s["elements"], 1e12 * s["capacitance_F"]["matrix"][0][0])
        if not overrides:
            energy = s["energy_J"]
    case.says("as shipped, P2: {} nJ/m", 1e9 * energy)
    case.finish()


def coaxial(program):
    case = Shipped(program, "coaxial")
    for size, order in ((0.1, 1), (0.1, 2), (0.05, 2)):
        s = case.run(f"static.order={order}", f"mesh.parameters.size={size}")
        C = 1e12 * s["capacitance_F"]["matrix"][0][0]
        case.says(f"| {size} | {order} | {{}} | 66.79300 | {{}} | {{}} %", s["elements"], C, 100 * (C / 66.79300 - 1))
    case.finish()


def concentricSpheres(program):
    case = Shipped(program, "concentricSpheres")
    for name, size, outer in (("0.12, 0.2 (as shipped)", 0.12, 0.2), ("0.07, 0.12", 0.07, 0.12)):
        s = case.run(f"mesh.parameters={{size: {size}, outerSize: {outer}}}")
        C = 1e12 * s["capacitance_F"]["matrix"][0][0]
        case.says(f"| {name} | 2 | {{}} | {{}} | {{}} %", s["elements"], C, 100 * (8 * C / 2.225300 - 1))
    case.finish()


def openSlot(program):
    case = Shipped(program, "openSlot")
    columns = [
        case.run(*overrides)
        for overrides in ([], ["static.order=2"], ["static.order=2", "mesh.parameters.cornerShare=0.005"])
    ]
    case.says("μH per metre | 2.0419475 | {} | {} | {} |", *(1e6 * 2 * s["energy_J"] / 700**2 for s in columns))
    case.says("| energy, J/m | 0.5002771 | {} | {} | {} |", *(s["energy_J"] for s in columns))
    for i, name in enumerate(
        (
            "φ at (0, 1) mm, A | 565.3117",
            "φ at (0, 5) mm | 186.4974",
            "φ at (2.5, 1) mm | 521.1214",
            "φ at (4, 1) mm | 395.6799",
        )
    ):
        case.says(f"| {name} | {{}} | {{}} | {{}} |", *(float(s["points"][i]["potential"]) for s in columns))
    case.says("`size` 0.25 mm makes {} triangles", columns[0]["elements"])
    case.finish()


def oven(program):
    case = Shipped(program, "oven")
    for name, order, overrides in (
        ("as shipped", 1, []),
        ("as shipped", 2, []),
        ("`refine: 1`", 2, ["mesh.refine=1"]),
        ("`airSize: 1000`", 2, ["mesh.parameters.airSize=1000"]),
    ):
        s = case.run(f"static.order={order}", *overrides)
        case.says(f"| {name} | {order} | {{}} | {{}} |", s["elements"], s["energy_J"])
    case.finish()


def permeableSphere(program):
    case = Shipped(program, "permeableSphere")
    B0 = 1.25663706212e-3  # T, mu0 50 A / 5 cm
    for name, size in (("0.15 (as shipped)", 0.15), ("0.1", 0.1)):
        s = case.run(f"mesh.parameters.size={size}")
        ratios = [float(point["Bz"]) / B0 for point in s["points"]]
        case.says(
            f"| {name} | 2 | {{}} | {{}} | {{}} | 2.953183 ({{}} %)",
            s["elements"],
            *ratios,
            100 * (ratios[0] / 2.953183 - 1),
        )
    case.finish()


def transformer(program):
    case = Shipped(program, "transformer")
    for name, order, overrides in (("as shipped", 1, []), ("as shipped", 2, []), ("`refine: 1`", 2, ["mesh.refine=1"])):
        s = case.run(f"static.order={order}", *overrides)
        L = s["inductance_H"]["matrix"]
        case.says(
            f"| {name} | {order} " + 5 * "| {} " + "|", s["elements"], 1e-6 * s["energy_J"], L[0][0], L[0][1], L[1][1]
        )
        assert L[0][1] / (L[0][0] * L[1][1]) ** 0.5 > 0.999
    case.finish()


def twoSpheres(program):
    case = Shipped(program, "twoSpheres")
    for file, size, name, share in (
        ("case", 0.2, "0.2 (as shipped)", 4),
        ("case", 0.1, "0.1", 4),
        ("axisymmetric", 0.05, "0.05 (as shipped)", 1),
        ("axisymmetric", 0.02, "0.02", 1),
    ):
        s = case.run(f"mesh.parameters.size={size}", case=f"{file}.yaml")
        C = s["capacitance_F"]["matrix"]
        case.says(
            f"| `{file}.yaml` | {name} | 2 | {{}} | {{}} | {{}} | {{}} |",
            s["elements"],
            *(1e12 * share * c for c in (C[0][0], C[1][1], C[0][1])),
        )
    case.finish()
