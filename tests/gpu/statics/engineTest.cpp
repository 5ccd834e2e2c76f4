// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Cases that the tests shared by all static engines are too small for: many thread blocks, crowded dofs, and results of
// the CPU engine to compare with.
#include "kernels/static/cuda/cgRun.hpp"
#include "kernels/static/solveErrors.hpp"
#include "kernels/static/staticEngine.hpp"
#include "tests/gpu/support/gpuTest.hpp"
#include "tests/support/statics/plate.hpp"

#include <cmath>

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

struct Method {
  AssemblyMethod assembly;
  ReductionKind reduction = ReductionKind::shuffle;
};
const std::vector<Method> methods{{AssemblyMethod::gather},
                                  {AssemblyMethod::ebe, ReductionKind::adjacent},
                                  {AssemblyMethod::ebe, ReductionKind::remapped},
                                  {AssemblyMethod::ebe, ReductionKind::shuffle},
                                  {AssemblyMethod::ebeColoured},
                                  {AssemblyMethod::ebeRecompute}};

struct Solved {
  SolveResult result;
  std::vector<double> x;
};

class StaticEngineOnGpu : public GpuTest {
 protected:
  static Solved solve(StaticEngine<double>& engine, const StaticPiece& plate, double tolerance) {
    Solved solved;
    solved.x.resize(static_cast<std::size_t>(plate.problem.numDofs));
    engine.assemble(plate.coefficients, plate.loads);
    solved.result = engine.solve({SolveSettings::Preconditioner::jacobi, tolerance, 20000}, solved.x);
    return solved;
  }
  static double difference(const std::vector<double>& a, const std::vector<double>& b) {
    double error = 0, size = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      error += (a[i] - b[i]) * (a[i] - b[i]);
      size += b[i] * b[i];
    }
    return std::sqrt(error / size);
  }
  /// Compares every method with `gather` on the CPU.
  static void expectSolutionOfCpu(const PlateOptions& options) {
    const StaticPiece plate = makePlate(options);
    const double tolerance = 1e-10;
    const Solved expected = solve(*makeCpuStaticEngine<double>(plate.problem, {}), plate, tolerance);
    for (const Method& method : methods) {
      const auto engine = makeCudaStaticEngine<double>(plate.problem, {method.assembly, method.reduction, 1, nullptr});
      const Solved solved = solve(*engine, plate, tolerance);
      // The condition number, about the number of unknowns, bounds the error by the residual. Rounding changes the
      // number of iterations by a few.
      EXPECT_LT(difference(solved.x, expected.x), tolerance * plate.problem.numDofs)
          << static_cast<int>(method.assembly);
      EXPECT_NEAR(static_cast<double>(solved.result.iterations), static_cast<double>(expected.result.iterations),
                  0.05 * static_cast<double>(expected.result.iterations))
          << static_cast<int>(method.assembly);
    }
  }
};

TEST_F(StaticEngineOnGpu, givesTheSolutionOfTheCpuEngineOverManyBlocks) {
  expectSolutionOfCpu({230, 170, 1, false});
}
TEST_F(StaticEngineOnGpu, givesTheSolutionOfTheCpuEngineAtOrderTwo) {
  expectSolutionOfCpu({70, 60, 2, false});
}
TEST_F(StaticEngineOnGpu, givesTheSolutionOfTheCpuEngineWithAnUnknownOfManyElements) {
  expectSolutionOfCpu({40, 400, 1, true});
}

TEST_F(StaticEngineOnGpu, solvesTwiceToTheSameBitsWithGather) {
  const StaticPiece plate = makePlate({120, 90, 1, true});
  const auto engine = makeCudaStaticEngine<double>(plate.problem, {});
  const Solved once = solve(*engine, plate, 1e-9), again = solve(*engine, plate, 1e-9);
  EXPECT_EQ(once.result.iterations, again.result.iterations);
  EXPECT_EQ(once.x, again.x);
}

/// One launch makes at most a thousand iterations; this solution takes several launches.
TEST_F(StaticEngineOnGpu, endsInMidflightWhenItIsToldTo) {
  const StaticPiece plate = makePlate({600, 600, 1, false});
  for (const Method& method : methods) {
    const auto engine = makeCudaStaticEngine<double>(plate.problem, {method.assembly, method.reduction, 1, nullptr});
    engine->assemble(plate.coefficients, plate.loads);
    std::vector<double> x(static_cast<std::size_t>(plate.problem.numDofs));
    int asked = 0;
    SolveSettings settings;
    settings.stop = [&] { return ++asked == 3; };
    EXPECT_THROW(engine->solve(settings, x), SolveStopped) << static_cast<int>(method.assembly);
    EXPECT_EQ(asked, 3);
  }
}

TEST(LaunchLength, isAThousandIterationsOfSmallProblemsAndAQuarterOfASecondOfLargeOnes) {
  EXPECT_EQ(statics::cuda::LaunchLength(1000).iterations(), 1000);
  statics::cuda::LaunchLength length(25'000'000);
  EXPECT_EQ(length.iterations(), 2);
  length.took(0.002, 2);
  EXPECT_EQ(length.iterations(), 250);
  length.took(0.5, 250);
  EXPECT_EQ(length.iterations(), 125);
  length.took(1, 1);
  EXPECT_EQ(length.iterations(), 1);
  length.took(0, 1);
  EXPECT_EQ(length.iterations(), 1) << "a clock that did not move tells nothing";
}

}  // namespace
}  // namespace fluxtet::test
