// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Anisotropic media, magnetised plasma and poles of the permeability: half steps against the plain formulas, a tensor
// that is a number, closed forms, duality, resonances of an anisotropic cavity, and the bound of the time step.
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "tests/support/engines/engineCase.hpp"
#include "tests/support/engines/poleStates.hpp"

#include <Eigen/Dense>
#include <unsupported/Eigen/MatrixFunctions>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

class EngineTensors : public EngineTest {
 protected:
  ProblemOptions options(const FluxChoice& flux) const {
    ProblemOptions all = richOptions(order());
    all.flux = flux;
    all.dispersive = all.tensors = true;
    return all;
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, EngineTensors, ::testing::ValuesIn(everyEngine()), nameOf);

template <class Real>
void step(FieldEngine<Real>& engine, const HalfStep& half, ElementRange all, bool split) {
  if (!split) return engine.fusedHalfStep(half, all);
  engine.intVolume(half, all);
  engine.intSurface(half, all);
  engine.updateField(half, all);
}

/// Takes five half steps of random fields and states, from E on, and compares fields and states after each.
template <class Real>
void compareSteps(const EngineKind& kind, const Piece& piece, bool split) {
  const DgtdProblem& problem = piece.problem;
  const ReferenceScheme reference(problem);
  EngineCase<Real> test(kind, problem);
  const auto& states = test.engine->states();
  for (StateId s = 2; s < static_cast<StateId>(states.size()); ++s) {
    const std::size_t count = downloadState(*test.engine, s, problem).size();
    const auto values = randomValues<Real>(count, 10 + static_cast<unsigned>(s));
    test.engine->uploadState(s, values);
    EXPECT_LT(relativeDifference(downloadState(*test.engine, s, problem), values), roundingTolerance<Real>());
  }
  std::array fields{test.fields(Field::E), test.fields(Field::H)};
  std::array x{statesOfMedia(*test.engine, problem, Field::E, fields[0], richStep),
               statesOfMedia(*test.engine, problem, Field::H, fields[1], richStep)};
  for (int n = 0; n < 5; ++n) {
    const Field target = n % 2 == 0 ? Field::E : Field::H;
    const auto mine = static_cast<std::size_t>(target);
    const HalfStep half{target, richStep, (1 + n) * richTime, (1.5 + n) * richTime};
    fields[mine] = reference.halfStep(half, fields[mine], fields[1 - mine], &x[mine]);
    step(*test.engine, half, test.all, split);
    const double tolerance = 2 * (n + 1) * roundingTolerance<Real>();
    EXPECT_LT(relativeDifference(test.fields(target), fields[mine]), tolerance) << "half step " << n;
    const auto engineX = statesOfMedia(*test.engine, problem, target, test.fields(target), richStep);
    EXPECT_LT(statesDifference(engineX, x[mine]), tolerance) << "half step " << n;
  }
}

TEST_P(EngineTensors, halfStepsEqualThePlainFormulas) {
  for (const FluxChoice& flux : {centredFlux, penalisedFlux})
    for (const bool split : {false, true}) {
      const Piece piece = firstElements(raggedBox(), 277, options(flux));
      compareSteps<float>(kind(), piece, split);
      compareSteps<double>(kind(), piece, split);
    }
}

// The numbers beside tensors are the impedance that a boundary or a jump sees, which need not be a principal value.
TEST_P(EngineTensors, halfStepsEqualThePlainFormulasBesideAbsorbingBoundaries) {
  for (const FluxChoice& flux : {centredFlux, penalisedFlux})
    for (const bool split : {false, true}) {
      ProblemOptions open = options(flux);
      open.sides.fill(absorbingBoundary);
      Piece piece = firstElements(raggedBox(), 277, open);
      DgtdProblem& problem = piece.problem;
      for (std::size_t e = 0; e < problem.epsilonR.size(); ++e) {
        const TensorMedium* tensors = problem.tensorsOf(e);
        if (tensors != nullptr && tensors->epsilonR) problem.epsilonR[e] = 2.2;
        if (tensors != nullptr && tensors->muR) problem.muR[e] = 1.7;
      }
      const auto isOpen = [&](std::int32_t face) {
        const TensorMedium* tensors = problem.tensorsOf(static_cast<std::size_t>(face / 4));
        return tensors != nullptr && tensors->epsilonR &&
               problem.conditionAt(static_cast<std::size_t>(face)).dissipates();
      };
      ASSERT_GT(std::count_if(problem.boundaryFace.begin(), problem.boundaryFace.end(), isOpen), 20);
      compareSteps<float>(kind(), piece, split);
      compareSteps<double>(kind(), piece, split);
    }
}

// A half step without H takes step E_m . sigma E_m of the energy, where E_m is the mean of both times.
TEST_P(EngineTensors, aHalfStepTakesTheEnergyThatConductionTakes) {
  ProblemOptions quiet = options(centredFlux);
  quiet.dispersive = quiet.wave = quiet.currents = false;
  quiet.sides.fill(electricWall);
  Piece piece = makePiece(richBox(), quiet);
  DgtdProblem& problem = piece.problem;
  problem.magneticPoles.clear();
  problem.magneticPolesIndex.clear();
  for (TensorMedium& medium : problem.tensors) medium.plasma.reset();
  const Eigen::MatrixXd mass = ReferenceElement(order()).mass();
  for (const bool split : {false, true}) {
    EngineCase<double> test(kind(), problem);
    test.engine->upload(Field::H, std::vector<double>(test.H.size(), 0.0));
    const auto E = test.fields(Field::E);
    const double before = test.engine->energies().innerProduct(Field::E, false);
    step(*test.engine, {Field::E, richStep, 0, 0}, test.all, split);
    const double taken = before - test.engine->energies().innerProduct(Field::E, false);
    const auto after = test.fields(Field::E);
    double work = 0;
    for (std::size_t e = 0; e < E.size(); ++e) {
      const ReferenceScheme::Nodal mean = (E[e] + after[e]) / 2;
      const Eigen::Matrix3d products = mean.transpose() * mass * mean;
      const TensorMedium* tensors = problem.tensorsOf(e);
      const SymmetricTensor s = tensors != nullptr && tensors->sigma
                                    ? *tensors->sigma
                                    : SymmetricTensor{problem.sigma[e], problem.sigma[e], problem.sigma[e]};
      work += problem.volume[e] * (s.xx * products(0, 0) + s.yy * products(1, 1) + s.zz * products(2, 2) +
                                   2 * (s.xy * products(0, 1) + s.xz * products(0, 2) + s.yz * products(1, 2)));
    }
    EXPECT_GT(work, 0.001 * before);
    EXPECT_NEAR(taken, richStep * work, 1e-12 * before);
  }
}

TEST_P(EngineTensors, aMediumWithoutThemKeepsItsBitsBesideOnesThatHaveThem) {
  ProblemOptions with = options(penalisedFlux);
  Piece rich = firstElements(raggedBox(), 277, with), plain = rich;
  plain.problem.tensors.clear();
  plain.problem.tensorIndex.clear();
  plain.problem.magneticPoles.clear();
  plain.problem.magneticPolesIndex.clear();
  for (const Field target : {Field::E, Field::H}) {
    EngineCase<float> a(kind(), rich.problem), b(kind(), plain.problem);
    const HalfStep half{target, richStep, richTime, richTime};
    a.engine->fusedHalfStep(half, a.all);
    b.engine->fusedHalfStep(half, b.all);
    const auto ofA = a.fields(target), ofB = b.fields(target);
    int changed = 0;
    for (std::size_t e = 0; e < ofA.size(); ++e) {
      if (rich.problem.isPlain(e))
        EXPECT_EQ(ofA[e], ofB[e]) << "element " << e;
      else
        changed += ofA[e] != ofB[e] ? 1 : 0;
    }
    EXPECT_GT(changed, 50);
  }
}

// The numbers of these media as tensors: the same fields to rounding.
TEST_P(EngineTensors, aTensorThatIsANumberIsThatNumber) {
  for (const bool split : {false, true}) {
    ProblemOptions numbers = richOptions(order());
    numbers.flux = penalisedFlux;
    const Piece scalar = firstElements(raggedBox(), 277, numbers);
    DgtdProblem problem = scalar.problem;
    const auto isotropic = [](double value) { return SymmetricTensor{value, value, value}; };
    for (std::size_t e = 0; e < problem.epsilonR.size(); ++e) {
      problem.tensors.push_back(
          {isotropic(problem.epsilonR[e]), isotropic(problem.muR[e]), isotropic(problem.sigma[e])});
      problem.tensorIndex.push_back(static_cast<std::int32_t>(e));
    }
    EngineCase<double> a(kind(), problem), b(kind(), scalar.problem);
    for (int n = 0; n < 4; ++n) {
      const HalfStep half{n % 2 == 0 ? Field::E : Field::H, richStep, n * richTime, (n + 0.5) * richTime};
      step(*a.engine, half, a.all, split);
      step(*b.engine, half, b.all, split);
    }
    for (const Field field : {Field::E, Field::H})
      EXPECT_LT(relativeDifference(a.fields(field), b.fields(field)), 4 * roundingTolerance<double>());
    EXPECT_NEAR(a.engine->energies().total(), b.engine->energies().total(), 1e-12 * b.engine->energies().total());
  }
}

TEST_P(EngineTensors, curlsOfAuxiliaryStagesAreDividedByTheTensor) {
  ProblemOptions only = options(centredFlux);
  only.dispersive = only.wave = only.currents = false;
  only.sides.fill(electricWall);
  Piece piece = firstElements(raggedBox(), 300, only);
  const ReferenceScheme reference(piece.problem);
  for (const Field target : {Field::E, Field::H})
    for (const bool fromZero : {false, true}) {
      EngineCase<double> test(kind(), piece.problem);
      const auto before = test.fields(target), source = test.fields(other(target));
      HalfStep half{target, richStep, 0, 0};
      half.curl = CurlOnly{arrayOf(other(target)), arrayOf(target), fromZero};
      test.engine->fusedHalfStep(half, test.all);
      const auto B = reference.stabilityOperator(target, false, target == Field::E ? before : source,
                                                 target == Field::E ? source : before);
      auto expected = before;
      for (std::size_t e = 0; e < expected.size(); ++e)
        expected[e] = (fromZero ? 0 : 1) * before[e] + (target == Field::E ? 1 : -1) * richStep * B[e];
      EXPECT_LT(relativeDifference(test.fields(target), expected), 2 * roundingTolerance<double>());
    }
}

TEST_P(EngineTensors, energiesAndStabilityOperatorEqualThePlainFormulas) {
  for (const FluxChoice& flux : {centredFlux, penalisedFlux}) {
    const Piece piece = firstElements(richBox(), 77, options(flux));
    const ReferenceScheme reference(piece.problem);
    EngineCase<double> test(kind(), piece.problem);
    const auto E = test.fields(Field::E), H = test.fields(Field::H);
    for (const Field field : {Field::E, Field::H}) {
      const auto& F = field == Field::E ? E : H;
      const auto product = toFields(stabilityProduct(*test.engine, field, false, test.E.size()), test.np);
      EXPECT_LT(relativeDifference(product, reference.stabilityOperator(field, false, E, H)), 2e-13);
      const double energy = reference.innerProduct(field, F, F);
      EXPECT_NEAR(test.engine->energies().innerProduct(field, false), energy, 1e-12 * energy);
    }
    // The symmetry of B in the product of the energies: (x, B y) = (B x, y) with y = B x.
    const auto BE = reference.stabilityOperator(Field::E, false, E, H),
               BH = reference.stabilityOperator(Field::H, false, E, H);
    const auto BBE = reference.stabilityOperator(Field::E, false, BE, BH),
               BBH = reference.stabilityOperator(Field::H, false, BE, BH);
    const double left = reference.innerProduct(Field::E, E, BBE) + reference.innerProduct(Field::H, H, BBH);
    const double right = reference.innerProduct(Field::E, BE, BE) + reference.innerProduct(Field::H, BH, BH);
    EXPECT_NEAR(left, right, 1e-11 * right);
  }
}

// Each of the 3 Np numbers of a field in an element has the mean energy 1/2 in the start vector of the time step
// estimate.
TEST_P(EngineTensors, theRandomVectorIsUniformInTheEnergy) {
  const Piece piece = firstElements(raggedBox(), 300, options(centredFlux));
  EngineCase<double> test(kind(), piece.problem);
  std::vector<std::int64_t> id;
  for (std::int64_t e = 0; e < piece.problem.numElements; ++e) id.push_back(e);
  test.engine->krylov().setRandom(id);
  const double count = 3.0 * test.np * piece.problem.numElements;
  for (const Field field : {Field::E, Field::H})
    EXPECT_NEAR(test.engine->energies().innerProduct(field, false) / (count / 2), 1, 4 * std::sqrt(2 / count));
}

TEST_P(EngineTensors, statesHaveTheirNamesAndElements) {
  const Piece piece = firstElements(raggedBox(), 277, options(centredFlux));
  const auto engine = kind().make<float>(piece.problem);
  std::vector<std::string> names;
  for (const StateInfo& state : engine->states()) names.push_back(state.name);
  const std::vector<std::string> expected{"E",      "H",      "pole0a",         "pole0b",         "pole1a",
                                          "pole1b", "plasma", "magneticPole0a", "magneticPole0b", "magneticPole1a"};
  EXPECT_EQ(names, expected);
  const auto first = static_cast<std::size_t>(findState(engine->states(), StateKind::plasma));
  std::vector<std::int32_t> withPlasma;
  for (std::int32_t e = 0; e < piece.problem.numElements; ++e)
    if (const TensorMedium* tensors = piece.problem.tensorsOf(static_cast<std::size_t>(e));
        tensors != nullptr && tensors->plasma)
      withPlasma.push_back(e);
  EXPECT_EQ(*engine->states()[first].elements, withPlasma);
  EXPECT_FALSE(withPlasma.empty());
}

TEST_P(EngineTensors, rungeKuttaRefusesThem) {
  ProblemOptions only = options(centredFlux);
  only.dispersive = false;
  const Piece piece = firstElements(raggedBox(), 77, only);
  EngineCase<float> test(kind(), piece.problem);
  EXPECT_THROW(test.engine->rungeKuttaResidual(0, richStep, 0, test.all), RunError);
}

/// A box of magnetic walls, in which a uniform E has no curl.
DgtdProblem quietBox(int order) {
  ProblemOptions options;
  options.order = order;
  options.sides.fill(magneticWall);
  return makePiece(makeKuhnBox({2, 2, 2}, {1, 1, 1}, 0.2), options).problem;
}

// A uniform E moves the particles of a plasma: epsilon dE/dtau = -J, dJ/dtau = wp^2 E - nu J + Omega x J.
TEST_P(EngineTensors, aUniformFieldInAPlasmaFollowsTheClosedForm) {
  const SymmetricTensor epsilon{3, 2, 2.5, 0.4, -0.3, 0.2};
  const MagnetisedPlasma plasma{20, 3, {10, -25, 15}};
  const double time = 0.3;
  Eigen::Matrix3d M;
  M << epsilon.xx, epsilon.xy, epsilon.xz, epsilon.xy, epsilon.yy, epsilon.yz, epsilon.xz, epsilon.yz, epsilon.zz;
  Eigen::Matrix<double, 6, 6> law = Eigen::Matrix<double, 6, 6>::Zero();
  law.topRightCorner<3, 3>() = -M.inverse();
  law.bottomLeftCorner<3, 3>() = plasma.plasma * plasma.plasma * Eigen::Matrix3d::Identity();
  law.bottomRightCorner<3, 3>() << -plasma.collision, -plasma.gyration[2], plasma.gyration[1], plasma.gyration[2],
      -plasma.collision, -plasma.gyration[0], -plasma.gyration[1], plasma.gyration[0], -plasma.collision;
  Eigen::Matrix<double, 6, 1> start;
  start << 1, 2, 3, 0, 0, 0;
  const Eigen::Matrix<double, 6, 1> exact = Eigen::Matrix<double, 6, 6>(time * law).exp() * start;

  DgtdProblem problem = quietBox(order());
  const auto elements = static_cast<std::size_t>(problem.numElements);
  problem.epsilonR.assign(elements, principalValues(epsilon)[2]);
  problem.tensors = {{.epsilonR = epsilon, .plasma = plasma}};
  problem.tensorIndex.assign(elements, 0);
  std::array<double, 2> error{};
  for (int refinement = 0; refinement < 2; ++refinement) {
    const int steps = 80 << refinement;
    const auto engine = kind().make<double>(problem);
    const PlasmaStep rule = trapezoidalStep(plasma, time / steps);
    std::vector<double> E(elements * 3 * static_cast<std::size_t>(nodesPerElement(order()))), z(E.size());
    const Vec3 first = -1.0 * (rule.gamma * Vec3{1, 2, 3});
    for (std::size_t i = 0; i < E.size(); ++i) {
      E[i] = static_cast<double>(i % 3 + 1);
      z[i] = first[i % 3];
    }
    engine->upload(Field::E, E);
    engine->upload(Field::H, std::vector<double>(E.size(), 0));
    engine->uploadState(findState(engine->states(), StateKind::plasma), z);
    for (int n = 0; n < steps; ++n)
      for (const Field target : {Field::E, Field::H})
        engine->fusedHalfStep({target, time / steps, 0, 0}, {0, problem.numElements});
    const auto end = download(*engine, Field::E, E.size());
    for (std::size_t i = 0; i < E.size(); ++i)
      error[static_cast<std::size_t>(refinement)] =
          std::max(error[static_cast<std::size_t>(refinement)], std::abs(end[i] - exact(static_cast<int>(i % 3))));
  }
  EXPECT_GT((exact.head<3>() - start.head<3>()).norm(), 1);
  EXPECT_LT(error[0], 0.02);
  EXPECT_NEAR(std::log2(error[0] / error[1]), 2, 0.1);
}

/// E and H of the dual problem: E <-> H up to a sign, with poles, tensors and walls exchanged.
DgtdProblem dualOf(DgtdProblem problem) {
  std::swap(problem.epsilonR, problem.muR);
  std::swap(problem.poles, problem.magneticPoles);
  std::swap(problem.polesIndex, problem.magneticPolesIndex);
  for (TensorMedium& tensors : problem.tensors) std::swap(tensors.epsilonR, tensors.muR);
  for (FaceCondition& condition : problem.faceCondition)
    condition = condition == electricWall ? magneticWall : condition == magneticWall ? electricWall : condition;
  std::swap(problem.penalty[0], problem.penalty[1]);
  return problem;
}

// Maxwell's equations stay as they are when E becomes H, H becomes -E, epsilon becomes mu, and electric walls become
// magnetic ones. Half steps begin with H in one problem and with E in the other.
TEST_P(EngineTensors, theDualProblemHasTheDualFields) {
  ProblemOptions base;
  base.order = order();
  base.flux = penalisedFlux;
  base.sides = {electricWall, magneticWall, electricWall, electricWall, magneticWall, electricWall};
  DgtdProblem problem = makePiece(richBox(), base).problem;
  problem.magneticPoles = {{lorentzPole(2, 60, 5), debyePole(1, 0.02)}, {drudePole(40, 10)}};
  const SymmetricTensor mu{1.5, 2.5, 1.2, -0.3, 0.2, 0.4};
  problem.tensors = {{.muR = mu}};
  for (std::int32_t e = 0; e < problem.numElements; ++e) {
    problem.magneticPolesIndex.push_back(e % 3 - 1);
    problem.tensorIndex.push_back(e % 2 - 1);
    if (e % 2 == 1) problem.muR[static_cast<std::size_t>(e)] = principalValues(mu)[2];
  }
  const DgtdProblem dual = dualOf(problem);
  EngineCase<double> magnetic(kind(), problem), electric(kind(), dual);
  std::vector<double> minusE = magnetic.E;
  for (double& value : minusE) value = -value;
  electric.engine->upload(Field::E, magnetic.H);
  electric.engine->upload(Field::H, minusE);
  const double length = 0.3 * richStep;
  for (int n = 0; n < 40; ++n) {
    const Field target = n % 2 == 0 ? Field::H : Field::E;
    magnetic.engine->fusedHalfStep({target, length, 0, 0}, magnetic.all);
    electric.engine->fusedHalfStep({other(target), length, 0, 0}, electric.all);
  }
  EXPECT_LT(relativeDifference(electric.values(Field::E), magnetic.values(Field::H)),
            100 * roundingTolerance<double>());
  auto negative = electric.values(Field::H);
  for (double& value : negative) value = -value;
  EXPECT_LT(relativeDifference(negative, magnetic.values(Field::E)), 100 * roundingTolerance<double>());
  EXPECT_GT(relativeDifference(magnetic.values(Field::H), magnetic.H), 0.1);
}

/// The mode of an electric box filled with a diagonal epsilon: E_x = a_x cos(k_x x) sin(k_y y) sin(k_z z) and cyclic,
/// with (k^2 - k k^T) a = omega^2 epsilon a; mu = 1. The box and the medium are turned together.
struct AnisotropicMode {
  Eigen::Vector3d k, a;
  double omega;  ///< over c0, 1/m
  Eigen::Matrix3d turn;

