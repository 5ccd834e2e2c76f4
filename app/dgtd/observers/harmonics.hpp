// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/observers/sampleSteps.hpp"

#include <Eigen/Dense>

#include <span>
#include <vector>

namespace fluxtet::dgtd {

/// Complex amplitudes X_k, with x(t) = Re(X exp(i w t)), from sums over samples x(t_n) (docs/theory.md, section 3.6).
/// The sums are S_2k = sum_n cos(w_k t_n) x(t_n) and S_2k+1 = sum_n sin(w_k t_n) x(t_n). F is the number of frequencies
/// w_k.

/// Weights [2F] of a sample at `time` (s): cos(w_k t), sin(w_k t) for each frequency (Hz).
std::vector<double> harmonicWeights(std::span<const double> frequencies, double time);

/// Gram matrix [2F][2F] of the weights: sums over the samples of the products of two weights, in closed form.
Eigen::MatrixXd gramMatrix(std::span<const double> frequencies, const SampleTimes& times);

/// Whether the samples span enough time to separate the frequencies (Hz) from each other and from zero. If so, other
/// content of the samples enters the amplitudes magnified by three at most.
bool areSeparable(std::span<const double> frequencies, const SampleTimes& times);

/// Matrix [2F][2F] that turns the sums S into Re X_0, Im X_0, Re X_1, ... For SpectrumKind::amplitude X is the
/// least squares fit of all frequencies together, which is exact for tones of these frequencies; they must be
/// separable. For SpectrumKind::integral X is spacing times sum_n x exp(-i w t_n), the Fourier integral of a pulse.
Eigen::MatrixXd sumsToPhasors(SpectrumKind kind, std::span<const double> frequencies, const SampleTimes& times);

}  // namespace fluxtet::dgtd
