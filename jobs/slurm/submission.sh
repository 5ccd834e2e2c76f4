# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154
# The steps of jobs/submit.sh, sourced by it. They read and complete its variables, and end it with a message where
# something is wrong.

slurmFolder=$fluxtetRoot/jobs/slurm
# shellcheck source=jobs/slurm/results.sh
source "$slurmFolder/results.sh"

# requireNumber OPTION VALUE LOWEST
requireNumber() {
  [[ $2 =~ ^(0|[1-9][0-9]{0,8})$ && $2 -ge $3 ]] || fail "$1 '$2': a whole number from $3 on is needed"
}

# SLURM's formats of a time limit in seconds: M, M:S, H:M:S, D-H, D-H:M, D-H:M:S.
secondsOf() {
  local days=0 h=0 m=0 s=0
  [[ $1 =~ ^([0-9]{1,5}-[0-9]{1,4}(:[0-9]{1,4}){0,2}|[0-9]{1,7}(:[0-9]{1,4}){0,2})$ ]] || return 1
  case $1 in
    *-*)
      days=${1%%-*}
      IFS=: read -r h m s <<<"${1#*-}"
      ;;
    *:*:*) IFS=: read -r h m s <<<"$1" ;;
    *) IFS=: read -r m s <<<"$1" ;;
  esac
  echo $((10#$days * 86400 + 10#${h:-0} * 3600 + 10#${m:-0} * 60 + 10#${s:-0}))
}

# Sets the defaults that depend on other options: perNode, nodes, threads.
checkNumbers() {
  local limit
  [[ -n $ranks ]] || fail "how many ranks? -n RANKS is missing; see --help"
  requireNumber "-n" "$ranks" 1
  perNode=${perNode:-$ranks}
  requireNumber "--per-node" "$perNode" 1
  ((ranks >= perNode)) || perNode=$ranks
  ((ranks % perNode == 0)) || fail "-n $ranks is no multiple of --per-node $perNode: every node gets as many ranks"
  nodes=$((ranks / perNode))
  if [[ -z $threads ]]; then
    threads=1
    [[ $kind == cpu ]] || threads=4
  fi
  requireNumber "--threads" "$threads" 1
  requireNumber "--lead" "$lead" 1
  requireNumber "--requeues" "$maxRequeues" 0
  if [[ -n $atOnce ]]; then
    requireNumber "--at-once" "$atOnce" 1
    [[ -n $sweepFile ]] || fail "--at-once $atOnce is about the runs of a sweep: name its file by --sweep"
  fi
  limit=$(secondsOf "$time") || fail "--time '$time': minutes, MM:SS, HH:MM:SS, D-HH, D-HH:MM or D-HH:MM:SS is needed"
  ((lead < limit)) ||
    fail "--lead $lead leaves nothing of --time $time ($limit s): a checkpoint is asked for so many seconds before the limit"
}

# Makes paths absolute, since a job may start anywhere, and refuses those that SLURM would not understand.
findPaths() {
  [[ -n $caseFile ]] || fail "no case is named; see --help"
  [[ -f $caseFile ]] || fail "there is no case file '$caseFile'"
  caseFile=$(realpath "$caseFile")
  if [[ -z $fluxtet ]]; then
    fluxtet=$fluxtetRoot/build/release/fluxtet
    [[ -x $fluxtet ]] || fluxtet=$fluxtetRoot/../../bin/fluxtet  # of an installation, from its share/fluxtet
    [[ -x $fluxtet ]] || fluxtet=$(command -v fluxtet) ||
      fail "there is no fluxtet: build it (cmake --preset release; cmake --build build/release), or name one by --fluxtet"
  fi
  [[ -f $fluxtet && -x $fluxtet ]] || fail "--fluxtet '$fluxtet': there is no such program"
  fluxtet=$(realpath "$fluxtet")
  if [[ -n $mesh ]]; then
    [[ -f $mesh ]] || fail "--mesh '$mesh': there is no such file"
    mesh=$(realpath "$mesh")
  fi
  name=$(basename "$caseFile" .yaml)
  [[ $name != case ]] || name=$(basename "$(dirname "$caseFile")")
  output=$(realpath --canonicalize-missing "${output:-out/$name}")
  [[ $output != *[%\\$'\n']* ]] ||
    fail "--output '$output': SLURM reads % and \\ in the name of a log in a way of its own: choose another folder"
}

# The lines of the sweep that hold overrides: array `sweep`.
readSweep() {
  local line word words
  sweep=()
  for word in "${overrides[@]}"; do requireOverride "--set" "$word"; done
  [[ -n $sweepFile ]] || return 0
  [[ -f $sweepFile ]] || fail "--sweep '$sweepFile': there is no such file"
  while IFS= read -r line || [[ -n $line ]]; do
    [[ ! $line =~ ^[[:space:]]*(#|$) ]] || continue
    words=$(splitSweepLine "$line" 2>/dev/null) || fail "--sweep $sweepFile: a quote has no end in the line: $line"
    while IFS= read -r word; do requireOverride "--sweep $sweepFile" "$word"; done <<<"$words"
    sweep+=("$line")
  done <"$sweepFile"
  ((${#sweep[@]} > 0)) || fail "--sweep $sweepFile: no line holds an override KEY=VALUE"
}

# The folders of the runs of the sweep, if they are named: array `folders`.
readFolders() {
  folders=()
  [[ -n $foldersFile ]] || return 0
  [[ -n $sweepFile ]] || fail "--folders $foldersFile is about the runs of a sweep: name its file by --sweep"
  [[ -f $foldersFile ]] || fail "--folders '$foldersFile': there is no such file"
  mapfile -t folders <"$foldersFile"
  ((${#folders[@]} == ${#sweep[@]})) ||
    fail "--folders $foldersFile has ${#folders[@]} lines, and the sweep ${#sweep[@]} runs: each needs its own"
  local name
  for name in "${folders[@]}"; do
    [[ -n $name && $name != .* && $name != */* ]] || fail "--folders $foldersFile: '$name' is no name of a folder"
  done
  [[ $(printf '%s\n' "${folders[@]}" | sort | uniq --repeated) == "" ]] ||
    fail "--folders $foldersFile: two runs in one folder"
}

requireOverride() {
  [[ $2 == ?*=* ]] || fail "$1: '$2' is no override KEY=VALUE"
  [[ $2 != output.directory=* ]] || fail "$1: the folder of the results is named by --output"
}

# The arguments of `fluxtet run` and `check` that all runs share: array `arguments`.
commonArguments() {
  local override
  arguments=()
  [[ -z $mesh ]] || arguments+=(--mesh "$mesh")
  for override in "${overrides[@]}"; do arguments+=(--set "$override"); done
}

# `fluxtet check` on one process here, for every line of a sweep.
checkCases() {
  local line word words arguments report where
  for line in "${sweep[@]:-}"; do
    commonArguments
    where=
    if [[ -n $line ]]; then
      where=" with the line '$line' of the sweep"
      mapfile -t words < <(splitSweepLine "$line")
      for word in "${words[@]}"; do arguments+=(--set "$word"); done
    fi
    report=$("$fluxtet" check "$caseFile" "${arguments[@]}" 2>&1) ||
      fail "the case is not submitted, because \`fluxtet check\` refuses it$where:
$report"
  done
}

# Finished results stay as they are; a folder with another sweep's runs would mix two sweeps.
refuseOldResults() {
  local known
  if ((${#sweep[@]} == 0)); then
    ! isFinished "$output" || fail "$output holds the results of a finished run: name another folder by --output"
  elif [[ -f $output/sweep.txt ]]; then
    known=$(<"$output/sweep.txt")
    [[ $(sweepText) == "$known" || $(sweepText) == "$known"$'\n'* ]] ||
      fail "$output holds the runs of another sweep ($output/sweep.txt):
name another folder by --output, or only add lines at the end"
  fi
}

# What tells two sweeps apart: the overrides that all runs share, then those of each.
sweepText() {
  printf '# all:%s\n' "$(quoteWords "${overrides[@]}")"
  printf '%s\n' "${sweep[@]}"
}

# For the log and, so that another sweep is noticed, the list of its runs.
makeFolders() {
  mkdir -p "$(dirname "$output")" || fail "--output '$output': its folder cannot be made"
  ((${#sweep[@]} > 0)) || return 0
  mkdir -p "$output"
  sweepText >"$output/sweep.txt"
}

# The words as bash reads them, each with a space before it.
quoteWords() { (($# == 0)) || printf ' %q' "$@"; }

# A value in a line #SBATCH.
quoteForSbatch() {
  local text=${1//\"/\\\"}
  printf '"%s"' "$text"
}

# The template of the kind, filled in; array `arguments` and lines for options as SLURM wants them.
fillTemplate() {
  local arguments options=() option log=$output.slurm-%j.log
  commonArguments
  for option in "${sbatchOptions[@]}"; do options+=("#SBATCH $option"); done
  if ((${#sweep[@]} > 0)); then
    options+=("#SBATCH --array=1-${#sweep[@]}${atOnce:+%$atOnce}")
    log=$output.slurm-%A_%a.log
  fi
  local requeue=--requeue
  ((maxRequeues > 0)) || requeue=--no-requeue
  declare -A value=(
    [name]=$(quoteForSbatch "$name") [log]=$(quoteForSbatch "$log") [options]=$(printf '%s\n' "${options[@]}")
    [nodes]=$nodes [ranks]=$ranks [perNode]=$perNode [threads]=$threads [time]=$time [lead]=$lead
    [requeue]=$requeue [maxRequeues]=$maxRequeues [starter]=$starter
    [folder]=$(printf %q "$slurmFolder") [fluxtet]=$(printf %q "$fluxtet") [caseFile]=$(printf %q "$caseFile")
    [output]=$(printf %q "$output") [arguments]=$(quoteWords "${arguments[@]}") [sweep]=$(quoteWords "${sweep[@]}")
    [folders]=$(quoteWords "${folders[@]}"))
  local text key
  text=$(<"$slurmFolder/$kind.sbatch")
  for key in "${!value[@]}"; do text=${text//"{{$key}}"/"${value[$key]}"}; done
  printf '%s\n' "$text"
}
