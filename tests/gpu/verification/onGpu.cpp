// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Makes the studies of tests/verification run on the GPU, on meshes that need no Gmsh.
#include "lib/mesh/meshFile.hpp"
#include "tests/support/caseRun.hpp"
#include "tests/support/latticeMeshes.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace fluxtet::test {
namespace {

class OnGpu : public ::testing::Environment {
 public:
  void SetUp() override {
    folder_.emplace();
    runSettings().backend = Backend::cuda;
    replace("guide.geo", guideMesh({3, 3, 30}));
    replace("ball.geo", ballMesh(4));
    replace("sphere.geo", wholeBallMesh(6));
  }
  void TearDown() override { folder_.reset(); }

 private:
  void replace(const std::string& geometry, const Mesh& mesh) {
    const auto file = *folder_ / (geometry + ".h5");
    writeMeshFile(file.string(), mesh, {}, 1);
    runSettings().meshes[geometry] = file;
  }

  std::optional<TemporaryFolder> folder_;
};

// Google Test owns and deletes the environment.
const ::testing::Environment* const registered = ::testing::AddGlobalTestEnvironment(new OnGpu);

}  // namespace
}  // namespace fluxtet::test
