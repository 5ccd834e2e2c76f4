// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace fluxtet {

/// Table that grows by one row at a time (a probe, the energy). Rows are appended to <name>.csv and flushed, so that a
/// killed run leaves them; writeSeriesFile() puts whole tables into one HDF5 file. Used on rank 0 only.
class Series {
 public:
  struct Column {
    std::string name;  ///< e.g. "Ex"
    std::string unit;  ///< e.g. "V/m"; the CSV header reads "Ex [V/m]"
  };
  /// The first column is always "step". With `continueAfterStep` >= 0 the rows of an existing file up to that step are
  /// kept and later ones dropped (restart from a checkpoint), a last line that a killed run left unfinished as well;
  /// otherwise a new file is begun. InputError if the existing file has other columns or unreadable rows.
  Series(std::filesystem::path csvFile, std::string name, std::vector<Column> columns,
         std::int64_t continueAfterStep = -1);

  /// Throws as the constructor would if an existing file cannot be continued; changes nothing.
  static void requireContinuable(const std::filesystem::path& csvFile, std::vector<Column> columns,
                                 std::int64_t continueAfterStep);

  /// `values`: [column] without "step", each in the unit of its column. They are written with 17 significant digits, to
  /// the disk within about a second. Throws RunError if the file cannot be written.
  void append(std::int64_t step, std::span<const double> values);
  /// Call before a checkpoint, so that a restart finds every row up to it.
  void flush();
  const std::string& name() const { return name_; }
  const std::vector<Column>& columns() const { return columns_; }
  std::size_t rows() const { return steps_.size(); }
  /// Step of each row, [row].
  const std::vector<std::int64_t>& steps() const { return steps_; }
  const std::vector<double>& values() const { return values_; }  ///< [rows][columns]

 private:
  /// Without name and rows; touches no file.
  Series(std::filesystem::path csvFile, std::vector<Column> columns);
  std::string header() const;
  void readExisting(std::int64_t lastStep);

  std::filesystem::path file_;
  std::string name_;
  std::vector<Column> columns_;
  std::vector<std::int64_t> steps_;
  std::vector<double> values_;
  std::string pending_;  ///< rows not yet in the file
  std::chrono::steady_clock::time_point lastFlush_;
};

/// Writes all series into one HDF5 file (a group each: dataset "data" [rows][1 + columns], attributes "columns",
/// "units"), complete or not at all.
void writeSeriesFile(const std::filesystem::path& file, std::span<const Series* const> series);

}  // namespace fluxtet
