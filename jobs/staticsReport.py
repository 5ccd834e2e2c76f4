#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Draws the plots of docs/statics.md and fills its tables from the raw files that statics.py has left."""
import argparse
import json
import pathlib
import sys

EXAMPLES = """examples:
  staticsReport.py plots                     docs/images/statics*.png
  staticsReport.py tables                    the tables of docs/statics.md, between its <!-- table NAME --> and <!-- end -->

exit codes: 0 done, 2 a package or the raw files are missing"""

ROOT = pathlib.Path(__file__).resolve().parent.parent
ASSEMBLING = ("sortReduce", "linkedList", "sortNodes", "linkNodes", "scatter", "gather")
# What the GPU did under the names of the published methods before it had these too.
OLD_GPU_NAMES = {"sortReduce": "sortNodes", "linkedList": "linkNodes"}
PREPARING, COMPUTING = ("adjacency", "colouring"), ("integrate", "sort", "reduce", "convert", "boundary")
# Methods of the linked-list paper by the names that it gives them.
RIVALS = (
    ("linkedList", "A-FEM (linkedList)"),
    ("ebeColoured", "EbE-v1 (ebeColoured)"),
    ("ebeRecompute", "EbE-v2 (ebeRecompute)"),
)
MACHINES = {"core": "one core", "h200": "H200", "cores16": "16 cores"}
COLOURS = {
    "sortReduce": "#c0392b",
    "linkedList": "#d68910",
    "sortNodes": "#e6b0aa",
    "linkNodes": "#f8c471",
    "scatter": "#229954",
    "gather": "#2471a3",
    "ebe": "#7d3c98",
    "ebeColoured": "#17a589",
    "ebeRecompute": "#616a6b",
}


def renamed(data):
    """Measurements of a GPU from before the published methods ran on it get the names of what they are of."""
    measurements = data.get("measurements", [])
    if "gpu" in data.get("machine", {}) and not any(m["method"] in OLD_GPU_NAMES.values() for m in measurements):
        for m in measurements:
            m["method"] = OLD_GPU_NAMES.get(m["method"], m["method"])
    return data


class Raw:
    """The raw files of one part, label by label: {label: {mesh: data of `bench`}}."""

    def __init__(self, folder):
        self.files = {}
        for path in sorted(folder.glob("*-*-*.json")):
            label, part, name = path.stem.split("-")
            with open(path, encoding="utf-8") as file:
                self.files[label, part, name] = renamed(json.load(file))
        code = folder / "machineCode.json"  # of staticsBranches.py
        self.machine_code = json.loads(code.read_text(encoding="utf-8")) if code.exists() else None

    def labels(self, part):
        return sorted({label for label, p, _ in self.files if p == part}, key=lambda label: (label != "h200", label))

    def of(self, label, part):
        return {name: data for (l, p, name), data in self.files.items() if (l, p) == (label, part)}

    def get(self, label, part, name):
        return self.files.get((label, part, name))


def pick(data, method, precision="double", reduction=None):
    """The measurement of a method, or None."""
    if data is None:
        return None
    for m in data["measurements"]:
        if (m["method"], m["precision"], m.get("reduction", "shuffle")) == (method, precision, reduction or "shuffle"):
            return m
    return None


def number(value, digits=3):
    """Three digits, thousands with commas."""
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.{digits}g}"


# --- tables

METHODS = (*ASSEMBLING, "ebe", "ebeColoured", "ebeRecompute")
# What the papers print: elements, and ms on their GPU and CPU; elements, and minutes serial, parallel, optimised.
DIGEST = {
    "oven1": (13_608, 15, 172),
    "oven2": (46_762, 45, 1021),
    "actuator1": (22_580, 31, 483),
    "actuator2": (65_984, 47, 1014),
    "actuator3": (123_392, 109, 1872),
}
EBE = {
    "transformer1": (8_732, 1.5, 0.7, 0.4),
    "transformer2": (11_443, 2.6, 1.2, 0.6),
    "transformer3": (40_816, 45.2, 18.5, 10.2),
    "transformer4": (171_338, 1541.3, 593.7, 174.5),
}
PAPER_BYTES = {"linkedList": 192, "ebeColoured": 151, "ebeRecompute": 79}


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def together(m, which):
    """ms of the stages; those of a first assembly are without the allocation of memory."""
    return m[which]["milliseconds_together"]


def milliseconds_cell(m):
    return number(1e3 * m["first_assembly"]["seconds"]) if m else ""


