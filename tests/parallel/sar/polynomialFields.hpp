// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/spectrum.hpp"
#include "app/dgtd/setup/discretisation.hpp"

#include <array>
#include <complex>
#include <functional>
#include <string>

namespace fluxtet::test {

using Complex = std::complex<double>;
using ComplexVec3 = std::array<Complex, 3>;

/// A complex polynomial of the basis' order in each component.
ComplexVec3 polynomialE(const Vec3& x, int order);
ComplexVec3 polynomialH(const Vec3& x, int order);

/// A box [0, 0.4] x [0, 0.3] x [0, 0.2] m of cells of 0.1 m, `boundaries` and `sources` as in a case file; elements
/// below x = 0.2 are the region `left`, the others `right`. Both conduct and have a density.
struct TwoRegionBox {
  static constexpr Vec3 size{0.4, 0.3, 0.2};
  static constexpr double middle = 0.2, sigmaLeft = 0.7, sigmaRight = 1.3, densityLeft = 1040, densityRight = 1850;
  dgtd::DgtdCase theCase;
  dgtd::Discretisation d;
};
/// Perfect conductors on all sides, for twoRegionBox().
inline const std::string allPec = "{x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: pec}";
TwoRegionBox twoRegionBox(int order, const std::string& boundaries, const std::string& sources, MPI_Comm comm);

/// Nodal values of a complex field, times `factor`.
dgtd::ComplexField<double> nodalField(const dgtd::Discretisation& d, double factor,
                                      const std::function<ComplexVec3(const Vec3&)>& f);
/// polynomialE() and polynomialH() at 1 GHz.
dgtd::Spectrum<double> polynomialSpectrum(const dgtd::Discretisation& d);

/// Integral over a box, exact for degree 9 along each axis.
Complex integrate(const Vec3& low, const Vec3& high, const std::function<Complex(const Vec3&)>& f);

}  // namespace fluxtet::test
