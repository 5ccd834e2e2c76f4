// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/checkpoint.hpp"

#include "lib/base/hdf5.hpp"
#include "lib/base/mpi.hpp"
#include "lib/output/checkpointFiles.hpp"
#include "tests/parallel/output/fieldMesh.hpp"
#include "tests/support/fileSizeLimit.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

namespace fluxtet::test {
namespace {

namespace fs = std::filesystem;

const MPI_Comm world = MPI_COMM_WORLD;
constexpr std::size_t valuesPerElement = 12;
constexpr std::int64_t elements = 50;
const std::map<std::string, std::string> identity{{"mesh", "0123"}, {"order", "1"}};

/// Elements dealt to the ranks in one of two ways, with fields that depend on the global id alone.
struct Share {
  std::vector<std::int64_t> ids;
  std::vector<double> E, H;
  ElementOrder order;

  explicit Share(bool backwards = false) : ids(idsOf(backwards)), order(ids, elements, world) {
    for (const std::int64_t id : ids)
      for (std::size_t k = 0; k < valuesPerElement; ++k) {
        E.push_back(std::sin(static_cast<double>(id * 100 + static_cast<std::int64_t>(k))));
        H.push_back(E.back() / 3);
      }
  }
  static std::vector<std::int64_t> idsOf(bool backwards) {
    std::vector<std::int64_t> own;
    for (std::int64_t id = 0; id < elements; ++id) {
      const std::int64_t place = backwards ? elements - 1 - id : id;
      if (place % mpiSize(world) == mpiRank(world)) own.push_back(place);
    }
    return own;
  }
  void write(const std::string& folder, std::int64_t step, int keep = 2) const {
    const CheckpointState state{
        step, 1.0 / 3e12, {{"initialEnergy", 1e-12}, {"peak", std::nan("")}}, identity, {{"tip", "at the tip"}}};
    writeCheckpoint<double>(folder, state, order, ids, valuesPerElement, {E, H}, keep, world);
  }
  /// Reads into fields of its own, which start as -1.
  std::pair<std::vector<double>, std::vector<double>> read(const fs::path& file) const {
    std::vector<double> newE(E.size(), -1), newH(H.size(), -1);
    readCheckpointFields<double>(file, order, ids, valuesPerElement, newE, newH, world);
    return {newE, newH};
  }
};

std::string pathOf(const SharedFolder& folder, std::int64_t step) {
  return folder / fmt::format("checkpoints/checkpoint_{:08}.h5", step);
}

/// Flips a bit of the byte at `offset` (from the end if negative).
void damage(const std::string& file, std::int64_t offset) {
  onFirstRank([&] {
    std::string content = textOf(file);
    content[static_cast<std::size_t>(offset < 0 ? static_cast<std::int64_t>(content.size()) + offset : offset)] ^= 4;
    setText(file, content);
  });
}

/// While it lives, the byte at `offset` of `file` is another one. For one process.
class DamagedByte {
 public:
  DamagedByte(const std::string& file, std::size_t offset, int flippedBits) : file_(file), offset_(offset) {
    std::fstream stream(file_, std::ios::binary | std::ios::in | std::ios::out);
    stream.seekg(static_cast<std::streamoff>(offset_));
    whole_ = static_cast<char>(stream.get());
    put(static_cast<char>(whole_ ^ flippedBits));
  }
  ~DamagedByte() { put(whole_); }
  DamagedByte(const DamagedByte&) = delete;
  DamagedByte& operator=(const DamagedByte&) = delete;

 private:
  void put(char byte) const {
    std::fstream stream(file_, std::ios::binary | std::ios::in | std::ios::out);
    stream.seekp(static_cast<std::streamoff>(offset_));
    stream.put(byte);
  }

