#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Tables 1 and 3 to 5 of Cabel, Charles, Lanteri 2011 with our figures beside theirs, from files of `fluxtet bench --json`.

Table 1 is made of `bench --cavity`, the others of `bench meshes/head/case.yaml --whole-steps` on M1 to M3, told by their numbers of
elements. Files of one rank, of several and of the CPU engine may stand side by side in the folders; docs/data/scaling/README.md has the
commands."""
import argparse
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RAW = ROOT / "docs" / "data" / "scaling" / "h200Published"
ORDERS = (1, 2, 3, 4)
# "Performance Evaluation of a Multi-GPU Enabled Finite Element Method for Computational Electromagnetics", Euro-Par 2011 Workshops:
# Table 1, 1000 iterations: GPUs: order: (seconds, GFlop/s); elements of one GPU by order.
PAPER_TABLE_1 = {
    1: {1: (104.7, 63), 2: (325.1, 92), 3: (410.3, 106), 4: (759.8, 94)},
    128: {1: (104.9, 8072), 2: (323.1, 11844), 3: (408.4, 13676), 4: (763.6, 12009)},
}
PAPER_ELEMENTS = {1: 3072000, 2: 3072000, 3: 1296000, 4: 750000}
# Tables 2 to 5: elements, CPUs and their seconds by order, GPUs: order: (seconds, GFlop/s). The number of steps is not said. 146 stands
# so in Table 5, where the other lines let 1460 expect.
PAPER_HEAD = {
    "M1": (815405, 16, {1: 715, 2: 3824}, {1: {1: (620, 32), 2: (2683, 60)}, 16: {1: (35, 566), 2: (145, 1110)}}),
    "M2": (
        1862136,
        64,
        {1: 519, 2: 2869},
        {16: {1: (82, 699), 2: (407, 1137)}, 32: {1: (46, 1239), 2: (201, 2299)}, 64: {1: (33, 1747), 2: (116, 4007)}},
    ),
    "M3": (
        7894172,
        64,
        {1: 2786, 2: 6057},
        {
            32: {1: (162, 146), 2: (816, 2370)},
            64: {1: (97, 2470), 2: (416, 4657)},
            128: {1: (69, 3469), 2: (257, 7522)},
        },
    ),
}


class BenchFile:
    """One file of `fluxtet bench --json`."""

    def __init__(self, path):
        self.path, self.data = path, json.loads(path.read_text(encoding="utf-8"))
        gpu = self.data["machine"].get("gpu")
        self.onGpu = self.data["engine"].startswith("cuda")
        self.ranks, self.device = self.data["ranks"], gpu["name"] if self.onGpu else self.data["machine"]["processor"]
        self.cores = self.ranks * self.data["threads"]

    def place(self):
        if self.onGpu:
            return f"{self.ranks} × {self.device}"
        return f"CPU engine, {self.cores} thread{'s' if self.cores > 1 else ''}"

    def wayOf(self, measurement):
        """Between GPUs."""
        return f", `{measurement['exchange_way']}`" if self.onGpu and "exchange_way" in measurement else ""

    def cavity(self):
        return [m for m in self.data.get("cavity", []) if m["precision"] == "single"]

    def steps(self):
        return [
            m for m in self.data.get("measurements", []) if m["precision"] == "single" and m["kernel"] == "fusedStep"
        ]

    def wholeSteps(self):
        """With both sets of kernels: {(precision, penalty, order): {"splitStep": ..., "fusedStep": ...}}."""
        found = {}
        for m in self.data.get("measurements", []):
            if m["kernel"] in ("splitStep", "fusedStep"):
                found.setdefault((m["precision"], m.get("penalty", 0), m["order"]), {})[m["kernel"]] = m
        return {key: both for key, both in found.items() if len(both) == 2}


def readFiles(folders):
    files = []
    for path in sorted({path for folder in folders for path in folder.rglob("*.json")}):
        try:
            files.append(BenchFile(path))
        except (ValueError, KeyError) as error:
            raise SystemExit(f"publishedTables.py: {path} is no file of `fluxtet bench --json` ({error})")
    if not files:
        raise SystemExit(f"publishedTables.py: no file of `fluxtet bench --json` in {', '.join(map(str, folders))}")
    return sorted(files, key=lambda file: (not file.onGpu, file.ranks, str(file.path)))


def gflops(flopRate):
    return f"{1e-9 * flopRate:,.0f}"


def line(cells):
    return "| " + " | ".join(cells) + " |\n"


def tableOf(heading, lines):
    return line(heading) + line(["---"] * len(heading)) + "".join(map(line, lines))


def impliedFlops(order, gpus=1):
    """Flops of an element and step by the paper's time and rate."""
    seconds, rate = PAPER_TABLE_1[gpus][order]
    return 1e9 * rate * seconds / (1000 * gpus * PAPER_ELEMENTS[order])


