// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/personality.h>

namespace fluxtet::test {

/// Whether processes may get their memory at the same addresses every time, without which HXT's meshes differ.
inline bool mayFixAddresses() {
  const int before = personality(0xffffffff);
  const bool may = before >= 0 && personality(static_cast<unsigned long>(before) | ADDR_NO_RANDOMIZE) >= 0;
  if (before >= 0) personality(static_cast<unsigned long>(before));
  return may;
}

}  // namespace fluxtet::test
