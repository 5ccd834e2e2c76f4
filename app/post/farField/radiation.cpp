// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/farField/radiation.hpp"

#include "app/post/farField/gaussLegendre.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace fluxtet::farField {
namespace {

/// The currents at the points in arrays that the loop over points reads one after the other: coordinates relative to
/// the origin, m, and real and imaginary parts of the components of eta J and M, V m.
struct PointArrays {
  PointArrays(std::span<const Vec3> at, const SurfaceCurrents& currents, const Vec3& origin) {
    for (auto& array : position) array.resize(at.size());
    for (auto& array : current) array.resize(at.size());
    for (std::size_t q = 0; q < at.size(); ++q)
      for (std::size_t c = 0; c < 3; ++c) {
        position[c][q] = at[q][c] - origin[c];
        current[2 * c][q] = currents.electric[q][c].real();
        current[2 * c + 1][q] = currents.electric[q][c].imag();
        current[6 + 2 * c][q] = currents.magnetic[q][c].real();
        current[6 + 2 * c + 1][q] = currents.magnetic[q][c].imag();
      }
  }
  std::array<std::vector<double>, 3> position;
  std::array<std::vector<double>, 12> current;  ///< [electric, magnetic][xyz][re, im]
};

/// Integrals of eta J exp(i k r'.r) and M exp(i k r'.r), like PointArrays::current.
using Integrals = std::array<double, 12>;

/// Most of the time goes into sines and cosines, which the compiler takes several at a time from the vector library of
/// the system; hence the versions for instruction sets, and the options of this file (CMakeLists.txt).
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
__attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif
void integrate(const PointArrays& points, const Vec3& wave, Integrals& sums) {
  constexpr std::size_t chunk = 256;
  double phase[chunk], cosine[chunk], sine[chunk];
  const double *x = points.position[0].data(), *y = points.position[1].data(), *z = points.position[2].data();
  const std::size_t count = points.position[0].size();
  for (std::size_t begin = 0; begin < count; begin += chunk) {
    const std::size_t n = std::min(chunk, count - begin);
    for (std::size_t i = 0; i < n; ++i)
      phase[i] = wave[0] * x[begin + i] + wave[1] * y[begin + i] + wave[2] * z[begin + i];
    for (std::size_t i = 0; i < n; ++i) cosine[i] = std::cos(phase[i]);
    for (std::size_t i = 0; i < n; ++i) sine[i] = std::sin(phase[i]);
    for (std::size_t c = 0; c < 12; c += 2) {
      const double *re = points.current[c].data() + begin, *im = points.current[c + 1].data() + begin;
      double sumRe = 0, sumIm = 0;
      for (std::size_t i = 0; i < n; ++i) {
        sumRe += re[i] * cosine[i] - im[i] * sine[i];
        sumIm += re[i] * sine[i] + im[i] * cosine[i];
      }
      sums[c] += sumRe;
      sums[c + 1] += sumIm;
    }
  }
}

/// The component along an axis of the integral of eta J, `first` = 0, or of M, `first` = 6.
std::complex<double> along(const Vec3& axis, const Integrals& v, std::size_t first) {
  return {axis[0] * v[first] + axis[1] * v[first + 2] + axis[2] * v[first + 4],
          axis[0] * v[first + 1] + axis[1] * v[first + 3] + axis[2] * v[first + 5]};
}

}  // namespace

Vec3 Direction::radial() const {
  return {std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)};
}

std::vector<Amplitude> radiate(std::span<const Vec3> position, const SurfaceCurrents& currents, double wavenumber,
                               const Vec3& origin, std::span<const Direction> directions, MPI_Comm comm) {
  constexpr std::size_t electric = 0, magnetic = 6;
  std::vector<Amplitude> amplitudes(directions.size());
  const std::complex<double> factor{0, wavenumber / (4 * constants::pi)};
  const auto count = static_cast<std::ptrdiff_t>(directions.size());
  const PointArrays points(position, currents, origin);
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const Direction& d = directions[static_cast<std::size_t>(i)];
    Integrals sums{};
    integrate(points, wavenumber * d.radial(), sums);
    const Vec3 theta{std::cos(d.theta) * std::cos(d.phi), std::cos(d.theta) * std::sin(d.phi), -std::sin(d.theta)};
    const Vec3 phi{-std::sin(d.phi), std::cos(d.phi), 0};
    amplitudes[static_cast<std::size_t>(i)] = {-factor * (along(phi, sums, magnetic) + along(theta, sums, electric)),
                                               factor * (along(theta, sums, magnetic) - along(phi, sums, electric))};
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