# --- Table 1


def cavityLines(files):
    """Label of a line: its measurements by order."""
    lines = {}
    for file in files:
        for m in file.cavity():
            label = file.place() + file.wayOf(m) + (", three kernels" if m["kernels"] == "split" else "")
            lines.setdefault(label, {})[m["order"]] = (file, m)
    return lines


def table1(files):
    rows = [
        [f"paper, {gpus} GT200"] + [f"{s:,.1f} s, {g:,}" for s, g in (PAPER_TABLE_1[gpus][p] for p in ORDERS)]
        for gpus in PAPER_TABLE_1
    ]
    lines = cavityLines(files)
    first = {}  # rates a GPU of one GPU
    for line_ in lines.values():
        for p, (file, m) in line_.items():
            if file.onGpu and file.ranks == 1:
                first[m["kernels"], p] = m["element_steps_per_s"]
    for label, ofOrder in lines.items():
        rows += cavityRows(label, ofOrder, first)
    rows.append(["flops of an element and step: paper's figures"] + [f"{impliedFlops(p):,.0f}" for p in ORDERS])
    counted = {m["order"]: m["dense_flops_per_element_step"] for file in files for m in file.cavity()}
    rows.append(["the same: counted"] + [f"{counted[p]:,.0f}" if p in counted else "" for p in ORDERS])
    return "Table 1: seconds for 1000 steps, GFlop/s (efficiency)\n\n" + tableOf(["", "P1", "P2", "P3", "P4"], rows)


def cavityRows(label, ofOrder, first):
    plain, copied, hidden = [label], ["… with copies"], ["… hidden of a message"]
    for p in ORDERS:
        if p not in ofOrder:
            for cells in (plain, copied, hidden):
                cells.append("")
            continue
        file, m = ofOrder[p]
        whole = m["cells"][0] * m["cells"][1] * m["cells"][2] * 6 == PAPER_ELEMENTS[p] * file.ranks
        plain.append(plainCell(file, m, first, whole))
        copies = m["seconds"]["upload"] + m["seconds"]["download"]
        total = copies + seconds1000(m)
        copied.append(
            f"{total:.3f} s, {gflops(m['dense_flops_per_element_step'] * m['elements'] * 1000 / total)}"
            if whole
            else ""
        )
        share = m.get("exchange", {}).get("hidden_share")
        hidden.append("" if share is None else f"{100 * share:.1f} %, {1e6 * m['exchange']['message_s']:,.0f} us")
    return [cells for cells in (plain, copied, hidden) if any(cells[1:])]


def seconds1000(m):
    return m["seconds"]["steps"] * 1000 / m["steps"]


def plainCell(file, m, first, whole):
    one = first.get((m["kernels"], m["order"]))
    efficiency = (
        f" ({100 * m['element_steps_per_s'] / file.ranks / one:.1f} %)" if one and file.onGpu and file.ranks > 1 else ""
    )
    # On the CPU the published size takes long: the rate of a smaller one.
    return (f"{seconds1000(m):.3f} s, " if whole else "") + gflops(m["dense_flop_per_s"]) + efficiency


# --- Tables 3 to 5


def headMesh(elements):
    """The published mesh with nearly so many elements, or None."""
    return next((name for name, (published, *_) in PAPER_HEAD.items() if abs(elements / published - 1) < 0.05), None)


def headLines(files, mesh):
    lines = {}
    for file in files:
        for m in file.steps():
            if headMesh(m["elements"]) == mesh:
                once = ", MPI copies once" if "cma" in file.path.stem.split("_") else ""
                lines.setdefault(file.place() + file.wayOf(m) + once, {})[m["order"]] = (file, m)
    return lines


def headTable(files, mesh):
    elements, cpus, cpuSeconds, gpuLines = PAPER_HEAD[mesh]
    rows = [[f"paper, {cpus} CPUs"] + [f"{cpuSeconds[p]:,} s" for p in (1, 2)] + ["", ""]]
    fewest = min(gpuLines)
    for gpus, ofOrder in gpuLines.items():
        cells = [f"paper, {gpus} GT200"]
        for p in (1, 2):
            seconds, rate = ofOrder[p]
            cells.append(
                f"{seconds:,} s, {rate:,} ({gpuLines[fewest][p][0] / seconds:.1f})"
                if gpus != fewest
                else f"{seconds:,} s, {rate:,}"
            )
        rows.append(cells + ["", ""])
    lines = headLines(files, mesh)
    if not lines:
        return ""
    first = {p: m for ofOrder in lines.values() for p, (file, m) in ofOrder.items() if file.onGpu and file.ranks == 1}
    for label, ofOrder in lines.items():
        rows.append([label] + [headCell(*ofOrder[p], first.get(p)) if p in ofOrder else "" for p in ORDERS])
    ours = next(m["elements"] for ofOrder in lines.values() for _, m in ofOrder.values())
    return (
        f"{mesh}, {elements:,} tetrahedra in the paper, ours {ours:,}: ms a step (paper: seconds for a number of steps that it does not say), "
        "GFlop/s (speed-up; hidden of a message)\n\n" + tableOf(["", "P1", "P2", "P3", "P4"], rows)
    )


