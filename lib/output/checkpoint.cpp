// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/checkpoint.hpp"

#include "lib/base/mpi.hpp"
#include "lib/output/checkpointFiles.hpp"
#include "lib/output/outputDirectory.hpp"
#include "lib/output/sharedFile.hpp"

#include <spdlog/spdlog.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace fs = std::filesystem;

namespace fluxtet {

namespace {

/// Wraps around, as the sum of hashes should.
std::uint64_t sumChecksums(std::uint64_t value, MPI_Comm comm) {
  mpiCheck(MPI_Allreduce(MPI_IN_PLACE, &value, 1, mpiType<std::uint64_t>(), MPI_SUM, comm));
  return value;
}

constexpr const char *sumsGroup = "spectra", *statesGroup = "states";

/// By name of the array.
using Checksums = std::map<std::string, std::uint64_t>;

template <class Real>
Checksums checksumsOf(const CheckpointSums<Real>& sums, MPI_Comm comm) {
  Checksums checksums;
  for (const auto& [name, sum] : sums)
    checksums[name] = sumChecksums(
        checkpointFiles::fieldChecksum<Real>(sum.places->ids, sum.places->valuesPerRecord, {sum.values}), comm);
  return checksums;
}

template <class Real>
Checksums checksumsOf(const CheckpointStates<Real>& states, std::size_t valuesPerElement, MPI_Comm comm) {
  Checksums checksums;
  for (const auto& [name, state] : states)
    checksums[name] =
        sumChecksums(checkpointFiles::fieldChecksum<Real>(state.elementId, valuesPerElement, {state.values}), comm);
  return checksums;
}

/// Number of records of an array over all ranks and values of each, by name of the array.
using Shapes = std::map<std::string, std::array<std::size_t, 2>>;

/// The places of a group of arrays, with their checksums. The group is there only with arrays.
template <class Real>
void layOutGroup(hid_t file, const char* name, const Checksums& checksums, const Shapes& shapes) {
  if (checksums.empty()) return;
  const hdf5::Handle group = hdf5::createGroup(file, name);
  for (const auto& [array, checksum] : checksums) {
    hdf5::allocate<Real>(group, array, {shapes.at(array)[0], shapes.at(array)[1]});
    hdf5::writeAttribute(group, array, checksum);
  }
}

/// The orders of the states' elements, by name of the state. Collective.
template <class Real>
std::map<std::string, ElementOrder> ordersOf(const CheckpointStates<Real>& states, std::int64_t totalIds,
                                             MPI_Comm comm) {
  std::map<std::string, ElementOrder> orders;
  for (const auto& [name, state] : states) orders.emplace(name, ElementOrder(state.elementId, totalIds, comm));
  return orders;
}

/// Throws InputError unless the file's states have these names. No collective call.
template <class Real>
void requireStates(hid_t file, const CheckpointStates<Real>& states, const std::string& path) {
  std::vector<std::string> found, expected;
  if (hdf5::exists(file, statesGroup)) found = hdf5::attributeNames(hdf5::openGroup(file, statesGroup));
  for (const auto& [name, state] : states) expected.push_back(name);
  std::sort(found.begin(), found.end());
  require(found == expected,
          "checkpoint {} has the states [{}] besides E and H, this run [{}]: the media must be those of the checkpoint",
          path, fmt::join(found, ", "), fmt::join(expected, ", "));
}

/// Calls read(). What HDF5 cannot read there is damaged: InputError.
template <class Read>
void readOrDamaged(const std::string& path, const Read& read) {
  try {
    read();
  } catch (const RunError& error) {
    throw InputError(fmt::format("checkpoint {} is damaged: {}: use an older one", path, error.what()));
  }
}

/// This rank's rows. No collective call.
template <class Real>
std::vector<Real> readBlock(hid_t file, const std::string& name, const ElementOrder& order,
                            std::size_t valuesPerElement, const std::string& path) {
  const hdf5::Handle dataset(hdf5::check(H5Dopen2(file, name.c_str(), H5P_DEFAULT)));
  const hdf5::Handle type(hdf5::check(H5Dget_type(dataset)));
  require(H5Tget_size(type) == sizeof(Real),
          "checkpoint {} holds {} bytes a number, this run works with {}: set dgtd.precision "
          "as it was",
          path, H5Tget_size(type), sizeof(Real));
  const std::vector<hsize_t> expected{static_cast<hsize_t>(order.total()), valuesPerElement};
  const auto shape = hdf5::shapeOf(file, name);
  require(shape == expected,
          "checkpoint {}: {} has {} elements of {} values, this run {} of {}: mesh and order must be those of "
          "the checkpoint",
          path, name, shape.empty() ? 0 : shape[0], shape.size() < 2 ? 0 : shape[1], expected[0], expected[1]);
  return hdf5::readRows<Real>(file, name, static_cast<hsize_t>(order.blockBegin()),
                              static_cast<hsize_t>(order.blockSize()));
}

/// "order: checkpoint 3, case 2", one line for each difference.
std::string differences(const std::map<std::string, std::string>& found,
                        const std::map<std::string, std::string>& expected) {
  std::string text;
  for (const auto& [name, value] : expected) {
    const auto at = found.find(name);
    if (at == found.end())
      text += fmt::format("\n  {}: not in the checkpoint, case {}", name, value);
    else if (at->second != value)
      text += fmt::format("\n  {}: checkpoint {}, case {}", name, at->second, value);
  }
  for (const auto& [name, value] : found)
    if (!expected.contains(name)) text += fmt::format("\n  {}: checkpoint {}, not in the case", name, value);
  return text;
}

// States travel as JSON; numbers as their bits, so that every rank has exactly what the file says.
std::string pack(const CheckpointState& state) {
  std::map<std::string, std::uint64_t> scalars;
  for (const auto& [name, value] : state.scalars) scalars[name] = std::bit_cast<std::uint64_t>(value);
  const auto dt = std::bit_cast<std::uint64_t>(state.dt);
  const nlohmann::json json{
      {"step", state.step}, {"dt", dt}, {"scalars", scalars}, {"identity", state.identity}, {"series", state.series}};
  const auto bytes = nlohmann::json::to_cbor(json);
  return {bytes.begin(), bytes.end()};
}

CheckpointState unpack(const std::string& text) {
  const auto json = nlohmann::json::from_cbor(text);
  CheckpointState state;
  state.step = json.at("step");
  state.dt = std::bit_cast<double>(json.at("dt").get<std::uint64_t>());
  for (const auto& [name, bits] : json.at("scalars").get<std::map<std::string, std::uint64_t>>())
    state.scalars[name] = std::bit_cast<double>(bits);
  state.identity = json.at("identity").get<std::map<std::string, std::string>>();
  state.series = json.at("series").get<std::map<std::string, std::string>>();
  return state;
}

fs::path newestUsable(const fs::path& directory) {
  const fs::path folder = directory / outputName::checkpoints;
  const auto files = checkpointFiles::list(folder);
  for (const auto& file : files) {
    try {
      checkpointFiles::readHeader(file.path);
      return file.path;
    } catch (const InputError& error) {
      spdlog::warn("passing over a checkpoint: {}", error.what());
    }
  }
  throw InputError(fmt::format("{} holds no {}checkpoint: start without --restart, or name a checkpoint file",
                               folder.string(), files.empty() ? "" : "usable "));
}

}  // namespace

template <class Real>
void writeCheckpoint(const fs::path& directory, const CheckpointState& state, const ElementOrder& order,
                     std::span<const std::int64_t> elementId, std::size_t valuesPerElement,
                     const CheckpointValues<Real>& values, int keep, MPI_Comm comm) {
  const fs::path folder = directory / outputName::checkpoints;
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) != 0) return;
    createFolder(folder);
    checkpointFiles::removeTemporaries(folder);
  });
  const auto checksum =
      sumChecksums(checkpointFiles::fieldChecksum<Real>(elementId, valuesPerElement, {values.E, values.H}), comm);
  const Checksums ofSums = checksumsOf(values.sums, comm);
  const Checksums ofStates = checksumsOf(values.states, valuesPerElement, comm);
  const auto stateOrders = ordersOf(values.states, order.total(), comm);
  Shapes sums, states;
  for (const auto& [name, sum] : values.sums)
    sums[name] = {static_cast<std::size_t>(sum.places->order.total()), sum.places->valuesPerRecord};
  for (const auto& [name, ofState] : stateOrders)
    states[name] = {static_cast<std::size_t>(ofState.total()), valuesPerElement};
  std::size_t numbers = 2 * static_cast<std::size_t>(order.total()) * valuesPerElement;
  for (const Shapes& shapes : {sums, states})
    for (const auto& [name, shape] : shapes) numbers += shape[0] * shape[1];
  const auto layout = [&](hid_t file) {
    checkpointFiles::writeHeader(file, state, checksum);
    for (const char* field : {"E", "H"})
      hdf5::allocate<Real>(file, field, {static_cast<hsize_t>(order.total()), valuesPerElement});
    layOutGroup<Real>(file, sumsGroup, ofSums, sums);
    layOutGroup<Real>(file, statesGroup, ofStates, states);
  };
  constexpr std::int64_t headerBytes = 1 << 14;
  const auto bytes = static_cast<std::int64_t>(numbers * sizeof(Real)) + headerBytes;
  SharedFile file(folder / checkpointFiles::nameOf(state.step), bytes, layout, comm);
  const auto write = [&](const std::string& name, const ElementOrder& of, std::span<const Real> array,
                         std::size_t valuesPerRecord) {
    file.writeRows<Real>(name, of.toFile(array, valuesPerRecord), of.blockBegin());
  };
  write("E", order, values.E, valuesPerElement);
  write("H", order, values.H, valuesPerElement);
  for (const auto& [name, sum] : values.sums)
    write(fmt::format("{}/{}", sumsGroup, name), sum.places->order, sum.values, sum.places->valuesPerRecord);
  for (const auto& [name, array] : values.states)
    write(fmt::format("{}/{}", statesGroup, name), stateOrders.at(name), array.values, valuesPerElement);
  file.commit();
  if (mpiRank(comm) == 0) checkpointFiles::prune(folder, state.step, keep);
}

