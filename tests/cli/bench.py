# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""`fluxtet bench`: what it prints and writes. How fast the machine is does not matter here."""
import json
import math
import os
import pathlib

SPLIT = ["intVolume", "intSurface", "updateField", "splitStep"]
FUSED = ["fusedE", "fusedH", "fusedStep"]
SPECTRA = ["spectra"]
# Np, Nf and the entries that the equispaced operators have: three derivatives, four lifts.
ORDERS = {
    1: (4, 3, 3 * 8, 4 * 12),
    2: (10, 6, 3 * 42, 4 * 54),
    3: (20, 10, 3 * 142, 4 * 170),
    4: (35, 15, 3 * 376, 4 * 480),
}


def measure(program, *arguments):
    result = program.run("bench", *arguments, "--backend", "cpu", "--seconds", "0.01", "--json", "bench.json").expect(0)
    with open(program.folder / "bench.json", encoding="utf-8") as file:
        return result, json.load(file)


def same(a, b):
    return math.isclose(a, b, rel_tol=1e-12)


def expectCounts(m):
    np, nf, derivatives, lifts = ORDERS[m["order"]]
    width = 1 if m["precision"] == "single" else 2
    rest = 78 * np + 96 * nf
    if m["kernel"] in ("splitStep", "fusedStep", "fusedE", "fusedH"):
        split = m["kernel"] == "splitStep"
        assert m["bytes_per_element_step"] == width * (144 * np + 192 * nf + 192 if split else 72 * np + 112), m
        assert m["flops_per_element_step"] == 12 * (derivatives + lifts) + rest, m
        assert m["dense_flops_per_element_step"] == 12 * (3 * np * np + 4 * np * nf) + rest, m
    if m["kernel"] in SPECTRA:
        # Either field is read, two sums of it are read and written.
        assert m["bytes_per_element_step"] == width * 2 * (1 + 2 * 2) * 12 * np, m
        assert m["flops_per_element_step"] == m["dense_flops_per_element_step"] == 2 * 2 * 2 * 3 * np, m


def expectConsistent(m, roofline):
    time = m["seconds_per_call"]
    assert 0 < time["fastest"] <= time["median"] <= time["slowest"], m
    assert time["samples"] >= 3 and time["calls_per_sample"] >= 1, m
    assert same(m["element_steps_per_s"], m["elements"] * m["steps_per_call"] / time["median"]), m
    assert m["steps_per_call"] == {"fusedE": 0.5, "fusedH": 0.5, "fusedStep": 16}.get(m["kernel"], 1), m
    assert same(m["dof_steps_per_s"], 6 * ORDERS[m["order"]][0] * m["element_steps_per_s"]), m
    assert same(m["bytes_per_s"], m["bytes_per_element_step"] * m["element_steps_per_s"]), m
    assert same(m["flop_per_s"], m["flops_per_element_step"] * m["element_steps_per_s"]), m
    memory = roofline["bandwidth_bytes_per_s"] / m["bytes_per_element_step"]
    arithmetic = roofline["fma_flop_per_s"][m["precision"]] / m["flops_per_element_step"]
    assert same(m["limit_element_steps_per_s"], min(memory, arithmetic)), m
    assert m["limited_by"] == ("memory" if memory <= arithmetic else "arithmetic"), m
    assert same(m["share"], m["element_steps_per_s"] / m["limit_element_steps_per_s"]), m


def partsOfTheSplitStepAddUp(measurements):
    by = {(m["order"], m["precision"], m["kernel"]): m for m in measurements}
    for order in ORDERS:
        for count in ("bytes_per_element_step", "flops_per_element_step", "dense_flops_per_element_step"):
            parts = [by[order, "single", kernel][count] for kernel in SPLIT]
            assert sum(parts[:3]) == parts[3], (order, count, parts)


def everyOrderPrecisionAndKernelOnABox(program):
    result, data = measure(program, "--cells", "3", "2", "4", "--precision", "both")
    assert data["ranks"] == program.ranks and data["mesh"].startswith("box") and "cpu" in data["engine"], data
    measured = [(m["order"], m["precision"], m["kernel"]) for m in data["measurements"]]
    assert measured == [
        (order, precision, kernel)
        for order in ORDERS
        for precision in ("single", "double")
        for kernel in SPLIT + FUSED + SPECTRA
    ], measured
    for m in data["measurements"]:
        assert m["elements"] == 6 * 3 * 2 * 4, m
        expectCounts(m)
        expectConsistent(m, data["roofline"])
    partsOfTheSplitStepAddUp(data["measurements"])
    result.expect(0, data["machine"]["processor"], data["engine"], data["date"], *SPLIT, *FUSED, *SPECTRA, "one sample")


