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

/// Points that are taken together, so that what is known of them stays in the processor's first cache for a batch of
/// directions.
constexpr std::size_t pointsOfChunk = 256, directionsOfBatch = 16;

/// Adds the points begin to begin + count - 1. Most of the time goes into sines and cosines, which the compiler takes
/// several at a time from the vector library of the system; hence the versions for instruction sets, and the options of
/// this file (CMakeLists.txt).
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
__attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif
void addChunk(const PointArrays& points, std::size_t begin, std::size_t count, const Vec3& wave, Integrals& sums) {
  double phase[pointsOfChunk], cosine[pointsOfChunk], sine[pointsOfChunk];
  const double *x = points.position[0].data() + begin, *y = points.position[1].data() + begin,
               *z = points.position[2].data() + begin;
  for (std::size_t i = 0; i < count; ++i) phase[i] = wave[0] * x[i] + wave[1] * y[i] + wave[2] * z[i];
  for (std::size_t i = 0; i < count; ++i) cosine[i] = std::cos(phase[i]);
  for (std::size_t i = 0; i < count; ++i) sine[i] = std::sin(phase[i]);
  for (std::size_t c = 0; c < 12; c += 2) {
    const double *re = points.current[c].data() + begin, *im = points.current[c + 1].data() + begin;
    double sumRe = 0, sumIm = 0;
    for (std::size_t i = 0; i < count; ++i) {
      sumRe += re[i] * cosine[i] - im[i] * sine[i];
      sumIm += re[i] * sine[i] + im[i] * cosine[i];
    }
    sums[c] += sumRe;
    sums[c + 1] += sumIm;
  }
}

/// The integrals for the waves of a batch.
void integrate(const PointArrays& points, std::span<const Vec3> waves, std::span<Integrals> sums) {
  const std::size_t count = points.position[0].size();
  for (std::size_t begin = 0; begin < count; begin += pointsOfChunk)
    for (std::size_t i = 0; i < waves.size(); ++i)
      addChunk(points, begin, std::min(pointsOfChunk, count - begin), waves[i], sums[i]);
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

Vec3 Direction::thetaAxis() const {
  return {std::cos(theta) * std::cos(phi), std::cos(theta) * std::sin(phi), -std::sin(theta)};
}

Vec3 Direction::phiAxis() const {
  return {-std::sin(phi), std::cos(phi), 0};
}

std::vector<Amplitude> radiate(std::span<const Vec3> position, const SurfaceCurrents& currents, double wavenumber,
                               const Vec3& origin, std::span<const Direction> directions, MPI_Comm comm) {
  constexpr std::size_t electric = 0, magnetic = 6;
  std::vector<Amplitude> amplitudes(directions.size());
  const std::complex<double> factor{0, wavenumber / (4 * constants::pi)};
  const PointArrays points(position, currents, origin);
  const auto numBatches = static_cast<std::ptrdiff_t>((directions.size() + directionsOfBatch - 1) / directionsOfBatch);
#pragma omp parallel for schedule(dynamic)
  for (std::ptrdiff_t batch = 0; batch < numBatches; ++batch) {
    const std::size_t first = static_cast<std::size_t>(batch) * directionsOfBatch;
    const std::size_t count = std::min(directionsOfBatch, directions.size() - first);
    std::array<Vec3, directionsOfBatch> waves{};
    std::array<Integrals, directionsOfBatch> sums{};
    for (std::size_t i = 0; i < count; ++i) waves[i] = wavenumber * directions[first + i].radial();
    integrate(points, {waves.data(), count}, sums);
    for (std::size_t i = 0; i < count; ++i) {
      const Direction& d = directions[first + i];
      const Vec3 theta = d.thetaAxis(), phi = d.phiAxis();
      amplitudes[first + i] = {-factor * (along(phi, sums[i], magnetic) + along(theta, sums[i], electric)),
                               factor * (along(theta, sums[i], magnetic) - along(phi, sums[i], electric))};
    }
  }
  static_assert(sizeof(Amplitude) == 4 * sizeof(double));
  // Not MPI_Allreduce, which may leave other roundings on other ranks.
  const int numbers = static_cast<int>(4 * amplitudes.size());
  const bool isRoot = mpiRank(comm) == 0;
  mpiCheck(
      MPI_Reduce(isRoot ? MPI_IN_PLACE : amplitudes.data(), amplitudes.data(), numbers, MPI_DOUBLE, MPI_SUM, 0, comm));
  mpiCheck(MPI_Bcast(amplitudes.data(), numbers, MPI_DOUBLE, 0, comm));
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
