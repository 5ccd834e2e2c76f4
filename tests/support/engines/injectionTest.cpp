// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Incident waves that enter through interior faces between total field and scattered field.
#include "tests/support/engines/engineCase.hpp"

#include "lib/base/constants.hpp"
#include "lib/basis/referenceElement.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <utility>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

using Values = std::vector<double>;

/// One wave in vacuum, in the total field and through all injected faces; the sides of the box absorb.
struct OneWave {
  OneWave(const KuhnBox& meshOfBox, std::vector<bool> inTotalField, int order, const FluxChoice& flux,
          const WaveformSet& waveforms)
      : box(meshOfBox), totalField(std::move(inTotalField)) {
    ProblemOptions options;
    options.order = order;
    options.flux = flux;
    options.sides.fill(absorbingBoundary);
    options.totalField = totalField;
    problem = makePiece(box, options).problem;
    problem.waveforms = waveforms;
    problem.waves = {{{0.48, 0.64, 0.6}, {0.8, -0.6, 0}, 0.5 * (box.vertex.front() + box.vertex.back()), 1, 0}};
    const std::size_t count = problem.numIncident();
    problem.waveOfFace.assign(count, 0);
    problem.waveBegin.clear();
    for (std::size_t i = 0; i <= count; ++i) problem.waveBegin.push_back(static_cast<std::int32_t>(i));
  }

  /// Returns the wave at `time`, s, in the elements of the total field and 0 in the others, [element][node][xyz], V/m.
  Values exact(Field field, double time) const {
    const ReferenceElement basis(problem.order);
    const IncidentWave& wave = problem.waves[0];
    Values values;
    for (std::size_t e = 0; e < box.element.size(); ++e)
      for (int n = 0; n < basis.np(); ++n) {
        Vec3 x{0, 0, 0};
        for (std::size_t v = 0; v < 4; ++v)
          x = x + basis.node(n)[v] * box.vertex[static_cast<std::size_t>(box.element[e][v])];
        const double w = problem.waveforms.value(0, time - dot(wave.direction, x - wave.origin) / constants::c0);
        const Vec3 E = (totalField[e] ? w : 0) * wave.polarization;
        const Vec3 value = field == Field::E ? E : cross(wave.direction, E);
        values.insert(values.end(), value.begin(), value.end());
      }
    return values;
  }

  KuhnBox box;
  std::vector<bool> totalField;
  DgtdProblem problem;
};

/// A waveform that is linear in time, so that leap-frog and elements of any order are exact.
WaveformSet linearInTime() {
  WaveformSet set;
  set.tableTime = {-2e-8, 3e-8};
  set.tableValue = {-19, 31};
  Waveform w;
  w.kind = Waveform::Kind::table;
  w.tableSize = 2;
  set.waveforms = {w};
  return set;
}

/// Returns whether each element of a box of cubic cells of 1 m is at least `distance` cells away from all sides.
std::vector<bool> awayFromSides(const KuhnBox& box, int distance) {
  std::vector<bool> away;
  for (const auto& element : box.element)
    away.push_back(std::all_of(element.begin(), element.end(), [&](int v) {
      const Vec3 low = box.vertex[static_cast<std::size_t>(v)] - box.vertex.front();
      const Vec3 high = box.vertex.back() - box.vertex[static_cast<std::size_t>(v)];
      return std::min({low[0], low[1], low[2], high[0], high[1], high[2]}) > distance - 0.5;
    }));
  return away;
}

/// Returns the problem without its injected faces. It may have no wave faces.
DgtdProblem withoutInjection(DgtdProblem problem) {
  problem.injectedFace.clear();
  problem.injectedSign.clear();
  problem.waveNode.clear();
  problem.waveBegin.clear();
  problem.waveOfFace.clear();
  return problem;
}

