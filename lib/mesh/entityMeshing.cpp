// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/entityMeshing.hpp"

#include "lib/mesh/entityMesh.hpp"
#include "lib/mesh/gmshModel.hpp"
#include "lib/mesh/gmshSession.hpp"

#include <gmsh.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace fluxtet {
namespace {

std::size_t lastNodeTag() {
  std::vector<std::size_t> tags;
  std::vector<double> coordinates, parameters;
  gmsh::model::mesh::getNodes(tags, coordinates, parameters);
  return tags.empty() ? 0 : *std::max_element(tags.begin(), tags.end());
}

// --- The process that meshes an entity -----------------------------------------------------------------------------

/// Surfaces round a volume and within it.
std::vector<int> surfacesOf(int volume) {
  gmsh::vectorpair boundary, embedded;
  const bool combined = false, oriented = false;
  gmsh::model::getBoundary({{3, volume}}, boundary, combined, oriented);
  gmsh::model::mesh::getEmbedded(3, volume, embedded);
  std::vector<int> surfaces;
  for (const auto& [unused, tag] : boundary) surfaces.push_back(tag);
  for (const auto& [dimension, tag] : embedded)
    if (dimension == 2) surfaces.push_back(tag);
  return surfaces;
}

/// Nodes of the triangles, in an order that does not depend on Gmsh's.
std::vector<std::array<std::size_t, 3>> trianglesOf(const std::vector<int>& surfaces) {
  constexpr int triangle = 2;  // Gmsh's type
  std::vector<std::array<std::size_t, 3>> triangles;
  for (const int surface : surfaces) {
    std::vector<std::size_t> tags, nodes;
    gmsh::model::mesh::getElementsByType(triangle, tags, nodes, surface);
    for (std::size_t t = 0; t < nodes.size(); t += 3) {
      std::array<std::size_t, 3>& corners = triangles.emplace_back();
      std::copy_n(nodes.begin() + static_cast<std::ptrdiff_t>(t), 3, corners.begin());
      std::sort(corners.begin(), corners.end());
    }
  }
  std::sort(triangles.begin(), triangles.end());
  return triangles;
}

/// Meshes one entity; false without elements, or where the volume wants other surfaces than its neighbours have.
bool meshAlone(int dimension, int tag) {
  const std::vector<int> surfaces = dimension == 3 ? surfacesOf(tag) : std::vector<int>();
  const auto before = trianglesOf(surfaces);
  gmsh::vectorpair entities;
  gmsh::model::getEntities(entities);
  gmsh::option::setNumber("Mesh.MeshOnlyVisible", 1);
  gmsh::option::setNumber("Mesh.Renumber", 0);  // nodes keep their tags
  gmsh::model::setVisibility(entities, 0);
  gmsh::model::setVisibility({{dimension, tag}}, 1);
  gmsh::model::mesh::generate(dimension);
  return isMeshed(dimension, tag) && loggedErrors().empty() && trianglesOf(surfaces) == before;
}

/// Ends with its parent.
[[noreturn]] void meshForParent(pid_t parent, int dimension, int tag, int file) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(EXIT_FAILURE);
  try {
    if (!meshAlone(dimension, tag)) _exit(EXIT_FAILURE);
    writeMesh(file, meshOfEntity(dimension, tag));
  } catch (...) {
    _exit(EXIT_FAILURE);
  }
  _exit(EXIT_SUCCESS);
}

// --- The process that shares out -----------------------------------------------------------------------------------

/// CPUs that this process may use.
std::size_t numCpus() {
  cpu_set_t cpus;
  const bool known = sched_getaffinity(0, sizeof cpus, &cpus) == 0;  // not so with more than CPU_SETSIZE of them
  return known ? static_cast<std::size_t>(CPU_COUNT(&cpus)) : std::size_t{CPU_SETSIZE};
}

/// An entity to be meshed.
struct Piece {
  int tag = 0;
  std::size_t boundaryNodes = 0;  ///< a measure of the work
  int file = -1;                  ///< in memory, where its mesh goes
  pid_t process = 0;              ///< that meshes it now
};

/// Entities of one dimension and the processes that mesh them, ended with the object. From the start of the first
/// process to the end of the last this process takes and frees no memory, so that all start with the same.
class Pieces {
 public:
  Pieces(int dimension, std::vector<Piece> pieces)
      : dimension_(dimension), pieces_(std::move(pieces)), order_(pieces_.size()) {
    std::iota(order_.begin(), order_.end(), 0);
    std::stable_sort(order_.begin(), order_.end(), [this](std::size_t a, std::size_t b) {
      return pieces_[a].boundaryNodes > pieces_[b].boundaryNodes;
    });
    for (Piece& piece : pieces_) piece.file = memfd_create("fluxtetMesh", MFD_CLOEXEC);
  }
  ~Pieces() {
    for (const Piece& piece : pieces_) {
      if (piece.process > 0) end(piece.process);
      if (piece.file >= 0) close(piece.file);
    }
  }
  Pieces(const Pieces&) = delete;
  Pieces& operator=(const Pieces&) = delete;

