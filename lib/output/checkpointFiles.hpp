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
/// Name of the checkpoint file of a step.
std::string nameOf(std::int64_t step);
/// The checkpoints in `folder`, newest (highest step) first.
std::vector<NamedFile> list(const std::filesystem::path& folder);
/// Removes leftovers of a killed run.
void removeTemporaries(const std::filesystem::path& folder);
/// Keeps the newest `keep` up to `step` and removes the others.
void prune(const std::filesystem::path& folder, std::int64_t step, int keep);

/// Writes everything but the fields. `fieldChecksum`: 64-bit checksum of the fields, from the function of that name,
/// over all ranks.
void writeHeader(hid_t file, const CheckpointState& state, std::uint64_t fieldChecksum);
/// Reads the state. Throws InputError for a file that is damaged, foreign or of a later version of the format.
CheckpointState readHeader(const std::filesystem::path& file);
/// 64-bit checksum of the fields in the file. Throws RunError if it is not there.
std::uint64_t readFieldChecksum(hid_t file);

/// Sum over elements, modulo 2^64, of a hash of the element's id and of its bytes in each of `fields`: the same for
/// every order of the elements, and with the sums of all ranks added, for every number of ranks. `elementId`: [element]
/// global ids; each of `fields`: [element][valuesPerElement].
template <class Real>
std::uint64_t fieldChecksum(std::span<const std::int64_t> elementId, std::size_t valuesPerElement,
                            std::initializer_list<std::span<const Real>> fields);

}  // namespace fluxtet::checkpointFiles
