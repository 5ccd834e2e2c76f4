// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Absorbing layers: half steps against the plain equations, the relaxation of a uniform field against the closed form,
// and steps without growth where layers on three sides meet.
#include "lib/base/error.hpp"
#include "tests/support/engines/engineCase.hpp"
#include "tests/support/engines/poleStates.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

using EngineLayers = EngineTest;
INSTANTIATE_TEST_SUITE_P(Engines, EngineLayers, ::testing::ValuesIn(everyEngine()), nameOf);

/// Layers in runs of elements between others without, which absorb in one, two and three directions.
void addLayers(DgtdProblem& problem) {
  problem.layers = {{{40, 0, 0}, {3, 0, 0}}, {{0, 25, 60}, {0, 8, 1}}, {{30, 90, 20}, {2, 5, 20}}};
  for (std::int32_t e = 0; e < problem.numElements; ++e)
    problem.layerIndex.push_back(e / 37 % 3 == 1 ? -1 : e / 5 % 4 - 1);
}

Piece layeredPiece(int order, const FluxChoice& flux, bool dispersive = false, bool tensors = false) {
  ProblemOptions options = richOptions(order);
  options.flux = flux;
  options.dispersive = dispersive;
  options.tensors = tensors;
  Piece piece = firstElements(raggedBox(), 277, options);
  addLayers(piece.problem);
  return piece;
}

/// The layers' states of a field as the reference takes them.
template <class Real>
ReferenceScheme::LayerStates layerStatesOf(const FieldEngine<Real>& engine, const DgtdProblem& problem, Field field) {
  const int np = nodesPerElement(problem.order);
  ReferenceScheme::LayerStates psi(static_cast<std::size_t>(problem.numElements));
  for (auto& ofElement : psi) ofElement.fill(ReferenceScheme::Nodal::Zero(np, 3));
  for (const int d : layerDirections(problem)) {
    const StateId state = findState(engine.states(), StateKind::layer, field, d);
    const auto values = toFields(downloadState(engine, state, problem), np);
    const std::vector<std::int32_t>& elements = *engine.states()[static_cast<std::size_t>(state)].elements;
    for (std::size_t k = 0; k < elements.size(); ++k)
      psi[static_cast<std::size_t>(elements[k])][static_cast<std::size_t>(d)] = values[k];
  }
  return psi;
}

double difference(const ReferenceScheme::LayerStates& a, const ReferenceScheme::LayerStates& b) {
  double sum = 0, size = 0;
  for (std::size_t e = 0; e < a.size(); ++e)
    for (std::size_t d = 0; d < 3; ++d) {
      sum += (a[e][d] - b[e][d]).squaredNorm();
      size += b[e][d].squaredNorm();
    }
  return std::sqrt(sum / size);
}

