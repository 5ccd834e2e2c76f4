// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"

#include <metis.h>

#include <vector>

namespace fluxtet::partition {

/// Elements are nodes; elements that share a face are joined. Compressed rows in METIS's integer type: the neighbours
/// of e are neighbour[begin[e]] .. neighbour[begin[e + 1] - 1].
struct DualGraph {
  std::vector<idx_t> begin;      ///< [numElements + 1]
  std::vector<idx_t> neighbour;  ///< each pair of neighbours stands in both rows

  idx_t numElements() const { return static_cast<idx_t>(begin.size()) - 1; }
};

/// Throws InputError for a mesh whose graph exceeds METIS's integers. A face with more than two elements joins them in
/// pairs; it is not this function's to report.
DualGraph buildDualGraph(const Mesh& mesh);

}  // namespace fluxtet::partition
