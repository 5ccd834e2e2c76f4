// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/error.hpp"

#include <string>

namespace fluxtet {

/// Gmsh, started for one file: silent, single-threaded and without the user's option files, so that a geometry gives
/// the same mesh wherever it is meshed. Gmsh's own data are freed with the object. One at a time.
class GmshSession {
 public:
  /// `file` is for messages.
  explicit GmshSession(std::string file);
  ~GmshSession();
  GmshSession(const GmshSession&) = delete;
  GmshSession& operator=(const GmshSession&) = delete;

  const std::string& file() const { return file_; }

  /// Runs Gmsh calls; what Gmsh throws becomes an InputError with the errors that it logged. `doing`: e.g. "read".
  template <class Work>
  void run(const std::string& doing, Work&& work) const {
    try {
      work();
    } catch (const Error&) {
      throw;
    } catch (const std::string& message) {  // what gmsh.h throws by default
      refuse(doing, message);
    } catch (const std::exception& error) {
      refuse(doing, error.what());
    }
    refuseLoggedErrors(doing);
  }

 private:
  [[noreturn]] void refuse(const std::string& doing, const std::string& message) const;
  void refuseLoggedErrors(const std::string& doing) const;

  std::string file_;
};

/// The first few errors of Gmsh's log, joined.
std::string loggedErrors();

}  // namespace fluxtet
