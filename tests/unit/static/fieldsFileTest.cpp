// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/fieldsFile.hpp"

#include "lib/base/hdf5.hpp"
#include "tests/support/temporaryFolder.hpp"
#include "tests/unit/static/staticTestSupport.hpp"

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

TEST(FieldsFile, holdsNodesCellsAndFields) {
  const TemporaryFolder folder;
  const StaticModel model = squareModel("x-: {potential: 0 V}", "problem: electrostatic, order: 2");
  writeFieldsFile(folder.path() / "fields.vtkhdf", model, interpolate(model, [](const Vec3& x) { return 3 * x[0]; }));
  const hdf5::Handle file = hdf5::openFile((folder.path() / "fields.vtkhdf").string());
  const auto potential = hdf5::read<double>(file, "VTKHDF/PointData/potential"),
             points = hdf5::read<double>(file, "VTKHDF/Points");
  ASSERT_EQ(points.size(), 3 * potential.size());
  for (std::size_t i = 0; i < potential.size(); ++i) EXPECT_DOUBLE_EQ(potential[i], 3 * points[3 * i]);
  const auto E = hdf5::read<float>(file, "VTKHDF/CellData/E");
  ASSERT_EQ(E.size(), 3 * model.mesh.region.size());
  for (std::size_t e = 0; e < E.size(); e += 3) EXPECT_NEAR(E[e], -3, 1e-5);
  EXPECT_EQ(hdf5::shapeOf(file, "VTKHDF/CellData/region"), (std::vector<hsize_t>{model.mesh.region.size()}));
}

// VTK's quadratic triangle: node 3 + i lies between the vertices i and i + 1.
TEST(FieldsFile, ordersEdgeNodesAsVtkDoes) {
  const TemporaryFolder folder;
  const StaticModel model = squareModel("x-: {potential: 0 V}", "problem: electrostatic, order: 2");
  writeFieldsFile(folder.path() / "fields.vtkhdf", model, interpolate(model, [](const Vec3&) { return 0.0; }));
  const hdf5::Handle file = hdf5::openFile((folder.path() / "fields.vtkhdf").string());
  const auto cell = hdf5::read<std::int64_t>(file, "VTKHDF/Connectivity");
  const auto place = [&](std::size_t i) {
    return nodePlace(model.mesh, model.nodes, static_cast<std::int32_t>(cell[i]));
  };
  for (std::size_t c = 0; c < cell.size(); c += 6)
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(place(c + 3 + i), 0.5 * (place(c + i) + place(c + (i + 1) % 3)));
}

TEST(FieldsFile, holdsAAndItsFluxFunctionWhereAxisymmetric) {
  const TemporaryFolder folder;
  const StaticModel model = squareModel("x+: {potential: 1 Wb/m}", "problem: magnetostatic, symmetry: axisymmetric");
  writeFieldsFile(folder.path() / "fields.vtkhdf", model, interpolate(model, [](const Vec3& x) { return x[0] / 2; }));
  const hdf5::Handle file = hdf5::openFile((folder.path() / "fields.vtkhdf").string());
  const auto A = hdf5::read<double>(file, "VTKHDF/PointData/potential"),
             flux = hdf5::read<double>(file, "VTKHDF/PointData/flux");
  const auto points = hdf5::read<double>(file, "VTKHDF/Points");
  for (std::size_t i = 0; i < A.size(); ++i) {
    const double r = points[3 * i];
    EXPECT_DOUBLE_EQ(A[i], r / 2);
    EXPECT_DOUBLE_EQ(flux[i], r * r / 2);
  }
}

}  // namespace
}  // namespace fluxtet::test