  AnisotropicMode(const Eigen::Vector3d& wave, const Eigen::Vector3d& epsilon, const Eigen::Matrix3d& turnOfBox)
      : k(wave), turn(turnOfBox) {
    const Eigen::Matrix3d K = k.squaredNorm() * Eigen::Matrix3d::Identity() - k * k.transpose();
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::Matrix3d> solver(K, epsilon.asDiagonal());
    omega = std::sqrt(solver.eigenvalues()(1));  // the lower of the two waves; the first is the static one
    a = solver.eigenvectors().col(1);
  }
  Eigen::Vector3d E(const Eigen::Vector3d& at) const {
    const Eigen::Vector3d x = turn.transpose() * at, c = (k.cwiseProduct(x)).array().cos(),
                          s = k.cwiseProduct(x).array().sin();
    return turn * Eigen::Vector3d(a(0) * c(0) * s(1) * s(2), a(1) * s(0) * c(1) * s(2), a(2) * s(0) * s(1) * c(2));
  }
};

/// Relative error of E after one period of the mode, from a box of `cells` cells along each side.
double cavityError(const EngineKind& kind, int order, int cells) {
  const Vec3 size{1, 0.9, 1.2};
  const Eigen::Vector3d k(constants::pi / size[0], constants::pi / size[1], constants::pi / size[2]);
  const Eigen::Vector3d epsilon(2, 4, 3);
  const Eigen::Matrix3d turn =
      (Eigen::AngleAxisd(0.5, Eigen::Vector3d::UnitZ()) * Eigen::AngleAxisd(0.7, Eigen::Vector3d::UnitX()))
          .toRotationMatrix();
  const AnisotropicMode mode(k, epsilon, turn);
  KuhnBox box = makeKuhnBox({cells, cells, cells}, size, 0.1);
  for (Vec3& x : box.vertex) {
    const Eigen::Vector3d turned = turn * Eigen::Vector3d(x.data());
    x = {turned(0), turned(1), turned(2)};
  }
  ProblemOptions options;
  options.order = order;
  options.flux = penalisedE;
  DgtdProblem problem = makePiece(box, options).problem;
  const Eigen::Matrix3d tensor = turn * epsilon.asDiagonal() * turn.transpose();
  problem.tensors = {{.epsilonR = SymmetricTensor{tensor(0, 0), tensor(1, 1), tensor(2, 2), tensor(0, 1), tensor(0, 2),
                                                  tensor(1, 2)}}};
  problem.tensorIndex.assign(static_cast<std::size_t>(problem.numElements), 0);
  problem.epsilonR.assign(static_cast<std::size_t>(problem.numElements), epsilon.maxCoeff());

  const ReferenceElement basis(order);
  std::vector<double> E;
  for (const auto& element : box.element)
    for (int n = 0; n < basis.np(); ++n) {
      Vec3 x{0, 0, 0};
      for (std::size_t v = 0; v < 4; ++v) x = x + basis.node(n)[v] * box.vertex[static_cast<std::size_t>(element[v])];
      const Eigen::Vector3d value = mode.E(Eigen::Vector3d(x.data()));
      E.insert(E.end(), value.data(), value.data() + 3);
    }
  const auto engine = kind.make<double>(problem);
  engine->upload(Field::E, E);
  engine->upload(Field::H, std::vector<double>(E.size(), 0));
  const double period = 2 * constants::pi / mode.omega;
  const int steps =
      static_cast<int>(std::ceil(period / (0.4 * 2 / largestEigenvalue(kind, problem)) * (order > 2 ? 4 : 1)));
  const double length = period / steps;
  const ElementRange all{0, problem.numElements};
  // H is 0 at the time 0: half a step of it, then whole steps of both.
  engine->fusedHalfStep({Field::H, length / 2, 0, 0}, all);
  for (int n = 0; n < steps; ++n) {
    engine->fusedHalfStep({Field::E, length, 0, 0}, all);
    engine->fusedHalfStep({Field::H, length, 0, 0}, all);
  }
  return relativeDifference(download(*engine, Field::E, E.size()), E);
}

class EngineAnisotropicCavity : public EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, EngineAnisotropicCavity, ::testing::ValuesIn(defaultEngine()), nameOf);

