// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace fluxtet {

/// A place in the case file, for errors that only the mesh can reveal.
struct Mark {
  std::string file;
  int line = 0;    ///< 1-based; 0: not from a file (a default, or --set)
  int column = 0;  ///< 1-based
};
/// "case.yaml:12:5"; for a value given on the command line "--set key.path=value".
std::string toString(const Mark& mark);

}  // namespace fluxtet
