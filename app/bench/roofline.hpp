// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/workCounts.hpp"

namespace fluxtet::bench {

/// What the machine can do, all ranks together, in one precision.
struct Roofline {
  double bandwidth = 0;  ///< bytes/s to and from memory
  double fmaRate = 0;    ///< flop/s of fused multiply-adds
};

/// Element-steps/s that no program with these counts can exceed as long as its data come from memory.
struct Limit {
  double rate = 0;
  bool byMemory = true;  ///< else by arithmetic
};

inline Limit limitOf(const Roofline& roofline, const WorkCount& work) {
  const double memory = roofline.bandwidth / work.bytes, arithmetic = roofline.fmaRate / work.flops;
  return memory <= arithmetic ? Limit{memory, true} : Limit{arithmetic, false};
}

}  // namespace fluxtet::bench
