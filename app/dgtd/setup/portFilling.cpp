// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/portFilling.hpp"

#include "app/case/medium.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"

#include <algorithm>
#include <complex>

namespace fluxtet::dgtd {
namespace {

using Complex = std::complex<double>;

double omegaOf(double frequency) {
  return 2 * constants::pi * frequency;
}

bool hasMagneticLosses(const Material& material) {
  return !material.magnetic.none();
}

}  // namespace

bool isLossless(const Material& material) {
  return material.sigma == 0 && material.dispersion.none() && material.magnetic.none();
}

double permittivityOfModes(const Material& material, double frequency) {
  if (material.dispersion.none() || frequency == 0) return material.epsilonR;
  return permittivityOf(material, omegaOf(frequency)).real();
}

double permeabilityOfModes(const Material& material, double frequency) {
  if (material.magnetic.none() || frequency == 0) return material.muR;
  return permeabilityOf(material, omegaOf(frequency)).real();
}

void fillMode(PortMode& mode, const std::vector<PortMedium>& media, double frequency) {
  if (std::all_of(media.begin(), media.end(), [](const PortMedium& medium) { return isLossless(medium.material); }))
    return;
  if (media.size() == 1) {
    const Material& only = media.front().material;
    mode.permittivity = [only](double f) { return permittivityOf(only, omegaOf(f)); };
    if (hasMagneticLosses(only)) mode.permeability = [only](double f) { return permeabilityOf(only, omegaOf(f)); };
    return;
  }
  require(
      mode.kind != ModeKind::tm && mode.dispersion.frequency.empty(),
      "mode {} lies in several media of which some are lossy or dispersive, and what they do to it is known for TEM, "
      "quasi-TEM and TE modes alone: let the guide begin with lossless media of the same permittivities",
      mode.name);
  require(std::none_of(media.begin(), media.end(),
                       [](const PortMedium& medium) { return hasMagneticLosses(medium.material); }),
          "mode {} lies in several media of which some have a dispersive permeability: let the guide begin with media "
          "of constant permeability",
          mode.name);
  double mean = 0;
  for (const PortMedium& medium : media) mean += medium.share * permittivityOfModes(medium.material, frequency);
  mode.permittivity = [media, frequency, mean, effective = mode.epsilonR](double f) {
    Complex change = 0;
    for (const PortMedium& medium : media)
      change += medium.share *
                (permittivityOf(medium.material, omegaOf(f)) - permittivityOfModes(medium.material, frequency));
    return effective * (1.0 + change / mean);
  };
}

}  // namespace fluxtet::dgtd
