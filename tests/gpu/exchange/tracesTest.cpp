// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/exchange/onGpus.hpp"

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

template <class Real>
void expectTracesBy(const NamedRoute& named, int order, int rounds) {
  SCOPED_TRACE(fmt::format("{}, P{}, {} bytes a number", named.name, order, sizeof(Real)));
  auto run = onGpus<Real>(exchangeCase(order, ""), MPI_COMM_WORLD, {named.route});
  expectTracesArrive(run, rounds);
}

TEST_F(GpuExchange, BringsTheOtherSidesTracesRoundAfterRound) {
  for (const NamedRoute& named : forcedRoutes) {
    expectTracesBy<float>(named, 1, 60);
    expectTracesBy<float>(named, 4, 20);
    expectTracesBy<double>(named, 2, 40);
  }
}

TEST_F(GpuExchange, TracesThatAreSentAgainSupersedeThoseOnTheWay) {
  for (const NamedRoute& named : forcedRoutes) {
    SCOPED_TRACE(named.name);
    auto run = onGpus<float>(exchangeCase(2, ""), MPI_COMM_WORLD, {named.route});
    for (const Field field : {Field::E, Field::H}) {
      run.engine->upload(field, randomValues<float>(run.d, 5));
      run.exchange->start(field);
    }
    expectTracesArrive(run, 5);
  }
}

TEST_F(GpuExchange, AnotherExchangeOfTheSameEngineStartsAfresh) {
  for (const NamedRoute& named : forcedRoutes) {
    SCOPED_TRACE(named.name);
    auto run = onGpus<float>(exchangeCase(2, ""), MPI_COMM_WORLD, {named.route});
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
