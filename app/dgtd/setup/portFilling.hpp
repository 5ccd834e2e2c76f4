// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The media of a wave port's cross-section (docs/theory.md, section 3.11).
#pragma once

#include "app/case/commonCase.hpp"
#include "app/dgtd/modes/portMode.hpp"

#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// Whether a medium takes no power and is the same at all frequencies.
bool isLossless(const Material& material);

/// The permittivity with which modes are found: that of a lossless medium, else the real part at `frequency`, Hz; 0:
/// that at infinite frequency. Likewise the permeability.
double permittivityOfModes(const Material& material, double frequency);
double permeabilityOfModes(const Material& material, double frequency);

/// A medium of the cross-section and its share of int e.e of a mode.
struct PortMedium {
  Material material;
  double share = 0;
};

/// Gives a mode the losses and the dispersion of its filling: PortMode::permittivity and permeability. Exact where the
/// port is of one medium; of several, of first order in what they differ from permittivityOfModes() at `frequency`,
/// Hz, where e is that of the mode: the effective permittivity changes by the mean of the changes, weighted with e.e.
/// Does nothing if all media are lossless. Throws InputError, with what stands between the place and the remedy, where
/// that is not known: for TM and hybrid modes, and for magnetic losses, in several media.
void fillMode(PortMode& mode, const std::vector<PortMedium>& media, double frequency);

}  // namespace fluxtet::dgtd