def headCell(file, m, one):
    notes = []
    if one and file.onGpu and file.ranks > 1:
        notes.append(f"{m['element_steps_per_s'] / one['element_steps_per_s']:.2f}")
    share = m.get("exchange_measured", {}).get("hidden_share")
    if share is not None:
        notes.append(f"{100 * share:.0f} %")
    rate = m["element_steps_per_s"]
    return f"{1e3 * m['elements'] / rate:.3f} ms, {gflops(m['dense_flops_per_element_step'] * rate)}" + (
        f" ({'; '.join(notes)})" if notes else ""
    )


# --- docs/published.md


def tablesWithin(text):
    """What stands before, between and after the marks of the tables."""
    before, _, rest = text.partition("<!-- tables -->\n")
    within, _, after = rest.partition("<!-- end -->")
    return before, within, after


def writePage(page):
    before, _, after = tablesWithin(page.read_text(encoding="utf-8"))
    page.write_text(f"{before}<!-- tables -->\n{pageTables(RAW)}<!-- end -->{after}", encoding="utf-8")


# --- the three kernels beside one


def splitTable(files):
    rows = {}
    for file in files:
        for (precision, penalty, order), both in file.wholeSteps().items():
            flux = "centred" if penalty == 0 else f"penalised {penalty:g}"
            rows.setdefault((file.ranks, precision, flux, file.place()), {})[order] = both
    if not rows:
        return ""
    lines = []
    for (_, precision, flux, place), ofOrder in sorted(
        rows.items(), key=lambda row: (row[0][1] == "double", row[0][0], row[0][2])
    ):
        for name, kernel in (("three kernels", "splitStep"), ("fused", "fusedStep")):
            lines.append(
                [f"{place}, {precision}, {flux}: {name}"]
                + [rateCell(ofOrder[p][kernel]) if p in ofOrder else "" for p in ORDERS]
            )
        lines.append(
            ["… times faster"]
            + [
                f"{rateOf(ofOrder[p]['fusedStep']) / rateOf(ofOrder[p]['splitStep']):.1f}" if p in ofOrder else ""
                for p in ORDERS
            ]
        )
    return (
        "What fusing is worth: 10^9 element-steps/s (share of what the machine allows by the kernels' counted bytes and flops)\n\n"
        + tableOf(["", "P1", "P2", "P3", "P4"], lines)
    )


def rateOf(m):
    return m["element_steps_per_s"]


def rateCell(m):
    return f"{1e-9 * rateOf(m):.2f} ({100 * m['share']:.0f} %)"


# --- the estimate of the time step


def estimateTable(folder):
    """From summaries of runs."""
    runs = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]
    lines = []
    for run in sorted(runs, key=lambda run: (run["elements"], run["order"])):
        step = 1e3 * run["wall_s"]["loop"] / run["steps"]
        estimate = run["setup_ms"]["timeStep"]
        lines.append(
            [
                f"{run['elements']:,}",
                f"P{run['order']}",
                f"{estimate:.0f} ms",
                f"{step:.3f} ms",
                f"{estimate / step:.0f}",
            ]
        )
    return "The estimate of the time step, default flux, one GPU\n\n" + tableOf(
        ["elements", "order", "estimate", "a step", "steps"], lines
    )


def pageTables(folder):
    """All tables of docs/published.md, from docs/data/scaling/h200Published."""
    files = readFiles([folder / "tables", folder / "split"])
    tables = (
        [splitTable(files), table1(files)]
        + [headTable(files, mesh) for mesh in PAPER_HEAD]
        + [estimateTable(folder / "estimate")]
    )
    return "\n".join(table for table in tables if table)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "folders", nargs="*", type=pathlib.Path, metavar="DIR", help="folders with files of `fluxtet bench --json`"
    )
    parser.add_argument(
        "--page",
        action="store_true",
        help="make the tables of docs/published.md anew, in that page, from its raw files",
    )
    options = parser.parse_args()
    if options.page:
        writePage(ROOT / "docs" / "published.md")
        return 0
    if not options.folders:
        parser.error("name the folders, or say --page")
    files = readFiles(options.folders)
    tables = [table1(files)] if any(file.cavity() for file in files) else []
    tables += [table for table in (*(headTable(files, mesh) for mesh in PAPER_HEAD), splitTable(files)) if table]
    print("\n".join(tables), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
