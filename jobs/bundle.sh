#!/usr/bin/env bash
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
# Makes a folder that runs on hosts without the packages: program, GPU tests, libraries, Open MPI's run time, cases.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
usage: bash jobs/bundle.sh OUT

Builds in build/bundle, without Gmsh, and with CUDA if there is nvcc, and fills the folder OUT, which must not exist or must be
an earlier bundle; that is replaced. OUT may then be moved and copied; its README.md says how to use it.

FLUXTET_CUDA_ARCHITECTURES in the environment chooses the GPUs as CMAKE_CUDA_ARCHITECTURES does, for example 90-real.
TEXT
}

if [[ ${1:-} == -h || ${1:-} == --help ]]; then
  usage
  exit 0
fi
[[ $# -eq 1 && $1 != -* ]] || { usage >&2; fail "one argument is needed, the folder to make"; }
out=$(realpath --canonicalize-missing "$1")
title='# fluxtet, to take along'
if [[ -e $out && $(head -n 1 "$out/README.md" 2>/dev/null) != "$title" ]]; then
  fail "$out exists and is no bundle: name another folder"
fi

build=$fluxtetRoot/build/bundle
targets=(fluxtet)
rm -f "$build/gpuTests.txt"
# What an earlier build was told must not last.
configureOptions=(-U CMAKE_CUDA_ARCHITECTURES)
if findNvcc; then
  targets+=(gpuTests)
  configureOptions+=(-D FLUXTET_CUDA=ON)
  # Every program holds the GPU code once: from nvcc 12.8 on it can be four times smaller, at the cost of unpacking it at start.
  if [[ $(nvcc --help) == *--compress-mode* ]]; then
    configureOptions+=(-D CMAKE_CUDA_FLAGS=--compress-mode=size)
  fi
else
  configureOptions+=(-D FLUXTET_CUDA=OFF)
fi
buildPreset bundle "${targets[@]}"

say "Filling $out"
rm -rf "$out"
mkdir -p "$out/bin" "$out/lib" "$out/openmpi/bin" "$out/pmix"
cp "$build/fluxtet" "$out/bin/"
if [[ -e $build/gpuTests.txt ]]; then
  cp "$build/gpuTests.txt" "$fluxtetRoot/jobs/bundle/gpuTests.sh" "$out/"
  while read -r program _; do
    cp "$build/tests/$program" "$out/bin/"
  done <"$build/gpuTests.txt"
fi
cp "$fluxtetRoot/jobs/bundle/run.sh" "$fluxtetRoot/LICENSE" "$out/"
mkdir "$out/jobs"
cp "$fluxtetRoot"/jobs/{scaling,scalingRuns,scalingSettings,scalingTable,plotScaling}.py "$out/jobs/"

# mpiPath WHAT: a folder of the installed Open MPI, e.g. prefix or pkglibdir.
mpiPath() { ompi_info --parsable --path "$1" | sed -n "s/^path:$1://p"; }

# Below OPAL_PREFIX everything has the place that it has below the prefix of the installation.
prefix=$(mpiPath prefix)
components=$(mpiPath pkglibdir)
messages=$(mpiPath pkgdatadir)
mkdir -p "$out/openmpi/${components#"$prefix"/}" "$out/openmpi/${messages#"$prefix"/}"
cp "$(readlink -f "$(command -v mpirun)")" "$out/openmpi/bin/mpirun"
cp "$(readlink -f "$(command -v orted)")" "$out/openmpi/bin/orted"
cp "$messages"/help-*.txt "$out/openmpi/${messages#"$prefix"/}/"
# Ranks of one host need no fabrics, and nobody needs OpenSHMEM; their libraries are many times larger than all the rest.
for component in "$components"/*.so; do
  if [[ ! $(ldd "$component") =~ lib(ucp|fabric|ibverbs|psm2|psm_infinipath|oshmem)\.so ]]; then
    cp "$component" "$out/openmpi/${components#"$prefix"/}/"
  fi
done

# PMIx, where it is a library beside Open MPI, has components and messages of its own.
pmix=$(ldd "$components"/mca_pmix_*.so | awk '$1 ~ /^libpmix\.so/ {print $3}' | sort -u)
if [[ -n $pmix ]]; then
  pmix=$(dirname "$(dirname "$(readlink -f "$pmix")")")
  cp -r "$pmix/lib/pmix" "$out/pmix/lib"
  cp -r "$pmix/share/pmix" "$out/pmix/share"
fi

# What the host must have itself: the C library, which belongs to its kernel and driver, and the run time of C++, since programs
# of the host that are started from here may need a newer one.
ofTheHost='^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util|stdc\+\+|gcc_s|cuda))\.so'
find "$out/bin" "$out/openmpi" "$out/pmix" -type f \( -perm -u+x -o -name '*.so' \) -exec ldd {} + |
  awk '$2 == "=>" && $3 ~ /^\// {print $3}' | sort -u |
  while read -r library; do
    if [[ ! $(basename "$library") =~ $ofTheHost ]]; then
      cp -L "$library" "$out/lib/"
    fi
  done
chmod -R u+w "$out"
find "$out/bin" "$out/lib" "$out/openmpi" "$out/pmix" -type f \( -perm -u+x -o -name '*.so*' \) -exec strip --strip-unneeded {} +

cp -r "$fluxtetRoot/meshes" "$out/cases"
withGmsh=()
withoutGmsh=()
for case in "$out"/cases/*/case.yaml; do
  name=$(basename "$(dirname "$case")")
  if grep -qE '^ *file: .*\.(geo|msh)' "$case"; then
    withGmsh+=("$name")
  else
    withoutGmsh+=("$name")
  fi
done

# listOf NAME...: "a, b, c".
listOf() {
  local text
  text=$(printf ', %s' "$@")
  echo "${text#, }"
}

glibc=$(getconf GNU_LIBC_VERSION | cut -d' ' -f2)
gpuTestsHint=
if [[ -e $out/gpuTests.txt ]]; then
  gpuTestsHint=$'\n    ./gpuTests.sh'
fi

cat >"$out/README.md" <<TEXT
$title

$("$out/run.sh" fluxtet info | sed 's/^/    /')

The folder may be moved and copied. The host must be Linux on $(uname -m) with glibc $glibc and the C++ library of
GCC $(gcc -dumpversion), or newer ones, and with NVIDIA's driver if its GPUs are to be used. For example:

    ./run.sh fluxtet info
    ./run.sh fluxtet run cases/planeWave/case.yaml
    ./run.sh mpirun -n 2 fluxtet run cases/planeWave/case.yaml
    ./run.sh jobs/scaling.py strong cases/planeWave/case.yaml --ranks 1,2 --steps 100 --out scaling$gpuTestsHint

\`run.sh\` puts the programs and libraries of this folder into the environment and runs what it is given. Results go where the
case says, below the current folder. Open MPI is here for the ranks of one host; between hosts use a build against the
cluster's own MPI library.

These cases run as they are: $(listOf "${withoutGmsh[@]}").

Gmsh is not in this folder, so that these have to be meshed elsewhere: $(listOf "${withGmsh[@]}"). Where
fluxtet has Gmsh:

    fluxtet mesh meshes/dielectricSphere/case.yaml --output sphere.h5

and here:

    ./run.sh fluxtet run cases/dielectricSphere/case.yaml --mesh sphere.h5
TEXT

say "Bundle"
printf '%s: %s, %s compressed\n' "$out" "$(du -sh "$out" | cut -f1)" \
  "$(tar -C "$out" -cz . | wc -c | awk '{printf "%.1f MB", $1 / 1e6}')"