/// Takes six half steps of random fields and states, and compares fields and states after each of them. In some of the
/// elements poles, tensors and layers act together.
template <class Real>
void compareSteps(const EngineKind& kind, const Piece& piece, bool split) {
  const DgtdProblem& problem = piece.problem;
  const ReferenceScheme reference(problem);
  EngineCase<Real> test(kind, problem);
  const auto& states = test.engine->states();
  const auto ofMedia = static_cast<std::size_t>(std::count_if(states.begin(), states.end(), [](const StateInfo& state) {
    return state.kind == StateKind::pole || state.kind == StateKind::plasma;
  }));
  ASSERT_EQ(states.size(), 8 + ofMedia);
  for (StateId s = 2; s < static_cast<StateId>(states.size()); ++s) {
    const std::size_t count = downloadState(*test.engine, s, problem).size();
    auto values = randomValues<Real>(count, 10 + static_cast<unsigned>(s));
    for (Real& value : values) value *= Real(0.01);
    test.engine->uploadState(s, values);
    EXPECT_LT(relativeDifference(downloadState(*test.engine, s, problem), values), roundingTolerance<Real>());
  }
  std::array fields{test.fields(Field::E), test.fields(Field::H)};
  std::array psi{layerStatesOf(*test.engine, problem, Field::E), layerStatesOf(*test.engine, problem, Field::H)};
  const auto mediaOf = [&](Field field, const ReferenceScheme::Fields& F, const ReferenceScheme::LayerStates& psiOfF) {
    return statesOfMedia(*test.engine, problem, field, reference.stretched(F, psiOfF), richStep);
  };
  std::array x{mediaOf(Field::E, fields[0], psi[0]), mediaOf(Field::H, fields[1], psi[1])};
  for (int n = 0; n < 6; ++n) {
    const Field target = n % 2 == 0 ? Field::E : Field::H;
    const auto mine = static_cast<std::size_t>(target);
    const HalfStep half{target, richStep, (1 + n) * richTime, (1.5 + n) * richTime};
    fields[mine] = reference.halfStep(half, fields[mine], fields[1 - mine], &x[mine], &psi[mine]);
    if (split) {
      test.engine->intVolume(half, test.all);
      test.engine->intSurface(half, test.all);
      test.engine->updateField(half, test.all);
    } else {
      test.engine->fusedHalfStep(half, test.all);
    }
    // Layers amplify rounding by up to 1 + sigma step in each direction.
    const double tolerance = 4 * (n + 1) * roundingTolerance<Real>();
    EXPECT_LT(relativeDifference(test.fields(target), fields[mine]), tolerance) << "half step " << n;
    const auto enginePsi = layerStatesOf(*test.engine, problem, target);
    EXPECT_LT(difference(enginePsi, psi[mine]), tolerance) << "half step " << n;
    const auto engineX = mediaOf(target, test.fields(target), enginePsi);
    if (ofMedia > 0 && (target == Field::E || !problem.magneticPoles.empty())) {
      EXPECT_LT(statesDifference(engineX, x[mine]), tolerance) << "half step " << n;
    }
    if (problem.poles.empty() || target == Field::H) continue;
    for (const std::size_t pole : {0u, 1u})
      for (const std::size_t part : {0u, 1u})
        EXPECT_LT(statesDifference(engineX, x[mine], pole, part), tolerance)
            << "half step " << n << ", pole " << pole << ", state " << part;
  }
}

TEST_P(EngineLayers, halfStepsEqualThePlainEquations) {
  for (const FluxChoice& flux : {centredFlux, penalisedE, penalisedFlux})
    for (const bool split : {false, true}) {
      const Piece piece = layeredPiece(order(), flux);
      compareSteps<float>(kind(), piece, split);
      compareSteps<double>(kind(), piece, split);
    }
}

TEST_P(EngineLayers, halfStepsEqualThePlainEquationsInDispersiveMedia) {
  for (const FluxChoice& flux : {centredFlux, penalisedFlux})
    for (const bool split : {false, true}) {
      const Piece piece = layeredPiece(order(), flux, true);
      ASSERT_TRUE(hasDrivenMediaInLayers(piece.problem));
      compareSteps<float>(kind(), piece, split);
      compareSteps<double>(kind(), piece, split);
    }
}

// Matrices, conduction, poles and plasmas act on the stretched field.
TEST_P(EngineLayers, halfStepsEqualThePlainEquationsInAnisotropicMedia) {
  for (const FluxChoice& flux : {centredFlux, penalisedFlux})
    for (const bool split : {false, true}) {
      const Piece piece = layeredPiece(order(), flux, true, true);
      ASSERT_TRUE(hasDrivenMediaInLayers(piece.problem));
      compareSteps<float>(kind(), piece, split);
      compareSteps<double>(kind(), piece, split);
    }
}

// Poles of H in media whose tensors act on E alone, and without poles.
TEST_P(EngineLayers, halfStepsEqualThePlainEquationsWhereTensorsActOnOneField) {
  for (const bool dispersive : {false, true})
    for (const bool split : {false, true}) {
      Piece piece = layeredPiece(order(), penalisedFlux, dispersive, true);
      for (TensorMedium& medium : piece.problem.tensors) medium.muR.reset();
      if (!dispersive) {
        piece.problem.magneticPoles.clear();
        piece.problem.magneticPolesIndex.clear();
      }
      compareSteps<float>(kind(), piece, split);
      compareSteps<double>(kind(), piece, split);
    }
}

