// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Physical constants in SI units (CODATA 2018; the speed of light is exact).
namespace fluxtet::constants {

inline constexpr double pi = 3.14159265358979323846;
/// Speed of light in vacuum, m/s (exact).
inline constexpr double c0 = 299792458.0;
/// Vacuum permeability, H/m (CODATA 2018: 1.25663706212e-6).
inline constexpr double mu0 = 1.25663706212e-6;
/// Vacuum permittivity, F/m, from epsilon0 mu0 c0^2 = 1.
inline constexpr double epsilon0 = 1.0 / (mu0 * c0 * c0);
/// Wave impedance of vacuum, ohm.
inline constexpr double z0 = mu0 * c0;

}  // namespace fluxtet::constants
