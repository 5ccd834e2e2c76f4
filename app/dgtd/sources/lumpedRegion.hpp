// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/sources/symmetryPlanes.hpp"
#include "lib/basis/referenceElement.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// A prism between two conductors, which carries a circuit element, or a strip, a rectangle between them that does. Its
/// voltage is -(length / measure) times the integral of E . direction over it, which is `copies` times that over its
/// parts: elements, or sides of faces.
struct LumpedRegion {
  std::vector<std::int32_t> elements;  ///< [part] of this rank, without those of absorbing layers
  std::vector<std::int32_t> faces;     ///< [part] of a strip, 4 * element + local face; else empty
  bool isStrip = false;
  double share = 1;  ///< of the integral over a face that a part has: 1/2 where a strip has two sides, else 1
  Vec3 direction{};  ///< unit, to the positive conductor
  /// Equal pieces into which planes of symmetry cut the region, of which the mesh has one. Length, measure and ends
  /// are those of the whole region.
  int copies = 1;
  double length = 0;   ///< m, extent of the region along the direction
  double measure = 0;  ///< volume, m^3; of a strip its area, m^2
  /// H, that local time steps add in series to what the region feeds (app/dgtd/setup/filterInductance.hpp).
  double filterInductance = 0;
  /// Share of the cross section, or of the width of a strip, that is a perfect conductor, at the end of -direction and
  /// at that of +direction.
  std::array<double, 2> conductingEnd{};
  /// Cross section, m^2; of a strip its width, m.
  double across() const { return measure / length; }
};

/// Integrals over the parts of a region from nodal values, exact for the polynomials.
class PartIntegrals {
 public:
  explicit PartIntegrals(const ReferenceElement& basis);
  /// Those of products of basis functions over part number `part`, [Np][Np]: m^3, of a strip m^2.
  Eigen::MatrixXd products(const LumpedRegion& region, std::size_t part, const SubMesh& mesh) const;
  /// Those of the basis functions, [Np].
  Eigen::RowVectorXd weights(const LumpedRegion& region, std::size_t part, const SubMesh& mesh) const {
    return products(region, part, mesh).colwise().sum();
  }

 private:
  Eigen::MatrixXd ofElement_;
  std::array<Eigen::MatrixXd, 4> ofFace_;  ///< of unit area
};

/// The region of this name; all but its elements is the same on every rank. `isInLayer`: [element] whether it belongs
/// to an absorbing layer, into which a region continues, but not its circuit element; may be empty. `planes`: those of
/// the case. `key`, `mark`: of the entry of the case, for messages. Collective. Throws InputError on every rank for a
/// region without elements.
LumpedRegion findLumpedRegion(const DgtdCase& theCase, const SubMesh& mesh, const std::vector<bool>& isInLayer,
                              const std::vector<SymmetryPlane>& planes, const std::string& name, const Vec3& direction,
                              const std::string& key, const Mark& mark, MPI_Comm comm);

/// The strip on the surface of this name, likewise. Throws InputError, besides, for a surface that is no rectangle with
/// two sides along the direction, or that lies partly inside of the mesh and partly at its end.
LumpedRegion findLumpedStrip(const DgtdCase& theCase, const SubMesh& mesh, const std::vector<bool>& isInLayer,
                             const std::vector<SymmetryPlane>& planes, const std::string& name, const Vec3& direction,
                             const std::string& key, const Mark& mark, MPI_Comm comm);

}  // namespace fluxtet::dgtd
