// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A dipole's point spread over the elements round it: what it is to a field, and where it may not be.
#include "app/dgtd/setup/discretisation.hpp"
#include "app/dgtd/sources/spreadSource.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "lib/basis/orders.hpp"
#include "lib/mesh/subMeshGeometry.hpp"
#include "tests/support/solverCase.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <functional>
#include <map>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

const Vec3 inside{0.31, -0.12, 0.23};

/// A cube from -2 to 2 m in cells of 0.5 m, the inner vertices moved.
Discretisation cube(int order, MPI_Comm comm, double perturb = 0.2) {
  return discretise(parseDgtdCase(fmt::format(R"(
mesh: {{box: {{size: [4, 4, 4], origin: [-2, -2, -2], cells: [8, 8, 8], perturb: {}}}}}
materials: {{air: {{}}}}
regions: {{box: air}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pmc, z-: absorbing, z+: pec}}
dgtd: {{order: {}}}
time: {{steps: 1}}
)",
                                              perturb, order),
                                  "case.yaml", {}),
                    comm);
}

SpreadPoint spread(const Discretisation& d, const Vec3& at, MPI_Comm comm) {
  const LocatedPoint place = locatePoints(d.mesh, std::span<const Vec3>(&at, 1), comm).front();
  return spreadPoint(at, place, d.mesh, d.problem, d.basis, comm);
}

/// Integral of the density times a function, by quadrature.
std::complex<double> integral(const Discretisation& d, const SpreadPoint& s, MPI_Comm comm,
                              const std::function<std::complex<double>(const Vec3&)>& function) {
  const auto rule = d.basis.quadrature(14);
  std::vector<std::vector<double>> basisAt;
  for (const auto& point : rule.points) basisAt.push_back(d.basis.evaluate(point));
  std::complex<double> sum = 0;
  for (std::size_t k = 0; k < s.element.size(); ++k)
    for (std::size_t q = 0; q < rule.points.size(); ++q) {
      double density = 0;
      for (std::size_t n = 0; n < basisAt[q].size(); ++n)
        density += s.density[k * basisAt[q].size() + n] * basisAt[q][n];
      sum += rule.weights[q] * d.problem.volume[static_cast<std::size_t>(s.element[k])] * density *
             function(pointAt(d.mesh, s.element[k], rule.points[q]));
    }
  return {sumOverRanks(comm, sum.real()), sumOverRanks(comm, sum.imag())};
}

double integralOfMonomial(const Discretisation& d, const SpreadPoint& s, const Vec3& at, int i, int j, int k) {
  return integral(d, s, MPI_COMM_WORLD,
                  [&](const Vec3& x) {
                    const Vec3 y = (1 / s.radius) * (x - at);
                    return std::pow(y[0], i) * std::pow(y[1], j) * std::pow(y[2], k);
                  })
      .real();
}

/// Polynomials about the point up to the elements' degree: 1 for the constant, one number for all three squares, 0 for
/// all others, so that every field that is a wave's is tested as by a sphere.
void expectMomentsOfASphere(const Discretisation& d, const SpreadPoint& s, const Vec3& at) {
  const int degree = std::min(d.basis.order(), spreadDegree);
  const double square = degree < 2 ? 0 : integralOfMonomial(d, s, at, 2, 0, 0);
  for (int i = 0; i <= degree; ++i)
    for (int j = 0; i + j <= degree; ++j)
      for (int k = 0; i + j + k <= degree; ++k) {
        const bool isSquare = i == 2 || j == 2 || k == 2;
        const double expected = i + j + k == 0 ? 1 : i + j + k == 2 && isSquare ? square : 0;
        EXPECT_NEAR(integralOfMonomial(d, s, at, i, j, k), expected, 1e-10)
            << "P" << d.basis.order() << ", " << i << j << k;
      }
}

TEST(SpreadSource, IsRoundWhereNothingIsNear) {
  for (const int order : allOrders) {
    const Discretisation d = cube(order, MPI_COMM_WORLD);
    const SpreadPoint s = spread(d, inside, MPI_COMM_WORLD);
    expectMomentsOfASphere(d, s, inside);
    EXPECT_NEAR(s.roughness, 1, 1e-3);
  }
}

