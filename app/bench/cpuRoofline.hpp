// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

namespace fluxtet::bench {

/// Memory bandwidth of this rank's threads while all ranks measure, bytes/s: the best of several passes of
/// a[i] = b[i] + s c[i] (STREAM triad) over arrays far larger than the caches, at 32 bytes per i, including the read
/// that a write to a[i] causes. Collective. Throws RunError if memory is too small.
double measureTriadBandwidth(int threads, MPI_Comm comm);

/// Rate of multiply-adds in registers of this rank's threads while all ranks measure, flop/s, with the instruction set
/// of the engine: the best of several passes. Collective.
template <class Real>
double measureCpuFmaRate(int threads, MPI_Comm comm);

extern template double measureCpuFmaRate<float>(int, MPI_Comm);
extern template double measureCpuFmaRate<double>(int, MPI_Comm);

}  // namespace fluxtet::bench
