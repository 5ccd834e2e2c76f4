// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Permittivities as sums of relaxations. All strengths are non-negative, so that a fit is passive by construction.
#pragma once

#include "lib/physics/dispersion.hpp"

#include <complex>
#include <optional>
#include <span>
#include <vector>

namespace fluxtet {

/// Permittivity that a fit shall have.
struct PermittivitySamples {
  std::vector<double> frequency;              ///< [n] Hz, ascending, > 0
  std::vector<std::complex<double>> epsilon;  ///< [n] epsilon' - j epsilon'', epsilon'' >= 0, conduction included
};

/// Returns the samples of epsilon = infinity + the terms + conduction at 20 frequencies a decade, at least 41, of the
/// band from `low` to `high`, Hz. `sigma`: S/m.
PermittivitySamples samplesOf(double infinity, std::span<const ColeColeTerm> terms, double sigma, double low,
                              double high);
/// Returns the samples in the band of the medium whose loss tangent is `tangent` at every frequency, epsilon =
/// C (j omega)^(-2 delta / pi) with tan delta = tangent, and whose epsilon' is `epsilonR` at the geometric mean of the
/// band: the one that is causal (Kjartansson, J. Geophys. Res. 84 (1979) 4737).
PermittivitySamples samplesOfLossTangent(double epsilonR, double tangent, double low, double high);

/// What the error of a fit is relative to.
enum class FitError {
  permittivity,  ///< |difference| / |epsilon|
  losses,        ///< the larger one of that and of the difference of epsilon'' / epsilon'' of the samples
};

/// A sum of relaxations.
struct DebyeFit {
  double infinity = 1;  ///< permittivity at infinite frequency, at least 1
  double sigma = 0;     ///< S/m
  std::vector<DebyeTerm> terms;
  double error = 0;      ///< worst relative error at the samples
  double frequency = 0;  ///< Hz, where that is
};

/// Settings of a fit.
struct DebyeFitSettings {
  std::optional<int> poles{};  ///< number of relaxations; absent: the fewest with an error of 1 %, at most 6
  bool conducts = true;        ///< whether a conductivity may be a part of it
  FitError error = FitError::permittivity;
};

/// Returns infinity + sigma / (j omega epsilon0) + relaxations that fit the samples with the least sum of squares of
/// the relative errors: non-negative least squares for the strengths, a search over the logarithms of the relaxation
/// times round them. Numbers are rounded to nine digits, so that they are the same on all machines.
DebyeFit fitDebye(const PermittivitySamples& samples, const DebyeFitSettings& settings);

}  // namespace fluxtet
