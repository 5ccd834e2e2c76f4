// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/setup/discretisation.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fluxtet::ports {

/// A part of the overlaps of the fields with a mode of a wave port: with the vectors E and H that the weights make of
/// the nodal values of an element, V gets E_component and I gets sign H_across. There are two for each face and side,
/// one for each direction in the plane of the port.
struct OverlapTerm {
  std::int32_t element = 0;  ///< of this rank
  std::size_t row = 0;       ///< its number among elementsAt()
  int component = 0;         ///< of E
  int across = 0;            ///< component of H that (H x n) has in direction `component`, and its sign
  double sign = 1;
  std::vector<double> weight;  ///< [node] m: the integral of the polynomials with that component of e over the face,
                               ///< times the 1/2 of the mean of both sides
};

/// Elements of this rank on both sides of a wave port: of its faces in the model, then of those in its layer.
std::vector<std::int32_t> elementsAt(const dgtd::WavePort& port);

/// The terms of V = int E.e and I = int (e x H).n of a mode on this rank, of the mean traces of both sides of the
/// port's faces. The integrals are exact for the polynomials.
std::vector<OverlapTerm> overlapTerms(const dgtd::WavePort& port, std::size_t mode, const dgtd::Discretisation& d);

}  // namespace fluxtet::ports
