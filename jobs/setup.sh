#!/usr/bin/env bash
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
# Installs what building and running need on Debian 12, from Debian's own packages, and only what is missing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
usage: bash jobs/setup.sh [--tests | --run PROGRAM] [--list]

Installs the Debian packages that fluxtet needs and that are missing. Uses sudo unless run by root.

  --tests        also what only the tests need (Python packages that results go to, a browser, clang and its tools,
                 black, SLURM)
  --run PROGRAM  only what PROGRAM, fluxtet as it was built on such a machine, needs to run: the packages of its libraries,
                 Open MPI's mpirun, Python with what pictures need
  --list         print the names of all packages and install nothing
TEXT
}

runPackages=(openmpi-bin python3 python3-numpy python3-h5py python3-matplotlib)
packages=(
  build-essential cmake ninja-build pkg-config git
  libopenmpi-dev libhdf5-openmpi-dev libmetis-dev libhypre-dev libgmsh-dev libocct-data-exchange-dev
  libyaml-cpp-dev libcli11-dev libspdlog-dev libfmt-dev libeigen3-dev nlohmann-json3-dev libgtest-dev
  "${runPackages[@]}"
)
testPackages=(
  python3-vtk9 python3-xarray python3-scikit-rf python3-jsonschema python3-yaml chromium
  clang-14 llvm-14 libomp-14-dev libclang-rt-14-dev clang-format-14 clang-tidy-14 black
)
# The tests start a SLURM of their own. Where the host has one that is not Debian's, it stays the only one.
slurmPackages=(slurm-wlm munge)
if command -v sbatch >/dev/null && ! dpkg-query --show slurm-client &>/dev/null; then slurmPackages=(); fi

# Names of the packages that own the shared libraries which a program loads, one a line.
packagesOfLibraries() {
  local libraries owners library missing
  missing=$(ldd "$1" | awk '$2 == "=>" && $3 == "not" {print $1}' | paste --serial --delimiters=' ')
  [[ -z $missing ]] ||
    fail "$1 loads libraries that are not on this machine: $missing: give --list with --run where it was built"
  mapfile -t libraries < <(ldd "$1" | awk '$2 == "=>" && $3 ~ "^/" {print $3}' | xargs realpath)
  # Packages may name a file in /usr/lib by the older path in /lib.
  owners=$(dpkg-query --search "${libraries[@]}" "${libraries[@]#/usr}" 2>/dev/null || true)
  for library in "${libraries[@]}"; do
    [[ $owners$'\n' == *": $library"$'\n'* || $owners$'\n' == *": ${library#/usr}"$'\n'* ]] ||
      fail "no package owns $library, which $1 loads: take it along by hand"
  done
  cut --delimiter=: --fields=1 <<<"$owners" | sort --unique
}

listOnly=no
while [[ $# -gt 0 ]]; do
  case $1 in
    --tests) packages+=("${testPackages[@]}" "${slurmPackages[@]}") ;;
    --run)
      [[ $# -ge 2 && -x $2 ]] || fail "--run needs a program that was built; see --help"
      names=$(packagesOfLibraries "$2")
      mapfile -t libraries <<<"$names"
      packages=("${runPackages[@]}" "${libraries[@]}")
      shift
      ;;
    --list) listOnly=yes ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; fail "unknown option '$1'" ;;
  esac
  shift
done
if [[ $listOnly == yes ]]; then
  printf '%s\n' "${packages[@]}"
  exit 0
fi

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  fail "this machine has no apt: install the equivalents of these Debian 12 packages by hand, then give --no-setup to
jobs/demo.sh and jobs/test.sh: ${packages[*]}"
fi

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $status == installed ]] || missing+=("$package")
done

if [[ ${#missing[@]} -eq 0 ]]; then
  echo "Packages: all ${#packages[@]} are installed"
else
  asRoot=()
  if [[ $(id -u) -ne 0 ]]; then
    command -v sudo >/dev/null ||
      fail "these packages are missing and there is no sudo: run as root 'apt-get install ${missing[*]}'"
    asRoot=(sudo)
  fi
  say "Installing ${#missing[@]} packages: ${missing[*]}"
  "${asRoot[@]}" apt-get update
  "${asRoot[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${missing[@]}" ||
    fail "apt-get could not install ${missing[*]}: its own message stands above"
fi
sayCuda