TEST_P(EngineLayers, elementsOutsideKeepTheirBits) {
  const Piece layered = layeredPiece(order(), centredFlux);
  Piece plain = layered;
  plain.problem.layers.clear();
  plain.problem.layerIndex.clear();
  EngineCase<float> a(kind(), layered.problem), b(kind(), plain.problem);
  for (const Field target : {Field::E, Field::H}) {
    const HalfStep half{target, richStep, richTime, richTime};
    const auto source = b.values(other(target));
    for (EngineCase<float>* test : {&a, &b}) test->engine->upload(other(target), source);
    a.engine->fusedHalfStep(half, a.all);
    b.engine->fusedHalfStep(half, b.all);
    const auto ofA = a.fields(target), ofB = b.fields(target);
    int changed = 0;
    for (std::size_t e = 0; e < ofA.size(); ++e) {
      if (layered.problem.layerIndex[e] < 0)
        EXPECT_EQ(ofA[e], ofB[e]) << "element " << e;
      else
        changed += ofA[e] != ofB[e] ? 1 : 0;
    }
    EXPECT_GT(changed, 50);
  }
}

TEST_P(EngineLayers, dispersiveElementsOutsideKeepTheirStep) {
  ProblemOptions options = richOptions(order());
  options.dispersive = true;
  Piece plain = firstElements(raggedBox(), 277, options);
  Piece layered = plain;
  addLayers(layered.problem);
  for (std::size_t e = 0; e < layered.problem.layerIndex.size(); ++e)
    if (!layered.problem.polesOf(e).empty()) layered.problem.layerIndex[e] = -1;
  EngineCase<float> a(kind(), layered.problem), b(kind(), plain.problem);
  const HalfStep half{Field::E, richStep, richTime, richTime};
  a.engine->fusedHalfStep(half, a.all);
  b.engine->fusedHalfStep(half, b.all);
  const auto ofA = a.fields(Field::E), ofB = b.fields(Field::E);
  int dispersive = 0;
  for (std::size_t e = 0; e < ofA.size(); ++e)
    if (layered.problem.layerIndex[e] < 0) {
      EXPECT_EQ(ofA[e], ofB[e]) << "element " << e;
      dispersive += layered.problem.polesOf(e).empty() ? 0 : 1;
    }
  EXPECT_GT(dispersive, 50);
}

TEST_P(EngineLayers, statesHaveTheElementsThatAbsorbInTheirDirection) {
  const Piece piece = layeredPiece(order(), centredFlux);
  const auto engine = kind().make<float>(piece.problem);
  const std::vector<StateInfo>& states = engine->states();
  ASSERT_EQ(states.size(), 8u);
  const char* const names[] = {"E", "H", "layerEx", "layerEy", "layerEz", "layerHx", "layerHy", "layerHz"};
  for (std::size_t s = 0; s < states.size(); ++s) EXPECT_EQ(states[s].name, names[s]);
  for (std::size_t s = 2; s < 8; ++s) {
    std::vector<std::int32_t> expected;
    for (std::int32_t e = 0; e < piece.problem.numElements; ++e)
      if (piece.problem.layerOf(e).sigma[(s - 2) % 3] != 0) expected.push_back(e);
    EXPECT_EQ(*states[s].elements, expected) << states[s].name;
  }
}

TEST_P(EngineLayers, rungeKuttaIsRefused) {
  const Piece piece = layeredPiece(order(), centredFlux);
  EngineCase<float> test(kind(), piece.problem);
  EXPECT_THROW(test.engine->rungeKuttaResidual(0, richStep, 0, test.all), RunError);
}

