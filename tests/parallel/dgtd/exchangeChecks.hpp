// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What every exchange must do, whatever carries the traces.
#pragma once

#include "tests/parallel/dgtd/rankRun.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/hash.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <map>
#include <random>
#include <thread>

namespace fluxtet::test {

/// Sets the ranks apart from each other now and then, by up to two milliseconds.
class RandomDelay {
 public:
  explicit RandomDelay(MPI_Comm comm) : generator_(static_cast<unsigned>(17 + mpiRank(comm))) {}
  void operator()() {
    if (generator_() % 3 == 0) std::this_thread::sleep_for(std::chrono::microseconds(generator_() % 2000));
  }

 private:
  std::mt19937 generator_;
};

/// A box of vacuum with every kind of boundary, `size` in m.
inline std::string exchangeCase(int order, const std::string& settings, int cells = 4, double size = 1) {
  return fmt::format(R"(
solver: dgtd
mesh: {{box: {{size: [{3} m, {3} m, {3} m], cells: [{1}, {1}, {1}], perturb: 0.2}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{x-: pec, x+: pmc, y-: absorbing, y+: absorbing, z-: pec, z+: pmc}}
dgtd: {{order: {0}{2}}}
time: {{steps: 1}}
)",
                     order, cells, settings, size);
}

/// The same, conducting and with a current that feeds it.
inline std::string drivenCase(int order, const std::string& settings, int cells = 4, double size = 1) {
  std::string text = exchangeCase(order, settings, cells, size);
  text.replace(text.find("vacuum: {}"), 10, "vacuum: {epsilon_r: 2, mu_r: 1.5, sigma: 1 mS/m}");
  return text + R"(
sources:
  - current: {region: box, density: [0, 0, 1 mA/m^2], waveform: {sine: {frequency: 1 GHz}}}
)";
}

/// And with a wave besides.
inline std::string fedCase(int order, const std::string& settings, int cells = 4, double size = 1) {
  return drivenCase(order, settings, cells, size) +
         "  - planeWave: {boundary: y-, direction: [0, 1, 0], polarization: [1, 0, 0], amplitude: 1 V/m, "
         "waveform: {sine: {frequency: 1 GHz}}}\n";
}

/// Linear fields that are continuous over the ranks have no jumps: a half step of the border then adds the curl
/// and nothing else, unless a trace is wrong, stands at a wrong place or is of another round.
template <class Real>
void expectTracesArrive(RankRun<Real>& run, int rounds) {
  RandomDelay delay(run.comm);
  const double step = 0.1, tolerance = sizeof(Real) == sizeof(float) ? 2e-4 : 1e-11;
  bool failed = false;
  for (int round = 0; round < rounds; ++round) {
    // A column of cross products: curl of w x x is 2 w.
    const auto axisOf = [&](dgtd::Field field) {
      const double phase = 1.3 * round + (field == dgtd::Field::E ? 0.4 : 0);
      return Vec3{std::cos(phase), std::sin(phase), std::cos(2.7 * phase)};
    };
    for (const dgtd::Field field : {dgtd::Field::E, dgtd::Field::H}) {
      const Vec3 w = axisOf(field);
      run.engine->upload(field, run.interpolate([&](const Vec3& x) {
        return Vec3{w[1] * x[2] - w[2] * x[1], w[2] * x[0] - w[0] * x[2], w[0] * x[1] - w[1] * x[0]};
      }));
      delay();
      // No half step takes this, so that start() must still pack.
      if (round % 3 == 2) run.exchange->announce(field);
      run.exchange->start(field);
    }
    delay();
    run.exchange->finish(dgtd::Field::H);
    run.exchange->finish(dgtd::Field::E);
    const dgtd::Field target = round % 2 == 0 ? dgtd::Field::E : dgtd::Field::H;
    const std::vector<Real> before = run.download(target);
    run.engine->fusedHalfStep({target, step, 0, 0}, {run.d.mesh.numInterior, run.d.mesh.numElements});
    run.engine->fusedHalfStep({target, step, 0, 0}, {0, run.d.mesh.numInterior});
    const std::vector<Real> after = run.download(target);

    const Vec3 w = axisOf(dgtd::other(target));
    const double sign = target == dgtd::Field::E ? 1 : -1;
    const auto values = static_cast<std::size_t>(run.d.basis.np()) * 3;
    double largest = 0;
    for (auto e = static_cast<std::size_t>(run.d.mesh.numInterior); e < run.d.mesh.elementId.size(); ++e) {
      const auto isInner = [](FaceKind kind) { return kind != FaceKind::boundary; };
      const FaceKind* kinds = &run.d.mesh.faceKind[4 * e];
      if (!std::all_of(kinds, kinds + 4, isInner)) continue;
      for (std::size_t i = 0; i < values; ++i) {
        const double change = static_cast<double>(after[values * e + i]) - static_cast<double>(before[values * e + i]);
        largest = std::max(largest, std::abs(change - sign * step * 2 * w[i % 3]));
      }
    }
    // Nobody leaves: the others would wait.
    if (failed) continue;
    failed = !(largest < tolerance);
    EXPECT_LT(largest, tolerance) << "rank " << mpiRank(run.comm) << " of " << mpiSize(run.comm) << ", first in round "
                                  << round << ", P" << run.d.basis.order() << ", traces of "
                                  << (target == dgtd::Field::E ? "H" : "E");
  }
}

/// Values between -1 and 1 by the elements' global numbers.
template <class Real>
std::vector<Real> randomValues(const dgtd::Discretisation& d, std::uint64_t seed) {
  std::vector<Real> values(d.valuesPerField());
  const auto each = static_cast<std::size_t>(d.basis.np()) * 3;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto key = static_cast<std::uint64_t>(d.mesh.elementId[i / each]) * each + i % each;
    values[i] = static_cast<Real>(std::ldexp(static_cast<double>(hash64(hash64(key) + seed) >> 11), -52) - 1);
  }
  return values;
}

