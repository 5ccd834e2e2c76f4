# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What both the submission and the job must know of results and sweeps. Sourced.

# Whether a folder holds the results of a run that reached its end.
isFinished() { grep --quiet '^ *"status": *"\(done\|decayed\)"' "$1/summary.json" 2>/dev/null; }

# Whether a folder holds what `--restart latest` goes on from: a checkpoint, or, of a case with several excited ports, one
# of the runs in its folders, or such a run that is at its end.
hasCheckpoint() {
  local run
  for run in "$1" "$1"/*/; do
    [[ -z $(find "$run/checkpoints" -name 'checkpoint_*.h5' -print -quit 2>/dev/null) ]] || return 0
    [[ $run == "$1" ]] || ! isFinished "$run" || return 0
  done
  return 1
}

# The overrides in a line of a sweep file, one a line: words as in a shell. Quotes keep spaces, nothing is expanded.
splitSweepLine() { printf '%s\n' "$1" | xargs --no-run-if-empty printf '%s\n'; }
