// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/hdf5.hpp"
#include "lib/output/checkpoint.hpp"

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

/// The inside of checkpoint.cpp: names, header and checksum of checkpoint files. All for one process.
namespace fluxtet::checkpointFiles {

struct NamedFile {
  std::int64_t step = 0;
  std::filesystem::path path;
};
std::string nameOf(std::int64_t step);
/// The checkpoints in `folder`, newest (highest step) first.
std::vector<NamedFile> list(const std::filesystem::path& folder);
/// Removes leftovers of a killed run.
void removeTemporaries(const std::filesystem::path& folder);
/// Keeps the newest `keep` up to `step` and removes the others.
void prune(const std::filesystem::path& folder, std::int64_t step, int keep);

/// Writes everything but the fields. `fieldChecksum` covers those.
void writeHeader(hid_t file, const CheckpointState& state, std::uint64_t fieldChecksum);
/// Reads it back; InputError for a file that is damaged, foreign or of a later version of the format.
CheckpointState readHeader(const std::filesystem::path& file);
std::uint64_t readFieldChecksum(hid_t file);

/// Sum over elements of a hash of the element's id and bytes in each of the fields: any order of the elements gives the
/// same, over all ranks too.
template <class Real>
std::uint64_t fieldChecksum(std::span<const std::int64_t> elementId, std::size_t valuesPerElement,
                            std::initializer_list<std::span<const Real>> fields);

}  // namespace fluxtet::checkpointFiles