fs::path latestCheckpoint(const fs::path& directory, MPI_Comm comm) {
  std::string path;
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) == 0) path = newestUsable(directory).string();
  });
  return broadcast(comm, path);
}

std::shared_ptr<const RecordPlaces> placesOf(std::vector<std::int64_t> ids, std::int64_t totalIds,
                                             std::size_t valuesPerRecord, MPI_Comm comm) {
  ElementOrder order(ids, totalIds, comm);
  return std::make_shared<RecordPlaces>(RecordPlaces{std::move(ids), std::move(order), valuesPerRecord});
}

CheckpointState readCheckpointState(const fs::path& file, MPI_Comm comm) {
  std::string packed;
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) == 0) packed = pack(checkpointFiles::readHeader(file));
  });
  return unpack(broadcast(comm, packed));
}

CheckpointState readCheckpointState(const fs::path& file, const std::map<std::string, std::string>& expected,
                                    MPI_Comm comm) {
  CheckpointState state = readCheckpointState(file, comm);
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) != 0) return;
    const std::string differing = differences(state.identity, expected);
    require(differing.empty(),
            "checkpoint {} does not belong to this case:{}\nrestore these settings, or start without --restart",
            file.string(), differing);
  });
  return state;
}

template <class Real>
void readCheckpointFields(const fs::path& file, const ElementOrder& order, std::span<const std::int64_t> elementId,
                          std::size_t valuesPerElement, std::span<Real> E, std::span<Real> H, MPI_Comm comm) {
  const std::string path = file.string();
  std::vector<Real> blockE, blockH;
  std::uint64_t stored = 0;
  agreeOnErrors(comm, [&] {
    const hdf5::Handle hdf = hdf5::openFile(path);
    readOrDamaged(path, [&] {
      stored = checkpointFiles::readFieldChecksum(hdf);
      blockE = readBlock<Real>(hdf, "E", order, valuesPerElement, path);
      blockH = readBlock<Real>(hdf, "H", order, valuesPerElement, path);
    });
  });
  const auto readE = order.fromFile<Real>(blockE, valuesPerElement);
  const auto readH = order.fromFile<Real>(blockH, valuesPerElement);
  const auto own = checkpointFiles::fieldChecksum<Real>(elementId, valuesPerElement, {readE, readH});
  const bool intact = sumChecksums(own, comm) == stored;  // the same on every rank
  require(intact, "checkpoint {} is damaged: the checksum of its fields differs: use an older one", path);
  std::copy(readE.begin(), readE.end(), E.begin());
  std::copy(readH.begin(), readH.end(), H.begin());
}

