// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/mpiTags.hpp"
#include "lib/mesh/subMesh.hpp"
#include "partition/exchange/haloExchange.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace fluxtet::dgtd {

/// Reads numbers of neighbours, also beyond the halo faces. All methods but the constructor are collective.
class ElementNumbers {
 public:
  ElementNumbers(const SubMesh& mesh, MPI_Comm comm)
      : mesh_(mesh), exchange_(mesh.halo, 1, mpiTag::elementMarks, comm) {}

  /// The number of the element across each face, [n][4]; at a boundary face that of the element itself. `numbers`: [n].
  template <class Number>
  std::vector<Number> acrossFaces(const std::vector<Number>& numbers) {
    send(numbers);
    std::vector<Number> across(mesh_.faceKind.size());
#pragma omp parallel for schedule(static)
    for (std::size_t face = 0; face < across.size(); ++face) across[face] = acrossFace(face, numbers);
    return across;
  }
  /// The largest of a function of the neighbours' numbers for each element, at least its own number. The function is
  /// at most its argument.
  template <class Number, class Function>
  std::vector<Number> grown(const std::vector<Number>& numbers, Function&& ofNeighbour) {
    send(numbers);
    std::vector<Number> result(numbers.size());
#pragma omp parallel for schedule(static)
    for (std::size_t e = 0; e < numbers.size(); ++e) {
      Number largest = numbers[e];
      for (std::size_t face = 4 * e; face < 4 * e + 4; ++face)
        largest = std::max(largest, ofNeighbour(acrossFace(face, numbers)));
      result[e] = largest;
    }
    return result;
  }

 private:
  template <class Number>
  void send(const std::vector<Number>& numbers) {
    auto buffer = exchange_.sendBuffer();
    for (std::size_t k = 0; k < mesh_.halo.sendFace.size(); ++k)
      buffer[k] = numbers[static_cast<std::size_t>(mesh_.halo.sendFace[k] / 4)];
    exchange_.start();
    exchange_.finish();
  }
  template <class Number>
  Number acrossFace(std::size_t face, const std::vector<Number>& numbers) const {
    const auto link = static_cast<std::size_t>(mesh_.faceLink[face]);
    switch (mesh_.faceKind[face]) {
      case FaceKind::interior:
        return numbers[link / 4];
      case FaceKind::halo:
        return static_cast<Number>(exchange_.receiveBuffer()[link]);
      case FaceKind::boundary:
        break;
    }
    return numbers[face / 4];
  }

  const SubMesh& mesh_;
  HaloExchange<double> exchange_;
};

}  // namespace fluxtet::dgtd
