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

  /// Returns the number of a material.
  std::int32_t of(const MaterialValues& m) {
    // Neighbouring elements mostly have one material.
    if (last_ >= 0 && materials_[static_cast<std::size_t>(last_)] == m) return last_;
    const auto [at, isNew] =
        known_.try_emplace({m.epsilonR, m.muR, m.sigma}, static_cast<std::int32_t>(materials_.size()));
    if (isNew) materials_.push_back(m);
    return last_ = at->second;
  }

 private:
  std::vector<MaterialValues>& materials_;
  std::map<std::tuple<double, double, double>, std::int32_t> known_;
  std::int32_t last_ = -1;  ///< number that was returned last
};

/// Returns the material of an element.
inline MaterialValues materialOf(const DgtdProblem& problem, std::size_t element) {
  return {problem.epsilonR[element], problem.muR[element], problem.sigma[element]};
}

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
