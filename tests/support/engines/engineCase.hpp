// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/engines/engineKind.hpp"
#include "tests/support/kuhnBox.hpp"
#include "tests/support/referenceScheme.hpp"
#include "tests/support/rounding.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>
#include <vector>

namespace fluxtet::test {

/// Returns `size` values uniform in [-1, 1), the same for the same seed.
template <class Real>
std::vector<Real> randomValues(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> value(-1, 1);
  std::vector<Real> values(size);
  for (Real& v : values) v = static_cast<Real>(value(random));
  return values;
}

/// Returns nodal values [element][node][xyz] as fields of ReferenceScheme.
template <class Real>
ReferenceScheme::Fields toFields(const std::vector<Real>& values, int np) {
  ReferenceScheme::Fields fields(values.size() / (3 * np), ReferenceScheme::Nodal(np, 3));
  for (std::size_t i = 0; i < values.size(); ++i)
    fields[i / (3 * np)](static_cast<int>(i / 3) % np, static_cast<int>(i % 3)) = static_cast<double>(values[i]);
  return fields;
}

/// Returns ||a - b|| / ||b|| over all nodal values.
inline double relativeDifference(const ReferenceScheme::Fields& a, const ReferenceScheme::Fields& b) {
  double difference = 0, size = 0;
  for (std::size_t e = 0; e < b.size(); ++e) {
    difference += (a[e] - b[e]).squaredNorm();
    size += b[e].squaredNorm();
  }
  return std::sqrt(difference / size);
}
template <class Real>
double relativeDifference(const std::vector<Real>& a, const std::vector<Real>& b) {
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    difference += std::pow(static_cast<double>(a[i]) - static_cast<double>(b[i]), 2);
    size += std::pow(static_cast<double>(b[i]), 2);
  }
  return std::sqrt(difference / size);
}

/// Returns a field of an engine, [element][node][xyz], V/m; `size` is the number of values.
template <class Real>
std::vector<Real> download(const dgtd::FieldEngine<Real>& engine, dgtd::Field field, std::size_t size) {
  std::vector<Real> values(size);
  engine.download(field, values);
  return values;
}

/// Returns a spectral sum of an engine in the same form.
template <class Real>
std::vector<Real> downloadSum(dgtd::FieldEngine<Real>& engine, dgtd::Field field, int sum, std::size_t size) {
  std::vector<Real> values(size);
  engine.spectra().download(field, sum, values);
  return values;
}

/// Returns the part on `target` of B x, where x is the engine's present fields (KrylovVectors::apply). x stays; the
/// copies that the engine keeps are lost.
template <class Real>
std::vector<Real> stabilityProduct(dgtd::FieldEngine<Real>& engine, dgtd::Field target, bool withSigma,
                                   std::size_t size) {
  engine.krylov().apply(0, 1, withSigma);
  std::vector<Real> values = download(engine, target, size);
  engine.krylov().apply(1, 0, withSigma);  // x again
  return values;
}

/// An engine with random fields, which E and H hold too, [element][node][xyz].
template <class Real>
struct EngineCase {
  EngineCase(const EngineKind& kind, const dgtd::DgtdProblem& problem)
      : np(nodesPerElement(problem.order)),
        all{0, problem.numElements},
        E(randomValues<Real>(static_cast<std::size_t>(problem.numElements) * 3 * np, 1)),
        H(randomValues<Real>(E.size(), 2)),
        engine(kind.make<Real>(problem)) {
    engine->upload(dgtd::Field::E, E);
    engine->upload(dgtd::Field::H, H);
  }
  std::vector<Real> values(dgtd::Field field) const { return download(*engine, field, E.size()); }
  ReferenceScheme::Fields fields(dgtd::Field field) const { return toFields(values(field), np); }

  int np;
  dgtd::ElementRange all;
  std::vector<Real> E, H;
  std::unique_ptr<dgtd::FieldEngine<Real>> engine;
};

/// All features together: five materials, two of them conducting, all boundary conditions (two sides reflect partly),
/// waves and currents.
inline ProblemOptions richOptions(int order) {
  ProblemOptions options;
  options.order = order;
  options.sides = {dgtd::electricWall,       dgtd::magneticWall,      dgtd::absorbingBoundary,
                   dgtd::FaceCondition{0.4}, dgtd::absorbingBoundary, dgtd::FaceCondition{-0.7}};
  options.variedMaterials = options.wave = options.currents = true;
  return options;
}

