// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/colouring.hpp"
#include "kernels/static/cuda/problem/deviceProblem.hpp"
#include "tests/gpu/support/gpuTest.hpp"
#include "tests/support/statics/plate.hpp"

#include <set>

namespace fluxtet::test {
using namespace fluxtet::statics;
using namespace fluxtet::statics::cuda;

namespace {

class ColouringTest : public GpuTest {
 protected:
  static Colouring coloured(const FemProblem& problem) {
    const auto onGpu = uploadProblem<float>(problem, nullptr);
    std::int64_t scratchBytes = 0;
    const Incidence incidence = makeIncidence(onGpu, scratchBytes, nullptr);
    return colourElements(onGpu, incidence, scratchBytes, nullptr);
  }
  template <class T>
  static std::vector<T> toHost(const DeviceBuffer<T>& buffer) {
    std::vector<T> values(buffer.size());
    buffer.toHost(values, nullptr);
    return values;
  }
};

TEST_F(ColouringTest, elementsOfOneColourDoNotMeetExceptAtCrowdedUnknowns) {
  for (const PlateOptions options :
       {PlateOptions{40, 31, 1, false}, PlateOptions{40, 31, 2, false}, PlateOptions{40, 300, 1, true}}) {
    const FemProblem problem = makePlate(options).problem;
    const std::int32_t crowded = options.floating ? problem.numDofs - 1 : -1;
    const Colouring colouring = coloured(problem);
    const auto order = toHost(colouring.order), begin = toHost(colouring.begin);
    const int nd = nodesPerElement(problem.form, problem.order);
    ASSERT_EQ(begin.size(), static_cast<std::size_t>(colouring.colours) + 1);
    EXPECT_EQ(std::set<std::int32_t>(order.begin(), order.end()).size(), problem.coefficientSet.size());
    for (int c = 0; c < colouring.colours; ++c) {
      std::set<std::int32_t> dofs;
      for (std::int32_t k = begin[c]; k < begin[c + 1]; ++k)
        for (int a = 0; a < nd; ++a) {
          const std::int32_t dof = problem.elementDof[static_cast<std::size_t>(order[k]) * nd + a];
          EXPECT_TRUE(dof < 0 || dof == crowded || dofs.insert(dof).second)
              << "dof " << dof << " twice in colour " << c;
        }
    }
  }
}

// Six triangles meet at each inner vertex, so that at least six colours are needed. A triangle has twelve neighbours,
// so that a greedy choice needs at most thirteen colours.
TEST_F(ColouringTest, coloursAreFewAndBalanced) {
  const FemProblem problem = makePlate({200, 200, 1, false}).problem;
  const ColouringReport report = coloured(problem).report;
  EXPECT_GE(report.colours, 6);
  EXPECT_LE(report.colours, 13);
  EXPECT_LT(static_cast<double>(report.largest), 1.1 * problem.numElements() / report.colours);
}

TEST_F(ColouringTest, isTheSameInEachRun) {
  const FemProblem problem = makePlate({57, 91, 1, false}).problem;
  EXPECT_EQ(toHost(coloured(problem).order), toHost(coloured(problem).order));
}

}  // namespace
}  // namespace fluxtet::test
