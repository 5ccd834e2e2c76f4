// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What the CPU engine alone promises.
#include "kernels/dgtd/cpu/instructionSet.hpp"
#include "lib/base/error.hpp"
#include "tests/support/engines/engineCase.hpp"
#include "tests/unit/kernels/cpuEngines.hpp"

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

TEST(CpuEngine, downloadReturnsWhatWasUploadedBitByBit) {
  const Piece piece = makePiece(richBox(), richOptions(3));
  for (const EngineKind& kind : engineKinds()) {
    EngineCase<float> test(kind, piece.problem);
    test.E[7] = 1e-42f;  // a denormal number
    test.engine->upload(Field::E, test.E);
    EXPECT_EQ(test.values(Field::E), test.E) << kind.name;
    EXPECT_EQ(test.values(Field::H), test.H) << kind.name;
  }
}

TEST(CpuEngine, aSumComesBackBitByBitIntoAnotherEngineAndGrowsOnThereAsInTheFirst) {
  const Piece piece = makePiece(richBox(), richOptions(3));
  constexpr std::array<double, 3> weights{0.3, -0.7, 1e-3};
  for (const EngineKind& kind : engineKinds()) {
    EngineCase<float> first(kind, piece.problem), second(kind, piece.problem);
    first.engine->spectra().start(Field::E, 3);
    second.engine->spectra().start(Field::E, 3);
    first.engine->spectra().add(Field::E, weights);
    for (int sum = 0; sum < 3; ++sum)
      second.engine->spectra().upload(Field::E, sum, downloadSum(*first.engine, Field::E, sum, first.E.size()));
    for (const auto* test : {&first, &second}) test->engine->spectra().add(Field::E, weights);
    for (int sum = 0; sum < 3; ++sum)
      EXPECT_EQ(downloadSum(*second.engine, Field::E, sum, first.E.size()),
                downloadSum(*first.engine, Field::E, sum, first.E.size()))
          << kind.name << ", sum " << sum;
  }
}

TEST(CpuEngine, aSumOfTracesIsTheSameBitByBitWithMoreThreadsAndAfterARestartInAnotherEngine) {
  const Piece piece = makePiece(richBox(), richOptions(3));
  constexpr std::array<double, 2> weights{0.3, -0.7};
  std::vector<std::int32_t> faces;
  for (std::size_t face = 0; face < piece.problem.faceKind.size(); face += 3)
    if (piece.problem.faceKind[face] == FaceKind::interior) faces.push_back(static_cast<std::int32_t>(face));
  std::vector<float> whole(faces.size() * static_cast<std::size_t>(6 * nodesPerFace(3))), half = whole, found = whole;
  const auto sums = [&](EngineCase<float>& test) -> TraceSums<float>& {
    EXPECT_EQ(test.engine->traceSums().addFaces(faces), 0);
    test.engine->traceSums().start(0, Field::E, 2);
    return test.engine->traceSums();
  };
  EngineCase<float> first(cpuEngine(1), piece.problem), second(cpuEngine(3), piece.problem);
  TraceSums<float>& sumsOfFirst = sums(first);
  sumsOfFirst.add(0, Field::E, weights);
  sumsOfFirst.download(0, Field::E, 1, half);
  sumsOfFirst.add(0, Field::E, weights);
  sumsOfFirst.download(0, Field::E, 1, whole);
  EXPECT_NE(half, whole);
  TraceSums<float>& sumsOfSecond = sums(second);
  sumsOfSecond.upload(0, Field::E, 1, half);
  sumsOfSecond.add(0, Field::E, weights);
  sumsOfSecond.download(0, Field::E, 1, found);
  EXPECT_EQ(found, whole);
}

TEST(CpuEngine, innerProductOfSinglePrecisionFieldsIsSummedInDoublePrecision) {
  const Piece piece = makePiece(richBox(), richOptions(3));
  const ReferenceScheme reference(piece.problem);
  for (const EngineKind& kind : engineKinds()) {
    const EngineCase<float> test(kind, piece.problem);
    for (Field field : {Field::E, Field::H}) {
      const auto values = test.fields(field);
      const double energy = reference.innerProduct(field, values, values);
      EXPECT_NEAR(test.engine->energies().innerProduct(field, false), energy, 1e-12 * energy) << kind.name;
    }
  }
}

