// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/sar/fieldIntegrals.hpp"

#include "app/dgtd/observers/nodalPhasor.hpp"
#include "app/dgtd/setup/elementSet.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpiTags.hpp"
#include "lib/basis/faceMass.hpp"
#include "partition/exchange/haloExchange.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace fluxtet::sar {

namespace {

using Complex = std::complex<double>;
using dgtd::NodalPhasor;
using dgtd::phasorOf;

/// Outward normal of face f times its area, m^2: -3 |K| grad lambda_f.
Vec3 faceArea(const dgtd::DgtdProblem& problem, std::int32_t element, int f) {
  const double* g = &problem.gradient[9 * static_cast<std::size_t>(element)];
  const double scale = 3 * problem.volume[static_cast<std::size_t>(element)];
  Vec3 area{};
  for (std::size_t c = 0; c < 3; ++c)
    area[c] = f == 0 ? scale * (g[c] + g[3 + c] + g[6 + c]) : -scale * g[3 * static_cast<std::size_t>(f - 1) + c];
  return area;
}

/// E and H* of one side of a face, V/m and A/m, at its nodes.
struct FaceTraces {
  NodalPhasor E, H;
};

template <class Real>
FaceTraces tracesOf(const dgtd::Discretisation& d, const dgtd::Spectrum<Real>& spectrum, std::int32_t face) {
  const ReferenceElement& basis = d.basis;
  const NodalPhasor E = phasorOf(spectrum.E, face / 4, basis.np()), H = phasorOf(spectrum.H, face / 4, basis.np());
  FaceTraces traces{NodalPhasor(basis.nf(), 3), NodalPhasor(basis.nf(), 3)};
  for (int m = 0; m < basis.nf(); ++m) {
    traces.E.row(m) = E.row(basis.faceNode(face % 4, m));
    traces.H.row(m) = H.row(basis.faceNode(face % 4, m)).conjugate() / constants::z0;
  }
  return traces;
}

/// The traces that other ranks have on their sides of the halo faces.
class HaloTraces {
 public:
  template <class Real>
  HaloTraces(const dgtd::Discretisation& d, const dgtd::Spectrum<Real>& spectrum, MPI_Comm comm)
      : nf_(d.basis.nf()), exchange_(d.mesh.halo, 12 * d.basis.nf(), mpiTag::tracesOfSpectra, comm) {
    double* to = exchange_.sendBuffer().data();
    for (const std::int32_t face : d.mesh.halo.sendFace) {
      const FaceTraces own = tracesOf(d, spectrum, face);
      for (const NodalPhasor* field : {&own.E, &own.H})
        for (const Complex& value : field->reshaped()) {
          *to++ = value.real();
          *to++ = value.imag();
        }
    }
    exchange_.start();
    exchange_.finish();
  }
  FaceTraces operator[](std::int32_t haloFace) const {
    const double* from = exchange_.receiveBuffer().data() + static_cast<std::ptrdiff_t>(haloFace) * 12 * nf_;
    FaceTraces traces{NodalPhasor(nf_, 3), NodalPhasor(nf_, 3)};
    for (NodalPhasor* field : {&traces.E, &traces.H})
      for (Complex& value : field->reshaped()) {
        value = {from[0], from[1]};
        from += 2;
      }
    return traces;
  }

 private:
  int nf_;
  mutable dgtd::HaloExchange<double> exchange_;
};

/// Adds `share` of 1/2 int (E x H*) . n of a face. H: the conjugate.
void addFlow(const dgtd::Discretisation& d, const Eigen::MatrixXd& mass, std::int32_t face, double share,
             const NodalPhasor& E, const NodalPhasor& H, BoundaryPower& power) {
  // [c][c']: mean of E_c H*_c' over the face.
  const Eigen::Matrix3cd products = E.transpose() * (mass * H);
  const Vec3 area = faceArea(d.problem, face / 4, face % 4);
  const Complex flow = area[0] * (products(1, 2) - products(2, 1)) + area[1] * (products(2, 0) - products(0, 2)) +
                       area[2] * (products(0, 1) - products(1, 0));
  power.outgoing += 0.5 * share * flow.real();
  power.circulating += 0.5 * share * std::abs(flow);
}

/// Means over an element of the products of a field's components.
template <class Real>
PhasorProducts meanProducts(const dgtd::Discretisation& d, const dgtd::ComplexField<Real>& F, std::int32_t element) {
  const NodalPhasor values = phasorOf(F, element, d.basis.np());
  const Eigen::Matrix3cd products = values.adjoint() * (d.basis.mass() * values);
  PhasorProducts result;
  for (Eigen::Index a = 0; a < 3; ++a)
    for (Eigen::Index b = 0; b < 3; ++b) result[static_cast<std::size_t>(3 * a + b)] = products(a, b);
  return result;
}

}  // namespace

template <class Real>
double meanLoss(const dgtd::Discretisation& d, const dgtd::Spectrum<Real>& spectrum, std::int32_t element,
                const Losses& losses) {
  return losses.density([&] { return meanProducts(d, spectrum.E, element); },
                        [&] { return meanProducts(d, spectrum.H, element); });
}

