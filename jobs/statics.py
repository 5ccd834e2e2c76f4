#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Measures the static solver on this machine as docs/statics.md shows it: the tables and figures of the three papers, redone."""
import argparse
import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

EXAMPLES = """examples:
  statics.py meshes build/staticMeshes                                   the meshes of the cases, which takes Gmsh
  statics.py measure --label core --backend cpu --threads 1 --largest 200000
  statics.py measure --label h200 --backend cuda --fluxtet OUT/run.sh fluxtet      from a bundle; `branches` takes Nsight Compute
  statics.py measure --label gmsh --backend cpu --parts meshing                    what Gmsh takes, where it is

A machine without Gmsh measures with the folder that `meshes` has made on another. Files that are there already are kept and
not measured again. staticsReport.py draws the plots and prints the tables.

exit codes: 0 done, 2 bad arguments, 3 a measurement failed (the others are kept)"""

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / "docs" / "data" / "statics"

# Mesh: case and element size in the unit of its geometry, for about the papers' numbers of elements.
MESHES = {
    "oven1": ("oven", 2.242),
    "oven2": ("oven", 1.191),
    "actuator1": ("actuator", 1.505),
    "actuator2": ("actuator", 0.8593),
    "actuator3": ("actuator", 0.6245),
    "transformer1": ("transformer", 0.07701),
    "transformer2": ("transformer", 0.06726),
    "transformer3": ("transformer", 0.03462),
    "transformer4": ("transformer", 0.01672),
    "capacitor": ("capacitor", 0.0104167),
}
CAPACITOR_ELEMENTS = 11_900
REFINEMENTS = 5  # of the capacitor, each into 4 times the elements
GENERATED = {"square1M": [708, 708], "square10M": [2236, 2236], "square50M": [5000, 5000], "box10M": [119, 119, 119]}
SECOND_ORDER = {"square1M": [708, 708], "box1M": [55, 55, 55]}
ASSEMBLING = "sortReduce,linkedList,sortNodes,linkNodes,scatter,gather"

BRANCH_METRICS = (
    "smsp__sass_average_branch_targets_threads_uniform.pct",
    "smsp__sass_branch_targets.sum",
    "smsp__sass_branch_targets_threads_divergent.sum",
    "smsp__thread_inst_executed_per_inst_executed.ratio",
    "smsp__inst_executed.sum",
)

SQUARE_CASE = """\
solver: static
mesh: {{rectangle: {{size: [1 m, 1 m], cells: [{n}, {n}]}}}}
materials: {{air: {{}}}}
regions: {{box: air}}
boundaries: {{x-: {{potential: 0 V}}, x+: {{potential: 1 V}}, y-: natural, y+: natural}}
static: {{problem: electrostatic, assembly: gather, solve: {{preconditioner: {preconditioner}, tolerance: 1e-10}}}}
output: {{directory: out, fields: false, quantities: [energy]}}
"""


class Measurement:
    """One call of the program: the name of its raw file, about how many elements, and the arguments of `bench`."""

    def __init__(self, part, name, elements, arguments):
        self.part, self.name, self.elements, self.arguments = part, name, elements, arguments


def case_file(mesh):
    """Relative to ROOT, where the program is started."""
    return f"meshes/{MESHES[mesh][0]}/case.yaml"


def assembly_digest(folder):
    """Table II of the digest: the assembling methods."""
    sizes = {"oven1": 13_600, "oven2": 46_500, "actuator1": 22_600, "actuator2": 66_500, "actuator3": 125_000}
    return [
        Measurement(
            "digest",
            mesh,
            size,
            [case_file(mesh), "--mesh", f"{folder}/{mesh}.h5", "--precision", "both", "--assembly", ASSEMBLING],
        )
        for mesh, size in sizes.items()
    ]


def element_by_element(folder):
    """Table 1 of the EBE paper: to convergence, with every reduction, beside the assembled matrix."""
    sizes = {"transformer1": 8_700, "transformer2": 11_300, "transformer3": 40_800, "transformer4": 172_000}
    return [
        Measurement(
            "ebe", mesh, size, [case_file(mesh), "--mesh", f"{folder}/{mesh}.h5", "--assembly", "ebe,gather", "--solve"]
        )
        for mesh, size in sizes.items()
    ]


def linked_list(folder):
    """Figures 5, 8, 9 and 10 of the linked-list paper: every method on the capacitor, ever finer."""
    return [
        Measurement(
            "linkedList",
            f"capacitor{k}",
            CAPACITOR_ELEMENTS * 4**k,
            [
                case_file("capacitor"),
                "--mesh",
                f"{folder}/capacitor.h5",
                "--set",
                f"mesh.refine={k}",
                "--reduction",
                "shuffle",
                "--solve",
            ],
        )
        for k in range(REFINEMENTS)
    ]


def grid(part, name, cells, *options):
    elements = (2 if len(cells) == 2 else 6) * cells[0] ** len(cells)
    return Measurement(
        part, name, elements, ["--solver", "static", "--cells", *map(str, cells), "--reduction", "shuffle", *options]
    )