template <class Real>
std::unique_ptr<dgtd::TimeStepper<Real>> makeStepper(RankRun<Real>& run) {
  const double dt = 0.01 / (run.d.basis.order() * run.d.basis.order()) / constants::c0;
  const dgtd::StepPlan plan = run.plan(run.theCase.dgtd.kernels, dt);
  return run.theCase.dgtd.scheme == dgtd::TimeScheme::leapFrog
             ? dgtd::makeLeapFrog<Real>(*run.engine, *run.exchange, plan)
             : dgtd::makeRungeKutta<Real>(*run.engine, *run.exchange, plan);
}

/// What `read` gives of either run ([element][node][xyz] of a field) must agree element by element.
template <class Real, class Read>
void expectSameValues(const RankRun<Real>& together, const RankRun<Real>& alone, const Read& read, double tolerance,
                      const std::string& what) {
  std::map<std::int64_t, std::size_t> placeOf;
  for (std::size_t e = 0; e < alone.d.mesh.elementId.size(); ++e) placeOf[alone.d.mesh.elementId[e]] = e;
  const auto values = static_cast<std::size_t>(together.d.basis.np()) * 3;
  const std::vector<Real> mine = read(together), all = read(alone);
  double largest = 0;
  std::size_t worst = 0;
  for (std::size_t e = 0; e < together.d.mesh.elementId.size(); ++e)
    for (std::size_t i = 0; i < values; ++i) {
      const double expected = static_cast<double>(all[values * placeOf.at(together.d.mesh.elementId[e]) + i]);
      const double difference = std::abs(static_cast<double>(mine[values * e + i]) - expected);
      if (!(difference <= largest)) largest = difference, worst = e;
    }
  EXPECT_LT(largest, tolerance) << "rank " << mpiRank(together.comm) << " of " << mpiSize(together.comm) << ", " << what
                                << ", P" << together.d.basis.order() << ", worst in element " << worst << " of "
                                << together.d.mesh.numElements << ", of which " << together.d.mesh.numInterior
                                << " are interior";
}

/// Rounding of either order of summation, grown over the steps.
template <class Real>
double toleranceOf(int steps) {
  return (sizeof(Real) == sizeof(float) ? 1e-7 : 2e-16) * (20 + 2 * steps);
}

template <class Real>
void uploadRandomFields(const RankRun<Real>& run) {
  for (const dgtd::Field field : {dgtd::Field::E, dgtd::Field::H})
    run.engine->upload(field, randomValues<Real>(run.d, static_cast<std::uint64_t>(field)));
}

template <class Real>
void expectSameFields(const RankRun<Real>& together, const RankRun<Real>& alone, double tolerance) {
  for (const dgtd::Field field : {dgtd::Field::E, dgtd::Field::H})
    expectSameValues(
        together, alone, [&](const RankRun<Real>& run) { return run.download(field); }, tolerance,
        field == dgtd::Field::E ? "E" : "H");
}

/// Steps on all ranks, enqueued as fast as the host can, against the same steps of the whole mesh on each of them.
template <class Real>
void expectUndisturbedStepsOfOneRank(RankRun<Real>& together, RankRun<Real>& alone, int steps) {
  for (RankRun<Real>* run : {&together, &alone}) {
    uploadRandomFields(*run);
    auto stepper = makeStepper(*run);
    for (int step = 0; step < steps; ++step) stepper->advance(step, false);
  }
  EXPECT_TRUE(std::isfinite(alone.engine->energies().innerProduct(dgtd::Field::E, false))) << "the steps are unstable";
  expectSameFields(together, alone, toleranceOf<Real>(steps));
}

