// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/workCounts.hpp"

namespace fluxtet::bench {

/// Roofline of the machine in one precision, sum over all ranks.
struct Roofline {
  double bandwidth = 0;  ///< bytes/s to and from memory
  double fmaRate = 0;    ///< flop/s of fused multiply-adds
};

/// Upper limit of element-steps/s for given WorkCounts if all data come from memory.
struct Limit {
  double rate = 0;
  bool byMemory = true;  ///< limited by memory; otherwise by arithmetic
};

inline Limit limitOf(const Roofline& roofline, const WorkCount& work) {
  const double memory = roofline.bandwidth / work.bytes, arithmetic = roofline.fmaRate / work.flops;
  return memory <= arithmetic ? Limit{memory, true} : Limit{arithmetic, false};
}

}  // namespace fluxtet::bench
