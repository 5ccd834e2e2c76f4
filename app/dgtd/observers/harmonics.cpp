// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/harmonics.hpp"

#include "lib/base/constants.hpp"

#include <cmath>
#include <complex>

namespace fluxtet::dgtd {
namespace {

double angular(double frequency) {
  return 2 * constants::pi * frequency;
}

/// sum_n exp(i w t_n), a geometric series: exp(i w t_middle) sin(N x) / sin(x), x = w spacing / 2.
std::complex<double> sumOfTurns(double w, const SampleTimes& times) {
  const auto count = static_cast<double>(times.count);
  const double x = 0.5 * w * times.spacing;
  const double middle = times.first + 0.5 * (count - 1) * times.spacing;
  // The frequencies are far below the sampling frequency, so 0 is the only zero of sin(x) in question.
  const double ratio = std::abs(x) < 1e-12 ? count : std::sin(count * x) / std::sin(x);
  return std::polar(1.0, w * middle) * ratio;
}

Eigen::MatrixXd fit(std::span<const double> frequencies, const SampleTimes& times) {
  const Eigen::MatrixXd gram = gramMatrix(frequencies, times);
  Eigen::MatrixXd phasors = gram.ldlt().solve(Eigen::MatrixXd::Identity(gram.rows(), gram.cols()));
  // x = a cos + b sin = Re((a - i b) exp(i w t)).
  for (Eigen::Index row = 1; row < phasors.rows(); row += 2) phasors.row(row) *= -1;
  return phasors;
}

Eigen::MatrixXd integrate(std::size_t numFrequencies, double spacing) {
  const auto size = static_cast<Eigen::Index>(2 * numFrequencies);
  Eigen::VectorXd signs(size);
  for (Eigen::Index i = 0; i < size; ++i) signs[i] = i % 2 == 0 ? spacing : -spacing;
  return signs.asDiagonal();
}

}  // namespace

std::vector<double> harmonicWeights(std::span<const double> frequencies, double time) {
  std::vector<double> weights;
  for (const double frequency : frequencies) {
    weights.push_back(std::cos(angular(frequency) * time));
    weights.push_back(std::sin(angular(frequency) * time));
  }
  return weights;
}

Eigen::MatrixXd gramMatrix(std::span<const double> frequencies, const SampleTimes& times) {
  const auto size = static_cast<Eigen::Index>(frequencies.size());
  Eigen::MatrixXd gram(2 * size, 2 * size);
  for (Eigen::Index j = 0; j < size; ++j)
    for (Eigen::Index k = 0; k < size; ++k) {
      const double wj = angular(frequencies[static_cast<std::size_t>(j)]);
      const double wk = angular(frequencies[static_cast<std::size_t>(k)]);
      const auto difference = sumOfTurns(wj - wk, times), sum = sumOfTurns(wj + wk, times);
      gram(2 * j, 2 * k) = 0.5 * (difference.real() + sum.real());
      gram(2 * j + 1, 2 * k + 1) = 0.5 * (difference.real() - sum.real());
      gram(2 * j, 2 * k + 1) = 0.5 * (sum.imag() - difference.imag());
      gram(2 * j + 1, 2 * k) = 0.5 * (sum.imag() + difference.imag());
    }
  return gram;
}

bool areSeparable(std::span<const double> frequencies, const SampleTimes& times) {
  // Least eigenvalue of the normalised Gram matrix, the unit matrix for orthogonal weights; 1 / sqrt(0.1) is about
  // three.
  constexpr double smallestEigenvalue = 0.1;
  if (times.count < 1) return false;
  const Eigen::MatrixXd scaled = gramMatrix(frequencies, times) * (2 / static_cast<double>(times.count));
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(scaled, Eigen::EigenvaluesOnly);
  return solver.eigenvalues()[0] >= smallestEigenvalue;
}

Eigen::MatrixXd sumsToPhasors(SpectrumKind kind, std::span<const double> frequencies, const SampleTimes& times) {
  return kind == SpectrumKind::amplitude ? fit(frequencies, times) : integrate(frequencies.size(), times.spacing);
}

}  // namespace fluxtet::dgtd
