// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Materials as both engines see them; host code.
#pragma once

#include "kernels/dgtd/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace fluxtet {

/// A distinct set of material parameters; sigma is Z0 sigma, 1/m.
struct MaterialValues {
  double epsilonR = 1, muR = 1, sigma = 0;
};

/// The coefficient of a material that resists `field`: epsilonR for E, muR for H.
inline double inertia(const MaterialValues& m, Field field) {
  return field == Field::E ? m.epsilonR : m.muR;
}

/// sigma step / (2 epsilonR) for E, zero for H: the share that the average of the old and new E loses on either side in
/// a leap-frog half step of `step` = c0 dt, m.
inline double loss(const MaterialValues& m, Field field, double step) {
  return field == Field::E ? m.sigma * step / (2 * m.epsilonR) : 0;
}

/// Numbers distinct materials in the order in which they are met, and appends new ones to a list that outlives it.
class MaterialIndex {
 public:
  explicit MaterialIndex(std::vector<MaterialValues>& materials) : materials_(materials) {}

  std::int32_t of(double epsilonR, double muR, double sigma) {
    const auto [at, isNew] = known_.try_emplace({epsilonR, muR, sigma}, static_cast<std::int32_t>(materials_.size()));
    if (isNew) materials_.push_back({epsilonR, muR, sigma});
    return at->second;
  }
  std::int32_t ofElement(const DgtdProblem& problem, std::size_t element) {
    return of(problem.epsilonR[element], problem.muR[element], problem.sigma[element]);
  }

 private:
  std::vector<MaterialValues>& materials_;
  std::map<std::tuple<double, double, double>, std::int32_t> known_;
};

}  // namespace fluxtet