TEST(SpreadSource, DoesNotDependOnTheNumberOfRanks) {
  for (const int order : {1, 3}) {
    const Discretisation together = cube(order, MPI_COMM_WORLD), alone = cube(order, MPI_COMM_SELF);
    const SpreadPoint a = spread(together, inside, MPI_COMM_WORLD), b = spread(alone, inside, MPI_COMM_SELF);
    EXPECT_NEAR(a.radius, b.radius, 1e-14 * b.radius);
    const auto np = static_cast<std::size_t>(together.basis.np());
    std::map<std::int64_t, std::size_t> place;
    double largest = 0;
    for (std::size_t k = 0; k < b.element.size(); ++k)
      place[alone.mesh.elementId[static_cast<std::size_t>(b.element[k])]] = k;
    for (const double density : b.density) largest = std::max(largest, std::abs(density));
    for (std::size_t k = 0; k < a.element.size(); ++k) {
      const auto found = place.find(together.mesh.elementId[static_cast<std::size_t>(a.element[k])]);
      ASSERT_NE(found, place.end());
      for (std::size_t n = 0; n < np; ++n)
        EXPECT_NEAR(a.density[k * np + n], b.density[found->second * np + n], 1e-10 * largest);
    }
    EXPECT_EQ(sumOverRanks(MPI_COMM_WORLD, static_cast<std::int64_t>(a.element.size())),
              static_cast<std::int64_t>(b.element.size()));
  }
}

/// No element on the other side of x = 0 holds any of it.
void expectNothingBeyond(const Discretisation& d, const SpreadPoint& s, double side) {
  for (const std::int32_t element : s.element) EXPECT_GT(side * centroidOf(d.mesh, element)[0], 0);
}

/// Makes all faces of the mesh in a plane a sheet where `where` holds at their centroids.
void addSheet(Discretisation& d, std::size_t axis, const FaceCondition& condition,
              const std::function<bool(const Vec3&)>& where) {
  for (std::int32_t e = 0; e < d.mesh.numElements; ++e)
    for (std::size_t f = 0; f < 4; ++f) {
      double away = 0;
      Vec3 centroid{};
      for (std::size_t v = 0; v < 4; ++v) {
        if (v == f) continue;
        const Vec3 corner = vertexOf(d.mesh, e, static_cast<int>(v));
        away = std::max(away, std::abs(corner[axis]));
        centroid = centroid + (1 / 3.0) * corner;
      }
      if (away >= 1e-9 || !where(centroid)) continue;
      const auto face = 4 * static_cast<std::size_t>(e) + f;
      d.mesh.faceKind[face] = FaceKind::boundary;
      d.problem.faceLink[face] = static_cast<std::int32_t>(d.problem.faceCondition.size());
      d.problem.faceCondition.push_back(condition);
    }
}
bool everywhere(const Vec3&) {
  return true;
}

/// Integral of what a dipole's currents are times a field.
double work(const Discretisation& d, const SpreadPoint& s, const Vec3& moment,
            const std::function<Vec3(const Vec3&)>& field) {
  const auto along = [&](const SpreadPoint& part, const Vec3& m) {
    return integral(d, part, MPI_COMM_WORLD, [&](const Vec3& x) { return dot(m, field(x)); }).real();
  };
  SpreadPoint image = s;
  image.density = s.imageDensity;
  return along(s, moment) + along(image, s.mirror->imageOf(moment));
}

// Of harmonic fields that fulfil the wall's condition a sphere gives the value in its middle; the window's quadrature
// over the elements is good to a few thousandths.
TEST(SpreadSource, BeforeAPlaneConductorTheImageBringsBackWhatLiesBehindIt) {
  const auto electric = [](const Vec3& x) { return Vec3{x[0] * x[0] - x[1] * x[1] + 1, x[0] * x[2], x[0]}; };
  const auto magnetic = [](const Vec3& x) { return Vec3{x[0] * x[2], x[0] * x[0] - x[1] * x[1] + 1, x[1]}; };
  for (const FaceCondition& wall : {electricWall, magneticWall}) {
    const auto& field = wall == electricWall ? std::function<Vec3(const Vec3&)>(electric) : magnetic;
    for (const int order : allOrders) {
      Discretisation d = cube(order, MPI_COMM_WORLD, 0);
      addSheet(d, 0, wall, everywhere);
      for (const double x : {0.3, 0.05, 1e-6, -0.1}) {
        const Vec3 at{x, 0.23, 0.37};
        const SpreadPoint s = spread(d, at, MPI_COMM_WORLD);
        expectNothingBeyond(d, s, x);
        ASSERT_TRUE(s.mirror.has_value());
        EXPECT_EQ(s.mirror->magnetic, wall == magneticWall);
        for (const Vec3& moment : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0.3, 0.5, -0.2}}) {
          const double expected = dot(moment, field(at));
          EXPECT_NEAR(work(d, s, moment, field), expected, 0.004) << "P" << order << " at " << x;
        }
      }
    }
  }
}

TEST(SpreadSource, InACornerStaysOnItsSideAndTestsFieldsAsASphereDoes) {
  for (const int order : allOrders) {
    Discretisation d = cube(order, MPI_COMM_WORLD, 0);
    addSheet(d, 0, electricWall, everywhere);
    addSheet(d, 1, electricWall, everywhere);
    for (const double x : {0.3, 0.05, 1e-6, -0.1}) {
      const Vec3 at{x, 0.07, 0.37};
      const SpreadPoint s = spread(d, at, MPI_COMM_WORLD);
      EXPECT_FALSE(s.mirror.has_value());
      expectNothingBeyond(d, s, x);
      expectMomentsOfASphere(d, s, at);
    }
  }
}