TEST(CpuEngine, resultsAreBitwiseIndependentOfTheNumberOfThreads) {
  const Piece piece = makePiece(richBox(), richOptions(2));
  constexpr std::array<double, 2> weights{0.3, -0.7};
  std::vector<float> E, sum;
  double energy = 0;
  for (int threads : {1, 2, 3, 5}) {
    EngineCase<float> test(cpuEngine(threads), piece.problem);
    test.engine->spectra().start(Field::H, 2);
    for (int step = 0; step < 4; ++step) {
      test.engine->fusedHalfStep({Field::H, 0.1 * richStep, richTime, richTime}, test.all);
      test.engine->spectra().add(Field::H, weights);
      test.engine->fusedHalfStep({Field::E, 0.1 * richStep, richTime, richTime}, test.all);
    }
    if (threads == 1) {
      E = test.values(Field::E);
      sum = downloadSum(*test.engine, Field::H, 1, E.size());
      energy = test.engine->energies().innerProduct(Field::E, false);
    }
    EXPECT_EQ(test.values(Field::E), E) << threads << " threads";
    EXPECT_EQ(downloadSum(*test.engine, Field::H, 1, E.size()), sum) << threads << " threads";
    EXPECT_EQ(test.engine->energies().innerProduct(Field::E, false), energy) << threads << " threads";
  }
}

TEST(CpuEngine, predictedBytesWithStatesOfPolesAreWithinFivePerCentOfTheBytesHeld) {
  ProblemOptions options;
  options.order = 2;
  DgtdProblem problem = makePiece(makeKuhnBox({12, 12, 12}, {1, 1, 1}), options).problem;
  // A region in the middle of the computing order, with one state in one part and three in the other.
  problem.poles = {{debyePole(1, 1)}, {debyePole(1, 1), lorentzPole(1, 1, 1)}};
  for (std::int32_t e = 0; e < problem.numElements; ++e)
    problem.polesIndex.push_back(e < 2000 || e >= 6000 ? -1 : e < 5000 ? 0 : 1);
  const auto engine = makeCpuEngine<float>(problem, 1);
  const EngineSize size{.order = 2,
                        .elements = problem.numElements,
                        .bytesPerReal = sizeof(float),
                        .poleElements = elementsWithPoleStates(problem),
                        .poleStates = polePositions(problem).numStates(),
                        .layers = layerSize(problem)};
  EXPECT_EQ(size.poleStates, 3);
  EXPECT_NEAR(static_cast<double>(size.poleElements), 4000, 2 * 128);
  EXPECT_NEAR(static_cast<double>(cpuEngineBytes(size)) / static_cast<double>(engine->bytes()), 1, 0.05);
}

TEST(CpuEngine, predictedBytesWithTensorsAndMagneticPolesAreWithinFivePerCentOfTheBytesHeld) {
  ProblemOptions options;
  options.order = 2;
  DgtdProblem problem = makePiece(makeKuhnBox({12, 12, 12}, {1, 1, 1}), options).problem;
  problem.magneticPoles = {{lorentzPole(1, 1, 1)}};
  problem.tensors = {{.epsilonR = SymmetricTensor{2, 3, 4}}, {.plasma = MagnetisedPlasma{1, 1, {1, 0, 0}}}};
  for (std::int32_t e = 0; e < problem.numElements; ++e) {
    problem.magneticPolesIndex.push_back(e < 3000 ? 0 : -1);
    problem.tensorIndex.push_back(e < 2000 || e >= 6000 ? -1 : e < 4000 ? 0 : 1);
  }
  const auto engine = makeCpuEngine<float>(problem, 1);
  const EngineSize size{.order = 2,
                        .elements = problem.numElements,
                        .bytesPerReal = sizeof(float),
                        .magneticPoleElements = elementsWithPoleStates(problem, Field::H),
                        .magneticPoleStates = polePositions(problem, Field::H).numStates(),
                        .tensors = tensorSize(problem)};
  EXPECT_EQ(size.magneticPoleStates, 2);
  EXPECT_NEAR(static_cast<double>(size.tensors.elements), 4000, 2 * 128);
  EXPECT_NEAR(static_cast<double>(size.tensors.ofPlasma), 2000, 2 * 128);
  EXPECT_EQ(size.tensors.ofField[static_cast<std::size_t>(Field::H)], 0);
  EXPECT_NEAR(static_cast<double>(cpuEngineBytes(size)) / static_cast<double>(engine->bytes()), 1, 0.05);
}

