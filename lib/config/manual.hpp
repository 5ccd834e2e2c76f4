// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/config/key.hpp"

#include <set>
#include <string>
#include <utility>

namespace fluxtet::config {

/// Writes tables of keys as Markdown: a chapter for each part of the case file, a heading and a table for each section.
class Manual {
 public:
  /// A chapter of its own, which begins with the sentence of `root`. `suffix` tells its headings from those of earlier
  /// chapters that are called the same.
  void writeChapter(const std::string& title, const std::string& suffix, const Key& root);

  std::string take() { return std::move(text_); }

 private:
  std::string heading(const std::string& path) const;
  std::string link(const Key& key, const std::string& path) const;
  std::string value(const Key& key, const std::string& path) const;
  void writeSection(const Key& section, const std::string& path);
  void writeKeys(const Key& section, const std::string& path);
  void writeRow(const Key& key, const std::string& path);
  void descend(const Key& key, const std::string& path);

  std::string text_;
  std::string suffix_;
  std::set<std::string> headings_, earlier_;  ///< paths of sections: all so far, those of the chapters before
  std::set<std::string> written_;             ///< definitions, which several sections share
};

}  // namespace fluxtet::config
