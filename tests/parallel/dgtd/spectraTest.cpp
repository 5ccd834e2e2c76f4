// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Spectra summed up by an engine, and generators across gaps.
#include "app/dgtd/observers/harmonics.hpp"
#include "app/dgtd/observers/spectrumRecorder.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "tests/parallel/dgtd/rankRun.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <cmath>
#include <random>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

using constants::pi;

const char* const box = R"(
mesh: {box: {size: [1 m, 0.8 m, 1.3 m], cells: [3, 2, 2], perturb: 0.2}}
materials: {lossy: {sigma: 1 mS/m}}
regions: {box: lossy}
boundaries: {x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: pec}
dgtd: {order: 2, precision: double}
time: {steps: 600}
)";

RankRun<double> makeRun(const std::string& more) {
  return {box + more, MPI_COMM_WORLD,
          [](const DgtdProblem& problem) { return makeCpuEngine<double>(problem, omp_get_max_threads()); },
          [](FieldEngine<double>& engine, const HaloPlan& plan, MPI_Comm comm) {
            return makeTraceExchange<double>(engine, plan, RouteChoice::automatic, comm);
          }};
}

/// Fields that oscillate at two frequencies with amplitudes and phases of their own at each node.
class Tones {
 public:
  explicit Tones(std::size_t values) {
    std::mt19937_64 generator(11);
    std::normal_distribution<double> normal;
    for (auto* part : {&re_[0], &re_[1], &im_[0], &im_[1]})
      for (std::size_t i = 0; i < values; ++i) part->push_back(normal(generator));
  }
  std::vector<double> at(double time) const {
    std::vector<double> values(re_[0].size());
    for (std::size_t k = 0; k < 2; ++k)
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] +=
            re_[k][i] * std::cos(2 * pi * frequency[k] * time) - im_[k][i] * std::sin(2 * pi * frequency[k] * time);
    return values;
  }
  void expectFound(const ComplexField<double>& field, std::size_t k) const {
    ASSERT_EQ(field.re.size(), re_[k].size());
    for (std::size_t i = 0; i < field.re.size(); ++i) {
      EXPECT_NEAR(field.re[i], re_[k][i], 1e-12);
      EXPECT_NEAR(field.im[i], im_[k][i], 1e-12);
    }
  }
  static constexpr double frequency[2] = {0.8e9, 1.3e9};

 private:
  std::vector<double> re_[2], im_[2];
};

/// A source of the second of the tones; the first is in the fields that the tests make.
RankRun<double> makeTwoTones() {
  auto run = makeRun(R"(
sources: [{dipole: {at: [0.4, 0.4, 0.4], moment: [1, 0, 0], waveform: {sine: {frequency: 1.3 GHz, ramp: 0, phase: 30 deg}}}}]
output: {dft: {frequencies: [1.3 GHz], after: 1 ns}}
)");
  run.theCase.output.dft->frequencies.assign(Tones::frequency, Tones::frequency + 2);
  return run;
}

constexpr FieldTimes times{10e-12, 5e-12, 600};

/// Lets the recorder see steps `begin`..`end` of tones in both fields.
void record(RankRun<double>& run, SpectrumRecorder<double>& recorder, const Tones& E, const Tones& H,
            std::int64_t begin, std::int64_t end) {
  for (std::int64_t step = recorder.next(begin - 1); step <= end; step = recorder.next(step)) {
    run.engine->upload(Field::E, E.at(static_cast<double>(step) * times.dt));
    run.engine->upload(Field::H, H.at(static_cast<double>(step) * times.dt + times.delayH));
    recorder.record(step);
  }
}

CheckpointSums<double> sumsOf(const RankRun<double>& run, const SpectrumRecorder<double>& recorder) {
  const SubMesh& mesh = run.d.mesh;
  CheckpointSums<double> sums;
  recorder.saveSums(std::make_shared<RecordPlaces>(
                        RecordPlaces{mesh.elementId, ElementOrder(mesh.elementId, mesh.totalElements, run.comm),
                                     static_cast<std::size_t>(run.d.basis.np()) * 3}),
                    sums);
  return sums;
}

TEST(SpectrumRecorder, FindsTonesExactlyInBothFieldsEachAtItsOwnTime) {
  auto run = makeTwoTones();
  const Tones E(run.d.valuesPerField()), H(run.d.valuesPerField());
  SpectrumRecorder<double> recorder(run.theCase.output, *run.engine, times);
  recorder.start();
  record(run, recorder, E, H, 0, times.lastStep);
  for (std::size_t k = 0; k < 2; ++k) {
    const auto spectrum = recorder.spectrum(k, times.lastStep, run.d.valuesPerField(), run.d.problem.waveforms);
    EXPECT_EQ(spectrum.frequency, Tones::frequency[k]);
    E.expectFound(spectrum.E, k);
    H.expectFound(spectrum.H, k);
    // sin(w t + phase) = Re(-i exp(i phase) exp(i w t)), of the source's frequency, the second.
    ASSERT_EQ(spectrum.waveform.size(), 1U);
    const std::complex<double> expected = k == 0 ? 0 : std::polar(1.0, pi / 6 - pi / 2);
    EXPECT_LT(std::abs(spectrum.waveform[0] - expected), 1e-12);
  }
}