template <class Real>
BoundaryPower boundaryPower(const dgtd::Discretisation& d, const dgtd::Spectrum<Real>& spectrum, MPI_Comm comm) {
  std::array<Eigen::MatrixXd, 4> mass;
  for (int f = 0; f < 4; ++f) mass[static_cast<std::size_t>(f)] = faceMass(d.basis, f);
  BoundaryPower power;
  for (const std::int32_t face : d.problem.boundaryFace) {
    if (!d.problem.conditionAt(static_cast<std::size_t>(face)).dissipates() || d.problem.isInLayer(face / 4)) continue;
    const FaceTraces own = tracesOf(d, spectrum, face);
    addFlow(d, mass[static_cast<std::size_t>(face % 4)], face, 1, own.E, own.H, power);
  }
  if (d.layers.none()) return power;
  dgtd::ElementSet inLayers(d.mesh, comm);
  for (std::int32_t e = 0; e < d.mesh.numElements; ++e)
    if (d.problem.isInLayer(e)) inLayers.insert(e);
  inLayers.exchange();
  const HaloTraces halo(d, spectrum, comm);
  // What passes a wave port is that port's.
  std::vector<std::int32_t> atPorts;
  for (const dgtd::WavePort& port : d.wavePorts.ports)
    atPorts.insert(atPorts.end(), port.modelFace.begin(), port.modelFace.end());
  std::sort(atPorts.begin(), atPorts.end());
  for (const std::int32_t face : inLayers.facesOutside()) {
    if (std::binary_search(atPorts.begin(), atPorts.end(), face)) continue;
    const auto at = static_cast<std::size_t>(face);
    const std::int32_t link = d.mesh.faceLink[at];
    const FaceTraces own = tracesOf(d, spectrum, face);
    const FaceTraces outer = d.mesh.faceKind[at] == FaceKind::halo ? halo[link] : tracesOf(d, spectrum, link);
    const Eigen::MatrixXd& ofFace = mass[static_cast<std::size_t>(face % 4)];
    addFlow(d, ofFace, face, 0.5, own.E, outer.H, power);
    addFlow(d, ofFace, face, 0.5, outer.E, own.H, power);
  }
  return power;
}

template <class Real>
std::vector<double> lawPowers(const dgtd::Discretisation& d, const dgtd::Spectrum<Real>& spectrum,
                              const std::vector<dgtd::FaceLaw>& laws, double step, MPI_Comm comm) {
  std::vector<double> powers(laws.size(), 0.0);
  if (laws.empty()) return powers;
  std::array<Eigen::MatrixXd, 4> mass;
  for (int f = 0; f < 4; ++f) mass[static_cast<std::size_t>(f)] = faceMass(d.basis, f);
  const HaloTraces halo(d, spectrum, comm);
  const double k = 2 * constants::pi * spectrum.frequency / constants::c0;
  for (std::size_t i = 0; i < d.problem.lawFace.size(); ++i) {
    const std::int32_t face = d.problem.lawFace[i];
    if (d.problem.isInLayer(face / 4)) continue;
    const auto index = static_cast<std::size_t>(d.problem.lawOfFace[i]);
    const dgtd::FaceLaw& law = laws[index];
    // H is that in A/m, conjugated, which its square does not see; the law is relative to Z0 or 1 / Z0.
    const bool ofH = driveOf(law.form) == dgtd::Field::H;
    const FaceTraces own = tracesOf(d, spectrum, face);
    NodalPhasor drive = ownWeightOf(law.form) * (ofH ? own.H : own.E);
    if (law.isSheet()) {
      const auto at = static_cast<std::size_t>(face);
      const std::int32_t link = d.mesh.faceLink[at];
      const FaceTraces outer = d.mesh.faceKind[at] == FaceKind::halo ? halo[link] : tracesOf(d, spectrum, link);
      drive += outerWeightOf(law.form) * (ofH ? outer.H : outer.E);
    }
    const Vec3 area = faceArea(d.problem, face / 4, face % 4), normal = normalised(area);
    const Eigen::Vector3d n(normal.data());
    drive -= (drive * n) * n.transpose();
    const double square =
        norm(area) * drive.conjugate().cwiseProduct(mass[static_cast<std::size_t>(face % 4)] * drive).sum().real();
    const double response = responseOf(law, k, step).real() * (ofH ? constants::z0 : 1 / constants::z0);
    // The response meets the mean over a step of the field that it drives; each side of a sheet has one half.
    powers[index] += 0.5 * (law.isSheet() ? 0.5 : 1) * spectrum.meanOverStep * response * square;
  }
  return powers;
}

template std::vector<double> lawPowers(const dgtd::Discretisation&, const dgtd::Spectrum<float>&,
                                       const std::vector<dgtd::FaceLaw>&, double, MPI_Comm);
template std::vector<double> lawPowers(const dgtd::Discretisation&, const dgtd::Spectrum<double>&,
                                       const std::vector<dgtd::FaceLaw>&, double, MPI_Comm);
template double meanLoss(const dgtd::Discretisation&, const dgtd::Spectrum<float>&, std::int32_t, const Losses&);
template double meanLoss(const dgtd::Discretisation&, const dgtd::Spectrum<double>&, std::int32_t, const Losses&);
template BoundaryPower boundaryPower(const dgtd::Discretisation&, const dgtd::Spectrum<float>&, MPI_Comm);
template BoundaryPower boundaryPower(const dgtd::Discretisation&, const dgtd::Spectrum<double>&, MPI_Comm);

}  // namespace fluxtet::sar
