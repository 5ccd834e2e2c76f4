// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Conjugate gradients on a GPU whose loop the host drives, against the kernel that runs the whole iteration.
#include "kernels/static/cuda/vectorKernels.hpp"
#include "kernels/static/cuda/vectorSystem.hpp"
#include "kernels/static/solveErrors.hpp"
#include "tests/gpu/support/gpuTest.hpp"
#include "tests/support/statics/plate.hpp"

#include <cmath>

namespace fluxtet::test {
using namespace fluxtet::statics;
using namespace fluxtet::statics::cuda;

namespace {

/// Two steps of Jacobi's method as a preconditioner: M^-1 = D^-1 (2 D - A) D^-1. It is positive definite, because the
/// eigenvalues of D^-1 A are below 2 on triangles of order 1.
class TwoJacobiSteps final : public Preconditioner<double> {
 public:
  TwoJacobiSteps(DeviceOperator<double>& A, const double* diagonal, std::int64_t size)
      : A_(A), diagonal_(diagonal), size_(size), y_(static_cast<std::size_t>(size)), w_(y_.size()) {}
  double apply(const double* r, double* z) const override {
    solveDiagonal(y_.data(), r, diagonal_, nullptr, size_, partials_, nullptr);
    A_.apply(y_.data(), w_.data(), nullptr);
    addScaled(w_.data(), -2.0, r, size_, nullptr);
    solveDiagonal(z, static_cast<const double*>(w_.data()), diagonal_, nullptr, size_, partials_, nullptr);
    addScaled(z, -2.0, static_cast<const double*>(z), size_, nullptr);
    return innerProduct(r, static_cast<const double*>(z), nullptr, size_, partials_, nullptr);
  }

 private:
  DeviceOperator<double>& A_;
  const double* diagonal_;
  std::int64_t size_;
  mutable DeviceBuffer<double> y_, w_, partials_;
};

class VectorSystem : public GpuTest {
 protected:
  struct Solved {
    CgState end;
    std::vector<double> x;
  };
  void SetUp() override {
    GpuTest::SetUp();
    if (IsSkipped()) return;
    plate_ = makePlate({90, 70, 1, false});
    problem_ = uploadProblem<double>(plate_.problem, nullptr);
    uploadValues(problem_, plate_.coefficients, plate_.loads, nullptr);
    elements_ = makeRecomputeOperator(problem_);
    StageTimes times;
    std::int64_t scratchBytes = 0;
    elements_->assemble(times, scratchBytes, nullptr);
    const auto size = static_cast<std::size_t>(problem_.numDofs);
    diagonal_ = DeviceBuffer<double>(size);
    diagonal_.zero(nullptr);
    addDiagonals(problem_, diagonal_.data(), nullptr);
    for (std::size_t i = 0; i < size; ++i) load_.push_back(std::sin(0.37 * static_cast<double>(i)));
  }
  Solved solve(const Preconditioner<double>& M) const {
    const OverRanks<double> A(*elements_, nullptr, problem_.numDofs, nullptr);
    DeviceBuffer<double> x(load_.size()), r(load_.size());
    x.zero(nullptr);
    r.fromHost(load_, nullptr);
    cuda::VectorSystem<double> system(A, M, x.data(), r.data(), problem_.numDofs, nullptr);
    const double gamma = system.applyPreconditioner();
    const CgLimits limits{1e-24 * gamma, 20000, 2000};
    Solved solved{startState(gamma, limits), std::vector<double>(load_.size())};
    conjugateGradients(system, solved.end, limits, {});
    x.toHost(solved.x, nullptr);
    return solved;
  }
  Jacobi<double> jacobi() const { return {diagonal_.data(), nullptr, problem_.numDofs, nullptr}; }
  static double difference(const std::vector<double>& a, const std::vector<double>& b) {
    double error = 0, size = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      error += (a[i] - b[i]) * (a[i] - b[i]);
      size += b[i] * b[i];
    }
    return std::sqrt(error / size);
  }

  StaticPiece plate_;
  DeviceProblem<double> problem_;
  std::unique_ptr<ElementOperator<double>> elements_;
  DeviceBuffer<double> diagonal_;
  std::vector<double> load_;
};

TEST_F(VectorSystem, givesTheSolutionOfTheKernelOfTheWholeIteration) {
  const Solved solved = solve(jacobi());
  DeviceBuffer<double> x(load_.size()), r(load_.size());
  x.zero(nullptr);
  r.fromHost(load_, nullptr);
  DeviceBuffer<double> z(load_.size()), partials;
  const double gamma =
      solveDiagonal(z.data(), static_cast<const double*>(r.data()), static_cast<const double*>(diagonal_.data()),
                    nullptr, problem_.numDofs, partials, nullptr);
  const CgState end =
      elements_->solve({r.data(), x.data(), diagonal_.data(), gamma, {1e-24 * gamma, 20000, 2000}, {}}, nullptr);
  std::vector<double> expected(load_.size());
  x.toHost(expected, nullptr);
  EXPECT_EQ(end.status, CgState::converged);
  EXPECT_EQ(solved.end.status, CgState::converged);
  // The condition number, about the number of unknowns, bounds the error by the residual.
  EXPECT_LT(difference(solved.x, expected), 1e-12 * static_cast<double>(load_.size()));
  EXPECT_NEAR(static_cast<double>(solved.end.iteration), static_cast<double>(end.iteration),
              0.05 * static_cast<double>(end.iteration));
}

TEST_F(VectorSystem, takesAnyPreconditioner) {
  const Solved one = solve(jacobi()), two = solve(TwoJacobiSteps(*elements_, diagonal_.data(), problem_.numDofs));
  EXPECT_EQ(two.end.status, CgState::converged);
  EXPECT_LT(difference(two.x, one.x), 1e-12 * static_cast<double>(load_.size()));
  // Two steps of Jacobi map an eigenvalue e to e (2 - e). The condition number is then half, and the number of
  // iterations 1 / sqrt 2 of that with one step.
  EXPECT_LT(static_cast<double>(two.end.iteration), 0.8 * static_cast<double>(one.end.iteration));
}

}  // namespace
}  // namespace fluxtet::test
