// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Writes snapshots and spectra of polynomial fields for readVtkhdf.py, which knows the same polynomials.
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "lib/basis/orders.hpp"
#include "lib/output/dftWriter.hpp"
#include "lib/output/snapshotWriter.hpp"
#include "tests/parallel/output/fieldMesh.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

namespace fluxtet::test {
namespace {

/// (c0 + c . x)^p in each component.
Vec3 fieldE(const Vec3& x, int p) {
  return {std::pow(0.3 + 0.5 * x[0] - 0.2 * x[1] + 0.7 * x[2], p),
          std::pow(0.1 - 0.4 * x[0] + 0.6 * x[1] + 0.2 * x[2], p),
          std::pow(0.8 + 0.1 * x[0] + 0.3 * x[1] - 0.9 * x[2], p)};
}
Vec3 fieldH(const Vec3& x, int p) {
  return 0.01 * fieldE({x[1], x[2], x[0]}, p);
}

/// The same fields as a spectrum at 1.8 GHz: E is E + i Z0 H, and the other way round.
template <class Real>
void writeSpectra(const std::vector<Real>& E, const std::vector<Real>& H, const SubMesh& mesh,
                  const ReferenceElement& basis, const std::string& folder) {
  DftOutput spec;
  spec.frequencies = {1.8e9};
  spec.regions = mesh.groups.regions;
  spec.boundaries = mesh.groups.surfaces;
  DftWriter(spec, mesh, basis, folder, MPI_COMM_WORLD).write(SpectrumView<Real>{1.8e9, E, H, H, E});
}

template <class Real>
void writeFiles(int order, const SubMesh& mesh, const std::string& folder) {
  const ReferenceElement basis(order);
  const auto E = nodalValues<Real>(mesh, basis, [&](const Vec3& x) { return fieldE(x, order); });
  const auto H = nodalValues<Real>(mesh, basis, [&](const Vec3& x) { return constants::z0 * fieldH(x, order); });
  SnapshotOutput spec;
  spec.regions = mesh.groups.regions;
  spec.boundaries = mesh.groups.surfaces;
  SnapshotWriter writer(spec, mesh, basis, folder, -1, MPI_COMM_WORLD);
  writer.write(FieldView<Real>{0, 0.0, 0.5e-9, E, H});
  writer.write(FieldView<Real>{100, 1e-9, 1.5e-9, E, H});
  writeSpectra<Real>(E, H, mesh, basis, folder);
}

TEST(SnapshotFiles, areWrittenForP1ToP4) {
  const int ranks = mpiSize(MPI_COMM_WORLD);
  const std::string folder = fmt::format("{}/{}ranks", SNAPSHOT_FOLDER, ranks);
  onFirstRank([&] { std::filesystem::remove_all(folder); });
  const SubMesh mesh = boxSubMesh();
  for (const int order : allOrders) {
    const std::string ofOrder = fmt::format("{}/P{}", folder, order);
    if (order % 2 == 0)
      writeFiles<float>(order, mesh, ofOrder);
    else
      writeFiles<double>(order, mesh, ofOrder);
    EXPECT_TRUE(std::filesystem::exists(ofOrder + "/snapshots/fields_00000100.vtkhdf"));
  }
}

}  // namespace
}  // namespace fluxtet::test
