// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/mpi.hpp"
#include "partition/exchange/deviceTraceExchange.hpp"
#include "partition/exchange/hostTraceExchange.hpp"

namespace fluxtet::dgtd {

template <class Real>
std::unique_ptr<TraceExchange<Real>> makeTraceExchange(FieldEngine<Real>& engine, const HaloPlan& plan,
                                                       RouteChoice choice, MPI_Comm comm) {
  std::unique_ptr<DeviceHalo> halo;
  agreeOnErrors(comm, [&] { halo = engine.traces().makeDeviceHalo(plan.offset); });
  if (halo) return std::make_unique<DeviceTraceExchange<Real>>(std::move(halo), plan, routesOf(choice), comm);
  require(choice == RouteChoice::automatic || mpiSize(comm) == 1,
          "dgtd.exchange chooses the way between GPUs, and this run computes on the CPU: use exchange: auto, or "
          "--backend cuda");
  return std::make_unique<HostTraceExchange<Real>>(engine, plan, comm);
}

template std::unique_ptr<TraceExchange<float>> makeTraceExchange(FieldEngine<float>&, const HaloPlan&, RouteChoice,
                                                                 MPI_Comm);
template std::unique_ptr<TraceExchange<double>> makeTraceExchange(FieldEngine<double>&, const HaloPlan&, RouteChoice,
                                                                  MPI_Comm);

}  // namespace fluxtet::dgtd
