// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/series.hpp"

#include "lib/base/error.hpp"
#include "lib/base/hdf5.hpp"
#include "lib/output/outputDirectory.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

namespace fs = std::filesystem;

namespace fluxtet {

namespace {

constexpr std::size_t mostPending = 1 << 16;  // bytes
constexpr std::chrono::seconds longestPending{1};

std::string rowText(std::int64_t step, std::span<const double> values) {
  std::string text = fmt::format("{}", step);
  for (const double value : values) fmt::format_to(std::back_inserter(text), ",{:.17g}", value);
  return text + '\n';
}

/// Reads "step,value,..."; false if it is not a step and `values.size()` numbers.
bool parseRow(const std::string& line, std::int64_t& step, std::span<double> values) {
  const char* at = line.data();
  const char* const end = at + line.size();
  auto parsed = std::from_chars(at, end, step);
  for (double& value : values) {
    if (parsed.ec != std::errc{} || parsed.ptr == end || *parsed.ptr != ',') return false;
    parsed = std::from_chars(parsed.ptr + 1, end, value);
  }
  return parsed.ec == std::errc{} && parsed.ptr == end;
}

/// Appends in one go; a file that cannot take the text is an error.
void appendToFile(const fs::path& file, const std::string& text) {
  const int id = ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  std::size_t written = 0;
  while (id >= 0 && written < text.size()) {
    const auto count = ::write(id, text.data() + written, text.size() - written);
    if (count <= 0 && errno == EINTR) continue;
    if (count <= 0) break;
    written += static_cast<std::size_t>(count);
  }
  const int reason = errno;
  if (id >= 0) ::close(id);
  requireRun(id >= 0 && written == text.size(),
             "cannot append to {}: {}: check the folder's permissions and the space left", file.string(),
             std::strerror(reason));
}

}  // namespace

Series::Series(fs::path csvFile, std::vector<Column> columns)
    : file_(std::move(csvFile)), columns_(std::move(columns)), lastFlush_(std::chrono::steady_clock::now()) {}

void Series::requireContinuable(const fs::path& csvFile, std::vector<Column> columns, std::int64_t continueAfterStep) {
  if (continueAfterStep >= 0 && fs::exists(csvFile))
    Series(csvFile, std::move(columns)).readExisting(continueAfterStep);
}

Series::Series(fs::path csvFile, std::string name, std::vector<Column> columns, std::int64_t continueAfterStep)
    : Series(std::move(csvFile), std::move(columns)) {
  name_ = std::move(name);
  if (file_.has_parent_path()) createFolder(file_.parent_path());
  if (continueAfterStep >= 0 && fs::exists(file_)) readExisting(continueAfterStep);
  std::string text = header();
  for (std::size_t row = 0; row < steps_.size(); ++row)
    text += rowText(steps_[row], std::span(values_).subspan(row * columns_.size(), columns_.size()));
  writeTextFile(file_, text);
}

std::string Series::header() const {
  std::string text = "step";
  for (const auto& column : columns_) text += fmt::format(",{} [{}]", column.name, column.unit);
  return text + '\n';
}

void Series::readExisting(std::int64_t lastStep) {
  std::ifstream stream(file_, std::ios::binary);
  std::ostringstream content;
  content << stream.rdbuf();
  // What follows the last line break is a row that was being written when the run was killed.
  std::string text = content.str();
  text.resize(text.rfind('\n') + 1);

  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  if (text.empty()) return;
  require(line + '\n' == header(),
          "cannot continue {}: its columns are \"{}\", this run writes \"{}\": restore the output "
          "settings of the case, or choose another --output",
          file_.string(), line, header().substr(0, header().size() - 1));
  std::vector<double> row(columns_.size());
  for (int number = 2; std::getline(lines, line); ++number) {
    std::int64_t step = 0;
    require(parseRow(line, step, row), "cannot continue {}: line {} is damaged: remove that line, or the file",
            file_.string(), number);
    if (step > lastStep) break;
    steps_.push_back(step);
    values_.insert(values_.end(), row.begin(), row.end());
  }
}

void Series::append(std::int64_t step, std::span<const double> values) {
  requireRun(values.size() == columns_.size(), "series {}: {} values for {} columns", name_, values.size(),
             columns_.size());
  steps_.push_back(step);
  values_.insert(values_.end(), values.begin(), values.end());
  pending_ += rowText(step, values);
  if (pending_.size() > mostPending || std::chrono::steady_clock::now() - lastFlush_ > longestPending) flush();
}

void Series::flush() {
  lastFlush_ = std::chrono::steady_clock::now();
  if (pending_.empty()) return;
  appendToFile(file_, pending_);
  pending_.clear();
}

namespace {

/// One group: the table with its columns and units.
void writeGroup(hid_t file, const Series& series) {
  const std::size_t columns = series.columns().size();
  std::vector<double> table;
  table.reserve(series.rows() * (1 + columns));
  for (std::size_t row = 0; row < series.rows(); ++row) {
    const auto values = std::span(series.values()).subspan(row * columns, columns);
    table.push_back(static_cast<double>(series.steps()[row]));
    table.insert(table.end(), values.begin(), values.end());
  }
  std::vector<std::string> names{"step"}, units{"1"};
  for (const auto& column : series.columns()) {
    names.push_back(column.name);
    units.push_back(column.unit);
  }
  const hdf5::Handle group = hdf5::createGroup(file, series.name());
  hdf5::write<double>(group, "data", table, {series.rows(), 1 + columns});
  hdf5::writeAttribute(group, "columns", names);
  hdf5::writeAttribute(group, "units", units);
}

}  // namespace

void writeSeriesFile(const fs::path& file, std::span<const Series* const> series) {
  const hdf5::Handle hdf = hdf5::createInMemory();
  for (const Series* one : series) writeGroup(hdf, *one);
  writeFile(file.string(), hdf5::imageOf(hdf));
}

}  // namespace fluxtet
