// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The two roofs that bound every kernel on the calling thread's GPU, measured; needs no CUDA header.
#pragma once

namespace fluxtet {

/// Memory bandwidth, bytes/s, reads and writes counted: the median of 20 runs of a plain copy kernel over 2 GiB in all
/// (a half of the free memory if that is less), after a warm-up. Throws InputError without a GPU.
double measureCopyBandwidth();

/// Rate of fused multiply-adds, flop/s, two for each: the median of 20 runs of a kernel that fills the card with
/// independent chains in registers, after a warm-up. Throws InputError without a GPU.
double measureFmaRate(bool doublePrecision);

}  // namespace fluxtet
