// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/checkpointFiles.hpp"

#include "lib/base/hash.hpp"
#include "lib/base/version.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

namespace fs = std::filesystem;

namespace fluxtet::checkpointFiles {

namespace {

constexpr const char* formatName = "fluxtet checkpoint";
constexpr std::int32_t formatVersion = 2;
constexpr std::string_view prefix = "checkpoint_", suffix = ".h5";

std::uint64_t absorb(std::uint64_t hash, std::uint64_t word) {
  // A step of a multiplicative hash: a bijection of `word`, so that a change of any one word changes the result.
  return std::rotl(hash ^ word, 27) * 0x9e3779b97f4a7c15ULL;
}

std::uint64_t absorbBytes(std::uint64_t hash, std::span<const std::byte> bytes) {
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof(word), bytes.size() - at));
    hash = absorb(hash, word);
  }
  return hash;
}

std::uint64_t stateChecksum(const CheckpointState& state) {
  std::uint64_t hash = absorb(static_cast<std::uint64_t>(state.step), std::bit_cast<std::uint64_t>(state.dt));
  const auto absorbText = [&hash](const std::string& text) {
    hash = absorb(absorbBytes(hash, std::as_bytes(std::span(text))), text.size());
  };
  for (const auto& [name, value] : state.scalars) {
    absorbText(name);
    hash = absorb(hash, std::bit_cast<std::uint64_t>(value));
  }
  for (const auto* texts : {&state.identity, &state.series})
    for (const auto& [name, value] : *texts) {
      absorbText(name);
      absorbText(value);
    }
  return hash64(hash);
}

template <class T>
T readScalar(hid_t object, const std::string& name) {
  const auto values = hdf5::readAttribute<T>(object, name);
  requireRun(values.size() == 1, "attribute {} holds {} values instead of one", name, values.size());
  return values[0];
}

void writeTexts(hid_t file, const std::string& group, const std::map<std::string, std::string>& texts) {
  const hdf5::Handle object = hdf5::createGroup(file, group);
  for (const auto& [name, text] : texts) hdf5::writeAttribute(object, name, text);
}

void requireKnownFormat(hid_t file, const std::string& path) {
  const bool ours = hdf5::hasAttribute(file, "format") && hdf5::readTextAttribute(file, "format") == formatName;
  require(ours,
          "{} is not a fluxtet checkpoint (it is an HDF5 file of another kind): give one from a checkpoints folder",
          path);
  const auto version = readScalar<std::int32_t>(file, "formatVersion");
  require(version <= formatVersion,
          "checkpoint {} has format version {}, this fluxtet {} reads up to {}: use the fluxtet that wrote it ({})",
          path, version, fluxtet::version(), formatVersion, hdf5::readTextAttribute(file, "writtenBy"));
}

std::map<std::string, std::string> readTexts(hid_t file, const std::string& group) {
  std::map<std::string, std::string> texts;
  const hdf5::Handle object = hdf5::openGroup(file, group);
  for (const auto& name : hdf5::attributeNames(object)) texts[name] = hdf5::readTextAttribute(object, name);
  return texts;
}

CheckpointState readState(hid_t file) {
  CheckpointState state;
  state.step = readScalar<std::int64_t>(file, "step");
  state.dt = readScalar<double>(file, "dt_s");
  const hdf5::Handle scalars = hdf5::openGroup(file, "scalars");
  for (const auto& name : hdf5::attributeNames(scalars)) state.scalars[name] = readScalar<double>(scalars, name);
  state.identity = readTexts(file, "identity");
  state.series = readTexts(file, "series");
  requireRun(readScalar<std::uint64_t>(file, "stateChecksum") == stateChecksum(state),
             "the checksum of its header differs");
  requireRun(readScalar<std::uint8_t>(file, "complete") == 1, "it is not complete");
  return state;
}

}  // namespace

