// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/farField/radiation.hpp"

#include "app/post/farField/gaussLegendre.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"

#include <array>
#include <cmath>

namespace fluxtet::farField {
namespace {

/// Real and imaginary parts of the integrals of eta J exp(i k r'.r) and M exp(i k r'.r).
struct Integrals {
  std::array<double, 6> electric{}, magnetic{};
};

/// Adds current * phase.
void addProduct(const std::array<std::complex<double>, 3>& current, double cosine, double sine,
                std::array<double, 6>& sum) {
  for (std::size_t c = 0; c < 3; ++c) {
    sum[2 * c] += current[c].real() * cosine - current[c].imag() * sine;
    sum[2 * c + 1] += current[c].real() * sine + current[c].imag() * cosine;
  }
}

Integrals integrate(std::span<const Vec3> position, const SurfaceCurrents& currents, double wavenumber,
                    const Vec3& origin, const Direction& direction) {
  const Vec3 wave = wavenumber * direction.radial();
  const double atOrigin = dot(wave, origin);
  Integrals sums;
  for (std::size_t q = 0; q < position.size(); ++q) {
    const double phase = dot(wave, position[q]) - atOrigin;
    const double cosine = std::cos(phase), sine = std::sin(phase);
    addProduct(currents.electric[q], cosine, sine, sums.electric);
    addProduct(currents.magnetic[q], cosine, sine, sums.magnetic);
  }
  return sums;
}

std::complex<double> along(const Vec3& axis, const std::array<double, 6>& v) {
  return {axis[0] * v[0] + axis[1] * v[2] + axis[2] * v[4], axis[0] * v[1] + axis[1] * v[3] + axis[2] * v[5]};
}

}  // namespace

Vec3 Direction::radial() const {
  return {std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)};
}

std::vector<Amplitude> radiate(std::span<const Vec3> position, const SurfaceCurrents& currents, double wavenumber,
                               const Vec3& origin, std::span<const Direction> directions, MPI_Comm comm) {
  std::vector<Amplitude> amplitudes(directions.size());
  const std::complex<double> factor{0, wavenumber / (4 * constants::pi)};
  const auto count = static_cast<std::ptrdiff_t>(directions.size());
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const Direction& d = directions[static_cast<std::size_t>(i)];
    const Integrals sums = integrate(position, currents, wavenumber, origin, d);
    const Vec3 theta{std::cos(d.theta) * std::cos(d.phi), std::cos(d.theta) * std::sin(d.phi), -std::sin(d.theta)};
    const Vec3 phi{-std::sin(d.phi), std::cos(d.phi), 0};
    amplitudes[static_cast<std::size_t>(i)] = {-factor * (along(phi, sums.magnetic) + along(theta, sums.electric)),
                                               factor * (along(theta, sums.magnetic) - along(phi, sums.electric))};
  }
  static_assert(sizeof(Amplitude) == 4 * sizeof(double));
  mpiCheck(MPI_Allreduce(MPI_IN_PLACE, amplitudes.data(), static_cast<int>(4 * amplitudes.size()), MPI_DOUBLE, MPI_SUM,
                         comm));
  return amplitudes;
}

SphereRule sphereRule(double wavenumber, double radius) {
  // Spherical harmonics of a far field above degree k a + 12 carry less than 1e-10 of its power, which has twice their
  // degree.
  const int degree = static_cast<int>(std::ceil(wavenumber * radius)) + 12;
  const int numPhi = 2 * degree + 2;
  const GaussLegendre rule = gaussLegendre(degree + 1);
  SphereRule sphere;
  for (std::size_t i = 0; i < rule.points.size(); ++i)
    for (int j = 0; j < numPhi; ++j) {
      sphere.directions.push_back({std::acos(rule.points[i]), 2 * constants::pi * j / numPhi});
      sphere.weights.push_back(rule.weights[i] * 2 * constants::pi / numPhi);
    }
  return sphere;
}

}  // namespace fluxtet::farField
