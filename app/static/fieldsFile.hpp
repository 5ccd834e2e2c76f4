// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/model.hpp"

#include <filesystem>
#include <span>

namespace fluxtet::statics {

/// Writes a solution as VTKHDF (UnstructuredGrid, file version 1.0, one piece): linear triangles or tetrahedra,
/// quadratic ones at order 2. Point data: `potential` (V, A or Wb/m, double); with A in a meridian plane `flux` = r A,
/// whose contours are flux lines. Cell data, at centroids: E and D, or B and H (SI), and `region` (index, with the
/// names as an attribute). Components are (x, y, 0) in a plane, (r, z, 0) in a meridian plane. Attributes `problem` and
/// `axisymmetric` say what it is. `values`: [numNodes] potential. The file appears complete or not at all. Throws
/// RunError if it cannot be written.
void writeFieldsFile(const std::filesystem::path& file, const StaticModel& model, std::span<const double> values);

}  // namespace fluxtet::statics
