// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The methods, one file each.
#pragma once

#include "kernels/static/cuda/matrixAssembly.hpp"

namespace fluxtet::gpu {

/// Elements write the entries of each of their nodes side by side, nodes are sorted by row, and each row merges its
/// nodes' entries (the digest on parallel FEM assembly on CUDA; nodes and not single entries are sorted, since the
/// entries of a node have the same row, and columns are read from the mesh). Keeps nothing. Bitwise reproducible.
template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeSortReduce();

/// Elements push the entries of each of their nodes as one link on the list of its row, then each row walks its list
/// and merges (Amorim, Gouveia, Mesquita, Baratta: a-COO; there each entry is a link). Keeps nothing.
template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeLinkedList();

/// Elements add their entries atomically where slots found once tell.
template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeScatter();

/// Rows collect from their elements where slots found once tell. Bitwise reproducible.
template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeGather();

}  // namespace fluxtet::gpu
