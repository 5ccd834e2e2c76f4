// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cpu/pattern.hpp"

#include "kernels/static/cpu/parallel.hpp"

#include <algorithm>
#include <vector>

namespace fluxtet::statics::cpu {

namespace {

/// Collects the different columns of one row after another.
class RowColumns {
 public:
  RowColumns(const std::int32_t* elementDof, int nd, std::int32_t numDofs)
      : elementDof_(elementDof), nd_(nd), mark_(static_cast<std::size_t>(numDofs), -1) {}

  /// Valid until the next call; in any order.
  std::vector<std::int32_t>& collect(std::int32_t row, std::span<const std::int32_t> incidence) {
    columns_.clear();
    for (const std::int32_t entry : incidence) {
      const std::int32_t* dof = elementDof_ + entry / nd_ * static_cast<std::int64_t>(nd_);
      for (int b = 0; b < nd_; ++b) {
        if (dof[b] < 0 || mark_[static_cast<std::size_t>(dof[b])] == row) continue;
        mark_[static_cast<std::size_t>(dof[b])] = row;
        columns_.push_back(dof[b]);
      }
    }
    return columns_;
  }

 private:
  const std::int32_t* elementDof_;
  std::int32_t nd_;
  std::vector<std::int32_t> mark_;  ///< [numDofs] the last row that has this column
  std::vector<std::int32_t> columns_;
};

/// function(row, columns) for all rows, the rows shared among threads; columns in any order.
template <class Real, class Function>
void forRowColumns(const CpuProblem<Real>& problem, const Incidence& incidence, const Function& function) {
  forRanges(problem.threads, problem.numDofs, [&](IndexRange range, int) {
    RowColumns columns(problem.elementDof.data(), nodesPerElement(problem.form, problem.order), problem.numDofs);
    for (std::int64_t i = range.begin; i < range.end; ++i) {
      const auto row = static_cast<std::int32_t>(i);
      function(row, columns.collect(row, incidence.of(row)));
    }
  });
}

template <class Real>
void setStructure(const CpuProblem<Real>& problem, const Incidence& incidence, CpuMatrix<Real>& matrix) {
  const auto rows = static_cast<std::size_t>(problem.numDofs);
  matrix.rowBegin = AlignedArray<std::int32_t>(rows + 1);
  matrix.rowBegin[rows] = 0;
  forRowColumns(problem, incidence, [&](std::int32_t row, const std::vector<std::int32_t>& columns) {
    matrix.rowBegin[static_cast<std::size_t>(row)] = static_cast<std::int32_t>(columns.size());
  });
  countsToOffsets(matrix.rowBegin);
  matrix.column = AlignedArray<std::int32_t>(static_cast<std::size_t>(matrix.rowBegin[rows]));
  matrix.value = AlignedArray<Real>(matrix.column.size());
  forRowColumns(problem, incidence, [&](std::int32_t row, std::vector<std::int32_t>& columns) {
    std::sort(columns.begin(), columns.end());
    std::copy(columns.begin(), columns.end(), matrix.column.data() + matrix.rowBegin[static_cast<std::size_t>(row)]);
  });
}

/// Writes the slots of one row after another.
template <class Real>
class SlotWriter {
 public:
  SlotWriter(const CpuProblem<Real>& problem, const CpuMatrix<Real>& matrix)
      : problem_(problem),
        matrix_(matrix),
        nd_(nodesPerElement(problem.form, problem.order)),
        slotOf_(static_cast<std::size_t>(problem.numDofs)) {}

  void enterRow(std::int32_t row) {
    const auto i = static_cast<std::size_t>(row);
    for (std::int32_t k = matrix_.rowBegin[i]; k < matrix_.rowBegin[i + 1]; ++k)
      slotOf_[static_cast<std::size_t>(matrix_.column[static_cast<std::size_t>(k)])] = k;
  }
  /// [nd] slots of node `entry` (Incidence), which has the row's dof.
  void write(std::int32_t entry, std::int32_t* slot) const {
    const std::int32_t* dof = problem_.elementDof.data() + entry / nd_ * static_cast<std::int64_t>(nd_);
    for (int b = 0; b < nd_; ++b) slot[b] = dof[b] < 0 ? -1 : slotOf_[static_cast<std::size_t>(dof[b])];
  }

 private:
  const CpuProblem<Real>& problem_;
  const CpuMatrix<Real>& matrix_;
  int nd_;
  std::vector<std::int32_t> slotOf_;  ///< [numDofs] of the present row's columns
};

template <class Real>
Slots findSlots(const CpuProblem<Real>& problem, const Incidence& incidence, SlotOrder order,
                const CpuMatrix<Real>& matrix) {
  const std::int64_t nd = nodesPerElement(problem.form, problem.order);
  const bool byElement = order == SlotOrder::byElement;
  Slots slots((byElement ? problem.elementDof.size() : incidence.entry.size()) * static_cast<std::size_t>(nd));
  if (byElement)  // prescribed rows keep this
    forRanges(problem.threads, static_cast<std::int64_t>(slots.size()),
              [&](IndexRange range, int) { std::fill(slots.data() + range.begin, slots.data() + range.end, -1); });
  forRanges(problem.threads, problem.numDofs, [&](IndexRange range, int) {
    SlotWriter<Real> writer(problem, matrix);
    for (auto row = static_cast<std::int32_t>(range.begin); row < static_cast<std::int32_t>(range.end); ++row) {
      writer.enterRow(row);
      std::int64_t place = incidence.begin[static_cast<std::size_t>(row)];
      for (const std::int32_t entry : incidence.of(row)) {
        writer.write(entry, slots.data() + nd * (byElement ? entry : place));
        ++place;
      }
    }
  });
  return slots;
}

}  // namespace

template <class Real>
Slots buildPattern(const CpuProblem<Real>& problem, const Incidence& incidence, SlotOrder order,
                   CpuMatrix<Real>& matrix) {
  setStructure(problem, incidence, matrix);
  return findSlots(problem, incidence, order, matrix);
}

template Slots buildPattern(const CpuProblem<float>&, const Incidence&, SlotOrder, CpuMatrix<float>&);
template Slots buildPattern(const CpuProblem<double>&, const Incidence&, SlotOrder, CpuMatrix<double>&);

}  // namespace fluxtet::statics::cpu
