# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Which figure of the documentation comes from which raw file of docs/data; figures.py compares them."""
import csv
import functools
import json
import re
from statistics import mean, median

import publishedTables
import staticsReport
from figures import ROOT, rounded

DATA = ROOT / "docs" / "data" / "scaling"
ORDERS = (1, 2, 3, 4)


# --- raw files


@functools.lru_cache(maxsize=None)
def read_json(path):
    return json.loads((DATA / path).read_text(encoding="utf-8"))


def point(folder, order, ranks):
    """summary.json of one point of a sweep of jobs/scaling.py."""
    return read_json(f"{folder}/P{order}_{ranks:03}ranks/run1/summary.json")


def step_ms(run):
    return 1e3 * run["wall_s"]["loop"] / run["steps"]


def estimate_in_steps(run):
    """How many steps the estimate of the time step takes as long as."""
    return run["setup_ms"]["timeStep"] / step_ms(run)


class BenchText:
    """What `fluxtet bench` prints: a line for each kernel and order."""

    COLUMNS = ("elements", "rate", "dofs", "spread", "bytes", "flops", "dense", "gb_per_s", "limit", "share")

    def __init__(self, path):
        text = (DATA / path).read_text(encoding="utf-8")
        self.copy, self.fma = (
            float(re.search(rf"([\d.]+) {unit}", text)[1]) for unit in ("GB/s .copy", "GFLOP/s single")
        )
        self.rows, self.samples = {}, {}
        for line in text.splitlines():
            words = line.replace("%", "").split()
            if len(words) == 14 and words[1] == "single":
                order = int(words[0])
                self.rows[order, words[2]] = dict(
                    zip(self.COLUMNS, [float(word) for word in (*words[3:12], words[13])])
                )
            elif words[:2] == ["one", "sample"]:
                self.samples[order] = float(words[2])

    def of(self, column, kernel="fusedStep", orders=ORDERS):
        return [self.rows[order, kernel][column] for order in orders]


def bench_json(path, order, kernel="fusedStep"):
    return next(m for m in read_json(path)["measurements"] if (m["order"], m["kernel"]) == (order, kernel))


def message_of(measurement):
    """Microseconds of a message and how many per cent of it are hidden."""
    found = re.search(r"a message takes ([\d.]+) us, ([\d.]+) % of it hidden", measurement["exchange"])
    return float(found[1]), float(found[2])


def csv_rows(path):
    """The rows of a table in docs/data, without their names."""
    lines = (DATA.parent / path).read_text(encoding="utf-8").splitlines()[1:]
    return [line.split(",") for line in lines]


def microseconds_by(path, *columns):
    """Microseconds of a step of all runs of a table in docs/data, by what stands in these columns."""
    found = {}
    with (DATA.parent / path).open(encoding="utf-8") as table:
        for row in csv.DictReader(table):
            found.setdefault(tuple(row[name] for name in columns), []).append(float(row["microseconds_a_step"]))
    return found


