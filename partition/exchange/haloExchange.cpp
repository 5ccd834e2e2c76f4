// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/exchange/haloExchange.hpp"

#include "lib/base/mpi.hpp"

#include <cassert>
#include <limits>

namespace fluxtet::dgtd {

namespace {

/// Number of values of the message to neighbour i. Throws RunError where an MPI count cannot hold it.
int messageSize(const HaloPlan& plan, std::size_t i, int valuesPerFace) {
  const std::int64_t values = static_cast<std::int64_t>(plan.offset[i + 1] - plan.offset[i]) * valuesPerFace;
  requireRun(values <= std::numeric_limits<int>::max(),
             "the message to rank {} has {} values, more than MPI can send at once: use more ranks", plan.neighbour[i],
             values);
  return static_cast<int>(values);
}

}  // namespace

template <class Real>
HaloExchange<Real>::HaloExchange(const HaloPlan& plan, int valuesPerFace, int tag, MPI_Comm comm) {
  std::vector<partition::MessagePair> pairs(plan.neighbour.size());
  agreeOnErrors(comm, [&] {
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i].count = messageSize(plan, i, valuesPerFace);
    send_.resize(static_cast<std::size_t>(plan.numFaces()) * valuesPerFace);
    receive_.resize(send_.size());
  });
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::size_t begin = static_cast<std::size_t>(plan.offset[i]) * valuesPerFace;
    pairs[i].rank = plan.neighbour[i];
    pairs[i].send = send_.data() + begin;
    pairs[i].receive = receive_.data() + begin;
  }
  messages_ = partition::NeighbourMessages(pairs, mpiType<Real>(), tag, comm);
}

template <class Real>
void HaloExchange<Real>::start() {
  assert(!inFlight_);
  messages_.startReceives();
  messages_.startSends();
  inFlight_ = true;
}

template <class Real>
void HaloExchange<Real>::finish() {
  assert(inFlight_);
  messages_.finish();
  inFlight_ = false;
}

template class HaloExchange<float>;
template class HaloExchange<double>;

}  // namespace fluxtet::dgtd