// Round the rim there is more to see than a plane's image.
TEST(SpreadSource, AtTheRimOfASheetTestsFieldsAsASphereDoes) {
  Discretisation d = cube(3, MPI_COMM_WORLD, 0);
  addSheet(d, 0, electricWall, [](const Vec3& x) { return x[1] < 0; });
  const Vec3 at{0.2, 0.1, 0.37};
  const SpreadPoint s = spread(d, at, MPI_COMM_WORLD);
  EXPECT_FALSE(s.mirror.has_value());
  expectMomentsOfASphere(d, s, at);
}

TEST(SpreadSource, StaysInItsMedium) {
  for (const int order : {1, 3}) {
    Discretisation d = cube(order, MPI_COMM_WORLD, 0);
    for (std::int32_t e = 0; e < d.mesh.numElements; ++e)
      if (centroidOf(d.mesh, e)[0] > 0) d.problem.epsilonR[static_cast<std::size_t>(e)] = 4;
    for (const double x : {0.05, -0.1}) {
      const Vec3 at{x, 0.23, 0.37};
      const SpreadPoint s = spread(d, at, MPI_COMM_WORLD);
      expectNothingBeyond(d, s, x);
      expectMomentsOfASphere(d, s, at);
    }
  }
}

TEST(SpreadSource, FitsInASingleElementThatIsAMediumOfItsOwn) {
  for (const int order : allOrders) {
    Discretisation d = cube(order, MPI_COMM_WORLD);
    const LocatedPoint place = locatePoints(d.mesh, std::span<const Vec3>(&inside, 1), MPI_COMM_WORLD).front();
    if (place.element >= 0) d.problem.epsilonR[static_cast<std::size_t>(place.element)] = 4;
    const SpreadPoint s = spread(d, inside, MPI_COMM_WORLD);
    EXPECT_EQ(sumOverRanks(MPI_COMM_WORLD, static_cast<std::int64_t>(s.element.size())), 1);
    expectMomentsOfASphere(d, s, inside);
  }
}

// What is radiated into a direction is the point's times the density's Fourier transform at the wave number, times what
// the equaliser makes of the waveform: 1, on what the mesh resolves. Up there the fit of nine taps is good to 0.5 %.
TEST(SpreadSource, RadiatesAsThePointDoesAtAllFrequenciesThatTheMeshResolves) {
  constexpr double cell = 0.5, nodesPerWavelength = 8;
  for (const int order : allOrders) {
    const Discretisation d = cube(order, MPI_COMM_WORLD);
    const SpreadPoint s = spread(d, inside, MPI_COMM_WORLD);
    for (const double share : {0.01, 0.5, 1.0}) {
      const double k = share * 2 * constants::pi * order / (nodesPerWavelength * cell);
      for (const Vec3& direction : {Vec3{1, 0, 0}, Vec3{0.6, 0, -0.8}, Vec3{1 / 3.0, 2 / 3.0, 2 / 3.0}}) {
        const auto factor = integral(d, s, MPI_COMM_WORLD,
                                     [&](const Vec3& x) { return std::polar(1.0, k * dot(direction, x - inside)); }) *
                            s.equaliser.response(k * constants::c0);
        if (mpiRank(MPI_COMM_WORLD) == 0)
          fmt::print("P{}, {} nodes per wavelength: {:.5f} {:+.5f}i\n", order, nodesPerWavelength / share,
                     factor.real(), factor.imag());
        EXPECT_NEAR(std::abs(factor - 1.0), 0, share < 1 ? 0.002 : 0.005);
      }
    }
  }
}

// In a medium with losses the wave number is complex: k^2 = w^2 mu epsilon - i w mu sigma.
TEST(SpreadSource, RadiatesAsThePointDoesInALossyMediumToo) {
  Discretisation d = cube(3, MPI_COMM_WORLD);
  constexpr double epsilonR = 4, sigma = 2;  // relative, Z0 times S/m
  for (auto& e : d.problem.epsilonR) e = epsilonR;
  for (auto& z : d.problem.sigma) z = sigma;
  const SpreadPoint s = spread(d, inside, MPI_COMM_WORLD);
  for (const double k0 : {0.3, 1.0}) {
    const std::complex<double> k = std::sqrt(std::complex<double>(k0 * k0 * epsilonR, -k0 * sigma));
    const auto factor =
        integral(d, s, MPI_COMM_WORLD,
                 [&](const Vec3& x) { return std::exp(std::complex<double>(0, 1) * k * (x - inside)[1]); }) *
        s.equaliser.response(k0 * constants::c0);
    EXPECT_NEAR(std::abs(factor - 1.0), 0, 0.003) << k0;
  }
}

}  // namespace
}  // namespace fluxtet::test
