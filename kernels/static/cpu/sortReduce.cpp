// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cpu/elementReader.hpp"
#include "kernels/static/cpu/incidence.hpp"
#include "kernels/static/cpu/parallel.hpp"
#include "kernels/static/cpu/rowEntries.hpp"
#include "kernels/static/cpu/stageClock.hpp"
#include "kernels/static/cpu/staticOperator.hpp"
#include "kernels/static/dispatch.hpp"

#include <algorithm>

namespace fluxtet::statics::cpu {

namespace {

/// All elements write their entries as (row, column, value), which are sorted by row; then each row merges its own.
/// Nothing is known of the mesh before. Digest on parallel FEM assembly on CUDA, figure 1. Columns of prescribed values
/// are negative, the right-hand side is the column numDofs; rows of prescribed values are the row numDofs, which falls
/// off the end.
template <class Real>
class SortReduce final : public MatrixOperator<Real> {
 public:
  using MatrixOperator<Real>::MatrixOperator;

  std::int64_t assemble(Real* f, StageTimes& times) override {
    AlignedArray<CooEntry<Real>> entries;
    {
      const StageClock clock(times.integrate);
      entries = withElement(this->problem().form, this->problem().order,
                            [&](auto kind) { return integrate(ElementReader<decltype(kind), Real>(this->problem())); });
    }
    AlignedArray<CooEntry<Real>> other(entries.size());
    {
      const StageClock clock(times.sort);
      radixSortByRow(entries, other, this->problem().numDofs, this->problem().threads);
    }
    const StageClock clock(times.reduce);
    const AlignedArray<std::int64_t> begin = segments(entries);
    mergeRows(entries, begin, f);
    fillMatrix(entries, begin);
    return entries.bytes() + other.bytes() + begin.bytes();
  }

 private:
  template <class Reader>
  AlignedArray<CooEntry<Real>> integrate(const Reader& reader) const {
    constexpr int nd = Reader::nd, perElement = nd * (nd + 1);
    const std::int32_t numDofs = this->problem().numDofs;
    AlignedArray<CooEntry<Real>> entries(static_cast<std::size_t>(this->problem().numElements) * perElement);
    forRanges(this->problem().threads, this->problem().numElements, [&](IndexRange range, int) {
      for (std::int64_t e = range.begin; e < range.end; ++e) {
        typename Reader::Matrix K;
        typename Reader::Vector load;
        reader.matrix(e, K);
        reader.sourceLoad(e, load);
        const std::int32_t* dof = reader.dofs(e);
        CooEntry<Real>* entry = entries.data() + e * perElement;
        for (int a = 0; a < nd; ++a) {
          const std::int32_t row = dof[a] >= 0 ? dof[a] : numDofs;
          for (int b = 0; b < nd; ++b) *entry++ = {row, dof[b], K[packedIndex(a, b)]};
          *entry++ = {row, numDofs, load[a]};
        }
      }
    });
    return entries;
  }

  /// [numDofs + 1] where each row begins.
  AlignedArray<std::int64_t> segments(const AlignedArray<CooEntry<Real>>& entries) const {
    const auto rows = static_cast<std::size_t>(this->problem().numDofs);
    const auto size = static_cast<std::int64_t>(entries.size());
    AlignedArray<std::int64_t> begin(rows + 1);
    const auto rowBefore = [&](std::int64_t i) { return i > 0 ? entries[static_cast<std::size_t>(i - 1)].row : -1; };
    forRanges(this->problem().threads, size, [&](IndexRange range, int) {
      for (std::int64_t i = range.begin; i < range.end; ++i)
        for (std::int32_t row = rowBefore(i) + 1; row <= entries[static_cast<std::size_t>(i)].row; ++row)
          begin[static_cast<std::size_t>(row)] = i;
    });
    for (std::int32_t row = rowBefore(size) + 1; row <= this->problem().numDofs; ++row)
      begin[static_cast<std::size_t>(row)] = size;
    return begin;
  }

  /// Merges each row in its place, takes the right-hand side out of it, and counts what is left into rowBegin. A row's
  /// entries stand at the begin of its segment then.
  void mergeRows(AlignedArray<CooEntry<Real>>& entries, const AlignedArray<std::int64_t>& begin, Real* f) {
    const std::int32_t rows = this->problem().numDofs;
    if (this->matrix_.rowBegin.empty()) this->matrix_.rowBegin = AlignedArray<std::int32_t>(begin.size());
    forRanges(this->problem().threads, rows, [&](IndexRange range, int) {
      for (std::int64_t i = range.begin; i < range.end; ++i) {
        CooEntry<Real>* first = entries.data() + begin[static_cast<std::size_t>(i)];
        CooEntry<Real>* last = mergeColumns(first, entries.data() + begin[static_cast<std::size_t>(i) + 1]);
        CooEntry<Real>* kept = first;
        for (CooEntry<Real>* entry = first; entry < last; ++entry) {
          if (entry->column < 0)
            f[i] -= entry->value * this->problem().prescribed[static_cast<std::size_t>(-1 - entry->column)];
          else if (entry->column == rows)
            f[i] += entry->value;
          else
            *kept++ = *entry;
        }
        this->matrix_.rowBegin[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(kept - first);
      }
    });
  }

  void fillMatrix(const AlignedArray<CooEntry<Real>>& entries, const AlignedArray<std::int64_t>& begin) {
    this->allocateEntries();
    forRanges(this->problem().threads, this->problem().numDofs, [&](IndexRange range, int) {
      for (auto i = static_cast<std::size_t>(range.begin); i < static_cast<std::size_t>(range.end); ++i) {
        const CooEntry<Real>* entry = entries.data() + begin[i];
        for (auto k = static_cast<std::size_t>(this->matrix_.rowBegin[i]);
             k < static_cast<std::size_t>(this->matrix_.rowBegin[i + 1]); ++k, ++entry) {
          this->matrix_.column[k] = entry->column;
          this->matrix_.value[k] = entry->value;
        }
      }
    });
  }
};

}  // namespace

template <class Real>
std::unique_ptr<StaticOperator<Real>> makeSortReduce(const CpuProblem<Real>& problem) {
  return std::make_unique<SortReduce<Real>>(problem);
}
template std::unique_ptr<StaticOperator<float>> makeSortReduce(const CpuProblem<float>&);
template std::unique_ptr<StaticOperator<double>> makeSortReduce(const CpuProblem<double>&);

}  // namespace fluxtet::statics::cpu