/// Returns the error of E at `time` after `steps` steps. A uniform E = (1, 2, 3) V/m has no curl in a box with magnetic
/// walls, so that D keeps its value. In a layer that absorbs along x, E_x = s D_x grows towards 1 + sigma / alpha, and
/// E_y = D_y / s decays towards alpha / (alpha + sigma).
double relaxationError(const EngineKind& kind, int order, int steps) {
  const double sigma = 12, alpha = 4, time = 0.2;
  ProblemOptions options;
  options.order = order;
  options.sides.fill(magneticWall);
  DgtdProblem problem = makePiece(makeKuhnBox({2, 2, 2}, {1, 1, 1}, 0.2), options).problem;
  const auto elements = static_cast<std::size_t>(problem.numElements);
  problem.layers = {{{sigma, 0, 0}, {alpha, 0, 0}}};
  problem.layerIndex.assign(elements, 0);
  EngineCase<double> test(kind, problem);
  std::vector<double> uniform(test.E.size());
  for (std::size_t i = 0; i < uniform.size(); ++i) uniform[i] = static_cast<double>(i % 3 + 1);
  test.engine->upload(Field::E, uniform);
  test.engine->upload(Field::H, std::vector<double>(uniform.size(), 0.0));
  // H stays 0 only without the curl of E, which its fluxes at magnetic walls would have: E alone is advanced.
  for (int n = 0; n < steps; ++n) test.engine->fusedHalfStep({Field::E, time / steps, 0, 0}, test.all);
  const double normal = 1 + sigma / alpha * (1 - std::exp(-alpha * time));
  const double tangential = 1 - sigma / (alpha + sigma) * (1 - std::exp(-(alpha + sigma) * time));
  const std::array exact{normal, 2 * tangential, 3 * tangential};
  const auto E = test.values(Field::E);
  double error = 0;
  for (std::size_t i = 0; i < E.size(); ++i) error = std::max(error, std::abs(E[i] - exact[i % 3]));
  return error;
}

TEST_P(EngineLayers, aUniformFieldRelaxesAsInTheClosedForm) {
  const double coarse = relaxationError(kind(), order(), 20), fine = relaxationError(kind(), order(), 40);
  EXPECT_LT(coarse, 0.02);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.1) << "the trapezoidal rule is of second order";
}

/// A box of `cells` cells of the edge 1 / cells, with layers at its upper end in each direction: `layers` sub-layers of
/// sigma h = 3, 6, ..., in front of absorbing faces. In a direction of one cell there are none, and magnetic walls.
/// Returns also 0.99 of the bound of c0 dt without layers, m.
std::pair<DgtdProblem, double> layersMeeting(const EngineKind& kind, int order, const std::array<int, 3>& cells,
                                             int layers) {
  const double h = 1.0 / cells[0];
  ProblemOptions options;
  options.order = order;
  for (std::size_t d = 0; d < 3; ++d) {
    options.sides[2 * d + 1] = cells[d] == 1 ? magneticWall : absorbingBoundary;
    if (cells[d] == 1) options.sides[2 * d] = magneticWall;
  }
  const KuhnBox box = makeKuhnBox(cells, {cells[0] * h, cells[1] * h, cells[2] * h}, 0);
  DgtdProblem problem = makePiece(box, options).problem;
  const double step = 0.99 * 2 / largestEigenvalue(kind, problem);
  // Profiles by the number of the sub-layer in each direction, 0 to `layers`.
  const int sides = layers + 1;
  for (int i = 0; i < sides * sides * sides; ++i) {
    LayerProfile profile;
    for (std::size_t d = 0; d < 3; ++d) {
      const int k = i / (d == 0 ? 1 : d == 1 ? sides : sides * sides) % sides;
      profile.sigma[d] = 3 * k / h;
      profile.alpha[d] = k == 0 ? 0 : 0.5 / k;
    }
    problem.layers.push_back(profile);
  }
  for (const auto& element : box.element) {
    int index = 0;
    for (const std::size_t d : {2u, 1u, 0u}) {
      double x = 0;
      for (const int v : element) x += box.vertex[static_cast<std::size_t>(v)][d] / 4;
      index = sides * index + (cells[d] == 1 ? 0 : std::max(0, static_cast<int>(x / h) - (cells[d] - sides)));
    }
    problem.layerIndex.push_back(index == 0 ? -1 : index);
  }
  return {std::move(problem), step};
}

