// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/laws.hpp"
#include "kernels/dgtd/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace fluxtet::dgtd {

/// Assigns consecutive numbers to distinct materials in order of first appearance, and appends each new material to a
/// list of the caller's, which must outlive this object.
class MaterialIndex {
 public:
  explicit MaterialIndex(std::vector<MaterialValues>& materials) : materials_(materials) {}

  /// Returns the number of the material with these values; sigma is Z0 sigma, 1/m.
  std::int32_t of(double epsilonR, double muR, double sigma) {
    const auto [at, isNew] = known_.try_emplace({epsilonR, muR, sigma}, static_cast<std::int32_t>(materials_.size()));
    if (isNew) materials_.push_back({epsilonR, muR, sigma});
    return at->second;
  }
  /// Returns the number of the material of an element.
  std::int32_t ofElement(const DgtdProblem& problem, std::size_t element) {
    return of(problem.epsilonR[element], problem.muR[element], problem.sigma[element]);
  }

 private:
  std::vector<MaterialValues>& materials_;
  std::map<std::tuple<double, double, double>, std::int32_t> known_;
};

/// Returns the medium of the element across a face, with sigma = 0; at a boundary face, the medium of the element
/// itself. `face` is 4 * element + local face.
inline MaterialValues mediumAcross(const DgtdProblem& problem, std::size_t face) {
  if (problem.faceKind[face] == FaceKind::halo) {
    const auto halo = static_cast<std::size_t>(problem.faceLink[face]);
    return {problem.haloEpsilonR[halo], problem.haloMuR[halo], 0};
  }
  const std::size_t element =
      problem.faceKind[face] == FaceKind::interior ? static_cast<std::size_t>(problem.faceLink[face] / 4) : face / 4;
  return {problem.epsilonR[element], problem.muR[element], 0};
}

}  // namespace fluxtet::dgtd
