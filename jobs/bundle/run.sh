#!/usr/bin/env bash
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
# Runs a command with the programs, libraries and Open MPI of the bundle in which this script lies, for example
#   run.sh fluxtet run case.yaml
#   run.sh mpirun -n 2 fluxtet run case.yaml
set -euo pipefail
bundle=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

if [[ $# -eq 0 ]]; then
  echo "usage: $0 COMMAND [ARGUMENTS], for example $0 mpirun -n 2 fluxtet run case.yaml" >&2
  exit 2
fi

export PATH="$bundle/bin:$bundle/openmpi/bin:${PATH:-/usr/bin:/bin}"
export LD_LIBRARY_PATH="$bundle/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export OPAL_PREFIX=$bundle/openmpi
if [[ -d $bundle/pmix/lib ]]; then
  export PMIX_PKGLIBDIR=$bundle/pmix/lib PMIX_PKGDATADIR=$bundle/pmix/share
fi

# Open MPI refuses to run as root unless told so twice; in a container root is the usual user.
if [[ $(id -u) -eq 0 ]]; then
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
# Where there is nothing to reach other hosts with, Open MPI must not look for it.
if ! command -v ssh >/dev/null && ! command -v rsh >/dev/null; then
  export OMPI_MCA_plm=${OMPI_MCA_plm:-^rsh}
fi
# Ranks have threads of their own and must not be tied to one core each; containers often forbid reading another process's
# memory, and more ranks than cores is the user's choice. What is set already stays.
export OMPI_MCA_hwloc_base_binding_policy=${OMPI_MCA_hwloc_base_binding_policy:-none}
export OMPI_MCA_btl_vader_single_copy_mechanism=${OMPI_MCA_btl_vader_single_copy_mechanism:-none}
export OMPI_MCA_rmaps_base_oversubscribe=${OMPI_MCA_rmaps_base_oversubscribe:-1}

exec "$@"