// At 0.99 of the bound without layers nothing grows where sub-layers on three sides meet in edges and a corner. (With
// sigma by centroids instead of sub-layers fields grow by 1e-3 a step.)
TEST_P(EngineLayers, nothingGrowsWhereLayersMeetInACorner) {
  const int cells = order() < 3 ? 4 : 3;
  const auto [problem, step] = layersMeeting(kind(), order(), {cells, cells, cells}, 2);
  EngineCase<double> test(kind(), problem);
  const double first = fieldNorm(test);
  for (int n = 0; n < 3000; ++n) {
    test.engine->fusedHalfStep({Field::E, step, 0, 0}, test.all);
    test.engine->fusedHalfStep({Field::H, step, 0, 0}, test.all);
  }
  EXPECT_LT(fieldNorm(test), 10 * first);
}

/// Returns the largest absolute value of the eigenvalues of one step of E and H with all states.
double spectralRadius(const EngineKind& kind, const DgtdProblem& problem, double step) {
  EngineCase<double> test(kind, problem);
  const auto numStates = static_cast<StateId>(test.engine->states().size());
  std::vector<std::size_t> first{0};
  for (StateId s = 0; s < numStates; ++s)
    first.push_back(first.back() + downloadState(*test.engine, s, problem).size());
  const auto size = static_cast<Eigen::Index>(first.back());
  Eigen::MatrixXd matrix(size, size);
  Eigen::VectorXd column(size);
  for (Eigen::Index j = 0; j < size; ++j) {
    column.setZero();
    column(j) = 1;
    for (StateId s = 0; s < numStates; ++s) {
      const auto i = static_cast<std::size_t>(s);
      test.engine->uploadState(s, std::vector<double>(column.data() + first[i], column.data() + first[i + 1]));
    }
    test.engine->fusedHalfStep({Field::E, step, 0, 0}, test.all);
    test.engine->fusedHalfStep({Field::H, step, 0, 0}, test.all);
    for (StateId s = 0; s < numStates; ++s) {
      const auto values = downloadState(*test.engine, s, problem);
      std::copy(values.begin(), values.end(), matrix.col(j).data() + first[static_cast<std::size_t>(s)]);
    }
  }
  return Eigen::EigenSolver<Eigen::MatrixXd>(matrix, false).eigenvalues().cwiseAbs().maxCoeff();
}

/// Sets one anisotropic medium everywhere.
void fillWith(DgtdProblem& problem, const TensorMedium& medium) {
  const auto elements = static_cast<std::size_t>(problem.numElements);
  problem.tensors = {medium};
  problem.tensorIndex.assign(elements, 0);
  problem.epsilonR.assign(elements, medium.epsilonR ? principalValues(*medium.epsilonR)[2] : 1);
  problem.muR.assign(elements, medium.muR ? principalValues(*medium.muR)[2] : 1);
}