def aCaseIsMeasuredOnItsOwnMesh(program):
    program.boxCase()
    _, data = measure(program, "case.yaml", "--order", "2,1", "--kernels", "fused", "--set", "mesh.refine=1")
    assert data["mesh"] == "case.yaml", data
    assert [(m["order"], m["kernel"]) for m in data["measurements"]] == [
        (o, k) for o in (1, 2) for k in FUSED + SPECTRA
    ], data
    assert {m["elements"] for m in data["measurements"]} == {162 * 8}, data
    assert not (program.folder / "out").exists()


def wholeStepsStandAlone(program):
    _, data = measure(program, "--cells", "3", "2", "4", "--order", "1", "--whole-steps")
    assert [m["kernel"] for m in data["measurements"]] == ["splitStep", "fusedStep"], data
    for m in data["measurements"]:
        assert ("exchange" in m) == (program.ranks > 1), m
        if program.ranks > 1:
            assert m["exchange_way"] == "auto" and m["exchange_measured"]["pairs"]["host"] == program.ranks - 1, m


def aCavityGrowsWithTheRanksAndStaysExact(program):
    result, data = measure(program, "--cavity", "40", "--cells", "4", "3", "3", "--precision", "both")
    blocks = [1, 1, program.ranks]
    measured = [(m["order"], m["precision"], m["kernels"]) for m in data["cavity"]]
    assert measured == [
        (order, precision, kernels)
        for order in ORDERS
        for precision in ("single", "double")
        for kernels in ("split", "fused")
    ], measured
    for m in data["cavity"]:
        np, nf, _, _ = ORDERS[m["order"]]
        assert (
            m["blocks"] == blocks
            and m["cells"] == [4, 3, 3 * program.ranks]
            and m["elements"] == 6 * 36 * program.ranks
        ), m
        assert m["dense_flops_per_element_step"] == 12 * (3 * np * np + 4 * np * nf) + 78 * np + 96 * nf, m
        seconds = m["seconds"]
        assert 0 < seconds["fastest"] <= seconds["steps"] <= seconds["slowest"] and seconds["runs"] >= 1, m
        assert min(seconds[copy] for copy in ("engine", "set", "upload", "download")) > 0, m
        assert same(m["element_steps_per_s"], m["elements"] * m["steps"] / seconds["steps"]), m
        assert same(m["dense_flop_per_s"], m["dense_flops_per_element_step"] * m["element_steps_per_s"]), m
        assert m["error"] < {1: 0.6, 2: 0.2, 3: 0.06, 4: 0.01}[m["order"]], m
    result.expect(0, "mode TM 111", "with copies", "GFlop/s")


def thePublishedTablesShowOursBesideThePapers(program):
    measure(program, "--cavity", "4", "--cells", "3", "3", "3", "--order", "1,2")
    result = program.script("publishedTables.py", ".").expect(
        0, "Table 1", "paper, 128 GT200", "104.9 s, 8,072", "CPU engine", "three kernels"
    )
    counted = next(line for line in result.text.splitlines() if "counted" in line)
    assert "1,752" in counted and "7,836" in counted, result.text
    # M1 at the size published: steps of a file, as `bench meshes/head/case.yaml` writes it.
    data = json.loads((program.folder / "bench.json").read_text(encoding="utf-8"))
    del data["cavity"]
    data["engine"], data["ranks"], data["machine"]["gpu"] = "cuda (GPU)", 4, {"name": "GPU"}
    data["measurements"] = [
        {
            "order": 1,
            "precision": "single",
            "kernel": "fusedStep",
            "elements": 827502,
            "element_steps_per_s": 827502e3,
            "dense_flops_per_element_step": 1752.0,
            "exchange_way": "staged",
            "exchange_measured": {"hidden_share": 0.5},
        }
    ]
    program.write("bench.json", json.dumps(data))
    text = (
        program.script("publishedTables.py", ".")
        .expect(0, "M1", "paper, 16 CPUs", "1.000 ms, 1,450", "4 × GPU, `staged`", "50 %")
        .text
    )
    assert "Table 1" not in text and "M2" not in text, text
    program.write("bench.json", "{}")
    assert program.script("publishedTables.py", ".").code != 0


def theNumberOfElementsIsMetNearly(program):
    _, data = measure(program, "--elements", "400", "--order", "1", "--kernels", "split")
    assert [m["kernel"] for m in data["measurements"]] == SPLIT + SPECTRA, data
    assert {m["elements"] for m in data["measurements"]} == {6 * 4**3}, data


