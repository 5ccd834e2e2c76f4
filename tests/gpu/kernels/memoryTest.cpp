// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cudaEngine.hpp"
#include "lib/basis/referenceElement.hpp"
#include "tests/gpu/support/gpuTest.hpp"
#include "tests/support/kuhnBox.hpp"

#include <algorithm>
#include <functional>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

using CudaEngineMemory = GpuTest;

/// Makes the engine allocate what a step takes: the right-hand sides of Runge-Kutta, or the field that is kept for the
/// energy and, with split kernels, their right-hand side and jumps.
template <class Real>
void step(FieldEngine<Real>& engine, const DgtdProblem& problem, bool split) {
  const ElementRange all{0, problem.numElements};
  if (problem.upwind) {
    engine.rungeKuttaResidual(0, 0, 0, all);
  } else {
    if (split) engine.intVolume({}, all);
    for (const Field field : {Field::E, Field::H}) engine.fusedHalfStep({field, 0, 0, 0}, all);
    engine.energies().keep(Field::H);
  }
}

/// Bytes that an engine holds during the time step estimate or in a step, whichever are more.
template <class Real>
double bytesHeld(const DgtdProblem& problem) {
  const auto engine = makeCudaEngine<Real>(problem);
  const std::vector<Real> zeros(static_cast<std::size_t>(problem.numElements) * 3 * nodesPerElement(problem.order));
  for (const Field field : {Field::E, Field::H}) engine->upload(field, zeros);
  engine->krylov().apply(0, 1, false);
  engine->synchronize();
  const std::int64_t estimating = engine->bytes();
  engine->krylov().strongestElement(0);
  step(*engine, problem, false);
  engine->synchronize();
  return static_cast<double>(std::max(estimating, engine->bytes()));
}

/// Bytes that an engine holds in a step of a run with spectra and, with leap-frog, with split kernels.
double bytesHeldWithSpectra(const DgtdProblem& problem, int spectra) {
  const auto engine = makeCudaEngine<float>(problem);
  step(*engine, problem, true);
  for (const Field field : {Field::E, Field::H}) engine->spectra().start(field, spectra / 2);
  engine->synchronize();
  return static_cast<double>(engine->bytes());
}

/// Bytes that cudaEngineBytes() predicts before an engine is made.
template <class Real>
double bytesPredicted(const DgtdProblem& problem, int spectra = 0) {
  return static_cast<double>(cudaEngineBytes({.order = problem.order,
                                              .elements = problem.numElements,
                                              .bytesPerReal = sizeof(Real),
                                              .upwind = problem.upwind,
                                              .fieldsWithJumps = problem.numFieldsWithJumps(),
                                              .poleElements = elementsWithPoleStates(problem),
                                              .poleStates = polePositions(problem).numStates(),
                                              .magneticPoleElements = elementsWithPoleStates(problem, Field::H),
                                              .magneticPoleStates = polePositions(problem, Field::H).numStates(),
                                              .tensors = tensorSize(problem),
                                              .layers = layerSize(problem),
                                              .waves = waveSize(problem),
                                              .spectra = spectra,
                                              .splitKernels = spectra > 0 && !problem.upwind}));
}

/// Calls visit(problem) for problems of all orders and fluxes on a box of about 64,000 elements, with further options.
template <class Visit>
void forEachProblem(const Visit& visit, const std::function<ProblemOptions(const KuhnBox&)>& optionsOf = {}) {
  const KuhnBox box = makeKuhnBox({22, 22, 22}, {1, 1, 1});
  for (int order = minOrder; order <= maxOrder; ++order)
    for (const FluxChoice& flux : fluxChoices) {
      ProblemOptions options = optionsOf ? optionsOf(box) : ProblemOptions{};
      options.order = order;
      options.flux = flux;
      visit(makePiece(box, options).problem);
    }
}

