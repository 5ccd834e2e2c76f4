#!/usr/bin/env bash
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
# From a clone to pictures: installs what is missing, builds, runs the dielectric sphere on two ranks and draws its fields.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
usage: bash jobs/demo.sh [--no-setup] [--ranks N] [--output DIR]

Runs meshes/dielectricSphere and prints the paths of its results last. An earlier demo's results are kept: each run gets a
new folder, out/demo, out/demo-2, ...

  --no-setup    install nothing
  --ranks N     MPI ranks (default 2)
  --output DIR  where the results go (must not exist)
TEXT
}

withSetup=yes
ranks=2
output=
while [[ $# -gt 0 ]]; do
  case $1 in
    --no-setup) withSetup=no ;;
    --ranks) ranks=${2:?--ranks needs a number}; shift ;;
    --output) output=$(realpath --canonicalize-missing "${2:?--output needs a folder}"); shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; fail "unknown option '$1'" ;;
  esac
  shift
done
[[ $ranks =~ ^[1-9][0-9]*$ ]] || fail "--ranks $ranks: a number from 1 on is needed"
[[ -z $output || ! -e $output ]] || fail "--output $output: it exists already; name another folder"

if [[ $withSetup == yes ]]; then
  bash "$fluxtetRoot/jobs/setup.sh"
fi
buildPreset release fluxtet

cd "$fluxtetRoot"
output=${output:-$(newFolder "$fluxtetRoot/out/demo")}
say "Running meshes/dielectricSphere/case.yaml on $ranks ranks"
runRanks "$ranks" build/release/fluxtet run meshes/dielectricSphere/case.yaml --output "$output"

say "Drawing"
"$fluxtetPython" jobs/plot.py all "$output"

say "Results"
listResults() {
  printf '%s\n' "$2"
  find "$output" -path "$output/$1" -type f | LC_ALL=C sort | sed 's/^/  /'
}
listResults '*.vtkhdf*' "Fields for ParaView:"
listResults '*.csv' "Series:"
listResults '*summary.json' "Summary:"
listResults '*.png' "Pictures:"
