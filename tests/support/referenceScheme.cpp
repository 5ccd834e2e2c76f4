// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/referenceScheme.hpp"

#include "lib/base/constants.hpp"

#include <cmath>

namespace fluxtet::test {

using namespace fluxtet::dgtd;

using Eigen::Vector3d;

namespace {

/// The state on one side of a face: fields in V/m and relative wave impedance.
struct State {
  Vector3d E, H;
  double Z;
};

/// Returns the part of v tangential to the face with unit normal n.
Vector3d tangential(const Vector3d& n, const Vector3d& v) {
  return v - n * n.dot(v);
}

/// Returns n x H* of the Riemann problem between the own state and the outer one (docs/theory.md, section 2.5).
Vector3d riemannH(const Vector3d& n, const State& own, const State& outer) {
  return (outer.Z * n.cross(outer.H) + own.Z * n.cross(own.H) + tangential(n, outer.E - own.E)) / (own.Z + outer.Z);
}
/// Returns n x E* of the same problem.
Vector3d riemannE(const Vector3d& n, const State& own, const State& outer) {
  const double Y = 1 / own.Z, outerY = 1 / outer.Z;
  return n.cross(Y * own.E + outerY * outer.E + n.cross(outer.H - own.H)) / (Y + outerY);
}

/// Returns n x H* for target E and n x E* for target H: of the Riemann state if `riemann`, else of the plain average
/// plus the share `jumpShare` of the term with the target's jump in that state (docs/theory.md, section 2.5).
Vector3d numericalTrace(Field target, bool riemann, double jumpShare, const Vector3d& n, const State& own,
                        const State& outer) {
  const bool isE = target == Field::E;
  if (riemann) return isE ? riemannH(n, own, outer) : riemannE(n, own, outer);
  if (isE) return n.cross(own.H + outer.H) / 2 + jumpShare * tangential(n, outer.E - own.E) / (own.Z + outer.Z);
  return n.cross(own.E + outer.E) / 2 - jumpShare * tangential(n, outer.H - own.H) / (1 / own.Z + 1 / outer.Z);
}

/// The trapezoidal rule of a pole: x' = keep x + drive (E + E'), and the current at the middle of the step ofStates x +
/// ofSum (E + E').
struct PoleRule {
  Eigen::Matrix2d keep;
  Eigen::Vector2d drive;
  Eigen::RowVector2d ofStates;
  double ofSum;

