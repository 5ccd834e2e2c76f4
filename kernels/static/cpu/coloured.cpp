// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cpu/colouring.hpp"
#include "kernels/static/cpu/elementReader.hpp"
#include "kernels/static/cpu/parallel.hpp"
#include "kernels/static/cpu/stageClock.hpp"
#include "kernels/static/cpu/staticOperator.hpp"
#include "kernels/static/dispatch.hpp"

#include <algorithm>

namespace fluxtet::statics::cpu {

namespace {

/// Nothing is assembled: products by elements, one colour after another, so that no two threads add to one unknown at
/// once. The elements' matrices are kept (EbE-v1) or computed anew in each product (EbE-v2; Kiss, Gyimothy, Badics and
/// Pavo 2012).
template <class Real>
class Coloured final : public StaticOperator<Real> {
 public:
  Coloured(const CpuProblem<Real>& problem, bool recompute) : StaticOperator<Real>(problem), recompute_(recompute) {}

  std::int64_t assemble(Real* f, StageTimes& times) override {
    if (colouring_.element.empty()) {
      const StageClock clock(times.colouring);
      colouring_ = colourElements(this->problem());
    }
    const StageClock clock(times.integrate);
    if (!recompute_) withKind([&](auto reader) { integrate(reader); });
    this->addLoads(f);
    return 0;
  }

  void addDiagonal(Real* diagonal) const override {
    withKind([&](auto reader) {
      forColours([&](std::int64_t place) {
        const std::int64_t e = colouring_.element[static_cast<std::size_t>(place)];
        typename decltype(reader)::Matrix K;
        readMatrix(reader, place, K);
        for (int a = 0; a < reader.nd; ++a)
          if (const std::int32_t dof = reader.dofs(e)[a]; dof >= 0) diagonal[dof] += reader.diagonal(e, K, a);
      });
    });
  }

  double apply(const Real* x, Real* y) const override {
    forRanges(this->problem().threads, this->problem().numDofs,
              [&](IndexRange range, int) { std::fill(y + range.begin, y + range.end, Real(0)); });
    withKind([&](auto reader) { forColours([&](std::int64_t place) { addProduct(reader, place, x, y); }); });
    return sumBlocks(this->problem().threads, this->problem().numDofs, [&](IndexRange range) {
      double sum = 0;
      for (std::int64_t i = range.begin; i < range.end; ++i)
        sum += static_cast<double>(x[i]) * static_cast<double>(y[i]);
      return sum;
    });
  }

  std::int64_t bytes() const override { return matrices_.bytes() + colouring_.bytes(); }
  std::optional<ColouringReport> colouring() const override { return reportOf(colouring_); }

 private:
  template <class Function>
  void withKind(const Function& function) const {
    withElement(this->problem().form, this->problem().order,
                [&](auto kind) { function(ElementReader<decltype(kind), Real>(this->problem())); });
  }

  /// function(place) for all places in the list of elements: those of a colour by all threads, those without by one.
  template <class Function>
  void forColours(const Function& function) const {
    for (std::size_t c = 0; c + 1 < colouring_.begin.size(); ++c) {
      const std::int64_t first = colouring_.begin[c];
      forRanges(this->problem().threads, colouring_.begin[c + 1] - first, [&](IndexRange range, int) {
        for (std::int64_t i = range.begin; i < range.end; ++i) function(first + i);
      });
    }
    for (std::int64_t place = colouring_.begin.back(); place < this->problem().numElements; ++place) function(place);
  }

  template <class Reader>
  void integrate(const Reader& reader) {
    constexpr int packed = Reader::El::packed;
    if (matrices_.empty()) matrices_ = AlignedArray<Real>(colouring_.element.size() * packed);
    forColours([&](std::int64_t place) {
      typename Reader::Matrix K;
      reader.matrix(colouring_.element[static_cast<std::size_t>(place)], K);
      std::copy_n(K, packed, matrices_.data() + place * packed);
    });
  }

  template <class Reader>
  void readMatrix(const Reader& reader, std::int64_t place, typename Reader::Matrix& K) const {
    if (recompute_)
      reader.matrix(colouring_.element[static_cast<std::size_t>(place)], K);
    else
      std::copy_n(matrices_.data() + place * Reader::El::packed, Reader::El::packed, K);
  }

  template <class Reader>
  void addProduct(const Reader& reader, std::int64_t place, const Real* x, Real* y) const {
    const std::int32_t* dof = reader.dofs(colouring_.element[static_cast<std::size_t>(place)]);
    typename Reader::Matrix K;
    typename Reader::Vector own;
    readMatrix(reader, place, K);
    for (int a = 0; a < Reader::nd; ++a) own[a] = dof[a] >= 0 ? x[dof[a]] : 0;
    for (int a = 0; a < Reader::nd; ++a) {
      if (dof[a] < 0) continue;
      Real sum = 0;
      for (int b = 0; b < Reader::nd; ++b) sum += K[packedIndex(a, b)] * own[b];
      y[dof[a]] += sum;
    }
  }

  bool recompute_;
  Colouring colouring_;
  AlignedArray<Real> matrices_;  ///< [numElements][packed] by colour; empty if computed anew
};

}  // namespace

template <class Real>
std::unique_ptr<StaticOperator<Real>> makeColoured(const CpuProblem<Real>& problem, bool recompute) {
  return std::make_unique<Coloured<Real>>(problem, recompute);
}
template std::unique_ptr<StaticOperator<float>> makeColoured(const CpuProblem<float>&, bool);
template std::unique_ptr<StaticOperator<double>> makeColoured(const CpuProblem<double>&, bool);

}  // namespace fluxtet::statics::cpu