// All eigenvalues of a step, in front of an edge where two layers meet and, in a test that takes minutes, in front of a
// corner (docs/verification.md). Modes that no wave carries away keep an absolute value of 1.
TEST_P(EngineLayers, noEigenvalueOfAStepExceedsOneAtAnEdge) {
  if (order() > 1) GTEST_SKIP() << "the matrix of the step is too large";
  const auto [problem, step] = layersMeeting(kind(), order(), {2, 2, 1}, 1);
  EXPECT_LT(spectralRadius(kind(), problem, step), 1 + 1e-10);
}
// Poles do not change that: free charges, and a resonance.
TEST_P(EngineLayers, noEigenvalueOfAStepExceedsOneInDispersiveMedia) {
  if (order() > 1) GTEST_SKIP() << "the matrix of the step is too large";
  for (const Pole& pole : {drudePole(6, 0.5), lorentzPole(3, 5, 0.2)}) {
    auto [problem, step] = layersMeeting(kind(), order(), {2, 2, 1}, 1);
    problem.poles = {{pole}};
    problem.polesIndex.assign(static_cast<std::size_t>(problem.numElements), 0);
    EXPECT_LT(spectralRadius(kind(), problem, step), 1 + 1e-10);
  }
}
// Nor do tensors with axes along the layers' normals, alone and with conduction.
TEST_P(EngineLayers, noEigenvalueOfAStepExceedsOneInAnisotropicMedia) {
  if (order() > 1) GTEST_SKIP() << "the matrix of the step is too large";
  for (const SymmetricTensor& sigma : {SymmetricTensor{0, 0, 0}, SymmetricTensor{1, 1, 1}}) {
    auto [problem, step] = layersMeeting(kind(), order(), {2, 2, 1}, 1);
    fillWith(problem, {.epsilonR = SymmetricTensor{2, 2, 4}, .muR = SymmetricTensor{1.2, 1.2, 1}, .sigma = sigma});
    EXPECT_LT(spectralRadius(kind(), problem, step), 1 + 1e-10);
  }
}
TEST_P(EngineLayers, noEigenvalueOfAStepExceedsOneAtACorner) {
  if (order() > 1) GTEST_SKIP() << "the matrix of the step is too large";
  if (!std::getenv("FLUXTET_LONG_TESTS")) GTEST_SKIP() << "takes minutes: set FLUXTET_LONG_TESTS to run it";
  const auto [problem, step] = layersMeeting(kind(), order(), {2, 2, 2}, 1);
  const double radius = spectralRadius(kind(), problem, step);
  std::printf("spectral radius of a step - 1: %.3g\n", radius - 1);
  EXPECT_LT(radius, 1 + 1e-10);
}

/// Nodal values of a function of place, m, on all elements of a box.
std::vector<double> nodalValues(const KuhnBox& box, int order, const std::function<Vec3(const Vec3&)>& function) {
  const ReferenceElement basis(order);
  std::vector<double> values;
  for (const auto& element : box.element)
    for (int n = 0; n < basis.np(); ++n) {
      Vec3 x{0, 0, 0};
      for (std::size_t v = 0; v < 4; ++v) x = x + basis.node(n)[v] * box.vertex[static_cast<std::size_t>(element[v])];
      const Vec3 value = function(x);
      values.insert(values.end(), value.begin(), value.end());
    }
  return values;
}

/// Energy, (V/m)^2 m^3, that a pulse of Ex and Hy along z leaves in a guide with a layer and an electric wall behind
/// it, over the energy at the beginning. Along x the guide has electric walls, along y magnetic ones.
double reflectedEnergy(const EngineKind& kind, int order, double reflection, int layers) {
  const int cells = 20;
  const double h = 0.1, wall = (cells + layers) * h, thickness = layers * h;
  ProblemOptions options;
  options.order = order;
  options.sides[2] = options.sides[3] = magneticWall;
  options.sides[4] = absorbingBoundary;
  const KuhnBox box = makeKuhnBox({1, 1, cells + layers}, {h, h, wall}, 0);
  DgtdProblem problem = makePiece(box, options).problem;
  for (int k = 1; k <= layers; ++k) {
    const double power = 3, share = std::pow(double(k) / layers, power) - std::pow(double(k - 1) / layers, power);
    problem.layers.push_back({{0, 0, std::log(1 / reflection) / (2 * thickness) * layers * share}, {0, 0, 1e-3}});
  }
  const auto height = [&](int e) {
    double z = 0;
    for (const int v : box.element[static_cast<std::size_t>(e)]) z += box.vertex[static_cast<std::size_t>(v)][2] / 4;
    return z;
  };
  for (int e = 0; e < box.numElements(); ++e)
    problem.layerIndex.push_back(std::max(-1, static_cast<int>(height(e) / h) - cells));
  EngineCase<double> test(kind, problem);
  const double step = 0.02 * h / order;
  const auto pulse = [](double z) { return std::exp(-std::pow((z - 1) / 0.2, 2)); };
  test.engine->upload(Field::E, nodalValues(box, order, [&](const Vec3& x) { return Vec3{pulse(x[2]), 0, 0}; }));
  test.engine->upload(Field::H, nodalValues(box, order, [&](const Vec3& x) {
                        return Vec3{0, pulse(x[2] - step / 2), 0};
                      }));
  const double before = test.engine->energies().total();
  // There and back: the reflected pulse is in the middle of the guide again.
  const int steps = static_cast<int>(2 * (wall - 1) / step);
  for (int n = 0; n < steps; ++n) {
    test.engine->fusedHalfStep({Field::E, step, 0, 0}, test.all);
    test.engine->fusedHalfStep({Field::H, step, 0, 0}, test.all);
  }
  return test.engine->energies().total() / before;
}