  PoleRule(const Pole& pole, double step) {
    const Eigen::Matrix2d identity = Eigen::Matrix2d::Identity();
    Eigen::Matrix2d A;
    A << pole.A[0], pole.A[1], pole.A[2], pole.A[3];
    const Eigen::Vector2d b(pole.b[0], pole.b[1]);
    const Eigen::RowVector2d c(pole.c[0], pole.c[1]);
    const Eigen::Matrix2d implicit = (identity - step / 2 * A).inverse();
    keep = implicit * (identity + step / 2 * A);
    drive = step / 2 * implicit * b;
    // J = c (x + x') / 2 + e (E + E') / 2.
    ofStates = c * (identity + keep) / 2;
    ofSum = (c.dot(drive) + pole.e) / 2;
  }
};

Eigen::Matrix3d fullMatrix(const SymmetricTensor& t) {
  Eigen::Matrix3d matrix;
  matrix << t.xx, t.xy, t.xz, t.xy, t.yy, t.yz, t.xz, t.yz, t.zz;
  return matrix;
}

}  // namespace

Vector3d ReferenceScheme::incident(Field field, int index, int node, double time) const {
  Vector3d sum = Vector3d::Zero();
  if (index < 0) return sum;
  const int element = problem_.incidentFace(index) / 4;
  const double epsilonR = problem_.epsilonR[element], muR = problem_.muR[element];
  const Vector3d x(problem_.waveNode.data() + 3 * (index * basis_.nf() + node));
  for (int w = problem_.waveBegin[index]; w < problem_.waveBegin[index + 1]; ++w) {
    const IncidentWave& wave = problem_.waves[problem_.waveOfFace[w]];
    if (const int profile = problem_.profileOf(index); profile >= 0) {
      const int row = (2 * profile + static_cast<int>(field)) * basis_.nf() + node;
      sum += wave.amplitude * problem_.waveforms.value(wave.waveformOf(field), time) *
             Vector3d(problem_.waveProfile.data() + 3 * row);
      continue;
    }
    const Vector3d d(wave.direction.data()), polarization(wave.polarization.data()), origin(wave.origin.data());
    const double speed = constants::c0 / std::sqrt(epsilonR * muR);
    const Vector3d E =
        polarization * wave.amplitude * problem_.waveforms.value(wave.waveform, time - d.dot(x - origin) / speed);
    sum += field == Field::E ? E : Vector3d(std::sqrt(epsilonR / muR) * d.cross(E));
  }
  return sum;
}

ReferenceScheme::Nodal ReferenceScheme::current(int element, double time) const {
  Nodal J = Nodal::Zero(basis_.np(), 3);
  for (std::size_t s = 0; s < problem_.sources.size(); ++s) {
    if (problem_.sources[s].element != element) continue;
    const double w = problem_.waveforms.value(problem_.sources[s].waveform, time);
    for (int n = 0; n < basis_.np(); ++n)
      for (int c = 0; c < 3; ++c) J(n, c) += w * problem_.sourceCoefficient[(s * basis_.np() + n) * 3 + c];
  }
  return J;
}

ReferenceScheme::Fields ReferenceScheme::rhs(Field target, const Fields& targetField, const Fields& sourceField,
                                             double targetTime, double sourceTime, bool withWaves) const {
  const bool isE = target == Field::E;
  const Fields &E = isE ? targetField : sourceField, &H = isE ? sourceField : targetField;
  const double timeE = isE ? targetTime : sourceTime, timeH = isE ? sourceTime : targetTime;
  const auto impedance = [&](int e) { return std::sqrt(problem_.muR[e] / problem_.epsilonR[e]); };
  Fields result;
  for (int e = 0; e < problem_.numElements; ++e) {
    Vector3d g[4];
    for (int i = 1; i <= 3; ++i) g[i] = Vector3d(problem_.gradient.data() + 9 * e + 3 * (i - 1));
    g[0] = -(g[1] + g[2] + g[3]);

    Nodal rhs = Nodal::Zero(basis_.np(), 3);
    for (int i = 1; i <= 3; ++i) {
      const Nodal slope = basis_.derivative(i) * sourceField[e];
      for (int n = 0; n < basis_.np(); ++n) rhs.row(n) += g[i].cross(Vector3d(slope.row(n))).transpose();
    }
    for (int f = 0; f < 4; ++f) {
      const FaceKind kind = problem_.faceKind[4 * e + f];
      const int link = problem_.faceLink[4 * e + f];
      const Vector3d n = -g[f].normalized();
      const double areaOverVolume = 3 * g[f].norm();
      Nodal flux(basis_.nf(), 3);
      for (int m = 0; m < basis_.nf(); ++m) {
        const int node = basis_.faceNode(f, m);
        const State own{E[e].row(node), H[e].row(node), impedance(e)};
        State outer = own;
        if (kind == FaceKind::interior) {
          const int outerNode = basis_.faceNode(link % 4, m);
          outer = {E[link / 4].row(outerNode), H[link / 4].row(outerNode), impedance(link / 4)};
          const auto injected = injectedOf_.find(4 * e + f);
          if (injected != injectedOf_.end() && withWaves) {
            const int index = static_cast<int>(problem_.waveFace.size()) + injected->second;
            const double sign = problem_.injectedSign[injected->second];
            outer.E += sign * incident(Field::E, index, m, timeE);
            outer.H += sign * incident(Field::H, index, m, timeH);
          }
        }
        bool riemann = problem_.upwind;
        if (kind == FaceKind::boundary) {
          const double reflection = problem_.faceCondition[link].reflection;
          riemann = riemann || std::abs(reflection) < 1;
          outer.E = reflection * own.E;
          outer.H = -reflection * own.H;
          if (withWaves) outer.E += incident(Field::E, waveFaceOf_[link], m, timeE);
          if (withWaves) outer.H += incident(Field::H, waveFaceOf_[link], m, timeH);
        }
        flux.row(m) =
            numericalTrace(target, riemann, problem_.jumpShare(target), n, own, outer) - n.cross(isE ? own.H : own.E);
      }
      rhs += areaOverVolume * (basis_.lift(f) * flux);
    }
    result.push_back(isE ? rhs : Nodal(-rhs));
  }
  return result;
}

ReferenceScheme::Fields ReferenceScheme::halfStep(const HalfStep& half, const Fields& targetField,
                                                  const Fields& sourceField, PoleStates* states,
                                                  LayerStates* psi) const {
  Fields result = rhs(half.target, targetField, sourceField, half.targetTime, half.sourceTime);
  for (int e = 0; e < problem_.numElements; ++e) {
    const bool isInLayer = problem_.layerOf(e) != LayerProfile{};
    const Nodal old = isInLayer ? inLayer(e, targetField[e], (*psi)[e]) : targetField[e];
    result[e] = inMedium(e, half, old, result[e], states);
    if (isInLayer) result[e] = leaveLayer(e, half.step, targetField[e], result[e], (*psi)[e]);
  }
  return result;
}

ReferenceScheme::Fields ReferenceScheme::stretched(const Fields& field, const LayerStates& psi) const {
  Fields result = field;
  for (int e = 0; e < problem_.numElements; ++e)
    if (problem_.layerOf(e) != LayerProfile{}) result[e] = inLayer(e, field[e], psi[e]);
  return result;
}

ReferenceScheme::Nodal ReferenceScheme::inLayer(int element, const Nodal& F, const std::array<Nodal, 3>& psi) const {
  const LayerProfile& layer = problem_.layerOf(element);
  Nodal D = F;
  for (int c = 0; c < 3; ++c)
    for (int d = 0; d < 3; ++d) D.col(c) += (d == c ? -1 : 1) * layer.sigma[d] * psi[d].col(c);
  return D;
}

/// Solves, for each component c, F' + sum over d of (+-) sigma_d psi_d' = D' (minus where d = c) together with the
/// trapezoidal rule of the states: u_d = F + sum over e < d of (+-) sigma_e psi_e drives psi_d across the direction,
/// and u_d - sigma_d psi_d along it.
ReferenceScheme::Nodal ReferenceScheme::leaveLayer(int element, double step, const Nodal& F, const Nodal& newD,
                                                   std::array<Nodal, 3>& psi) const {
  const LayerProfile& layer = problem_.layerOf(element);
  Nodal result = F;
  for (int c = 0; c < 3; ++c) {
    // Unknowns y: F', psi_x', psi_y', psi_z'. Row d of `drive` gives u from them.
    Eigen::Matrix<double, 3, 4> drive = Eigen::Matrix<double, 3, 4>::Zero();
    Eigen::Matrix4d M = Eigen::Matrix4d::Zero();
    M(0, 0) = 1;
    for (int d = 0; d < 3; ++d) {
      const double sigma = (d == c ? -1 : 1) * layer.sigma[d];
      M(0, d + 1) = sigma;
      drive.row(d) = M.row(0);
      if (d != c) drive(d, d + 1) = 0;
      M.row(d + 1) = -step / 2 * drive.row(d);
      M(d + 1, d + 1) += 1 + layer.alpha[d] * step / 2;
    }
    for (int n = 0; n < basis_.np(); ++n) {
      const Eigen::Vector4d old(F(n, c), psi[0](n, c), psi[1](n, c), psi[2](n, c));
      Eigen::Vector4d right;
      right(0) = newD(n, c);
      for (int d = 0; d < 3; ++d)
        right(d + 1) = (1 - layer.alpha[d] * step / 2) * old(d + 1) + step / 2 * drive.row(d).dot(old);
      const Eigen::Vector4d solution = M.partialPivLu().solve(right);
      result(n, c) = solution(0);
      for (int d = 0; d < 3; ++d)
        if (layer.sigma[d] != 0) psi[d](n, c) = solution(d + 1);
    }
  }
  return result;
}

/// M (F' - F) / step = rhs - J - known - response (F' + F), with M and response as matrices.
ReferenceScheme::Nodal ReferenceScheme::inMedium(int e, const HalfStep& half, const Nodal& old, const Nodal& rhs,
                                                 PoleStates* states) const {
  const bool isE = half.target == Field::E;
  Nodal known = Nodal::Zero(basis_.np(), 3);
  Eigen::Matrix3d response = isE ? Eigen::Matrix3d(conductivity(e) / 2) : Eigen::Matrix3d::Zero();
  const std::vector<Pole>& poles = problem_.polesOf(e, half.target);
  for (std::size_t p = 0; p < poles.size(); ++p) {
    const PoleRule rule(poles[p], half.step);
    for (int i = 0; i < 2; ++i) known += rule.ofStates(i) * (*states)[e][p][i];
    response += rule.ofSum * Eigen::Matrix3d::Identity();
  }
  const TensorMedium* tensors = problem_.tensorsOf(e);
  const bool hasPlasma = isE && tensors != nullptr && tensors->plasma;
  Eigen::Matrix3d keep, drive;
  if (hasPlasma) {
    const MagnetisedPlasma& plasma = *tensors->plasma;
    const Eigen::Matrix3d identity = Eigen::Matrix3d::Identity();
    Eigen::Matrix3d A = -plasma.collision * identity;
    for (int c = 0; c < 3; ++c) A.col(c) += Vector3d(plasma.gyration.data()).cross(Vector3d(identity.col(c)));
    const Eigen::Matrix3d implicit = (identity - half.step / 2 * A).inverse();
    keep = implicit * (identity + half.step / 2 * A);
    drive = half.step / 2 * plasma.plasma * plasma.plasma * implicit;
    known += (*states)[e][poles.size()][0] * ((identity + keep) / 2).transpose();
    response += drive / 2;
  }
  const Eigen::Matrix3d M = inertia(e, half.target) / half.step;
  const Nodal right = old * (M - response).transpose() + rhs - known -
                      (isE ? current(e, half.sourceTime) : Nodal(Nodal::Zero(basis_.np(), 3)));
  const Nodal result = right * (M + response).inverse().transpose();
  for (std::size_t p = 0; p < poles.size(); ++p) {
    const PoleRule rule(poles[p], half.step);
    const std::array<Nodal, 2> x = (*states)[e][p];
    for (int i = 0; i < 2; ++i)
      (*states)[e][p][i] = rule.keep(i, 0) * x[0] + rule.keep(i, 1) * x[1] + rule.drive(i) * (old + result);
  }
  if (hasPlasma) {
    Nodal& J = (*states)[e][poles.size()][0];
    J = J * keep.transpose() + (old + result) * drive.transpose();
  }
  return result;
}

Eigen::Matrix3d ReferenceScheme::inertia(int e, Field field) const {
  const TensorMedium* tensors = problem_.tensorsOf(e);
  const auto tensor = tensors == nullptr ? std::nullopt : field == Field::E ? tensors->epsilonR : tensors->muR;
  return tensor
             ? fullMatrix(*tensor)
             : Eigen::Matrix3d((field == Field::E ? problem_.epsilonR : problem_.muR)[e] * Eigen::Matrix3d::Identity());
}

Eigen::Matrix3d ReferenceScheme::conductivity(int e) const {
  const TensorMedium* tensors = problem_.tensorsOf(e);
  return tensors != nullptr && tensors->sigma ? fullMatrix(*tensors->sigma)
                                              : Eigen::Matrix3d(problem_.sigma[e] * Eigen::Matrix3d::Identity());
}

ReferenceScheme::Fields ReferenceScheme::timeDerivative(Field target, const Fields& E, const Fields& H,
                                                        double time) const {
  const bool isE = target == Field::E;
  Fields result = rhs(target, isE ? E : H, isE ? H : E, time, time);
  for (int e = 0; e < problem_.numElements; ++e) {
    if (isE)
      result[e] = (result[e] - problem_.sigma[e] * E[e] - current(e, time)) / problem_.epsilonR[e];
    else
      result[e] /= problem_.muR[e];
  }
  return result;
}

ReferenceScheme::Fields ReferenceScheme::stabilityOperator(Field target, bool withSigma, const Fields& E,
                                                           const Fields& H) const {
  const bool isE = target == Field::E;
  const Fields& targetField = isE ? E : H;
  const Fields& sourceField = isE ? H : E;
  Fields zero = targetField;
  for (auto& values : zero) values.setZero();
  const Fields full = rhs(target, targetField, sourceField, 0, 0, false);
  Fields result = rhs(target, zero, sourceField, 0, 0, false);  // no dissipative terms, as these act on the target
  for (int e = 0; e < problem_.numElements; ++e) {
    const Nodal dissipative = result[e] - full[e];
    result[e] = (isE ? result[e] : Nodal(-result[e])) + dissipative;
    if (isE && withSigma) result[e] += E[e] * conductivity(e);
    result[e] = result[e] * inertia(e, target).inverse();
  }
  return result;
}

double ReferenceScheme::innerProduct(Field field, const Fields& f, const Fields& g) const {
  double sum = 0;
  for (int e = 0; e < problem_.numElements; ++e) {
    sum += 0.5 * problem_.volume[e] * (f[e].transpose() * basis_.mass() * g[e] * inertia(e, field)).trace();
  }
  return sum;
}

}  // namespace fluxtet::test
