// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/faceLaws.hpp"

#include "lib/base/vec3.hpp"

#include <algorithm>
#include <stdexcept>

namespace fluxtet::dgtd::cpu {
namespace {

/// The unit normal out of an element at its face f, from the gradients of its barycentric coordinates.
Vec3 normalOf(const DgtdProblem& problem, std::int32_t face) {
  const double* g = &problem.gradient[9 * static_cast<std::size_t>(face / 4)];
  Vec3 inward{0, 0, 0};
  for (int k = 0; k < 3; ++k) {
    const Vec3 gradient{g[3 * k], g[3 * k + 1], g[3 * k + 2]};
    if (face % 4 == 0) inward = inward - gradient;
    if (face % 4 == k + 1) inward = gradient;
  }
  return -1.0 * normalised(inward);
}

}  // namespace

template <class Real>
FaceLaws<Real>::FaceLaws(const DgtdProblem& problem, const ReferenceElement& basis, const BlockMesh<Real>& mesh)
    : slots_(mesh.slots),
      np_(basis.np()),
      nf_(basis.nf()),
      laws_(problem.laws),
      number_(problem.lawFace),
      statesPerFace_(statesPerLaw(problem)) {
  for (std::size_t i = 0; i < number_.size(); ++i) {
    const std::int32_t own = linkWord(slots_.ofElement(number_[i] / 4), number_[i] % 4);
    const bool isSheet = problem.laws[static_cast<std::size_t>(problem.lawOfFace[i])].isSheet();
    Face face{number_[i] / 4, own, isSheet ? mesh.lawLink[i] : own, problem.lawOfFace[i], {}};
    const Vec3 normal = normalOf(problem, number_[i]);
    for (std::size_t c = 0; c < 3; ++c) face.normal[c] = static_cast<Real>(normal[c]);
    faces_.push_back(face);
  }
  traceOffset_.assign(mesh.traceOffset.data(), mesh.traceOffset.data() + nf_ * numLinkCodes);
  for (int f = 0; f < 4; ++f)
    for (int m = 0; m < nf_; ++m) faceNode_.push_back(basis.faceNode(f, m));
  states_.assign(faces_.size() * valuesPerFace(), Real(0));
}

template <class Real>
std::int64_t FaceLaws<Real>::bytes() const {
  return static_cast<std::int64_t>(faces_.size() * (sizeof(Face) + sizeof(std::int32_t)) +
                                   states_.size() * sizeof(Real));
}

template <class Real>
const Real* FaceLaws<Real>::node(const Real* values, std::int32_t link, int m) const {
  const std::int32_t slot = link >> linkCodeBits, lanes = slots_.lanes();
  return values + static_cast<std::int64_t>(slot / lanes) * 3 * np_ * lanes + slot % lanes +
         traceOffset_[static_cast<std::size_t>(m * numLinkCodes + link % numLinkCodes)];
}

template <class Real>
Real* FaceLaws<Real>::ghost(Real* values, std::size_t face, int m) const {
  const std::int32_t slot = slots_.ofLawFace(static_cast<std::int32_t>(face)), lanes = slots_.lanes();
  return values + static_cast<std::int64_t>(slot / lanes) * 3 * np_ * lanes + slot % lanes + 3 * m * lanes;
}

template <class Real>
template <class Work>
void FaceLaws<Real>::forFaces(ElementRange range, int threads, const Work& work) const {
  const auto begin = std::ranges::lower_bound(number_, 4 * range.begin) - number_.begin();
  const auto end = std::ranges::lower_bound(number_, 4 * range.end) - number_.begin();
  if (begin == end) return;
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::ptrdiff_t i = begin; i < end; ++i) work(static_cast<std::size_t>(i));
}

