// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/cavityTimer.hpp"

#include "app/dgtd/setup/exactFields.hpp"
#include "app/dgtd/step/exchangeReport.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/timer.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace fluxtet::bench {
namespace {

constexpr std::int64_t warmUpSteps = 32;
/// The error is evaluated in one element of so many.
constexpr std::int32_t errorStride = 16;

constexpr std::array bothFields{dgtd::Field::E, dgtd::Field::H};

}  // namespace

template <class Real>
CavityCopies CavityTimer<Real>::timeCopies() {
  std::array<std::vector<Real>, 2> values;
  for (const dgtd::Field field : bothFields)
    values[static_cast<std::size_t>(field)] = dgtd::interpolate<Real>(exact_, discretisation_, field, 0);
  CavityCopies copies;
  const auto seconds = [&](const auto& copy) {
    mpiCheck(MPI_Barrier(comm_));
    const Timer timer;
    for (const dgtd::Field field : bothFields) copy(field, values[static_cast<std::size_t>(field)]);
    engine_.synchronize();
    return maxOverRanks(comm_, timer.seconds());
  };
  for (int time = 0; time < 2; ++time) {
    copies.upload = seconds([&](dgtd::Field field, const std::vector<Real>& of) { engine_.upload(field, of); });
    copies.download = seconds([&](dgtd::Field field, std::vector<Real>& of) { engine_.download(field, of); });
  }
  return copies;
}

template <class Real>
CavityRun CavityTimer<Real>::run(dgtd::KernelSet kernels, dgtd::RouteChoice route, std::int64_t steps, double seconds) {
  const auto exchange = dgtd::makeTraceExchange<Real>(engine_, discretisation_.mesh.halo, route, comm_);
  const dgtd::StepPlan plan{discretisation_.mesh.numElements, discretisation_.mesh.numInterior,
                            static_cast<std::size_t>(discretisation_.basis.np()), kernels, dt_};
  const auto runSteps = [&](std::int64_t count, CavityRun& result) {
    const auto stepper = dgtd::makeLeapFrog<Real>(engine_, *exchange, plan);
    result.set = setFields(*stepper);
    return timeSteps(*stepper, count);
  };
  CavityRun result;
  runSteps(std::min(steps, warmUpSteps), result);
  exchange->resetStatistics();
  std::vector<double> times;
  for (double sum = 0; sum < seconds || times.empty(); sum += times.back()) times.push_back(runSteps(steps, result));
  result.runs = static_cast<int>(times.size());
  if (mpiSize(comm_) > 1) result.exchange = summariseExchange(*exchange, steps * result.runs, comm_);
  const double end = static_cast<double>(steps) * dt_;
  result.error = error(end, end + 0.5 * dt_);
  std::sort(times.begin(), times.end());
  result.fastest = times.front();
  result.slowest = times.back();
  result.median = 0.5 * (times[(times.size() - 1) / 2] + times[times.size() / 2]);
  return result;
}

template <class Real>
double CavityTimer<Real>::setFields(dgtd::TimeStepper<Real>& stepper) {
  mpiCheck(MPI_Barrier(comm_));
  const Timer timer;
  dgtd::setExactField(engine_, exact_, discretisation_, dgtd::Field::E, 0);
  dgtd::setExactField(engine_, exact_, discretisation_, dgtd::Field::H, stepper.timeH(0));
  engine_.synchronize();
  return maxOverRanks(comm_, timer.seconds());
}

template <class Real>
double CavityTimer<Real>::timeSteps(dgtd::TimeStepper<Real>& stepper, std::int64_t steps) {
  mpiCheck(MPI_Barrier(comm_));
  const Timer timer;
  stepper.advanceMany(0, steps);
  engine_.synchronize();
  return maxOverRanks(comm_, timer.seconds());
}

template <class Real>
double CavityTimer<Real>::error(double timeE, double timeH) const {
  const double amplitude = largestComponent(
      {exact_.electric(0).amplitude[0], exact_.electric(0).amplitude[1], exact_.electric(0).amplitude[2]});
  const double largest = std::max(errorOf(dgtd::Field::E, timeE), errorOf(dgtd::Field::H, timeH));
  requireRun(std::isfinite(sumOverRanks(comm_, largest)), "the fields grew beyond all numbers");
  return maxOverRanks(comm_, largest) / amplitude;
}

template <class Real>
double CavityTimer<Real>::errorOf(dgtd::Field field, double time) const {
  const dgtd::Discretisation& d = discretisation_;
  const auto np = static_cast<std::size_t>(d.basis.np());
  const StandingWave wave = field == dgtd::Field::E ? exact_.electric(time) : exact_.magnetic(time);
  std::vector<Real> values(d.valuesPerField());
  engine_.download(field, values);
  double largest = 0, sum = 0;
#pragma omp parallel for schedule(static) reduction(max : largest) reduction(+ : sum)
  for (std::int32_t e = 0; e < d.mesh.numElements; e += errorStride)
    for (std::size_t n = 0; n < np; ++n) {
      const Vec3 x = pointAt(d.mesh, e, d.basis.node(static_cast<int>(n)));
      double exact[3];
      standingWaveAt(wave, {x[0], x[1], x[2]}, exact);
      for (std::size_t c = 0; c < 3; ++c) {
        const double error =
            std::abs(static_cast<double>(values[(static_cast<std::size_t>(e) * np + n) * 3 + c]) - exact[c]);
        largest = std::max(largest, error);
        sum += error;  // a maximum would ignore NaN
      }
    }
  return std::isfinite(sum) ? largest : sum;
}

template class CavityTimer<float>;
template class CavityTimer<double>;

}  // namespace fluxtet::bench
