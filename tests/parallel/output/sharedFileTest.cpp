// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/sharedFile.hpp"

#include "lib/base/mpi.hpp"
#include "tests/parallel/output/fieldMesh.hpp"
#include "tests/support/fileSizeLimit.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>
#include <optional>

namespace fluxtet::test {
namespace {

const MPI_Comm world = MPI_COMM_WORLD;

/// Rank r has 5 r rows of two values: the first has none.
struct UnevenRows {
  hsize_t begin = 0, total = 0;
  std::vector<std::int64_t> values;

  UnevenRows() {
    for (int r = 0; r < mpiSize(world); ++r) {
      if (r == mpiRank(world)) begin = total;
      total += 5 * static_cast<hsize_t>(r);
    }
    values.resize(10 * static_cast<std::size_t>(mpiRank(world)));
    std::iota(values.begin(), values.end(), static_cast<std::int64_t>(2 * begin));
  }
};

TEST(SharedFile, unevenRowsArriveWhereTheyBelong) {
  const SharedFolder folder;
  const UnevenRows rows;
  const auto layout = [&](hid_t file) {
    const auto group = hdf5::createGroup(file, "group");
    hdf5::allocate<std::int64_t>(group, "data", {rows.total, 2});
    hdf5::writeAttribute(group, "unit", "m");
  };
  SharedFile file(folder / "rows.h5", 1000, layout, world);
  file.writeRows<std::int64_t>("group/data", rows.values, static_cast<std::int64_t>(rows.begin));
  file.commit();

  const auto again = hdf5::openFile(folder / "rows.h5");
  std::vector<std::int64_t> expected(2 * rows.total);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(hdf5::read<std::int64_t>(again, "group/data"), expected);
  EXPECT_EQ(hdf5::readRows<std::int64_t>(again, "group/data", rows.begin, rows.values.size() / 2), rows.values);
}

TEST(SharedFile, rowsThatDoNotFitOnOneRankAreAnErrorOnEveryRank) {
  const SharedFolder folder;
  const auto layout = [](hid_t file) { hdf5::allocate<float>(file, "data", {4, 2}); };
  const bool last = mpiRank(world) == mpiSize(world) - 1;
  const std::vector<float> values(last ? 10 : 2);
  const auto message = messageOf<RunError>([&] {
    SharedFile file(folder / "rows.h5", 1000, layout, world);
    file.writeRows<float>("data", values, 0);
    file.commit();
  });
  EXPECT_NE(message.find("do not fit dataset data of 4 rows"), std::string::npos) << message;
}

TEST(SharedFile, aFileThatCannotBeCreatedIsARunErrorThatNamesIt) {
  const SharedFolder folder;
  const std::string path = folder / "absent/file.h5";
  const auto message = messageOf<RunError>([&] {
    SharedFile(
        path, 0, [](hid_t) {}, world);
  });
  EXPECT_NE(message.find(path), std::string::npos) << message;
  EXPECT_NE(message.find("No such file or directory"), std::string::npos) << message;
}

/// Writes 8 MB; the ranks in `limited` cannot write beyond the first megabyte of a file.
void writeMuch(const std::string& path, const std::function<bool(int)>& limited) {
  const int rank = mpiRank(world);
  std::optional<FileSizeLimit> limit;
  if (limited(rank)) limit.emplace(1 << 20);
  const std::size_t own = (std::size_t{1} << 20) / static_cast<std::size_t>(mpiSize(world));
  const hsize_t total = own * static_cast<hsize_t>(mpiSize(world));
  const std::vector<double> values(own, 1.0);
  SharedFile file(
      path, 8 << 20, [&](hid_t hdf) { hdf5::allocate<double>(hdf, "data", {total}); }, world);
  file.writeRows<double>("data", values, static_cast<std::int64_t>(own) * rank);
  file.commit();
}

TEST(SharedFile, aFullDiskIsARunErrorOnEveryRankAndLeavesNoFile) {
  const SharedFolder folder;
  const auto message = messageOf<RunError>([&] { writeMuch(folder / "big.h5", [](int) { return true; }); });
  EXPECT_NE(message.find("it needs 8.389 MB: File too large"), std::string::npos) << message;
  EXPECT_NE(message.find("the space left"), std::string::npos) << message;
  MPI_Barrier(world);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(SharedFile, aWriteThatFailsOnOneRankOnlyIsAnErrorOnEveryRank) {
  const SharedFolder folder;
  const int last = mpiSize(world) - 1;
  const auto message = messageOf<RunError>([&] { writeMuch(folder / "big.h5", [last](int r) { return r == last; }); });
  EXPECT_NE(message.find("File too large"), std::string::npos) << message;
  MPI_Barrier(world);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(SharedFile, anUnfinishedFileNeverHasItsName) {
  const SharedFolder folder;
  {
    SharedFile file(
        folder / "file.h5", 1000, [](hid_t) {}, world);
    EXPECT_FALSE(std::filesystem::exists(folder / "file.h5"));
    EXPECT_TRUE(std::filesystem::exists(folder / "file.h5.tmp"));
    MPI_Barrier(world);
  }
  MPI_Barrier(world);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace fluxtet::test
