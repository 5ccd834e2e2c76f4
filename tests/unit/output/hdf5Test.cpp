// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/hdf5.hpp"

#include "tests/support/temporaryFolder.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

namespace fluxtet::test {
namespace {

TEST(Hdf5, everyTypeComesBackAsItWas) {
  const TemporaryFolder folder;
  const std::string path = (folder / "types.h5").string();
  const std::vector<float> single{0.1f, -2.5f};
  const std::vector<std::uint8_t> bytes{0, 255};
  const std::vector<std::uint64_t> large{~std::uint64_t{0}, 1};
  {
    hdf5::Handle file = hdf5::createFile(path);
    const hdf5::Handle group = hdf5::createGroup(file, "group");
    hdf5::write<float>(group, "single", single, {2});
    hdf5::write<std::uint8_t>(group, "bytes", bytes, {1, 2});
    hdf5::write<std::uint64_t>(group, "large", large, {2});
    hdf5::writeAttribute(group, "text", "a text");
    hdf5::writeAttribute(group, "numbers", std::vector<double>{0.1, 0.2});
  }
  const auto file = hdf5::openFile(path);
  const auto group = hdf5::openGroup(file, "group");
  EXPECT_EQ(hdf5::attributeNames(group), (std::vector<std::string>{"numbers", "text"}));
  EXPECT_EQ(hdf5::read<float>(file, "group/single"), single);
  EXPECT_EQ(hdf5::read<std::uint8_t>(file, "group/bytes"), bytes);
  EXPECT_EQ(hdf5::read<std::uint64_t>(file, "group/large"), large);
  EXPECT_EQ(hdf5::readTextAttribute(group, "text"), "a text");
  EXPECT_EQ(hdf5::readAttribute<double>(group, "numbers"), (std::vector<double>{0.1, 0.2}));
}

TEST(Hdf5, rowsAreReadFromWhereTheyStand) {
  const hdf5::Handle file = hdf5::createInMemory();
  const std::vector<std::int64_t> values{0, 1, 2, 3, 4, 5, 6, 7};
  hdf5::write<std::int64_t>(file, "data", values, {4, 2});
  EXPECT_EQ(hdf5::readRows<std::int64_t>(file, "data", 1, 2), (std::vector<std::int64_t>{2, 3, 4, 5}));
  EXPECT_TRUE(hdf5::readRows<std::int64_t>(file, "data", 4, 0).empty());
  EXPECT_THROW(hdf5::readRows<std::int64_t>(file, "data", 3, 2), RunError);
}

TEST(Hdf5, valuesThatDoNotFillTheShapeAreAnError) {
  const hdf5::Handle file = hdf5::createInMemory();
  const std::vector<float> values(3);
  EXPECT_THROW(hdf5::write<float>(file, "data", values, {2, 2}), RunError);
}

TEST(Hdf5, aNestedNameExistsOnlyWithItsGroup) {
  const hdf5::Handle file = hdf5::createInMemory();
  const hdf5::Handle group = hdf5::createGroup(file, "group");
  hdf5::write<float>(group, "data", std::vector<float>{1}, {1});
  EXPECT_TRUE(hdf5::exists(file, "group/data"));
  EXPECT_FALSE(hdf5::exists(file, "group/other"));
  EXPECT_FALSE(hdf5::exists(file, "absent/data"));
}

TEST(Hdf5, anAllocatedDatasetStandsWhereItsOffsetSays) {
  const TemporaryFolder folder;
  const std::string path = (folder / "place.h5").string();
  std::int64_t offset = -1;
  {
    hdf5::Handle file = hdf5::createFile(path);
    hdf5::allocate<double>(file, "data", {3});
    offset = hdf5::offsetOf(file, "data");
    hdf5::closeFile(std::move(file));
  }
  const std::vector<double> values{1, 2, 3};
  {
    const FileDescriptor file(path, O_WRONLY);
    writeAt(file, path, std::as_bytes(std::span(values)), offset);
  }
  EXPECT_EQ(hdf5::read<double>(hdf5::openFile(path), "data"), values);
}

TEST(Hdf5, theImageOfAFileInMemoryIsAFile) {
  const TemporaryFolder folder;
  const std::string path = (folder / "image.h5").string();
  const std::vector<double> values{1, 2, 3};
  const hdf5::Handle file = hdf5::createInMemory();
  hdf5::write<double>(file, "data", values, {3});
  writeFile(path, hdf5::imageOf(file));
  EXPECT_EQ(hdf5::read<double>(hdf5::openFile(path), "data"), values);
}

TEST(Hdf5, aFileOfAnotherKindIsAnInputErrorThatNamesIt) {
  const TemporaryFolder folder;
  setText(folder / "text.h5", "text");
  try {
    hdf5::openFile((folder / "text.h5").string());
    FAIL() << "a text was opened as HDF5";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("text.h5: it is not an HDF5 file"), std::string::npos) << error.what();
  }
}

TEST(Hdf5, aTruncatedFileIsAnInputErrorThatSaysSo) {
  const TemporaryFolder folder;
  const std::string path = (folder / "short.h5").string();
  const hdf5::Handle file = hdf5::createInMemory();
  hdf5::write<double>(file, "data", std::vector<double>(1000), {1000});
  auto image = hdf5::imageOf(file);
  image.resize(image.size() / 2);
  writeFile(path, image);
  try {
    hdf5::openFile(path);
    FAIL() << "half a file was opened";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("truncated"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace fluxtet::test
