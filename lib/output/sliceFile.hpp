// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"
#include "lib/output/fieldOutputs.hpp"

#include <hdf5.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace fluxtet {

/// Number of points of a slice.
std::int64_t slicePointCount(const SliceGrid& slice);
/// Points `begin` to `end` (excluded) of a slice, m. Points count row by row: [points[1]][points[0]] (v outer, u
/// inner).
std::vector<Vec3> slicePoints(const SliceGrid& slice, std::int64_t begin, std::int64_t end);

/// A vector field at a list of points, with what its file says of it.
struct PointField {
  std::string name;                ///< "E", or "E_re" whose columns are called Ex_re, Ey_re, Ez_re
  std::string unit;                ///< "V/m"
  std::string kind;                ///< "peak" of amplitudes, which stands behind the unit in CSV files; else empty
  std::string description;         ///< what the values are, for the file's attribute
  std::span<const double> values;  ///< [point][xyz], NaN outside the mesh
};

/// Regions of the mesh at the points of a slice.
struct SliceRegions {
  std::vector<std::string> names;  ///< of all regions of the mesh
  std::vector<std::int32_t> at;    ///< [point] number in `names`, -1 outside the mesh
};

/// What the files of a slice hold besides its place.
struct SliceValues {
  std::span<const PointField> fields;
  const SliceRegions& regions;
  std::function<void(hid_t file)> describe;  ///< adds attributes to the HDF5 file
};

/// ",Ex [V/m],Ey [V/m],Ez [V/m]" for each field: the header of its columns.
std::string fieldColumns(std::span<const PointField> fields);
/// Appends ",1.5,0,nan": the values of all fields at a point, with `digits` significant digits.
void appendFieldValues(std::string& row, std::span<const PointField> fields, std::int64_t point, int digits);

/// Memory of the regions of a slice, bytes.
std::int64_t sliceRegionsBytes(const SliceGrid& slice);
/// What writeSliceFiles() takes for a slice while it runs, besides the values, bytes. `vectors`: number of fields.
std::int64_t sliceFileBytes(const SliceGrid& slice, std::int64_t vectors);
/// Writes <folder>/<stem>.h5: a dataset [nv][nu][3] float32 for each field, with attributes `unit` and `description`;
/// `region` [nv][nu] int32 (deflated), -1 outside the mesh, with attribute `names`; attributes name, origin, u, v of
/// the file, and those that `describe` adds. Then, unless the slice switches it off, <stem>.csv: a row per point in the
/// same order, with place and fields, `nan` outside. Each file is complete or absent. Throws RunError if one cannot be
/// written. Rank 0 only.
void writeSliceFiles(const std::filesystem::path& folder, const std::string& stem, const SliceGrid& slice,
                     const SliceValues& values);

}  // namespace fluxtet