def badArgumentsAreRefused(program):
    program.boxCase()
    program.write("there.json", "{}")
    for arguments, words in [
        (["--order", "5"], ["--order", "1 to 4"]),
        (["--elements", "5"], ["--elements 5", "too few"]),
        (["--cells", "2", "2"], ["--cells"]),
        (["--cells", "2", "2", "2", "--elements", "100"], ["--cells", "--elements"]),
        (["--cells", "2000", "2000", "2000"], ["2^31"]),
        (["--precision", "half"], ["--precision", "single"]),
        (["--kernels", "none"], ["--kernels", "split"]),
        (["--seconds", "0"], ["--seconds"]),
        (["--set", "dgtd.threads=1"], ["--set", "case"]),
        (["case.yaml", "--elements", "100"], ["--elements", "case.yaml"]),
        (["case.yaml", "--set", "boundaries={x-: pec}"], ["x+"]),
        (["nowhere.yaml"], ["nowhere.yaml"]),
        (["case.yaml", "--cavity", "10"], ["--cavity", "case.yaml"]),
        (["--cavity", "0"], ["--cavity"]),
        (["--exchange", "peer,stage"], ["--exchange", "stage", "did you mean 'staged'"]),
        (["--json", "nowhere/bench.json"], ["nowhere"]),
        (["--json", "there.json"], ["there.json", "exists"]),
    ]:
        program.refuses("bench", *arguments, words=words)


STATIC_CASE = """\
solver: static
mesh: {rectangle: {size: [1 m, 1 m], cells: [6, 5]}}
materials: {air: {}}
regions: {box: air}
boundaries: {x-: {potential: 0 V}, x+: {potential: 1 V}, y-: natural, y+: natural}
static: {problem: electrostatic, precision: single, solve: {tolerance: 1e-4}}
"""
ASSEMBLING = ["sortReduce", "linkedList", "sortNodes", "linkNodes", "scatter", "gather"]
REDUCTIONS = ["adjacent", "remapped", "shuffle"]
METHODS = (
    [(m, None) for m in ASSEMBLING] + [("ebe", r) for r in REDUCTIONS] + [("ebeColoured", None), ("ebeRecompute", None)]
)


def iterationBytes(m):
    """By docs/userGuide.md, on the CPU, for triangles at order 1."""
    real = 4 if m["precision"] == "single" else 8
    ofMatrix, nodes = 6 * real, 3 * m["elements"]
    if m["method"] in ASSEMBLING:
        return m["dofs"] * (13 * real + 4) + m["nonzeros"] * (real + 4)
    if m["method"] == "ebe":
        return m["dofs"] * (5 * real + 4) + nodes * (12 * real + 12) + m["elements"] * ofMatrix
    ofElement = ofMatrix + 4 if m["method"] == "ebeColoured" else 6 * real + 3 * 4 + 8
    return m["dofs"] * 14 * real + nodes * (3 * real + 4) + m["elements"] * ofElement


def expectIteration(m, bandwidth):
    i = m["iteration"]
    assert i["seconds"] > 0 and i["iterations"] > 0 and i["bytes"] == iterationBytes(m), m
    assert same(i["bytes_per_s"], i["bytes"] / i["seconds"]) and same(i["share"], i["bytes_per_s"] / bandwidth), m


def expectAssembly(m):
    for name in ("first_assembly", "second_assembly"):
        time = m[name]
        assert time["seconds"] > 0 and time["samples"] >= 1, m
        assert same(time["elements_per_s"], m["elements"] / time["seconds"]), m
        assert same(time["milliseconds_together"], sum(time["milliseconds"].values())), m
        assert time["milliseconds_together"] <= 1e3 * time["seconds"], m
    # What depends on the mesh alone is kept.
    assert (
        m["second_assembly"]["milliseconds"]["adjacency"] == m["second_assembly"]["milliseconds"]["colouring"] == 0
    ), m
    assert 0 < m["bytes_per_element"]["after"] <= m["bytes_per_element"]["peak"], m


