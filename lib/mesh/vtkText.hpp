// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace fluxtet {

/// The words and numbers of a legacy VTK file, ASCII or binary. Throws InputError that names the file.
class VtkText {
 public:
  /// Reads the three lines of the header.
  explicit VtkText(const std::string& file);

  const std::string& file() const { return file_; }
  bool isBinary() const { return isBinary_; }
  int majorVersion() const { return majorVersion_; }

  /// The next word; empty at the end of the file.
  std::string word();
  /// The next word, which has to be a number that is not negative.
  std::int64_t count();
  /// What is left of the line.
  std::string line();
  /// So many numbers of a type of VTK ("double", "vtktypeint64"), in a binary file from the next line on.
  std::vector<double> values(const std::string& type, std::int64_t count);

  /// Throws InputError that says that the file is damaged, and why.
  [[noreturn]] void damaged(const std::string& why) const;

 private:
  double binaryNumber(const std::string& type, std::size_t bytes);

  std::string file_;
  std::ifstream in_;
  std::int64_t size_ = 0;  ///< of the file, bytes
  bool isBinary_ = false;
  int majorVersion_ = 0;
};

}  // namespace fluxtet
