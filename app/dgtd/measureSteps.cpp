// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/measureSteps.hpp"

#include "lib/base/mpi.hpp"
#include "lib/base/timer.hpp"

namespace fluxtet::dgtd {
namespace {

constexpr double longEnough = 0.1;  ///< s

}  // namespace

template <class Real>
MeasuredSteps measureSteps(FieldEngine<Real>& engine, TimeStepper<Real>& stepper, MPI_Comm comm) {
  std::int64_t taken = 0;
  const auto secondsOf = [&](std::int64_t count) {
    const Timer timer;
    stepper.advanceMany(taken, count);
    engine.synchronize();
    taken += count;
    return maxOverRanks(comm, timer.seconds());
  };
  secondsOf(1);
  std::int64_t count = 1;
  double seconds = secondsOf(count);
  while (seconds < longEnough) {
    count *= 2;
    seconds = secondsOf(count);
  }
  return {seconds / static_cast<double>(count), count};
}

template MeasuredSteps measureSteps(FieldEngine<float>&, TimeStepper<float>&, MPI_Comm);
template MeasuredSteps measureSteps(FieldEngine<double>&, TimeStepper<double>&, MPI_Comm);

}  // namespace fluxtet::dgtd