def digest_table(raw, precision="single"):
    """First assembly of all methods, and a second one of the default."""
    rows = []
    for mesh, (elements, gpu, cpu) in DIGEST.items():
        row = [mesh, f"{elements:,}", str(cpu), str(gpu)]
        for label in ("core", "h200"):
            data = raw.get(label, "digest", mesh)
            if label == "core":
                row.insert(2, number(data["measurements"][0]["elements"]))
            row += [milliseconds_cell(pick(data, method, precision)) for method in ASSEMBLING]
            row.append(number(1e3 * pick(data, "gather", precision)["second_assembly"]["seconds"]))
        rows.append(row)
    ours = [f"{label} {method}" for label in ("core", "H200") for method in (*ASSEMBLING, "gather again")]
    return table(["mesh", "triangles, paper", "ours", "paper CPU", "paper GPU", *ours], rows)


def solve_cell(m):
    return f"{number(m['solve']['seconds'])} s"


def ebe_table(raw):
    rows = []
    for mesh, (elements, serial, plain, optimised) in EBE.items():
        core, h200 = raw.get("core", "ebe", mesh), raw.get("h200", "ebe", mesh)
        row = [
            f"{elements:,}",
            number(pick(core, "gather")["elements"]),
            *(f"{minutes} min" for minutes in (serial, plain, optimised)),
            str(pick(core, "gather")["solve"]["iterations"]),
            solve_cell(pick(core, "ebe")),
        ]
        row += [
            f"{number(1e3 * pick(h200, 'ebe', reduction=r)['solve']['seconds'])} ms"
            for r in ("adjacent", "remapped", "shuffle")
        ]
        fastest, serial_today = pick(h200, "ebe")["solve"]["seconds"], pick(core, "ebe")["solve"]["seconds"]
        row += [
            f"{serial_today / fastest:.0f}",
            solve_cell(pick(core, "gather")),
            f"{number(1e3 * pick(h200, 'gather')['solve']['seconds'])} ms",
        ]
        rows.append(row)
    return table(
        [
            "triangles, paper",
            "ours",
            "paper serial",
            "paper parallel",
            "paper optimised",
            "iterations",
            "ebe, core",
            "H200 adjacent",
            "H200 remapped",
            "H200 shuffle",
            "core / H200",
            "CSR, core",
            "CSR, H200",
        ],
        rows,
    )


def reductions_table(raw):
    """An iteration with each reduction, and what the profiler counts on the finest mesh."""
    branches = raw.get("h200", "branches", "transformer4")
    rows = []
    for reduction in ("adjacent", "remapped", "shuffle"):
        measured = [pick(raw.get("h200", "ebe", mesh), "ebe", reduction=reduction) for mesh in EBE]
        counts = branches[reduction]
        rows.append(
            [
                reduction,
                *(number(1e6 * m["iteration"]["seconds"]) for m in measured),
                f"{counts['smsp__sass_average_branch_targets_threads_uniform.pct']:.2f} %",
                number(counts["smsp__sass_branch_targets_threads_divergent.sum"]),
                number(counts["smsp__inst_executed.sum"]),
            ]
        )
    sizes = [f"{pick(raw.get('h200', 'ebe', mesh), 'gather')['elements']:,} triangles, us" for mesh in EBE]
    return table(["reduction", *sizes, "uniform branches", "divergent branches", "instructions"], rows)


def machine_code_table(raw):
    """Branches that depend on a condition, and instructions that a predicate switches off, by where they come from."""
    places = {
        "tree": "tree",
        "sums": "sums of warps and blocks",
        "barriers": "barriers of the grid",
        "elements": "elements",
        "iteration": "iteration",
    }
    rows = []
    for reduction, found in raw.machine_code["reductions"].items():
        counts = [found.get(place, {}) for place in places]
        rows.append(
            [
                reduction,
                *(f"{c.get('conditional_branches', 0)} / {c.get('predicated', 0)}" for c in counts),
                number(sum(sum(c.values()) for c in counts)),
            ]
        )
    return table(["reduction", *places.values(), "instructions"], rows)


def steps_table(raw):
    """The finest capacitor of each machine."""
    rows = []
    for label in raw.labels("linkedList"):
        name, data = sorted(raw.of(label, "linkedList").items())[-1]
        for m in filter(None, (pick(data, method) for method in METHODS)):
            method = m["method"]
            stages = m["first_assembly"]["milliseconds"]
            prepare, compute, solve = (
                sum(stages[s] for s in PREPARING),
                sum(stages[s] for s in COMPUTING),
                1e3 * m["solve"]["seconds"],
            )
            rows.append(
                [
                    MACHINES[label],
                    number(m["elements"]),
                    method,
                    number(prepare) if prepare else "",
                    number(compute),
                    number(solve),
                    number(prepare + compute + solve),
                ]
            )
    return table(["machine", "triangles", "method", "adjacency, colouring", "assembly", "solve", "together, ms"], rows)


