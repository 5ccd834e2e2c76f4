// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/cpuRetardedSums.hpp"

#include "kernels/dgtd/listChecks.hpp"

#include <algorithm>
#include <utility>

namespace fluxtet::dgtd::cpu {
namespace {

template <class T>
std::int64_t bytesOf(const std::vector<T>& values) {
  return static_cast<std::int64_t>(values.size() * sizeof(T));
}

}  // namespace

template <class Real>
int CpuRetardedSums<Real>::addTerms(RetardedTerms terms) {
  requireWhole(terms, fields_.basis().nf());
  FaceTraces<Real> faces(fields_, terms.face);
  std::vector<Real> mean(3 * terms.face.size() * static_cast<std::size_t>(fields_.basis().nf()));
  lists_.push_back({std::move(terms), std::move(faces), std::move(mean), 0, {}});
  return static_cast<int>(lists_.size()) - 1;
}

template <class Real>
void CpuRetardedSums<Real>::start(int list, std::int64_t instants) {
  List& of = listOf(list);
  of.instants = instants;
  for (auto& signals : of.signals)
    signals.assign(2 * static_cast<std::size_t>(of.terms.signals) * static_cast<std::size_t>(instants), 0);
}

template <class Real>
std::array<double, 2> CpuRetardedSums<Real>::sumOf(const List& list, Field field, std::size_t delayOfSignal) const {
  const auto nf = static_cast<std::size_t>(fields_.basis().nf());
  const RetardedTerms& terms = list.terms;
  std::array<double, 2> sum{};
  for (auto t = static_cast<std::size_t>(terms.begin[delayOfSignal]);
       t < static_cast<std::size_t>(terms.begin[delayOfSignal + 1]); ++t) {
    const auto emitter = static_cast<std::size_t>(terms.emitter[t]);
    const double* weight = terms.weight.data() + t * nf;
    const Real* mean = list.mean.data() + 3 * nf * static_cast<std::size_t>(terms.faceOf[emitter]);
    Vec3 trace{};
    for (std::size_t m = 0; m < nf; ++m)
      for (std::size_t c = 0; c < 3; ++c) trace[c] += weight[m] * static_cast<double>(mean[3 * m + c]);
    for (std::size_t i = 0; i < 2; ++i) sum[i] += dot(terms.vector[emitter][static_cast<std::size_t>(field)][i], trace);
  }
  return sum;
}

template <class Real>
void CpuRetardedSums<Real>::add(int list, Field field, std::int64_t sample) {
  List& to = listOf(list);
  requireInstants(sample, to.terms.delays, to.instants);
  const int nf = fields_.basis().nf();
  // Faces, and then delays of signals, are shared out among the threads as elsewhere blocks are.
  fields_.parallel({0, to.faces.size()}, [&](BlockRange mine) {
    Real traces[6 * nodesPerFace(maxOrder)];
    for (std::int32_t k = mine.begin; k < mine.end; ++k) {
      to.faces.read(k, field, traces);
      Real* mean = to.mean.data() + static_cast<std::ptrdiff_t>(k) * 3 * nf;
      for (int i = 0; i < 3 * nf; ++i) mean[i] = Real(0.5) * (traces[i] + traces[3 * nf + i]);
    }
  });
  std::vector<double>& signals = to.signals[static_cast<std::size_t>(field)];
  fields_.parallel({0, to.terms.signals * to.terms.delays}, [&](BlockRange mine) {
    for (std::int32_t row = mine.begin; row < mine.end; ++row) {
      const std::array<double, 2> sum = sumOf(to, field, static_cast<std::size_t>(row));
      const std::int64_t instant = row / to.terms.delays * to.instants + sample + row % to.terms.delays;
      for (std::size_t i = 0; i < 2; ++i) signals[2 * static_cast<std::size_t>(instant) + i] += sum[i];
    }
  });
}

template <class Real>
void CpuRetardedSums<Real>::download(int list, Field field, std::span<double> values) const {
  const std::vector<double>& signals = listOf(list).signals[static_cast<std::size_t>(field)];
  requireSize(values.size(), signals.size());
  std::copy(signals.begin(), signals.end(), values.begin());
}

template <class Real>
void CpuRetardedSums<Real>::upload(int list, Field field, std::span<const double> values) {
  std::vector<double>& signals = listOf(list).signals[static_cast<std::size_t>(field)];
  requireSize(values.size(), signals.size());
  std::copy(values.begin(), values.end(), signals.begin());
}

template <class Real>
std::int64_t CpuRetardedSums<Real>::bytes() const {
  std::int64_t sum = 0;
  for (const List& list : lists_) {
    const RetardedTerms& terms = list.terms;
    sum += list.faces.bytes() + bytesOf(terms.face) + bytesOf(terms.faceOf) + bytesOf(terms.vector) +
           bytesOf(terms.begin) + bytesOf(terms.emitter) + bytesOf(terms.weight) + bytesOf(list.mean) +
           bytesOf(list.signals[0]) + bytesOf(list.signals[1]);
  }
  return sum;
}

template class CpuRetardedSums<float>;
template class CpuRetardedSums<double>;

}  // namespace fluxtet::dgtd::cpu
