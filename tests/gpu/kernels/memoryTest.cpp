// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "basis/referenceElement.hpp"
#include "gpu/support/gpuTest.hpp"
#include "kernels/dgtd/cudaEngine.hpp"
#include "support/kuhnBox.hpp"

namespace fluxtet::test {
namespace {

using CudaEngineMemory = GpuTest;

/// Bytes that an engine holds once everything has been used that stays: rates, and both copies for inner products.
template <class Real>
double bytesHeld(const DgtdProblem& problem) {
  const auto engine = makeCudaEngine<Real>(problem);
  const ElementRange all{0, problem.numElements};
  if (problem.upwind)
    engine->rungeKuttaResidual(0, 0.01, 0, all);
  else
    engine->intVolume({Field::E, 0.01, 0, 0}, all);
  engine->keep(Field::E);
  engine->keep(Field::H);
  engine->synchronize();
  return static_cast<double>(engine->bytes());
}

// It decides before the first allocation whether a case fits: too low and the run fails later, too high and a GPU is not used.
TEST_F(CudaEngineMemory, predictedBytesAreThoseHeldOrUpToATenthMore) {
  const KuhnBox box = makeKuhnBox({22, 22, 22}, {1, 1, 1});
  for (int order = minOrder; order <= maxOrder; ++order)
    for (bool upwind : {false, true}) {
      ProblemOptions options;
      options.order = order;
      options.upwind = upwind;
      const DgtdProblem problem = makePiece(box, options).problem;
      const double single = static_cast<double>(cudaEngineBytes(order, problem.numElements, 0, sizeof(float), upwind));
      const double inDouble = static_cast<double>(cudaEngineBytes(order, problem.numElements, 0, sizeof(double), upwind));
      const double singleHeld = bytesHeld<float>(problem), doubleHeld = bytesHeld<double>(problem);
      EXPECT_GT(single / singleHeld, 0.99) << "P" << order << (upwind ? " upwind" : "");
      EXPECT_LT(single / singleHeld, 1.1) << "P" << order << (upwind ? " upwind" : "");
      EXPECT_GT(inDouble / doubleHeld, 0.99) << "P" << order << (upwind ? " upwind" : "");
      EXPECT_LT(inDouble / doubleHeld, 1.1) << "P" << order << (upwind ? " upwind" : "");
    }
}

}  // namespace
}  // namespace fluxtet::test
