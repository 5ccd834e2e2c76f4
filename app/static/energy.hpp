// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/model.hpp"

#include <span>

namespace fluxtet::statics {

/// Energy of the field, J (J/m in a plane): 1/2 int eps |E|^2, or 1/2 int mu |H|^2. With magnets, this is the energy
/// whose changes at constant flux are work of the forces; the energy to magnetise is not in it. `values`: [numNodes]
/// potential.
double fieldEnergy(const StaticModel& model, std::span<const double> values);

/// Bilinear form a(u, v) without sources, J (J/m in a plane): twice the energy for u = v. `u`, `v`: [numNodes]
/// potentials.
double energyProduct(const StaticModel& model, std::span<const double> u, std::span<const double> v);

/// int density A over the regions: with the density of a coil for 1 A its flux linkage, Wb (Wb/m in a plane).
/// `density`: [regions] A/m^2 per A; `values`: [numNodes] A, Wb/m.
double linkedFlux(const StaticModel& model, std::span<const double> density, std::span<const double> values);

}  // namespace fluxtet::statics