def memory_table(raw):
    """Of large meshes; bytes per element hardly depend on their size."""
    rows = [["paper", "triangles", *(f"{PAPER_BYTES[m]}" if m in PAPER_BYTES else "" for m in METHODS)]]
    for label, part, name, kind in (
        ("h200", "generated", "square10M", "triangles"),
        ("h200", "order2", "square1M", "triangles, order 2"),
        ("h200", "generated", "box10M", "tetrahedra"),
        ("h200", "order2", "box1M", "tetrahedra, order 2"),
        ("core", "generated", "square1M", "triangles"),
        ("core", "order2", "square1M", "triangles, order 2"),
    ):
        data = raw.get(label, part, name)
        measured = [pick(data, method) for method in METHODS]
        cells = [
            f"{m['bytes_per_element']['peak']:.0f} / {m['bytes_per_element']['after']:.0f}" if m else ""
            for m in measured
        ]
        rows.append([MACHINES[label], kind, *cells])
    return table(["machine", "elements", *METHODS], rows)


def rates_table(raw, part="generated"):
    rows = []
    for label in raw.labels(part):
        for name, data in sorted(
            raw.of(label, part).items(), key=lambda item: (item[1]["dimension"], item[1]["measurements"][0]["elements"])
        ):
            for m in filter(None, (pick(data, method) for method in METHODS)):
                kind = "tetrahedra" if data["dimension"] == 3 else "triangles"
                i = m["iteration"]
                rows.append(
                    [
                        MACHINES[label],
                        f"{1e-6 * m['elements']:.0f} M {kind}",
                        m["method"],
                        number(1e-6 * m["first_assembly"]["elements_per_s"]),
                        number(1e-3 * m["elements"] / together(m, "first_assembly")),
                        number(1e-6 * m["second_assembly"]["elements_per_s"]),
                        number(1e6 * i["seconds"]),
                        number(1e9 * i["seconds"] / m["dofs"]),
                        f"{100 * i['share']:.0f} %",
                        str(m.get("colouring", {}).get("colours", "")),
                    ]
                )
    return table(
        [
            "machine",
            "mesh",
            "method",
            "first",
            "its stages",
            "second",
            "iteration, us",
            "ns per unknown",
            "share",
            "colours",
        ],
        rows,
    )


def order2_table(raw):
    return rates_table(raw, "order2")


def precisions_table(raw):
    """Double against single, 10 M triangles."""
    data = raw.get("h200", "generated", "square10M")
    rows = []
    for method in METHODS:
        m = [pick(data, method, precision) for precision in ("double", "single")]
        if None in m:
            continue
        rows.append(
            [
                method,
                *(number(1e-6 * x["first_assembly"]["elements_per_s"]) for x in m),
                *(number(1e-6 * x["second_assembly"]["elements_per_s"]) for x in m),
                *(number(1e6 * x["iteration"]["seconds"]) for x in m),
            ]
        )
    return table(
        ["method", "first, double", "single", "second, double", "single", "iteration, us, double", "single"], rows
    )


def choice_table(raw):
    rows = []
    for label in raw.labels("solve"):
        for name, s in raw.of(label, "solve").items():
            rows.append(
                [
                    MACHINES[label],
                    name,
                    str(s["iterations"]),
                    number(s["milliseconds"]["solve"] / 1e3),
                    number(s["wall_seconds"]),
                ]
            )
    return table(["machine", "preconditioner", "iterations", "iterating, s", "whole run, s"], rows)


def machines_table(raw):
    rows = []
    for label in sorted({label for label, _, _ in raw.files}, key=lambda label: (label != "h200", label)):
        files = [data for (l, _, _), data in raw.files.items() if l == label and "engine" in data]
        if not files:  # of Gmsh alone
            continue
        bandwidths = sorted(1e-9 * data["bandwidth_bytes_per_s"] for data in files)
        gpu = files[0]["machine"].get("gpu")
        what = (
            f"{gpu['name']}, driver {gpu['driver']}"
            if gpu
            else f"{files[0]['machine']['processor']}, {files[0]['engine']}"
        )
        rows.append(
            [
                MACHINES[label],
                what,
                f"{number(bandwidths[0])} to {number(bandwidths[-1])} GB/s",
                ", ".join(sorted({data["commit"] for data in files})),
                ", ".join(sorted({data["date"].split()[0] for data in files})),
            ]
        )
    return table(["machine", "what it is", "bandwidth", "commit", "date"], rows)