  /// False as soon as one fails.
  bool mesh(std::size_t atATime) {
    std::size_t started = 0, ended = 0;
    while (ended < pieces_.size()) {
      if (started < pieces_.size() && started - ended < atATime) {
        if (!start(pieces_[order_[started++]])) return false;
      } else {
        if (!awaitOne()) return false;
        ++ended;
      }
    }
    return true;
  }
  void addToModel(std::size_t& lastNode) const {
    for (const Piece& piece : pieces_) {
      EntityMesh mesh = readMesh(piece.file);
      renumber(mesh, lastNode);
      addToEntity(dimension_, piece.tag, mesh);
    }
  }

 private:
  bool start(Piece& piece) const {
    const pid_t parent = getpid();
    const pid_t process = piece.file < 0 ? -1 : fork();
    if (process == 0) meshForParent(parent, dimension_, piece.tag, piece.file);
    piece.process = std::max(process, 0);
    return process > 0;
  }
  bool awaitOne() {
    for (;;) {
      int status = 0;
      const pid_t process = waitpid(-1, &status, 0);
      if (process < 0 && errno != EINTR) return false;
      const auto piece = std::find_if(pieces_.begin(), pieces_.end(),
                                      [&](const Piece& p) { return process > 0 && p.process == process; });
      if (piece == pieces_.end()) continue;
      piece->process = 0;
      if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) raise(SIGKILL);  // of which our parent says what it means
      return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
    }
  }
  static void end(pid_t process) {
    kill(process, SIGKILL);
    while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) continue;
  }

  int dimension_;
  std::vector<Piece> pieces_;
  std::vector<std::size_t> order_;  ///< the largest first
};

/// Meshes the surfaces or the volumes, some at a time, as each needs an open file.
bool meshEntities(int dimension, std::size_t atATime) {
  constexpr std::size_t most = 256;
  gmsh::vectorpair entities;
  gmsh::model::getEntities(entities, dimension);
  std::sort(entities.begin(), entities.end());
  std::vector<Piece> pieces;
  for (const auto& [unused, tag] : entities) {
    std::vector<std::size_t> nodes;
    std::vector<double> coordinates, parameters;
    const bool withBoundary = true;
    gmsh::model::mesh::getNodes(nodes, coordinates, parameters, dimension, tag, withBoundary);
    pieces.push_back({tag, nodes.size()});
  }
  std::size_t lastNode = lastNodeTag();
  for (std::size_t first = 0; first < pieces.size(); first += most) {
    const auto begin = pieces.begin() + static_cast<std::ptrdiff_t>(first);
    const auto count = static_cast<std::ptrdiff_t>(std::min(most, pieces.size() - first));
    Pieces some(dimension, {begin, begin + count});
    if (!some.mesh(atATime)) return false;
    some.addToModel(lastNode);
  }
  return true;
}

double option(const std::string& name) {
  double value = 0;
  gmsh::option::getNumber(name, value);
  return value;
}

bool isPeriodic(int surface) {
  int master = surface;
  std::vector<std::size_t> nodes, masterNodes;
  std::vector<double> transformation;
  gmsh::model::mesh::getPeriodicNodes(2, surface, master, nodes, masterNodes, transformation);
  return master != surface;
}

bool mayMeshByEntities() {
  if (option("Mesh.Algorithm3D") != gmshHxt || option("Mesh.MeshOnlyVisible") != 0 ||
      option("Mesh.ElementOrder") != 1 || option("Mesh.SubdivisionAlgorithm") != 0 || isMeshed())
    return false;
  gmsh::vectorpair surfaces;
  gmsh::model::getEntities(surfaces, 2);
  return std::none_of(surfaces.begin(), surfaces.end(), [](const auto& surface) { return isPeriodic(surface.second); });
}

}  // namespace

bool meshByEntities() {
  if (!mayMeshByEntities()) return false;
  const std::size_t atATime = numCpus();
  gmsh::model::mesh::generate(1);
  if (meshEntities(2, atATime) && meshEntities(3, atATime)) return true;
  gmsh::model::mesh::clear();
  return false;
}

}  // namespace fluxtet