template <class Real>
void readCheckpointStates(const fs::path& file, const ElementOrder& order, std::size_t valuesPerElement,
                          CheckpointStates<Real>& states, MPI_Comm comm) {
  const std::string path = file.string();
  const auto orders = ordersOf(states, order.total(), comm);
  Checksums stored;
  std::map<std::string, std::vector<Real>> blocks;
  agreeOnErrors(comm, [&] {
    const hdf5::Handle hdf = hdf5::openFile(path);
    requireStates(hdf, states, path);
    if (states.empty()) return;
    readOrDamaged(path, [&] {
      const hdf5::Handle group = hdf5::openGroup(hdf, statesGroup);
      for (const auto& [name, state] : states) {
        stored[name] = hdf5::readAttribute<std::uint64_t>(group, name).at(0);
        blocks[name] = readBlock<Real>(group, name, orders.at(name), valuesPerElement, path);
      }
    });
  });
  CheckpointStates<Real> read;
  for (const auto& [name, state] : states)
    read[name] = {state.elementId, orders.at(name).template fromFile<Real>(blocks.at(name), valuesPerElement)};
  const bool intact = checksumsOf(read, valuesPerElement, comm) == stored;  // the same on every rank
  require(
      intact,
      "checkpoint {}: the checksum of its states differs: it is damaged, or the media are in other elements than those "
      "of this run: use an older one, or the media of the checkpoint",
      path);
  states = std::move(read);
}

