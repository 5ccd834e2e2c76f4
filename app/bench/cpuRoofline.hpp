// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

namespace fluxtet::bench {

/// Bytes/s between the memory and this rank's threads while all ranks measure: the best of several passes of
/// a[i] = b[i] + s c[i] over arrays far larger than the caches, with the read that a write to a[i] costs (32 bytes an
/// i). Collective. Throws RunError where the host lacks the memory.
double measureTriadBandwidth(int threads, MPI_Comm comm);

/// Flop/s of multiply-adds in registers by this rank's threads while all ranks measure, with the instruction set that
/// the engine uses; the best of several passes. Collective.
template <class Real>
double measureCpuFmaRate(int threads, MPI_Comm comm);

extern template double measureCpuFmaRate<float>(int, MPI_Comm);
extern template double measureCpuFmaRate<double>(int, MPI_Comm);

}  // namespace fluxtet::bench