/// Lets the wave of a port enter through every other one of the injected faces that have both sides, in the place of
/// plane waves. Its profiles are no fields of a mode, and its E and H follow different waveforms.
DgtdProblem withPort(DgtdProblem problem) {
  const auto nf = static_cast<std::size_t>(nodesPerFace(problem.order));
  const auto waveOfPort = static_cast<std::int32_t>(problem.waves.size());
  IncidentWave port;
  port.amplitude = 1.5;
  port.waveform = 0;
  port.waveformOfH = 1;
  problem.waves.push_back(port);
  problem.profileOfFace.assign(problem.numIncident(), -1);
  std::vector<std::int32_t> begin{0}, waveOf;
  for (std::size_t i = 0; i < problem.numIncident(); ++i) {
    const auto face = static_cast<std::size_t>(problem.incidentFace(i));
    const bool isInterior = i >= problem.waveFace.size() && problem.faceKind[face] == FaceKind::interior;
    const std::int32_t across = isInterior ? problem.injectedIndex(problem.faceLink[face]) : -1;
    const std::size_t other = problem.waveFace.size() + static_cast<std::size_t>(std::max(across, 0));
    if (across >= 0 && other < i) problem.profileOfFace[i] = problem.profileOfFace[other];
    if (across >= 0 && other > i && i % 2 == 0) {
      problem.profileOfFace[i] = static_cast<std::int32_t>(problem.waveProfile.size() / (6 * nf));
      for (std::size_t k = 0; k < 6 * nf; ++k)
        problem.waveProfile.push_back(std::sin(static_cast<double>(problem.waveProfile.size() + 1)));
    }
    if (problem.profileOfFace[i] >= 0)
      waveOf.push_back(waveOfPort);
    else
      waveOf.insert(waveOf.end(), problem.waveOfFace.begin() + problem.waveBegin[i],
                    problem.waveOfFace.begin() + problem.waveBegin[i + 1]);
    begin.push_back(static_cast<std::int32_t>(waveOf.size()));
  }
  problem.waveBegin = std::move(begin);
  problem.waveOfFace = std::move(waveOf);
  return problem;
}

double decibels(double ratio) {
  return 20 * std::log10(ratio);
}

class EngineInjection : public EngineTest {
 protected:
  static ProblemOptions options(const FluxChoice& flux) {
    ProblemOptions result = richOptions(order());
    result.flux = flux;
    result.totalField = insideOf(raggedBox());
    return result;
  }
  template <class Real>
  using Step = std::function<void(FieldEngine<Real>&, const HalfStep&, ElementRange)>;
  template <class Real>
  static void fused(FieldEngine<Real>& engine, const HalfStep& half, ElementRange all) {
    engine.fusedHalfStep(half, all);
  }
  template <class Real>
  static void split(FieldEngine<Real>& engine, const HalfStep& half, ElementRange all) {
    engine.intVolume(half, all);
    engine.intSurface(half, all);
    engine.updateField(half, all);
  }

  /// Half steps of random fields, with waves at absorbing boundaries and injected faces, five media and currents.
  template <class Real>
  static void compareWithFormulas(const FluxChoice& flux, bool withWavesOfPorts = false) {
    const Piece piece = makePiece(raggedBox(), options(flux));
    ASSERT_GT(piece.problem.injectedFace.size(), 20U);
    ASSERT_GT(piece.problem.waveFace.size(), 20U);
    const DgtdProblem problem = withWavesOfPorts ? withPort(piece.problem) : piece.problem;
    ASSERT_EQ(withWavesOfPorts, problem.waveProfile.size() > 60 * static_cast<std::size_t>(nodesPerFace(order())));
    const ReferenceScheme reference(problem);
    for (const Step<Real>& step : {Step<Real>(fused<Real>), Step<Real>(split<Real>)}) {
      EngineCase<Real> test(kind(), problem);
      for (int i = 0; i < 3; ++i) {
        const Field target = i % 2 == 0 ? Field::E : Field::H;
        const HalfStep half{target, richStep, (1 + 0.2 * i) * richTime, (1.4 + 0.1 * i) * richTime};
        const auto expected = reference.halfStep(half, test.fields(target), test.fields(other(target)));
        step(*test.engine, half, test.all);
        EXPECT_LT(relativeDifference(test.fields(target), expected), roundingTolerance<Real>())
            << flux.name << ", half step " << i;
      }
    }
  }

  template <class Real>
  static void compareResidual(const FluxChoice& flux) {
    const Piece piece = makePiece(raggedBox(), options(flux));
    const ReferenceScheme reference(piece.problem);
    EngineCase<Real> test(kind(), piece.problem);
    auto E = test.fields(Field::E), H = test.fields(Field::H);
    const auto rateE = reference.timeDerivative(Field::E, E, H, richTime);
    const auto rateH = reference.timeDerivative(Field::H, E, H, richTime);
    test.engine->rungeKuttaResidual(0, richStep, richTime, test.all);
    test.engine->rungeKuttaUpdate(0.5, test.all);
    for (std::size_t e = 0; e < E.size(); ++e) {
      E[e] += 0.5 * richStep * rateE[e];
      H[e] += 0.5 * richStep * rateH[e];
    }
    EXPECT_LT(relativeDifference(test.fields(Field::E), E), roundingTolerance<Real>()) << flux.name;
    EXPECT_LT(relativeDifference(test.fields(Field::H), H), roundingTolerance<Real>()) << flux.name;
  }