template <class Real>
void FaceLaws<Real>::writeTraces(std::size_t i, const Fields& fields, const FaceLawStep<Real>& step, Real sign,
                                 Real* states) const {
  const Face& face = faces_[i];
  const FaceLaw::Form form = laws_[static_cast<std::size_t>(face.law)].form;
  const bool drives = driveOf(form) == fields.target;
  const std::int32_t outer = isOpen(form) ? face.outer : face.own;
  const auto ownWeight = static_cast<Real>(ownWeightOf(form)), outerWeight = static_cast<Real>(outerWeightOf(form));
  const std::int32_t lanes = slots_.lanes();
  const std::int64_t stride = 3 * nf_;
  const Real factor = sign * static_cast<Real>(factorOf(form));
  const Real mirror = drives ? static_cast<Real>(mirrorOf(form)) : Real(1);
  for (int m = 0; m < nf_; ++m) {
    const Real *own = node(fields.ofTarget, face.own, m), *across = node(fields.ofTarget, face.outer, m);
    Real answer[3] = {0, 0, 0};
    if (drives)
      for (int c = 0; c < 3; ++c) {
        const Real drive = ownWeight * own[c * lanes] + outerWeight * across[c * lanes];
        answer[c] = respond(step, drive, states == nullptr ? nullptr : states + 3 * m + c, stride);
      }
    const Real* n = face.normal;
    const Real *source = node(fields.ofSource, outer, m), *target = node(fields.ofTarget, outer, m);
    Real* toSource = ghost(fields.ofSource, i, m);
    Real* toTarget = ghost(fields.ofTarget, i, m);
    for (int c = 0; c < 3; ++c) {
      const int a = (c + 1) % 3, b = (c + 2) % 3;
      toSource[c * lanes] = mirror * (source[c * lanes] + factor * (n[a] * answer[b] - n[b] * answer[a]));
      toTarget[c * lanes] = target[c * lanes];
    }
  }
}

template <class Real>
void FaceLaws<Real>::beginHalfStep(const Fields& fields, double step, ElementRange range, int threads) {
  if (none()) return;
  Steps steps;
  for (const FaceLaw& law : laws_) steps.emplace_back(law, step);
  forFaces(range, threads, [&](std::size_t i) {
    writeTraces(i, fields, steps[static_cast<std::size_t>(faces_[i].law)], Real(1), statesOf(i));
  });
}

/// In a half step of E the law takes energy by -C E in the equation of E, in one of H by +C H before the sign of the
/// curl; the stability operator has both positive.
template <class Real>
void FaceLaws<Real>::enterBounds(const Fields& fields, int threads) {
  if (none()) return;
  Steps steps;
  for (const FaceLaw& law : laws_) steps.push_back(FaceLawStep<Real>::resistive(law.bound));
  const Real sign = fields.target == Field::E ? -1 : 1;
  forFaces({0, slots_.numElements()}, threads, [&](std::size_t i) {
    writeTraces(i, fields, steps[static_cast<std::size_t>(faces_[i].law)], sign, nullptr);
  });
}

template <class Real>
void FaceLaws<Real>::leaveOut(Field source, ElementRange range, Real* values, int threads) const {
  forFaces(range, threads, [&](std::size_t i) {
    const FaceLaw::Form form = laws_[static_cast<std::size_t>(faces_[i].law)].form;
    const auto mirror = static_cast<Real>(driveOf(form) == source ? 1 : mirrorOf(form));
    const std::int32_t outer = isOpen(form) ? faces_[i].outer : faces_[i].own;
    for (int m = 0; m < nf_; ++m)
      for (int c = 0; c < 3; ++c)
        ghost(values, i, m)[c * slots_.lanes()] = mirror * node(values, outer, m)[c * slots_.lanes()];
  });
}

template <class Real>
std::size_t FaceLaws<Real>::placeOf(const StateInfo& state, std::int32_t element) const {
  const std::int32_t face = 4 * element + state.index;
  const auto at = std::ranges::lower_bound(number_, face);
  if (at == number_.end() || *at != face) throw std::logic_error("a state of a face that has no law");
  return static_cast<std::size_t>(at - number_.begin()) * valuesPerFace() +
         static_cast<std::size_t>(state.part) * 3 * static_cast<std::size_t>(nf_);
}

template <class Real>
void FaceLaws<Real>::upload(const StateInfo& state, std::span<const Real> values) {
  const int* node = &faceNode_[static_cast<std::size_t>(state.index * nf_)];
  for (std::size_t e = 0; e < state.elements->size(); ++e) {
    Real* to = states_.data() + placeOf(state, (*state.elements)[e]);
    const Real* from = values.data() + e * 3 * static_cast<std::size_t>(np_);
    for (int m = 0; m < nf_; ++m) std::copy_n(from + 3 * node[m], 3, to + 3 * m);
  }
}

template <class Real>
void FaceLaws<Real>::download(const StateInfo& state, std::span<Real> values) const {
  const int* node = &faceNode_[static_cast<std::size_t>(state.index * nf_)];
  std::ranges::fill(values, Real(0));
  for (std::size_t e = 0; e < state.elements->size(); ++e) {
    const Real* from = states_.data() + placeOf(state, (*state.elements)[e]);
    Real* to = values.data() + e * 3 * static_cast<std::size_t>(np_);
    for (int m = 0; m < nf_; ++m) std::copy_n(from + 3 * m, 3, to + 3 * node[m]);
  }
}

template class FaceLaws<float>;
template class FaceLaws<double>;

}  // namespace fluxtet::dgtd::cpu