/// A guide along z of cells of 0.1 m, with electric walls along x and magnetic ones along y, whose ends absorb and
/// whose medium goes on into the layer.
struct Guide {
  int inner = 12, layers = 6;              ///< cells before the layer and in it
  std::function<void(DgtdProblem&)> fill;  ///< sets the medium
  std::function<Vec3(const Vec3&)> pulse;  ///< E at the beginning, V/m
  double length = 3;                       ///< c0 t in which what is reflected comes back, m
};

/// The box of a guide of `cells` cells, and its problem with a layer of the reflection 1e-6 in a vacuum in the last
/// `layers` of them.
std::pair<KuhnBox, Piece> pieceOf(const Guide& guide, int order, int cells, int layers) {
  const double h = 0.1, thickness = layers * h;
  const KuhnBox box = makeKuhnBox({1, 1, cells}, {h, h, cells * h}, 0);
  ProblemOptions options;
  options.order = order;
  options.sides[2] = options.sides[3] = magneticWall;
  options.sides[4] = options.sides[5] = absorbingBoundary;
  Piece piece = makePiece(box, options);
  DgtdProblem& problem = piece.problem;
  guide.fill(problem);
  for (int k = 1; k <= layers; ++k) {
    const double share = (k * k - (k - 1) * (k - 1)) / double(layers * layers);
    problem.layers.push_back({{0, 0, std::log(1e6) / (2 * thickness) * layers * share}, {0, 0, 1e-3}});
  }
  if (layers == 0) return {box, piece};
  for (int e = 0; e < box.numElements(); ++e) {
    double z = 0;
    for (const int v : box.element[static_cast<std::size_t>(e)]) z += box.vertex[static_cast<std::size_t>(v)][2] / 4;
    problem.layerIndex.push_back(std::max(-1, static_cast<int>(z / h) - (cells - layers)));
  }
  return {box, piece};
}

/// Largest difference of E of a pulse in a guide with a layer and in a longer one, before the end of the latter could
/// be felt, over the largest E before the layer.
double reflectionInMedium(const EngineKind& kind, int order, const Guide& guide) {
  const auto [nearBox, near] = pieceOf(guide, order, guide.inner + guide.layers, guide.layers);
  const auto [farBox, far] = pieceOf(guide, order, 3 * guide.inner, 0);
  EngineCase<double> a(kind, near.problem), b(kind, far.problem);
  const double step = 0.5 * 2 / largestEigenvalue(kind, far.problem);
  a.engine->upload(Field::E, nodalValues(nearBox, order, guide.pulse));
  b.engine->upload(Field::E, nodalValues(farBox, order, guide.pulse));
  a.engine->upload(Field::H, std::vector<double>(a.H.size(), 0.0));
  b.engine->upload(Field::H, std::vector<double>(b.H.size(), 0.0));
  const auto innerNorm = [&](const std::vector<double>& values, const std::vector<double>* less) {
    double sum = 0;
    const int elements = guide.inner * 6;
    for (std::size_t i = 0; i < static_cast<std::size_t>(elements * nodesPerElement(order) * 3); ++i)
      sum += std::pow(values[i] - (less ? (*less)[i] : 0.0), 2);
    return std::sqrt(sum);
  };
  double worst = 0, largest = innerNorm(a.values(Field::E), nullptr);
  const int steps = static_cast<int>(guide.length / step);
  for (int n = 0; n < steps; ++n) {
    for (EngineCase<double>* test : {&a, &b}) {
      test->engine->fusedHalfStep({Field::E, step, 0, 0}, test->all);
      test->engine->fusedHalfStep({Field::H, step, 0, 0}, test->all);
    }
    if (n % 20 != 0) continue;
    const std::vector<double> ofA = a.values(Field::E), ofB = b.values(Field::E);
    worst = std::max(worst, innerNorm(ofA, &ofB));
    largest = std::max(largest, innerNorm(ofA, nullptr));
  }
  return worst / largest;
}

