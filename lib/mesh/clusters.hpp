// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet {

/// Number of elements in a cluster. Clusters are the unit in which elements are ordered, listed and computed; a thread
/// block of the GPU kernels owns one. A cluster gathers the traces of neighbours outside one by one, so that it should
/// have few.
inline constexpr int elementsPerCluster = 128;

}  // namespace fluxtet