TEST(SpectrumRecorder, GoesOnFromACheckpointBitForBit) {
  auto run = makeTwoTones();
  const std::size_t size = run.d.valuesPerField();
  const Tones E(size), H(size);
  SpectrumRecorder<double> whole(run.theCase.output, *run.engine, times);
  whole.start();
  record(run, whole, E, H, 0, 400);
  std::map<std::string, double> scalars;
  whole.save(scalars);
  const auto sums = sumsOf(run, whole);
  EXPECT_EQ(sums.size(), 8U);
  record(run, whole, E, H, 401, times.lastStep);
  const auto expected = whole.spectrum(1, times.lastStep, size, run.d.problem.waveforms);

  auto other = makeTwoTones();
  SpectrumRecorder<double> restarted(other.theCase.output, *other.engine, times);
  restarted.restore(scalars, 400);
  restarted.start();
  restarted.setSums(sums);
  record(other, restarted, E, H, 401, times.lastStep);
  const auto found = restarted.spectrum(1, times.lastStep, size, other.d.problem.waveforms);
  EXPECT_EQ(found.E.re, expected.E.re);
  EXPECT_EQ(found.H.im, expected.H.im);
}

TEST(SpectrumRecorder, RefusesAnotherEndOnceTheWindowOfTonesIsSet) {
  auto run = makeTwoTones();
  SpectrumRecorder<double> recorder(run.theCase.output, *run.engine, times);
  std::map<std::string, double> scalars;
  recorder.save(scalars);
  const auto restoreWith = [&](std::int64_t lastStep, std::int64_t step) {
    SpectrumRecorder<double> restarted(run.theCase.output, *run.engine, {times.dt, times.delayH, lastStep});
    restarted.restore(scalars, step);
    return restarted.timesE(lastStep).first;
  };
  const double begin = recorder.timesE(times.lastStep).first;
  EXPECT_EQ(restoreWith(times.lastStep, 400), begin);
  EXPECT_THROW(restoreWith(733, 400), InputError);
  // Before the first sample there is no window yet, and an integral has none.
  EXPECT_NE(restoreWith(733, 50), begin);
  run.theCase.output.dft->kind = SpectrumKind::integral;
  EXPECT_EQ(restoreWith(733, 400), begin);
}

TEST(SpectrumRecorder, RefusesFrequenciesThatTheRunIsTooShortToTellApart) {
  auto run = makeTwoTones();
  run.theCase.output.dft->frequencies = {0.8e9, 0.81e9};
  EXPECT_THROW(SpectrumRecorder<double>(run.theCase.output, *run.engine, times), InputError);
}

TEST(SpectrumRecorder, ARunThatEndedBeforeItsSamplesIsARunError) {
  auto run = makeTwoTones();
  SpectrumRecorder<double> recorder(run.theCase.output, *run.engine, times);
  recorder.start();
  for (const std::int64_t step : {50, 120}) {
    record(run, recorder, Tones(run.d.valuesPerField()), Tones(run.d.valuesPerField()), 0, step);
    EXPECT_THROW(recorder.spectrum(0, step, run.d.valuesPerField(), run.d.problem.waveforms), RunError) << step;
  }
}

TEST(SpectrumRecorder, SumsOnlyWhatIsAskedFor) {
  auto run = makeRun("output: {dft: {frequencies: [0.8 GHz], fields: [H], kind: amplitude}}\n");
  SpectrumRecorder<double> recorder(run.theCase.output, *run.engine, times);
  recorder.start();
  EXPECT_EQ(numSpectralSums(run.theCase.output), 2);
  const auto sums = sumsOf(run, recorder);
  ASSERT_EQ(sums.size(), 2U);
  EXPECT_TRUE(sums.contains("H0") && sums.contains("H1"));
}

/// sum over elements of |K| J . direction / length, J being the same at all nodes: the current across the gap.
double totalCurrent(const Discretisation& d, const LumpedPort& port) {
  double sum = 0;
  const std::size_t perSource = static_cast<std::size_t>(d.basis.np()) * 3;
  for (std::size_t s = 0; s < d.problem.sources.size(); ++s)
    for (std::size_t c = 0; c < 3; ++c)
      sum += d.problem.volume[static_cast<std::size_t>(d.problem.sources[s].element)] *
             d.problem.sourceCoefficient[s * perSource + c] / constants::z0 * port.direction[c] / port.length;
  return sumOverRanks(MPI_COMM_WORLD, sum);
}

TEST(LumpedPort, CarriesTheCurrentAndTheConductanceOfItsGenerator) {
  for (const auto& [strength, current, resistance] : {std::tuple{"voltage: 3 V, resistance: 20 ohm", 0.15, 20.0},
                                                      {"voltage: 3 V", 0.06, 50.0},
                                                      {"current: 40 mA", 0.04, 0.0},
                                                      {"current: 40 mA, resistance: 1 kohm", 0.04, 1000.0}}) {
    const auto run =
        makeRun(fmt::format("sources: [{{gap: {{region: box, direction: [0, 0, -2], {}, waveform: {{sine: "
                            "{{frequency: 1 GHz}}}}}}}}]\n",
                            strength));
    ASSERT_EQ(run.d.lumpedPorts.size(), 1U);
    const LumpedPort& port = run.d.lumpedPorts[0];
    EXPECT_NEAR(port.length, 1.3, 1e-14);
    EXPECT_NEAR(port.across(), 0.8, 1e-13);
    EXPECT_NEAR(totalCurrent(run.d, port), current, 1e-13);
    const double conductivity = resistance > 0 ? 1.3 / (0.8 * resistance) : 0;
    EXPECT_NEAR(port.conductivity(), conductivity, 1e-13);
    for (const double sigma : run.d.problem.sigma) EXPECT_NEAR(sigma, (1e-3 + conductivity) * constants::z0, 1e-9);
  }
}

}  // namespace
}  // namespace fluxtet::test
