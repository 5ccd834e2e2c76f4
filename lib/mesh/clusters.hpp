// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet {

/// Elements of a cluster, the unit in which elements are ordered, listed and computed: what a thread block of the GPU
/// kernels owns. Its neighbours outside are gathered one by one, so that a cluster should have few.
inline constexpr int elementsPerCluster = 128;

}  // namespace fluxtet
