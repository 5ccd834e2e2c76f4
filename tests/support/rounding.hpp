// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet::test {

/// How far a half step may be from the same in exact arithmetic, relative to the field. Its sums have up to a hundred
/// terms, each rounded by 2^-24 (6e-8) or 2^-53 (1.1e-16) and of random sign; an engine may besides store fields in
/// another basis, which rounds twice and amplifies that by the condition of the change of basis (below 16 up to P4).
template <class Real>
constexpr double roundingTolerance() {
  return sizeof(Real) == 4 ? 1e-6 : 1e-13;
}

}  // namespace fluxtet::test
