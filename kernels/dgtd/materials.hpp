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
    std::vector<std::int32_t>& numbers = known_[{m.epsilonR, m.muR, m.sigma}];
    for (const std::int32_t number : numbers)
      if (materials_[static_cast<std::size_t>(number)] == m) return last_ = number;
    numbers.push_back(static_cast<std::int32_t>(materials_.size()));
    materials_.push_back(m);
    return last_ = numbers.back();
  }

 private:
  std::vector<MaterialValues>& materials_;
  /// Numbers of the materials with these values, which may differ in their poles and tensors.
  std::map<std::tuple<double, double, double>, std::vector<std::int32_t>> known_;
  std::int32_t last_ = -1;  ///< number that was returned last
};

/// Returns the material of an element.
inline MaterialValues materialOf(const DgtdProblem& problem, std::size_t element) {
  MaterialValues m{problem.epsilonR[element], problem.muR[element], problem.sigma[element],
                   problem.polesOf(element, Field::E), problem.polesOf(element, Field::H)};
  if (const TensorMedium* tensors = problem.tensorsOf(element)) m.tensors = *tensors;
  m.level = problem.levelOf(element);
  return m;
}

/// Returns the medium of the element across a face, with sigma = 0, no poles and no tensors; at a boundary face, the
/// medium of the element itself. `face` is 4 * element + local face.
inline MaterialValues mediumAcross(const DgtdProblem& problem, std::size_t face) {
  if (problem.faceKind[face] == FaceKind::halo) {
    const auto halo = static_cast<std::size_t>(problem.faceLink[face]);
    return {problem.haloEpsilonR[halo], problem.haloMuR[halo]};
  }
  const std::size_t element =
      problem.faceKind[face] == FaceKind::interior ? static_cast<std::size_t>(problem.faceLink[face] / 4) : face / 4;
  return {problem.epsilonR[element], problem.muR[element]};
}

}  // namespace fluxtet::dgtd
