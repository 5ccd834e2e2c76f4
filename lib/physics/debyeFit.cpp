// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/physics/debyeFit.hpp"

#include "lib/base/constants.hpp"
#include "lib/physics/leastSquares.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>

namespace fluxtet {
namespace {

using Complex = std::complex<double>;
constexpr double twoPi = 2 * constants::pi;
constexpr int mostPoles = 6;
constexpr double goodError = 0.01;

std::vector<double> frequenciesOf(double low, double high) {
  constexpr int least = 41, perDecade = 20;
  const int count = std::max(least, 1 + static_cast<int>(std::ceil(perDecade * std::log10(high / low))));
  std::vector<double> frequencies;
  for (int i = 0; i < count; ++i)
    frequencies.push_back(low * std::pow(high / low, static_cast<double>(i) / (count - 1)));
  return frequencies;
}

double rounded(double value) {
  return std::strtod(fmt::format("{:.8e}", value).c_str(), nullptr);
}

/// The samples and the weights of their errors.
class FitProblem {
 public:
  FitProblem(const PermittivitySamples& samples, const DebyeFitSettings& settings)
      : samples_(samples), conducts_(settings.conducts), error_(settings.error) {}

  /// The best fit with these relaxation times, whose strengths may be zero, and its sum of squares.
  std::pair<DebyeFit, double> solve(const std::vector<double>& taus) const {
    const auto rows = static_cast<Eigen::Index>(samples_.frequency.size());
    const auto terms = static_cast<Eigen::Index>(taus.size()), columns = 1 + terms + (conducts_ ? 1 : 0);
    Eigen::MatrixXd A(2 * rows, columns);
    Eigen::VectorXd b(2 * rows);
    const auto put = [&](Eigen::Index row, Complex value, const auto& to) {
      const Complex weight = weightOf(static_cast<std::size_t>(row));
      to(row, value.real() * weight.real());
      to(rows + row, value.imag() * weight.imag());
    };
    for (Eigen::Index row = 0; row < rows; ++row) {
      const auto i = static_cast<std::size_t>(row);
      const Complex s(0, twoPi * samples_.frequency[i]);
      const auto column = [&](Eigen::Index c) { return [&A, c](Eigen::Index r, double v) { A(r, c) = v; }; };
      put(row, 1, column(0));
      for (Eigen::Index t = 0; t < terms; ++t)
        put(row, 1.0 / (1.0 + s * taus[static_cast<std::size_t>(t)]), column(1 + t));
      if (conducts_) put(row, 1.0 / (constants::epsilon0 * s), column(1 + terms));
      put(row, samples_.epsilon[i] - 1.0, [&b](Eigen::Index r, double v) { b[r] = v; });
    }
    const Eigen::VectorXd scale = A.colwise().norm();
    const Eigen::VectorXd x = nonNegativeLeastSquares(A * scale.cwiseInverse().asDiagonal(), b).cwiseQuotient(scale);
    DebyeFit fit;
    fit.infinity = 1 + x[0];
    for (Eigen::Index t = 0; t < terms; ++t) fit.terms.push_back({x[1 + t], taus[static_cast<std::size_t>(t)]});
    if (conducts_) fit.sigma = x[1 + terms];
    return {fit, (A * x - b).squaredNorm()};
  }

  /// Rounds the numbers, leaves out terms of no strength, and tells the worst error.
  void finish(DebyeFit& fit) const {
    fit.infinity = rounded(fit.infinity);
    fit.sigma = rounded(fit.sigma);
    std::erase_if(fit.terms, [](const DebyeTerm& term) { return term.delta <= 0; });
    for (DebyeTerm& term : fit.terms) term = {rounded(term.delta), rounded(term.tau)};
    for (std::size_t i = 0; i < samples_.frequency.size(); ++i) {
      const Complex s(0, twoPi * samples_.frequency[i]), wanted = samples_.epsilon[i];
      const Complex difference =
          fit.infinity + susceptibility({.debye = fit.terms}, s) + fit.sigma / (constants::epsilon0 * s) - wanted;
      double error = std::abs(difference) / std::abs(wanted);
      if (error_ == FitError::losses) error = std::max(error, std::abs(difference.imag() / wanted.imag()));
      if (error > fit.error) {
        fit.error = error;
        fit.frequency = samples_.frequency[i];
      }
    }
  }

