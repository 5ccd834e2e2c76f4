#!/usr/bin/env bash
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
# Fills a job script in and hands it to SLURM. Before its time limit the run writes a checkpoint, and the job comes back.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=jobs/slurm/submission.sh
source "$fluxtetRoot/jobs/slurm/submission.sh"

usage() {
  cat <<'TEXT'
usage: bash jobs/submit.sh CASE -n RANKS [options]

Submits a run of CASE (YAML) to SLURM and prints the job's number. Shortly before its time limit the run writes a
checkpoint; the job is then requeued and goes on, until the run is at its end. Submitted again, a job that was stopped goes
on too; finished results are never touched. The log is OUTPUT.slurm-NUMBER.log.

  -n, --ranks N       MPI ranks: on GPUs one for each
  --gpu, --cpu        where to compute (default --cpu)
  --per-node K        ranks on each node (default: all on one); a larger N must be a multiple of it
  --threads T         cores of each rank, one OpenMP thread each (default 1, with --gpu 4)
  --time LIMIT        of one start of the job, as SLURM has it: minutes, [D-]HH:MM:SS, ... (default 1:00:00)
  --lead SECONDS      how long before the limit the run is asked for its checkpoint (default 120)
  --requeues N        how often the job may come back (default 20); 0: never
  --partition NAME    SLURM's partition
  --account NAME      SLURM's account
  --sbatch OPTION     one more option of sbatch, e.g. --sbatch --exclusive --sbatch --mem=0; may be repeated
  --srun, --mpirun    what starts the ranks (default --srun, which needs SLURM's plugin pmix)
  --output DIR        where the results go (default out/NAME, by the case's folder), instead of output.directory of the case
  --mesh FILE         as of `fluxtet run`
  --set KEY=VALUE     as of `fluxtet run`; may be repeated
  --sweep FILE        an array job: each line of FILE holds the KEY=VALUE words of one run, quoted as in a shell where there
                      are spaces; # begins a comment line. The results go to OUTPUT/001, OUTPUT/002, ...
  --folders FILE      each line of FILE names the folder of one run of the sweep, instead of 001, 002, ...
  --at-once K         at most so many runs of a sweep at the same time
  --fluxtet PROGRAM   default: build/release/fluxtet, or that of the same installation, else the one on the PATH
  --no-check          do not try the case by `fluxtet check` first, which takes the time and memory of the whole mesh
  --dry-run           print the job script and submit nothing
TEXT
}

# shellcheck disable=SC2034  # jobs/slurm/submission.sh reads these
caseFile='' output='' mesh='' sweepFile='' foldersFile='' atOnce='' fluxtet='' \
  ranks='' perNode='' threads='' kind=cpu starter=srun time=1:00:00 lead=120 maxRequeues=20 withCheck=yes dryRun=no
overrides=() sbatchOptions=()
needs() { [[ $2 -ge 2 ]] || fail "$1 needs a value; see --help"; }
while [[ $# -gt 0 ]]; do
  case $1 in
    -n | --ranks) needs "$1" $#; ranks=$2; shift ;;
    --gpu | --cpu) kind=${1#--} ;;
    --srun | --mpirun) starter=${1#--} ;;
    --per-node) needs "$1" $#; perNode=$2; shift ;;
    --threads) needs "$1" $#; threads=$2; shift ;;
    --time) needs "$1" $#; time=$2; shift ;;
    --lead) needs "$1" $#; lead=$2; shift ;;
    --requeues) needs "$1" $#; maxRequeues=$2; shift ;;
    --partition | --account) needs "$1" $#; sbatchOptions+=("$1=$(quoteForSbatch "$2")"); shift ;;
    --sbatch) needs "$1" $#; sbatchOptions+=("$2"); shift ;;
    --output) needs "$1" $#; output=$2; shift ;;
    --mesh) needs "$1" $#; mesh=$2; shift ;;
    --set) needs "$1" $#; overrides+=("$2"); shift ;;
    --sweep) needs "$1" $#; sweepFile=$2; shift ;;
    --folders) needs "$1" $#; foldersFile=$2; shift ;;
    --at-once) needs "$1" $#; atOnce=$2; shift ;;
    --fluxtet) needs "$1" $#; fluxtet=$2; shift ;;
    --no-check) withCheck=no ;;
    --dry-run) dryRun=yes ;;
    -h | --help) usage; exit 0 ;;
    -*) fail "unknown option '$1'; see --help" ;;
    *) [[ -z $caseFile ]] || fail "two cases, '$caseFile' and '$1': name one"; caseFile=$1 ;;
  esac
  shift
done

if [[ $dryRun == no ]] && ! command -v sbatch >/dev/null; then
  fail "there is no sbatch on this machine: submit where SLURM is, or look at the job script with --dry-run"
fi
checkNumbers
findPaths
readSweep
readFolders
if [[ $withCheck == yes ]]; then checkCases; fi
refuseOldResults

script=$(fillTemplate)
if [[ $dryRun == yes ]]; then
  printf '%s\n' "$script"
  exit 0
fi
makeFolders
number=$(sbatch --parsable <<<"$script") || fail "sbatch refuses this job: its own message stands above"
number=${number%%;*}
echo "Log: $output.slurm-$number${sweep:+_*}.log" >&2
echo "$number"
