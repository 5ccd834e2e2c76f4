// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet::dgtd {

/// Whether the MPI library states that it sends from and receives into device memory (MPIX_Query_cuda_support). A
/// library without this support crashes when it gets a device pointer, so that no probe may be tried without asking.
bool mpiTakesDeviceMemory();

}  // namespace fluxtet::dgtd
