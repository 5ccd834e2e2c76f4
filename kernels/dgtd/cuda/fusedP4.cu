// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
namespace fluxtet::gpu {
inline constexpr int launchedOrder = 4;
inline constexpr bool launchedWithJumps = false;
}  // namespace fluxtet::gpu
#include "kernels/dgtd/cuda/fusedLaunch.inl"
