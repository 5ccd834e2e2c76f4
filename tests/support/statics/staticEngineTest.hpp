// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/rounding.hpp"
#include "tests/support/statics/denseReference.hpp"
#include "tests/support/statics/staticEngineKind.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <ostream>
#include <random>
#include <string>
#include <vector>

namespace fluxtet::test {

struct StaticMethod {
  statics::AssemblyMethod assembly;
  statics::ReductionKind reduction;  ///< of ebe
};

inline std::string nameOf(const StaticMethod& method) {
  constexpr std::array names{"SortReduce", "LinkedList", "SortNodes",   "LinkNodes",   "Scatter",
                             "Gather",     "Ebe",        "EbeColoured", "EbeRecompute"};
  constexpr std::array reductions{"Adjacent", "Remapped", "Shuffle"};
  const std::string name = names[static_cast<std::size_t>(method.assembly)];
  return method.assembly == statics::AssemblyMethod::ebe ? name + reductions[static_cast<std::size_t>(method.reduction)]
                                                         : name;
}
inline std::string testName(const ::testing::TestParamInfo<StaticMethod>& info) {
  return nameOf(info.param);
}
inline void PrintTo(const StaticMethod& method, std::ostream* stream) {
  *stream << nameOf(method);
}

inline std::vector<StaticMethod> assembledMethods() {
  constexpr auto any = statics::ReductionKind::shuffle;
  return {{statics::AssemblyMethod::sortReduce, any}, {statics::AssemblyMethod::linkedList, any},
          {statics::AssemblyMethod::sortNodes, any},  {statics::AssemblyMethod::linkNodes, any},
          {statics::AssemblyMethod::scatter, any},    {statics::AssemblyMethod::gather, any}};
}
inline std::vector<StaticMethod> colouredMethods() {
  return {{statics::AssemblyMethod::ebeColoured, statics::ReductionKind::shuffle},
          {statics::AssemblyMethod::ebeRecompute, statics::ReductionKind::shuffle}};
}
/// Those that work on several ranks.
inline std::vector<StaticMethod> coupledMethods() {
  return {{statics::AssemblyMethod::scatter, statics::ReductionKind::shuffle},
          {statics::AssemblyMethod::ebe, statics::ReductionKind::shuffle}};
}
inline std::vector<StaticMethod> allMethods() {
  std::vector<StaticMethod> all = assembledMethods();
  for (const StaticMethod& method : colouredMethods()) all.push_back(method);
  for (const auto reduction :
       {statics::ReductionKind::adjacent, statics::ReductionKind::remapped, statics::ReductionKind::shuffle})
    all.push_back({statics::AssemblyMethod::ebe, reduction});
  return all;
}

/// Tests of each method, with all kinds of elements.
class StaticEngineTest : public ::testing::TestWithParam<StaticMethod> {
 protected:
  void SetUp() override {
    if (const std::string reason = whyNoStaticEngine(); !reason.empty()) GTEST_SKIP() << reason;
  }

  /// test(options) with every form and order.
  template <class Test>
  static void forEachElement(const Test& test) {
    constexpr std::array names{"planar", "axisymmetric", "axisymmetricA", "solid"};
    for (const statics::FormKind form : {statics::FormKind::planar, statics::FormKind::axisymmetric,
                                         statics::FormKind::axisymmetricA, statics::FormKind::solid})
      for (const int order : {1, 2}) {
        SCOPED_TRACE(fmt::format("{} P{}", names[static_cast<std::size_t>(form)], order));
        test(PieceOptions{form, order});
      }
  }

  template <class Real>
  static std::unique_ptr<statics::StaticEngine<Real>> makeEngine(const statics::FemProblem& problem,
                                                                 statics::RankCoupling* coupling = nullptr) {
    return staticEngineKind().make<Real>(problem, {GetParam().assembly, GetParam().reduction, 1, coupling});
  }
  /// An engine that has assembled.
  template <class Real>
  static std::unique_ptr<statics::StaticEngine<Real>> assembledEngine(const StaticPiece& piece) {
    auto engine = makeEngine<Real>(piece.problem);
    engine->assemble(piece.coefficients, piece.loads);
    return engine;
  }
};

/// Without constraints a constant A / r is a uniform field, and not singular.
inline bool singularWhenFree(const PieceOptions& options) {
  return options.form != statics::FormKind::axisymmetricA;
}

template <class Real>
std::vector<Real> randomVector(std::int32_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> value(-1, 1);
  std::vector<Real> values(static_cast<std::size_t>(size));
  for (Real& v : values) v = static_cast<Real>(value(random));
  return values;
}

}  // namespace fluxtet::test
