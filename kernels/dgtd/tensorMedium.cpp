// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/tensorMedium.hpp"

#include "kernels/dgtd/laws.hpp"

namespace fluxtet::dgtd {

PlasmaStep trapezoidalStep(const MagnetisedPlasma& plasma, double step) {
  const double h = step / 2;
  const Matrix3 A = scalarMatrix(-plasma.collision) + crossMatrix(plasma.gyration);
  const Matrix3 implicit = inverse(scalarMatrix(1) + -h * A);
  PlasmaStep result;
  // (I - h A)^-1 (I + h A) = 2 (I - h A)^-1 - I.
  result.phi = 2 * implicit + scalarMatrix(-1);
  result.gamma = h * plasma.plasma * plasma.plasma * implicit;
  result.k = implicit;
  result.beta = h * result.gamma;
  return result;
}

Matrix3 inertiaMatrix(const MaterialValues& m, Field field) {
  const auto& tensor = !m.tensors ? std::nullopt : field == Field::E ? m.tensors->epsilonR : m.tensors->muR;
  return tensor ? matrixOf(*tensor) : scalarMatrix(inertia(m, field));
}

TensorStep tensorStep(const MaterialValues& m, Field field, double step) {
  const Matrix3 M = inertiaMatrix(m, field);
  double ofPoles = 0;
  for (const Pole& pole : m.polesOf(field)) ofPoles += trapezoidalStep(pole, step).beta;
  Matrix3 A = scalarMatrix(ofPoles);
  if (field == Field::E) {
    A = A + step / 2 * (m.tensors && m.tensors->sigma ? matrixOf(*m.tensors->sigma) : scalarMatrix(m.sigma));
    if (m.tensors && m.tensors->plasma) A = A + trapezoidalStep(*m.tensors->plasma, step).beta;
  }
  const Matrix3 growth = inverse(M + A);
  return {growth * (M + -1.0 * A), growth, -2.0 * (growth * A)};
}

Matrix3 inverseRootOfInertia(const MaterialValues& m, Field field) {
  const auto& tensor = !m.tensors ? std::nullopt : field == Field::E ? m.tensors->epsilonR : m.tensors->muR;
  return tensor ? inverseRoot(*tensor) : scalarMatrix(1 / std::sqrt(inertia(m, field)));
}

}  // namespace fluxtet::dgtd
