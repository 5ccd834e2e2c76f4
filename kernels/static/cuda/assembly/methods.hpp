// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The methods, one file each.
#pragma once

#include "kernels/static/cuda/matrixAssembly.hpp"

namespace fluxtet::gpu {

/// Elements write all their entries as (row, column, value), which are sorted by row; then each row's thread sums those
/// of equal columns (the digest on parallel FEM assembly on CUDA, figure 1: integration, sort, reduction). Keeps
/// nothing. Bitwise reproducible.
template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeSortReduce();

/// Elements push each of their entries (column, value, next) on the list of its row; then each row's thread applies the
/// boundary conditions to its list, sorts and consolidates it, and copies it to CSR (Amorim, Gouveia, Mesquita,
/// Baratta: a-COO). Keeps nothing.
template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeLinkedList();

/// As sortReduce, but elements write the entries of each of their nodes side by side, and nodes and not single entries
/// are sorted, since the entries of a node have the same row; columns are read from the mesh. Keeps nothing. Bitwise
/// reproducible.
template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeSortNodes();

/// As linkedList, but elements push the entries of each of their nodes as one link, and each row merges straight into
/// CSR. Keeps nothing.
template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeLinkNodes();

/// Elements add their entries atomically where slots found once tell.
template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeScatter();

/// Rows collect from their elements where slots found once tell. Bitwise reproducible.
template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeGather();

}  // namespace fluxtet::gpu
