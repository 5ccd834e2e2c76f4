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

/// While a run with spectra steps: with Runge-Kutta's rates, or the kept field of the energy and the rate of the split
/// kernels.
double bytesHeldWithSpectra(const DgtdProblem& problem, int spectra) {
  const auto engine = makeCudaEngine<float>(problem);
  const ElementRange all{0, problem.numElements};
  if (problem.upwind) {
    engine->rungeKuttaResidual(0, 0, 0, all);
  } else {
    engine->intVolume({}, all);
    engine->keep(Field::H);
  }
  for (const Field field : {Field::E, Field::H}) engine->startSpectra(field, spectra / 2);
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
      const double single = static_cast<double>(cudaEngineBytes(order, problem.numElements, 0, sizeof(float), 0));
      const double inDouble = static_cast<double>(cudaEngineBytes(order, problem.numElements, 0, sizeof(double), 0));
      const double singleHeld = bytesHeld<float>(problem), doubleHeld = bytesHeld<double>(problem);
      EXPECT_GT(single / singleHeld, 0.99) << "P" << order << (upwind ? " upwind" : "");
      EXPECT_LT(single / singleHeld, 1.1) << "P" << order << (upwind ? " upwind" : "");
      EXPECT_GT(inDouble / doubleHeld, 0.99) << "P" << order << (upwind ? " upwind" : "");
      EXPECT_LT(inDouble / doubleHeld, 1.1) << "P" << order << (upwind ? " upwind" : "");
    }
}

TEST_F(CudaEngineMemory, predictedBytesWithSpectraAreThoseHeldOrUpToATenthMore) {
  constexpr int spectra = 8;
  const KuhnBox box = makeKuhnBox({22, 22, 22}, {1, 1, 1});
  for (int order = minOrder; order <= maxOrder; ++order)
    for (bool upwind : {false, true}) {
      ProblemOptions options;
      options.order = order;
      options.upwind = upwind;
      const DgtdProblem problem = makePiece(box, options).problem;
      const auto predicted =
          static_cast<double>(cudaEngineBytes(order, problem.numElements, 0, sizeof(float), spectra));
      // No field has been uploaded: the room in which it would be staged is predicted, but not held.
      const double staged = static_cast<double>(problem.numElements) * 3 * nodesPerElement(order) * sizeof(float);
      const double share = predicted / (bytesHeldWithSpectra(problem, spectra) + staged);
      EXPECT_GT(share, 0.99) << "P" << order << (upwind ? " upwind" : "");
      EXPECT_LT(share, 1.1) << "P" << order << (upwind ? " upwind" : "");
    }
}

}  // namespace
}  // namespace fluxtet::test
