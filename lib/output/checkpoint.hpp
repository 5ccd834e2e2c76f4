// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/error.hpp"
#include "lib/mesh/elementOrder.hpp"

#include <mpi.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fluxtet {

/// State of a run besides the fields.
struct CheckpointState {
  std::int64_t step = 0;
  double dt = 0;                          ///< s, restarts use it as it is
  std::map<std::string, double> scalars;  ///< e.g. initial and peak energy
  /// Properties in which checkpoint and case must agree: name -> value as text, e.g. "order" -> "3", "mesh" ->
  /// checksum.
  std::map<std::string, std::string> identity;
  /// Place where each series records, by name of the series. After a restart it must still record there.
  std::map<std::string, std::string> series;
};

/// Value that a checkpoint keeps under `name`. Throws InputError if there is none.
template <class Value>
const Value& stored(const std::map<std::string, Value>& values, const std::string& name) {
  const auto at = values.find(name);
  require(at != values.end(), "the checkpoint holds no '{}': use an older one, or the fluxtet that wrote it", name);
  return at->second;
}

/// The records of an array over all ranks: nodal values in elements, or on faces of elements.
struct RecordPlaces {
  std::vector<std::int64_t> ids;  ///< of this rank's records: ids of elements, or 4 * id + face
  ElementOrder order;             ///< of these ids
  std::size_t valuesPerRecord = 0;
};
/// Places of the records `ids` of this rank, out of 0..totalIds-1. Collective.
std::shared_ptr<const RecordPlaces> placesOf(std::vector<std::int64_t> ids, std::int64_t totalIds,
                                             std::size_t valuesPerRecord, MPI_Comm comm);
/// A sum that a run makes on the way to its spectra.
template <class Real>
struct CheckpointSum {
  std::shared_ptr<const RecordPlaces> places;
  std::vector<Real> values;  ///< [ids][valuesPerRecord]
};
/// Sums by name; the names are the same on all ranks.
template <class Real>
using CheckpointSums = std::map<std::string, CheckpointSum<Real>>;

/// Nodal values in some elements of this rank.
template <class Real>
struct ElementValues {
  std::vector<std::int64_t> elementId;  ///< global ids, in the order of the values
  std::vector<Real> values;             ///< [elementId][node][xyz]
};
/// States of a run besides E and H, by name; the names are the same on all ranks.
template <class Real>
using CheckpointStates = std::map<std::string, ElementValues<Real>>;

/// All values of a checkpoint on this rank.
template <class Real>
struct CheckpointValues {
  std::span<const Real> E, H;  ///< [element][node][xyz] in computing order, V/m (H as Z0 H)
  CheckpointStates<Real> states{};
  CheckpointSums<Real> sums{};
};

/// Writes <directory>/checkpoints/checkpoint_<step>.h5 (HDF5, by all ranks at once, native precision, elements by
/// global id, with a checksum that does not depend on the number of ranks). The file is durable and complete before it
/// gets its name. `elementId`: [element] global ids of E, H and the sums; `valuesPerElement`: 3 x nodes. Then removes
/// all but the newest `keep` checkpoints, and those of later steps, which an abandoned run left (one that was restarted
/// from an earlier step). Leftovers of a killed run (*.tmp) go first. Collective. Throws RunError on every rank if the
/// file cannot be written.
template <class Real>
void writeCheckpoint(const std::filesystem::path& directory, const CheckpointState& state, const ElementOrder& order,
                     std::span<const std::int64_t> elementId, std::size_t valuesPerElement,
                     const CheckpointValues<Real>& values, int keep, MPI_Comm comm);

/// Newest checkpoint below the output directory `directory` whose metadata are whole; a newer one with damaged metadata
/// is passed over with a warning. Throws InputError on every rank if there is none. Collective; rank 0 looks.
std::filesystem::path latestCheckpoint(const std::filesystem::path& directory, MPI_Comm comm);

/// Reads the state and refuses, with the reason (InputError): not a fluxtet checkpoint, or damaged (truncated).
/// Collective.
CheckpointState readCheckpointState(const std::filesystem::path& file, MPI_Comm comm);
/// The same, and refuses an identity that differs from `expected` (lists each difference).
CheckpointState readCheckpointState(const std::filesystem::path& file,
                                    const std::map<std::string, std::string>& expected, MPI_Comm comm);
/// Reads E and H, [element][node][xyz] in computing order, V/m (H as Z0 H). `elementId`: [element] global ids;
/// `valuesPerElement`: three for each node. Collective. Throws InputError on every rank for another precision, mesh or
/// order, and where the checksum differs.
template <class Real>
void readCheckpointFields(const std::filesystem::path& file, const ElementOrder& order,
                          std::span<const std::int64_t> elementId, std::size_t valuesPerElement, std::span<Real> E,
                          std::span<Real> H, MPI_Comm comm);
/// Reads the states whose names and elements `states` has, and sets their values. `order`: of all elements of the mesh.
/// Collective. Throws InputError on every rank if the checkpoint has other states, or a state in other elements, and
/// like readCheckpointFields().
template <class Real>
void readCheckpointStates(const std::filesystem::path& file, const ElementOrder& order, std::size_t valuesPerElement,
                          CheckpointStates<Real>& states, MPI_Comm comm);
/// Reads the values of the sums whose names and places `sums` has. Collective. Throws InputError on every rank if the
/// checkpoint lacks one, and like readCheckpointFields().
template <class Real>
void readCheckpointSums(const std::filesystem::path& file, CheckpointSums<Real>& sums, MPI_Comm comm);

}  // namespace fluxtet
