// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/sliceWriter.hpp"

#include "lib/base/error.hpp"
#include "lib/base/hdf5.hpp"
#include "tests/support/fileSizeLimit.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <sstream>

namespace fluxtet::test {
namespace {

SliceOutput smallSlice() {
  SliceOutput slice;
  slice.name = "xy";
  slice.origin = {1, 2, 3};
  slice.u = {4, 0, 0};
  slice.v = {0, 2, 0};
  slice.points = {3, 2};
  return slice;
}

SliceRegions twoRegions() {
  return {{"Air", "Substrate"}, {0, 0, 1, 1, 1, -1}};
}

TEST(SliceWriter, pointsRunFromCornerToCornerWithUInside) {
  const auto points = slicePoints(smallSlice(), 0, slicePointCount(smallSlice()));
  ASSERT_EQ(points.size(), 6u);
  EXPECT_EQ(points[0], (Vec3{1, 2, 3}));
  EXPECT_EQ(points[1], (Vec3{3, 2, 3}));
  EXPECT_EQ(points[3], (Vec3{1, 4, 3}));
  EXPECT_EQ(points[5], (Vec3{5, 4, 3}));
}

TEST(SliceWriter, theFileHoldsFieldsAndPlace) {
  TemporaryFolder folder;
  const SliceWriter writer(smallSlice(), twoRegions(), folder.path());
  std::vector<double> E(18), H(18, 0.5);
  for (std::size_t i = 0; i < E.size(); ++i) E[i] = static_cast<double>(i);
  E[5] = std::numeric_limits<double>::quiet_NaN();
  writer.write(12, 1e-9, 1.5e-9, E, H);
  const auto file = hdf5::openFile((folder / "slices/xy_00000012.h5").string());
  EXPECT_EQ(hdf5::shapeOf(file, "E"), (std::vector<hsize_t>{2, 3, 3}));
  const auto values = hdf5::read<float>(file, "E");
  EXPECT_EQ(values[4], 4.0f);
  EXPECT_TRUE(std::isnan(values[5]));
  EXPECT_EQ(hdf5::readAttribute<double>(file, "time_H_s"), std::vector<double>{1.5e-9});
  EXPECT_EQ(hdf5::readAttribute<double>(file, "origin"), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(hdf5::readAttribute<std::int64_t>(file, "step"), std::vector<std::int64_t>{12});
}

TEST(SliceWriter, theFileHoldsTheRegionsWithTheirNames) {
  TemporaryFolder folder;
  SliceWriter(smallSlice(), twoRegions(), folder.path()).write(0, 0, 0, std::vector<double>(18), {});
  const auto file = hdf5::openFile((folder / "slices/xy_00000000.h5").string());
  EXPECT_EQ(hdf5::shapeOf(file, "region"), (std::vector<hsize_t>{2, 3}));
  EXPECT_EQ(hdf5::read<std::int32_t>(file, "region"), twoRegions().at);
  const hdf5::Handle region(hdf5::check(H5Dopen2(file, "region", H5P_DEFAULT)));
  EXPECT_TRUE(hdf5::hasAttribute(region, "names"));
  EXPECT_EQ(hdf5::readTextAttribute(region, "unit"), "1");
}

TEST(SliceWriter, theCsvFileHasARowPerPointWithPlaceAndFields) {
  TemporaryFolder folder;
  std::vector<double> E(18), H(18, -0.25);
  for (std::size_t i = 0; i < E.size(); ++i) E[i] = 0.1 * static_cast<double>(i);
  E[5] = -std::numeric_limits<double>::quiet_NaN();
  SliceWriter(smallSlice(), twoRegions(), folder.path()).write(12, 1e-9, 1.5e-9, E, H);
  std::istringstream lines(textOf(folder / "slices/xy_00000012.csv"));
  std::vector<std::string> line(8);
  for (auto& text : line) std::getline(lines, text);
  EXPECT_EQ(line[0], "x [m],y [m],z [m],Ex [V/m],Ey [V/m],Ez [V/m],Hx [A/m],Hy [A/m],Hz [A/m]");
  EXPECT_EQ(line[1], "1,2,3,0,0.1,0.2,-0.25,-0.25,-0.25");
  EXPECT_EQ(line[2], "3,2,3,0.3,0.4,nan,-0.25,-0.25,-0.25");
  EXPECT_EQ(line[6], "5,4,3,1.5,1.6,1.7,-0.25,-0.25,-0.25");
  EXPECT_EQ(line[7], "") << "more rows than points";
}

TEST(SliceWriter, theCsvFileHasOnlyTheFieldsAskedForAndIsAbsentWhenSwitchedOff) {
  TemporaryFolder folder;
  SliceOutput slice = smallSlice();
  SliceWriter(slice, twoRegions(), folder.path()).write(1, 0, 0, {}, std::vector<double>(18));
  EXPECT_TRUE(textOf(folder / "slices/xy_00000001.csv").starts_with("x [m],y [m],z [m],Hx [A/m],"));
  slice.csv = false;
  SliceWriter(slice, twoRegions(), folder.path()).write(2, 0, 0, {}, std::vector<double>(18));
  EXPECT_TRUE(std::filesystem::exists(folder / "slices/xy_00000002.h5"));
  EXPECT_FALSE(std::filesystem::exists(folder / "slices/xy_00000002.csv"));
}

TEST(SliceWriter, aFullDiskIsARunErrorThatLeavesNoFile) {
  TemporaryFolder folder;
  SliceOutput slice = smallSlice();
  slice.points = {60, 50};
  // The CSV file is longer than the HDF5 file.
  const std::vector<double> values(9000, 1.0 / 3);
  const FileSizeLimit full(150000);
  EXPECT_THROW(SliceWriter(slice, twoRegions(), folder.path()).write(3, 0, 0, values, values), RunError);
  EXPECT_TRUE(std::filesystem::exists(folder / "slices/xy_00000003.h5"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "slices"), {}), 1);
}

TEST(SliceWriter, aFieldThatIsNotAskedForIsAbsent) {
  TemporaryFolder folder;
  SliceWriter(smallSlice(), twoRegions(), folder.path()).write(0, 0, 0, std::vector<double>(18), {});
  const auto file = hdf5::openFile((folder / "slices/xy_00000000.h5").string());
  EXPECT_TRUE(hdf5::exists(file, "E"));
  EXPECT_FALSE(hdf5::exists(file, "H"));
}

TEST(SliceWriter, aFolderThatCannotBeMadeIsARunError) {
  TemporaryFolder folder;
  setText(folder / "slices", "a file where the folder should be");
  EXPECT_THROW(SliceWriter(smallSlice(), twoRegions(), folder.path()).write(0, 0, 0, std::vector<double>(18), {}),
               RunError);
}

}  // namespace
}  // namespace fluxtet::test
