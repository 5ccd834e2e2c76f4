// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/engines/engineCase.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fluxtet::test {

/// Returns the states x of the poles of the permittivity (field E) or permeability (H), as ReferenceScheme has them. An
/// engine stores z = x - gamma F; in absorbing layers the stretched field takes the place of F.
template <class Real>
ReferenceScheme::PoleStates statesX(const dgtd::FieldEngine<Real>& engine, const dgtd::DgtdProblem& problem,
                                    const ReferenceScheme::Fields& F, double step, dgtd::Field field = dgtd::Field::E) {
  const int np = nodesPerElement(problem.order);
  ReferenceScheme::PoleStates x(F.size());
  for (std::size_t e = 0; e < F.size(); ++e) {
    x[e].resize(problem.polesOf(e, field).size());
    for (auto& pole : x[e]) pole = {ReferenceScheme::Nodal::Zero(np, 3), ReferenceScheme::Nodal::Zero(np, 3)};
  }
  const dgtd::PolePositions positions = dgtd::polePositions(problem, field);
  for (int p = 0; p < positions.numPoles(); ++p)
    for (int part = 0; part < positions.size(p); ++part) {
      const dgtd::StateId state = dgtd::findState(engine.states(), dgtd::StateKind::pole, field,
                                                  positions.first[static_cast<std::size_t>(p)] + part);
      const auto z = toFields(downloadState(engine, state, problem), np);
      const std::vector<std::int32_t>& elements = *engine.states()[static_cast<std::size_t>(state)].elements;
      for (std::size_t i = 0; i < elements.size(); ++i) {
        const auto e = static_cast<std::size_t>(elements[i]);
        const dgtd::PoleStep rule = dgtd::trapezoidalStep(problem.polesOf(e, field)[static_cast<std::size_t>(p)], step);
        x[e][static_cast<std::size_t>(p)][static_cast<std::size_t>(part)] =
            z[i] + rule.gamma[static_cast<std::size_t>(part)] * F[e];
      }
    }
  return x;
}

/// The states of the media of a field as ReferenceScheme has them: x of the poles, and behind them of E that of a
/// plasma. F: as of statesX().
template <class Real>
ReferenceScheme::PoleStates statesOfMedia(const dgtd::FieldEngine<Real>& engine, const dgtd::DgtdProblem& problem,
                                          dgtd::Field field, const ReferenceScheme::Fields& F, double step) {
  ReferenceScheme::PoleStates x = statesX(engine, problem, F, step, field);
  if (field == dgtd::Field::H || !problem.hasPlasma()) return x;
  const dgtd::StateId state = dgtd::findState(engine.states(), dgtd::StateKind::plasma);
  const int np = nodesPerElement(problem.order);
  const auto z = toFields(downloadState(engine, state, problem), np);
  const std::vector<std::int32_t>& elements = *engine.states()[static_cast<std::size_t>(state)].elements;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto e = static_cast<std::size_t>(elements[i]);
    const dgtd::PlasmaStep rule = dgtd::trapezoidalStep(*problem.tensorsOf(e)->plasma, step);
    const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> gamma(rule.gamma.data());
    x[e].push_back({z[i] + F[e] * gamma.transpose(), ReferenceScheme::Nodal::Zero(np, 3)});
  }
  return x;
}

/// Relative difference of all states.
inline double statesDifference(const ReferenceScheme::PoleStates& a, const ReferenceScheme::PoleStates& b) {
  double difference = 0, size = 0;
  for (std::size_t e = 0; e < a.size(); ++e)
    for (std::size_t p = 0; p < a[e].size(); ++p)
      for (std::size_t part = 0; part < 2; ++part) {
        difference += (a[e][p][part] - b[e][p][part]).squaredNorm();
        size += b[e][p][part].squaredNorm();
      }
  return std::sqrt(difference / size);
}

/// Relative difference of the states of one position and part, over all elements.
inline double statesDifference(const ReferenceScheme::PoleStates& a, const ReferenceScheme::PoleStates& b,
                               std::size_t pole, std::size_t part) {
  double difference = 0, size = 0;
  for (std::size_t e = 0; e < a.size(); ++e) {
    if (pole >= a[e].size()) continue;
    difference += (a[e][pole][part] - b[e][pole][part]).squaredNorm();
    size += b[e][pole][part].squaredNorm();
  }
  return std::sqrt(difference / size);
}

}  // namespace fluxtet::test