  double lowest() const { return samples_.frequency.front(); }
  double highest() const { return samples_.frequency.back(); }

 private:
  /// Factors of the real and of the imaginary part.
  Complex weightOf(std::size_t i) const {
    const double whole = 1 / std::abs(samples_.epsilon[i]);
    return {whole, error_ == FitError::losses ? -1 / samples_.epsilon[i].imag() : whole};
  }

  const PermittivitySamples& samples_;
  bool conducts_;
  FitError error_;
};

/// Relaxation times at equal ratios from beyond the one to beyond the other end of the band, then each moved as long as
/// the fit gets better, by steps that halve.
DebyeFit searchTimes(const FitProblem& problem, int poles) {
  constexpr double beyond = 1.5;  // of the logarithm
  constexpr double finest = 1e-4, better = 1e-9;
  constexpr int mostMoves = 2000;
  const double from = -std::log(twoPi * problem.highest()) - beyond, to = -std::log(twoPi * problem.lowest()) + beyond;
  std::vector<double> logs;
  for (int p = 1; p <= poles; ++p) logs.push_back(from + (to - from) * p / (poles + 1));
  const auto solve = [&](const std::vector<double>& at) {
    std::vector<double> taus;
    for (const double each : at) taus.push_back(std::exp(each));
    return problem.solve(taus);
  };
  auto [best, least] = solve(logs);
  int moves = 0;
  for (double step = (to - from) / (poles + 1) / 2; step > finest && moves < mostMoves;) {
    bool moved = false;
    for (std::size_t p = 0; p < logs.size(); ++p)
      for (const double by : {step, -step}) {
        std::vector<double> tried = logs;
        tried[p] += by;
        auto [fit, residual] = solve(tried);
        if (!(residual < least * (1 - better))) continue;
        best = std::move(fit);
        least = residual;
        logs = std::move(tried);
        moved = true;
        ++moves;
      }
    if (!moved) step /= 2;
  }
  problem.finish(best);
  return best;
}

}  // namespace

PermittivitySamples samplesOf(double infinity, std::span<const ColeColeTerm> terms, double sigma, double low,
                              double high) {
  PermittivitySamples samples{frequenciesOf(low, high), {}};
  for (const double frequency : samples.frequency) {
    const Complex s(0, twoPi * frequency);
    Complex epsilon = infinity + sigma / (constants::epsilon0 * s);
    for (const ColeColeTerm& term : terms) epsilon += term.delta / (1.0 + std::pow(s * term.tau, 1 - term.alpha));
    samples.epsilon.push_back(epsilon);
  }
  return samples;
}

PermittivitySamples samplesOfLossTangent(double epsilonR, double tangent, double low, double high) {
  PermittivitySamples samples{frequenciesOf(low, high), {}};
  const double delta = std::atan(tangent), middle = std::sqrt(low * high);
  for (const double frequency : samples.frequency)
    samples.epsilon.push_back(epsilonR * std::pow(frequency / middle, -2 * delta / constants::pi) *
                              Complex(1, -tangent));
  return samples;
}

DebyeFit fitDebye(const PermittivitySamples& samples, const DebyeFitSettings& settings) {
  const FitProblem problem(samples, settings);
  if (settings.poles) return searchTimes(problem, *settings.poles);
  DebyeFit fit;
  for (int poles = 1; poles <= mostPoles; ++poles) {
    fit = searchTimes(problem, poles);
    if (fit.error <= goodError) break;
  }
  return fit;
}

}  // namespace fluxtet
