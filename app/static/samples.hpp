// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/locate.hpp"

#include <filesystem>
#include <span>
#include <vector>

namespace fluxtet::statics {

/// Places of the points and lines of the case in the mesh.
class Samples {
 public:
  /// Throws InputError for a point outside the mesh and for a line that never meets it.
  explicit Samples(const StaticModel& model);

  /// Writes points.csv and lines/<name>.csv below `directory`, of those that the case has: position, potential and both
  /// fields with 17 digits; where a line leaves the mesh, `nan`. `values`: [numNodes] potential. Throws RunError if a
  /// file cannot be written.
  void write(const std::filesystem::path& directory, std::span<const double> values) const;

 private:
  std::string rows(std::size_t begin, std::size_t end, std::span<const double> values) const;

  const StaticModel& model_;
  std::vector<Vec3> points_;  ///< of the points, then of each line
  std::vector<PointPlace> places_;
};

}  // namespace fluxtet::statics
