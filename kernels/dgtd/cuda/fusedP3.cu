// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
namespace fluxtet::dgtd::cuda {
inline constexpr int launchedOrder = 3;
inline constexpr bool launchedWithJumps = false;
}  // namespace fluxtet::dgtd::cuda
#include "kernels/dgtd/cuda/fusedLaunch.inl"
