// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/static/benchProblem.hpp"
#include "app/bench/static/staticMeasurement.hpp"

namespace fluxtet::bench {

/// What a method is measured with.
struct MethodSetting {
  statics::AssemblyMethod method = statics::AssemblyMethod::gather;
  statics::ReductionKind reduction = statics::ReductionKind::shuffle;  ///< of `ebe`
  bool onGpu = false;
  int threads = 1;                                ///< of the CPU engine
  double seconds = 1;                             ///< of each measurement
  std::optional<statics::SolveSettings> solve{};  ///< solve to its tolerance too
};

/// Times one method on one problem. `engineName` becomes StaticEngine::name().
template <class Real>
StaticMeasurement measureMethod(const BenchProblem& problem, const MethodSetting& setting, std::string& engineName);

extern template StaticMeasurement measureMethod<float>(const BenchProblem&, const MethodSetting&, std::string&);
extern template StaticMeasurement measureMethod<double>(const BenchProblem&, const MethodSetting&, std::string&);

}  // namespace fluxtet::bench
