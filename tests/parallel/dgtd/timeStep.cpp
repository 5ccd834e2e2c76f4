// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The time step bound against the exact spectrum, against the scheme's own behaviour, and over numbers of ranks.
#include "app/dgtd/setup/discretisation.hpp"
#include "app/dgtd/setup/stability.hpp"
#include "app/dgtd/step/timeStepper.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "lib/basis/orders.hpp"
#include "tests/support/solverCase.hpp"

#include <gtest/gtest.h>
#include <omp.h>
#include <Eigen/Dense>

#include <cmath>
#include <random>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

std::string boxCase(int order, const std::string& flux, const std::string& ends, int cells) {
  return fmt::format(R"(
solver: dgtd
mesh: {{box: {{size: [1 m, 0.8 m, 1.3 m], cells: [{3}, {3}, {3}], perturb: 0.2}}}}
materials: {{dielectric: {{epsilon_r: 2.5, mu_r: 1.5, sigma: 1 mS/m}}}}
regions: {{box: dielectric}}
boundaries: {{x-: pec, x+: pmc, y-: pec, y+: pmc, z-: {2}, z+: {2}}}
dgtd: {{order: {0}, flux: {1}, precision: double}}
time: {{steps: 1}}
)",
                     order, flux, ends, cells);
}

/// A case on the ranks of a communicator, ready to compute.
struct Fixture {
  Fixture(const std::string& yaml, MPI_Comm communicator)
      : comm(communicator),
        theCase(parseDgtdCase(yaml, "test.yaml", {})),
        d(discretise(theCase, comm)),
        engine(makeCpuEngine<double>(d.problem, omp_get_max_threads())),
        exchange(makeTraceExchange<double>(*engine, d.mesh.halo, RouteChoice::automatic, comm)) {}

  StabilityEstimate estimate() { return estimateStability(*engine, *exchange, d, theCase.dgtd.scheme, comm); }

  MPI_Comm comm;
  DgtdCase theCase;
  Discretisation d;
  std::unique_ptr<FieldEngine<double>> engine;
  std::unique_ptr<TraceExchange<double>> exchange;
};

/// The largest eigenvalue of B, from its whole matrix (one rank, a small mesh).
double largestEigenvalue(Fixture& f) {
  const auto half = static_cast<Eigen::Index>(f.d.valuesPerField());
  Eigen::MatrixXd B(2 * half, 2 * half);
  std::vector<double> x(static_cast<std::size_t>(2 * half)), y(x.size());
  const auto E = std::span(x).first(static_cast<std::size_t>(half)),
             H = std::span(x).last(static_cast<std::size_t>(half));
  const bool withSigma = f.theCase.dgtd.scheme == TimeScheme::rungeKutta;
  for (Eigen::Index column = 0; column < 2 * half; ++column) {
    std::fill(x.begin(), x.end(), 0.0);
    x[static_cast<std::size_t>(column)] = 1;
    f.engine->upload(Field::E, E);
    f.engine->upload(Field::H, H);
    f.engine->krylov().apply(0, 1, withSigma);
    f.engine->download(Field::E, std::span(y).first(static_cast<std::size_t>(half)));
    f.engine->download(Field::H, std::span(y).last(static_cast<std::size_t>(half)));
    B.col(column) = Eigen::Map<const Eigen::VectorXd>(y.data(), 2 * half);
  }
  return Eigen::EigenSolver<Eigen::MatrixXd>(B, false).eigenvalues().real().maxCoeff();
}

TEST(TimeStep, TheSpectralBoundLiesAboveTheLargestEigenvalueByLessThanSixPercent) {
  if (mpiSize(MPI_COMM_WORLD) > 1) GTEST_SKIP() << "needs the whole matrix on one rank";
  for (const char* flux : {"centred", "penalised", "upwind"})
    for (const char* ends : {"pec", "absorbing"})
      for (const int order : {1, 2, 3}) {
        Fixture f(boxCase(order, flux, ends, 1), MPI_COMM_SELF);
        const double exact = largestEigenvalue(f);
        const double bound = f.estimate().spectralBound;
        EXPECT_GE(bound, exact * (1 - 1e-9)) << flux << ' ' << ends << " P" << order;
        EXPECT_LE(bound, 1.06 * exact) << flux << ' ' << ends << " P" << order;
      }
}

TEST(TimeStep, DoesNotDependOnTheNumberOfRanks) {
  for (const int order : {1, 2}) {
    const std::string yaml = boxCase(order, order == 1 ? "centred" : "penalised", "absorbing", 4);
    Fixture together(yaml, MPI_COMM_WORLD), alone(yaml, MPI_COMM_SELF);
    const auto a = together.estimate(), b = alone.estimate();
    EXPECT_EQ(a.maxStep, b.maxStep);
    EXPECT_EQ(a.limitingElement, b.limitingElement);
  }
}