TEST(CpuEngine, predictedBytesWithAbsorbingLayersAreWithinFivePerCentOfTheBytesHeld) {
  ProblemOptions options;
  options.order = 2;
  DgtdProblem problem = makePiece(makeKuhnBox({12, 12, 12}, {1, 1, 1}), options).problem;
  problem.layers = {{{1, 0, 0}, {1, 0, 0}}, {{1, 2, 0}, {1, 1, 0}}};
  for (std::int32_t e = 0; e < problem.numElements; ++e)
    problem.layerIndex.push_back(e < 2000 || e >= 6000 ? -1 : e < 5000 ? 0 : 1);
  const auto engine = makeCpuEngine<float>(problem, 1);
  const EngineSize size{
      .order = 2, .elements = problem.numElements, .bytesPerReal = sizeof(float), .layers = layerSize(problem)};
  EXPECT_NEAR(static_cast<double>(size.layers.elements), 4000, 2 * 128);
  EXPECT_NEAR(static_cast<double>(size.layers.ofStates), 5000, 3 * 128);
  EXPECT_NEAR(static_cast<double>(cpuEngineBytes(size)) / static_cast<double>(engine->bytes()), 1, 0.05);
}

TEST(CpuEngine, predictedBytesAreWithinFivePerCentOfTheBytesHeld) {
  const KuhnBox box = makeKuhnBox({12, 12, 12}, {1, 1, 1});
  for (int order = minOrder; order <= maxOrder; ++order)
    for (const FluxChoice& flux : fluxChoices) {
      ProblemOptions options;
      options.order = order;
      options.flux = flux;
      const Piece piece = makePiece(box, options);
      const auto predicted = [&](int spectra) {
        return static_cast<double>(cpuEngineBytes({.order = order,
                                                   .elements = box.numElements(),
                                                   .bytesPerReal = sizeof(float),
                                                   .rungeKutta = flux.upwind,
                                                   .upwind = flux.upwind,
                                                   .fieldsWithJumps = piece.problem.numFieldsWithJumps(),
                                                   .spectra = spectra}));
      };
      const auto engine = makeCpuEngine<float>(piece.problem, 1);
      const ElementRange all{0, piece.problem.numElements};
      if (flux.upwind) {
        engine->rungeKuttaResidual(0, 0.01, 0, all);
      } else {
        for (Field field : {Field::E, Field::H}) engine->fusedHalfStep({field, 0.01, 0, 0}, all);
      }
      const auto held = [&] { return static_cast<double>(engine->bytes()); };
      const double before = held();
      EXPECT_NEAR(predicted(0) / before, 1, 0.05) << "P" << order << " " << flux.name;
      engine->spectra().start(Field::E, 4);
      engine->spectra().start(Field::H, 6);
      EXPECT_NEAR(predicted(10) / held(), 1, 0.05) << "P" << order << " " << flux.name;
      for (Field field : {Field::E, Field::H}) engine->spectra().start(field, 0);
      EXPECT_EQ(held(), before) << "P" << order << " " << flux.name;
    }
}

TEST(CpuEngine, anUnknownInstructionSetIsAnError) {
  const WithInstructionSet instructionSet("mmx");
  EXPECT_THROW(makeCpuEngine<float>(makePiece(richBox(), richOptions(1)).problem, 1), InputError);
}

}  // namespace
}  // namespace fluxtet::test