/// Steps on all ranks against the same steps of the whole mesh on each of them, including energies and sums over time,
/// which are sampled while traces are on their way.
template <class Real>
void expectStepsOfOneRank(RankRun<Real>& together, RankRun<Real>& alone, int steps) {
  RandomDelay delay(together.comm);
  const double tolerance = toleranceOf<Real>(steps);
  for (RankRun<Real>* run : {&together, &alone}) {
    uploadRandomFields(*run);
    for (const dgtd::Field field : {dgtd::Field::E, dgtd::Field::H}) run->engine->spectra().start(field, 2);
  }
  auto stepper = makeStepper(together), reference = makeStepper(alone);
  const double initial = sumOverRanks(together.comm, stepper->initialEnergy());
  EXPECT_NEAR(initial / reference->initialEnergy(), 1, tolerance);
  for (int step = 0; step < steps; ++step) {
    delay();
    stepper->advance(step, step + 1 == steps);
    reference->advance(step, step + 1 == steps);
    const std::array weights{std::cos(0.7 * step), std::sin(0.7 * step)};
    for (RankRun<Real>* run : {&together, &alone})
      for (const dgtd::Field field : {dgtd::Field::E, dgtd::Field::H}) run->engine->spectra().add(field, weights);
  }
  EXPECT_NEAR(sumOverRanks(together.comm, stepper->energy()) / reference->energy(), 1, tolerance);

  expectSameFields(together, alone, tolerance);
  for (const dgtd::Field field : {dgtd::Field::E, dgtd::Field::H}) {
    const std::string name = field == dgtd::Field::E ? "E" : "H";
    // Each sample may be wrong by the tolerance of a field.
    for (const int sum : {0, 1})
      expectSameValues(
          together, alone, [&](const RankRun<Real>& run) { return run.downloadSum(field, sum); }, tolerance * steps,
          fmt::format("sum {} of {}", sum, name));
  }
}

/// The sums of both traces on all faces between elements, [face][side][node][xyz] by the face: global number of its
/// element, and its local face.
template <class Real>
std::map<std::pair<std::int64_t, int>, std::vector<Real>> sampleTraces(RankRun<Real>& run, dgtd::Field field,
                                                                       int samples) {
  std::vector<std::int32_t> faces;
  for (std::size_t face = 0; face < run.d.mesh.faceKind.size(); ++face)
    if (run.d.mesh.faceKind[face] != FaceKind::boundary) faces.push_back(static_cast<std::int32_t>(face));
  dgtd::TraceSums<Real>& sums = run.engine->traceSums();
  const int list = sums.addFaces(faces);
  sums.start(list, field, 1);
  RandomDelay delay(run.comm);
  for (int sample = 0; sample < samples; ++sample) {
    run.engine->upload(field, randomValues<Real>(run.d, static_cast<std::uint64_t>(100 + sample)));
    delay();
    run.exchange->start(field);
    run.exchange->finish(field);
    sums.add(list, field, std::array{std::cos(0.7 * sample)});
  }
  const auto each = 6 * static_cast<std::size_t>(run.d.basis.nf());
  std::vector<Real> values(faces.size() * each);
  sums.download(list, field, 0, values);
  std::map<std::pair<std::int64_t, int>, std::vector<Real>> byFace;
  for (std::size_t k = 0; k < faces.size(); ++k) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(k * each);
    const auto element = static_cast<std::size_t>(faces[k] / 4);
    byFace[{run.d.mesh.elementId[element], faces[k] % 4}].assign(first, first + static_cast<std::ptrdiff_t>(each));
  }
  return byFace;
}

/// Sums of the traces on faces of all ranks, halo faces included, against those of the whole mesh on each of them.
template <class Real>
void expectTraceSumsOfOneRank(RankRun<Real>& together, RankRun<Real>& alone) {
  if (mpiSize(together.comm) > 1) {
    EXPECT_GT(together.d.mesh.halo.numFaces(), 0);
  }
  constexpr int samples = 4;
  for (const dgtd::Field field : {dgtd::Field::E, dgtd::Field::H}) {
    const auto mine = sampleTraces(together, field, samples), all = sampleTraces(alone, field, samples);
    double largest = 0;
    for (const auto& [face, values] : mine)
      for (std::size_t i = 0; i < values.size(); ++i) {
        const double difference = std::abs(static_cast<double>(values[i]) - static_cast<double>(all.at(face)[i]));
        if (!(difference <= largest)) largest = difference;
      }
    EXPECT_LT(largest, toleranceOf<Real>(samples))
        << "rank " << mpiRank(together.comm) << " of " << mpiSize(together.comm) << ", P" << together.d.basis.order()
        << ", traces of " << (field == dgtd::Field::E ? "E" : "H");
  }
}

}  // namespace fluxtet::test
