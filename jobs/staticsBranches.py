#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Counts branches and predicated instructions in the machine code of the element-by-element iteration, by reduction and by the
source they come from, and keeps the code of the reductions, for docs/statics.md. Needs cuobjdump and nvdisasm."""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

EXAMPLES = """example:
  staticsBranches.py build/bundle/kernels/CMakeFiles/fluxtet_cudaStatics.dir/static/cuda/ebeCg.cu.o

exit codes: 0 done, 2 a tool is missing or the object has no such kernels"""

ROOT = pathlib.Path(__file__).resolve().parent.parent
REDUCTIONS = ("adjacent", "remapped", "shuffle")  # numbers of ReductionKind
KERNEL = re.compile(r"ebeKernelILi3ELNS_13ReductionKindE(\d)EdE")  # three nodes an element, double precision
PLACES = {
    "tileSum.cuh": "tree",
    "gridSum.cuh": "sums",
    "sm_30_intrinsics.hpp": "sums",
    "sm_32_intrinsics.hpp": "sums",
    "sync.h": "barriers",
    "cooperative_groups.h": "barriers",
    "driver_abi.h": "barriers",
    "ebeCg.cu": "iteration",
    "conjugateGradients.hpp": "iteration",
}
INSTRUCTION = re.compile(r"\s*/\*[0-9a-f]+\*/\s+(@!?U?P\w+\s+)?([A-Z][\w.]*)(.*)")
LINE = re.compile(r'//## File "([^"]*)", line (\d+)')


def kind_of(predicate, operation):
    """What an instruction does to the flow of its warp. BRA.DIV: taken only by warps that have diverged already."""
    if operation.startswith("BRA.DIV"):
        return "if_diverged"
    if operation.startswith(("BRA", "BRX", "JMP", "BREAK")):
        return "conditional_branches" if predicate else "jumps"
    return "predicated" if predicate else "plain"


def read_kernels(lines):
    """Of each reduction: counts by place, and its instructions from tileSum.cuh as text."""
    counts = {name: collections.defaultdict(collections.Counter) for name in REDUCTIONS}
    code = {name: [] for name in REDUCTIONS}
    reduction = place = None
    for line in lines:
        if line.startswith((".text.", "\t.section")):
            match = KERNEL.search(line) if line.startswith(".text.") else None
            reduction, place = REDUCTIONS[int(match[1])] if match else None, None
        if reduction is None:
            continue
        if match := LINE.search(line):
            place = (match[1].rsplit("/", 1)[-1], int(match[2]))
        elif place and (match := INSTRUCTION.match(line)):
            counts[reduction][PLACES.get(place[0], "elements")][kind_of(match[1], match[2])] += 1
            if place[0] == "tileSum.cuh":
                code[reduction].append(f"{place[1]:4}  {(match[1] or '').strip():>5} {match[2]}{match[3]}".rstrip())
    return counts, code


def disassemble(tools, obj):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [tools + "cuobjdump", "-xelf", "all", str(obj)], cwd=folder, check=True, stdout=subprocess.DEVNULL
        )
        cubins = sorted(pathlib.Path(folder).glob("*.cubin"))
        architectures = [path.name.split(".")[-2] for path in cubins]
        text = subprocess.run(
            [tools + "nvdisasm", "-g", "-c", str(cubins[-1])], check=True, capture_output=True, text=True
        ).stdout
    return architectures[-1], text.splitlines()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("object", type=pathlib.Path, help="ebeCg.cu.o of a build with -lineinfo, which every build has")
    parser.add_argument("--tools", default="", help="folder of cuobjdump and nvdisasm; default: by PATH")
    parser.add_argument(
        "--data", type=pathlib.Path, default=ROOT / "docs" / "data" / "statics", help="where the results go"
    )
    options = parser.parse_args()
    tools = f"{options.tools}/" if options.tools else ""
    try:
        architecture, lines = disassemble(tools, options.object.resolve())
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"staticsBranches.py: {error}", file=sys.stderr)
        return 2
    counts, code = read_kernels(lines)
    if not all(counts[name] for name in REDUCTIONS):
        print(f"staticsBranches.py: {options.object} has no ebeKernel of every reduction", file=sys.stderr)
        return 2
    result = {
        "architecture": architecture,
        "kernel": "ebeKernel, three nodes an element, double precision",
        "reductions": {
            name: {place: dict(sorted(counter.items())) for place, counter in sorted(counts[name].items())}
            for name in REDUCTIONS
        },
    }
    target = options.data / "machineCode.json"
    target.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    text = [
        f"{name}: line of kernels/static/cuda/tileSum.cuh, predicate, instruction\n" + "\n".join(code[name]) + "\n"
        for name in REDUCTIONS
    ]
    raw = options.data / "machineCodeOfReductions.txt"
    raw.write_text("\n".join(text), encoding="utf-8")
    print(target)
    print(raw)
    return 0


if __name__ == "__main__":
    sys.exit(main())
