// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/vtkText.hpp"

#include "lib/base/error.hpp"

#include <bit>
#include <cstdlib>
#include <filesystem>
#include <map>

namespace fluxtet {
namespace {

const std::map<std::string, std::size_t>& bytesOfTypes() {
  static const std::map<std::string, std::size_t> bytes{
      {"char", 1},   {"unsigned_char", 1}, {"short", 2},        {"unsigned_short", 2}, {"int", 4},
      {"float", 4},  {"unsigned_int", 4},  {"vtkIdType", 4},    {"vtktypeint32", 4},   {"long", 8},
      {"double", 8}, {"unsigned_long", 8}, {"vtktypeint64", 8}, {"vtktypeuint64", 8}};
  return bytes;
}

}  // namespace

VtkText::VtkText(const std::string& file)
    : file_(file), in_(file, std::ios::binary), size_(static_cast<std::int64_t>(std::filesystem::file_size(file))) {
  const std::string mark = "# vtk DataFile Version ";
  const std::string first = line();
  require(first.rfind(mark, 0) == 0, "{} is no legacy VTK file: its first line does not begin with `{}`", file, mark);
  majorVersion_ = std::atoi(first.c_str() + mark.size());
  line();  // the title
  const std::string format = word();
  isBinary_ = format == "BINARY";
  require(isBinary_ || format == "ASCII", "{} is no legacy VTK file: its third line is neither ASCII nor BINARY", file);
}

std::string VtkText::word() {
  std::string text;
  in_ >> text;
  return text;
}

std::int64_t VtkText::count() {
  const std::string text = word();
  char* end = nullptr;
  const std::int64_t number = std::strtoll(text.c_str(), &end, 10);
  // None is larger than the file, so that a damaged one asks for no memory.
  if (text.empty() || *end != '\0' || number < 0 || number > size_)
    damaged("`" + text + "` stands where a number of values should");
  return number;
}

std::string VtkText::line() {
  std::string text;
  std::getline(in_, text);
  return text;
}

std::vector<double> VtkText::values(const std::string& type, std::int64_t count) {
  const auto bytes = bytesOfTypes().find(type);
  require(bytes != bytesOfTypes().end(), "{} has values of the type `{}`, which is not read", file_, type);
  if (count > size_) damaged(fmt::format("{} values do not fit into its {} bytes", count, size_));
  std::vector<double> numbers(static_cast<std::size_t>(count));
  if (isBinary_) {
    line();
    for (double& number : numbers) number = binaryNumber(type, bytes->second);
  } else {
    for (double& number : numbers) in_ >> number;
  }
  if (!in_) damaged("it ends within its values, or one of them is no number");
  return numbers;
}

/// All are big-endian.
double VtkText::binaryNumber(const std::string& type, std::size_t bytes) {
  char raw[8] = {};
  in_.read(raw, static_cast<std::streamsize>(bytes));
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < bytes; ++i) bits = bits << 8 | static_cast<unsigned char>(raw[i]);
  if (type == "double") return std::bit_cast<double>(bits);
  if (type == "float") return double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
  if (type.rfind("unsigned", 0) == 0 || type == "vtktypeuint64") return static_cast<double>(bits);
  const std::size_t spare = 64 - 8 * bytes;
  return static_cast<double>(static_cast<std::int64_t>(bits << spare) >> spare);
}

void VtkText::damaged(const std::string& why) const {
  throw InputError(fmt::format("{} is damaged: {}; write it again", file_, why));
}

}  // namespace fluxtet