  /// Takes leap-frog steps with a wave that is linear in time and space.
  static void expectLinearWave(const FluxChoice& flux, const Step<double>& step) {
    const OneWave wave(raggedBox(), insideOf(raggedBox()), order(), flux, linearInTime());
    const auto engine = kind().make<double>(wave.problem);
    const double length = 0.2 * richStep, dt = length / constants::c0;
    const ElementRange all{0, wave.problem.numElements};
    engine->upload(Field::E, wave.exact(Field::E, 0));
    engine->upload(Field::H, wave.exact(Field::H, 0.5 * dt));
    const int steps = 20;
    for (int n = 0; n < steps; ++n) {
      step(*engine, {Field::E, length, n * dt, (n + 0.5) * dt}, all);
      step(*engine, {Field::H, length, (n + 0.5) * dt, (n + 1) * dt}, all);
    }
    expectExact(wave, *engine, steps * dt, (steps + 0.5) * dt, flux);
  }
  static void expectExact(const OneWave& wave, const FieldEngine<double>& engine, double timeE, double timeH,
                          const FluxChoice& flux) {
    for (const Field field : {Field::E, Field::H}) {
      const Values expected = wave.exact(field, field == Field::E ? timeE : timeH);
      // The table's values and the number of steps multiply the rounding errors.
      EXPECT_LT(relativeDifference(download(engine, field, expected.size()), expected), 1e-11)
          << flux.name << ", field " << static_cast<int>(field);
    }
  }

  /// Root mean squares of E in the scattered field, relative to the peak of the wave, and the error of E in the total
  /// field, relative to the wave.
  struct Leak {
    double outermost = 0;  ///< over the elements at the sides of the box and the time of the run
    double largest = 0;    ///< over the element and at the time where it is largest
    double inside = 0;     ///< when the peak of the wave is in the middle
  };
  /// A pulse crosses a cube of four cells along each side, with `shell` cells around it. A cell is 1 m. wavelength:
  /// that of the upper end of the pulse's band, m. step: c0 dt, m.
  static Leak pulseThroughCube(const FluxChoice& flux, int shell, double wavelength, double step) {
    const int cells = 4 + 2 * shell;
    const auto size = static_cast<double>(cells);
    const KuhnBox box = makeKuhnBox({cells, cells, cells}, {size, size, size}, 0.1);
    WaveformSet waveforms;
    Waveform pulse;
    pulse.kind = Waveform::Kind::gaussian;
    pulse.frequency = 0.85 * constants::c0 / wavelength;
    pulse.width = 2.28 * wavelength / constants::c0;
    waveforms.waveforms = {pulse};
    const OneWave wave(box, awayFromSides(box, shell), order(), flux, waveforms);
    const std::vector<bool> notAtSides = awayFromSides(box, 1);
    const auto engine = kind().make<double>(wave.problem);
    const ElementRange all{0, wave.problem.numElements};
    const std::size_t each = 3 * static_cast<std::size_t>(nodesPerElement(order()));
    const double dt = step / constants::c0;
    const int half = static_cast<int>((4.5 * pulse.width * constants::c0 + 4) / step);
    Leak leak;
    double outermost = 0;
    std::int64_t samples = 0;
    for (int n = -half; n < half; ++n) {
      engine->fusedHalfStep({Field::E, step, n * dt, (n + 0.5) * dt}, all);
      engine->fusedHalfStep({Field::H, step, (n + 0.5) * dt, (n + 1) * dt}, all);
      if (n % 16 != 0 && n != -1) continue;
      const Values E = download(*engine, Field::E, box.element.size() * each);
      const Values exact = n == -1 ? wave.exact(Field::E, 0) : Values();
      double inside = 0, ofWave = 0;
      for (std::size_t e = 0; e < box.element.size(); ++e) {
        double square = 0, error = 0;
        for (std::size_t i = e * each; i < (e + 1) * each; ++i) {
          square += E[i] * E[i];
          if (n == -1) error += std::pow(E[i] - exact[i], 2), ofWave += exact[i] * exact[i];
        }
        const double mean = 3 * square / static_cast<double>(each);
        if (wave.totalField[e]) inside += error;
        if (!wave.totalField[e]) leak.largest = std::max(leak.largest, std::sqrt(mean));
        if (notAtSides[e]) continue;
        outermost += mean;
        ++samples;
      }
      if (n == -1) leak.inside = std::sqrt(inside / ofWave);
    }
    leak.outermost = std::sqrt(outermost / static_cast<double>(samples));
    return leak;
  }
};

