// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/vtkhdf.hpp"

#include "lib/base/hdf5.hpp"
#include "lib/base/mpi.hpp"
#include "lib/output/describeDataset.hpp"

#include <numeric>

namespace fluxtet {

namespace {

const std::string root = "VTKHDF/";

void writeOne(hid_t group, const char* name, std::int64_t value) {
  hdf5::write<std::int64_t>(group, name, std::vector<std::int64_t>{value}, {1});
}
void writeOne(hid_t group, const char* name, double value) {
  hdf5::write<double>(group, name, std::vector<double>{value}, {1});
}

/// A dataset of indices, with the names of what they point at.
void allocateNamed(hid_t group, const char* name, hsize_t cells, const std::vector<std::string>& names) {
  hdf5::allocate<std::int32_t>(group, name, {cells});
  const hdf5::Handle dataset(hdf5::check(H5Dopen2(group, name, H5P_DEFAULT)));
  hdf5::writeAttribute(dataset, "names", names);
}

void allocateArrays(hid_t group, hsize_t rows, const std::vector<VtkhdfGrid::Array>& arrays) {
  for (const auto& [name, components, unit, description] : arrays) {
    std::vector<hsize_t> shape{rows};
    if (components > 1) shape.push_back(static_cast<hsize_t>(components));
    hdf5::allocate<float>(group, name, shape);
    describeDataset(group, name, unit, description);
  }
}

void layOutTopology(hid_t vtk, hsize_t cells, hsize_t points) {
  writeOne(vtk, "NumberOfPoints", static_cast<std::int64_t>(points));
  writeOne(vtk, "NumberOfCells", static_cast<std::int64_t>(cells));
  writeOne(vtk, "NumberOfConnectivityIds", static_cast<std::int64_t>(points));
  hdf5::allocate<float>(vtk, "Points", {points, 3});
  describeDataset(vtk, "Points", "m", "position");
  hdf5::allocate<std::int64_t>(vtk, "Connectivity", {points});
  hdf5::allocate<std::int64_t>(vtk, "Offsets", {cells + 1});
  hdf5::allocate<std::uint8_t>(vtk, "Types", {cells});
}

}  // namespace

std::int64_t vtkhdfBytes(const VtkhdfGrid& grid) {
  std::int64_t pointValues = 3, cellValues = 0;  // of the coordinates
  for (const auto& array : grid.pointArrays) pointValues += array.components;
  for (const auto& array : grid.cellArrays) cellValues += array.components;
  const std::int64_t perNode = pointValues * sizeof(float) + sizeof(std::int64_t);
  const std::int64_t perCell =
      2 * sizeof(std::int64_t) + 3 * sizeof(std::int32_t) + 1 + cellValues * static_cast<std::int64_t>(sizeof(float));
  constexpr std::int64_t overhead = 1 << 14;
  return grid.order.total() * (grid.cells.nodesPerCell * perNode + perCell) + overhead;
}

void layOutVtkhdf(hid_t file, const VtkhdfGrid& grid) {
  const auto cells = static_cast<hsize_t>(grid.order.total());
  const hsize_t points = cells * static_cast<hsize_t>(grid.cells.nodesPerCell);
  const hdf5::Handle vtk = hdf5::createGroup(file, "VTKHDF");
  hdf5::writeAttribute(vtk, "Version", std::vector<std::int64_t>{1, 0});
  hdf5::writeAttribute(vtk, "Type", "UnstructuredGrid");
  layOutTopology(vtk, cells, points);

  const hdf5::Handle pointData = hdf5::createGroup(vtk, "PointData");
  allocateArrays(pointData, points, grid.pointArrays);
  const hdf5::Handle cellData = hdf5::createGroup(vtk, "CellData");
  hdf5::allocate<std::int64_t>(cellData, "elementId", {cells});
  hdf5::allocate<std::int32_t>(cellData, "rank", {cells});
  allocateNamed(cellData, "region", cells, grid.groups.regions);
  if (grid.cells.isSurface) allocateNamed(cellData, "surface", cells, grid.groups.surfaces);
  allocateArrays(cellData, cells, grid.cellArrays);
  const hdf5::Handle fieldData = hdf5::createGroup(vtk, "FieldData");
  for (const auto& [name, value] : grid.scalars) writeOne(fieldData, name.c_str(), value);
}

void writeTopology(SharedFile& file, const VtkhdfGrid& grid, MPI_Comm comm) {
  const std::int64_t begin = grid.order.blockBegin(), size = grid.order.blockSize(), nodes = grid.cells.nodesPerCell;
  std::vector<std::int64_t> connectivity(static_cast<std::size_t>(size * nodes));
  std::iota(connectivity.begin(), connectivity.end(), begin * nodes);
  file.writeRows<std::int64_t>(root + "Connectivity", connectivity, begin * nodes);
  // offset[c] is where cell c begins: one more than there are cells. Rank 0 writes the first, each rank the ends of its
  // own.
  const std::int64_t firstOffset = mpiRank(comm) == 0 ? 0 : begin + 1;
  std::vector<std::int64_t> offsets;
  for (std::int64_t c = firstOffset; c <= begin + size; ++c) offsets.push_back(c * nodes);
  file.writeRows<std::int64_t>(root + "Offsets", offsets, firstOffset);
  const std::vector<std::uint8_t> types(static_cast<std::size_t>(size), grid.cells.vtkType);
  file.writeRows<std::uint8_t>(root + "Types", types, begin);
}

void writePointData(SharedFile& file, const VtkhdfGrid& grid, const std::string& name, int components,
                    const std::vector<float>& values) {
  const auto block = grid.order.toFile<float>(values, static_cast<std::size_t>(grid.cells.nodesPerCell * components));
  file.writeRows<float>(root + name, block, grid.order.blockBegin() * grid.cells.nodesPerCell);
}

template <class T>
void writeCellData(SharedFile& file, const VtkhdfGrid& grid, const std::string& name, int components,
                   const std::vector<T>& values) {
  const auto block = grid.order.toFile<T>(values, static_cast<std::size_t>(components));
  file.writeRows<T>(root + "CellData/" + name, block, grid.order.blockBegin());
}

template void writeCellData(SharedFile&, const VtkhdfGrid&, const std::string&, int, const std::vector<float>&);
template void writeCellData(SharedFile&, const VtkhdfGrid&, const std::string&, int, const std::vector<std::int32_t>&);
template void writeCellData(SharedFile&, const VtkhdfGrid&, const std::string&, int, const std::vector<std::int64_t>&);

}  // namespace fluxtet
