// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/instructionSet.hpp"
#include "support/kuhnBox.hpp"
#include "support/referenceScheme.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace fluxtet::test {

/// Makes engines of the given instruction set while it lives.
class WithInstructionSet {
 public:
  explicit WithInstructionSet(const std::string& name) { setenv("FLUXTET_ISA", name.c_str(), 1); }
  ~WithInstructionSet() { unsetenv("FLUXTET_ISA"); }
  WithInstructionSet(const WithInstructionSet&) = delete;
  WithInstructionSet& operator=(const WithInstructionSet&) = delete;
};

template <class Real>
std::vector<Real> randomValues(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> value(-1, 1);
  std::vector<Real> values(size);
  for (Real& v : values) v = static_cast<Real>(value(random));
  return values;
}

template <class Real>
ReferenceScheme::Fields toFields(const std::vector<Real>& values, int np) {
  ReferenceScheme::Fields fields(values.size() / (3 * np), ReferenceScheme::Nodal(np, 3));
  for (std::size_t i = 0; i < values.size(); ++i)
    fields[i / (3 * np)](static_cast<int>(i / 3) % np, static_cast<int>(i % 3)) = static_cast<double>(values[i]);
  return fields;
}

/// ||a - b|| / ||b|| over all nodal values.
inline double relativeDifference(const ReferenceScheme::Fields& a, const ReferenceScheme::Fields& b) {
  double difference = 0, size = 0;
  for (std::size_t e = 0; e < b.size(); ++e) {
    difference += (a[e] - b[e]).squaredNorm();
    size += b[e].squaredNorm();
  }
  return std::sqrt(difference / size);
}

template <class Real>
std::vector<Real> download(const FieldEngine<Real>& engine, Field field, std::size_t size) {
  std::vector<Real> values(size);
  engine.download(field, values);
  return values;
}

/// An engine with random fields.
template <class Real>
struct EngineCase {
  EngineCase(const DgtdProblem& problem, int threads)
      : np(nodesPerElement(problem.order)),
        E(randomValues<Real>(static_cast<std::size_t>(problem.numElements) * 3 * np, 1)),
        H(randomValues<Real>(E.size(), 2)),
        engine(makeCpuEngine<Real>(problem, threads)) {
    engine->upload(Field::E, E);
    engine->upload(Field::H, H);
  }
  std::vector<Real> values(Field field) const { return download(*engine, field, E.size()); }
  ReferenceScheme::Fields fields(Field field) const { return toFields(values(field), np); }

  int np;
  std::vector<Real> E, H;
  std::unique_ptr<FieldEngine<Real>> engine;
};

template <class Real>
constexpr double roundingTolerance() {
  return sizeof(Real) == 4 ? 1e-6 : 1e-13;
}

/// Everything at once: five materials with conductivity, all boundary conditions, waves and currents.
inline ProblemOptions richOptions(int order) {
  ProblemOptions options;
  options.order = order;
  options.sides = {FaceKind::pec, FaceKind::pmc,       FaceKind::absorbing,
                   FaceKind::pec, FaceKind::absorbing, FaceKind::absorbing};
  options.variedMaterials = options.wave = options.currents = true;
  return options;
}

/// A perturbed box; a half step of richStep changes random fields by about as much as they are.
inline KuhnBox richBox() {
  return makeKuhnBox({3, 2, 3}, {0.6, 0.5, 0.7}, 0.25);
}
inline constexpr double richStep = 0.01;
inline constexpr double richTime = 1.3e-9;

}  // namespace fluxtet::test