TABLES = {
    "machines": machines_table,
    "digest": digest_table,
    "ebe": ebe_table,
    "reductions": reductions_table,
    "machineCode": machine_code_table,
    "steps": steps_table,
    "memory": memory_table,
    "rates": rates_table,
    "order2": order2_table,
    "precisions": precisions_table,
    "choice": choice_table,
}


def write_tables(raw, document):
    """Replaces what stands between `<!-- table NAME -->` and `<!-- end -->`."""
    text = document.read_text(encoding="utf-8")
    for name, make in TABLES.items():
        begin, end = f"<!-- table {name} -->\n", "<!-- end -->"
        if begin not in text:
            print(f"{document} has no place for the table {name}", file=sys.stderr)
            return 2
        head, rest = text.split(begin, 1)
        text = head + begin + "\n" + make(raw) + "\n\n" + end + rest.split(end, 1)[1]
    document.write_text(text, encoding="utf-8")
    return 0


# --- plots


def series(raw, label, method):
    """Measurements of the capacitor, coarse to fine; by the GPU's own variant where the published method was not measured."""
    files = raw.of(label, "linkedList").values()
    found = [m for m in (pick(data, method) for data in files) if m is not None]
    return found or [m for m in (pick(data, OLD_GPU_NAMES.get(method, method)) for data in files) if m is not None]


def label_values(axis, counts=False):
    """Numbers at 1, 2 and 5 of each decade: an axis may be shorter than one. Counts read 20k, 1M."""
    from matplotlib.ticker import EngFormatter, LogLocator, NullFormatter, StrMethodFormatter

    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter(EngFormatter(sep="") if counts else StrMethodFormatter("{x:,g}"))
    axis.set_minor_formatter(NullFormatter())
    axis.set_tick_params(labelsize=8)


def plot_preparation(axes, raw, label):
    for method, stage in (("gather", "adjacency"), ("ebe", "adjacency"), ("ebeColoured", "colouring")):
        ms = series(raw, label, method)
        axes.loglog(
            [m["elements"] for m in ms],
            [m["first_assembly"]["milliseconds"][stage] for m in ms],
            "o-",
            color=COLOURS[method],
            label=f"{stage} for {method}",
        )
    meshes = [data for label in raw.labels("meshing") for data in raw.of(label, "meshing").values()]
    if meshes:
        meshes.sort(key=lambda data: data["elements"])
        axes.loglog(
            [data["elements"] for data in meshes],
            [1e3 * data["seconds"] for data in meshes],
            "o-",
            color="#1b2631",
            label="mesh generation (Gmsh, one core)",
        )
    axes.set_title("Preparation (Fig. 5)")
    axes.set_ylabel("ms")


def plot_steps(axes, raw, label):
    """Steps differ by orders of magnitude: bars side by side."""
    finest = [series(raw, label, method)[-1] for method, _ in RIVALS]
    steps = [*PREPARING, *COMPUTING, "solve"]
    values = [
        [
            1e3 * m["solve"]["seconds"] if step == "solve" else m["first_assembly"]["milliseconds"][step]
            for step in steps
        ]
        for m in finest
    ]
    used = [k for k in range(len(steps)) if max(row[k] for row in values) > 0]
    for i, (method, name) in enumerate(RIVALS):
        axes.bar(
            [x + 0.27 * (i - 1) for x in range(len(used))],
            [values[i][k] for k in used],
            0.27,
            color=COLOURS[method],
            label=name,
        )
    axes.set_yscale("log")
    axes.set_xticks(range(len(used)), [steps[k] for k in used], fontsize=8)
    axes.set_title(f"Time by step, {finest[0]['elements']:,} triangles (Fig. 8)")
    axes.set_ylabel("ms")


def plot_totals(axes, raw, label):
    for method, name in RIVALS:
        ms = series(raw, label, method)
        without = [
            sum(m["first_assembly"]["milliseconds"][s] for s in COMPUTING) + 1e3 * m["solve"]["seconds"] for m in ms
        ]
        whole = [w + sum(m["first_assembly"]["milliseconds"][s] for s in PREPARING) for w, m in zip(without, ms)]
        axes.loglog([m["elements"] for m in ms], whole, "o-", color=COLOURS[method], label=name)
        if method != "linkedList":
            axes.loglog(
                [m["elements"] for m in ms],
                without,
                "o--",
                color=COLOURS[method],
                mfc="none",
                label="the same without colouring",
            )
    axes.set_title("Total time (Fig. 9)")
    axes.set_ylabel("ms")