std::string nameOf(std::int64_t step) {
  return fmt::format("{}{:08}{}", prefix, step, suffix);
}

std::vector<NamedFile> list(const fs::path& folder) {
  std::vector<NamedFile> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix) || !name.ends_with(suffix)) continue;
    NamedFile file{0, entry.path()};
    const char* end = name.data() + name.size() - suffix.size();
    const auto parsed = std::from_chars(name.data() + prefix.size(), end, file.step);
    if (parsed.ec == std::errc{} && parsed.ptr == end) files.push_back(file);
  }
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.step > b.step; });
  return files;
}

void removeTemporaries(const fs::path& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().filename().string().starts_with(prefix) && entry.path().extension() == ".tmp")
      fs::remove(entry.path(), error);
}

void prune(const fs::path& folder, std::int64_t step, int keep) {
  int kept = 0;
  for (const auto& file : list(folder)) {
    if (file.step <= step && kept++ < std::max(keep, 1)) continue;
    std::error_code error;
    fs::remove(file.path, error);
    if (error) spdlog::warn("cannot remove the old checkpoint {}: {}", file.path.string(), error.message());
  }
}

void writeHeader(hid_t file, const CheckpointState& state, std::uint64_t checksum) {
  hdf5::writeAttribute(file, "format", formatName);
  hdf5::writeAttribute(file, "formatVersion", formatVersion);
  hdf5::writeAttribute(file, "writtenBy", fmt::format("fluxtet {} ({})", version(), commit()));
  hdf5::writeAttribute(file, "step", state.step);
  hdf5::writeAttribute(file, "dt_s", state.dt);
  const hdf5::Handle scalars = hdf5::createGroup(file, "scalars");
  for (const auto& [name, value] : state.scalars) hdf5::writeAttribute(scalars, name, value);
  writeTexts(file, "identity", state.identity);
  writeTexts(file, "series", state.series);
  hdf5::writeAttribute(file, "stateChecksum", stateChecksum(state));
  hdf5::writeAttribute(file, "fieldChecksum", checksum);
  hdf5::writeAttribute(file, "complete", std::uint8_t{1});
}

CheckpointState readHeader(const fs::path& file) {
  // HDF5 does not survive every damage of metadata without checksums.
  require(
      hdf5::hasChecksums(file.string()),
      "checkpoint {} has no checksums of its metadata: it was written by a fluxtet that knew none, or its beginning "
      "is damaged: use another one, or the fluxtet that wrote it",
      file.string());
  const hdf5::Handle hdf = hdf5::openFile(file.string());
  try {
    hdf5::readAllMetadata(hdf);
    requireKnownFormat(hdf, file.string());
    return readState(hdf);
  } catch (const RunError& error) {
    throw InputError(fmt::format("checkpoint {} is damaged: {}: use an older one", file.string(), error.what()));
  }
}

std::uint64_t readFieldChecksum(hid_t file) {
  return readScalar<std::uint64_t>(file, "fieldChecksum");
}

template <class Real>
std::uint64_t fieldChecksum(std::span<const std::int64_t> elementId, std::size_t valuesPerElement,
                            std::initializer_list<std::span<const Real>> fields) {
  std::uint64_t sum = 0;
  for (std::size_t e = 0; e < elementId.size(); ++e) {
    std::uint64_t hash = hash64(static_cast<std::uint64_t>(elementId[e]));
    for (const auto field : fields)
      hash = absorbBytes(hash, std::as_bytes(field.subspan(e * valuesPerElement, valuesPerElement)));
    sum += hash64(hash);
  }
  return sum;
}

template std::uint64_t fieldChecksum(std::span<const std::int64_t>, std::size_t,
                                     std::initializer_list<std::span<const float>>);
template std::uint64_t fieldChecksum(std::span<const std::int64_t>, std::size_t,
                                     std::initializer_list<std::span<const double>>);

}  // namespace fluxtet::checkpointFiles
