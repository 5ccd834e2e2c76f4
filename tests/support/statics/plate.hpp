// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/statics/staticPiece.hpp"

namespace fluxtet::test {

struct PlateOptions {
  int width = 40, height = 30;  ///< cells of two triangles
  int order = 1;
  bool floating = false;  ///< the right edge is one unknown, the last; else it is free
};

/// A plate of cells with sources, the left edge at 1 V: of any size, where StaticPiece is small.
StaticPiece makePlate(const PlateOptions& options);

}  // namespace fluxtet::test
