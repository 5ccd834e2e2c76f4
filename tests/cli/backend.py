# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Where a run computes. Every GPU that this host may have is hidden."""
import json
import os

NO_GPU = "no usable GPU"


def hideGpus():
    os.environ["CUDA_VISIBLE_DEVICES"] = ""


def cudaWithoutAGpuIsRefusedWithTheReasonAndWritesNothing(program):
    hideGpus()
    program.boxCase()
    for command in ("run", "check"):
        program.refuses(command, "case.yaml", "--backend", "cuda", words=["--backend cuda", NO_GPU])


def autoFallsBackToTheCpuAndSaysWhy(program):
    hideGpus()
    program.boxCase()
    program.run("run", "case.yaml").expect(0, "computing on the CPU: " + NO_GPU)
    summary = json.loads((program.folder / "out" / "summary.json").read_text())
    assert summary["backend"].startswith("cpu"), summary
    assert summary["gpus"] == [] and "gpu_bytes" not in summary, summary
    assert len(summary["peak_bytes"]) == program.ranks, summary


def theCpuIsTakenWithoutAskingForGpus(program):
    hideGpus()
    program.boxCase()
    result = program.run("run", "case.yaml", "--backend", "cpu").expect(0)
    assert "GPU" not in result.text, result.text


def checkTellsTheEngineAndItsMemory(program):
    hideGpus()
    program.boxCase()
    result = program.run("check", "case.yaml", "--backend", "cpu").expect(0, "cpu (", "bytes per rank", "engine")
    assert "on its GPU" not in result.text, result.text


def unknownBackendIsRefused(program):
    program.boxCase()
    program.refuses("run", "case.yaml", "--backend", "gpu", words=["--backend", "cuda", "cpu"])


def infoSaysWhyThereIsNoGpu(program):
    hideGpus()
    program.run("info").expect(0, "backends", "cpu", NO_GPU)
