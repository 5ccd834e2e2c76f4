// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/case/medium.hpp"
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
  std::vector<Losses> losses;          ///< [tissue] with which it absorbs (lossesInRun())
  std::vector<std::int16_t> ofRegion;  ///< [region] tissue, or none
  std::size_t size() const { return name.size(); }
};
/// Returns the tissues at a frequency, Hz, of output.sar. `meanOverStep`: Spectrum::meanOverStep.
Tissues tissuesOf(const dgtd::DgtdCase& theCase, const MeshGroups& groups, double frequency, double meanOverStep = 1);

/// Returns the losses of a material in the fields of a run: those of a dispersive medium are those that it has for the
/// time scheme. `frequency`: Hz; `meanOverStep`: Spectrum::meanOverStep.
Losses lossesInRun(const Material& material, double frequency, double meanOverStep);

}  // namespace fluxtet::sar
