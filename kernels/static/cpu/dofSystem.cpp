// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cpu/dofSystem.hpp"

#include "kernels/static/cpu/parallel.hpp"

#include <vector>

namespace fluxtet::statics::cpu {

template <class Real>
void sumShared(RankCoupling* coupling, Real* values) {
  if (!coupling) return;
  const auto shared = coupling->sharedDofs();
  std::vector<Real> part(shared.size());
  for (std::size_t i = 0; i < shared.size(); ++i) part[i] = values[shared[i]];
  coupling->sumShared(std::span<Real>(part));
  for (std::size_t i = 0; i < shared.size(); ++i) values[shared[i]] = part[i];
}
template void sumShared(RankCoupling*, float*);
template void sumShared(RankCoupling*, double*);

double sumOverRanks(RankCoupling* coupling, double value) {
  if (coupling) coupling->sumScalars(std::span(&value, 1));
  return value;
}

std::int64_t dofsOfAllRanks(RankCoupling* coupling, std::int32_t ofThisRank) {
  return static_cast<std::int64_t>(sumOverRanks(coupling, ofThisRank));
}

namespace {

struct One {
  double operator()(std::int64_t) const { return 1; }
};

}  // namespace

template <class Real>
template <class Residual>
double Jacobi<Real>::sumOf(const Residual& residual) const {
  // weight(i): 1 where a dof is counted, else 0
  const auto sum = [&](auto inverse, auto weight) {
    return sumBlocks(threads_, size_, [=](IndexRange range) {
      double part = 0;
#pragma omp simd reduction(+ : part)
      for (std::int64_t i = range.begin; i < range.end; ++i) {
        const auto r = static_cast<double>(residual(i));
        part += r * r * inverse(i) * weight(i);
      }
      return part;
    });
  };
  const auto inverse = [values = inverse_](std::int64_t i) { return static_cast<double>(values[i]); };
  if (!coupling_) return inverse_ ? sum(inverse, One{}) : sum(One{}, One{});
  const auto counted = [flags = coupling_->counted().data()](std::int64_t i) { return static_cast<double>(flags[i]); };
  return sumOverRanks(coupling_, inverse_ ? sum(inverse, counted) : sum(One{}, counted));
}

template <class Real>
double Jacobi<Real>::square(const Real* r) const {
  return sumOf([r](std::int64_t i) { return r[i]; });
}

template <class Real>
double Jacobi<Real>::reduce(double alpha, const Real* q, Real* r) const {
  return sumOf([q, r, step = static_cast<Real>(alpha)](std::int64_t i) { return r[i] -= step * q[i]; });
}

template <class Real>
void Jacobi<Real>::turn(double alpha, double beta, const Real* r, Real* p, Real* x) const {
  const auto step = static_cast<Real>(alpha), keep = static_cast<Real>(beta);
  const auto turnWith = [&](auto inverse) {
    forRanges(threads_, size_, [=](IndexRange range, int) {
#pragma omp simd
      for (std::int64_t i = range.begin; i < range.end; ++i) {
        x[i] += step * p[i];
        p[i] = inverse(i) * r[i] + keep * p[i];
      }
    });
  };
  if (inverse_)
    turnWith([inverse = inverse_](std::int64_t i) { return inverse[i]; });
  else
    turnWith([](std::int64_t) { return Real(1); });
}

template class Jacobi<float>;
template class Jacobi<double>;

}  // namespace fluxtet::statics::cpu
