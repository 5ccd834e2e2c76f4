#!/usr/bin/env bash
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
# From a clone to a verdict: installs what is missing, builds, runs the tests by ctest. Ends with ctest's summary and exit code.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
usage: bash jobs/test.sh [--no-setup] [--preset NAME] [ctest options]

  --no-setup     install nothing
  --preset NAME  build and test preset NAME: release (default) or debug
  all else goes to ctest, for example
    -L unit                 only tests of that label: unit, parallel, verification, cli, gpu, slurm
    -R 'lift|halo'          only tests whose name matches

The tests of label gpu are built where nvcc is, and count as skipped where there is no GPU. CUDA code for all supported GPUs
takes longest to compile: FLUXTET_CUDA_ARCHITECTURES=90-real in the environment, say, makes it for one alone.

Verification that takes minutes runs with FLUXTET_LONG_TESTS=1 in the environment, and counts as skipped without.

The sanitizers: bash jobs/sanitize.sh
TEXT
}

withSetup=yes
preset=release
ctestOptions=()
while [[ $# -gt 0 ]]; do
  case $1 in
    --no-setup) withSetup=no ;;
    --preset) preset=${2:?--preset needs a name}; shift ;;
    -h | --help) usage; exit 0 ;;
    *) ctestOptions+=("$1") ;;
  esac
  shift
done

if [[ $withSetup == yes ]]; then
  bash "$fluxtetRoot/jobs/setup.sh" --tests
fi
buildPreset "$preset"

say "Testing preset $preset"
# One more than there are cores, since tests of the program wait for processes to start.
exec ctest --test-dir "$fluxtetRoot/build/$preset" --output-on-failure --no-tests=error --parallel $(($(nproc) + 1)) \
  "${ctestOptions[@]}"
