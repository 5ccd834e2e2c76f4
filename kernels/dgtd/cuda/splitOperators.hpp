// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/basisChange.hpp"

namespace fluxtet::dgtd::cuda {

/// Copies the reference matrices of the split kernels to the present GPU (setDerivatives(), setLifts()), and blocks
/// until they are there.
template <class Real>
void setSplitOperators(int order, const BernsteinOperators& operators);

extern template void setSplitOperators<float>(int, const BernsteinOperators&);
extern template void setSplitOperators<double>(int, const BernsteinOperators&);

}  // namespace fluxtet::dgtd::cuda
