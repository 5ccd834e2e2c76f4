# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What the scripts of this folder share. Sourced, never run.

fluxtetRoot=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Debian's own Python, which sees the apt packages; another python3 may come first in PATH.
export fluxtetPython=/usr/bin/python3

say() { printf '\n== %s\n' "$*"; }

fail() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# Puts nvcc on the PATH where it is installed in its usual place, and tells whether there is one.
findNvcc() {
  local folder
  for folder in "${CUDA_HOME:-}/bin" /usr/local/cuda/bin; do
    if ! command -v nvcc >/dev/null && [[ -x $folder/nvcc ]]; then
      export PATH="$PATH:$folder"
    fi
  done
  command -v nvcc >/dev/null
}

sayCuda() {
  if findNvcc; then
    echo "CUDA: $(nvcc --version | sed -n 's/.*release \([0-9.]*\).*/nvcc \1 found, so that the CUDA engine is built too/p')"
  else
    echo "CUDA: no nvcc: CPU engine only"
  fi
}

# Compilers that run at once: one per core, and at least 2 GiB of memory for each.
buildJobs() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ {print int($2 / 2097152)}' /proc/meminfo)
  echo $((memory < 1 ? 1 : memory < cores ? memory : cores))
}

# What buildPreset gives to cmake besides the preset.
configureOptions=()

# buildPreset PRESET [TARGET...]: configures and builds into build/PRESET; all targets if none is named. For which GPUs, says
# FLUXTET_CUDA_ARCHITECTURES in the environment, or else what was configured before.
buildPreset() {
  local preset=$1 launcher=()
  shift
  if command -v ccache >/dev/null; then
    launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  say "Building preset $preset in build/$preset"
  # The sanitizers do not see what runs on a GPU: their presets leave CUDA out.
  [[ $preset =~ ^(asan|tsan)$ ]] || sayCuda
  (
    cd "$fluxtetRoot" || exit 1
    cmake --preset "$preset" "${launcher[@]}" "${configureOptions[@]}" \
      ${FLUXTET_CUDA_ARCHITECTURES:+-D "CMAKE_CUDA_ARCHITECTURES=$FLUXTET_CUDA_ARCHITECTURES"}
    cmake --build "build/$preset" --parallel "$(buildJobs)" ${1:+--target "$@"}
  )
}

# runRanks N COMMAND...: the command on N ranks of this machine.
runRanks() {
  local ranks=$1
  shift
  # Open MPI refuses to run as root unless told so twice; in a container root is the usual user.
  if [[ $(id -u) -eq 0 ]]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  fi
  # Ranks that wait must leave the core to the others, and containers often forbid reading another process's memory.
  OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_btl_vader_single_copy_mechanism=none \
    mpirun --oversubscribe --bind-to none -n "$ranks" "$@"
}

# newFolder PATH: PATH itself if nothing is there, else the first of PATH-2, PATH-3, ... that is free.
newFolder() {
  local folder=$1 number=1
  while [[ -e $folder ]]; do
    number=$((number + 1))
    folder=$1-$number
  done
  echo "$folder"
}
