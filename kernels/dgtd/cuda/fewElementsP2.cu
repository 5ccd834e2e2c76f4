// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
namespace fluxtet::dgtd::cuda {
inline constexpr int launchedOrder = 2;
}  // namespace fluxtet::dgtd::cuda
#include "kernels/dgtd/cuda/fewElementsLaunch.inl"
