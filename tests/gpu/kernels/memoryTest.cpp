// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "basis/referenceElement.hpp"
#include "gpu/support/gpuTest.hpp"
#include "kernels/dgtd/cudaEngine.hpp"
#include "support/kuhnBox.hpp"

namespace fluxtet::test {
namespace {

using CudaEngineMemory = GpuTest;

/// Bytes that an engine holds while the time step is estimated.
template <class Real>
double bytesHeld(const DgtdProblem& problem) {
  const auto engine = makeCudaEngine<Real>(problem);
  const std::vector<Real> zeros(static_cast<std::size_t>(problem.numElements) * 3 * nodesPerElement(problem.order));
  for (const Field field : {Field::E, Field::H}) engine->upload(field, zeros);
  engine->stabilityOperator(0, 1, false);
  engine->addToSum(1);
  engine->synchronize();
  return static_cast<double>(engine->bytes());
}

// It decides before the first allocation whether a case fits: too low and the run fails later, too high and a GPU is
// not used.
TEST_F(CudaEngineMemory, predictedBytesAreThoseHeldOrUpToATenthMore) {
  const KuhnBox box = makeKuhnBox({22, 22, 22}, {1, 1, 1});
  for (int order = minOrder; order <= maxOrder; ++order)
    for (bool upwind : {false, true}) {
      ProblemOptions options;
      options.order = order;
      options.upwind = upwind;
      const DgtdProblem problem = makePiece(box, options).problem;
      const double single = static_cast<double>(cudaEngineBytes(order, problem.numElements, 0, sizeof(float)));
      const double inDouble = static_cast<double>(cudaEngineBytes(order, problem.numElements, 0, sizeof(double)));
      const double singleHeld = bytesHeld<float>(problem), doubleHeld = bytesHeld<double>(problem);
      EXPECT_GT(single / singleHeld, 0.99) << "P" << order << (upwind ? " upwind" : "");
      EXPECT_LT(single / singleHeld, 1.1) << "P" << order << (upwind ? " upwind" : "");
      EXPECT_GT(inDouble / doubleHeld, 0.99) << "P" << order << (upwind ? " upwind" : "");
      EXPECT_LT(inDouble / doubleHeld, 1.1) << "P" << order << (upwind ? " upwind" : "");
    }
}

}  // namespace
}  // namespace fluxtet::test
