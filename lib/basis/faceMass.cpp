// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/basis/faceMass.hpp"

namespace fluxtet {

Eigen::MatrixXd faceMass(const ReferenceElement& basis, int face) {
  const Eigen::MatrixXd all = basis.mass() * basis.lift(face);
  Eigen::MatrixXd mass(basis.nf(), basis.nf());
  for (int m = 0; m < basis.nf(); ++m) mass.row(m) = all.row(basis.faceNode(face, m));
  return mass;
}

}  // namespace fluxtet
