// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet::dgtd::cpu {

/// A vector of n values of T, an extension of GCC and Clang. It defines a type and no function; cpuKernels.hpp says
/// why.
template <class T, int n>
struct VectorOf {
  typedef T Type __attribute__((vector_size(n * sizeof(T))));
};

}  // namespace fluxtet::dgtd::cpu
