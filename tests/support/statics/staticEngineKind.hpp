// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The tests in this folder belong to every engine of the static solver: a program that contains them defines the
// functions below.
#pragma once

#include "kernels/static/memoryEstimate.hpp"
#include "kernels/static/staticEngine.hpp"

#include <functional>
#include <string>
#include <type_traits>

namespace fluxtet::test {

template <class Real>
using StaticEngineMaker = std::function<std::unique_ptr<statics::StaticEngine<Real>>(
    statics::FemProblem, const statics::StaticEngineSettings&)>;

/// An engine that knows every method.
struct StaticEngineKind {
  StaticEngineMaker<float> makeSingle;
  StaticEngineMaker<double> makeDouble;
  statics::MemoryUse (*estimateMemory)(const statics::StaticSizes&, statics::AssemblyMethod, std::size_t bytesPerReal);

  template <class Real>
  std::unique_ptr<statics::StaticEngine<Real>> make(const statics::FemProblem& problem,
                                                    const statics::StaticEngineSettings& settings) const {
    if constexpr (std::is_same_v<Real, float>)
      return makeSingle(problem, settings);
    else
      return makeDouble(problem, settings);
  }
};

/// The engine of this program.
StaticEngineKind staticEngineKind();
/// Why it cannot be used on this machine; empty if it can.
std::string whyNoStaticEngine();

}  // namespace fluxtet::test
