// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/parallel/output/fieldMesh.hpp"

#include "lib/base/mpi.hpp"
#include "partition/buildSubMesh.hpp"
#include "partition/meshInput.hpp"
#include "tests/support/temporaryFolder.hpp"

namespace fluxtet::test {

using namespace fluxtet::partition;

SubMesh boxSubMesh(std::array<std::int64_t, 3> cells) {
  MeshSource source;
  source.box = BoxMesh{.size = {1.2, 1, 0.9}, .cells = cells, .perturb = 0.2};
  const MeshPart part = loadMeshPart(source, PartitionSettings{}, MPI_COMM_WORLD);
  const std::vector<SurfaceRole> kinds(part.groups.surfaces.size(), SurfaceRole::sheet);
  return buildSubMesh(part, kinds, MPI_COMM_WORLD);
}

SharedFolder::SharedFolder() {
  if (mpiRank(MPI_COMM_WORLD) == 0) {
    std::string name = (std::filesystem::temp_directory_path() / "fluxtetTest.XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  path_ = broadcast(MPI_COMM_WORLD, path_);
  if (path_.empty()) throw std::runtime_error("no temporary folder");
}

SharedFolder::~SharedFolder() {
  MPI_Barrier(MPI_COMM_WORLD);
  std::error_code ignored;
  if (mpiRank(MPI_COMM_WORLD) == 0) std::filesystem::remove_all(path_, ignored);
}

template <class T>
std::string messageOf(const std::function<void()>& work) {
  constexpr auto wanted = std::is_same_v<T, InputError> ? ExitCode::badInput : ExitCode::runFailed;
  try {
    work();
  } catch (const Error& error) {  // errors that other ranks tell of arrive as their base class
    if (error.code() == wanted) return error.what();
  }
  return {};
}
template std::string messageOf<InputError>(const std::function<void()>&);
template std::string messageOf<RunError>(const std::function<void()>&);

void onFirstRank(const std::function<void()>& work) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (mpiRank(MPI_COMM_WORLD) == 0) work();
  MPI_Barrier(MPI_COMM_WORLD);
}

}  // namespace fluxtet::test
