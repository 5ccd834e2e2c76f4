// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/haloExchange.hpp"

#include "base/mpi.hpp"

#include <cassert>
#include <limits>

namespace fluxtet {

namespace {

/// Values of neighbour i's message.
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
  const std::size_t neighbours = plan.neighbour.size();
  std::vector<int> count(neighbours);
  agreeOnErrors(comm, [&] {
    for (std::size_t i = 0; i < neighbours; ++i) count[i] = messageSize(plan, i, valuesPerFace);
    send_.resize(static_cast<std::size_t>(plan.numFaces()) * valuesPerFace);
    receive_.resize(send_.size());
    requests_.assign(2 * neighbours, MPI_REQUEST_NULL);
  });
  for (std::size_t i = 0; i < neighbours; ++i) {
    const std::size_t begin = static_cast<std::size_t>(plan.offset[i]) * valuesPerFace;
    const int rank = plan.neighbour[i];
    mpiCheck(MPI_Recv_init(receive_.data() + begin, count[i], mpiType<Real>(), rank, tag, comm, &requests_[i]));
    mpiCheck(
        MPI_Send_init(send_.data() + begin, count[i], mpiType<Real>(), rank, tag, comm, &requests_[neighbours + i]));
  }
}

template <class Real>
HaloExchange<Real>::~HaloExchange() {
  if (inFlight_) {
    // Only an error on its way up comes here: the other side may never send, so do not wait for it.
    for (std::size_t i = 0; i < requests_.size() / 2; ++i) {
      MPI_Cancel(&requests_[i]);
      MPI_Wait(&requests_[i], MPI_STATUS_IGNORE);
    }
  }
  for (MPI_Request& request : requests_)
    if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
}

template <class Real>
void HaloExchange<Real>::start() {
  assert(!inFlight_);
  // Open MPI refuses a list without requests (a rank without neighbours).
  if (!requests_.empty()) mpiCheck(MPI_Startall(static_cast<int>(requests_.size()), requests_.data()));
  inFlight_ = true;
}

template <class Real>
void HaloExchange<Real>::finish() {
  assert(inFlight_);
  mpiCheck(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE));
  inFlight_ = false;
}

template class HaloExchange<float>;
template class HaloExchange<double>;

}  // namespace fluxtet
