#!/usr/bin/env bash
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
# Runs the GPU tests of the bundle in which this script lies. Ends with a summary; exit code 0 if none failed.
set -euo pipefail
bundle=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

usage() {
  cat <<'TEXT'
usage: gpuTests.sh [--tool TOOL] [PATTERN] [-- options of Google Test]

Runs the GPU test programs whose names match the regular expression PATTERN (all without it), those with MPI on each of their
counts of ranks, and prints what the failing ones printed. Example: gpuTests.sh device -- --gtest_filter='Roofline*'

--tool memcheck|racecheck|synccheck|initcheck runs them under that tool of NVIDIA's compute-sanitizer; what it finds is a failure.
It takes 10 to 100 times as long, so choose tests. Example: gpuTests.sh --tool racecheck cudaEngine -- --gtest_filter='*HalfSteps*'
TEXT
}

tool=()
if [[ ${1:-} == --tool ]]; then
  [[ ${2:-} =~ ^(memcheck|racecheck|synccheck|initcheck)$ ]] || { usage >&2; exit 2; }
  command -v compute-sanitizer >/dev/null || { echo 'there is no compute-sanitizer: it comes with the CUDA Toolkit' >&2; exit 2; }
  tool=(compute-sanitizer --tool "$2" --error-exitcode 99)
  [[ $2 != racecheck ]] || tool+=(--racecheck-report all)
  shift 2
fi
pattern=.
if [[ $# -gt 0 && $1 != -- ]]; then
  case $1 in
    -h | --help) usage; exit 0 ;;
    -*) usage >&2; exit 2 ;;
    *) pattern=$1; shift ;;
  esac
fi
if [[ $# -gt 0 ]]; then
  [[ $1 == -- ]] || { usage >&2; exit 2; }
  shift
fi

output=$(mktemp)
trap 'rm -f "$output"' EXIT
declare -A programs=([passed]=0 [skipped]=0 [FAILED]=0)
declare -A tests=([passed]=0 [skipped]=0 [failed]=0)

# testsThat passed|skipped|failed: how many Google Test counts so at the end of the output, be it coloured or not.
testsThat() {
  sed 's/\x1b\[[0-9;]*m//g' "$output" | sed -nE "s/^\[ +${1^^} +\] ([0-9]+) tests?[.,].*/\1/p" | tail -n 1
}

# runTest NAME COMMAND...: one program, its verdict on one line.
runTest() {
  local name=$1 started=$SECONDS code=0 verdict=passed counts='' what number
  shift
  "$bundle/run.sh" "$@" >"$output" 2>&1 </dev/null || code=$?
  if [[ $code -ne 0 ]]; then
    verdict=FAILED
  elif grep -q 'No test of this program ran' "$output"; then
    verdict=skipped
  fi
  programs[$verdict]=$((programs[$verdict] + 1))
  if [[ $verdict == skipped ]]; then
    counts=$(grep -m1 'no usable GPU' "$output" || echo 'every test skipped itself')
  else
    for what in passed skipped failed; do
      number=$(testsThat "$what")
      tests[$what]=$((tests[$what] + ${number:-0}))
      counts+="${number:+, $number $what}"
    done
    counts=${counts#, }
  fi
  printf '%-8s %-36s %4d s  %s\n' "$verdict" "$name" "$((SECONDS - started))" "$counts"
  if [[ $verdict == FAILED ]]; then
    printf 'exit code %d, after this output:\n' "$code"
    cat "$output"
  fi
}

while read -r program counts; do
  [[ $program =~ $pattern ]] || continue
  if [[ -z $counts ]]; then
    runTest "$program" "${tool[@]}" "$bundle/bin/$program" "$@"
  fi
  for ranks in $counts; do
    # As ctest runs them: ranks that each take all cores wait for each other's threads.
    OMP_NUM_THREADS=${OMP_NUM_THREADS:-1} \
      runTest "$program.${ranks}ranks" mpirun -n "$ranks" "${tool[@]}" "$bundle/bin/$program" "$@"
  done
done <"$bundle/gpuTests.txt"

if [[ $((programs[passed] + programs[skipped] + programs[FAILED])) -eq 0 ]]; then
  printf 'no test program matches %s\n' "$pattern" >&2
  exit 2
fi
printf '\nprograms: %d passed, %d skipped, %d failed; tests in them: %d passed, %d skipped, %d failed\n' \
  "${programs[passed]}" "${programs[skipped]}" "${programs[FAILED]}" "${tests[passed]}" "${tests[skipped]}" "${tests[failed]}"
[[ ${programs[FAILED]} -eq 0 ]]