def generated(_):
    """Large meshes, for rates and bytes."""
    both = ("--precision", "both")
    return [
        grid("generated", name, cells, *(both if name in ("square1M", "square10M") else ()))
        for name, cells in GENERATED.items()
    ]


def second_order(_):
    """The same at order 2, of a million elements."""
    solved = ("--precision", "both", "--solve")
    return [
        grid("order2", name, cells, "--order", "2", *(solved if len(cells) == 2 else ()))
        for name, cells in SECOND_ORDER.items()
    ]


PARTS = {
    "digest": assembly_digest,
    "ebe": element_by_element,
    "linkedList": linked_list,
    "generated": generated,
    "order2": second_order,
}
OTHER_PARTS = {"solve": "solve_square", "branches": "profile_branches", "meshing": "mesh_capacitors"}
ALL_PARTS = [*PARTS, *OTHER_PARTS]
DEFAULT_PARTS = [part for part in ALL_PARTS if part != "meshing"]  # which takes Gmsh


def processor():
    """Its name by the kernel, or nothing."""
    info = pathlib.Path("/proc/cpuinfo")
    found = (
        re.search(r"^model name\s*:\s*(.*)$", info.read_text(encoding="utf-8"), re.MULTILINE) if info.exists() else None
    )
    return found[1] if found else ""


class Sweep:
    def __init__(self, options):
        self.options = options
        self.failed = []
        self.environment = dict(os.environ)
        if options.threads:
            self.environment["OMP_NUM_THREADS"] = str(options.threads)

    def call(self, arguments, folder=ROOT):
        command = [*self.options.fluxtet, *arguments]
        print("$", " ".join(command), flush=True)
        try:
            return (
                subprocess.run(
                    command, cwd=folder, env=self.environment, timeout=self.options.timeout, check=False
                ).returncode
                == 0
            )
        except subprocess.TimeoutExpired:
            print(f"took longer than {self.options.timeout} s", flush=True)
            return False

    def target(self, part, name):
        return self.options.data / f"{self.options.label}-{part}-{name}.json"

    def measure(self, measurement):
        target = self.target(measurement.part, measurement.name)
        if target.exists() or measurement.elements > self.options.largest:
            return
        arguments = [
            "bench",
            *measurement.arguments,
            "--backend",
            self.options.backend,
            "--seconds",
            str(self.options.seconds),
        ]
        if not self.call([*arguments, "--json", str(target)]):
            self.failed.append(str(target))

    def profile_branches(self):
        """What Nsight Compute counts in eight iterations with each reduction on the finest transformer."""
        target = self.target("branches", "transformer4")
        if target.exists() or self.options.backend != "cuda":
            return
        if shutil.which("ncu") is None:
            print("branches: there is no Nsight Compute (ncu)", flush=True)
            return
        result = {}
        for reduction in ("adjacent", "remapped", "shuffle"):
            with tempfile.TemporaryDirectory() as folder:
                log = pathlib.Path(folder) / "ncu.csv"
                command = [
                    "ncu",
                    "--clock-control",
                    "none",
                    "-k",
                    "regex:ebeKernel",
                    "-c",
                    "3",
                    "--csv",
                    "--log-file",
                    str(log),
                    "--metrics",
                    ",".join(BRANCH_METRICS),
                    *self.options.fluxtet,
                    "bench",
                    case_file("transformer4"),
                    "--mesh",
                    f"{self.options.meshes}/transformer4.h5",
                    "--assembly",
                    "ebe",
                    "--reduction",
                    reduction,
                    "--backend",
                    "cuda",
                    "--seconds",
                    "0.001",
                ]
                done = subprocess.run(
                    command, cwd=ROOT, env=self.environment, timeout=self.options.timeout, check=False
                )
                if done.returncode != 0:
                    self.failed.append(str(target))
                    return
                lines = log.read_text(encoding="utf-8").splitlines()
            rows = list(csv.DictReader(line for line in lines if line.startswith('"')))
            last = max(int(row["ID"]) for row in rows)
            result[reduction] = {
                row["Metric Name"]: float(row["Metric Value"].replace(",", ""))
                for row in rows
                if int(row["ID"]) == last
            }
        target.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")

    def mesh_capacitors(self):
        """Processor time of `fluxtet mesh` for the capacitors of figure 5, meshed at each size instead of refined."""
        case, size = MESHES["capacitor"]
        growth, corner_share = 0.15, 0.1  # as capacitor.geo has them; elements at the corners keep their size
        for k in range(REFINEMENTS):
            target = self.target("meshing", f"capacitor{k}")
            if target.exists() or CAPACITOR_ELEMENTS * 4**k > self.options.largest:
                continue
            with tempfile.TemporaryDirectory() as folder:
                parameters = f"{{size: {size / 2 ** k}, growth: {growth / 2 ** k}, cornerShare: {min(1, corner_share * 2 ** k)}}}"
                command = [
                    *self.options.fluxtet,
                    "mesh",
                    f"meshes/{case}/case.yaml",
                    "--set",
                    f"mesh.parameters={parameters}",
                    "-o",
                    f"{folder}/mesh.h5",
                ]
                before = os.times()
                done = subprocess.run(
                    command,
                    cwd=ROOT,
                    env=self.environment,
                    timeout=self.options.timeout,
                    capture_output=True,
                    text=True,
                    check=False,
                )
                after = os.times()
            found = re.search(r"^triangles\s+(\d+)", done.stdout, re.MULTILINE)
            if done.returncode != 0 or not found:
                self.failed.append(str(target))
                continue
            seconds = after.children_user + after.children_system - before.children_user - before.children_system
            result = {
                "machine": {"processor": processor()},
                "date": time.strftime("%Y-%m-%d", time.gmtime()),
                "elements": int(found[1]),
                "seconds": seconds,
            }
            target.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")

    def solve_square(self):
        """A million triangles by `run`, to compare preconditioners."""
        choices = ["jacobi"] if self.options.backend == "cuda" else ["jacobi", "amg"]
        for preconditioner in choices:
            target = self.target("solve", preconditioner)
            if target.exists() or self.options.largest < 1_000_000:
                continue
            with tempfile.TemporaryDirectory() as folder:
                case = pathlib.Path(folder) / "case.yaml"
                case.write_text(SQUARE_CASE.format(n=708, preconditioner=preconditioner), encoding="utf-8")
                start = time.monotonic()
                if not self.call(["run", "case.yaml", "--backend", self.options.backend], folder):
                    self.failed.append(str(target))
                    continue
                summary = json.loads((pathlib.Path(folder) / "out" / "summary.json").read_text(encoding="utf-8"))
                # From start to end: mesh, assembly, set-up of the preconditioner, solution and results.
                summary["wall_seconds"] = time.monotonic() - start
                target.write_text(json.dumps(summary, indent=2) + "\n", encoding="utf-8")


