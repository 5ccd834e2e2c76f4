// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/gmshSession.hpp"

#include <gmsh.h>

#include <utility>
#include <vector>

namespace fluxtet {

std::string loggedErrors() {
  std::vector<std::string> log;
  gmsh::logger::get(log);
  const std::string mark = "Error: ";
  std::string text;
  int count = 0;
  for (const auto& line : log) {
    if (line.rfind(mark, 0) != 0) continue;
    if (++count > 5) return text + "; ...";
    text += (count > 1 ? "; " : "") + line.substr(mark.size());
  }
  return text;
}

GmshSession::GmshSession(std::string file) : file_(std::move(file)) {
  const bool readOptionFiles = false;
  gmsh::initialize(0, nullptr, readOptionFiles);
  gmsh::onelab::clear();  // parameters of an earlier file outlive its session, and so do callbacks
  gmsh::model::mesh::removeSizeCallback();
  gmsh::option::setNumber("General.Terminal", 0);
  // Errors alone: other messages hold times, and so have other lengths each time, in the memory that HXT depends on.
  gmsh::option::setNumber("General.Verbosity", 1);
  gmsh::option::setNumber("General.NumThreads", 1);
  gmsh::option::setNumber("Mesh.RandomSeed", 1);
  gmsh::logger::start();
}

GmshSession::~GmshSession() {
  try {
    gmsh::logger::stop();
    gmsh::finalize();
  } catch (...) {  // nothing to be done, and nothing that the mesh depends on
  }
}

void GmshSession::refuse(const std::string& doing, const std::string& message) const {
  const std::string logged = loggedErrors();
  throw InputError(fmt::format("Gmsh cannot {} {}: {}", doing, file_, logged.empty() ? message : logged));
}

void GmshSession::refuseLoggedErrors(const std::string& doing) const {
  const std::string logged = loggedErrors();
  if (!logged.empty()) throw InputError(fmt::format("Gmsh cannot {} {}: {}", doing, file_, logged));
}

}  // namespace fluxtet