template <class Real>
void readCheckpointSums(const fs::path& file, CheckpointSums<Real>& sums, MPI_Comm comm) {
  const std::string path = file.string();
  Checksums stored;
  std::map<std::string, std::vector<Real>> blocks;
  agreeOnErrors(comm, [&] {
    if (sums.empty()) return;
    const hdf5::Handle hdf = hdf5::openFile(path);
    std::vector<std::string> found;
    if (hdf5::exists(hdf, sumsGroup)) found = hdf5::attributeNames(hdf5::openGroup(hdf, sumsGroup));
    for (const auto& [name, sum] : sums)
      require(std::find(found.begin(), found.end(), name) != found.end(),
              "the checkpoint {} holds no '{}': use an older one, or the fluxtet that wrote it", path, name);
    readOrDamaged(path, [&] {
      const hdf5::Handle group = hdf5::openGroup(hdf, sumsGroup);
      for (const auto& [name, sum] : sums) {
        stored[name] = hdf5::readAttribute<std::uint64_t>(group, name).at(0);
        blocks[name] = readBlock<Real>(group, name, sum.places->order, sum.places->valuesPerRecord, path);
      }
    });
  });
  for (auto& [name, sum] : sums)
    sum.values = sum.places->order.template fromFile<Real>(blocks.at(name), sum.places->valuesPerRecord);
  const bool intact = checksumsOf(sums, comm) == stored;  // the same on every rank
  require(intact, "checkpoint {} is damaged: the checksum of its spectra differs: use an older one", path);
}

template void writeCheckpoint(const fs::path&, const CheckpointState&, const ElementOrder&,
                              std::span<const std::int64_t>, std::size_t, const CheckpointValues<float>&, int,
                              MPI_Comm);
template void readCheckpointStates(const fs::path&, const ElementOrder&, std::size_t, CheckpointStates<float>&,
                                   MPI_Comm);
template void readCheckpointFields(const fs::path&, const ElementOrder&, std::span<const std::int64_t>, std::size_t,
                                   std::span<float>, std::span<float>, MPI_Comm);
template void readCheckpointSums(const fs::path&, CheckpointSums<float>&, MPI_Comm);
template void writeCheckpoint(const fs::path&, const CheckpointState&, const ElementOrder&,
                              std::span<const std::int64_t>, std::size_t, const CheckpointValues<double>&, int,
                              MPI_Comm);
template void readCheckpointStates(const fs::path&, const ElementOrder&, std::size_t, CheckpointStates<double>&,
                                   MPI_Comm);
template void readCheckpointFields(const fs::path&, const ElementOrder&, std::span<const std::int64_t>, std::size_t,
                                   std::span<double>, std::span<double>, MPI_Comm);
template void readCheckpointSums(const fs::path&, CheckpointSums<double>&, MPI_Comm);

}  // namespace fluxtet