  std::string file_;
  std::size_t offset_;
  char whole_ = 0;
};

/// Where the bytes of `value` stand in the file.
std::int64_t placeOf(const std::string& file, double value) {
  const std::string bytes(reinterpret_cast<const char*>(&value), sizeof(value));
  const auto at = textOf(file).find(bytes);
  return at == std::string::npos ? -1 : static_cast<std::int64_t>(at);
}

TEST(Checkpoint, stateAndFieldsComeBackBitForBit) {
  const SharedFolder folder;
  const Share share;
  share.write(folder.path(), 1234);
  const auto state = readCheckpointState(pathOf(folder, 1234), identity, world);
  EXPECT_EQ(state.step, 1234);
  EXPECT_EQ(state.dt, 1.0 / 3e12);
  EXPECT_EQ(state.scalars.at("initialEnergy"), 1e-12);
  EXPECT_TRUE(std::isnan(state.scalars.at("peak")));
  EXPECT_EQ(state.series.at("tip"), "at the tip");
  const auto [E, H] = share.read(pathOf(folder, 1234));
  EXPECT_EQ(E, share.E);
  EXPECT_EQ(H, share.H);
}

TEST(Checkpoint, theFileDoesNotDependOnWhichRankHoldsWhat) {
  const SharedFolder folder;
  Share().write(folder.path(), 1);
  const Share other(true);
  const auto [E, H] = other.read(pathOf(folder, 1));
  EXPECT_EQ(E, other.E);
  EXPECT_EQ(H, other.H);
}

TEST(Checkpoint, onlyTheNewestAreKept) {
  const SharedFolder folder;
  const Share share;
  for (const int step : {10, 20, 30, 40}) share.write(folder.path(), step, 2);
  MPI_Barrier(world);
  EXPECT_FALSE(fs::exists(pathOf(folder, 20)));
  EXPECT_TRUE(fs::exists(pathOf(folder, 30)));
  EXPECT_TRUE(fs::exists(pathOf(folder, 40)));
}

TEST(Checkpoint, laterOnesOfAnAbandonedRunAreRemoved) {
  const SharedFolder folder;
  const Share share;
  for (const int step : {10, 20, 15}) share.write(folder.path(), step, 2);
  MPI_Barrier(world);
  EXPECT_FALSE(fs::exists(pathOf(folder, 20)));
  EXPECT_EQ(latestCheckpoint(folder.path(), world), pathOf(folder, 15));
}

TEST(Checkpoint, leftoversOfAKilledRunAreRemoved) {
  const SharedFolder folder;
  const Share share;
  share.write(folder.path(), 1);
  onFirstRank([&] { setText(folder / "checkpoints/checkpoint_00000007.h5.tmp", "half"); });
  EXPECT_EQ(latestCheckpoint(folder.path(), world), pathOf(folder, 1));
  share.write(folder.path(), 2);
  MPI_Barrier(world);
  EXPECT_FALSE(fs::exists(folder / "checkpoints/checkpoint_00000007.h5.tmp"));
}

TEST(Checkpoint, latestPassesOverATruncatedOne) {
  const SharedFolder folder;
  const Share share;
  share.write(folder.path(), 1);
  share.write(folder.path(), 2);
  onFirstRank([&] { fs::resize_file(pathOf(folder, 2), fs::file_size(pathOf(folder, 2)) / 2); });
  EXPECT_EQ(latestCheckpoint(folder.path(), world), pathOf(folder, 1));
}

/// Where the file's bytes are no values of E and H.
std::vector<std::size_t> metadataBytes(const std::string& file) {
  const auto fieldBytes = static_cast<std::int64_t>(elements * valuesPerElement * sizeof(double));
  std::vector<bool> isValue(fs::file_size(file), false);
  {
    const hdf5::Handle hdf = hdf5::openFile(file);
    for (const char* field : {"E", "H"}) {
      const std::int64_t begin = hdf5::offsetOf(hdf, field);
      std::fill_n(isValue.begin() + begin, fieldBytes, true);
    }
  }
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < isValue.size(); ++i)
    if (!isValue[i]) places.push_back(i);
  return places;
}

/// Whether `file` is refused, or read as if it were whole (not every byte of a file means something).
bool isRefusedOrWhole(const std::string& file, const CheckpointState& whole) {
  try {
    const CheckpointState state = checkpointFiles::readHeader(file);
    const hdf5::Handle hdf = hdf5::openFile(file);
    const auto E = hdf5::read<double>(hdf, "E"), H = hdf5::read<double>(hdf, "H");
    return state.step == whole.step && state.identity == whole.identity && E.size() == H.size() &&
           E.size() == elements * valuesPerElement;
  } catch (const InputError&) {
    return true;
  }
}

TEST(Checkpoint, anyDamagedByteOfTheMetadataIsRefusedAndNeverCrashes) {
  const SharedFolder folder;
  Share().write(folder.path(), 1);
  onFirstRank([&] {
    const std::string path = pathOf(folder, 1);
    const CheckpointState whole = checkpointFiles::readHeader(path);
    const auto places = metadataBytes(path);
    EXPECT_GT(places.size(), 1000U);
    for (const int flipped : {0xFF, 0x01, 0x80})
      for (const std::size_t place : places) {
        const DamagedByte damaged(path, place, flipped);
        EXPECT_TRUE(isRefusedOrWhole(path, whole)) << "byte " << place;
      }
  });
}

TEST(Checkpoint, latestPassesOverOneWithADamagedByteOfMetadata) {
  const SharedFolder folder;
  const Share share;
  for (const int step : {1, 2}) share.write(folder.path(), step);
  onFirstRank([&] {
    const auto places = metadataBytes(pathOf(folder, 2));
    std::size_t passedOver = 0;
    for (std::size_t i = 0; i < places.size(); i += 16) {
      const DamagedByte damaged(pathOf(folder, 2), places[i], 0x10);
      if (latestCheckpoint(folder.path(), MPI_COMM_SELF) == pathOf(folder, 1)) ++passedOver;
    }
    // What lies between HDF5's blocks means nothing.
    EXPECT_GT(passedOver, places.size() / 16 / 2);
  });
}

TEST(Checkpoint, oneWithoutChecksumsOfItsMetadataIsRefused) {
  const SharedFolder folder;
  onFirstRank([&] {
    const hdf5::Handle old(H5Fcreate((folder / "old.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    hdf5::writeAttribute(old, "format", "fluxtet checkpoint");
  });
  const auto message = messageOf<InputError>([&] { readCheckpointState(folder / "old.h5", identity, world); });
  EXPECT_NE(message.find("has no checksums of its metadata"), std::string::npos) << message;
}

TEST(Checkpoint, withoutAnyLatestIsAnInputError) {
  const SharedFolder folder;
  EXPECT_NE(messageOf<InputError>([&] { latestCheckpoint(folder.path(), world); }).find("holds no checkpoint"),
            std::string::npos);
}

TEST(Checkpoint, aTruncatedFileIsRefused) {
  const SharedFolder folder;
  Share().write(folder.path(), 1);
  onFirstRank([&] { fs::resize_file(pathOf(folder, 1), fs::file_size(pathOf(folder, 1)) - 100); });
  const auto message = messageOf<InputError>([&] { readCheckpointState(pathOf(folder, 1), identity, world); });
  EXPECT_NE(message.find("truncated"), std::string::npos) << message;
}

TEST(Checkpoint, aFileOfAnotherProgramIsRefused) {
  const SharedFolder folder;
  onFirstRank([&] { hdf5::closeFile(hdf5::createFile(folder / "foreign.h5")); });
  const auto message = messageOf<InputError>([&] { readCheckpointState(folder / "foreign.h5", identity, world); });
  EXPECT_NE(message.find("is not a fluxtet checkpoint"), std::string::npos) << message;
}

TEST(Checkpoint, aLaterVersionOfTheFormatIsRefused) {
  const SharedFolder folder;
  onFirstRank([&] {
    hdf5::Handle file = hdf5::createFile(folder / "newer.h5");
    hdf5::writeAttribute(file, "format", "fluxtet checkpoint");
    hdf5::writeAttribute(file, "formatVersion", std::int32_t{99});
    hdf5::writeAttribute(file, "writtenBy", "fluxtet 9.0");
    hdf5::closeFile(std::move(file));
  });
  const auto message = messageOf<InputError>([&] { readCheckpointState(folder / "newer.h5", identity, world); });
  EXPECT_NE(message.find("format version 99"), std::string::npos) << message;
  EXPECT_NE(message.find("fluxtet 9.0"), std::string::npos) << message;
}

TEST(Checkpoint, everyDifferenceFromTheCaseIsListed) {
  const SharedFolder folder;
  Share().write(folder.path(), 1);
  const std::map<std::string, std::string> other{{"flux", "upwind"}, {"mesh", "0123"}, {"order", "2"}};
  const auto message = messageOf<InputError>([&] { readCheckpointState(pathOf(folder, 1), other, world); });
  EXPECT_NE(message.find("order: checkpoint 1, case 2"), std::string::npos) << message;
  EXPECT_NE(message.find("flux: not in the checkpoint, case upwind"), std::string::npos) << message;
  EXPECT_EQ(message.find("mesh:"), std::string::npos) << message;
}

TEST(Checkpoint, oneFlippedBitOfTheFieldsIsFoundAndNothingIsTouched) {
  const SharedFolder folder;
  const Share share;
  share.write(folder.path(), 1);
  const std::string path = pathOf(folder, 1);
  const double inside = std::sin(1703.0);  // element 17, value 3
  std::int64_t at = -1;
  onFirstRank([&] {
    at = placeOf(path, inside);
    ASSERT_GE(at, 0);
  });
  damage(path, at);
  EXPECT_NO_THROW(readCheckpointState(path, identity, world));
  std::vector<double> E(share.E.size(), -1), H(share.H.size(), -1);
  const auto message = messageOf<InputError>(
      [&] { readCheckpointFields<double>(path, share.order, share.ids, valuesPerElement, E, H, world); });
  EXPECT_NE(message.find("the checksum of its fields differs"), std::string::npos) << message;
  EXPECT_EQ(E, std::vector<double>(E.size(), -1));
  EXPECT_EQ(H, std::vector<double>(H.size(), -1));
}

TEST(Checkpoint, aFlippedBitOfTheStateIsFound) {
  const SharedFolder folder;
  Share().write(folder.path(), 1);
  const std::string path = pathOf(folder, 1);
  std::int64_t at = -1;
  onFirstRank([&] {
    at = placeOf(path, 1e-12);
    ASSERT_GE(at, 0);
  });
  damage(path, at);
  const auto message = messageOf<InputError>([&] { readCheckpointState(path, identity, world); });
  EXPECT_NE(message.find("is damaged"), std::string::npos) << message;
}

TEST(Checkpoint, anotherPrecisionIsRefused) {
  const SharedFolder folder;
  const Share share;
  share.write(folder.path(), 1);
  std::vector<float> E(share.E.size()), H(share.H.size());
  const auto message = messageOf<InputError>(
      [&] { readCheckpointFields<float>(pathOf(folder, 1), share.order, share.ids, valuesPerElement, E, H, world); });
  EXPECT_NE(message.find("holds 8 bytes a number, this run works with 4"), std::string::npos) << message;
}

TEST(Checkpoint, aFullDiskIsARunErrorThatKeepsTheOldOnes) {
  const SharedFolder folder;
  const Share share;
  share.write(folder.path(), 1, 1);
  const auto message = messageOf<RunError>([&] {
    const FileSizeLimit fullDisk(1000);
    share.write(folder.path(), 2, 1);
  });
  EXPECT_NE(message, "");
  MPI_Barrier(world);
  EXPECT_FALSE(fs::exists(pathOf(folder, 2)));
  EXPECT_FALSE(fs::exists(pathOf(folder, 2) + ".tmp"));
  EXPECT_EQ(share.read(pathOf(folder, 1)).first, share.E);
}

/// The elements of a share, with sums of as many values as E has.
std::shared_ptr<const RecordPlaces> placesOf(const Share& share) {
  return std::make_shared<RecordPlaces>(RecordPlaces{share.ids, share.order, valuesPerElement});
}

/// Every other element and face of a share: records with more values.
constexpr std::size_t valuesPerFace = valuesPerElement + 5;
CheckpointSum<double> sumOnFaces(const Share& share) {
  std::vector<std::int64_t> ids;
  std::vector<double> values;
  for (const std::int64_t id : share.ids)
    for (std::int64_t face = 4 * id + id % 2; face < 4 * id + 4; face += 2) {
      ids.push_back(face);
      for (std::size_t k = 0; k < valuesPerFace; ++k)
        values.push_back(std::sin(static_cast<double>(face * 100 + static_cast<std::int64_t>(k))));
    }
  ElementOrder order(ids, 4 * share.order.total(), world);
  return {std::make_shared<RecordPlaces>(RecordPlaces{ids, std::move(order), valuesPerFace}), values};
}

TEST(Checkpoint, keepsTheSumsOfSpectraWhateverTheOrderOfTheElements) {
  const SharedFolder folder;
  const Share share(false), backwards(true);
  const CheckpointState state{7, 1e-12, {}, identity, {}};
  const CheckpointSums<double> sums{
      {"E0", {placesOf(share), share.H}}, {"E1", {placesOf(share), share.E}}, {"faces", sumOnFaces(share)}};
  writeCheckpoint<double>(folder.path(), state, share.order, share.ids, valuesPerElement,
                          {.E = share.E, .H = share.H, .sums = sums}, 2, world);
  const CheckpointSum<double> faces = sumOnFaces(backwards);
  CheckpointSums<double> found{
      {"E0", {placesOf(backwards), {}}}, {"E1", {placesOf(backwards), {}}}, {"faces", {faces.places, {}}}};
  readCheckpointSums<double>(pathOf(folder, 7), found, world);
  EXPECT_EQ(found.at("E0").values, backwards.H);
  EXPECT_EQ(found.at("E1").values, backwards.E);
  EXPECT_EQ(found.at("faces").values, faces.values);
}

TEST(Checkpoint, withoutTheSumThatIsAskedForIsRefused) {
  const SharedFolder folder;
  const Share share(false);
  share.write(folder.path(), 7);
  CheckpointSums<double> sums{{"E0", {placesOf(share), {}}}};
  const auto message = messageOf<InputError>([&] { readCheckpointSums<double>(pathOf(folder, 7), sums, world); });
  EXPECT_NE(message.find("holds no 'E0'"), std::string::npos) << message;
}

TEST(Checkpoint, aDamagedSumIsRefused) {
  const SharedFolder folder;
  const Share share(false);
  const CheckpointState state{7, 1e-12, {}, identity, {}};
  const std::vector<double> sum(share.E.size(), 0.7812345);
  writeCheckpoint<double>(folder.path(), state, share.order, share.ids, valuesPerElement,
                          {.E = share.E, .H = share.H, .sums = {{"E0", {placesOf(share), sum}}}}, 2, world);
  const std::string path = pathOf(folder, 7);
  std::int64_t at = -1;
  onFirstRank([&] {
    at = placeOf(path, 0.7812345);
    ASSERT_GE(at, 0);
  });
  damage(path, at);
  CheckpointSums<double> found{{"E0", {placesOf(share), {}}}};
  const auto message = messageOf<InputError>([&] { readCheckpointSums<double>(path, found, world); });
  EXPECT_NE(message.find("checksum of its spectra"), std::string::npos) << message;
}

/// A state in the elements whose id is a multiple of 3, and one in the elements of the first rank, with values that
/// follow from the id.
CheckpointStates<double> statesOn(const Share& share) {
  CheckpointStates<double> states{{"everyThird", {}}, {"few", {}}};
  for (const std::int64_t id : share.ids)
    for (auto& [name, state] : states) {
      if (name == "everyThird" ? id % 3 != 0 : id >= 4) continue;
      state.elementId.push_back(id);
      for (std::size_t k = 0; k < valuesPerElement; ++k)
        state.values.push_back(std::cos(static_cast<double>(id * 100 + static_cast<std::int64_t>(k))));
    }
  return states;
}
CheckpointStates<double> withoutValues(CheckpointStates<double> states) {
  for (auto& [name, state] : states) state.values.clear();
  return states;
}

class CheckpointWithStates : public ::testing::Test {
 protected:
  CheckpointWithStates() {
    const CheckpointState state{7, 1e-12, {}, identity, {}};
    writeCheckpoint<double>(folder_.path(), state, share_.order, share_.ids, valuesPerElement,
                            {.E = share_.E, .H = share_.H, .states = statesOn(share_)}, 2, world);
  }
  std::string file() const { return pathOf(folder_, 7); }
  std::string messageOfReading(CheckpointStates<double> states) const {
    return messageOf<InputError>(
        [&] { readCheckpointStates<double>(file(), share_.order, valuesPerElement, states, world); });
  }

  SharedFolder folder_;
  Share share_;
};

TEST_F(CheckpointWithStates, keepsThemInTheirElementsWhateverTheirOrder) {
  const Share backwards(true);
  const auto expected = statesOn(backwards);
  auto found = withoutValues(expected);
  readCheckpointStates<double>(file(), backwards.order, valuesPerElement, found, world);
  for (const auto& [name, state] : expected) {
    EXPECT_EQ(found.at(name).elementId, state.elementId) << name;
    EXPECT_EQ(found.at(name).values, state.values) << name;
  }
}

TEST_F(CheckpointWithStates, refusesOtherStates) {
  auto states = withoutValues(statesOn(share_));
  states.erase("few");
  EXPECT_NE(messageOfReading(states).find("has the states [everyThird, few] besides E and H, this run [everyThird]"),
            std::string::npos);
  EXPECT_NE(messageOfReading({}).find("this run []"), std::string::npos);
}

TEST_F(CheckpointWithStates, refusesAStateInOtherElements) {
  auto states = withoutValues(statesOn(share_));
  states["few"] = {share_.ids, {}};
  EXPECT_NE(messageOfReading(states).find("few has 4 elements"), std::string::npos);
}

TEST_F(CheckpointWithStates, refusesADamagedOne) {
  std::int64_t at = -1;
  onFirstRank([&] {
    at = placeOf(file(), std::cos(303.0));  // element 3, value 3
    ASSERT_GE(at, 0);
  });
  damage(file(), at);
  EXPECT_NE(messageOfReading(withoutValues(statesOn(share_))).find("checksum of its states"), std::string::npos);
}

TEST(Checkpoint, withoutStatesHasNone) {
  const SharedFolder folder;
  const Share share;
  share.write(folder.path(), 7);
  CheckpointStates<double> none;
  EXPECT_NO_THROW(readCheckpointStates<double>(pathOf(folder, 7), share.order, valuesPerElement, none, world));
}

}  // namespace
}  // namespace fluxtet::test
