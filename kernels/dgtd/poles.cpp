// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/poles.hpp"

namespace fluxtet::dgtd {

Pole debyePole(double strength, double relaxation) {
  return {.size = 1,
          .A = {-1 / relaxation},
          .b = {strength / relaxation},
          .c = {-1 / relaxation},
          .e = strength / relaxation};
}

Pole drudePole(double plasma, double collision) {
  return {.size = 1, .A = {-collision}, .b = {plasma * plasma}, .c = {1}};
}

Pole lorentzPole(double strength, double resonance, double damping) {
  const double stiffness = resonance * resonance;
  return {.size = 2, .A = {0, 1, -stiffness, -2 * damping}, .b = {0, strength * stiffness}, .c = {0, 1}};
}

Pole complexPair(std::complex<double> pole, std::complex<double> residue) {
  const std::complex<double> product = pole * residue;
  return {.size = 2,
          .A = {pole.real(), -pole.imag(), pole.imag(), pole.real()},
          .b = {1, 0},
          .c = {2 * product.real(), -2 * product.imag()},
          .e = 2 * residue.real()};
}

std::complex<double> admittanceOf(const Pole& pole, std::complex<double> s) {
  if (pole.size == 1) return pole.c[0] * pole.b[0] / (s - pole.A[0]) + pole.e;
  const std::complex<double> determinant = (s - pole.A[0]) * (s - pole.A[3]) - pole.A[1] * pole.A[2];
  const std::complex<double> x = (s - pole.A[3]) * pole.b[0] + pole.A[1] * pole.b[1],
                             y = (s - pole.A[0]) * pole.b[1] + pole.A[2] * pole.b[0];
  return (pole.c[0] * x + pole.c[1] * y) / determinant + pole.e;
}

PoleStep trapezoidalStep(const Pole& pole, double step) {
  const double h = step / 2;
  // The inverse of I - h A; of one state the second row and column of A are zero.
  const double a = 1 - h * pole.A[0], b = -h * pole.A[1], c = -h * pole.A[2], d = 1 - h * pole.A[3];
  const double determinant = a * d - b * c;
  const std::array<double, 4> inverse{d / determinant, -b / determinant, -c / determinant, a / determinant};
  PoleStep result;
  for (std::size_t row = 0; row < 2; ++row) {
    for (std::size_t column = 0; column < 2; ++column)
      // (I - h A)^-1 (I + h A) = 2 (I - h A)^-1 - I.
      result.phi[2 * row + column] = 2 * inverse[2 * row + column] - (row == column ? 1 : 0);
    result.gamma[row] = h * (inverse[2 * row] * pole.b[0] + inverse[2 * row + 1] * pole.b[1]);
  }
  for (std::size_t column = 0; column < 2; ++column)
    result.k[column] = pole.c[0] * inverse[column] + pole.c[1] * inverse[2 + column];
  result.beta = h * (pole.c[0] * result.gamma[0] + pole.c[1] * result.gamma[1] + pole.e);
  return result;
}

}  // namespace fluxtet::dgtd
