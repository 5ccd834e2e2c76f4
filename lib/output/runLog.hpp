// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

/// What a run says, kept: its lines go to run.log in the output directory too, its warnings to summary.json. All of it
/// passes through the default logger of spdlog; what is below `info` there (progress) goes to the file alone. Before
/// keepLog(), on other ranks and in other commands there is no log: these functions then do nothing and know no
/// warning.
namespace fluxtet {

/// Keeps what the default logger is told from here on; lines wait until openLog(). A log of an earlier run of this
/// process ends. Rank 0 only.
void keepLog();

/// Appends to <directory>/run.log, or begins it: a line that tells the case and where it starts, then all that waits
/// and all that follows. `from`: what a restart goes on from; empty: the run starts. Nothing happens if the log is
/// open: the runs of a case with several excited ports share the one above their directories. Throws RunError if the
/// file cannot be written.
void openLog(const std::filesystem::path& directory, const std::string& caseFile, const std::string& from);

/// Throws RunError with the system's reason if a line could not be written: a run goes on all the same, to its end.
void requireLogWritten();

/// How many warnings there were, for warningsSince().
std::size_t numWarnings();
/// Warnings from the `first` on, each once.
std::vector<std::string> warningsSince(std::size_t first);

/// Appends to `warnings` those of `more` that are not among them.
void addMissingWarnings(std::vector<std::string>& warnings, const std::vector<std::string>& more);

}  // namespace fluxtet