TEST_P(EngineAnisotropicCavity, modesOscillateAtTheirExactFrequency) {
  const double coarse = cavityError(kind(), order(), 2), fine = cavityError(kind(), order(), 4);
  fmt::print("| anisotropic cavity, P{}, 2 and 4 cells a side | {:.3g} | {:.3g} | rate {:.2f} |\n", order(), coarse,
             fine, std::log2(coarse / fine));
  const double bound[] = {0, 0.3, 0.05, 0.01, 0.002};
  EXPECT_LT(fine, bound[order()]);
  EXPECT_GT(std::log2(coarse / fine), std::min(order(), 4) - 0.3);
}

/// The matrix of a linear map that `apply` carries out on the engine's values, columns by unit vectors.
template <class Get, class Set, class Apply>
Eigen::MatrixXd matrixBy(std::size_t size, const Get& get, const Set& set, const Apply& apply) {
  Eigen::MatrixXd matrix(size, size);
  for (std::size_t column = 0; column < size; ++column) {
    Eigen::VectorXd x = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(size));
    x(static_cast<Eigen::Index>(column)) = 1;
    set(x);
    apply();
    matrix.col(static_cast<Eigen::Index>(column)) = get();
  }
  return matrix;
}

/// An engine's fields and states as one vector.
class StateVector {
 public:
  StateVector(FieldEngine<double>& engine, const DgtdProblem& problem, int states)
      : engine_(engine), problem_(problem) {
    for (StateId s = 0; s < states; ++s) sizes_.push_back(downloadState(engine, s, problem).size());
  }
  std::size_t size() const {
    std::size_t sum = 0;
    for (const std::size_t n : sizes_) sum += n;
    return sum;
  }
  Eigen::VectorXd get() const {
    Eigen::VectorXd all(static_cast<Eigen::Index>(size()));
    Eigen::Index at = 0;
    for (std::size_t s = 0; s < sizes_.size(); ++s)
      for (const double value : downloadState(engine_, static_cast<StateId>(s), problem_)) all(at++) = value;
    return all;
  }
  void set(const Eigen::VectorXd& all) {
    Eigen::Index at = 0;
    for (std::size_t s = 0; s < sizes_.size(); ++s) {
      std::vector<double> values(sizes_[s]);
      for (double& value : values) value = all(at++);
      engine_.uploadState(static_cast<StateId>(s), values);
    }
  }

