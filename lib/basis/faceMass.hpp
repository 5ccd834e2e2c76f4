// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/basis/referenceElement.hpp"

namespace fluxtet {

/// Mean products of the basis functions of a face, 0 to 3, over the face's nodes, [Nf][Nf]: the rows of M_f = M L_f
/// that are not zero.
Eigen::MatrixXd faceMass(const ReferenceElement& basis, int face);

}  // namespace fluxtet
