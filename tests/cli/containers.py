# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The recipes of images in jobs/containers, as far as they can be tried without making one."""
import os
import re
import shutil
import subprocess
import sys

from program import SKIPPED

STEP = re.compile(r"bash /source/jobs/containers/steps\.sh (\w+)")


def folderOf(program):
    return program.cases.parent / "jobs/containers"


def output(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=True).stdout


def bothRecipesTakeTheSameSteps(program):
    """In one order, on one system, with one choice of CUDA; what they install, the steps alone say."""
    recipes = [(folderOf(program) / name).read_text() for name in ("Dockerfile", "fluxtet.def")]
    for text in recipes:
        assert STEP.findall(text) == ["packages", "build", "run"], text
        assert "debian:12" in text and "CUDA=OFF" in text and "apt-get" not in text, text
        assert "/opt/fluxtet/bin" in text, text
    script = folderOf(program) / "steps.sh"
    steps = re.findall(r"^  (\w+)\) \w+ ;;$", script.read_text(), re.MULTILINE)
    assert steps == ["packages", "build", "run"], steps
    assert all(step in output("bash", script, "--help") for step in steps)


def packagesAreThoseOfTheSetUp(program):
    """Beside NVIDIA's compiler, and what its download needs."""
    text = (folderOf(program) / "steps.sh").read_text()
    named = [words.split() for words in re.findall(r"apt-get install --yes --no-install-recommends ?(.*)", text)]
    compiler = ['"cuda-nvcc-$cudaRelease"', '"cuda-cudart-dev-$cudaRelease"']
    assert named == [["ca-certificates", "wget"], compiler, []], named


def anImageHasWhatTheProgramLoads(program):
    if not shutil.which("dpkg-query") or not shutil.which("apt-get"):
        print("skipped: this is no Debian")
        sys.exit(SKIPPED)
    setUp = program.cases.parent / "jobs/setup.sh"
    names = output("bash", setUp, "--run", program.binary, "--list").split()
    assert {"openmpi-bin", "python3-h5py", "libopenmpi3", "libmetis5", "libc6"} <= set(names), names
    assert not [name for name in names if name.endswith("-dev")], names
    done = subprocess.run(["bash", str(setUp), "--run", "nothing"], capture_output=True, text=True, check=False)
    assert done.returncode != 0 and "--run needs a program" in done.stderr, done
    # An ldd of our own misses a library.
    program.write("ldd", "#!/bin/sh\necho '\tlibgone.so.1 => not found'\n")
    (program.folder / "ldd").chmod(0o755)
    paths = {**os.environ, "PATH": f"{program.folder}:{os.environ['PATH']}"}
    words = ["bash", str(setUp), "--run", str(program.binary), "--list"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=paths)
    assert done.returncode != 0 and "not on this machine: libgone.so.1" in done.stderr, done


def whatIsNoStepIsRefused(program):
    script = folderOf(program) / "steps.sh"
    for words, error in (
        (["env", "CUDA=yes", "bash", script, "run"], "ON or OFF"),
        (["bash", script, "make"], "'make'"),
    ):
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
        assert done.returncode != 0 and error in done.stderr, done