 private:
  FieldEngine<double>& engine_;
  const DgtdProblem& problem_;
  std::vector<std::size_t> sizes_;
};

double spectralRadius(const Eigen::MatrixXd& matrix) {
  return Eigen::EigenSolver<Eigen::MatrixXd>(matrix, false).eigenvalues().cwiseAbs().maxCoeff();
}

// Six elements at P1: the exact bound from the matrix of B, and the exact spectral radius of a step.
TEST(TensorStability, TheSpectralRadiusIsOneUpToTheBound) {
  if (const std::string reason = whyNoEngine(); !reason.empty()) GTEST_SKIP() << reason;
  const EngineKind kind = defaultEngineKind();
  const SymmetricTensor epsilon{3, 2, 5, 0.7, -0.4, 1.1}, mu{1.5, 2.5, 1.2, -0.3, 0.2, 0.4},
      sigma{2, 0.3, 1, 0.1, 0, 0.2};
  ProblemOptions options;
  options.flux = penalisedFlux;
  const Piece plain = makePiece(makeKuhnBox({1, 1, 1}, {0.6, 0.5, 0.4}), options);
  const auto boundOf = [&](const DgtdProblem& problem) {
    EngineCase<double> test(kind, problem);
    StateVector vector(*test.engine, problem, 2);
    return 2 / spectralRadius(matrixBy(
                   vector.size(), [&] { return vector.get(); }, [&](const Eigen::VectorXd& x) { vector.set(x); },
                   [&] { test.engine->krylov().apply(0, 1, false); }));
  };
  struct Study {
    const char* name;
    TensorMedium medium;
    std::vector<Pole> magnetic;
  };
  DgtdProblem base = plain.problem;
  const double reference = boundOf(base);
  const auto plasma = [&](double frequency, double collision, const Vec3& gyration) {
    return MagnetisedPlasma{frequency / reference, collision / reference, 1 / reference * gyration};
  };
  const Study studies[] = {
      {"epsilon and mu", {.epsilonR = epsilon, .muR = mu}, {}},
      {"epsilon, mu and sigma", {.epsilonR = epsilon, .muR = mu, .sigma = sigma}, {}},
      {"plasma", {.plasma = plasma(4, 0.1, {3, -2, 5})}, {}},
      {"plasma without collisions", {.plasma = plasma(4, 0, {0, 0, 6})}, {}},
      {"epsilon and plasma", {.epsilonR = epsilon, .plasma = plasma(2, 0, {1, 1, 0})}, {}},
      {"magnetic poles",
       {.muR = mu},
       {lorentzPole(3, 2 / reference, 0.01 / reference), debyePole(70, 0.3 * reference), drudePole(5 / reference, 0)}}};
  for (const Study& study : studies) {
    DgtdProblem problem = base;
    problem.tensors = {study.medium};
    const auto elements = static_cast<std::size_t>(problem.numElements);
    problem.tensorIndex.assign(elements, 0);
    if (study.medium.epsilonR) problem.epsilonR.assign(elements, principalValues(*study.medium.epsilonR)[2]);
    if (study.medium.muR) problem.muR.assign(elements, principalValues(*study.medium.muR)[2]);
    if (study.medium.sigma) problem.sigma.assign(elements, principalValues(*study.medium.sigma)[2]);
    const double bound = boundOf(problem);
    if (study.medium.plasma && !study.medium.epsilonR) {
      // On a GPU the matrices of the plasma's elements, whose entries are rounded, take the place of a number.
      EXPECT_NEAR(bound, reference, kind.name.starts_with("cuda") ? 1e-12 * reference : 0) << study.name;
    }
    if (!study.magnetic.empty()) {
      problem.magneticPoles = {study.magnetic};
      problem.magneticPolesIndex.assign(elements, 0);
      EXPECT_EQ(boundOf(problem), bound) << "poles of the permeability leave the bound as it is";
    }
    EngineCase<double> test(kind, problem);
    StateVector vector(*test.engine, problem, static_cast<int>(test.engine->states().size()));
    const auto radiusAt = [&](double share) {
      return spectralRadius(matrixBy(
          vector.size(), [&] { return vector.get(); }, [&](const Eigen::VectorXd& x) { vector.set(x); },
          [&] {
            test.engine->fusedHalfStep({Field::E, share * bound, 0, 0}, test.all);
            test.engine->fusedHalfStep({Field::H, share * bound, 0, 0}, test.all);
          }));
    };
    const double below = radiusAt(0.999);
    fmt::print("| spectral radius less 1 at 0.999 of the bound: {} | {:.1e} |\n", study.name, below - 1);
    EXPECT_LT(below - 1, 1e-11) << study.name;
    if (study.magnetic.empty() && !study.medium.plasma && !study.medium.sigma) {
      EXPECT_GT(radiusAt(1.01) - 1, 1e-3) << study.name << ": the bound is sharp with little damping";
    }
  }
}

}  // namespace
}  // namespace fluxtet::test
