# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""`fluxtet bench`: what it prints and writes. How fast the machine is does not matter here."""
import json
import math
import os
import pathlib

SPLIT = ["intVolume", "intSurface", "updateField", "splitStep"]
FUSED = ["fusedE", "fusedH", "fusedStep"]
# Np, Nf and the entries that the equispaced operators have: three derivatives, four lifts.
ORDERS = {1: (4, 3, 3 * 8, 4 * 12), 2: (10, 6, 3 * 42, 4 * 54), 3: (20, 10, 3 * 142, 4 * 170), 4: (35, 15, 3 * 376, 4 * 480)}


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
    assert measured == [(order, precision, kernel) for order in ORDERS for precision in ("single", "double")
                        for kernel in SPLIT + FUSED], measured
    for m in data["measurements"]:
        assert m["elements"] == 6 * 3 * 2 * 4, m
        expectCounts(m)
        expectConsistent(m, data["roofline"])
    partsOfTheSplitStepAddUp(data["measurements"])
    result.expect(0, data["machine"]["processor"], data["engine"], data["date"], *SPLIT, *FUSED)


def aCaseIsMeasuredOnItsOwnMesh(program):
    program.boxCase()
    _, data = measure(program, "case.yaml", "--order", "2,1", "--kernels", "fused", "--set", "mesh.refine=1")
    assert data["mesh"] == "case.yaml", data
    assert [(m["order"], m["kernel"]) for m in data["measurements"]] == [(o, k) for o in (1, 2) for k in FUSED], data
    assert {m["elements"] for m in data["measurements"]} == {162 * 8}, data
    assert not (program.folder / "out").exists()


def theNumberOfElementsIsMetNearly(program):
    _, data = measure(program, "--elements", "400", "--order", "1", "--kernels", "split")
    assert [m["kernel"] for m in data["measurements"]] == SPLIT, data
    assert {m["elements"] for m in data["measurements"]} == {6 * 4 ** 3}, data


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
        (["--json", "nowhere/bench.json"], ["nowhere"]),
        (["--json", "there.json"], ["there.json", "exists"]),
    ]:
        program.refuses("bench", *arguments, words=words)


def gpusThatAreNotThereAreRefusedWithTheReason(program):
    os.environ["CUDA_VISIBLE_DEVICES"] = ""
    program.refuses("bench", "--backend", "cuda", words=["--backend cuda", "no usable GPU"])


def aBoxThatNoMemoryHoldsIsRefusedBeforeItIsMade(program):
    cells = 700
    kilobytes = next(line.split()[1] for line in pathlib.Path("/proc/meminfo").read_text().splitlines()
                     if line.startswith("MemAvailable"))
    if int(kilobytes) * 1024 > 100 * 6 * cells ** 3:
        print("skipped: this host could hold it")
        return
    program.run("bench", "--cells", cells, cells, cells, timeout=20).expect(3, "out of memory", "available")
