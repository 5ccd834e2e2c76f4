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
  std::vector<double> sigma;           ///< [tissue] S/m, with which it absorbs (absorbingConductivity())
  std::vector<std::int16_t> ofRegion;  ///< [region] tissue, or none
  std::size_t size() const { return name.size(); }
};
/// Returns the tissues at a frequency, Hz, of output.sar. `meanOverStep`: Spectrum::meanOverStep.
Tissues tissuesOf(const dgtd::DgtdCase& theCase, const MeshGroups& groups, double frequency, double meanOverStep = 1);

/// Returns the conductivity with which a material absorbs power in the fields of a run, S/m: the losses of a dispersive
/// medium are those that it has for the time scheme. `frequency`: Hz; `meanOverStep`: Spectrum::meanOverStep.
double absorbingConductivity(const Material& material, double frequency, double meanOverStep);

}  // namespace fluxtet::sar
