// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/faceLaws.hpp"

#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/toDevice.hpp"
#include "lib/basis/referenceElement.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace fluxtet::dgtd::cuda {
namespace {

using Vector = std::array<double, 3>;

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Vector minus(const Vector& a, const Vector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

void waitForStream(cudaStream_t stream) {
  cudaCheck(cudaStreamSynchronize(stream), "waiting for a stream");
}

}  // namespace

template <class Real>
FaceLaws<Real>::FaceLaws(const DgtdProblem& problem, const ClusterMesh<Real>& mesh, const BernsteinOperators& operators,
                         cudaStream_t stream)
    : order_(problem.order),
      np_(nodesPerElement(problem.order)),
      nf_(nodesPerFace(problem.order)),
      laws_(problem.laws),
      number_(problem.lawFace),
      faceToBernstein_(operators.faceToBernstein),
      faceToNodal_(operators.faceToBernstein.inverse()),
      statesPerFace_(statesPerLaw(problem)) {
  if (number_.empty()) return;
  const ReferenceElement basis(order_);
  for (int f = 0; f < 4; ++f)
    for (int m = 0; m < nf_; ++m) faceNode_.push_back(basis.faceNode(f, m));
  std::vector<LawFace<Real>> faces;
  for (std::size_t i = 0; i < number_.size(); ++i) {
    const auto number = static_cast<std::size_t>(number_[i]);
    const std::int32_t slot = mesh.slots.ofElement(number_[i] / 4);
    const std::size_t f = number % 4;
    std::array<Vector, 3> t;
    for (std::size_t k = 0; k < 9; ++k)
      t[k / 3][k % 3] = static_cast<double>(mesh.edge[9 * static_cast<std::size_t>(slot) + k]);
    const Edges edges =
        f == 0 ? Edges{minus(t[1], t[0]), minus(t[2], t[0])} : Edges{t[f == 1 ? 1 : 0], t[f == 3 ? 1 : 2]};
    // From a vertex of the face to the one across, which is inside.
    const Vector inward = f == 0 ? minus({0, 0, 0}, t[0]) : t[f - 1];
    const Vector normal = cross(edges.ab, edges.ac);
    const double outward = dot(normal, inward) < 0 ? 1 : -1, twiceArea = std::sqrt(dot(normal, normal));
    LawFace<Real> face{};
    face.own = face.across =
        GatheredTrace::make(GatheredKind::element, 4 * static_cast<std::int64_t>(slot) + static_cast<std::int64_t>(f));
    const std::int32_t link = problem.faceLink[number];
    if (problem.faceKind[number] == FaceKind::interior)
      face.across = GatheredTrace::make(GatheredKind::element,
                                        4 * static_cast<std::int64_t>(mesh.slots.ofElement(link / 4)) + link % 4);
    if (problem.faceKind[number] == FaceKind::halo) face.across = GatheredTrace::make(GatheredKind::record, link);
    const double products[3] = {dot(edges.ab, edges.ab), dot(edges.ab, edges.ac), dot(edges.ac, edges.ac)};
    for (std::size_t k = 0; k < 3; ++k) face.turn[k] = static_cast<Real>(outward * products[k] / twiceArea);
    face.law = problem.lawOfFace[i];
    face.record = mesh.lawRecord[i];
    faces.push_back(face);
    edges_.push_back(edges);
  }
  std::vector<FaceLaw::Form> forms;
  for (const FaceLaw& law : laws_) forms.push_back(law.form);
  faces_ = toDevice(faces, stream);
  forms_ = toDevice(forms, stream);
  injected_ = toDevice(mesh.injected, stream);
  states_ = DeviceBuffer<Real>(
      std::max<std::size_t>(1, number_.size() * static_cast<std::size_t>(statesPerFace_) * valuesOfState()));
  states_.zero(stream);
  for (auto& records : records_) {
    records = DeviceBuffer<Real>(mesh.waveFace.size() * valuesOfState());
    records.zero(stream);
  }
  waitForStream(stream);
}

template <class Real>
std::int64_t FaceLaws<Real>::bytes() const {
  std::size_t sum = faces_.bytes() + forms_.bytes() + injected_.bytes() + bounds_.bytes() + states_.bytes();
  for (const auto& [size, steps] : steps_) sum += steps.bytes();
  for (const auto& records : records_) sum += records.bytes();
  return static_cast<std::int64_t>(sum);
}

template <class Real>
void FaceLaws<Real>::setLaws(const std::vector<FaceLaw>& laws) {
  laws_ = laws;
  steps_.clear();
  bounds_ = Steps();
}

template <class Real>
void FaceLaws<Real>::prepare(double step, cudaStream_t stream) {
  if (none()) return;
  Steps& steps = steps_[step];
  if (!steps.empty()) return;
  std::vector<FaceLawStep<Real>> values;
  for (const FaceLaw& law : laws_) values.emplace_back(law, step);
  steps = toDevice(values, stream);
  waitForStream(stream);
}

template <class Real>
void FaceLaws<Real>::enter(RhsArgs<Real>& args, Field target, double step, ElementRange range, cudaStream_t stream) {
  if (!none()) enter(args, target, steps_.at(step), Real(1), states_.data(), range, stream);
}

/// In a half step of E the law takes energy by -C E in the equation of E, in one of H by +C H before the sign of the
/// curl; the stability operator has both positive.
template <class Real>
void FaceLaws<Real>::enterBounds(RhsArgs<Real>& args, Field target, cudaStream_t stream) {
  if (none()) return;
  if (bounds_.empty()) {
    std::vector<FaceLawStep<Real>> values;
    for (const FaceLaw& law : laws_) values.push_back(FaceLawStep<Real>::resistive(law.bound));
    bounds_ = toDevice(values, stream);
    waitForStream(stream);
  }
  const ElementRange all{0, number_.back() / 4 + 1};
  enter(args, target, bounds_, Real(target == Field::E ? -1 : 1), nullptr, all, stream);
}

template <class Real>
void FaceLaws<Real>::enter(RhsArgs<Real>& args, Field target, const Steps& steps, Real sign, Real* state,
                           ElementRange range, cudaStream_t stream) {
  const auto first = std::ranges::lower_bound(number_, 4 * range.begin) - number_.begin();
  const auto end = std::ranges::lower_bound(number_, 4 * range.end) - number_.begin();
  // Incident waves have records of their own; the kernels of the half step read one array.
  const Real* const waves[2] = {args.sourceWave, args.targetWave};
  for (std::size_t i = 0; i < 2; ++i)
    if (waves[i] != nullptr)
      cudaCheck(cudaMemcpyAsync(records_[i].data(), waves[i], records_[i].bytes(), cudaMemcpyDeviceToDevice, stream),
                "copying records of incident waves");
  launchFaceLaws(
      order_,
      FaceLawArgs<Real>{faces_.data(), static_cast<std::int32_t>(first), static_cast<std::int32_t>(end - first),
                        forms_.data(), steps.data(), state, statesPerFace_, target, sign, args.target, args.targetTrace,
                        records_[0].data(), records_[1].data()},
      stream);
  args.sourceWave = records_[0].data();
  args.targetWave = records_[1].data();
  args.injected = injected_.data();
}

template <class Real>
std::size_t FaceLaws<Real>::faceOf(const StateInfo& state, std::int32_t element) const {
  const std::int32_t face = 4 * element + state.index;
  const auto at = std::ranges::lower_bound(number_, face);
  if (at == number_.end() || *at != face) throw std::logic_error("a state of a face that has no law");
  return static_cast<std::size_t>(at - number_.begin());
}

template <class Real>
std::size_t FaceLaws<Real>::placeOf(const StateInfo& state, std::size_t face) const {
  return (face * static_cast<std::size_t>(statesPerFace_) + static_cast<std::size_t>(state.part)) * valuesOfState();
}

template <class Real>
void FaceLaws<Real>::upload(const StateInfo& state, std::span<const Real> values, cudaStream_t stream) {
  if (state.elements->empty()) return;
  std::vector<Real> all(states_.size());
  states_.toHost(all, stream);
  waitForStream(stream);
  const int* node = &faceNode_[static_cast<std::size_t>(state.index * nf_)];
  for (std::size_t e = 0; e < state.elements->size(); ++e) {
    const std::size_t face = faceOf(state, (*state.elements)[e]);
    const Real* from = values.data() + e * 3 * static_cast<std::size_t>(np_);
    Eigen::MatrixXd uv(nf_, 2);
    for (int m = 0; m < nf_; ++m) {
      Vector F;
      for (std::size_t c = 0; c < 3; ++c) F[c] = static_cast<double>(from[3 * node[m] + static_cast<int>(c)]);
      uv(m, 0) = dot(F, edges_[face].ab);
      uv(m, 1) = dot(F, edges_[face].ac);
    }
    const Eigen::MatrixXd coefficients = faceToBernstein_ * uv;
    Real* to = all.data() + placeOf(state, face);
    for (int m = 0; m < nf_; ++m)
      for (int k = 0; k < 2; ++k) to[2 * m + k] = static_cast<Real>(coefficients(m, k));
  }
  states_.fromHost(all, stream);
  waitForStream(stream);
}

template <class Real>
void FaceLaws<Real>::download(const StateInfo& state, std::span<Real> values, cudaStream_t stream) {
  std::ranges::fill(values, Real(0));
  if (state.elements->empty()) return;
  std::vector<Real> all(states_.size());
  states_.toHost(all, stream);
  waitForStream(stream);
  const int* node = &faceNode_[static_cast<std::size_t>(state.index * nf_)];
  for (std::size_t e = 0; e < state.elements->size(); ++e) {
    const std::size_t face = faceOf(state, (*state.elements)[e]);
    const Real* from = all.data() + placeOf(state, face);
    Eigen::MatrixXd coefficients(nf_, 2);
    for (int m = 0; m < nf_; ++m)
      for (int k = 0; k < 2; ++k) coefficients(m, k) = static_cast<double>(from[2 * m + k]);
    const Eigen::MatrixXd uv = faceToNodal_ * coefficients;
    const auto& [ab, ac] = edges_[face];
    const double uu = dot(ab, ab), uuv = dot(ab, ac), vv = dot(ac, ac), determinant = uu * vv - uuv * uuv;
    Real* to = values.data() + e * 3 * static_cast<std::size_t>(np_);
    for (int m = 0; m < nf_; ++m) {
      const double a = (vv * uv(m, 0) - uuv * uv(m, 1)) / determinant;
      const double b = (uu * uv(m, 1) - uuv * uv(m, 0)) / determinant;
      for (std::size_t c = 0; c < 3; ++c)
        to[3 * node[m] + static_cast<int>(c)] = static_cast<Real>(a * ab[c] + b * ac[c]);
    }
  }
}

template class FaceLaws<float>;
template class FaceLaws<double>;

}  // namespace fluxtet::dgtd::cuda
