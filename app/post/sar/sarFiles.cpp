// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/sar/sarFiles.hpp"

#include "lib/base/hdf5.hpp"
#include "lib/base/mpi.hpp"
#include "lib/output/describeDataset.hpp"
#include "lib/output/meshView.hpp"
#include "lib/output/outputDirectory.hpp"
#include "lib/output/sharedFile.hpp"

#include <algorithm>

namespace fluxtet::sar {

namespace {

namespace fs = std::filesystem;

const std::string averagePrefix = "average_", averageSuffix = "g.vtkhdf";

bool isAverage(const std::string& name) {
  return name.starts_with(averagePrefix) && name.ends_with(averageSuffix);
}

/// Where the arrays stand. VTK's reader takes arrays of image data's cells only from version 9.2 on, so that the
/// centres of voxels are the image's points.
const std::string values = "PointData";

/// Bytes of a voxel in the file: two floats, the kind and the tissue.
constexpr std::int64_t bytesPerVoxel = 2 * sizeof(float) + sizeof(std::uint8_t) + sizeof(std::int32_t);

void layOutImage(hid_t file, const VoxelGrid& grid, const Tissues& tissues) {
  const hdf5::Handle vtk = hdf5::createGroup(file, "VTKHDF");
  hdf5::writeAttribute(vtk, "Version", std::vector<std::int64_t>{1, 0});
  hdf5::writeAttribute(vtk, "Type", "ImageData");
  hdf5::writeAttribute(vtk, "WholeExtent",
                       std::vector<std::int64_t>{0, grid.count[0] - 1, 0, grid.count[1] - 1, 0, grid.count[2] - 1});
  const Vec3 first = grid.centre({0, 0, 0});
  hdf5::writeAttribute(vtk, "Origin", std::vector<double>(first.begin(), first.end()));
  hdf5::writeAttribute(vtk, "Spacing", std::vector<double>(3, grid.size));
  hdf5::writeAttribute(vtk, "Direction", std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1});
  const hdf5::Handle group = hdf5::createGroup(vtk, values);
  const std::vector<hsize_t> shape{static_cast<hsize_t>(grid.count[2]), static_cast<hsize_t>(grid.count[1]),
                                   static_cast<hsize_t>(grid.count[0])};
  hdf5::allocate<float>(group, "sar_W_per_kg", shape);
  hdf5::allocate<float>(group, "cube_side_m", shape);
  hdf5::allocate<std::uint8_t>(group, "cube", shape);
  hdf5::allocate<std::int32_t>(group, "tissue", shape);
  describeDataset(group, "sar_W_per_kg", "W/kg", "specific absorption rate, mean over time and over the cube");
  describeDataset(group, "cube_side_m", "m", "side of the cube over which is averaged");
  describeDataset(group, "cube", "1", "0 background, 1 valid, 2 used, 3 unused");
  const hdf5::Handle tissue(hdf5::check(H5Dopen2(group, "tissue", H5P_DEFAULT)));
  hdf5::writeAttribute(tissue, "names", tissues.name);
}

/// Linear tetrahedra show the elements as they are, whatever the order of the fields.
const ReferenceElement& linear() {
  static const ReferenceElement element(1);
  return element;
}

}  // namespace

std::string averageFile(double mass) {
  return fmt::format("{}{:.6g}{}", averagePrefix, 1e3 * mass, averageSuffix);
}

void writeElementSar(const std::filesystem::path& file, const dgtd::DgtdCase& theCase, const dgtd::Discretisation& d,
                     const Tissues& tissues, const std::vector<double>& absorbed, MPI_Comm comm) {
  const CellSelection selection{.output = "sar", .regions = tissues.name, .mark = theCase.output.sar->mark};
  const MeshView view = std::move(makeViews(selection, d.mesh, linear(), comm).front());
  const auto valuesOf = [&](bool perMass) {
    std::vector<float> result;
    for (const std::int32_t e : view.cells().element) {
      const std::int16_t tissue =
          tissues.ofRegion[static_cast<std::size_t>(d.mesh.region[static_cast<std::size_t>(e)])];
      const double density = perMass ? tissues.density[static_cast<std::size_t>(tissue)] : 1.0;
      result.push_back(static_cast<float>(absorbed[static_cast<std::size_t>(e)] / density));
    }
    return result;
  };
  ViewData data;
  data.cells.push_back(
      {"sar_W_per_kg", 1, "W/kg", "specific absorption rate, mean over time", [&] { return valuesOf(true); }});
  data.cells.push_back(
      {"absorbed_W_per_m3", 1, "W/m^3", "absorbed power density, mean over time", [&] { return valuesOf(false); }});
  view.write(file, data);
}

void writeAverage(const std::filesystem::path& path, const AveragedSar& average, const TissueVoxels& voxels,
                  const Tissues& tissues, MPI_Comm comm) {
  const bool first = mpiRank(comm) == 0;
  agreeOnErrors(comm, [&] {
    if (first) createFolder(path.parent_path());
  });
  SharedFile file(
      path, voxels.grid.total() * bytesPerVoxel, [&](hid_t hdf) { layOutImage(hdf, voxels.grid, tissues); }, comm);
  if (first) {
    const std::string at = "VTKHDF/" + values + "/";
    const std::span kind(reinterpret_cast<const std::uint8_t*>(average.kind.data()), average.kind.size());
    file.writeRows<float>(at + "sar_W_per_kg", average.sar, 0);
    file.writeRows<float>(at + "cube_side_m", average.side, 0);
    file.writeRows<std::uint8_t>(at + "cube", kind, 0);
    file.writeRows<std::int32_t>(at + "tissue", std::vector<std::int32_t>(voxels.tissue.begin(), voxels.tissue.end()),
                                 0);
  }
  file.commit();
}

void removeOtherAverages(const fs::path& folder, std::span<const std::string> written, MPI_Comm comm) {
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) != 0) return;
    std::vector<fs::path> stale;
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string name = entry.path().filename().string();
      if (isAverage(name) && std::ranges::find(written, name) == written.end()) stale.push_back(entry.path());
    }
    for (const fs::path& file : stale) {
      std::error_code error;
      fs::remove(file, error);
      requireRun(!error, "cannot remove {}, averages of an earlier run: {}: remove it yourself", file.string(),
                 error.message());
    }
  });
}

}  // namespace fluxtet::sar
