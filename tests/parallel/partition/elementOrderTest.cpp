// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/parallel/partition/testMeshes.hpp"

#include "lib/mesh/elementOrder.hpp"

#include <algorithm>

namespace fluxtet::test {
namespace {

/// This rank's ids of 0..total-1 that `chosen` takes, dealt without order.
template <class Chosen>
std::vector<std::int64_t> dealtIds(std::int64_t total, Chosen chosen) {
  std::vector<std::int64_t> ids;
  for (std::int64_t i = 0; i < total; ++i) {
    const std::int64_t id = (i * 37 + 11) % total;  // total is no multiple of 37
    if (i * 7 / 3 % mpiSize(MPI_COMM_WORLD) == mpiRank(MPI_COMM_WORLD) && chosen(id)) ids.push_back(id);
  }
  return ids;
}

template <class T>
T valueOf(std::int64_t id, std::size_t component) {
  return static_cast<T>(id * 5 + static_cast<std::int64_t>(component));
}

template <class T>
void expectRoundTrip(const std::vector<std::int64_t>& ids, std::int64_t total, std::size_t perElement) {
  const ElementOrder order(ids, total, MPI_COMM_WORLD);
  std::vector<T> values;
  for (const std::int64_t id : ids)
    for (std::size_t c = 0; c < perElement; ++c) values.push_back(valueOf<T>(id, c));

  const std::vector<T> block = order.toFile<T>(values, perElement);
  const std::vector<std::int64_t> fileIds = sortedUnion(ids);
  EXPECT_EQ(order.total(), static_cast<std::int64_t>(fileIds.size()));
  ASSERT_EQ(block.size(), static_cast<std::size_t>(order.blockSize()) * perElement);
  for (std::int64_t k = 0; k < order.blockSize(); ++k)
    for (std::size_t c = 0; c < perElement; ++c)
      EXPECT_EQ(block[k * perElement + c], valueOf<T>(fileIds[order.blockBegin() + k], c));
  EXPECT_EQ(order.fromFile<T>(block, perElement), values);
}

TEST(ElementOrder, WritesElementsByGlobalIdAndBringsThemBack) {
  const auto ids = dealtIds(1000, [](std::int64_t) { return true; });
  expectRoundTrip<double>(ids, 1000, 30);
  expectRoundTrip<float>(ids, 1000, 3);
  expectRoundTrip<std::int32_t>(ids, 1000, 1);
  expectRoundTrip<std::uint8_t>(ids, 1000, 2);
}

TEST(ElementOrder, PacksASubsetOfTheElementsWithoutGaps) {
  expectRoundTrip<double>(dealtIds(1000, [](std::int64_t id) { return id % 7 == 3; }), 1000, 4);
  expectRoundTrip<double>(dealtIds(1000, [](std::int64_t id) { return id > 980; }), 1000, 4);
}

TEST(ElementOrder, HandlesIdsBeyond32Bits) {
  std::vector<std::int64_t> ids;
  const std::int64_t total = std::int64_t{1} << 40;
  for (std::int64_t i = mpiRank(MPI_COMM_WORLD); i < 50; i += mpiSize(MPI_COMM_WORLD))
    ids.push_back(total - 1 - i * (total / 50));
  expectRoundTrip<std::int64_t>(ids, total, 2);
}

TEST(ElementOrder, AcceptsRanksWithoutElementsAndNoElementsAtAll) {
  std::vector<std::int64_t> ids;
  if (mpiRank(MPI_COMM_WORLD) == mpiSize(MPI_COMM_WORLD) - 1) ids = {4, 0, 3};
  expectRoundTrip<double>(ids, 5, 3);
  expectRoundTrip<double>({}, 5, 3);
  expectRoundTrip<double>({}, 0, 3);
}

TEST(ElementOrder, RefusesAnElementThatStandsTwice) {
  std::vector<std::int64_t> ids;
  if (mpiRank(MPI_COMM_WORLD) == 0) ids = {7};
  if (mpiRank(MPI_COMM_WORLD) == mpiSize(MPI_COMM_WORLD) - 1) ids.push_back(7);
  expectErrorOnAllRanks(ExitCode::runFailed, "element 7 is on more than one rank",
                        [&] { ElementOrder(ids, 10, MPI_COMM_WORLD); });
}

TEST(ElementOrder, RefusesIdsOutsideTheirRangeAndWrongSizes) {
  const bool last = mpiRank(MPI_COMM_WORLD) == mpiSize(MPI_COMM_WORLD) - 1;
  const std::vector<std::int64_t> ids{last ? std::int64_t{10} : mpiRank(MPI_COMM_WORLD)};
  expectErrorOnAllRanks(ExitCode::runFailed, "element id 10 is outside 0..9",
                        [&] { ElementOrder(ids, 10, MPI_COMM_WORLD); });
  const ElementOrder order(ids, 11, MPI_COMM_WORLD);
  const std::vector<float> values(last ? 2 : 3);
  expectErrorOnAllRanks(ExitCode::runFailed, "8 bytes given for 1 elements of 12",
                        [&] { order.toFile<float>(values, 3); });
}

}  // namespace
}  // namespace fluxtet::test
