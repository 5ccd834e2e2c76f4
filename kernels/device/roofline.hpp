// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Measures the two roofs of the roofline model on the calling thread's current GPU. This header includes no CUDA
// header.
#pragma once

namespace fluxtet {

/// Returns the memory bandwidth in bytes/s, reads and writes both counted: the median of 20 runs of a copy kernel after
/// a warm-up. The two arrays have 2 GiB together, or half of the free memory if that is less. Throws InputError without
/// a GPU.
double measureCopyBandwidth();

/// Returns the rate of fused multiply-adds in flop/s, each counted as two: the median of 20 runs of a kernel that fills
/// the GPU with independent chains in registers, after a warm-up. Throws InputError without a GPU.
double measureFmaRate(bool doublePrecision);

}  // namespace fluxtet
