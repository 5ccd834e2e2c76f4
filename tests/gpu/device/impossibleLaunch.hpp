// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet::test {

/// Launches a kernel with more threads in a block than any GPU takes, and checks the launch.
void launchImpossibleKernel();

}  // namespace fluxtet::test
