// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cpu/elementReader.hpp"
#include "kernels/static/cpu/parallel.hpp"
#include "kernels/static/cpu/pattern.hpp"
#include "kernels/static/cpu/stageClock.hpp"
#include "kernels/static/cpu/staticOperator.hpp"
#include "kernels/static/dispatch.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

namespace fluxtet::statics::cpu {

namespace {

/// Matrices and loads of the elements that a block of rows collects from, each computed once. Little enough to stay in
/// the cache, so that elements' matrices never go through the memory.
template <class Reader, class Real>
class BlockElements {
 public:
  explicit BlockElements(const Reader& reader, std::int32_t numElements)
      : reader_(reader), placeOf_(static_cast<std::size_t>(numElements), -1) {}

  void compute(std::span<const std::int32_t> incidence) {
    for (const std::int32_t e : elements_) placeOf_[static_cast<std::size_t>(e)] = -1;
    elements_.clear();
    for (const std::int32_t entry : incidence) {
      const auto e = static_cast<std::size_t>(entry) / Reader::nd;
      if (placeOf_[e] >= 0) continue;
      placeOf_[e] = static_cast<std::int32_t>(elements_.size());
      elements_.push_back(static_cast<std::int32_t>(e));
    }
    if (values_.size() < elements_.size()) values_.resize(elements_.size());
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      reader_.matrix(elements_[i], values_[i].matrix);
      reader_.load(elements_[i], values_[i].matrix, values_[i].load);
    }
  }
  const Real* matrix(std::size_t e) const { return values_[place(e)].matrix; }
  Real load(std::size_t e, std::size_t a) const { return values_[place(e)].load[a]; }

  std::int64_t bytes() const {
    return static_cast<std::int64_t>(placeOf_.size() * sizeof(std::int32_t) + values_.size() * sizeof(Values) +
                                     elements_.capacity() * sizeof(std::int32_t));
  }

 private:
  struct Values {
    typename Reader::Matrix matrix;
    typename Reader::Vector load;
  };
  std::size_t place(std::size_t e) const { return static_cast<std::size_t>(placeOf_[e]); }

  const Reader& reader_;
  std::vector<std::int32_t> placeOf_;   ///< [numElements] place in `values_`, -1: not in the block
  std::vector<std::int32_t> elements_;  ///< of the block
  std::vector<Values> values_;
};

/// Each row collects its entries in the order of its elements: no two threads write the same place, and the bits depend
/// neither on the number of threads nor on the blocks.
template <class Real>
class Gather final : public MatrixOperator<Real> {
 public:
  using MatrixOperator<Real>::MatrixOperator;

  std::int64_t assemble(Real* f, StageTimes& times) override {
    if (slots_.empty()) {
      const StageClock clock(times.adjacency);
      incidence_ = findIncidence(this->problem());
      slots_ = buildPattern(this->problem(), incidence_, SlotOrder::byIncidence, this->matrix_);
    }
    return withElement(this->problem().form, this->problem().order, [&](auto kind) {
      return assembleRows(ElementReader<decltype(kind), Real>(this->problem()), f, times);
    });
  }

  void addLoads(Real* f) const override {
    withElement(this->problem().form, this->problem().order,
                [&](auto kind) { collectLoads(ElementReader<decltype(kind), Real>(this->problem()), f); });
  }

  std::int64_t bytes() const override { return this->matrix_.bytes() + incidence_.bytes() + slots_.bytes(); }

 private:
  template <class Reader>
  std::int64_t assembleRows(const Reader& reader, Real* f, StageTimes& times) {
    constexpr std::int64_t rowsPerBlock = 2048;
    std::vector<std::int64_t> scratch(static_cast<std::size_t>(this->problem().threads));
    forRanges(this->problem().threads, this->problem().numDofs, [&](IndexRange range, int thread) {
      BlockElements<Reader, Real> elements(reader, this->problem().numElements);
      StageTimes own;  // the first thread's stand for all
      StageTimes& stages = thread == 0 ? times : own;
      for (std::int64_t first = range.begin; first < range.end; first += rowsPerBlock) {
        const IndexRange rows{first, std::min(first + rowsPerBlock, range.end)};
        {
          const StageClock clock(stages.integrate);
          elements.compute(incidenceOf(rows));
        }
        const StageClock clock(stages.reduce);
        for (std::int64_t row = rows.begin; row < rows.end; ++row) collectRow(elements, row, f);
      }
      scratch[static_cast<std::size_t>(thread)] = elements.bytes();
    });
    return std::accumulate(scratch.begin(), scratch.end(), std::int64_t(0));
  }

  std::span<const std::int32_t> incidenceOf(IndexRange rows) const {
    return {incidence_.entry.data() + incidence_.begin[static_cast<std::size_t>(rows.begin)],
            incidence_.entry.data() + incidence_.begin[static_cast<std::size_t>(rows.end)]};
  }

  template <class Reader>
  void collectRow(const BlockElements<Reader, Real>& elements, std::int64_t i, Real* f) {
    constexpr std::size_t nd = Reader::nd;
    const auto row = static_cast<std::size_t>(i);
    Real* value = this->matrix_.value.data();
    std::fill(value + this->matrix_.rowBegin[row], value + this->matrix_.rowBegin[row + 1], Real(0));
    for (std::int32_t t = incidence_.begin[row]; t < incidence_.begin[row + 1]; ++t) {
      const auto entry = static_cast<std::size_t>(incidence_.entry[static_cast<std::size_t>(t)]);
      const std::size_t e = entry / nd, a = entry % nd;
      const Real* K = elements.matrix(e);
      const std::int32_t* slot = slots_.data() + static_cast<std::size_t>(t) * nd;
      for (std::size_t b = 0; b < nd; ++b)
        if (slot[b] >= 0) value[slot[b]] += K[packedIndex(static_cast<int>(a), static_cast<int>(b))];
      f[i] += elements.load(e, a);
    }
  }

  /// Elements with loads are few, or cheap beside a solve: each row computes them anew.
  template <class Reader>
  void collectLoads(const Reader& reader, Real* f) const {
    constexpr std::size_t nd = Reader::nd;
    forRanges(this->problem().threads, this->problem().numDofs, [&](IndexRange range, int) {
      for (std::int64_t i = range.begin; i < range.end; ++i)
        for (const std::int32_t entry : incidence_.of(static_cast<std::int32_t>(i))) {
          const auto e = static_cast<std::int64_t>(static_cast<std::size_t>(entry) / nd);
          if (!reader.hasLoad(e)) continue;
          typename Reader::Vector load;
          reader.load(e, load);
          f[i] += load[static_cast<std::size_t>(entry) % nd];
        }
    });
  }

  Incidence incidence_;
  Slots slots_;  ///< SlotOrder::byIncidence
};

}  // namespace

template <class Real>
std::unique_ptr<StaticOperator<Real>> makeGather(const CpuProblem<Real>& problem) {
  return std::make_unique<Gather<Real>>(problem);
}
template std::unique_ptr<StaticOperator<float>> makeGather(const CpuProblem<float>&);
template std::unique_ptr<StaticOperator<double>> makeGather(const CpuProblem<double>&);

}  // namespace fluxtet::statics::cpu
