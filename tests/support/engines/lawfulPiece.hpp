// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/engines/engineCase.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace fluxtet::test {

/// Laws with all terms: two walls, and sheets of both forms.
inline std::vector<dgtd::FaceLaw> richLaws() {
  using dgtd::FaceLaw;
  FaceLaw wall{.direct = 0.05}, other{.form = FaceLaw::Form::admittance, .direct = 0.1};
  wall.highPasses = {{0.1, 3}, {0.2, 30}, {0.05, 70}};
  wall.growth = 4;
  wall.decay = 2;
  other.growth = 6;
  other.decay = 1;
  other.stiffness = 200;
  FaceLaw sheet{.form = FaceLaw::Form::sheet, .direct = 0.4};
  sheet.highPasses = {{0.3, 20}};
  sheet.growth = 3;
  sheet.decay = 0.5;
  FaceLaw between{.form = FaceLaw::Form::sheetImpedance, .direct = 0.2};
  between.highPasses = {{0.1, 10}, {0.05, 40}};
  between.growth = 2;
  between.decay = 1;
  between.stiffness = 100;
  return {wall, other, sheet, between};
}

/// Gives two sides of a box walls, and each third pair of interior faces and halo faces a sheet, of the forms
/// in turn.
inline void addLaws(const KuhnBox& box, Piece& piece, std::vector<dgtd::FaceLaw> laws,
                    std::array<int, 2> sides = {0, 1}) {
  dgtd::DgtdProblem& problem = piece.problem;
  problem.laws = std::move(laws);
  for (std::int32_t face = 0; face < 4 * problem.numElements; ++face) {
    const auto f = static_cast<std::size_t>(face % 4);
    const int e = piece.element[static_cast<std::size_t>(face / 4)];
    const int side = box.side[static_cast<std::size_t>(e)][f], across = box.neighbour[static_cast<std::size_t>(e)][f];
    const bool isBoundary = problem.faceKind[static_cast<std::size_t>(face)] == FaceKind::boundary;
    int law = -1;
    for (int i = 0; i < 2; ++i)
      if (isBoundary && side >= 0 && side == sides[static_cast<std::size_t>(i)]) law = i;
    if (!isBoundary && problem.laws.size() > 2 && std::min(4 * e + face % 4, across) % 3 == 0)
      law = 2 + std::min(4 * e + face % 4, across) / 4 % static_cast<int>(problem.laws.size() - 2);
    if (law < 0) continue;
    problem.lawFace.push_back(face);
    problem.lawOfFace.push_back(law);
  }
}

/// The ragged box with such laws besides all other features.
inline Piece lawfulPiece(int order, const FluxChoice& flux) {
  ProblemOptions options = richOptions(order);
  options.flux = flux;
  Piece piece = makePiece(raggedBox(), options);
  addLaws(raggedBox(), piece, richLaws());
  return piece;
}

}  // namespace fluxtet::test
