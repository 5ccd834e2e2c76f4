// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/static/mpiCoupling.hpp"

#include "lib/base/mpi.hpp"
#include "lib/base/mpiTags.hpp"

#include <algorithm>
#include <utility>

namespace fluxtet::statics {

namespace {

template <class Real>
std::vector<partition::MessagePair> messagePairs(const SharedDofs& shared, const Real* send, Real* receive) {
  std::vector<partition::MessagePair> pairs;
  for (std::size_t i = 0; i < shared.ranks.size(); ++i)
    pairs.push_back(
        {shared.ranks[i], send + shared.begin[i], receive + shared.begin[i], shared.begin[i + 1] - shared.begin[i]});
  return pairs;
}

std::vector<std::uint8_t> countedDofs(std::int32_t numDofs, const SharedDofs& shared, int rank) {
  std::vector<std::uint8_t> counted(static_cast<std::size_t>(numDofs), 1);
  for (std::size_t i = 0; i < shared.ranks.size() && shared.ranks[i] < rank; ++i)
    for (const std::int32_t place : shared.with(i)) counted[shared.dofs[place]] = 0;
  return counted;
}

}  // namespace

namespace detail {

template <class Real>
SharedSum<Real>::SharedSum(const SharedDofs& shared, int tag, MPI_Comm comm)
    : shared_(shared),
      rank_(mpiRank(comm)),
      send_(shared.place.size()),
      receive_(shared.place.size()),
      messages_(messagePairs(shared, send_.data(), receive_.data()), mpiType<Real>(), tag, comm) {}

template <class Real>
void SharedSum<Real>::operator()(std::span<Real> values) {
  messages_.startReceives();
  for (std::size_t k = 0; k < send_.size(); ++k) send_[k] = values[shared_.place[k]];
  messages_.startSends();
  const std::vector<Real> own(values.begin(), values.end());
  std::fill(values.begin(), values.end(), Real(0));
  messages_.finish();

  const auto addOwn = [&] {
    for (std::size_t i = 0; i < own.size(); ++i) values[i] += own[i];
  };
  bool ownAdded = false;
  for (std::size_t i = 0; i < shared_.ranks.size(); ++i) {
    if (!ownAdded && shared_.ranks[i] > rank_) {
      addOwn();
      ownAdded = true;
    }
    for (std::int32_t k = shared_.begin[i]; k < shared_.begin[i + 1]; ++k) values[shared_.place[k]] += receive_[k];
  }
  if (!ownAdded) addOwn();
}

template class SharedSum<float>;
template class SharedSum<double>;

}  // namespace detail

MpiCoupling::MpiCoupling(std::int32_t numDofs, SharedDofs shared, MPI_Comm comm)
    : shared_(std::move(shared)),
      counted_(countedDofs(numDofs, shared_, mpiRank(comm))),
      comm_(comm),
      inDouble_(shared_, mpiTag::dofSumsDouble, comm),
      inSingle_(shared_, mpiTag::dofSumsSingle, comm) {}

void MpiCoupling::sumScalars(std::span<double> values) {
  // Not MPI_Allreduce: it need not give the same bits on every rank, and conjugate gradients branch on these.
  const auto count = static_cast<int>(values.size());
  std::vector<double> all(static_cast<std::size_t>(mpiSize(comm_)) * values.size());
  mpiCheck(MPI_Allgather(values.data(), count, MPI_DOUBLE, all.data(), count, MPI_DOUBLE, comm_));
  std::fill(values.begin(), values.end(), 0.0);
  for (std::size_t i = 0; i < all.size(); ++i) values[i % values.size()] += all[i];
}

}  // namespace fluxtet::statics
