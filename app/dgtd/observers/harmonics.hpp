// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/observers/sampleSteps.hpp"

#include <Eigen/Dense>

#include <span>
#include <vector>

namespace fluxtet::dgtd {

/// From sums over samples x(t_n) to complex amplitudes X_k, with x(t) = Re(X exp(i w t)) (docs/theory.md, section 3.6).
/// The sums are S_2k = sum_n cos(w_k t_n) x(t_n) and S_2k+1 = sum_n sin(w_k t_n) x(t_n).

/// cos(w_k t), sin(w_k t) for each frequency (Hz): the weights of a sample at t (s).
std::vector<double> harmonicWeights(std::span<const double> frequencies, double time);

/// Sums over the samples of the products of any two weights, [2F][2F]; in closed form, whatever their number.
Eigen::MatrixXd gramMatrix(std::span<const double> frequencies, const SampleTimes& times);

/// Whether the samples span enough time to tell the frequencies apart, and from zero. What else is in them then enters
/// their amplitudes magnified by three at most.
bool areSeparable(std::span<const double> frequencies, const SampleTimes& times);

/// [2F][2F]: applied to the sums of one value it gives Re X_0, Im X_0, Re X_1, ... For SpectrumKind::amplitude X is the
/// least squares fit of all frequencies together, which is exact for tones of these frequencies; they must be
/// separable. For SpectrumKind::integral X is spacing times sum_n x exp(-i w t_n), the Fourier integral of a pulse.
Eigen::MatrixXd sumsToPhasors(SpectrumKind kind, std::span<const double> frequencies, const SampleTimes& times);

}  // namespace fluxtet::dgtd
