// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/elementOrder.hpp"
#include "lib/output/cellSet.hpp"
#include "lib/output/sharedFile.hpp"

#include <hdf5.h>

#include <cstdint>
#include <string>
#include <vector>

namespace fluxtet {

/// Content of a VTKHDF file: an UnstructuredGrid of file version 1.0 in one partition. Every cell has points of its
/// own, so that the jumps of a discontinuous field are kept.
struct VtkhdfGrid {
  struct Array {
    std::string name;
    int components = 1;
    std::string unit;         ///< attributes of its dataset
    std::string description;  ///< which quantity it is
  };
  struct Scalar {
    std::string name;
    double value = 0;
  };
  const CellSet& cells;
  const ElementOrder& order;  ///< of cells.id
  const MeshGroups& groups;
  std::vector<Array> pointArrays{};  ///< float32
  std::vector<Array> cellArrays{};   ///< float32, beside elementId, rank, region and surface
  std::vector<Scalar> scalars{};     ///< of the file as a whole
};

/// Approximate size of the file, bytes.
std::int64_t vtkhdfBytes(const VtkhdfGrid& grid);
/// Makes all of the file but its large datasets, which get their places. One process.
void layOutVtkhdf(hid_t file, const VtkhdfGrid& grid);
/// Writes the connections of points to cells. Collective.
void writeTopology(SharedFile& file, const VtkhdfGrid& grid, MPI_Comm comm);
/// Writes "Points" or "PointData/<name>": `values` [cells][nodesPerCell][components] of this rank's cells. Collective.
void writePointData(SharedFile& file, const VtkhdfGrid& grid, const std::string& name, int components,
                    const std::vector<float>& values);
/// Writes "CellData/<name>": `values` [cells][components] of this rank's cells. Collective.
template <class T>
void writeCellData(SharedFile& file, const VtkhdfGrid& grid, const std::string& name, int components,
                   const std::vector<T>& values);

}  // namespace fluxtet
