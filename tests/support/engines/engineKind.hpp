// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The tests in this folder belong to every engine: a program that contains them defines the functions below.
#pragma once

#include "kernels/dgtd/fieldEngine.hpp"

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace fluxtet::test {

template <class Real>
using EngineMaker = std::function<std::unique_ptr<dgtd::FieldEngine<Real>>(const dgtd::DgtdProblem&)>;

/// One way to compute: an engine, or an engine with one instruction set.
struct EngineKind {
  std::string name;  ///< part of the tests' names
  EngineMaker<float> makeSingle;
  EngineMaker<double> makeDouble;

  template <class Real>
  std::unique_ptr<dgtd::FieldEngine<Real>> make(const dgtd::DgtdProblem& problem) const {
    if constexpr (std::is_same_v<Real, float>)
      return makeSingle(problem);
    else
      return makeDouble(problem);
  }
};

/// The engines of this program.
std::vector<EngineKind> engineKinds();
/// The one that a run uses if it is told nothing.
EngineKind defaultEngineKind();
/// Why none of them can be used on this machine; empty if they can.
std::string whyNoEngine();
/// Numbers of elements around the widths in which these engines work; at most those of raggedBox().
std::vector<int> raggedSizes();

}  // namespace fluxtet::test