/// A box of 108 elements with perturbed vertices. A half step of richStep changes random fields by about their own
/// size.
inline KuhnBox richBox() {
  return makeKuhnBox({3, 2, 3}, {0.6, 0.5, 0.7}, 0.25);
}
/// A similar box of 300 elements.
inline KuhnBox raggedBox() {
  return makeKuhnBox({5, 2, 5}, {1.0, 0.5, 1.17}, 0.25);
}
/// Returns for each element of a box whether its centre is near that of the box.
inline std::vector<bool> insideOf(const KuhnBox& box) {
  const Vec3 low = box.vertex.front(), size = box.vertex.back() - low;
  std::vector<bool> inside;
  for (const auto& element : box.element) {
    double square = 0;
    for (int c = 0; c < 3; ++c) {
      double sum = 0;
      for (const int v : element) sum += box.vertex[static_cast<std::size_t>(v)][c] - low[c];
      square += std::pow(sum / (4 * size[c]) - 0.5, 2);
    }
    inside.push_back(square < 0.09);
  }
  return inside;
}
inline constexpr double richStep = 0.01;    ///< c0 dt, m
inline constexpr double richTime = 1.3e-9;  ///< s

/// Returns the first `count` elements of the box as one piece. The faces towards the others become PEC, absorbing or
/// PMC in turn.
inline Piece firstElements(const KuhnBox& box, int count, const ProblemOptions& options) {
  std::vector<int> part(box.element.size(), -1);
  for (int e = 0; e < count; ++e) part[static_cast<std::size_t>(e)] = 0;
  return makePieces(box, part, options).front();
}

/// Parameters of a test: an engine and an order.
struct EngineParameters {
  EngineKind kind;
  int order;
};

/// Base of the tests of engines, for INSTANTIATE_TEST_SUITE_P with everyEngine() or defaultEngine(), and nameOf. It
/// skips a test where the engines cannot run.
class EngineTest : public ::testing::TestWithParam<EngineParameters> {
 protected:
  void SetUp() override {
    if (const std::string reason = whyNoEngine(); !reason.empty()) GTEST_SKIP() << reason;
  }
  static const EngineKind& kind() { return GetParam().kind; }
  static int order() { return GetParam().order; }
};

inline std::vector<EngineParameters> atAllOrders(const std::vector<EngineKind>& kinds) {
  std::vector<EngineParameters> all;
  for (const EngineKind& kind : kinds)
    for (int order = minOrder; order <= maxOrder; ++order) all.push_back({kind, order});
  return all;
}
inline std::vector<EngineParameters> everyEngine() {
  return atAllOrders(engineKinds());
}
/// For tests whose result does not depend on how an engine computes.
inline std::vector<EngineParameters> defaultEngine() {
  return atAllOrders({defaultEngineKind()});
}
inline std::string nameOf(const ::testing::TestParamInfo<EngineParameters>& info) {
  return fmt::format("{}P{}", info.param.kind.name, info.param.order);
}
/// Without this, Google Test prints the parameters as bytes.
inline void PrintTo(const EngineParameters& parameters, std::ostream* stream) {
  *stream << parameters.kind.name << " P" << parameters.order;
}

/// Returns the values of a state, [element of the state][node][xyz].
template <class Real>
std::vector<Real> downloadState(const dgtd::FieldEngine<Real>& engine, dgtd::StateId state,
                                const dgtd::DgtdProblem& problem) {
  const std::int64_t elements = engine.states()[static_cast<std::size_t>(state)].count(problem.numElements);
  std::vector<Real> values(static_cast<std::size_t>(elements) * 3 * nodesPerElement(problem.order));
  engine.downloadState(state, values);
  return values;
}

/// The largest eigenvalue of B, which bounds the time step by 2 over it (docs/theory.md, section 3.3), from below. B is
/// symmetric in the product of the energies.
inline double largestEigenvalue(const EngineKind& kind, const dgtd::DgtdProblem& problem) {
  EngineCase<double> test(kind, problem);
  double value = 0;
  for (int i = 0; i < 500; ++i) {
    const double before = test.engine->energies().total();
    test.engine->krylov().apply(0, 1, false);
    value = std::sqrt(test.engine->energies().total() / before);
    for (const dgtd::Field field : {dgtd::Field::E, dgtd::Field::H}) {
      auto values = test.values(field);
      for (double& v : values) v /= value;
      test.engine->upload(field, values);
    }
  }
  return value;
}

/// Returns the root of the sum of the squares of all values of both fields, V/m.
inline double fieldNorm(const EngineCase<double>& test) {
  double sum = 0;
  for (const dgtd::Field field : {dgtd::Field::E, dgtd::Field::H})
    for (const double value : test.values(field)) sum += value * value;
  return std::sqrt(sum);
}

}  // namespace fluxtet::test
