// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet::dgtd {

/// Whether the MPI library says of itself that it sends from and receives into device memory. One that does not crashes
/// when it is handed such pointers, so it must be asked first.
bool mpiTakesDeviceMemory();

}  // namespace fluxtet::dgtd
