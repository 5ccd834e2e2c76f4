// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/modes/edgeBasis.hpp"
#include "app/dgtd/modes/triangleSpace.hpp"

#include <Eigen/Dense>
#include <Eigen/Sparse>

#include <array>
#include <cstdint>
#include <vector>

namespace fluxtet::dgtd {

/// Transverse and axial electric field on the triangles of a cross-section: (e_t, e_z) = (beta E_t, -j E_z), e_t of
/// edge elements, e_z of Lagrange polynomials of one order more, both zero along electric walls (Lee, Sun, Cendes
/// 1991).
class HybridSpace {
 public:
  using Matrix = Eigen::SparseMatrix<double>;

  /// `order`: of e_t. Keeps a copy of the cross-section.
  HybridSpace(const CrossSection& section, int order);

  Eigen::Index unknowns() const { return transverse_ + axial_; }
  /// Unknowns of e_z: the last ones.
  Eigen::Index axialUnknowns() const { return axial_; }
  const CrossSection& section() const { return nodal_.section(); }

  /// The parts of A(k) = curlCurl - k^2 permittivity and B(k) = coupling - k^2 axialMass, of A x = -beta^2 B x:
  /// int mu^-1 curl w curl e_t; int epsilon w . e_t; int mu^-1 (w + grad v) . (e_t + grad e_z); int epsilon v e_z.
  const Matrix& curlCurl() const { return curlCurl_; }
  const Matrix& permittivity() const { return permittivity_; }
  const Matrix& coupling() const { return coupling_; }
  const Matrix& axialMass() const { return axialMass_; }
  /// int w . e_t.
  const Matrix& mass() const { return mass_; }
  /// int c w . e_t with c = Re sum z^(2 m), m = 1 to 8, at the centres of triangles: it tells degenerate modes apart.
  const Matrix& splittingMass() const { return splittingMass_; }

  /// e_t of a vector of unknowns [unknown], and (e_t + grad e_z) / muR, 1/m.
  VectorPolynomials electric(const Eigen::VectorXd& x) const;
  VectorPolynomials magnetic(const Eigen::VectorXd& x) const;
  /// The vector without its axial part, [transverse unknown].
  Eigen::VectorXd transversePart(const Eigen::VectorXd& x) const;

 private:
  /// An unknown of a triangle: its number, -1 where zero, and the sign of the function there.
  struct Place {
    std::int32_t unknown = -1;
    double sign = 1;
  };
  void numberUnknowns();
  void assemble();

  TriangleSpace nodal_;
  EdgeBasis basis_;
  std::vector<std::vector<Place>> places_;  ///< [triangle][edge functions, then nodes]
  Eigen::Index transverse_ = 0, axial_ = 0;
  Matrix curlCurl_, permittivity_, coupling_, axialMass_, mass_, splittingMass_;
};

}  // namespace fluxtet::dgtd