INSTANTIATE_TEST_SUITE_P(Engines, EngineInjection, ::testing::ValuesIn(everyEngine()), nameOf);

TEST_P(EngineInjection, halfStepsEqualThePlainFormulas) {
  for (const FluxChoice& flux : {centredFlux, penalisedE, penalisedFlux}) {
    compareWithFormulas<float>(flux);
    compareWithFormulas<double>(flux);
  }
}
TEST_P(EngineInjection, wavesOfPortsEnterAsTheirProfilesAndWaveformsSay) {
  for (const FluxChoice& flux : {centredFlux, penalisedE, penalisedFlux}) {
    compareWithFormulas<float>(flux, true);
    compareWithFormulas<double>(flux, true);
  }
}
TEST_P(EngineInjection, rungeKuttaStagesEqualThePlainFormulas) {
  for (const FluxChoice& flux : fluxChoices) {
    compareResidual<float>(flux);
    compareResidual<double>(flux);
  }
}

TEST_P(EngineInjection, aWaveThatIsLinearInTimeAndSpaceIsExactInsideAndLeavesNothingOutside) {
  for (const FluxChoice& flux : {centredFlux, penalisedE, penalisedFlux})
    for (const Step<double>& step : {Step<double>(fused<double>), Step<double>(split<double>)})
      expectLinearWave(flux, step);
}

TEST_P(EngineInjection, explicitStagesWithALinearWaveAreExact) {
  for (const FluxChoice& flux : fluxChoices) {
    const OneWave wave(raggedBox(), insideOf(raggedBox()), order(), flux, linearInTime());
    const auto engine = kind().make<double>(wave.problem);
    const double length = 0.2 * richStep, dt = length / constants::c0;
    for (const Field field : {Field::E, Field::H}) engine->upload(field, wave.exact(field, 0));
    const ElementRange all{0, wave.problem.numElements};
    for (int n = 0; n < 5; ++n) {
      engine->rungeKuttaResidual(0, length, n * dt, all);
      engine->rungeKuttaUpdate(1, all);
    }
    expectExact(wave, *engine, 5 * dt, 5 * dt, flux);
  }
}

TEST_P(EngineInjection, theTimeStepEstimateTheCurlOnlyAndTheSumsOfTracesDoNotSeeTheWaves) {
  for (const FluxChoice& flux : fluxChoices) {
    const OneWave wave(raggedBox(), insideOf(raggedBox()), order(), flux, linearInTime());
    EngineCase<double> with(kind(), wave.problem), without(kind(), withoutInjection(wave.problem));
    for (EngineCase<double>* test : {&with, &without}) {
      // Leaves the waves of this time in the engine's outer traces.
      if (!flux.upwind) {
        for (const Field field : {Field::E, Field::H})
          test->engine->fusedHalfStep({field, richStep, richTime, richTime}, test->all);
      } else {
        test->engine->rungeKuttaResidual(0, richStep, richTime, test->all);
      }
      test->engine->upload(Field::E, test->E);
      test->engine->upload(Field::H, test->H);
    }
    const std::vector<std::int32_t>& faces = wave.problem.injectedFace;
    Values sums[2];
    for (EngineCase<double>* test : {&with, &without}) {
      TraceSums<double>& traces = test->engine->traceSums();
      const int list = traces.addFaces(faces);
      Values& sum = sums[test == &with ? 0 : 1];
      sum.resize(faces.size() * 6 * static_cast<std::size_t>(nodesPerFace(order())));
      traces.start(list, Field::E, 1);
      traces.add(list, Field::E, Values{0.7});
      traces.download(list, Field::E, 0, sum);
    }
    EXPECT_LT(relativeDifference(sums[0], sums[1]), roundingTolerance<double>()) << flux.name;

    if (!flux.upwind) {
      for (EngineCase<double>* test : {&with, &without}) {
        const ArrayId out = test->engine->addWorkArray();
        HalfStep half{Field::E, richStep, richTime, richTime};
        half.curl = CurlOnly{arrayOf(Field::H), out, true};
        test->engine->fusedHalfStep(half, test->all);
        // Reads it back by way of H: E stays.
        half = {Field::H, richStep, richTime, richTime};
        half.curl = CurlOnly{out, arrayOf(Field::H), false};
        test->engine->fusedHalfStep(half, test->all);
      }
      EXPECT_LT(relativeDifference(with.values(Field::H), without.values(Field::H)), roundingTolerance<double>())
          << flux.name;
      EXPECT_GT(relativeDifference(with.values(Field::H), with.H), 0.1);
      for (EngineCase<double>* test : {&with, &without}) test->engine->upload(Field::H, test->H);
    }
    for (const Field field : {Field::E, Field::H})
      EXPECT_LT(relativeDifference(stabilityProduct(*with.engine, field, true, with.E.size()),
                                   stabilityProduct(*without.engine, field, true, with.E.size())),
                roundingTolerance<double>())
          << flux.name;
  }
}