void expectUpToATenthMore(double predicted, double held, const DgtdProblem& problem, double most = 1.1) {
  const double share = predicted / held;
  EXPECT_GT(share, 0.99) << "P" << problem.order << (problem.upwind ? " upwind" : "");
  EXPECT_LT(share, most) << "P" << problem.order << (problem.upwind ? " upwind" : "");
}

// The prediction decides before the first allocation whether a case fits. If it is too low the run fails later; if it
// is too high a GPU is not used that could be.
TEST_F(CudaEngineMemory, predictedBytesAreThoseHeldOrUpToATenthMore) {
  forEachProblem([](const DgtdProblem& problem) {
    expectUpToATenthMore(bytesPredicted<float>(problem), bytesHeld<float>(problem), problem);
    expectUpToATenthMore(bytesPredicted<double>(problem), bytesHeld<double>(problem), problem);
  });
}

TEST_F(CudaEngineMemory, predictedBytesWithSpectraAreThoseHeldOrUpToATenthMore) {
  constexpr int spectra = 8;
  forEachProblem([](const DgtdProblem& problem) {
    // The prediction has the staging buffer of an upload, but no field has been uploaded.
    const double staged = static_cast<double>(problem.numElements) * 3 * nodesPerElement(problem.order) * sizeof(float);
    const double held = bytesHeldWithSpectra(problem, spectra) + staged;
    expectUpToATenthMore(bytesPredicted<float>(problem, spectra), held, problem);
  });
}

// Waves through all sides and through the plane in the middle: a cell has six elements, a row 22 cells.
TEST_F(CudaEngineMemory, predictedBytesOfIncidentWavesAreThoseHeldOrUpToATenthMore) {
  forEachProblem(
      [](const DgtdProblem& problem) {
        expectUpToATenthMore(bytesPredicted<float>(problem), bytesHeld<float>(problem), problem);
        expectUpToATenthMore(bytesPredicted<double>(problem), bytesHeld<double>(problem), problem);
      },
      [](const KuhnBox& box) {
        ProblemOptions options;
        options.sides.fill(absorbingBoundary);
        options.wave = true;
        for (std::size_t e = 0; e < box.element.size(); ++e) options.totalField.push_back(e % 132 < 66);
        return options;
      });
}

TEST_F(CudaEngineMemory, predictedBytesWithStatesOfPolesAreThoseHeldOrUpToATenthMore) {
  forEachProblem([](DgtdProblem problem) {
    if (problem.upwind) return;
    problem.poles = {{debyePole(1, 1)}, {debyePole(1, 1), lorentzPole(1, 1, 1)}};
    for (std::int32_t e = 0; e < problem.numElements; ++e)
      problem.polesIndex.push_back(e < 10000 || e >= 40000 ? -1 : e < 30000 ? 0 : 1);
    expectUpToATenthMore(bytesPredicted<float>(problem), bytesHeld<float>(problem), problem);
  });
}

TEST_F(CudaEngineMemory, predictedBytesWithTensorsAndMagneticPolesAreThoseHeldOrSomewhatMore) {
  forEachProblem([](DgtdProblem problem) {
    if (problem.upwind) return;
    problem.magneticPoles = {{lorentzPole(1, 1, 1)}};
    problem.tensors = {{.epsilonR = SymmetricTensor{2, 3, 4}}, {.plasma = MagnetisedPlasma{1, 1, {1, 0, 0}}}};
    for (std::int32_t e = 0; e < problem.numElements; ++e) {
      problem.magneticPolesIndex.push_back(e < 20000 ? 0 : -1);
      problem.tensorIndex.push_back(e < 10000 || e >= 40000 ? -1 : e < 30000 ? 0 : 1);
    }
    // Matrices are counted for all uses, of which a run has some; at P1 they weigh a sixth of all.
    const double most = problem.order == 1 ? 1.2 : 1.1;
    expectUpToATenthMore(bytesPredicted<float>(problem), bytesHeld<float>(problem), problem, most);
  });
}

}  // namespace
}  // namespace fluxtet::test