def make_meshes(options):
    options.folder.mkdir(parents=True, exist_ok=True)
    for mesh, (_, size) in MESHES.items():
        target = options.folder / f"{mesh}.h5"
        if not target.exists():
            subprocess.run(
                [
                    *options.fluxtet,
                    "mesh",
                    case_file(mesh),
                    "--set",
                    f"mesh.parameters={{size: {size}}}",
                    "-o",
                    str(target),
                ],
                cwd=ROOT,
                check=True,
            )
    return 0


def measure(options):
    options.data.mkdir(parents=True, exist_ok=True)
    sweep = Sweep(options)
    for part in options.parts:
        if part in OTHER_PARTS:
            getattr(sweep, OTHER_PARTS[part])()
        else:
            for measurement in PARTS[part](options.meshes):
                sweep.measure(measurement)
    for name in sweep.failed:
        print(f"not measured: {name}", file=sys.stderr)
    return 3 if sweep.failed else 0


def parse():
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    program = [str(ROOT / "build" / "release" / "fluxtet")]
    meshes = commands.add_parser("meshes", help="make the meshes of the cases")
    meshes.add_argument("folder", type=pathlib.Path)
    sweep = commands.add_parser("measure", help="measure on this machine")
    sweep.add_argument("--label", required=True, help="first part of the raw files' names: the machine")
    sweep.add_argument("--backend", required=True, choices=["cpu", "cuda"])
    sweep.add_argument("--threads", type=int, default=0, help="of the CPU engine (default: as the program chooses)")
    sweep.add_argument(
        "--parts",
        type=lambda text: text.split(","),
        default=DEFAULT_PARTS,
        help="some of " + ",".join(ALL_PARTS) + " (default all but meshing)",
    )
    sweep.add_argument("--largest", type=int, default=10**9, help="leave out meshes of more elements")
    sweep.add_argument(
        "--meshes", type=pathlib.Path, default=ROOT / "build" / "staticMeshes", help="folder made by `meshes`"
    )
    sweep.add_argument("--data", type=pathlib.Path, default=DATA, help="folder of the raw files")
    sweep.add_argument("--seconds", type=float, default=0.2, help="of each measurement")
    sweep.add_argument("--timeout", type=float, default=600, help="s, of one call of the program")
    for command in (meshes, sweep):
        command.add_argument("--fluxtet", nargs="+", default=program, help="the program, e.g. through a launcher")
    options = parser.parse_args()
    for name in ("folder", "meshes", "data"):
        if hasattr(options, name):
            setattr(options, name, getattr(options, name).resolve())
    options.fluxtet = [str(pathlib.Path(word).resolve()) if "/" in word else word for word in options.fluxtet]
    unknown = set(getattr(options, "parts", [])) - set(ALL_PARTS)
    if unknown:
        parser.error(f"--parts {','.join(sorted(unknown))}: there are {','.join(ALL_PARTS)}")
    return options


if __name__ == "__main__":
    chosen = parse()
    sys.exit(make_meshes(chosen) if chosen.command == "meshes" else measure(chosen))
