// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/cadModel.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/cadColours.hpp"
#include "lib/mesh/cadShapes.hpp"
#include "lib/mesh/conformingModel.hpp"

#include <string>
#include <utility>
#include <vector>

namespace fluxtet {

EntityNames importCad(const MeshSource& source, ModelKind kind, double unit) {
  const std::string& file = *source.file;
  importCadFile(file);
  CadColours colours(source.colours);
  std::vector<CadShape> shapes = shapesOf(3, colours);
  if (shapes.empty() && !source.airBox && kind == ModelKind::solidOrPlane) {
    shapes = shapesOf(2, colours);
    require(!shapes.empty(), "{} has neither volumes nor surfaces: export the solids, of a plane model the faces",
            file);
    colours.requireAllFound(file);
    clearSharedNames(shapes);
    return conformingPlane(shapes, source);
  }
  require(!shapes.empty() || source.airBox, "{} has no volume, only surfaces or curves: export the solids", file);
  clearSharedNames(shapes);
  for (CadShape& face : facesOfInterest(colours, shapes)) shapes.push_back(std::move(face));
  colours.requireAllFound(file);
  return conformingModel(std::move(shapes), {}, source, unit).names;
}

}  // namespace fluxtet
