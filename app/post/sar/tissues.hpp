// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "lib/mesh/mesh.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fluxtet::sar {

/// The regions of output.sar.
struct Tissues {
  static constexpr std::int16_t none = -1;
  std::vector<std::string> name;       ///< [tissue] of the region
  std::vector<double> density;         ///< [tissue] kg/m^3
  std::vector<double> sigma;           ///< [tissue] S/m
  std::vector<std::int16_t> ofRegion;  ///< [region] tissue, or none
  std::size_t size() const { return name.size(); }
};
Tissues tissuesOf(const dgtd::DgtdCase& theCase, const MeshGroups& groups);

}  // namespace fluxtet::sar
