// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/output/outputLock.hpp"

#include <mpi.h>

#include <filesystem>
#include <string>

namespace fluxtet {

enum class ExistingOutput {
  refuse,     ///< results of an earlier run are an error (exit 2) that says what to do
  moveAside,  ///< they are renamed to <directory>.1, .2, ...
  continueIn  ///< a restart writes into them
};

/// Files and folders that a run leaves in its output directory. A directory that holds one of these holds results;
/// other files (a batch job's log) do not count and stay.
namespace outputName {
inline constexpr const char* resolvedCase = "case.yaml";
inline constexpr const char* summary = "summary.json";
inline constexpr const char* energy = "energy.csv";
inline constexpr const char* probes = "probes";            ///< folder of <name>.csv; probes.h5 holds them all
inline constexpr const char* snapshots = "snapshots";      ///< folder
inline constexpr const char* slices = "slices";            ///< folder
inline constexpr const char* checkpoints = "checkpoints";  ///< folder
inline constexpr const char* dft = "dft";                  ///< folder
inline constexpr const char* sar = "sar";                  ///< folder
inline constexpr const char* farField = "farField.csv";
inline constexpr const char* transientFarField = "transientFarField.csv";
inline constexpr const char* ports = "ports";                  ///< folder of <name>.csv
inline constexpr const char* sParameters = "sParameters.csv";  ///< Touchstone beside it
inline constexpr const char* portModes = "portModes.csv";
inline constexpr const char* patterns = "farField";     ///< folder
inline constexpr const char* fields = "fields.vtkhdf";  ///< static solver
inline constexpr const char* points = "points.csv";     ///< static solver
inline constexpr const char* lines = "lines";           ///< folder of <name>.csv; static solver
inline constexpr const char* lock = ".lock";            ///< while a run writes; no result
inline constexpr const char* log = "run.log";           ///< what runs have said; no result
}  // namespace outputName

/// Checks that results may be written to `directory`, without creating or changing anything. Collective; throws on
/// every rank. `canRestart`: whether the advice about results of an earlier run may be to go on from a checkpoint.
void checkOutputDirectory(const std::filesystem::path& directory, ExistingOutput existing, MPI_Comm comm,
                          bool canRestart = true);
/// The same for a run that will write there: if the directory exists already, rank 0 takes its lock, so that a second
/// run ends before it computes anything.
void claimOutputDirectory(const std::filesystem::path& directory, ExistingOutput existing, OutputLock& lock,
                          MPI_Comm comm, bool canRestart = true);
/// Creates it (and moves old results aside where asked); rank 0 then holds its lock. Collective.
void createOutputDirectory(const std::filesystem::path& directory, ExistingOutput existing, OutputLock& lock,
                           MPI_Comm comm, bool canRestart = true);
/// Creates a folder of results below it; RunError if that fails. Rank 0 only.
void createFolder(const std::filesystem::path& folder);
/// Writes a small text file complete or not at all. Rank 0 only.
void writeTextFile(const std::filesystem::path& file, const std::string& text);

}  // namespace fluxtet
