// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The tests in this folder run with every engine. A test program that contains them defines the functions below.
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

/// An engine to be tested: one kind of processor, with one instruction set where there are several.
struct EngineKind {
  std::string name;  ///< part of the names of tests
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

/// Returns the engines that this program tests.
std::vector<EngineKind> engineKinds();
/// Returns the engine that a run uses by default.
EngineKind defaultEngineKind();
/// Returns the reason why these engines cannot run on this machine; empty if they can.
std::string whyNoEngine();
/// Returns numbers of elements near multiples of the engines' block sizes, at most the 300 of raggedBox().
std::vector<int> raggedSizes();

}  // namespace fluxtet::test