TEST(TimeStep, TheEstimateTakes112ProductsWithTheOperator) {
  if (mpiSize(MPI_COMM_WORLD) == 1) GTEST_SKIP() << "counts the messages between ranks";
  Fixture f(boxCase(1, "centred", "absorbing", 4), MPI_COMM_WORLD);
  f.exchange->resetStatistics();
  f.estimate();
  EXPECT_EQ(f.exchange->statistics().messages, 2 * 112);
}

/// The element with the most energy of the eigenvector of the largest eigenvalue, by many power iterations.
std::int64_t stiffestElement(Fixture& f) {
  const auto half = f.d.valuesPerField();
  const double shift = f.estimate().spectralBound;
  f.engine->krylov().setRandom(f.d.mesh.elementId);
  std::vector<double> x[2] = {std::vector<double>(half), std::vector<double>(half)}, Bx(half);
  for (const Field field : {Field::E, Field::H}) f.engine->download(field, x[static_cast<int>(field)]);
  for (int i = 0; i < 5000; ++i) {
    for (const Field field : {Field::E, Field::H}) f.engine->upload(field, x[static_cast<int>(field)]);
    f.engine->krylov().apply(0, 1 / shift, f.theCase.dgtd.scheme == TimeScheme::rungeKutta);
    for (const Field field : {Field::E, Field::H}) {
      auto& own = x[static_cast<int>(field)];
      f.engine->download(field, Bx);
      for (std::size_t k = 0; k < half; ++k) own[k] = (own[k] + Bx[k]) / 2;
    }
  }
  const StrongestElement strongest = f.engine->krylov().strongestElement(1);
  return f.d.mesh.elementId[static_cast<std::size_t>(strongest.element)];
}

TEST(TimeStep, TheLimitingElementHoldsMostOfTheStiffestMode) {
  if (mpiSize(MPI_COMM_WORLD) > 1) GTEST_SKIP() << "needs all elements on one rank";
  // At P2 the penalised flux has two modes here that are nearly as stiff as each other, far apart.
  for (const char* flux : {"centred", "penalised", "upwind"})
    for (const int order : {1, 2}) {
      if (flux == std::string("penalised") && order == 2) continue;
      Fixture f(boxCase(order, flux, "pec", 3), MPI_COMM_SELF);
      EXPECT_EQ(f.estimate().limitingElement, stiffestElement(f)) << flux << " P" << order;
    }
}

/// Energy after `steps` leap-frog steps from random fields, relative to the start.
double growth(Fixture& f, double dt, int steps) {
  std::mt19937_64 generator(7);
  std::normal_distribution<double> normal;
  std::vector<double> values(f.d.valuesPerField());
  for (const Field field : {Field::E, Field::H}) {
    for (double& v : values) v = normal(generator);
    f.engine->upload(field, values);
  }
  const StepPlan plan{f.d.mesh.numElements, f.d.mesh.numInterior, static_cast<std::size_t>(f.d.basis.np()),
                      KernelSet::fused, dt};
  auto stepper = makeLeapFrog<double>(*f.engine, *f.exchange, plan);
  const double initial = sumOverRanks(f.comm, stepper->initialEnergy());
  for (int step = 0; step < steps; ++step) stepper->advance(step, step + 1 == steps);
  return sumOverRanks(f.comm, stepper->energy()) / initial;
}

TEST(TimeStep, LeapFrogIsStableUpToItAndUnstableEightPercentAboveIt) {
  if (mpiSize(MPI_COMM_WORLD) > 1) GTEST_SKIP() << "a property of the scheme, not of the ranks";
  for (const int order : allOrders) {
    Fixture f(boxCase(order, "centred", "pec", 3), MPI_COMM_SELF);
    const double dt = f.estimate().maxStep;
    EXPECT_LE(growth(f, dt, 2000), 1.0) << "P" << order;  // sigma > 0: the energy falls
    const double above = growth(f, 1.08 * dt, 2000);
    EXPECT_TRUE(!std::isfinite(above) || std::abs(above) > 1e3) << "P" << order << ": " << above;
  }
}

TEST(TimeStep, LeapFrogIsStableUpToItWithAbsorbingFacesToo) {
  if (mpiSize(MPI_COMM_WORLD) > 1) GTEST_SKIP() << "a property of the scheme, not of the ranks";
  for (const char* flux : {"centred", "penalised"})
    for (const int order : allOrders) {
      Fixture f(boxCase(order, flux, "absorbing", 3), MPI_COMM_SELF);
      const double dt = f.estimate().maxStep;
      // Waves leave or are damped; what stays is static: nothing may grow.
      const double soon = growth(f, dt, 300), late = growth(f, dt, 2000);
      EXPECT_LT(soon, 1) << flux << " P" << order;
      EXPECT_LE(late, soon) << flux << " P" << order;
      EXPECT_GT(late, 0) << flux << " P" << order;
    }
}

}  // namespace
}  // namespace fluxtet::test
