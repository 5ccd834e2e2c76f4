// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/neighbourMessages.hpp"

#include "lib/base/mpi.hpp"

#include <utility>

namespace fluxtet::partition {

NeighbourMessages::NeighbourMessages(const std::vector<MessagePair>& pairs, MPI_Datatype type, int tag, MPI_Comm comm)
    : requests_(2 * pairs.size(), MPI_REQUEST_NULL) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const MessagePair& pair = pairs[i];
    mpiCheck(MPI_Recv_init(pair.receive, pair.count, type, pair.rank, tag, comm, &requests_[i]));
    mpiCheck(MPI_Send_init(pair.send, pair.count, type, pair.rank, tag, comm, &requests_[pairs.size() + i]));
  }
}

NeighbourMessages::NeighbourMessages(NeighbourMessages&& other) noexcept
    : requests_(std::move(other.requests_)), receiving_(std::exchange(other.receiving_, false)) {
  other.requests_.clear();
}

NeighbourMessages& NeighbourMessages::operator=(NeighbourMessages&& other) noexcept {
  std::swap(requests_, other.requests_);
  std::swap(receiving_, other.receiving_);
  return *this;
}

NeighbourMessages::~NeighbourMessages() {
  if (receiving_) {
    for (std::size_t i = 0; i < requests_.size() / 2; ++i) {
      MPI_Cancel(&requests_[i]);
      MPI_Wait(&requests_[i], MPI_STATUS_IGNORE);
    }
  }
  for (MPI_Request& request : requests_)
    if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
}

void NeighbourMessages::start(std::size_t first) {
  // Open MPI refuses a list without requests (a rank without neighbours).
  if (!requests_.empty()) mpiCheck(MPI_Startall(static_cast<int>(requests_.size() / 2), &requests_[first]));
}

void NeighbourMessages::startReceives() {
  start(0);
  receiving_ = true;
}

void NeighbourMessages::startSends() {
  start(requests_.size() / 2);
}

void NeighbourMessages::finish() {
  mpiCheck(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE));
  receiving_ = false;
}

}  // namespace fluxtet::partition