def plot_memory(axes, raw, label):
    for method, name in RIVALS:
        ms = series(raw, label, method)
        for which, style in (("peak", "o-"), ("after", "o--")):
            axes.loglog(
                [m["elements"] for m in ms],
                [m["bytes_per_element"][which] * m["elements"] / 1e6 for m in ms],
                style,
                color=COLOURS[method],
                mfc=None if which == "peak" else "none",
                label=f"{name}, {which}",
            )
    axes.set_title("Memory (Fig. 10)")
    axes.set_ylabel("MB")


def linked_list_plot(plt, raw, label, target):
    figure, panels = plt.subplots(2, 2, figsize=(11, 8), constrained_layout=True)
    for axes, plot in zip(panels.flat, (plot_preparation, plot_steps, plot_totals, plot_memory)):
        plot(axes, raw, label)
        if plot is not plot_steps:
            axes.set_xlabel("triangles")
            label_values(axes.xaxis, counts=True)
            axes.grid(True, which="major", alpha=0.3)
        axes.legend(fontsize=7)
    data = next(iter(raw.of(label, "linkedList").values()))
    figure.suptitle(f"Capacitor, P1, double precision, {data['engine']}", fontsize=11)
    figure.savefig(target, dpi=110)


def rate_files(raw, label):
    """Plane problems, which all integrate alike; the ovens are axisymmetric."""
    return {
        name: data
        for part in ("digest", "generated")
        for name, data in raw.of(label, part).items()
        if name.startswith(("actuator", "square"))
    }


def rates_plot(plt, raw, label, target):
    figure, panels = plt.subplots(1, 2, figsize=(11, 4), constrained_layout=True, sharey=True)
    files = rate_files(raw, label)
    for axes, which in zip(panels, ("first_assembly", "second_assembly")):
        for method in ASSEMBLING:
            ms = sorted((m for m in (pick(data, method) for data in files.values()) if m), key=lambda m: m["elements"])
            if ms:
                axes.loglog(
                    [m["elements"] for m in ms],
                    [1e-6 * m[which]["elements_per_s"] for m in ms],
                    "o-",
                    color=COLOURS[method],
                    label=method,
                )
        axes.set_title("first assembly" if which == "first_assembly" else "with the pattern at hand")
        axes.set_xlabel("triangles")
        label_values(axes.xaxis, counts=True)
        axes.grid(True, which="major", alpha=0.3)
    label_values(panels[0].yaxis)
    panels[0].set_ylabel("10⁶ triangles/s")
    panels[1].legend(
        loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=8, frameon=False
    )  # where it covers no curve
    figure.suptitle(f"Assembly, P1, double precision, {next(iter(files.values()))['engine']}", fontsize=11)
    figure.savefig(target, dpi=110)


def plots(raw, images):
    try:
        import matplotlib

        matplotlib.use("Agg")
        import matplotlib.pyplot as plt
    except ImportError as missing:
        print(
            f"staticsReport.py: the Python package {missing.name} is missing: apt-get install python3-matplotlib, and run with "
            "/usr/bin/python3",
            file=sys.stderr,
        )
        return 2
    images.mkdir(parents=True, exist_ok=True)
    drawn = (
        ("linkedList", linked_list_plot, lambda label: raw.of(label, "linkedList")),
        ("generated", rates_plot, lambda label: rate_files(raw, label)),
    )
    for part, draw, files in drawn:
        for label in raw.labels(part):
            if len(files(label)) == 1:  # no curve
                continue
            target = images / f"statics{part[0].upper()}{part[1:]}_{label}.png"
            draw(plt, raw, label, target)
            print(target)
    return 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=["plots", "tables"])
    parser.add_argument(
        "--data", type=pathlib.Path, default=ROOT / "docs" / "data" / "statics", help="folder of the raw files"
    )
    parser.add_argument(
        "--document", type=pathlib.Path, default=ROOT / "docs" / "statics.md", help="where the tables stand"
    )
    parser.add_argument("--images", type=pathlib.Path, default=ROOT / "docs" / "images", help="folder of the plots")
    options = parser.parse_args()
    raw = Raw(options.data)
    if not raw.files:
        print(f"{options.data} has no raw files: measure with jobs/statics.py", file=sys.stderr)
        return 2
    return plots(raw, options.images) if options.command == "plots" else write_tables(raw, options.document)


if __name__ == "__main__":
    sys.exit(main())
