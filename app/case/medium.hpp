// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/case/commonCase.hpp"

#include <array>
#include <complex>
#include <functional>
#include <optional>
#include <string>

namespace fluxtet {

/// Returns the relative permittivity of a material with its conduction, epsilon' - j epsilon'', at the angular
/// frequency omega > 0, 1/s. Of tensors it is that of the largest principal values; of a magnetised plasma the one of
/// largest modulus among plasmaPermittivities().
std::complex<double> permittivityOf(const Material& material, double omega);
/// Returns the relative permeability in the same way.
std::complex<double> permeabilityOf(const Material& material, double omega);

/// Returns the relative permittivities of a material with a magnetised plasma for E that turns right-handed round the
/// magnetic field, for E that turns left-handed, and for E along it.
std::array<std::complex<double>, 3> plasmaPermittivities(const Material& material, double omega);
/// Returns the angular frequency e B / m, 1/s, of electrons in the flux density `field`, T, as a vector along it.
Vec3 gyrationOf(const Vec3& field);

/// Returns the conductivity that takes as much power as the material at the angular frequency omega > 0, 1/s: sigma +
/// omega epsilon0 epsilon'', in S/m.
double conductivityOf(const Material& material, double omega);

/// Products of the components of a phasor F, [a][b]: conj(F_a) F_b, or the mean of that over a volume.
using PhasorProducts = std::array<std::complex<double>, 9>;

/// The power density, mean over time, that a material takes from one of the fields, as a Hermitian form of its phasor
/// F = u + i v (peak values): 1/2 (u . symmetric u + v . symmetric v) + turning . (u x v). The second part is there
/// where a magnetised plasma takes more from a field that turns one way than from one that turns the other.
struct LossForm {
  SymmetricTensor symmetric{0, 0, 0};  ///< of E in S/m, of H in ohm/m
  Vec3 turning{};                      ///< in the same unit
  bool none() const { return *this == LossForm{}; }
  bool operator==(const LossForm&) const = default;
  /// W/m^3, of E in V/m or H in A/m.
  double density(const PhasorProducts& products) const;
};
/// What a material takes from E and from H.
struct Losses {
  LossForm electric, magnetic;
  bool none() const { return electric.none() && magnetic.none(); }
  /// W/m^3, of the products of E and of Z0 H, (V/m)^2, which a function tells that is called only where they count.
  double density(const std::function<PhasorProducts()>& ofE, const std::function<PhasorProducts()>& ofZ0H) const;
};
/// Returns the losses of a material at the angular frequency omega > 0, 1/s: of conduction, poles of the permittivity
/// and of the permeability, and the collisions of a magnetised plasma.
Losses lossesOf(const Material& material, double omega);

/// Returns the angular frequency at which a medium stands for the time scheme that steps at the angular frequency
/// omega, 1/s: the trapezoidal rule turns omega into (2 / dt) tan(omega dt / 2) (docs/theory.md, section 3.7).
/// `meanOverStep`: cos(omega dt / 2), or 1 for omega itself.
double steppedFrequency(double omega, double meanOverStep);

/// Whether the material may take power from a field.
bool canAbsorb(const Material& material);

/// Returns in words where the material gives energy to a field instead of taking it, by its permittivity or by its
/// permeability (`magnetic`); nothing if it does so nowhere.
std::optional<std::string> activityOf(const Material& material, bool magnetic = false);

}  // namespace fluxtet
