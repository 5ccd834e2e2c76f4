// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Host functions that enqueue kernels over elements and their nodes. Every pointer is device memory; nothing waits.
#pragma once

#include "kernels/static/cuda/deviceProblem.hpp"

#include <cstdint>

namespace fluxtet::gpu {

/// record[element][node a][nd + 1]: the element's entries in the row of its node a and its part of the right-hand side,
/// in the signs of its dofs. Written for prescribed nodes too. One thread an element, coalesced by way of shared
/// memory.
template <class Real>
void launchIntegrate(const DeviceProblem<Real>& problem, Real* record, cudaStream_t stream);

/// key[n] = dof[n], or `rows` where it is prescribed; number[n] = n, for the nodes n of all elements.
void launchNodeKeys(const std::int32_t* dof, std::int64_t nodes, std::int32_t rows, std::uint32_t* key,
                    std::uint32_t* number, cudaStream_t stream);

/// begin[r] [rows + 1]: the first of the ascending keys that is not below r.
void launchRowBegins(const std::uint32_t* key, std::int64_t nodes, std::int32_t rows, std::uint32_t* begin,
                     cudaStream_t stream);

/// Pushes each node that is not prescribed on the list of its row, all at once: the head becomes the node and the
/// node's next what the head was. Every head is LinkedNodes::none before.
void launchPush(const std::int32_t* dof, std::int64_t nodes, std::uint32_t* head, std::uint32_t* next,
                cudaStream_t stream);

}  // namespace fluxtet::gpu
