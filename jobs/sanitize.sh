#!/usr/bin/env bash
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
# Unit and parallel tests under the address, undefined-behaviour and thread sanitizers. Ends with a verdict for each
# preset; exit code 0 if no sanitizer found anything and every test passed.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
usage: bash jobs/sanitize.sh [--no-setup] [--preset asan|tsan] [ctest options]

  --no-setup     install nothing
  --preset NAME  only that one; both without it
  all else goes to ctest, for example -R halo

asan: address and undefined behaviour, g++ with the checks of its standard library. tsan: threads, clang++.
TEXT
}

withSetup=yes
presets=(asan tsan)
ctestOptions=()
while [[ $# -gt 0 ]]; do
  case $1 in
    --no-setup) withSetup=no ;;
    --preset) presets=("${2:?--preset needs a name}"); shift ;;
    -h | --help) usage; exit 0 ;;
    *) ctestOptions+=("$1") ;;
  esac
  shift
done
for preset in "${presets[@]}"; do
  [[ $preset =~ ^(asan|tsan)$ ]] || fail "--preset $preset: the sanitizers' presets are asan and tsan"
done

if [[ $withSetup == yes ]]; then
  bash "$fluxtetRoot/jobs/setup.sh" --tests
fi

# Newer kernels spread addresses further than clang 14's thread sanitizer can bear ("unexpected memory mapping").
runWithFixedAddresses() {
  if setarch --addr-no-randomize true 2>/dev/null; then
    setarch --addr-no-randomize "$@"
  else
    "$@"
  fi
}

# The sanitizers do not see what gather instructions read; the kernels without them do the same.
export FLUXTET_ISA=baseline
# As in tests/sanitizers/thirdParty.cpp; Archer warns on every start unless it stands here too.
export TSAN_OPTIONS=ignore_noninstrumented_modules=1
# Two threads on each rank are enough to race; those that wait leave the core to the others.
export OMP_NUM_THREADS=2 OMP_WAIT_POLICY=passive

verdicts=()
failed=0
for preset in "${presets[@]}"; do
  buildPreset "$preset" unitTests parallelTests
  say "Testing preset $preset"
  started=$SECONDS
  if runWithFixedAddresses ctest --test-dir "$fluxtetRoot/build/$preset" --label-regex 'unit|parallel' \
    --output-on-failure --no-tests=error --parallel "$(nproc)" "${ctestOptions[@]}"; then
    verdicts+=("$preset: clean, $((SECONDS - started)) s")
  else
    verdicts+=("$preset: FAILED, $((SECONDS - started)) s: what was found stands above")
    failed=1
  fi
done
say "Sanitizers"
printf '%s\n' "${verdicts[@]}"
exit $failed
