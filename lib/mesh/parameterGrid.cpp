// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/parameterGrid.hpp"

#include <gmsh.h>

#include <cstddef>

namespace fluxtet {

std::vector<double> parameterGrid(int dimension, int tag, int count) {
  std::vector<double> low, high, parameters;
  gmsh::model::getParametrizationBounds(dimension, tag, low, high);
  const auto place = [&](std::size_t axis, int i) { return low[axis] + (high[axis] - low[axis]) * (i + 0.5) / count; };
  for (int i = 0; i < count; ++i) {
    if (dimension == 1) parameters.push_back(place(0, i));
    for (int j = 0; dimension == 2 && j < count; ++j) parameters.insert(parameters.end(), {place(0, i), place(1, j)});
  }
  return parameters;
}

}  // namespace fluxtet
