// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/error.hpp"

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>

namespace fluxtet {

/// A folder of its own that goes away with the object: in /tmp, since with a path of another length HXT makes another
/// mesh (lib/base/sameAddresses.hpp), or where that cannot be in the folder that TMPDIR names.
class PrivateFolder {
 public:
  PrivateFolder() : path_("/tmp/fluxtetXXXXXX") {
    if (mkdtemp(path_.data()) != nullptr) return;
    path_ = (std::filesystem::temp_directory_path() / "fluxtetXXXXXX").string();
    requireRun(mkdtemp(path_.data()) != nullptr, "cannot make a folder {}, by which files go to Gmsh: {}", path_,
               std::strerror(errno));
  }
  ~PrivateFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace fluxtet
