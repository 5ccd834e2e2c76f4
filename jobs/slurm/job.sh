# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154
# What the job scripts share: one run inside a SLURM job, from the choice of its start to the choice of its end. Sourced by
# a filled template, which then sets
#   fluxtet caseFile output   paths: the program, the case, the folder of the results
#   arguments                 array: further arguments of `fluxtet run`
#   sweep                     array: one line of overrides for each task of an array job; empty: no sweep
#   folders                   array: the folder of each task below `output`; empty: 001, 002, ...
#   starter                   srun or mpirun
#   srunOptions               array: how srun places the ranks
#   maxRequeues               how often the job may come back
# and calls runCase.

# shellcheck source=jobs/slurm/results.sh
source "$(dirname "${BASH_SOURCE[0]}")/results.sh"

signals=0        # that have come
limitNear=no     # the signal that --signal asks SLURM for has come
terminated=no    # SIGTERM has come: from scancel, at the limit itself, or for a job that takes the place
runPid=          # of the launcher, once it runs
runStart=0       # s, on bash's clock
startSeconds=5   # a program is killed by a signal that comes before it has got as far as catching it

sayJob() { printf '[%(%F %T)T] %s\n' -1 "$*"; }

# SIGUSR1 to the launcher reaches every rank, under srun and mpirun alike, and makes the run write a checkpoint and end with
# code 4. SIGTERM would not do: mpirun kills its ranks soon after it.
askToStop() {
  signals=$((signals + 1))
  [[ -n $runPid ]] || return 0
  while ((SECONDS < runStart + startSeconds)); do sleep 1; done
  kill -USR1 "$runPid" 2>/dev/null || true
}
onLimit() {
  limitNear=yes
  sayJob "the time limit is near: asking the run for a checkpoint"
  askToStop
}
# Whether the job then comes back SLURM decides.
onTerminate() {
  terminated=yes
  sayJob "told to end: asking the run for a checkpoint"
  askToStop
}
trap onLimit USR1
trap onTerminate TERM

# The name by which scontrol knows this job. The bare number of an array's last task would mean the whole array.
jobName() {
  if [[ -n ${SLURM_ARRAY_JOB_ID:-} ]]; then
    echo "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
  else
    echo "$SLURM_JOB_ID"
  fi
}

# Takes the overrides of this task of a sweep, and a folder of its own: OUTPUT/001, OUTPUT/002, ..., or that of `folders`.
chooseSweepLine() {
  ((${#sweep[@]} > 0)) || return 0
  local words override
  mapfile -t words < <(splitSweepLine "${sweep[SLURM_ARRAY_TASK_ID - 1]}")
  for override in "${words[@]}"; do arguments+=(--set "$override"); done
  if ((${#folders[@]} > 0)); then
    output=$output/${folders[SLURM_ARRAY_TASK_ID - 1]}
  else
    output=$output/$(printf '%03d' "$SLURM_ARRAY_TASK_ID")
  fi
}

# What starts the ranks, each bound to cores of its own, one for each OpenMP thread: array `launcher`.
chooseLauncher() {
  local cores=${SLURM_CPUS_PER_TASK:-1}
  export OMP_NUM_THREADS=$cores
  case $starter in
    # srun does not take the cores of a rank from the job by itself.
    srun) launcher=(srun --mpi=pmix --cpus-per-task="$cores" --threads-per-core=1 --cpu-bind=cores "${srunOptions[@]}") ;;
    mpirun) launcher=(mpirun -n "$SLURM_NTASKS" --map-by "slot:PE=$cores" --bind-to core -x OMP_NUM_THREADS) ;;
  esac
}

# How this run starts: array `start`. A fresh folder from the beginning; checkpoints are gone on from; results without one are
# moved aside if this very job left them, and else left to the program, which refuses them.
chooseStart() {
  start=()
  if hasCheckpoint "$output"; then
    start=(--restart latest)
  elif [[ ${SLURM_RESTART_COUNT:-0} -gt 0 ]]; then
    start=(--backup)
  fi
}

sayWhere() {
  sayJob "job $(jobName), start $((${SLURM_RESTART_COUNT:-0} + 1)), on $SLURM_JOB_NODELIST ($(hostname)):" \
    "$SLURM_NTASKS ranks of ${SLURM_CPUS_PER_TASK:-1} cores on $SLURM_JOB_NUM_NODES nodes"
  if [[ -n ${SLURM_GPUS_ON_NODE:-} ]]; then
    echo "$SLURM_GPUS_ON_NODE GPUs on this node:"
    nvidia-smi --query-gpu=index,name,pci.bus_id,memory.total --format=csv,noheader 2>/dev/null ||
      echo "(nvidia-smi does not tell which)"
  fi
}

# Runs a command until it has ended, whatever signals this shell gets meanwhile, and returns the command's exit code.
waitForRun() {
  "$@" &
  runPid=$!
  runStart=$SECONDS
  ((signals == 0)) || askToStop
  local code=0 before
  while true; do
    before=$signals
    code=0
    wait "$runPid" || code=$?
    ((signals != before)) || return "$code"
  done
}

# Whether a run that ended with this code is to go on in another start of this job; if not, says why.
mayRequeue() {
  local code=$1 restarts=${SLURM_RESTART_COUNT:-0}
  if ((code == 0)); then
    return 1
  elif [[ $terminated == yes ]]; then
    sayJob "not requeued: it was told to end$([[ $limitNear == no ]] || echo " by its limit; give it a longer --lead")"
  elif ((code != 4)); then
    sayJob "not requeued: the run failed, and would fail again"
  elif [[ $limitNear == no ]]; then
    sayJob "not requeued: not the time limit stopped the run; submit it again to go on"
  elif ! hasCheckpoint "$output"; then
    sayJob "not requeued: there is no checkpoint to go on from; give the job more time"
  elif ((restarts >= maxRequeues)); then
    sayJob "not requeued: it was, as often as it may ($maxRequeues); submit it again to go on"
  else
    return 0
  fi
  return 1
}

# The whole job; returns the exit code that the job is to end with.
runCase() {
  local code=0 start launcher
  chooseSweepLine
  sayWhere
  if isFinished "$output"; then
    sayJob "$output holds finished results: nothing to do"
    return 0
  fi
  chooseStart
  chooseLauncher
  local command=("${launcher[@]}" "$fluxtet" run "$caseFile" --output "$output" "${arguments[@]}" "${start[@]}")
  sayJob "running$(printf ' %q' "${command[@]}")"
  waitForRun "${command[@]}" || code=$?
  sayJob "exit code $code"
  if mayRequeue "$code"; then
    sayJob "requeued to go on from the checkpoint, time $((${SLURM_RESTART_COUNT:-0} + 1)) of at most $maxRequeues"
    scontrol requeue "$(jobName)" || sayJob "SLURM refuses: submit it again to go on"
  fi
  return "$code"
}
