// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/exchange/hostTraceExchange.hpp"

#include "lib/base/mpiTags.hpp"
#include "lib/base/timer.hpp"

namespace fluxtet::dgtd {

template <class Real>
HostTraceExchange<Real>::HostTraceExchange(FieldEngine<Real>& engine, const HaloPlan& plan, MPI_Comm comm)
    : engine_(engine),
      neighbours_(static_cast<int>(plan.neighbour.size())),
      halos_{{{plan, engine.traces().valuesPerFace(), mpiTag::tracesE, comm},
              {plan, engine.traces().valuesPerFace(), mpiTag::tracesH, comm}}} {}

template <class Real>
RouteCounts HostTraceExchange<Real>::routeCounts() const {
  RouteCounts counts;
  counts.host = neighbours_;
  return counts;
}

template <class Real>
void HostTraceExchange<Real>::send(Field field, int /*level*/) {
  auto& halo = halos_[static_cast<std::size_t>(field)];
  engine_.traces().pack(field, halo.sendBuffer());
  halo.start();
  ++statistics_.messages;
  statistics_.bytes += static_cast<std::int64_t>(halo.sendBuffer().size_bytes());
}

template <class Real>
void HostTraceExchange<Real>::receive(Field field, int /*level*/) {
  const ScopedSeconds waiting(statistics_.waitedSeconds);
  auto& halo = halos_[static_cast<std::size_t>(field)];
  halo.finish();
  engine_.traces().set(field, halo.receiveBuffer());
}

template class HostTraceExchange<float>;
template class HostTraceExchange<double>;

}  // namespace fluxtet::dgtd
