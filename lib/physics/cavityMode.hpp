// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/mark.hpp"

namespace fluxtet {

/// Mode TE/TM mnp (to z) of the PEC box that is the mesh's bounding box; exact in time; peak |E| is `amplitude`.
struct CavityMode {
  int m = 1, n = 1, p = 0;
  bool tm = true;
  double amplitude = 1;  ///< V/m
  Mark mark;
};

}  // namespace fluxtet
