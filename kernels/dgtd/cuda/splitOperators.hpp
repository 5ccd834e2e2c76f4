// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/basisChange.hpp"

namespace fluxtet::dgtd::cuda {

/// Brings the reference matrices of the published kernels to the present GPU (setDerivatives, setLifts).
template <class Real>
void setSplitOperators(int order, const BernsteinOperators& operators);

extern template void setSplitOperators<float>(int, const BernsteinOperators&);
extern template void setSplitOperators<double>(int, const BernsteinOperators&);

}  // namespace fluxtet::dgtd::cuda