def everyStaticMethodOnAPlane(program):
    result, data = measure(program, "--solver", "static", "--cells", "40", "30", "--precision", "both")
    assert (
        data["problem"] == "electrostatic"
        and data["mesh"].startswith("rectangle of 40 x 30")
        and data["dimension"] == 2
    ), data
    measured = [(m["method"], m.get("reduction"), m["precision"]) for m in data["measurements"]]
    assert measured == [(*method, precision) for method in METHODS for precision in ("single", "double")], measured
    for m in data["measurements"]:
        # Two of 41 columns of vertices have a given potential; a vertex is linked along x, y and one diagonal.
        assert (m["elements"], m["dofs"], m["order"]) == (2400, 39 * 31, 1), m
        assert m["nonzeros"] == (39 * 31 + 2 * (38 * 31 + 39 * 30 + 38 * 30) if m["method"] in ASSEMBLING else 0), m
        expectAssembly(m)
        expectIteration(m, data["bandwidth_bytes_per_s"])
        if m["method"] in ("ebeColoured", "ebeRecompute"):
            colours = m["colouring"]
            assert (
                colours["colours"] >= 6 and 0 < colours["smallest"] <= 2400 / colours["colours"] <= colours["largest"]
            ), m
        else:
            assert "colouring" not in m, m
        assert "solve" not in m, m
    result.expect(0, data["machine"]["processor"], *(method for method, _ in METHODS))


def staticMethodsInSpaceAtBothOrders(program):
    _, data = measure(
        program,
        "--solver",
        "static",
        "--cells",
        "2",
        "2",
        "2",
        "--order",
        "1,2",
        "--assembly",
        "scatter,ebe",
        "--reduction",
        "remapped",
        "--solve",
    )
    measured = [(m["order"], m["method"], m.get("reduction"), m["elements"], m["dofs"]) for m in data["measurements"]]
    assert measured == [
        (1, "scatter", None, 48, 9),
        (1, "ebe", "remapped", 48, 9),
        (2, "scatter", None, 48, 75),
        (2, "ebe", "remapped", 48, 75),
    ], measured
    for m in data["measurements"]:
        assert m["solve"]["tolerance"] == 1e-10 and m["solve"]["residual"] < 1e-8 and m["solve"]["iterations"] > 0, m
        assert m["solve"]["seconds"] > 0, m


def aStaticCaseIsMeasuredInItsOwnPrecision(program):
    program.write("case.yaml", STATIC_CASE)
    _, data = measure(program, "case.yaml", "--assembly", "gather", "--set", "mesh.refine=1", "--solve")
    assert data["mesh"] == "case.yaml", data
    (m,) = data["measurements"]
    assert (m["method"], m["precision"], m["elements"], m["dofs"]) == ("gather", "single", 240, 121), m
    assert m["solve"]["tolerance"] == 1e-4 and m["solve"]["residual"] < 1e-2, m
    assert not (program.folder / "out").exists()


def badStaticArgumentsAreRefused(program):
    program.boxCase()
    program.write("static.yaml", STATIC_CASE)
    for arguments, words in [
        (["--solver", "static", "--order", "3"], ["--order 3", "1 and 2"]),
        (["--solver", "static", "--assembly", "gater"], ["--assembly", "gater", "did you mean 'gather'"]),
        (["--solver", "static", "--reduction", "none"], ["--reduction", "shuffle"]),
        (["--solver", "static", "--elements", "1"], ["--elements 1", "too few"]),
        (["--solver", "static", "--cells", "100000", "100000"], ["2^31"]),
        (["--solver", "static", "--kernels", "fused"], ["--kernels", "time-domain"]),
        (["--solver", "static", "--exchange", "peer"], ["--exchange", "time-domain"]),
        (["--solver", "static", "--cavity", "5"], ["--cavity", "time-domain"]),
        (["--solver", "other"], ["--solver", "static"]),
        (["--assembly", "gather"], ["--assembly", "--solver static"]),
        (["--solve"], ["--solve", "--solver static"]),
        (["case.yaml", "--solver", "static"], ["--solver static", "case.yaml", "dgtd"]),
        (["static.yaml", "--kernels", "fused"], ["--kernels"]),
        (["static.yaml", "--cells", "4", "4"], ["--cells", "static.yaml"]),
    ]:
        program.refuses("bench", *arguments, words=words)


def staticIsMeasuredOnOneRank(program):
    program.refuses("bench", "--solver", "static", words=["one rank", "mpirun"])


def gpusThatAreNotThereAreRefusedWithTheReason(program):
    os.environ["CUDA_VISIBLE_DEVICES"] = ""
    program.refuses("bench", "--backend", "cuda", words=["--backend cuda", "no usable GPU"])


def aBoxThatNoMemoryHoldsIsRefusedBeforeItIsMade(program):
    cells = 700
    kilobytes = next(
        line.split()[1]
        for line in pathlib.Path("/proc/meminfo").read_text().splitlines()
        if line.startswith("MemAvailable")
    )
    if int(kilobytes) * 1024 > 100 * 6 * cells**3:
        print("skipped: this host could hold it")
        return
    program.run("bench", "--cells", cells, cells, cells, timeout=20).expect(3, "out of memory", "available")
