#!/usr/bin/env bash
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
# The steps by which the images of Docker and Apptainer are made: both recipes call this script, so that they cannot differ.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: bash jobs/containers/steps.sh STEP

  packages  installs what building needs by jobs/setup.sh, and NVIDIA's compiler for CUDA=ON
  build     builds fluxtet, installs it in PREFIX, and lists the packages that it needs to run in
            PREFIX/share/fluxtet/packages.txt
  run       installs the packages of that list

In the environment:
  CUDA          ON: with the engine for NVIDIA GPUs, OFF (default): for the CPU alone
  CUDA_RELEASE  of the compiler, as in the names of NVIDIA's packages (default 13-0)
  PREFIX        where fluxtet is installed (default /opt/fluxtet)
  BUILD         where it is built (default /tmp/fluxtet)
TEXT
}

cuda=${CUDA:-OFF} cudaRelease=${CUDA_RELEASE:-13-0} prefix=${PREFIX:-/opt/fluxtet} build=${BUILD:-/tmp/fluxtet}
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
list=$prefix/share/fluxtet/packages.txt
repository=https://developer.download.nvidia.com/compute/cuda/repos/debian12/x86_64
export DEBIAN_FRONTEND=noninteractive

fail() {
  printf 'steps.sh: %s\n' "$*" >&2
  exit 1
}

# The compiler and the headers are all that is needed: the run time library is linked statically, and the driver is the host's.
installNvcc() {
  [[ $(dpkg --print-architecture) == amd64 ]] || fail "CUDA=ON is for x86_64; on another machine install the CUDA toolkit by hand"
  apt-get install --yes --no-install-recommends ca-certificates wget
  wget --quiet --output-document=/tmp/cuda-keyring.deb "$repository/cuda-keyring_1.1-1_all.deb"
  dpkg --install /tmp/cuda-keyring.deb
  apt-get update
  apt-get install --yes --no-install-recommends "cuda-nvcc-$cudaRelease" "cuda-cudart-dev-$cudaRelease"
  rm /tmp/cuda-keyring.deb
}

installPackages() {
  bash "$source/jobs/setup.sh"
  if [[ $cuda == ON ]]; then installNvcc; fi
}

buildAndInstall() {
  cmake -G Ninja -S "$source" -B "$build" -D CMAKE_BUILD_TYPE=Release -D FLUXTET_TESTS=OFF -D "FLUXTET_CUDA=$cuda"
  cmake --build "$build" --target fluxtet
  cmake --install "$build" --prefix "$prefix" --strip
  bash "$source/jobs/setup.sh" --run "$prefix/bin/fluxtet" --list >"$list"
}

installForRunning() {
  [[ -s $list ]] || fail "there is no $list: the step build makes it"
  apt-get update
  xargs --arg-file="$list" apt-get install --yes --no-install-recommends
  rm -rf /var/lib/apt/lists/*
  "$prefix/bin/fluxtet" --version
}

[[ $cuda == ON || $cuda == OFF ]] || fail "CUDA=$cuda: ON or OFF is needed"
case ${1:-} in
  packages) installPackages ;;
  build) buildAndInstall ;;
  run) installForRunning ;;
  -h | --help) usage ;;
  *) usage >&2; fail "unknown step '${1:-}'" ;;
esac
