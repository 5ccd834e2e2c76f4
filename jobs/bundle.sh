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
if [[ -e $out && ! -e $out/run.sh ]]; then
  fail "$out exists and is no bundle: name another folder"
fi

# --- Build -----------------------------------------------------------------------------------------------------------
build=$fluxtetRoot/build/bundle
targets=(fluxtet)
rm -f "$build/gpuTests.txt"
# What an earlier build was told must not last.
configureOptions=(-U CMAKE_CUDA_ARCHITECTURES)
if findNvcc; then
  targets+=(gpuTests)
  configureOptions+=(-D FLUXTET_CUDA=ON
    ${FLUXTET_CUDA_ARCHITECTURES:+-D "CMAKE_CUDA_ARCHITECTURES=$FLUXTET_CUDA_ARCHITECTURES"})
else
  configureOptions+=(-D FLUXTET_CUDA=OFF)
fi
buildPreset bundle "${targets[@]}"

# --- Programs and Open MPI's run time ----------------------------------------------------------------------------------
say "Filling $out"
rm -rf "$out"
mkdir -p "$out/bin" "$out/lib" "$out/openmpi/bin"
cp "$build/fluxtet" "$out/bin/"
if [[ -e $build/gpuTests.txt ]]; then
  cp "$build/gpuTests.txt" "$fluxtetRoot/jobs/bundle/gpuTests.sh" "$out/"
  while read -r program _; do
    cp "$build/tests/$program" "$out/bin/"
  done <"$build/gpuTests.txt"
fi
cp "$fluxtetRoot/jobs/bundle/run.sh" "$fluxtetRoot/LICENSE" "$out/"

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
  if ! ldd "$component" | grep -qE '^\s*lib(ucp|fabric|ibverbs|psm2|psm_infinipath|oshmem)\.so'; then
    cp "$component" "$out/openmpi/${components#"$prefix"/}/"
  fi
done

# --- Libraries -----------------------------------------------------------------------------------------------------------
# What the host must have itself: the C library, which belongs to its kernel and driver, and the run time of C++, since programs
# of the host that are started from here may need a newer one.
ofTheHost='^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util|stdc\+\+|gcc_s|cuda))\.so'
find "$out/bin" "$out/openmpi" -type f \( -perm -u+x -o -name '*.so' \) -exec ldd {} + |
  awk '$2 == "=>" && $3 ~ /^\// {print $3}' | sort -u |
  while read -r library; do
    if [[ ! $(basename "$library") =~ $ofTheHost ]]; then
      cp -L "$library" "$out/lib/"
    fi
  done
chmod -R u+w "$out"
find "$out/bin" "$out/lib" "$out/openmpi" -type f \( -perm -u+x -o -name '*.so*' \) -exec strip --strip-unneeded {} +

# --- Cases and what to know -------------------------------------------------------------------------------------------------
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

cat >"$out/README.md" <<TEXT
# fluxtet, to take along

$("$out/run.sh" fluxtet info | sed 's/^/    /')

Needs Linux on $(uname -m) with glibc $(getconf GNU_LIBC_VERSION | cut -d' ' -f2) or newer, the C++ library of GCC $(gcc -dumpversion) or newer and, for
GPUs, NVIDIA's driver. Move and copy the folder as you like.

    ./run.sh fluxtet info
    ./run.sh fluxtet run cases/planeWave/case.yaml
    ./run.sh mpirun -n 2 fluxtet run cases/planeWave/case.yaml
$([[ ! -e $out/gpuTests.txt ]] || echo "    ./gpuTests.sh")

run.sh puts the programs and libraries of this folder into the environment and runs its arguments; results go where the case says,
below the current folder. Open MPI is that of the build machine, for ranks of one host (shared memory, TCP). Between hosts use a
build against the MPI library of the cluster.

Cases that run as they are: $(listOf "${withoutGmsh[@]}").

Gmsh is not in here, so that these cannot be meshed: $(listOf "${withGmsh[@]}"). Mesh them where fluxtet has Gmsh, bring the file, and
name it when running:

    fluxtet mesh cases/dielectricSphere/case.yaml --output sphere.h5       # there
    ./run.sh fluxtet run cases/dielectricSphere/case.yaml --mesh sphere.h5  # here
TEXT

say "Bundle"
printf '%s: %s, %s compressed\n' "$out" "$(du -sh "$out" | cut -f1)" \
  "$(tar -C "$out" -cz . | wc -c | awk '{printf "%.1f MB", $1 / 1e6}')"
