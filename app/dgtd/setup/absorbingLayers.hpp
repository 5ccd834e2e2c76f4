// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Absorbing layers outside of the sides of a box, or in regions of the mesh: from the case to the mesh and to the
// elements' profiles (docs/theory.md, section 3.8).
#pragma once

#include "app/dgtd/setup/layerDesign.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/mesh/subMesh.hpp"
#include "partition/boxSide.hpp"
#include "partition/extrudeLayers.hpp"

#include <array>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// The layer behind a wave port.
struct PortLayerOf {
  std::size_t port = 0;  ///< index into DgtdCase::ports
  partition::PortLayer layer;
  LayerDesign design;
};

/// The layers of a mesh: where they are, and what they are like, [direction][side].
struct AbsorbingLayers {
  partition::LayerBox box;
  std::array<std::array<LayerDesign, 2>, 3> design;
  /// Where the mesh's own elements are no sub-layers, so that the absorption is the same everywhere.
  std::array<std::array<bool, 2>, 3> isCrossed{};
  std::vector<PortLayerOf> ports;  ///< in the order of the case
  /// Whether there are none on the sides of the mesh.
  bool none() const;
  const LayerDesign& designOf(const partition::BoxSide& side) const {
    return design[static_cast<std::size_t>(side.direction)][static_cast<std::size_t>(side.high)];
  }
};

/// Finds the layers that the mesh has, and adds those that the case asks for to this rank's part of it. Collective.
/// Throws InputError on every rank where a layer cannot be added or is none.
AbsorbingLayers addLayers(const DgtdCase& theCase, MeshPart& part, MPI_Comm comm);

/// Gives the elements in layers their profiles.
void setLayers(const AbsorbingLayers& layers, const SubMesh& mesh, DgtdProblem& problem);
/// The longest time step at which the layers of a problem are stable, c0 dt in m: 2 over the largest sigma of all
/// sub-layers (docs/theory.md, section 3.8). Infinite without layers. The same on all ranks.
double longestStepOfLayers(const DgtdProblem& problem);
/// Whether that bounds `step`, the longest stable time step of a run, c0 dt in m.
bool layersBound(const DgtdProblem& problem, double step);
/// Whether each element of this rank belongs to a layer, [element]; empty without layers.
std::vector<bool> elementsInLayers(const AbsorbingLayers& layers, const SubMesh& mesh);

/// One line for each kind of layer: sides, thickness, and theory's reflection.
std::vector<std::string> layerLines(const AbsorbingLayers& layers);
/// What is to be known of layers that reflect more than they could.
std::vector<std::string> warningsOfLayers(const AbsorbingLayers& layers);
/// What is to be known where the layers bound the time step (longestStepOfLayers()).
std::string warningOfStepInLayers(const DgtdProblem& problem);

}  // namespace fluxtet::dgtd
