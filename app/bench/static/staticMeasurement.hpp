// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/timing.hpp"
#include "kernels/static/staticEngine.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace fluxtet::bench {

/// One assembly: stages as the engine tells them, and the wall time of the call.
struct AssemblyTime {
  statics::StageTimes stages;  ///< ms
  double seconds = 0;          ///< median of `samples`
  int samples = 0;
};

/// One iteration of Jacobi-preconditioned conjugate gradients.
struct IterationTime {
  double seconds = 0;           ///< from the difference of a long and a short run
  std::int64_t iterations = 0;  ///< of that difference
  double bytes = 0;             ///< by count (iterationBytes.hpp)
};

struct SolveTime {
  double seconds = 0;
  double tolerance = 0;
  statics::SolveResult result;
  std::string failure;  ///< why it did not converge; empty: it did
};

/// What was measured of one method on one problem.
struct StaticMeasurement {
  statics::AssemblyMethod method = statics::AssemblyMethod::gather;
  std::optional<statics::ReductionKind> reduction;  ///< of `ebe`
  int order = 1;
  bool singlePrecision = false;
  std::int64_t elements = 0, dofs = 0, nonzeros = 0;
  double setUpSeconds = 0;    ///< the problem into the engine's own arrays, on a GPU into its memory
  AssemblyTime first;         ///< of a new engine
  AssemblyTime again;         ///< of one that has assembled on this mesh before
  statics::MemoryUse memory;  ///< of a first assembly
  std::optional<statics::ColouringReport> colouring;
  std::optional<IterationTime> iteration;  ///< nothing: too few or too short to measure
  std::optional<SolveTime> solve;          ///< where wanted

  /// Rate of an assembly, 1/s, and `bytes` for each element.
  double elementsPerSecond(const AssemblyTime& time) const { return static_cast<double>(elements) / time.seconds; }
  double perElement(std::int64_t bytes) const { return static_cast<double>(bytes) / static_cast<double>(elements); }
};

}  // namespace fluxtet::bench
