// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet::dgtd::cpu {

/// n values of T that the compiler treats as one vector (an extension of GCC and Clang). A type only: see
/// cpuKernels.hpp.
template <class T, int n>
struct VectorOf {
  typedef T Type __attribute__((vector_size(n * sizeof(T))));
};

}  // namespace fluxtet::dgtd::cpu
