// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A boundary condition that no case file offers: a wall of surface resistance Zs, with the reflection coefficient (Zs -
// Z) / (Zs + Z) at normal incidence. It needs a FaceCondition and no code in any engine.
#include "tests/support/engines/engineCase.hpp"

#include "lib/base/constants.hpp"
#include "lib/basis/referenceElement.hpp"

#include <algorithm>
#include <cmath>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

constexpr double length = 1.2, cell = 0.1;  // m
constexpr int probeCell = 6;

/// A parallel-plate waveguide along z filled with epsilonR = 4. A TEM pulse of Ex enters at z = 0 and meets the wall at
/// z = `length`.
class ResistiveWall : public EngineTest {
 protected:
  static constexpr double epsilonR = 4;
  static double slownessOfGuide() { return std::sqrt(epsilonR) / constants::c0; }

  static DgtdProblem guide(double reflection) {
    const KuhnBox box = makeKuhnBox({1, 1, static_cast<int>(std::lround(length / cell))}, {cell, cell, length});
    ProblemOptions options;
    options.order = order();
    options.sides = {electricWall, electricWall,      magneticWall,
                     magneticWall, absorbingBoundary, FaceCondition{reflection}};
    DgtdProblem problem = makePiece(box, options).problem;
    std::fill(problem.epsilonR.begin(), problem.epsilonR.end(), epsilonR);
    std::fill(problem.muR.begin(), problem.muR.end(), 1.0);
    std::fill(problem.sigma.begin(), problem.sigma.end(), 0.0);
    problem.waveforms = {};
    problem.waveforms.waveforms = {pulse()};
    problem.waves = {{{0, 0, 1}, {1, 0, 0}, {0, 0, 0}, 1, 0}};
    problem.waveBegin = {0};
    const ReferenceElement basis(order());
    for (std::size_t k = 0; k < problem.boundaryFace.size(); ++k) {
      if (!problem.faceCondition[k].letsWavesIn() || atFarEnd(box, problem.boundaryFace[k])) continue;
      problem.waveFace.push_back(static_cast<std::int32_t>(k));
      problem.waveOfFace.push_back(0);
      problem.waveBegin.push_back(static_cast<std::int32_t>(problem.waveOfFace.size()));
      const std::int32_t face = problem.boundaryFace[k];
      for (int m = 0; m < basis.nf(); ++m) {
        const auto lambda = basis.node(basis.faceNode(face % 4, m));
        Vec3 x{0, 0, 0};
        for (std::size_t v = 0; v < 4; ++v)
          x = x + lambda[v] * box.vertex[static_cast<std::size_t>(box.element[static_cast<std::size_t>(face / 4)][v])];
        problem.waveNode.insert(problem.waveNode.end(), x.begin(), x.end());
      }
    }
    return problem;
  }
  static bool atFarEnd(const KuhnBox& box, std::int32_t face) {
    return box.side[static_cast<std::size_t>(face / 4)][static_cast<std::size_t>(face % 4)] == 5;
  }

  /// A Gaussian pulse with a standard deviation of three cells.
  static Waveform pulse() {
    Waveform w;
    w.kind = Waveform::Kind::gaussian;
    w.width = 3 * cell * slownessOfGuide();
    w.delay = 4 * w.width;
    return w;
  }

  /// A time step somewhat below the stability limit, s.
  static double timeStep() { return 0.8 * cell / ((order() + 1) * (order() + 2)) / constants::c0; }

  /// Returns the largest difference over time between the electric field at an element's centroid and the closed form,
  /// V/m. The pulse has the amplitude 1 V/m.
  static double largestError(double reflection) {
    const DgtdProblem problem = guide(reflection);
    WaveformSet waveforms = problem.waveforms;
    const auto engine = kind().make<double>(problem);
    const ReferenceElement basis(order());
    const int element = 6 * probeCell;
    const auto weights = basis.evaluate({0.25, 0.25, 0.25, 0.25});
    const int handle = engine->points().add({{element}, {weights.begin(), weights.end()}});
    const KuhnBox box = makeKuhnBox({1, 1, static_cast<int>(std::lround(length / cell))}, {cell, cell, length});
    double z = 0;
    for (const int v : box.element[static_cast<std::size_t>(element)])
      z += box.vertex[static_cast<std::size_t>(v)][2] / 4;

    const double dt = timeStep(), step = constants::c0 * dt;
    const auto steps = static_cast<int>((2 * length * slownessOfGuide() + pulse().delay + 3 * pulse().width) / dt);
    const ElementRange all{0, problem.numElements};
    double error = 0;
    for (int n = 0; n < steps; ++n) {
      engine->fusedHalfStep({Field::H, step, (n - 0.5) * dt, n * dt}, all);
      engine->fusedHalfStep({Field::E, step, n * dt, (n + 0.5) * dt}, all);
      std::array<double, 3> E{};
      engine->points().sample(handle, Field::E, E);
      const double t = (n + 1) * dt;
      const double exact = waveforms.value(0, t - z * slownessOfGuide()) +
                           reflection * waveforms.value(0, t - (2 * length - z) * slownessOfGuide());
      error = std::max({error, std::abs(E[0] - exact), std::abs(E[1]), std::abs(E[2])});
    }
    return error;
  }
};

INSTANTIATE_TEST_SUITE_P(Engines, ResistiveWall, ::testing::ValuesIn(everyEngine()), nameOf);

// The wall's dissipative term takes the target at the start of its step, half a step late. So a part of the echo is
// late by at most half a step, and its error is at most half a step times the steepest slope of the pulse, exp(-1/2) /
// width.
TEST_P(ResistiveWall, reflectsItsShareInAmplitudeAndPhase) {
  for (const double reflection : {-0.6, 0.0, 0.5}) {
    const double error = largestError(reflection);
    EXPECT_LT(error, std::exp(-0.5) / pulse().width * timeStep() / 2) << reflection;
  }
}

}  // namespace
}  // namespace fluxtet::test