TEST_P(EngineInjection, boundaryFacesAndListsInDisorderAreRefused) {
  const DgtdProblem good = makePiece(raggedBox(), options(centredFlux)).problem;
  const auto refuses = [&](const std::function<void(DgtdProblem&)>& change) {
    DgtdProblem bad = good;
    change(bad);
    EXPECT_THROW(kind().make<float>(bad), std::logic_error);
  };
  for (std::size_t k = 0; k < 20; ++k)
    refuses([&](DgtdProblem& p) { p.injectedFace = {p.boundaryFace[k]}, p.injectedSign = {1}; });
  refuses([](DgtdProblem& p) { std::swap(p.injectedFace[0], p.injectedFace[1]); });
  refuses([](DgtdProblem& p) { p.injectedFace[1] = p.injectedFace[0]; });
  refuses([](DgtdProblem& p) { p.injectedFace.back() = 4 * p.numElements; });
  refuses([](DgtdProblem& p) { p.injectedSign[3] = 0; });
  refuses([](DgtdProblem& p) { p.injectedSign.pop_back(); });
  EXPECT_NO_THROW(kind().make<float>(good));
}

/// Tests of many steps, which run with the default engine only.
class EngineInjectedPulse : public EngineInjection {};
INSTANTIATE_TEST_SUITE_P(Engines, EngineInjectedPulse, ::testing::ValuesIn(defaultEngine()), nameOf);

TEST_P(EngineInjectedPulse, aPulseThroughAnEmptyCubeStaysInsideButForTheLeakOfTheOrder) {
  if (order() != 2 && order() != 3) GTEST_SKIP() << "the leak is known at P2 and P3";
  const bool isP2 = order() == 2;
  const int shell = isP2 ? 3 : 2;
  const double wavelength = 16.0 / order(), step = isP2 ? 0.07 : 0.045;  // 16 nodes a wavelength
  for (const FluxChoice& flux : {centredFlux, penalisedFlux}) {
    const Leak fine = pulseThroughCube(flux, shell, wavelength, step);
    // The scheme's leak with the centred flux, plus 3 dB; a penalty damps what leaks.
    EXPECT_LT(decibels(fine.outermost), (isP2 ? -58.6 : -65.9) + 3) << flux.name;
    EXPECT_LT(decibels(fine.largest), (isP2 ? -28.9 : -34.4) + 3) << flux.name;
    EXPECT_LT(decibels(fine.inside), isP2 ? -34 : -41) << flux.name;
    const Leak coarse = pulseThroughCube(flux, shell, 0.5 * wavelength, step);
    EXPECT_GT(decibels(coarse.outermost / fine.outermost), 16) << flux.name;
    EXPECT_GT(decibels(coarse.inside / fine.inside), 6 * order()) << flux.name;
    for (const auto& [name, leak] : {std::pair{"fine", fine}, {"coarse", coarse}})
      RecordProperty(fmt::format("{} {}", flux.name, name),
                     fmt::format("outermost {:.1f} dB, largest {:.1f} dB, inside {:.1f} dB", decibels(leak.outermost),
                                 decibels(leak.largest), decibels(leak.inside)));
  }
}

}  // namespace
}  // namespace fluxtet::test
