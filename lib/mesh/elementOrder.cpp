// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/elementOrder.hpp"

#include "lib/base/mpi.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <tuple>

namespace fluxtet {

namespace {

using Records = std::vector<std::vector<std::byte>>;

/// Where an id came from: the k-th of those that a rank sent.
struct Arrival {
  std::int64_t id;
  std::int32_t rank, index;
};

/// Rank whose block holds `id`: ids are dealt in equal intervals.
int blockOwner(std::int64_t id, std::int64_t idsPerBlock) {
  return static_cast<int>(id / idsPerBlock);
}

std::vector<Arrival> sortedArrivals(const std::vector<std::vector<std::int64_t>>& ids) {
  std::vector<Arrival> arrivals;
  for (std::size_t r = 0; r < ids.size(); ++r)
    for (std::size_t k = 0; k < ids[r].size(); ++k)
      arrivals.push_back({ids[r][k], static_cast<std::int32_t>(r), static_cast<std::int32_t>(k)});
  std::sort(arrivals.begin(), arrivals.end(), [](const Arrival& a, const Arrival& b) {
    return std::tie(a.id, a.rank, a.index) < std::tie(b.id, b.rank, b.index);
  });
  return arrivals;
}

/// For each rank the records at the places listed for it.
Records gather(std::span<const std::byte> data, std::size_t record,
               const std::vector<std::vector<std::int32_t>>& places) {
  Records gathered(places.size());
  for (std::size_t r = 0; r < places.size(); ++r) {
    gathered[r].resize(places[r].size() * record);
    for (std::size_t k = 0; k < places[r].size(); ++k)
      std::memcpy(&gathered[r][k * record], &data[places[r][k] * record], record);
  }
  return gathered;
}

void scatter(const Records& received, std::size_t record, const std::vector<std::vector<std::int32_t>>& places,
             std::span<std::byte> data) {
  for (std::size_t r = 0; r < places.size(); ++r)
    for (std::size_t k = 0; k < places[r].size(); ++k)
      std::memcpy(&data[places[r][k] * record], &received[r][k * record], record);
}

void checkSize(std::size_t bytes, std::int64_t elements, std::size_t record) {
  requireRun(bytes == static_cast<std::size_t>(elements) * record, "{} bytes given for {} elements of {} bytes", bytes,
             elements, record);
}

Records exchange(MPI_Comm comm, std::size_t record, const Records& toRank) {
  return detail::exchangeBytes(comm, record, std::vector<std::span<const std::byte>>(toRank.begin(), toRank.end()));
}

}  // namespace

ElementOrder::ElementOrder(std::span<const std::int64_t> ids, std::int64_t totalIds, MPI_Comm comm)
    : comm_(comm), numIds_(static_cast<std::int64_t>(ids.size())) {
  const int size = mpiSize(comm);
  const std::int64_t idsPerBlock = std::max<std::int64_t>(1, (totalIds + size - 1) / size);
  sendElement_.resize(size);
  std::vector<std::vector<std::int64_t>> sendIds(size);
  agreeOnErrors(comm, [&] {
    for (std::size_t e = 0; e < ids.size(); ++e) {
      requireRun(ids[e] >= 0 && ids[e] < totalIds, "element id {} is outside 0..{}", ids[e], totalIds - 1);
      const int owner = blockOwner(ids[e], idsPerBlock);
      sendElement_[owner].push_back(static_cast<std::int32_t>(e));
      sendIds[owner].push_back(ids[e]);
    }
  });

  const auto receivedIds = exchangeAll(comm, sendIds);
  placeInBlock_.resize(size);
  agreeOnErrors(comm, [&] {
    const std::vector<Arrival> arrivals = sortedArrivals(receivedIds);
    requireRun(arrivals.size() <= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()),
               "{} elements in one rank's block of a file: use more ranks", arrivals.size());
    for (int r = 0; r < size; ++r) placeInBlock_[r].resize(receivedIds[r].size());
    for (std::size_t place = 0; place < arrivals.size(); ++place) {
      const Arrival& a = arrivals[place];
      requireRun(place == 0 || arrivals[place - 1].id != a.id, "element {} is on more than one rank", a.id);
      placeInBlock_[a.rank][a.index] = static_cast<std::int32_t>(place);
    }
    blockSize_ = static_cast<std::int64_t>(arrivals.size());
  });
  std::int64_t end = 0;
  mpiCheck(MPI_Scan(&blockSize_, &end, 1, MPI_INT64_T, MPI_SUM, comm));
  blockBegin_ = end - blockSize_;
  total_ = sumOverRanks(comm, blockSize_);
}

void ElementOrder::moveToFile(std::span<const std::byte> values, std::size_t record, std::span<std::byte> block) const {
  if (record == 0) return;
  Records sent;
  agreeOnErrors(comm_, [&] {
    checkSize(values.size(), numIds_, record);
    sent = gather(values, record, sendElement_);
  });
  scatter(exchange(comm_, record, sent), record, placeInBlock_, block);
}

void ElementOrder::moveFromFile(std::span<const std::byte> block, std::size_t record,
                                std::span<std::byte> values) const {
  if (record == 0) return;
  Records sent;
  agreeOnErrors(comm_, [&] {
    checkSize(block.size(), blockSize_, record);
    sent = gather(block, record, placeInBlock_);
  });
  scatter(exchange(comm_, record, sent), record, sendElement_, values);
}

}  // namespace fluxtet
