// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"

#include <metis.h>

#include <vector>

namespace fluxtet::partition {

/// Graph whose nodes are the elements and whose edges are their common faces, in compressed rows of METIS's integer
/// type: the neighbours of e are neighbour[begin[e]] .. neighbour[begin[e + 1] - 1].
struct DualGraph {
  std::vector<idx_t> begin;      ///< [numElements + 1]
  std::vector<idx_t> neighbour;  ///< each pair of neighbours stands in both rows

  idx_t numElements() const { return static_cast<idx_t>(begin.size()) - 1; }
};

/// Dual graph of a mesh. A face with more than two elements joins them in pairs; its report is left to others. Throws
/// InputError for a mesh whose graph exceeds METIS's integers.
DualGraph buildDualGraph(const Mesh& mesh);

}  // namespace fluxtet::partition
