// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// That VTK reads the files is tested by readVtkhdf.py.
#include "lib/output/snapshotWriter.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/hdf5.hpp"
#include "lib/base/mpi.hpp"
#include "tests/parallel/output/fieldMesh.hpp"
#include "tests/support/fileSizeLimit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace fluxtet::test {
namespace {

const MPI_Comm world = MPI_COMM_WORLD;

/// A mesh with fields E = (x, y, z) and Z0 H = z0 (z, x, y), so that H = (z, x, y).
struct Setting {
  SubMesh mesh;
  ReferenceElement basis;
  std::vector<double> E, H;

  explicit Setting(int order, std::array<std::int64_t, 3> cells = {3, 2, 2})
      : mesh(boxSubMesh(cells)),
        basis(order),
        E(nodalValues<double>(mesh, basis, [](const Vec3& x) { return x; })),
        H(nodalValues<double>(mesh, basis, [](const Vec3& x) {
          return constants::z0 * Vec3{x[2], x[0], x[1]};
        })) {}

  void write(const SnapshotOutput& spec, const std::string& folder, std::int64_t step = 4) const {
    SnapshotWriter writer(spec, mesh, basis, folder, -1, world);
    writer.write(FieldView<double>{step, 1e-9, 1.5e-9, E, H});
  }
};

/// "fields" or "boundaries" of step 4.
hdf5::Handle openSnapshot(const SharedFolder& folder, const std::string& name) {
  return hdf5::openFile(folder / ("snapshots/" + name + "_00000004.vtkhdf"));
}

TEST(SnapshotWriter, elementsStandInTheOrderOfTheirGlobalIds) {
  const SharedFolder folder;
  Setting(2).write({}, folder.path());
  const auto file = openSnapshot(folder, "fields");
  const auto ids = hdf5::read<std::int64_t>(file, "VTKHDF/CellData/elementId");
  ASSERT_EQ(ids.size(), 72u);
  for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(ids[i], static_cast<std::int64_t>(i));
}

TEST(SnapshotWriter, pointsAndBothFieldsBelongTogetherInSiUnits) {
  const SharedFolder folder;
  Setting(3).write({}, folder.path());
  const auto file = openSnapshot(folder, "fields");
  const auto x = hdf5::read<float>(file, "VTKHDF/Points"), E = hdf5::read<float>(file, "VTKHDF/PointData/E"),
             H = hdf5::read<float>(file, "VTKHDF/PointData/H");
  ASSERT_EQ(x.size(), 72u * 20 * 3);
  for (std::size_t i = 0; i < x.size(); i += 3)
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(E[i + k], x[i + k], 2e-7);
      EXPECT_NEAR(H[i + (k + 1) % 3], x[i + k], 2e-7);
    }
}

TEST(SnapshotWriter, onlyTheFieldsAskedForAreWritten) {
  const SharedFolder folder;
  SnapshotOutput spec;
  spec.fields = {.E = false, .H = true};
  Setting(1).write(spec, folder.path());
  const auto file = openSnapshot(folder, "fields");
  EXPECT_FALSE(hdf5::exists(file, "VTKHDF/PointData/E"));
  EXPECT_TRUE(hdf5::exists(file, "VTKHDF/PointData/H"));
}

TEST(SnapshotWriter, aBoxSelectsTheElementsWhoseCentroidLiesInIt) {
  const SharedFolder folder;
  SnapshotOutput spec;
  spec.box = std::array<Vec3, 2>{Vec3{0, 0, 0}, Vec3{0.6, 1, 0.9}};
  Setting(1).write(spec, folder.path());
  const auto file = openSnapshot(folder, "fields");
  const auto x = hdf5::read<float>(file, "VTKHDF/Points");
  const std::size_t cells = hdf5::read<std::int64_t>(file, "VTKHDF/CellData/elementId").size();
  EXPECT_GT(cells, 24u);
  EXPECT_LT(cells, 48u);
  for (std::size_t c = 0; c < cells; ++c)
    EXPECT_LE(0.25 * (x[12 * c] + x[12 * c + 3] + x[12 * c + 6] + x[12 * c + 9]), 0.6 + 1e-6);
}

TEST(SnapshotWriter, boundariesAloneGiveTrianglesAndNoElements) {
  const SharedFolder folder;
  SnapshotOutput spec;
  spec.boundaries = {"x-", "z+"};
  Setting(2).write(spec, folder.path());
  const auto file = openSnapshot(folder, "boundaries");
  const auto types = hdf5::read<std::uint8_t>(file, "VTKHDF/Types");
  EXPECT_EQ(types.size(), 2u * 2 * 2 + 2u * 3 * 2);
  EXPECT_TRUE(std::all_of(types.begin(), types.end(), [](auto type) { return type == 69; }));
  EXPECT_TRUE(hdf5::exists(file, "VTKHDF/CellData/surface"));
  EXPECT_FALSE(std::filesystem::exists(folder / "snapshots/fields_00000004.vtkhdf"));
}

TEST(SnapshotWriter, aSelectionOfNothingIsAnInputErrorAndCreatesNothing) {
  const SharedFolder folder;
  SnapshotOutput spec;
  spec.box = std::array<Vec3, 2>{Vec3{5, 5, 5}, Vec3{6, 6, 6}};
  const Setting setting(1);
  EXPECT_NE(messageOf<InputError>([&] { setting.write(spec, folder.path()); }).find("nothing of the mesh is selected"),
            std::string::npos);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(SnapshotWriter, aRegionThatTheMeshDoesNotHaveIsAnInputErrorThatNamesIt) {
  const SharedFolder folder;
  SnapshotOutput spec;
  spec.regions = {"Bull"};
  const Setting setting(1);
  EXPECT_NE(messageOf<InputError>([&] { setting.write(spec, folder.path()); }).find("no region \"Bull\""),
            std::string::npos);
}

TEST(SnapshotWriter, aFullDiskIsARunErrorAndLeavesNoFile) {
  const SharedFolder folder;
  const Setting setting(4, {6, 5, 5});
  const auto message = messageOf<RunError>([&] {
    const FileSizeLimit fullDisk(100000);
    setting.write({}, folder.path());
  });
  EXPECT_NE(message, "");
  MPI_Barrier(world);
  EXPECT_TRUE(std::filesystem::is_empty(folder / "snapshots"));
}

}  // namespace
}  // namespace fluxtet::test
