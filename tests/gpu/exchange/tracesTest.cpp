// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/exchange/onGpus.hpp"

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

template <class Real>
void expectTracesBy(const NamedRoute& way, int order, int rounds) {
  SCOPED_TRACE(fmt::format("{}, P{}, {} bytes a number", way.name, order, sizeof(Real)));
  auto run = onGpus<Real>(exchangeCase(order, ""), MPI_COMM_WORLD, {way.route});
  expectTracesArrive(run, rounds);
}

TEST_F(GpuExchange, BringsTheOtherSidesTracesRoundAfterRound) {
  for (const NamedRoute& way : forcedRoutes) {
    expectTracesBy<float>(way, 1, 60);
    expectTracesBy<float>(way, 4, 20);
    expectTracesBy<double>(way, 2, 40);
  }
}

TEST_F(GpuExchange, TracesThatAreSentAgainSupersedeThoseOnTheWay) {
  for (const NamedRoute& way : forcedRoutes) {
    SCOPED_TRACE(way.name);
    auto run = onGpus<float>(exchangeCase(2, ""), MPI_COMM_WORLD, {way.route});
    for (const Field field : {Field::E, Field::H}) {
      run.engine->upload(field, randomValues<float>(run.d, 5));
      run.exchange->start(field);
    }
    expectTracesArrive(run, 5);
  }
}

TEST_F(GpuExchange, AnotherExchangeOfTheSameEngineStartsAfresh) {
  for (const NamedRoute& way : forcedRoutes) {
    SCOPED_TRACE(way.name);
    auto run = onGpus<float>(exchangeCase(2, ""), MPI_COMM_WORLD, {way.route});
    expectTracesArrive(run, 5);
    for (const NamedRoute& next : forcedRoutes) {
      SCOPED_TRACE(next.name);
      run.exchange.reset();
      run.exchange =
          std::make_unique<DeviceTraceExchange<float>>(run.engine->traces().makeDeviceHalo(run.d.mesh.halo.offset),
                                                       run.d.mesh.halo, std::vector{next.route}, run.comm);
      expectTracesArrive(run, 3);
    }
  }
}

}  // namespace
}  // namespace fluxtet::test