void expectLittle(double reflection, const std::string& what) {
  EXPECT_LT(20 * std::log10(reflection), -60) << "dB";
  EXPECT_GT(reflection, 0);
  std::printf("| reflection of a layer in %s | %.1f dB |\n", what.c_str(), 20 * std::log10(reflection));
}

// The layer continues the medium, whose poles its stretched field drives. The layers of docs/theory.md, section 3.8,
// reflect less than -60 dB of a wave at this order, of whose wavelengths the pulse holds few that are shorter.
TEST_P(EngineLayers, continueADispersiveMedium) {
  if (order() != 3) GTEST_SKIP() << "the mesh is for third order";
  for (const Field field : {Field::E, Field::H}) {
    Guide guide;
    guide.fill = [field](DgtdProblem& problem) {
      (field == Field::E ? problem.poles : problem.magneticPoles) = {{lorentzPole(1, 8, 1), debyePole(1, 0.2)}};
      (field == Field::E ? problem.polesIndex : problem.magneticPolesIndex)
          .assign(static_cast<std::size_t>(problem.numElements), 0);
    };
    guide.pulse = [](const Vec3& x) { return Vec3{std::exp(-std::pow((x[2] - 0.6) / 0.15, 2)), 0, 0}; };
    expectLittle(reflectionInMedium(kind(), order(), guide),
                 field == Field::E ? "a medium with poles of E" : "a medium with poles of H");
  }
}

// Straight ahead, with conduction, the permittivity along the normal being that of neither polarisation. A pulse
// without a mean: what conduction leaves of a static field spreads slowly and is no wave.
TEST_P(EngineLayers, continueAnAnisotropicMedium) {
  if (order() != 4) GTEST_SKIP() << "the mesh is for fourth order";
  Guide guide;
  guide.fill = [](DgtdProblem& problem) {
    fillWith(problem, {.epsilonR = SymmetricTensor{2.5, 3.5, 1.8},
                       .muR = SymmetricTensor{1.2, 1.4, 1.5},
                       .sigma = SymmetricTensor{0.3, 0.2, 0.5}});
  };
  guide.pulse = [](const Vec3& x) {
    const double z = (x[2] - 0.6) / 0.18;
    return Vec3{z * std::exp(-z * z), 0, 0};
  };
  guide.length = 4;
  expectLittle(reflectionInMedium(kind(), order(), guide), "a conducting crystal, from straight ahead");
}

// The continuous layer reflects R0 of a field at normal incidence.
TEST_P(EngineLayers, reflectAsTheContinuousLayerDoesWhereTheMeshResolvesIt) {
  if (order() < 3) GTEST_SKIP() << "the mesh does not resolve the layer well enough at this order";
  const double reflection = 1e-2, found = std::sqrt(reflectedEnergy(kind(), order(), reflection, 8));
  EXPECT_NEAR(20 * std::log10(found / reflection), 0, 0.5) << "dB";
}

}  // namespace
}  // namespace fluxtet::test
