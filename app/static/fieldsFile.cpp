// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/fieldsFile.hpp"

#include "app/static/case/staticCase.hpp"
#include "app/static/elementField.hpp"
#include "lib/base/hdf5.hpp"
#include "lib/output/describeDataset.hpp"
#include "lib/output/sharedFile.hpp"

namespace fluxtet::statics {
namespace {

const std::string root = "VTKHDF/";

/// What the file holds of one problem.
struct Names {
  const char* flux;
  const char* intensity;
  bool fluxFunction;
};
Names namesOf(const StaticModel& model) {
  if (model.problem() == StaticProblem::electrostatic) return {"D", "E", false};
  return {"B", "H", model.form == FormKind::axisymmetricA};
}

std::string potentialDescription(const StaticModel& model) {
  if (model.problem() == StaticProblem::electrostatic) return "electric potential";
  if (model.problem() == StaticProblem::scalarMagnetic) return "magnetic scalar potential";
  return model.isAxisymmetric() ? "magnetic vector potential A_phi" : "magnetic vector potential A_z";
}

std::uint8_t vtkTypeOf(const StaticModel& model) {
  if (model.nodes.order == 1) return model.mesh.dimension == 2 ? 5 : 10;
  return model.mesh.dimension == 2 ? 22 : 24;
}

void writeOne(hid_t group, const char* name, std::int64_t value) {
  hdf5::write<std::int64_t>(group, name, std::vector<std::int64_t>{value}, {1});
}

void layOut(hid_t file, const StaticModel& model) {
  const auto cells = static_cast<hsize_t>(model.mesh.numElements()),
             points = static_cast<hsize_t>(model.nodes.numNodes());
  const hsize_t ids = model.nodes.elementNode.size();
  const Names names = namesOf(model);
  const hdf5::Handle vtk = hdf5::createGroup(file, "VTKHDF");
  hdf5::writeAttribute(vtk, "Version", std::vector<std::int64_t>{1, 0});
  hdf5::writeAttribute(vtk, "Type", "UnstructuredGrid");
  hdf5::writeAttribute(vtk, "problem", toString(model.problem()));
  hdf5::writeAttribute(vtk, "axisymmetric", std::vector<std::int64_t>{model.isAxisymmetric() ? 1 : 0});
  writeOne(vtk, "NumberOfPoints", static_cast<std::int64_t>(points));
  writeOne(vtk, "NumberOfCells", static_cast<std::int64_t>(cells));
  writeOne(vtk, "NumberOfConnectivityIds", static_cast<std::int64_t>(ids));
  hdf5::allocate<double>(vtk, "Points", {points, 3});
  hdf5::allocate<std::int64_t>(vtk, "Connectivity", {ids});
  hdf5::allocate<std::int64_t>(vtk, "Offsets", {cells + 1});
  hdf5::allocate<std::uint8_t>(vtk, "Types", {cells});
  describeDataset(vtk, "Points", "m", model.isAxisymmetric() ? "position r, z" : "position");
  const hdf5::Handle pointData = hdf5::createGroup(vtk, "PointData");
  hdf5::allocate<double>(pointData, "potential", {points});
  describeDataset(pointData, "potential", potentialUnit(model.problem()), potentialDescription(model));
  if (names.fluxFunction) {
    hdf5::allocate<double>(pointData, "flux", {points});
    describeDataset(pointData, "flux", "Wb", "r times the potential: magnetic flux through the circle over 2 pi");
  }
  const hdf5::Handle cellData = hdf5::createGroup(vtk, "CellData");
  hdf5::allocate<float>(cellData, names.flux, {cells, 3});
  hdf5::allocate<float>(cellData, names.intensity, {cells, 3});
  const bool isElectric = model.problem() == StaticProblem::electrostatic;
  describeDataset(cellData, names.flux, isElectric ? "C/m^2" : "T",
                  isElectric ? "electric displacement" : "magnetic flux density");
  describeDataset(cellData, names.intensity, isElectric ? "V/m" : "A/m",
                  isElectric ? "electric field" : "magnetic field");
  hdf5::allocate<std::int32_t>(cellData, "region", {cells});
  const hdf5::Handle region(hdf5::check(H5Dopen2(cellData, "region", H5P_DEFAULT)));
  hdf5::writeAttribute(region, "names", model.mesh.groups.regions);
}

std::int64_t bytesOf(const StaticModel& model) {
  constexpr std::int64_t perPoint = 5 * sizeof(double), perCell = 2 * sizeof(std::int64_t) + 6 * sizeof(float),
                         overhead = 1 << 14;
  return model.nodes.numNodes() * perPoint + model.mesh.numElements() * perCell +
         static_cast<std::int64_t>(model.nodes.elementNode.size() * sizeof(std::int64_t)) + overhead;
}

void writePoints(SharedFile& file, const StaticModel& model, std::span<const double> values) {
  const Names names = namesOf(model);
  std::vector<double> points, flux;
  points.reserve(3 * values.size());
  for (std::int32_t node = 0; node < model.nodes.numNodes(); ++node) {
    const Vec3 place = nodePlace(model.mesh, model.nodes, node);
    points.insert(points.end(), place.begin(), place.end());
    if (names.fluxFunction) flux.push_back(place[0] * values[static_cast<std::size_t>(node)]);
  }
  file.writeRows<double>(root + "Points", points, 0);
  file.writeRows<double>(root + "PointData/potential", values, 0);
  if (names.fluxFunction) file.writeRows<double>(root + "PointData/flux", flux, 0);
}

/// VTK's quadratic triangle has its edges in the order 01 12 02, its tetrahedron 01 12 02 03 13 23; ours begin 01
/// 02 12.
void writeTopology(SharedFile& file, const StaticModel& model) {
  const NodeNumbering& nodes = model.nodes;
  std::vector<std::int64_t> connectivity(nodes.elementNode.begin(), nodes.elementNode.end());
  const auto perElement = static_cast<std::size_t>(nodes.nodesPerElement);
  const auto swapped = static_cast<std::size_t>(model.mesh.dimension + 1 + 1);
  if (nodes.order == 2)
    for (std::size_t i = swapped; i < connectivity.size(); i += perElement)
      std::swap(connectivity[i], connectivity[i + 1]);
  file.writeRows<std::int64_t>(root + "Connectivity", connectivity, 0);
  std::vector<std::int64_t> offsets;
  for (std::int64_t e = 0; e <= model.mesh.numElements(); ++e) offsets.push_back(e * nodes.nodesPerElement);
  file.writeRows<std::int64_t>(root + "Offsets", offsets, 0);
  file.writeRows<std::uint8_t>(root + "Types", std::vector<std::uint8_t>(model.mesh.region.size(), vtkTypeOf(model)),
                               0);
}

void writeCells(SharedFile& file, const StaticModel& model, std::span<const double> values) {
  const std::int32_t elements = model.mesh.numElements();
  std::vector<float> flux(3 * static_cast<std::size_t>(elements)), intensity(flux.size());
  withElement(model.form, model.nodes.order, [&]<class Kind>(Kind) {
#pragma omp parallel for
    for (std::int32_t e = 0; e < elements; ++e) {
      const FieldValue field = ElementField<Kind::form, Kind::order>(model, values, e).atCentroid();
      for (std::size_t k = 0; k < 3; ++k) {
        flux[3 * static_cast<std::size_t>(e) + k] = static_cast<float>(field.flux[k]);
        intensity[3 * static_cast<std::size_t>(e) + k] = static_cast<float>(field.intensity[k]);
      }
    }
  });
  const Names names = namesOf(model);
  file.writeRows<float>(root + "CellData/" + names.flux, flux, 0);
  file.writeRows<float>(root + "CellData/" + names.intensity, intensity, 0);
  file.writeRows<std::int32_t>(root + "CellData/region", model.mesh.region, 0);
}

}  // namespace

void writeFieldsFile(const std::filesystem::path& path, const StaticModel& model, std::span<const double> values) {
  SharedFile file(
      path, bytesOf(model), [&](hid_t hdf) { layOut(hdf, model); }, MPI_COMM_SELF);
  writePoints(file, model, values);
  writeTopology(file, model);
  writeCells(file, model, values);
  file.commit();
}

}  // namespace fluxtet::statics