def head_runs():
    """What whole runs of the head printed, by their heading in the file."""
    text = (DATA / "h200Head/toSar/runs.txt").read_text(encoding="utf-8")
    parts = re.split(r"^(m\d, [^\n]*):$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def head_value(run, pattern):
    return [float(value) for value in re.search(pattern, run).groups()]


# --- docs/performance.md


def box(page):
    bench = BenchText("h200At8628d586/bench.txt")
    rates = bench.of("rate")
    nodes = [(p + 1) * (p + 2) * (p + 3) // 6 for p in ORDERS]
    page.says("copy kernel {} TB/s", 1e-3 * bench.copy)
    page.says("FMA {} TFLOP/s single", 1e-3 * bench.fma)
    page.says("| elements | {} | {} | {} | {} |", *bench.of("elements"))
    page.says("| 10^9 element-steps/s | {} | {} | {} | {} |", *(1e-3 * rate for rate in rates))
    page.says("| 10^9 dof-steps/s | {} | {} | {} | {} |", *(1e-3 * rate for rate in bench.of("dofs")))
    page.says("72 Np + 112 bytes a step | {} % | {} % | {} % | {} % |", *bench.of("share"))
    page.says("72 Np + 75 | {} % | {} % | {} % | {} % |", *moved_shares(bench, rates, nodes))
    page.says("| spread of the samples | {} % | {} % | {} % | {} % |", *bench.of("spread"))
    page.says(
        "from the rate (2011, one GPU) | {} (104.7) | {} (325.1) | {} (410.3) | {} (759.8) |",
        *(1e-3 * n / rate for n, rate in zip(bench.of("elements"), rates)),
    )
    unstructured = [1e-6 * m3["elements"] / step_ms(m3) for m3 in (point("h200Overlap/m3", p, 1) for p in ORDERS)]
    page.says("{} tetrahedra from Gmsh with lossy tissues", point("h200Overlap/m3", 1, 1)["elements"])
    page.says(
        "at {}, {}, {} and {} x 10^9 element-steps/s at P1 to P4, {}, {}, {} and {} % of the box's rate",
        *unstructured,
        *(1e5 * rate / whole for rate, whole in zip(unstructured, BenchText("h200Overlap/bench.txt").of("rate"))),
    )


def profile(name):
    """By half step, as `P3_0.2 1`, then metric: what ncu says of it in a file of h200Profile."""
    lines = (DATA / "h200Profile" / name).read_text(encoding="utf-8").splitlines()
    rows = [re.sub(r'"[^"]*"', "kernel", line).split(",") for line in lines]
    return {half: {row[0].split(" [")[0]: row[i] for row in rows} for i, half in enumerate(rows[0]) if i > 0}


SECOND_LEVEL = "lts__throughput.avg.pct_of_peak_sustained_elapsed"
FIRST_LEVEL = "l1tex__throughput.avg.pct_of_peak_sustained_active"
ISSUED = "sm__throughput.avg.pct_of_peak_sustained_elapsed"
EXECUTED = "inst_executed"
WARPS_EXECUTED = "smsp__inst_executed.sum"
NO_CODE = "smsp__average_warps_issue_stalled_no_instruction_per_issue_active.ratio"


def one_code(name):
    """By the heading of a profile, then half step, E or H, then metric: what ncu says in a file of h200OneCode."""
    found = {}
    for line in (DATA / "h200OneCode" / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            profiles_of = found[line[2:]] = {"E": {}, "H": {}}
        elif not line.startswith('"ID"'):
            number, _, metric, _, value = re.findall(r'"([^"]*)"', line)
            profiles_of["EH"[int(number)]][metric] = float(value.replace(",", ""))
    return found


def ns(half):
    return float(half["gpu__time_duration.sum"])


def moved(half):
    """Bytes from and to memory."""
    return sum(float(half[f"dram__bytes_{which}.sum"]) for which in ("read", "write"))


def profiles(page):
    halves, bench = profile("centredAndBefore.csv"), BenchText("h200Profile/bench.txt")
    large, small = ([halves[f"{size}P{p}_0 2"] for p in ORDERS] for size in ("", "small_"))
    four = " {} % | {} % | {} % | {} % |"
    page.says("| second-level cache, share of its peak |" + four, *(float(half[SECOND_LEVEL]) for half in large))
    page.says(
        "| memory, share of the {} TB/s of a copy |" + four,
        1e-3 * bench.copy,
        *(100 * moved(half) / ns(half) / bench.copy for half in large),
    )
    page.says("| first-level cache and shared memory |" + four, *(float(half[FIRST_LEVEL]) for half in large))
    page.says("| instructions issued |" + four, *(float(half[ISSUED]) for half in large))
    page.says(
        "GPU holds at a time | {} | {} | {} | {} |",
        *(float(half["launch__waves_per_multiprocessor"]) for half in small),
    )
    page.says("| second-level cache, share of its peak |" + four, *(float(half[SECOND_LEVEL]) for half in small))
    page.says("| instructions issued |" + four, *(float(half[ISSUED]) for half in small))
    page.says(
        "reached {}, {}, {} and {} % at large sizes on this card, and {}, {}, {} and {} % on",
        *bench.of("share"),
        *BenchText("h200Profile/benchSmall.txt").of("share"),
    )
    before, now = one_code("profileVariants.csv")["before P4"]["H"], one_code("profile.csv")["P4"]["H"]
    page.says("issued at P4 it had waited {} cycles for its code, and now waits {}", before[NO_CODE], now[NO_CODE])
    rates = [BenchText(f"h200OneCode/{name}.txt") for name in ("bench", "benchSmall")]
    page.says(
        "Whole steps reach {}, {}, {} and {} % of the bytes' limit at large sizes, and {}, {}, {} and {} % on",
        *(share for bench in rates for share in bench.of("share")),
    )
    page.says(
        "at {}, {}, {} and {} % of it at 8628d586",
        *BenchText("h200At8628d586/benchSmall.txt").of("share"),
    )
    page.says(
        "second-level cache is at {} % of its peak and memory at {} % of a copy now",
        now[SECOND_LEVEL],
        1e-7 * now["dram__bytes.sum.per_second"] / rates[0].copy,
    )


def penalised(page):
    rates = [
        [1e-3 * rate for rate in BenchText(f"h200At8628d586/{name}.txt").of("rate")]
        for name in ("bench", "benchPenalised")
    ]
    page.says("| centred | {} | {} | {} | {} |", *rates[0])
    page.says("| penalised | {} | {} | {} | {} |", *rates[1])
    page.says(
        "| share | {} % | {} % | {} % | {} % |", *(100 * with_jumps / without for without, with_jumps in zip(*rates))
    )
    now = one_code("profile.csv")
    more = [now[f"P{p}"]["E"][WARPS_EXECUTED] / now[f"P{p}"]["H"][WARPS_EXECUTED] for p in (3, 4)]
    page.says("executes {} times the instructions of the centred one at P1 to P3 and {} times at P4", *more)


def state_costs(card):
    """By order and medium: elements, and seconds of 1000 steps, of docs/data/media/CARD/cost.csv."""
    text = (DATA.parent / "media" / card / "cost.csv").read_text(encoding="utf-8")
    found = re.findall(r"^(\d),(\w+)[ ,](\d+)[ ,]1000[ ,](\S+)$", text, flags=re.MULTILINE)
    return {(int(order), medium): (int(elements), float(seconds)) for order, medium, elements, seconds in found}


def pole_variants():
    """By variant, then order and medium: seconds of docs/data/media/h100/poleVariants.csv; of a name, the first row."""
    found = {}
    for line in (DATA.parent / "media" / "h100" / "poleVariants.csv").read_text(encoding="utf-8").splitlines()[1:]:
        variant, order, medium, _, _, seconds = line.split(",")
        found.setdefault(variant, {}).setdefault((int(order), medium), float(seconds))
    return found


def dispersion_and_ports(page):
    cost = state_costs("h100")
    for order in (2, 3):
        media = [cost[order, medium] for medium in ("plain", "debye", "lorentz")]
        page.says(f"| P{order}, {{}} elements | {{}} s | {{}} s | {{}} s |", media[0][0], *(time for _, time in media))
    share = {order: 100 * (cost[order, "debye"][1] / cost[order, "plain"][1] - 1) for order in (1, 2, 3, 4)}
    page.says("a relaxation costs {} % and {} %, at P1 and P4 {} % and {} %", share[2], share[3], share[1], share[4])
    cost = state_costs("h200")
    for order, text in ((2, "take {}, {} and {} s at P2"), (3, "and {}, {} and {} s at P3")):
        page.says(text, *(cost[order, medium][1] for medium in ("plain", "debye", "lorentz")))
    share = [100 * (cost[order, "debye"][1] / cost[order, "plain"][1] - 1) for order in (2, 3)]
    page.says("a relaxation costs {} % and {} %.", *share)
    text = (DATA.parent / "ports" / "h100" / "fourPorts.txt").read_text(encoding="utf-8")
    times = re.findall(r"^(with|without) \d+ (\d+) .*'loop': ([\d.]+)", text, flags=re.MULTILINE)
    means = [mean(float(seconds) for which, _, seconds in times if which == name) for name in ("with", "without")]
    page.says("{} s for {} steps with them, {} s without", means[0], int(times[0][1]), means[1])


def moved_shares(bench, rates, nodes):
    """Per cent of the copy kernel's bandwidth that the bytes make which the fused kernel moves."""
    return [0.1 * rate * (72 * n + 75) / bench.copy for rate, n in zip(rates, nodes)]


def weak_scaling(page):
    names = {1: "P12", 2: "P12", 3: "P3"}
    single = [bench_json(f"h200Bench/big1_{names[p]}.json", p) for p in names]
    four = [bench_json(f"h200Bench/big4_{names[p]}.json", p) for p in names]
    page.says("P1, {} a GPU | P2, {} | P3, {} |", *(m["elements"] for m in single))
    page.says("| 1 GPU | {} | {} | {} |", *(1e-9 * m["element_steps_per_s"] for m in single))
    page.says(
        "| 4 GPUs, `pinned` | {} ({} %) | {} ({} %) | {} ({} %) |",
        *(
            figure
            for m, one in zip(four, single)
            for figure in (1e-9 * m["element_steps_per_s"], 25 * m["element_steps_per_s"] / one["element_steps_per_s"])
        ),
    )
    page.says(
        "| message (hidden) | {} us ({} %) | {} us ({} %) | {} us ({} %) |",
        *(figure for m in four for figure in message_of(m)),
    )
    page.says("reach {}, {} and {} % here", *(half_steps_alone(names[p], p, one) for p, one in zip(names, single)))


def half_steps_alone(name, order, one):
    """Per cent of one GPU's steps that half steps without any exchange reach on four."""
    halves = [
        bench_json(f"h200Bench/big4_{name}.json", order, kernel)["element_steps_per_s"]
        for kernel in ("fusedE", "fusedH")
    ]
    return 12.5 * sum(halves) / one["element_steps_per_s"]


def published_table(page):
    page.says(
        "P1, {} a GPU | P2, {} | P3, {} | P4, {} |", *(point("h200Overlap/table1", p, 1)["elements"] for p in ORDERS)
    )
    published_rows(page, "h200Overlap/table1", (2,))
    seconds = {n: [cavity_seconds(n, p) for p in ORDERS] for n in (1, 4)}
    page.says(
        "`peer` takes {}, {}, {} and {} s at P1 to P4, at efficiencies of {}, {}, {} and {} %",
        *seconds[4],
        *(100 * one / four for one, four in zip(seconds[1], seconds[4])),
    )
    page.says(
        "A version whose half steps do not overlap took {}, {}, {} and {} s",
        *(point("h200Table1", p, 4)["wall_s"]["loop"] for p in ORDERS),
    )


def by_peer(measurements, order):
    """That of the fused kernel at an order; on several GPUs by `peer`."""
    return next(
        m
        for m in measurements
        if m["order"] == order and m.get("kernels", "fused") == "fused" and m.get("exchange_way", "peer") == "peer"
    )


def published_file(name):
    return publishedTables.BenchFile(publishedTables.RAW / "tables" / name)


def cavity_seconds(ranks, order):
    """Seconds of 1000 steps of the standing wave."""
    return publishedTables.seconds1000(by_peer(published_file(f"table1_{ranks}.json").cavity(), order))


def published_step(mesh, ranks, order):
    """The measurement of a step on a mesh of the head."""
    return by_peer(published_file(f"{mesh}_{ranks}.json").steps(), order)


def published_ms(mesh, ranks, order):
    measured = published_step(mesh, ranks, order)
    return 1e3 * measured["elements"] / measured["element_steps_per_s"]


def published_efficiency(mesh, ranks, order):
    return 100 * published_ms(mesh, 1, order) / (ranks * published_ms(mesh, ranks, order))


def published_rows(page, folder, gpus):
    seconds = {n: [point(folder, p, n)["wall_s"]["loop"] for p in ORDERS] for n in (1, *gpus)}
    page.says("| 1 GPU | {} | {} | {} | {} |", *seconds[1])
    for n in gpus:
        page.says(
            f"| {n} GPUs " + 4 * "| {} ({} %) " + "|",
            *(f for p, s in zip(ORDERS, seconds[n]) for f in (s, weak_efficiency(folder, p, n))),
        )


def weak_efficiency(folder, order, ranks):
    """Per cent of a weak scaling."""
    return 100 * point(folder, order, 1)["wall_s"]["loop"] / point(folder, order, ranks)["wall_s"]["loop"]


def efficiency(folder, order, ranks):
    """Per cent of a strong scaling."""
    return 100 * step_ms(point(folder, order, 1)) / (ranks * step_ms(point(folder, order, ranks)))


def hidden(folder, order, ranks):
    return 100 * point(folder, order, ranks)["exchange"]["hidden_share"]


def small_parts(page):
    m1 = "h200Overlap/m1"
    page.says(
        "M1 of the head has {} elements on each of two GPUs: {} and {} % of a message are hidden at P1 and P2, at efficiencies of {} and {} %",
        rounded(point(m1, 1, 2)["elements"] / 2, 100),
        *(hidden(m1, p, 2) for p in (1, 2)),
        *(efficiency(m1, p, 2) for p in (1, 2)),
    )


def head(page):
    page.says(
        "`M1` has {} tetrahedra, `M2` {}, `M3` {}", *(point(f"h200Head/m{m}", 1, 1)["elements"] for m in (1, 2, 3))
    )
    page.says("M1 took {} steps, M2 {}", *(point(f"h200Overlap/m{m}", 1, 1)["steps"] for m in (1, 2)))
    strong_scaling(page, "h200Overlap", (2,))
    for mesh, words in (("m1", "M1 takes {}, {}, {} and {} ms"), ("m2", "and M2 {}, {}, {} and {} ms")):
        page.says(words, *(published_ms(mesh, 4, p) for p in ORDERS))
    before = [step_ms(point(f"h200Head/{mesh}", p, 4)) for mesh in ("m1", "m2") for p in ORDERS]
    page.says("do not overlap took {}, {}, {} and {} ms, and {}, {}, {} and {} ms", *before)
    page.says(
        "the efficiency on M1 is {} % on two GPUs and {} % on four",
        *(published_efficiency("m1", n, 2) for n in (2, 4)),
    )


def strong_scaling(page, folder, gpus):
    for mesh in (1, 2, 3):
        sweep = f"{folder}/m{mesh}"
        page.says(f"| M{mesh} | 1 | {{}} | {{}} | {{}} | {{}} |", *(step_ms(point(sweep, p, 1)) for p in ORDERS))
        for n in gpus:
            page.says(
                f"| M{mesh} | {n} " + 4 * "| {} ({} %) " + "|",
                *(f for p in ORDERS for f in (step_ms(point(sweep, p, n)), efficiency(sweep, p, n))),
            )


def before_and_now(mesh, order, ranks):
    """Microseconds of a step in both versions of the program."""
    plural = "s" if ranks > 1 else ""
    return [
        1e3 * step_ms(read_json(f"h200Overlap/beforeAndNow/{mesh}P{order}_{ranks}rank{plural}_{which}.json"))
        for which in ("before", "now")
    ]


def eight_gpus(page):
    us = {(m, n): 1e3 * step_ms(point(f"h200Overlap/m{m}", 2, n)) for m in (1, 2, 3) for n in (1, 2)}
    beyond = {m: us[m, 2] - us[m, 1] / 2 for m in (1, 2, 3)}
    page.says(
        "is {} us on two GPUs, {} % of the {} us; on M2, whose halves are as large as an eighth of M3, it is {} us, and {} us on M1",
        beyond[3],
        200 * beyond[3] / us[3, 1],
        us[3, 1] / 2,
        beyond[2],
        beyond[1],
    )
    eighth = us[3, 1] / 8
    page.says("So we expect 220 to 245 us on eight GPUs, where T(1)/8 is {}", eighth)
    page.says("an efficiency of {} to {} %", 100 * eighth / 245, 100 * eighth / 220)
    page.says(
        "takes {} us more than T(1)/4 on four GPUs; with 50 us on eight the efficiency is {} %",
        1e3 * (step_ms(point("h200Head/m3", 2, 4)) - step_ms(point("h200Head/m3", 2, 1)) / 4),
        100 * eighth / (eighth + 50),
    )


def phases_row(page, summary):
    """The row of a table of the phases of a run."""
    wall, phases = summary["wall_s"], summary["setup_ms"]
    page.says(
        "| {} s | {} s | {} s | {} s | {} s | {} s |",
        1e-3 * phases["read"],
        wall["setup"] - 1e-3 * phases["read"],
        1e-3 * phases["timeStep"],
        wall["loop"],
        wall["output"],
        wall["total"],
    )


def to_absorption(page):
    whole = read_json("h200Head/toSar/m1FromGeometry.json")
    page.says("), {} steps, fourteen periods", whole["steps"])
    page.says("| of it time step | {} steps |", whole["steps"])
    phases_row(page, whole)
    cold, cached, earlier, slower = (
        json.loads((DATA.parent / "headToSar" / name).read_text(encoding="utf-8"))
        for name in ("default/toSar.json", "default/toSarCached.json", "toSar.json", "slowerHost/toSar.json")
    )
    page.says("| of it time step | {} steps |", cold["steps"])
    phases_row(page, cold)
    phases_row(page, cached)
    commands = [float(seconds) for _, seconds in csv_rows("headToSar/default/commands.csv")]
    page.says("The commands took {} and {} s from start to end", *commands[:2])
    page.says("alone {} and {} s", *commands[2:])
    page.says("the first run took {} s, and {} s", earlier["wall_s"]["total"], slower["wall_s"]["total"])
    runs = [head_runs()[name] for name in ("m1, 1 GPU", "m1, 2 GPUs", "m2, 1 GPU", "m3, 2 GPUs")]
    rows = (
        ("all, s", r"; ([\d.]+) s, of it"),
        ("set-up, s", r"set-up ([\d.]+) s"),
        ("steps, s", r"steps ([\d.]+) s"),
        ("absorbed, mW", r"absorbed ([\d.]+) mW"),
    )
    for name, pattern in rows:
        page.says(f"| {name} | {{}} | {{}} | {{}} | {{}} |", *(head_value(run, pattern)[0] for run in runs))
    page.says("| peak 1 g, 10 g, W/kg" + 4 * " | {}, {}" + " |", *(peak for run in runs for peak in peaks(run)))
    page.says(
        "| powers miss their balance by | {} % | {} % | {} % | {} % |",
        *(head_value(run, r"imbalance ([\d.]+)")[0] for run in runs),
    )

    default = json.loads((DATA.parent / "penalty" / "headM1.json").read_text(encoding="utf-8"))
    page.says(
        "another mesh of {} tetrahedra, absorbs {} mW, its peaks are {} and {} W/kg, and its powers miss their balance by {} %",
        default["elements"],
        1e3 * default["powers"]["absorbed_W"],
        *(average["peak_W_per_kg"] for average in default["sar"]["averages"]),
        100 * default["powers"]["imbalance"],
    )
    page.says("; {} steps took {} s on one GPU", default["steps"], default["wall_s"]["loop"])


def peaks(run):
    return head_value(run, r"peak 1 g average ([\d.]+)") + head_value(run, r"peak 10 g average ([\d.]+)")


def set_up(page):
    page.says("as long as {} to {} steps on a GPU", *estimates_on_gpu())


def estimates_on_gpu():
    """The fewest and the most steps that estimates of the time step take as long as."""
    every = [
        estimate_in_steps(json.loads(path.read_text(encoding="utf-8")))
        for path in (DATA / "h200Published" / "estimate").glob("*.json")
    ]
    return min(every), max(every)


def spectra(page):
    bench = BenchText("h200Overlap/bench.txt")
    terabytes, steps = bench.of("gb_per_s", "spectra"), [
        step / sample for step, sample in zip(bench.of("rate"), bench.of("rate", "spectra"))
    ]
    page.says("| one sample, ms | {} | {} | {} | {} |", *(bench.samples[p] for p in ORDERS))
    page.says(
        "(share of the copy kernel)" + 4 * " | {} ({} %)" + " |",
        *(figure for gb in terabytes for figure in (1e-3 * gb, 100 * gb / bench.copy)),
    )
    page.says("| in leap-frog steps | {} | {} | {} | {} |", *steps)
    page.says("makes a run ({} to {}) / k slower", min(steps), max(steps))
    page.says(
        "takes some {} steps a period", rounded(read_json("h200Head/toSar/m1FromGeometry.json")["steps"] / 14, 100)
    )


def cpu_engine(page):
    files = {name: f"cpu2cores/{name}.json" for name in ("centred", "penalised")}
    roofs = read_json(files["centred"])["roofline"]
    page.says(
        "{} GB/s by a triad, {} GFLOP/s single), {} elements",
        1e-9 * roofs["bandwidth_bytes_per_s"],
        1e-9 * roofs["fma_flop_per_s"]["single"],
        bench_json(files["centred"], 1)["elements"],
    )
    for name, path in files.items():
        steps = [bench_json(path, order) for order in ORDERS]
        page.says(
            f"| {name}" + 4 * " | {} ({} %)" + " |",
            *(figure for m in steps for figure in (1e-6 * m["element_steps_per_s"], 100 * m["share"])),
        )


def performance(page):
    for section in (
        box,
        profiles,
        penalised,
        dispersion_and_ports,
        weak_scaling,
        published_table,
        small_parts,
        head,
        eight_gpus,
        to_absorption,
        set_up,
        spectra,
        cpu_engine,
    ):
        section(page)
    page.given(
        "6 Np times",
        "(AVX-512,",  # counts, a name
        "Charles, Lanteri 2011, table 1",
        "132 multiprocessors, 150.1 GB",
        "for 1000 steps",
        "1000 steps of a conducting cube",
        "beyond T(1)/n",
        "moves 72 Np + 112 bytes",
        "about 72 Np + 75:",
        "A share of 100 %",
        "750,000 elements (",
        "50,400 elements (",
        "| 750,000 elements |",
        "| 50,400 elements |",
        "sectors of 32 bytes",
        "we expect 220 to 245 us",
        "with 50 us on eight",
        "125 mW given",
        "120 Np bytes",
        "adds 0.8 of that",
        "| 1000 steps |",
        "would be 29 % of a step",
        "would be 29 % of a step at P2 and 31 % at P3",
        "four ports at 200 frequencies",
        "12 times a period",
        "| M1, 1 GPU | M1, 2 GPUs | M2, 1 GPU | M3, 2 GPUs |",
    )


# --- docs/experiments.md


def overlap(page):
    page.says(
        "M1 at P2 took {} ms on one machine and {} ms on another",
        step_ms(point("h200Overlap/m1", 2, 1)),
        1e-3 * before_and_now("m1", 2, 1)[1],
    )
    page.says(
        "| preset 0, {} tetrahedra | 1" + 4 * " | {}, {}" + " |",
        read_json("h200Overlap/beforeAndNow/preset0P1_1rank_now.json")["elements"],
        *(us for p in ORDERS for us in before_and_now("preset0", p, 1)),
    )
    for n in (1, 2):
        page.says(f"| M1 | {n}" + 4 * " | {}, {}" + " |", *(us for p in ORDERS for us in before_and_now("m1", p, n)))
    page.says("| M3 | 2 | | {}, {} | | |", *before_and_now("m3", 2, 2))
    gains = [
        0.5 * (before - now)
        for before, now in (before_and_now("m1", 2, 1), before_and_now("m1", 2, 2), before_and_now("m3", 2, 2))
    ]
    page.says("{} us a half step on M1, {} on M1 on two GPUs, {} on M3 on two", *gains)


def without_overlap(page):
    lost = read_json("h200Overlap/lost/m1_1.json")["measurements"]
    page.says(
        "M1 on one GPU took {}, {}, {} and {} ms",
        *(1e3 * m["elements"] / m["element_steps_per_s"] for m in lost),
    )
    page.says("for {}, {}, {} and {} with the overlap", *(published_ms("m1", 1, p) for p in ORDERS))
    page.says("P1, {} a GPU | P2, {} | P3, {} | P4, {} |", *(point("h200Table1", p, 1)["elements"] for p in ORDERS))
    published_rows(page, "h200Table1", (2, 4))
    page.says(
        "| hidden of a message, 4 GPUs | {} % | {} % | {} % | {} % |", *(hidden("h200Table1", p, 4) for p in ORDERS)
    )
    strong_scaling(page, "h200Head", (2, 4))
    m1 = "h200Head/m1"
    page.says(
        "M1 has {} elements on each of four GPUs: at P1 {} % of a message is hidden and the efficiency is {} %, at P2 {} %",
        rounded(point(m1, 1, 4)["elements"] / 4, 100),
        hidden(m1, 1, 4),
        efficiency(m1, 1, 4),
        efficiency(m1, 2, 4),
    )


def few_clusters(page):
    """Kernels of local time steps on few clusters: one and three threads an element."""
    loop = {}
    for case, order, _, variant, _, seconds in csv_rows("localSteps/h200/fewClusters.csv"):
        loop[case, int(order), variant.split()[0]] = float(seconds)
    for text, case, order in (
        ("at P1 the head of 98,455 elements took {} in place of {} s", "head preset 0", 1),
        ("at P2 {} in place of {} s", "head preset 0", 2),
        ("M1 at P2 {} in place of {} s", "head M1", 2),
    ):
        page.says(text, loop[case, order, "three"], loop[case, order, "one"])


def stages_aside(page):
    """Small stages of local time steps beside half steps of other clusters."""
    rows = csv_rows("localSteps/h200/aside.csv")
    loop = {(case, variant): float(seconds) for card, case, variant, seconds in rows if card == "4"}
    cases = ("head0P2", "patch", "m1P2")
    for name, variant in (
        ("nothing aside", "nothing aside"),
        ("the chain before H aside", "first chain aside"),
        ("the chain behind H aside", "second chain aside"),
        ("both", "aside"),
        ("both, the half step of E in two parts, too, and across steps", "also E in parts and across steps"),
    ):
        page.says(f"| {name} | {{}} | {{}} | {{}} |", *(loop[case, variant] for case in cases))
    page.says("both, at low priority | | {} | {} |", *(loop[case, "aside; low priority"] for case in cases[1:]))
    steps = 3628
    before, after = (1e6 * loop["m1P2", variant] / steps for variant in ("nothing aside", "aside"))
    page.says("of the {} of a step of M1", before)
    page.says("it became {} less", before - after)


def timelines(page):
    """Kernels of two steps with local time steps, before and after half steps were divided among launches."""
    folder = "localSteps/h200/onePass"

    def half_steps(name):
        """Rows of kernels, and of each step the launches of its half step of E."""
        rows = [
            (float(start), float(took), int(blocks), kernel)
            for start, took, blocks, _, _, kernel in csv_rows(f"{folder}/{name}")
        ]
        steps, last = [], None
        for row in rows:
            if row[3] == "fusedKernel E":
                if last != "fusedKernel E":
                    steps.append([])
                steps[-1].append(row)
            last = row[3]
        return rows, steps

    def loop(name):
        run = read_json(f"../{folder}/{name}.json")
        return 1e6 * run["wall_s"]["loop"] / run["steps"]

    _, before = half_steps("timelineBefore_m1P2.csv")
    other_host = loop("m1P2_one_otherHost")
    page.says("of {} microseconds of a step of M1 at P2", before[1][0][0] - before[0][0][0])
    page.says("took {}, where a whole step", mean(step[0][1] for step in before))
    page.says("takes {} on another host", other_host)
    outer = [tuple(map(int, row)) for row in csv_rows(f"{folder}/outerFaces.csv")]
    page.says(
        "Of M1's {} clusters {} of level 0 and {} of level 1",
        len(outer),
        *(sum(row[3] > 300 and row[1] == level for row in outer) for level in (0, 1)),
    )
    page.says("{} of the 512 faces", median(row[3] for row in outer if row[3] > 300))
    page.says("in the middle, {} of others", median(row[3] for row in outer if row[3] <= 300))
    page.given("were 50 microseconds less from the first, 12 from the second and 4 from the third")
    one_pass = [float(row[3]) for row in csv_rows(f"{folder}/variants.csv") if row[1:3] == ["m1P2", "one pass"]]
    page.says(
        "a step takes {} microseconds where one for all takes {}, and took {} on the host with {}",
        loop("m1P2_auto"),
        loop("m1P2_one"),
        mean(one_pass),
        other_host,
    )
    rows, after = half_steps("timeline_m1P2.csv")
    first = after[0]
    page.says("The half step of E takes {} in six launches", max(row[0] + row[1] for row in first) - first[0][0])
    page.says(
        "{} % of the mesh, have {} to themselves",
        100 * sum(row[2] for row in first[:3]) / sum(row[2] for row in first),
        max(row[0] + row[1] for row in first[:3]) - first[0][0],
    )
    page.says(
        "the half step of H, {} microseconds",
        next(
            row[1]
            for before, row in zip(rows, rows[1:])
            if before[3] == row[3] == "fusedKernel H or curl" and row[2] == 60 and row[0] > 300
        ),
    )


def pole_passes():
    """Runs with several poles in a pass and what was tried with them: microseconds by host, case and variant."""
    return microseconds_by("localSteps/h200/poles/variants.csv", "host", "case", "variant")


POLES_AT_ONCE = "up to four states in one pass in all clusters"


def poles_at_once(page):
    step = pole_passes()
    page.given("a box of 663,552 elements")
    for text, case in (
        ("four relaxations, P1", "box four P1"),
        ("four relaxations, P2", "box four P2"),
        ("four relaxations, P3", "box four P3"),
        ("four relaxations, P4", "box four P4"),
        ("one relaxation, P1", "box debye P1"),
        ("one relaxation, P2", "box debye P2"),
        ("one relaxation, P3", "box debye P3"),
        ("two resonances, P3", "box lorentz2 P3"),
    ):
        page.says(f"| {text} | {{}} | {{}} |", *(step["D", case, variant][0] for variant in ("before", POLES_AT_ONCE)))
    for text, case in (("one step for all", "patch one step"), ("three levels", "patch 3 levels")):
        values = step["D", case, "before"] + step["D", case, POLES_AT_ONCE]
        page.says(f"| patch antenna, P2, {text} | {{}}, {{}} | {{}}, {{}} |", *values)


def block_clocks(name):
    """Medians of clocks in blocks, microseconds, by kind of cluster: loads, increments, layers, writes."""
    kinds = {}
    for _, _, has_poles, directions, by_element, _, *times in csv_rows(f"localSteps/h200/poles/{name}.csv"):
        kinds.setdefault((int(has_poles), int(directions), int(by_element)), []).append([float(t) for t in times])
    return {kind: (len(rows), [median(column) for column in zip(*rows)]) for kind, rows in kinds.items()}


def one_round(page):
    """Clocks in the blocks of the patch antenna's half steps, and what was tried."""
    E, H = block_clocks("clocksOfE_oneStep"), block_clocks("clocksOfH_oneStep")
    page.says("at P2 has {} clusters", sum(count for count, _ in E.values()))
    # A half step of H knows no poles: clusters with and without are of one kind.
    for text, kind, of_H, columns in (
        ("plain", (0, 0, 0), (0, 0, 0), (0, 1, 3)),
        ("with poles", (1, 0, 0), (0, 0, 0), (0, 1, 3)),
        ("in layers of one direction", (0, 1, 1), (0, 1, 1), (0, 1, 2)),
        ("of two directions", (0, 2, 0), (0, 2, 0), (0, 1, 2, 3)),
        ("of three", (0, 3, 0), (0, 3, 0), (0, 1, 2, 3)),
    ):
        count, times = E[kind]
        values = [value for column in columns for value in (times[column], H[of_H][1][column])]
        cells = ["{}, {}" if column in columns else "" for column in range(4)]
        page.says(f"| {text} | {{}} | " + " | ".join(cells).replace("|  |", "| |"), count, *values)
    step = pole_passes()
    ahead = "besides: loads of the next word or chunk ahead; coefficients by cluster"
    for text, case in (
        ("with layers {} in place of {} microseconds at P1", "box with layers P1"),
        ("and {} in place of {} at P2", "box with layers P2"),
    ):
        page.says(text, *(mean(step["C", case, variant]) for variant in (ahead, "before")))
    relaxation = "box debye P1"
    page.says(
        "one relaxation {} at P1, where several poles a pass alone take {} on",
        step["C", relaxation, ahead][0],
        step["D", relaxation, POLES_AT_ONCE][0],
    )
    plain, same = (
        "besides: parts without poles by the kernel without",
        f"{POLES_AT_ONCE}; one kernel for all parts of a half step",
    )
    page.says(
        "{} and {} microseconds in place of {} and {}; one kernel for all parts takes {} and {}.",
        *(time for variant in (plain, POLES_AT_ONCE, same) for time in step["D", "patch 3 levels", variant]),
    )


def recorded_variants():
    """Runs on the way to replayed steps with records: microseconds and seconds by host, case and variant."""
    path, loop = "localSteps/h200/recorded/variants.csv", {}
    for host, case, variant, seconds, *_ in csv_rows(path):
        loop.setdefault((host, case, variant), []).append(float(seconds))
    return microseconds_by(path, "host", "case", "variant"), loop


SHIPPED_CASES = (
    ("M1, P2", "M1 P2"),
    ("M1, P1", "M1 P1"),
    ("head, preset 0, P2", "head preset 0 P2"),
    ("head, preset 0, P1", "head preset 0 P1"),
    ("patch antenna, P2", "patch antenna P2"),
    ("half-wave dipole, P2", "half-wave dipole P2"),
)


def recorded_steps(page):
    """Steps with records replayed, the half step of E aside, and what was tried with them."""
    step, loop = recorded_variants()
    for name, case in SHIPPED_CASES:
        values = [loop["E", case, variant] for variant in ("before", "steps with records replayed")]
        page.says(f"| {name} | {{}}, {{}} | {{}}, {{}} |", *(value for both in values for value in both))
    small = "head preset 0 P1"
    before = [
        time for (_, case, variant), times in step.items() if case == small for time in times if "before" in variant
    ]
    page.given("were 66 microseconds a step")
    page.says("which took {} to {} on the hosts", min(before), max(before))
    page.says("it takes {}, and M1", mean(step["E", small, "steps with records replayed"]))

    aside = "half step of E and damping aside"
    by_kernel = "before; layers where a launch has some"
    for name, case in SHIPPED_CASES[:2]:
        values = step["D", case, by_kernel] + step["D", case, aside]
        page.says(f"| {name}, kernel by kernel | {{}}, {{}} | {{}}, {{}} |", *values)
    for i in (4, 2, 3, 5):
        name, case = SHIPPED_CASES[i]
        values = step["F", case, "replayed; small stages aside"] + step["F", case, f"after: {aside}"]
        page.says(f"| {name} | {{}}, {{}} | {{}}, {{}} |", *values)
    page.given("were 380 on M1, 150 on the patch")

    neighbourhood = "elements beside level 1 in clusters of their neighbourhood"
    page.says("at P2 {} microseconds a step", *step["A", "M1 P2", neighbourhood])
    page.says("in place of {}, the", mean(step["A", "M1 P2", "before"]))
    page.says(
        "patch {} in place of {}, M1 on",
        *(mean(step["A", "patch antenna P2", variant]) for variant in (neighbourhood, "before")),
    )
    page.says(
        "two GPUs {} in place of {}.",
        *(mean(step["A; two GPUs", "M1 P2", variant]) for variant in (neighbourhood, "before")),
    )
    blocks = {
        name: [int(row[2]) for row in csv_rows(f"localSteps/h200/recorded/{name}") if row[5] == "fusedKernel H or curl"]
        for name in ("timelineNeighbourhood_m1P2.csv", "timeline_m1P2.csv")
    }
    refined = blocks["timeline_m1P2.csv"].index(901)
    page.says(
        "{} clusters in place of {} take part",
        blocks["timelineNeighbourhood_m1P2.csv"][blocks["timelineNeighbourhood_m1P2.csv"].index(901) + 1] - 901,
        blocks["timeline_m1P2.csv"][refined + 1] - 901,
    )

    early = "blocks of a part end at once; in all kernels"
    for text, case in (
        ("M1 {} in place of {} microseconds at P2", "M1 P2"),
        ("{} in place of {} at P1", "M1 P1"),
    ):
        page.says(text, *(mean(step["C", case, variant]) for variant in (early, "before")))
    page.says(
        "the patch with one step for all {} in place of {}",
        *(step["C", "patch antenna P2", f"one step; {variant}"][0] for variant in (early, "before")),
    )

    one_round(page)
    room_beside(page)

    page.given("a kernel each | 1 | 2 | 4")
    for i in (2, 3, 0):
        name, case = SHIPPED_CASES[i]
        values = [step["B", case, "before"][0]]
        for rounds in (1, 2, 4):
            values += step["B", case, f"stages joined in a thread-block cluster; up to {rounds} rounds"]
        page.says(f"| {name} | {{}} | {{}} | {{}} | {{}} |", *values)
    lines = (DATA.parent / "localSteps/h200/recorded/chainClocks.txt").read_text(encoding="utf-8").splitlines()
    clocks = {
        name: [int(number) for number in numbers.split()]
        for name, numbers in zip(lines, lines[1:])
        if re.match(r"(M1|head)", name)
    }
    waits = [wait for numbers in clocks.values() for wait in numbers[5::2]]
    page.says("the barrier takes {} to {} cycles", min(waits), max(waits))
    at = {
        order: next(numbers for name, numbers in clocks.items() if order in name and "head" in name)
        for order in ("P1", "P2")
    }
    page.given("a stage of 36 pieces")
    page.says("computes for {} at P2 and {} at P1", at["P2"][6], at["P1"][8])
    loads = [numbers[1] for numbers in clocks.values()]
    page.says("Loading what stays costs {} to {} more", min(loads), max(loads))


def one_pass(page):
    """One pass that damps the penalty in elements of level 1, and what was tried with it."""
    step = microseconds_by("localSteps/h200/onePass/variants.csv", "case", "variant")
    for name, case in (
        ("M1, P2", "m1P2"),
        ("patch antenna, P2", "patch"),
        ("head, preset 0, P2", "head0P2"),
        ("half-wave dipole, P2", "dipole"),
    ):
        values = [step[case, variant] for variant in ("before", "one pass", "kept", "reversed", "kept reversed")]
        page.says(
            f"| {name} | {{}} | {{}}, {{}} | {{}}, {{}} | {{}}, {{}} | {{}}, {{}} |",
            *(value for both in values for value in both),
        )
    page.says("one pass saves {} microseconds on M1", step["m1P2", "before"][0] - step["m1P2", "one pass"][0])
    page.says("on the patch {} microseconds the wrong way", step["patch", "reversed"][0] - step["patch", "one pass"][0])


def less_penalty(page):
    """Less of the penalty in small elements, so that fewer passes damp it."""
    variants = ("all of the penalty", "what two passes damp", "what one pass damps")
    step = microseconds_by("localSteps/h200/lessPenalty/variants.csv", "case", "variant")
    impedance, absorption = {}, []
    for case, variant, percent, of_rates in csv_rows("localSteps/h200/lessPenalty/results.csv"):
        impedance[case, variant] = float(percent)
        if of_rates:
            absorption.append(float(of_rates))
    for name, case in (
        ("patch antenna, P2", "patch"),
        ("half-wave dipole, P2", "dipole"),
        ("head, preset 0, P1", "headP1"),
        ("head, preset 0, P2", "headP2"),
    ):
        values = [(*step[case, variant], impedance[case, variant]) for variant in variants]
        page.says(
            f"| {name} | {{}}, {{}}; {{}} % | {{}}, {{}}; {{}} % | {{}}, {{}}; {{}} % |",
            *(value for each in values for value in each),
        )
    page.says("were those of one step within {} %", max(absorption))
    ball = {(row[0], row[1]): 100 * float(row[4]) for row in csv_rows("localSteps/h200/lessPenalty/ball.csv")}
    page.given(
        "is below one: $(1-y)(1+y)\\le1$. With the default penalty it is 0.5 to 1 in elements of level 1 and",
        "as in elements of level 1. Microseconds of a step, one",
        "One pass in elements of level 1 alone",
    )
    for name, levels in (("two", "2"), ("three", "3"), ("four", "4"), ("five", "5")):
        page.says(f"| {name} levels | {{}} % | {{}} % | {{}} % |", *(ball[variant, levels] for variant in variants))
    page.says(
        "leaves E inside at {}, {}, {} and {} %",
        *(ball["one pass in elements of level 1", levels] for levels in "2345"),
    )


def room_beside(page):
    """Small stages beside half steps: what gave them room, or let them end earlier."""
    step = microseconds_by("localSteps/h200/room/variants.csv", "host", "variant", "case")
    timeline = csv_rows("localSteps/h200/room/timeline_patch.csv")
    page.says("a chain of small stages on {} clusters", int(timeline[0][2]))
    page.says("the other {} ([timeline]", int(timeline[1][2]) + int(timeline[2][2]))
    page.says("half step of E takes {} microseconds", float(timeline[0][1]))
    page.says(
        "that {} more; the half steps of the others take {} and {}",
        float(timeline[15][0]) - float(timeline[0][1]),
        float(timeline[1][1]),
        float(timeline[9][1]),
    )
    for host, said, variant in (
        ("A", "before", "before"),
        (
            "A",
            "the half step of E aside by the kernel of few elements a block, with poles and currents",
            "half step of E aside by few elements a block",
        ),
        (
            "A",
            "both half steps aside by it",
            "both half steps aside by few elements a block; four blocks a multiprocessor",
        ),
        ("B", "before", "before"),
        (
            "B",
            "half steps of the others on two blocks a multiprocessor, which leaves room to the chain",
            "two blocks of the half steps of all others a multiprocessor",
        ),
        (
            "B",
            "the stages behind the half step of H aside too",
            "stages behind the half step of H aside too",
        ),
        ("C", "before", "before"),
        (
            "C",
            "the half step of E in one piece, only damping and filters aside",
            "half step of E in one piece and damping aside",
        ),
        ("D", "before, the patch with three levels", "before"),
        (
            "D",
            "a kernel for curls alone, without the code for all else of a half step",
            "a kernel for curls alone",
        ),
    ):
        patch = "patch with three levels" if host == "D" else "patch"
        cells = [step[host, variant, case] for case in (patch, "dipole", "headP2")]
        page.says(
            f"| {host} | {said} | " + " | ".join(", ".join("{}" for _ in cell) for cell in cells) + " |",
            *(value for cell in cells for value in cell),
        )
    page.given(
        "until the half step of H on the 193 clusters",
        "the 193 clusters gather",
        "head, preset 0, P2 | |---|",
        "were 20 microseconds less of the first",
    )


def admittances(page):
    """Absorbing faces as surface admittances with local time steps."""
    rows = {(row[0], row[1]): row for row in csv_rows("localSteps/h200/admittances.csv")}
    for levels in ("0", "2", "3", "4", "5 by `auto`"):
        _, _, step, _, _, work, seconds, *impedance, _ = rows[levels, "0.9"]
        page.says(
            f"| {levels} | {{}} ps | {{}} | {{}} | {{}} + {{}}i ohm |", *map(float, (step, work, seconds, *impedance))
        )
    page.says("took {} s before", read_json("../headToSar/m1Auto.json")["wall_s"]["loop"])
    fluxes = csv_rows("localSteps/h200/admittancesFlux.csv")
    loop = {(flux, levels): float(seconds) for flux, levels, _, _, seconds in fluxes}
    page.says("steps take {} s with one step and {} s with three levels", loop["centred", "0"], loop["centred", "3"])
    _, _, step, *_, real, imaginary, _ = rows["4", "0.25"]
    page.says("four levels at {} ps it is {} + {}i ohm", *map(float, (step, real, imaginary)))
    one, refined, beside_refined = csv_rows("localSteps/cpu/admittances.csv")
    page.says(
        "a reflection of {} per cent at a step of a {}th of its period, and {} with one",
        100 * float(refined[4]),
        1000 / float(refined[3]),
        100 * float(one[4]),
    )
    page.says("holds the step of M1, at {} ps", float(beside_refined[3]))
    page.given("were 1.2 to 1.3 s, by counting stages at a step of 3.2 ps", "an eighth as thick, of level 2,", "QA/2")


def stage_runs(page):
    """One kernel for many stages of local time steps: times of all steps, and clock cycles of a block."""
    folder = DATA.parent / "localSteps" / "h200"
    rows = csv_rows("localSteps/h200/stageRuns.csv")

    def loop(case, order, variant, host):
        for row in rows:
            if row[:2] == [case, str(order)] and row[2].startswith(variant) and row[3] == host:
                return float(row[5])
        raise KeyError((case, order, variant, host))

    variants = (
        ("a kernel a stage", "1"),
        ("a block a cluster; a thread an element", "1"),
        ("a block a cluster; three threads", "1"),
        ("32 elements a block; a thread a coefficient; faces inside", "4"),
    )
    for name, case, order in (
        ("head, preset 0, P1", "head preset 0", 1),
        ("head, preset 0, P2", "head preset 0", 2),
        ("patch antenna, P2", "patch antenna", 2),
        ("M1, P2", "head M1", 2),
    ):
        page.says(f"| {name} | {{}} | {{}} | {{}} | {{}} |", *(loop(case, order, *variant) for variant in variants))

    names, *lines = [line.split(",") for line in (folder / "stageClocks.csv").read_text(encoding="utf-8").splitlines()]
    clocks = [dict(zip(names, line)) for line in lines]

    def cycles(case, order, variant, *phases):
        for row in clocks:
            if row["stage"] == "curl" and row["case"] == case and row["order"] == order and variant in row["variant"]:
                return tuple(int(row[phase]) for phase in phases)
        raise KeyError((case, order, variant))

    head = "head preset 0"
    page.says(
        "loads for {} cycles, computes a curl for {}, writes for {} and tells the others for {}",
        *cycles(head, "2", "a thread an element", "load", "compute", "write", "tell"),
    )
    page.says("at P1 it computes for {}", *cycles(head, "1", "a thread an element", "compute"))
    page.says("the curl takes {} cycles", *cycles(head, "2", "faces inside", "compute"))
    page.says(
        "Loads then decide: {} cycles where lanes of a warp are elements", *cycles("head M1", "2", "lanes are", "load")
    )
    page.says("{} on the head with lanes along the faces", *cycles(head, "2", "along faces", "load"))
    page.says("{} where faces inside of the block", *cycles(head, "2", "faces inside", "load"))
    page.says(
        "for which {} in place of {} cycles",
        *cycles(head, "1", "faces inside", "jumps"),
        *cycles(head, "1", "along faces", "jumps"),
    )


def few_elements(page):
    """The kernel for few elements, on at most so many clusters."""
    path = DATA.parent / "localSteps" / "h200" / "fewElements.csv"
    names, *lines = [line.split(",") for line in path.read_text(encoding="utf-8").splitlines()]
    rows = [dict(zip(names, line)) for line in lines]

    def loop(case, order, host, aside, most):
        for row in rows:
            if [
                row["case"],
                row["order"],
                row["host"],
                row["chains_aside"],
                row["most_clusters_of_the_new_kernel"],
            ] == [
                case,
                str(order),
                host,
                aside,
                most,
            ]:
                return float(row["loop_s"])
        raise KeyError((case, order, host, aside, most))

    for name, case, order, most in (
        ("head, preset 0, P1", "head preset 0", 1, ("0", "70", "300")),
        ("head, preset 0, P2", "head preset 0", 2, ("0", "30", "70", "140", "300", "all")),
        ("patch antenna, P2", "patch antenna", 2, ("0", "30", "70", "140", "300", "all")),
        ("M1, P1", "M1", 1, ("0", "70", "300")),
        ("M1, P2", "M1", 2, ("0", "30", "70", "140", "300", "all")),
    ):
        cells = " | {} | | {} | | {} | |" if order == 1 else " | {} | {} | {} | {} | {} | {} |"
        page.says(f"| {name}{cells}", *(loop(case, order, "1", "both", limit) for limit in most))
    step = [1e6 * loop("head preset 0", 2, "1", "both", limit) / 1862 for limit in ("0", "70")]
    page.says("{} of the {} microseconds of a step", step[0] - step[1], step[0])
    page.says("M1 takes {} in place of {} s", loop("M1", 2, "2", "before", "70"), loop("M1", 2, "2", "both", "0"))


def meshing_the_head(page):
    rows = csv_rows("headToSar/threshold.csv")
    page.says("| threshold | none" + " | {}" * 5 + " |", *(float(row[0]) for row in rows[1:]))
    page.says("| `fluxtet mesh`, s" + " | {}" * 6 + " |", *(float(row[1]) for row in rows))
    page.says("one for all, ps" + " | {}" * 6 + " |", *(float(row[3]) for row in rows))
    page.says("local time steps, ps" + " | {}" * 6 + " |", *(float(row[4]) for row in rows))
    walls = {tuple(row[:3]): float(row[3]) for row in csv_rows("headToSar/meshing.csv")}
    page.says("takes {} s on one core", walls["1", "0.4", "1"])
    page.says("and {} s on sixteen", walls["1", "0.4", "16"])
    page.says("and {} s on thirteen", walls["1", "0.5", "13"])


def estimate_on_host(page):
    m3 = {(p, n): point("h200Head/m3", p, n) for p in ORDERS for n in (1, 2, 4)}
    seconds = {key: run["wall_s"]["setup"] for key, run in m3.items()}
    shared = head_value(next(run for name, run in head_runs().items() if "8 ranks" in name), r"set-up ([\d.]+) s")
    page.says("{}, {} and {} s on 1, 2 and 4 GPUs", *(seconds[2, n] for n in (1, 2, 4)))
    page.says(
        "{} s on eight ranks that shared two GPUs; at P4 {}, {}, {} s", *shared, *(seconds[4, n] for n in (1, 2, 4))
    )
    page.says(
        "{} s at P4 on one GPU, as long as {} steps",
        1e-3 * m3[4, 1]["setup_ms"]["timeStep"],
        rounded(estimate_in_steps(m3[4, 1]), 100),
    )
    page.says("as long as {} to {} steps", *estimates_on_host())
    page.says("as long as {} to {} steps", *estimates_on_gpu())


def estimates_on_host():
    """The fewest and the most steps that estimates of the time step took as long as."""
    every = [
        estimate_in_steps(point(f"{folder}{m}", p, n))
        for folder, ranks in (("h200Head/m", (1, 2, 4)), ("h200Overlap/m", (1, 2)))
        for m in (1, 2, 3)
        for p in ORDERS
        for n in ranks
    ]
    return rounded(min(every), 100), rounded(max(every), 100)


def floors(page):
    """Rates before and after the source was moved to four floors."""
    ratios = []
    for text, name, kernel in (
        ("one GPU, `fused`, centred", "large_centred", "fusedStep"),
        ("one GPU, `fused`, penalised", "large_penalised", "fusedStep"),
        ("one GPU, `fused`, centred", "small_centred", "fusedStep"),
        ("one GPU, `fused`, penalised", "small_penalised", "fusedStep"),
        ("one GPU, `split`, penalised", "split", "splitStep"),
        ("two GPUs, `fused`, centred", "two_centred", "fusedStep"),
        ("two GPUs, `fused`, penalised", "two_penalised", "fusedStep"),
    ):
        pairs = [
            [bench_json(f"h200House/{when}/{name}.json", p, kernel) for when in ("before", "after")] for p in ORDERS
        ]
        page.says(
            f"| {text}, {{}} elements" + 4 * " | {}, {}" + " |",
            pairs[0][0]["elements"],
            *(1e-9 * m["element_steps_per_s"] for pair in pairs for m in pair),
        )
        ratios += [100 * after["element_steps_per_s"] / before["element_steps_per_s"] for before, after in pairs]
    page.says("the rates after are {} to {} % of those before", min(ratios), max(ratios))


def mirrors(page):
    """Rates of intSurface with one and with two arrays of mirror factors among its parameters."""
    page.says(
        "on one H200, {} elements", bench_json("h200House/faces/split_penalised.json", 1, "intSurface")["elements"]
    )
    for text, name in (
        ("before", "after/split"),
        ("one array for each field", "faces/split_penalised_twoArrays"),
        ("one array", "faces/split_penalised"),
    ):
        page.says(
            f"| {text}" + 4 * " | {}" + " |",
            *(1e-9 * bench_json(f"h200House/{name}.json", p, "intSurface")["element_steps_per_s"] for p in ORDERS),
        )


def two_small(page):
    """Steps on two GPUs beside replayed ones on one GPU with half of the elements."""
    longer = []
    for cells in (14, 20, 28, 40):
        box = f"{cells}x{cells}x{cells}_0"
        two, half = (
            [bench_json(f"h200House/twoSmall/{name}_{box}.json", p, "fusedStep") for p in ORDERS]
            for name in ("two", "half")
        )
        pairs = [[1e6 * m["seconds_per_call"]["median"] / m["steps_per_call"] for m in pair] for pair in zip(two, half)]
        page.says("| {}" + 4 * " | {}, {}" + " |", two[0]["elements"], *(us for pair in pairs for us in pair))
        longer += [on_two - on_one for on_two, on_one in pairs]
    page.says("took {} to {} us longer", min(longer), max(longer))


def replay_two(page):
    """Steps on two GPUs before and after they were replayed; the means of two turns."""

    def step(name, box, p):
        turns = [bench_json(f"h200House/replayTwo/{name}{turn}_{box}_0.json", p, "fusedStep") for turn in (1, 2)]
        return 1e6 * sum(m["seconds_per_call"]["median"] / m["steps_per_call"] for m in turns) / len(turns)

    shorter = []
    for box in ("14x14x14", "20x20x20", "28x28x28", "40x40x40", "41x41x82", "60x60x120"):
        elements = bench_json(f"h200House/replayTwo/two1_{box}_0.json", 1, "fusedStep")["elements"]
        pairs = [[step(name, box, p) for name in ("before_two", "two")] for p in ORDERS]
        page.says("| {}" + 4 * " | {}, {}" + " |", elements, *(us for pair in pairs for us in pair))
        if elements <= 48000:
            shorter += [before - after for before, after in pairs]
    page.says("a step is {} to {} us shorter at up to {} elements", min(shorter), max(shorter), 48000)


def poles(page):
    """Rates of half steps of E without poles, before and with a kernel that knows poles; the means of two turns."""

    def rate(name, p):
        turns = [bench_json(f"h200House/poles/{turn}.json", p, "fusedE")["element_steps_per_s"] for turn in name]
        return 1e-9 * sum(turns) / len(turns)

    page.says(
        "single precision, {} elements", bench_json("h200House/poles/before_large1_0.json", 1, "fusedE")["elements"]
    )
    losses = []
    for way, kernel, turns in (("the test", "oneKernel", (1, 2)), ("an instance of its own", "ownKernel", (3, 4))):
        for flux, penalty in (("centred", "0"), ("penalised", "0.2")):
            pairs = [
                (
                    rate([f"before_large{turn}_{penalty}" for turn in turns], p),
                    rate([f"{kernel}_large{turn}_{penalty}" for turn in (1, 2)], p),
                )
                for p in ORDERS
            ]
            page.says(f"| {flux}, before, with {way}" + 4 * " | {}, {}" + " |", *(v for pair in pairs for v in pair))
            if kernel == "oneKernel":
                losses += [100 * (1 - after / before) for before, after in pairs]
    page.says("costs up to {} %", max(losses))


def states_of_poles(page):
    variants = pole_variants()
    plain = variants["without states; of the variants from here on"]

    def cost(variant, order, without=None):
        return 100 * (variants[variant][order, "debye"] / (without or variants[variant])[order, "plain"] - 1)

    page.says(
        "before the pass that writes the field | {} %, {} % |",
        *(cost("a pass of its own before the field is written", order) for order in (2, 3)),
    )
    looked_up = variants["with the field; media looked up for each word"]
    page.says(
        "the medium is looked up for each word | {} % at P2 |", cost("with the field; media looked up for each word", 2)
    )
    page.says(
        "without fetching them ahead | {} % |", cost("the same; states marked to leave the cache first", 2, looked_up)
    )
    for text, variant in (
        ("which spares look-ups", "with the field; clusters of one medium apart"),
        (
            "through a function of their own",
            "poles of one and of two states apart; mixed clusters in a function of their own",
        ),
    ):
        page.says(f"{text} | {{}} %, {{}} % |", *(cost(variant, order) for order in (2, 3)))
    for text, variant in (
        ("the same without that function", "poles of one and of two states apart; mixed clusters in line"),
        (
            "without that function, one loop for both kinds of poles",
            "one loop for poles of one and of two states; mixed clusters in line",
        ),
        ("a word at a time", "a pass for each pole; one word in flight (present)"),
        ("two words in flight", "a pass for each pole; two words in flight"),
    ):
        page.says(f"{text} | {{}} %, {{}} % |", *(cost(variant, order, plain) for order in (2, 3)))
    page.says(
        "more words in flight, eight at P2 and three at P3 | {} %, {} % |",
        cost("a pass for each pole; eight words in flight", 2, plain),
        cost("a pass for each pole; three words in flight", 3, plain),
    )
    page.says(
        "no states are advanced | {} %, {} % |",
        *(cost("no pass over the poles (for the comparison alone)", order, plain) for order in (2, 3)),
    )


def layers_apart(page):
    folder = DATA.parent / "layers" / "h200" / "functions"

    def seconds(case, order, when):
        runs = [json.loads(path.read_text(encoding="utf-8")) for path in folder.glob(f"{case}{order}_{when}*.json")]
        return mean(run["wall_s"]["loop"] for run in runs)

    def less(case, order):
        return 100 * (1 - seconds(case, order, "after") / seconds(case, order, "before"))

    plain = 60**3 * 6
    more = 2 * 60**2 * 6 / plain
    slower = seconds("thin", 2, "before") / seconds("absorbing", 2, "before")
    page.says("{} % more elements, takes {} % longer than without", 100 * more, 100 * (slower - 1))
    page.says("sides take {}, {} and {} per cent less time at P1, P2 and P3", *(less("one", p) for p in (1, 2, 3)))
    rows = (DATA.parent / "media" / "h200" / "costOfFunctions.csv").read_text(encoding="utf-8").splitlines()[1:]
    debye = {tuple(row.split(",")[:2]): float(row.split(",")[5]) for row in rows if ",debye," in row}
    costs = sorted(100 * (1 - debye["dd3e9d2", p] / debye["d02866d", p]) for p in "23")
    page.says("elements with a relaxation {} to {} per cent less", *costs)


def layers_alone(page):
    folder = DATA.parent / "layers" / "h200"

    def seconds(case, order, when):
        runs = [
            json.loads(path.read_text(encoding="utf-8")) for path in folder.glob(f"early/{case}{order}_{when}*.json")
        ]
        return mean(run["wall_s"]["loop"] for run in runs)

    def less(case):
        return [100 * (1 - seconds(case, p, "after") / seconds(case, p, "before")) for p in (1, 2, 3)]

    rows = [row.rsplit(",", 3) for row in (folder / "variants.csv").read_text(encoding="utf-8").splitlines()[1:]]

    def change(card, case, variant):
        def of(name):
            return mean(float(row[3]) for row in rows if row[:2] == [f"{card},{case},2", name])

        return 100 * (of(variant) / of("before") - 1)

    kept = "layers inlined; states prefetched before the gathering"
    for card, text, variant, cases in (
        (1, "told by their number", "plain clusters in code of their own", ("thin", "one", "inner")),
        (3, "not after it", kept, ("one", "inner")),
        (2, "counted clusters in another way", kept, ("thin", "one", "inner")),
        (2, "few neighbours of the layers", "the same; plain clusters begin a half step", ("thin", "one", "inner")),
        (
            2,
            "layers not inlined",
            "states prefetched before the gathering; plain clusters begin a half step",
            ("thin", "one", "inner"),
        ),
        (
            2,
            "the same, plain clusters in code of their own",
            "the same; plain clusters begin a half step; plain clusters in code of their own",
            ("thin", "one", "inner"),
        ),
        (3, "states not through shared memory", "the same; states of P2 not through shared memory", ("one", "inner")),
        (3, "increments are stored there", "the same; states come while the increments are stored", ("one", "inner")),
        (
            3,
            "five chunks in flight instead of three",
            "the same; states come while the increments are stored; five chunks in flight",
            ("one", "inner"),
        ),
    ):
        if text == "counted clusters in another way":
            page.says("kernel of plain media took {} % more", change(card, "absorbing", variant))
        cells = " | ".join(["{} %"] * len(cases))
        page.says(
            f"{text} | {'' if len(cases) == 3 else '| '}{cells} |", *(change(card, case, variant) for case in cases)
        )
    page.says(
        "sides take {}, {} and {} per cent less time at P1, P2 and P3, a whole cube {}, {} and {}.",
        *less("one"),
        *less("inner"),
    )


def layers_by_element(page):
    rows = csv_rows("layers/h200/byElement/variants.csv")

    def seconds(card, case, order, variant):
        return mean(float(row[5]) for row in rows if row[:4] == [str(card), case, str(order), variant])

    def more(card, case, order, variant):
        return 100 * (seconds(card, case, order, variant) / seconds(card, case, order, "before") - 1)

    # Sub-layers on both sides: 24, cells between them: 60.
    def element(variant):
        return (seconds(4, "one", 2, variant) / seconds(4, "absorbing", 2, variant) - 1) * 60 / 24

    def whole(variant):
        return seconds(4, "inner", 2, variant) / seconds(4, "absorbing", 2, variant)

    for card, text, variant in (
        (1, "layers advanced by element in clusters of one direction", "by element"),
        (2, "in a function that is not inlined", "by element; other clusters not inlined"),
        (2, "come straight from global memory", "all clusters by element; rest not inlined"),
        (
            3,
            "of one direction that have sources",
            "by element; decision in shared memory; short code for one direction with sources",
        ),
        (
            3,
            "the same, the code for other clusters not inlined",
            "by element; decision in shared memory; short code; other clusters not inlined",
        ),
    ):
        cells = " | ".join(["{} %"] * 3)
        page.says(f"{text} | {cells} |", *(more(card, case, 2, variant) for case in ("thin", "one", "inner")))
    page.says("layers on two sides take {} per cent less time at P1", -more(4, "one", 1, "as kept"))
    page.says(
        "a whole cube {}, layers around a cube {};", -more(4, "inner", 2, "as kept"), -more(4, "layers", 2, "as kept")
    )
    page.says(
        "one direction takes {} times the time of a plain one, where it was {}", element("as kept"), element("before")
    )
    page.says("a whole cube {} times that of a plain cube, where it was {}", whole("as kept"), whole("before"))
    page.says(
        "sides costs {} per cent more at P1 and {} at P2", more(4, "thin", 1, "as kept"), more(4, "thin", 2, "as kept")
    )


def static_experiments(page):
    raw = staticsReport.Raw(ROOT / "docs" / "data" / "statics")
    page.says("our whole iteration takes {}, {} and {} us", *gather_iterations(raw))
    rates = [
        1e-6 * measured(raw, "h200-generated-square50M", method)["first_assembly"]["elements_per_s"]
        for method in ("linkNodes", "gather")
    ]
    page.says("`linkNodes` assembles {} x 10^6 triangles/s in whole calls, `gather` {}", *rates)


def turns(name):
    """By version, penalty, order and whether the mesh is the small one: 10^9 element-steps/s, means over the rounds, of
    programs that were measured in turns; a file of h200OneCode."""
    text = (DATA / "h200OneCode" / name).read_text(encoding="utf-8")
    parts = re.split(r"^\^\^ (.*)$", text, flags=re.MULTILINE)
    found = {}
    for output, heading in zip(parts[::2], parts[1::2]):
        version, *penalty = heading.split()[:-1]
        for order, elements, rate in re.findall(r"^(\d)  single +fusedStep +(\d+) +([\d.]+)", output, re.MULTILINE):
            key = (version, float(penalty[0]) if penalty else 0.2, int(order), int(elements) < 100000)
            found.setdefault(key, []).append(1e-3 * float(rate))
    return {key: mean(rates) for key, rates in found.items()}


def shared_code(page):
    waits = one_code("profileVariants.csv")
    page.says(
        "waits {} cycles for the code of each instruction that it issues (in the half step of H, at P3 {})",
        *(waits[f"before P{p}"]["H"][NO_CODE] for p in (4, 3)),
    )
    page.given("penalised, 50,400 elements, P3, P4")

    def row(name, text, version, fluxes=(0.2,)):
        found = turns(name)
        rates = [found[version, flux, p, False] for flux in fluxes for p in (3, 4)]
        page.says(text, *rates, *(found[version, 0.2, p, True] for p in (3, 4)))

    one_flux, both = "as before | {}, {} | {}, {} | no |", "{}, {} | {}, {} | {}, {} |"
    row("oneCode.txt", f"| before | {both} |", "before", (0, 0.2))
    row("barriers.txt", f"barriers behind the branches | {one_flux}", "branches")
    row("barriers.txt", f"the jumps of a face | {one_flux}", "oneSet")
    row("sourceStraight.txt", f"by face at P3 | {one_flux}", "sourceStraight")
    row("oneLift.txt", f"one lifts them | {one_flux}", "oneLift")
    row("oneCode.txt", f"for the source's fluxes | {both} yes |", "oneCode", (0, 0.2))
    row("oneCode.txt", f"which component a thread has | {both} no |", "hidden", (0, 0.2))
    page.says("fell to {} cycles in both orders", waits["oneCode P4"]["H"][NO_CODE])

    def gain(of, flux, order, small):
        return 100 * (of["oneCode", flux, order, small] / of["before", flux, order, small] - 1)

    last = turns("inTurns.txt")
    page.says(
        "gain {} % at P4 and {} % on 50,400 elements there, {} % on these at P3, though",
        gain(last, 0, 4, False),
        gain(last, 0, 4, True),
        gain(last, 0, 3, True),
    )
    more = [
        100 * (waits[f"oneCode P{p}"]["H"][WARPS_EXECUTED] / waits[f"before P{p}"]["H"][WARPS_EXECUTED] - 1)
        for p in (4, 3)
    ]
    page.says("execute {} % more instructions at P4 and {} % more at P3", *more)
    large = [last[version, 0.2, 4, False] for version in ("oneCode", "before")]
    page.says(
        "at P4 is {} % slower than before at large sizes ({} for {}) and {} % faster on 50,400 elements",
        100 * (1 - large[0] / large[1]),
        *large,
        gain(last, 0.2, 4, True),
    )
    page.says("at P3 {} and {} % faster", *sorted(gain(last, 0.2, 3, small) for small in (False, True)))
    page.says(
        "takes {} s with one step for all and {} s with levels, for {} and {} s on another card",
        *(
            read_json(name.format(steps))["wall_s"]["loop"]
            for name in ("h200OneCode/m1P4_{}.json", "h200Profile/m1P4_{}_after.json")
            for steps in ("one", "auto")
        ),
    )


def nodes_of_faces(page):
    before, first, after = (profile(name) for name in ("centredAndBefore.csv", "firstTry.csv", "after.csv"))
    versions = [{p: halves[f"P{p}_0.2 1"] for p in (3, 4)} for halves in (before, first, after)]
    executed = [1e-6 * float(version[4][EXECUTED]) for version in versions]
    page.says("executes {} million instructions", executed[0])
    page.says("the centred one {} million", 1e-6 * float(before["P4_0 2"][EXECUTED]))
    rates = [
        [1e-3 * BenchText(f"h200Profile/{name}").rows[p, "fusedStep"]["rate"] for p in ORDERS]
        for name in ("firstTry1.txt", "penalisedAfter1.txt", "penalisedBefore1.txt")
    ]
    small = [BenchText(f"h200Profile/penalisedSmall{name}1.txt").of("rate") for name in ("Before", "After")]
    page.says(
        "| one node for a thread | {} million | {}, {} ms |", executed[0], *(1e-6 * ns(versions[0][p]) for p in (3, 4))
    )
    for number, text in ((1, "in registers"), (2, "knows its nodes")):
        page.says(
            text + " | {} million | {}, {} ms | {}, {} x 10^9/s |",
            executed[number],
            *(1e-6 * ns(versions[number][p]) for p in (3, 4)),
            *rates[number - 1][2:],
        )
    alone = [1e-3 * BenchText(f"h200Profile/p3SourceByFace{run}.txt").of("rate", orders=(3,))[0] for run in (1, 2)] + [
        1e-3 * BenchText("h200Profile/p31.txt").of("rate", orders=(3,))[0]
    ]
    page.says("{} to {} for {} at P3", min(alone[:2]), max(alone[:2]), alone[2])
    more = [
        100 * (float(first[f"P{p}_0.2 {k}"][EXECUTED]) / float(before[f"P{p}_0.2 1"][EXECUTED]) - 1)
        for p, k in ((2, 1), (1, 1))
    ]
    page.says("{} to {} % more", min(more), max(more))
    page.says(
        "{} and {} ms for {} and {} at P1 and P2 | {}, {} at P1 and P2 | no |",
        *(1e-6 * ns(halves[f"P{p}_0.2 1"]) for halves in (first, before) for p in (1, 2)),
        *rates[0][:2],
    )
    page.says("reached {} and {}", *rates[2][2:])
    page.says("moved {} GB for {}", 1e-9 * moved(versions[1][4]), 1e-9 * moved(versions[0][4]))
    gain = [100 * (now / was - 1) for was, now in zip(rates[2], rates[1])]
    page.says("gains {} % at P4 and {} % at P3", gain[3], gain[2])
    gain = [100 * (now / was - 1) for was, now in zip(*small)]
    page.says("and {} % at P3 and {} % at P4 on 50,400 elements", gain[2], gain[3])


def experiments(page):
    for section in (
        states_of_poles,
        poles_at_once,
        nodes_of_faces,
        shared_code,
        overlap,
        without_overlap,
        two_small,
        replay_two,
        few_clusters,
        stage_runs,
        few_elements,
        stages_aside,
        timelines,
        recorded_steps,
        one_pass,
        less_penalty,
        admittances,
        estimate_on_host,
        meshing_the_head,
        floors,
        mirrors,
        poles,
        layers_apart,
        layers_alone,
        layers_by_element,
        static_experiments,
    ):
        section(page)
    page.given(
        "on 750,000 elements",
        "each node, some 60 instructions",
        "the three warps of 32 elements",
        "100 million instructions fewer",
        "penalty 0.2,",
        "on 50,400 elements",
        "for 1000 steps",
        "16 bytes at a time",
        "were 90 microseconds less",
        "whose blocks compute 32 elements",
        "with a threshold of 0.4",
        "on thirteen with 0.5",
        "improving them up to 0.5",
        "From 0.3 on",
        "0.4 is kept for the head",
        "| | on none | 30 | 70 | 140 | 300 | all |",
        "were 1.5 of the five microseconds of a stage",
        "takes four blocks of 320 threads",
        "in the place of one of 128",
        "are on 130 to 200 clusters",
        "the new kernel on at most 70 clusters",
        "| host 4 | head, preset 0, P2 |",
        "should take 1.7 times",
        "elements of level 2 than run",
        "on 1, 2 and 4 GPUs",
        "PyTorch 2.11",
        "one for $B^2$",
        "([theory.md](theory.md), 3.4)",
        "11 numbers an unknown",
        "1, 10 and 50 million triangles",
        "for 10 million triangles",
        "there for 50 million triangles",
        "raw file of 10 million triangles",
    )


# --- docs/statics.md, whose tables are made from their raw files by staticsReport.py: its sentences


def statics(page):
    raw = staticsReport.Raw(ROOT / "docs" / "data" / "statics")
    for section in (digest, element_by_element, linked_lists, large, order2, choice):
        section(page, raw)


def measured(raw, place, method, precision="double", reduction=None):
    label, part, name = place.split("-")
    return staticsReport.pick(raw.get(label, part, name), method, precision, reduction)


def stages(raw, place, method):
    """ms of the stages of a first assembly: without the allocation of memory."""
    return measured(raw, place, method)["first_assembly"]["milliseconds_together"]


OWN = (("sortReduce", "sortNodes"), ("linkedList", "linkNodes"))  # the published method, and ours that came of it


def digest(page, raw):
    def first(label, mesh, method="sortReduce"):
        return 1e3 * measured(raw, f"{label}-digest-{mesh}", method, "single")["first_assembly"]["seconds"]

    def ends(value):
        values = [value(mesh) for mesh in staticsReport.DIGEST]
        return min(values), max(values)

    page.says(
        "the H200 is {} to {} times as fast as the core", *ends(lambda mesh: first("core", mesh) / first("h200", mesh))
    )
    page.says(
        "takes {} to {} % of the time of the digest's GPU",
        *ends(lambda mesh: 100 * first("core", mesh) / staticsReport.DIGEST[mesh][1]),
    )
    page.says(
        "need {} to {} times the time of the published ones by `sortNodes` and {} to {} times by `linkNodes`",
        *(
            end
            for published, own in OWN
            for end in ends(lambda mesh: first("h200", mesh, own) / first("h200", mesh, published))
        ),
    )


def element_by_element(page, raw):
    def iteration(mesh, reduction):
        return measured(raw, f"h200-ebe-{mesh}", "ebe", reduction=reduction)["iteration"]["seconds"]

    gains = {
        reduction: [100 * (1 - iteration(mesh, reduction) / iteration(mesh, "adjacent")) for mesh in staticsReport.EBE]
        for reduction in ("remapped", "shuffle")
    }
    page.says(
        "remapping gains up to {} %, shuffles {} to {} %",
        max(gains["remapped"]),
        min(gains["shuffle"]),
        max(gains["shuffle"]),
    )


def linked_lists(page, raw):
    def together(method):
        return stages(raw, finest, method) + 1e3 * measured(raw, finest, method)["solve"]["seconds"]

    finest = "h200-linkedList-capacitor4"
    page.says(
        "is {} times as fast as EbE-v1 and {} times as fast as EbE-v2 on the H200",
        together("ebeColoured") / together("linkedList"),
        together("ebeRecompute") / together("linkedList"),
    )
    sorting, linking = (stages(raw, finest, published) / stages(raw, finest, own) for published, own in OWN)
    page.says("takes {} times that of `linkNodes`, `sortReduce`'s {} times that of `sortNodes`", linking, sorting)
    held = [
        measured(raw, f"h200-generated-{mesh}", method)["bytes_per_element"]["peak"]
        for mesh in ("square10M", "box10M")
        for pair in OWN
        for method in pair
    ]
    page.says(
        "`sortReduce` holds {} bytes for each triangle where `sortNodes` holds {}, `linkedList` {} where `linkNodes` holds {}; for tetrahedra {} and {}, {} and {}",
        *held,
    )


def large(page, raw):
    def gains(seconds):
        return [
            seconds(raw, place, published) / seconds(raw, place, own)
            for place in ("h200-generated-square10M", "h200-generated-box10M")
            for published, own in OWN
        ]

    page.says(
        "10 million triangles {} times as fast as `sortReduce`, `linkNodes` {} times as fast as `linkedList`; tetrahedra {} and {} times",
        *gains(stages),
    )
    page.says(
        "whole first calls it is {} and {} times, tetrahedra {} and {} times",
        *gains(lambda *which: measured(*which)["first_assembly"]["seconds"]),
    )
    page.says("all of it in {}, {} and {} us", *gather_iterations(raw))


def gather_iterations(raw):
    """Microseconds of an iteration over CSR on 1, 10 and 50 million triangles."""
    us = [
        1e6 * measured(raw, f"h200-generated-{mesh}", "gather")["iteration"]["seconds"]
        for mesh in ("square1M", "square10M", "square50M")
    ]
    return *us[:2], rounded(us[2], 10)


def order2(page, raw):
    def iteration(place, method, precision="double"):
        return measured(raw, place, method, precision)["iteration"]["seconds"]

    first, second = "h200-generated-square1M", "h200-order2-square1M"
    page.says(
        "fall behind ours by {} times (`sortReduce`) and {} times (`linkedList`)",
        *(
            stages(raw, "h200-order2-box1M", published) / stages(raw, "h200-order2-box1M", own)
            for published, own in OWN
        ),
    )
    page.says(
        "An iteration over CSR takes {} times that of order 1", iteration(second, "gather") / iteration(first, "gather")
    )
    page.says("to {} times that of CSR", iteration(second, "ebeColoured") / iteration(second, "gather"))
    page.says(
        "({} against {} us)", *(1e6 * iteration(second, method, "single") for method in ("ebeColoured", "gather"))
    )
    solved = {method: measured(raw, second, method)["solve"] for method in ("gather", "ebeColoured", "ebe")}
    page.says(
        "converge in {} iterations and {} s by `gather`, {} s by `ebeColoured`, {} s by `ebe`",
        solved["gather"]["iterations"],
        *(solve["seconds"] for solve in solved.values()),
    )


def choice(page, raw):
    place = "h200-generated-square10M"
    page.says(
        "({} × 10⁹ triangles/s for 10 million)",
        1e-6 * measured(raw, place, "linkNodes")["elements"] / stages(raw, place, "linkNodes"),
    )
    page.says(
        "they make {} × 10⁹ triangles/s where `gather`, which holds less meanwhile, makes {},",
        *(
            1e-9 * measured(raw, place, method)["first_assembly"]["elements_per_s"]
            for method in ("linkNodes", "gather")
        ),
    )
    kept = {
        (mesh, method): measured(raw, f"h200-{mesh}", method)["bytes_per_element"]["after"]
        for mesh in ("generated-square10M", "order2-square1M")
        for method in ("ebeRecompute", "gather")
    }
    page.says(
        "keeps {} bytes for each triangle on the GPU where `gather` keeps {}, at order 2 {} where that keeps {}",
        *kept.values(),
    )
    page.says(
        "takes {} iterations for the {} of `jacobi` here",
        *(static_json(f"core-solve-{name}.json")["iterations"] for name in ("amg", "jacobi")),
    )
    page.says(
        "({}, {}, {}, {}, {} on the capacitors",
        *(measured(raw, f"h200-linkedList-capacitor{i}", "gather")["solve"]["iterations"] for i in range(5)),
    )


# --- other pages


def readme(page):
    whole = read_json("h200Head/toSar/m1FromGeometry.json")["wall_s"]
    bench = BenchText("h200Overlap/bench.txt")
    nodes = [(p + 1) * (p + 2) * (p + 3) // 6 for p in ORDERS]
    page.says(
        "takes {} s at P2 once it is meshed",
        whole["total"] - 1e-3 * read_json("h200Head/toSar/m1FromGeometry.json")["setup_ms"]["read"],
    )
    page.says("at P1–P4: {}, {}, {} and {} on one NVIDIA H200", *(rounded(rate, 10) for rate in bench.of("rate")))
    page.says(
        "used at {}, {}, {} and {} % of a copy's speed by the bytes that are moved",
        *moved_shares(bench, bench.of("rate"), nodes),
    )
    page.says(
        "hide {} % and more of a message's time behind computing where each has 450,000 elements or more",
        100 * least_hidden(450_000),
    )
    page.says(
        "with {} at P1 it is {} %, at an efficiency of {} %",
        rounded(published_step("m1", 4, 1)["elements"] / 4, 100),
        100 * published_step("m1", 4, 1)["exchange_measured"]["hidden_share"],
        published_efficiency("m1", 4, 1),
    )
    static = static_json("h200-generated-square10M.json")["measurements"]
    page.says(
        "at {} × 10^9 triangles/s with the pattern at hand on one H200, {} × 10^9 without",
        *(
            1e-9
            * max(
                m[which]["elements_per_s"]
                for m in static
                if m["method"] in staticsReport.ASSEMBLING and m["precision"] == "double"
            )
            for which in ("second_assembly", "first_assembly")
        ),
    )
    page.says("with `amg` in {} s from start to results", static_json("core-solve-amg.json")["wall_seconds"])


def static_json(name):
    return json.loads((ROOT / "docs" / "data" / "statics" / name).read_text(encoding="utf-8"))


def least_hidden(elements):
    """The least share of a message that is hidden in all runs with so many elements on each GPU."""
    runs = [read_json(path.relative_to(DATA)) for path in DATA.glob("h200*/**/P*ranks/run1/summary.json")]
    return min(
        run["exchange"]["hidden_share"]
        for run in runs
        if run["ranks"] > 1 and run["elements"] >= elements * run["ranks"]
    )


def shipped(name):
    """summary.json of a case of meshes/ as it ships, which takes longer than a test should."""
    return json.loads((ROOT / "docs" / "data" / "shipped" / f"{name}.json").read_text(encoding="utf-8"))


def head_readme(page):
    whole = read_json("h200Head/toSar/m1FromGeometry.json")
    coarse = shipped("head")
    meshes = [[float(value) for value in row[2:]] for row in csv_rows("headToSar/meshes.csv")]
    meshes.insert(
        0, [coarse["elements"], 1e3 * coarse["h_min_m"], 1e3 * coarse["h_max_m"], None, 1e12 * coarse["dt_s"]]
    )
    for name, mesh in zip(("0 | a laptop, tests", "1 | M1", "2 | M2", "3, `refine: 1` | M3"), meshes):
        tetrahedra, shortest, longest, _, step = mesh
        page.says(f"| {name} | {{}} | {{}}, {{}} | {{}} ps |", tetrahedra, shortest, longest, step)
    walls = {tuple(row[:3]): float(row[3]) for row in csv_rows("headToSar/meshing.csv")}
    page.says("takes {} s for preset 1 on one core", walls["1", "0.4", "1"])
    page.says("and {} s on sixteen", walls["1", "0.4", "16"])
    head_fields(page, shipped("head"), [head_runs()[name] for name in ("m1, 1 GPU", "m2, 1 GPU", "m3, 2 GPUs")])
    page.says(
        "Of the {} mW in M1, {} are in the skin, {} in the skull, {} in the fluid and {} in the brain",
        1e3 * whole["powers"]["absorbed_W"],
        *(1e3 * whole["powers"]["absorbed_by_region_W"][tissue] for tissue in ("Skin", "Skull", "Csf", "Brain")),
    )


def head_fields(page, coarse, finer):
    """What a run of preset 0 left in its summary, and what those of M1 to M3 printed."""
    powers, sar = coarse["powers"], coarse["sar"]
    one, ten = (average["peak_W_per_kg"] for average in sar["averages"])
    rows = (
        (
            "impedance of the antenna, Ω" + 4 * " | {} + {}j",
            powers["gaps"][0]["impedance_ohm"],
            r"impedance ([\d.]+) \+ ([\d.]+)i",
        ),
        ("absorbed by the head, mW" + 4 * " | {}", [1e3 * powers["absorbed_W"]], r"absorbed ([\d.]+) mW"),
        ("peak 1 g average, W/kg" + 4 * " | {}", [one], r"peak 1 g average ([\d.]+)"),
        ("peak 10 g average, W/kg" + 4 * " | {}", [ten], r"peak 10 g average ([\d.]+)"),
        ("largest element, W/kg" + 4 * " | {}", [sar["largest_element"]["W_per_kg"]], r"W/kg +([\d.]+) W/kg"),
        ("powers miss their balance by" + 4 * " | {} %", [100 * powers["imbalance"]], r"imbalance ([\d.]+)"),
    )
    for text, values, pattern in rows:
        page.says(f"| {text} |", *values, *(value for run in finer for value in head_value(run, pattern)))


def cpu_costs():
    """What an element costs more with `what`, in plain elements, by order."""
    text = (DATA / "cpuCosts.txt").read_text(encoding="utf-8")
    found = re.findall(r"^P(\d) (\w+) .* = (\S+) elements$", text, flags=re.MULTILINE)
    return {(what, int(order)): float(cost) for order, what, cost in found}


def wave_speedups():
    """What of the time of a wave is left since waveforms are evaluated for many nodes at once, by kind and order."""
    text = (DATA / "cpuWaves.txt").read_text(encoding="utf-8")
    found = re.findall(r"^P(\d) (\w+) +(\S+) ns/element-step", text, flags=re.MULTILINE)
    times = [{(what, int(order)): float(ns) for order, what, ns in half} for half in (found[:16], found[16:])]
    before, after = ({key: ns - half["abs", key[1]] for key, ns in half.items()} for half in times)
    return {key: after[key] / before[key] for key in before if key[0] in ("wave", "gauss")}


def design(page):
    cost, left = cpu_costs(), wave_speedups()
    page.says("| an absorbing face | {} | {} | {} | {} |", *(cost["abs", p] for p in ORDERS))
    waves = [sorted((cost[kind, p] - cost["abs", p]) * left[kind, p] for kind in ("wave", "gauss")) for p in ORDERS]
    page.says(
        "| a plane wave through it, besides | {}-{} | {}-{} | {}-{} | {}-{} |", *(end for ends in waves for end in ends)
    )
    page.says("| a current in the element | {} | {} | {} | {} |", *(cost["cur", p] for p in ORDERS))
    conductivity = [cost["cond", p] for p in ORDERS]
    page.says("within the spread, {} to {}", min(conductivity), max(conductivity))
    page.says(
        "the set-up took {} s, of which the estimate {} s and all else {} s; at most {} GB a rank",
        *set_up_on_cpus("setup8ranks.json"),
    )
    page.says("on two ranks {}, {} and {} s, {} GB a rank", *set_up_on_cpus("setup2ranks.json"))


def set_up_on_cpus(path):
    run = read_json(path)
    whole, estimate = run["wall_s"]["setup"], 1e-3 * run["setup_ms"]["timeStep"]
    return whole, estimate, whole - estimate, 1e-9 * max(run["peak_bytes"])


PAGES = {
    "docs/performance.md": (performance, True),
    "docs/experiments.md": (experiments, True),
    "docs/design.md": (design, False),
    "README.md": (readme, False),
    "docs/statics.md": (statics, False),
    "meshes/head/README.md": (head_readme, False),
}
