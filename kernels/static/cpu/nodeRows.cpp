// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cpu/elementReader.hpp"
#include "kernels/static/cpu/incidence.hpp"
#include "kernels/static/cpu/parallel.hpp"
#include "kernels/static/cpu/rowEntries.hpp"
#include "kernels/static/cpu/stageClock.hpp"
#include "kernels/static/cpu/staticOperator.hpp"
#include "kernels/static/dispatch.hpp"
#include "lib/base/error.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace fluxtet::statics::cpu {

namespace {

/// The nodes of each row, brought together by sorting their numbers: neighbours in an array.
class SortedNodes {
 public:
  template <class Real>
  SortedNodes(const CpuProblem<Real>& problem, int) : incidence_(findIncidence(problem)) {}
  template <class Function>
  void forEach(std::int64_t row, const Function& function) const {
    for (const std::int32_t node : incidence_.of(static_cast<std::int32_t>(row))) function(node);
  }
  std::int64_t bytes() const { return incidence_.bytes(); }

 private:
  Incidence incidence_;
};

/// The same as a list: each node knows the next one of its row.
class LinkedNodes {
 public:
  template <class Real>
  LinkedNodes(const CpuProblem<Real>& problem, int nd)
      : head_(static_cast<std::size_t>(problem.numDofs)),
        next_(static_cast<std::size_t>(problem.numElements) * static_cast<std::size_t>(nd)) {
    forRanges(problem.threads, problem.numDofs,
              [&](IndexRange range, int) { std::fill(head_.data() + range.begin, head_.data() + range.end, -1); });
    forRanges(problem.threads, static_cast<std::int64_t>(next_.size()), [&](IndexRange range, int) {
      for (std::int64_t node = range.begin; node < range.end; ++node) {
        const std::int32_t row = problem.elementDof.data()[node];
        if (row >= 0) next_[static_cast<std::size_t>(node)] = exchange(head_[static_cast<std::size_t>(row)], node);
      }
    });
  }
  template <class Function>
  void forEach(std::int64_t row, const Function& function) const {
    for (std::int32_t node = head_[static_cast<std::size_t>(row)]; node >= 0;
         node = next_[static_cast<std::size_t>(node)])
      function(node);
  }
  std::int64_t bytes() const { return head_.bytes() + next_.bytes(); }

 private:
  /// The head becomes `node`; returns the old one.
  static std::int32_t exchange(std::int32_t& head, std::int64_t node) {
    std::int32_t old;
#pragma omp atomic capture
    {
      old = head;
      head = static_cast<std::int32_t>(node);
    }
    return old;
  }
  AlignedArray<std::int32_t> head_, next_;
};

template <class Real>
struct ColumnValue {
  std::int32_t column;
  Real value;
};

/// All elements write the entries of each of their nodes side by side; the numbers of nodes are brought together by
/// rows; a first walk over a row's nodes counts its columns, which are read from the mesh, a second merges the entries
/// into the matrix. Of sortReduce and linkedList, but a node stands for all its entries. Keeps nothing.
template <class Real, class Nodes>
class NodeRows final : public MatrixOperator<Real> {
 public:
  using MatrixOperator<Real>::MatrixOperator;

  std::int64_t assemble(Real* f, StageTimes& times) override {
    return withElement(this->problem().form, this->problem().order, [&](auto kind) {
      return assembleBy(ElementReader<decltype(kind), Real>(this->problem()), f, times);
    });
  }

 private:
  template <class Reader>
  std::int64_t assembleBy(const Reader& reader, Real* f, StageTimes& times) {
    const auto rows = static_cast<std::size_t>(this->problem().numDofs);
    AlignedArray<Real> record;
    {
      const StageClock clock(times.integrate);
      record = integrate(reader);
    }
    const Nodes nodes = [&] {
      const StageClock clock(times.sort);
      return Nodes(this->problem(), Reader::nd);
    }();
    const StageClock clock(times.reduce);
    if (this->matrix_.rowBegin.empty()) this->matrix_.rowBegin = AlignedArray<std::int32_t>(rows + 1);
    countColumns<Reader::nd>(nodes);
    this->allocateEntries();
    mergeRows<Reader::nd>(nodes, record, f);
    return record.bytes() + nodes.bytes();
  }

  /// [elements][node a][nd + 1]: the entries of the node's row, and its part of the right-hand side.
  template <class Reader>
  AlignedArray<Real> integrate(const Reader& reader) const {
    constexpr int nd = Reader::nd;
    AlignedArray<Real> record(static_cast<std::size_t>(this->problem().numElements) * nd * (nd + 1));
    forRanges(this->problem().threads, this->problem().numElements, [&](IndexRange range, int) {
      for (std::int64_t e = range.begin; e < range.end; ++e) {
        typename Reader::Matrix K;
        typename Reader::Vector load;
        reader.matrix(e, K);
        reader.sourceLoad(e, load);
        Real* to = record.data() + e * nd * (nd + 1);
        for (int a = 0; a < nd; ++a) {
          for (int b = 0; b < nd; ++b) *to++ = K[packedIndex(a, b)];
          *to++ = load[a];
        }
      }
    });
    return record;
  }

  const std::int32_t* dofsOf(std::int32_t node, int nd) const {
    return this->problem().elementDof.data() + node / nd * nd;
  }

  template <int nd>
  void countColumns(const Nodes& nodes) {
    forRanges(this->problem().threads, this->problem().numDofs, [&](IndexRange range, int) {
      std::vector<std::int32_t> column;
      for (std::int64_t i = range.begin; i < range.end; ++i) {
        column.clear();
        nodes.forEach(i, [&](std::int32_t node) {
          const std::int32_t* dof = dofsOf(node, nd);
          std::copy_if(dof, dof + nd, std::back_inserter(column), [](std::int32_t d) { return d >= 0; });
        });
        std::sort(column.begin(), column.end());
        this->matrix_.rowBegin[static_cast<std::size_t>(i)] =
            static_cast<std::int32_t>(std::unique(column.begin(), column.end()) - column.begin());
      }
    });
  }

  template <int nd>
  void mergeRows(const Nodes& nodes, const AlignedArray<Real>& record, Real* f) {
    forRanges(this->problem().threads, this->problem().numDofs, [&](IndexRange range, int) {
      std::vector<ColumnValue<Real>> row;
      for (std::int64_t i = range.begin; i < range.end; ++i) {
        row.clear();
        nodes.forEach(i, [&](std::int32_t node) {
          const std::int32_t* dof = dofsOf(node, nd);
          const Real* entry = record.data() + static_cast<std::int64_t>(node) * (nd + 1);
          for (int b = 0; b < nd; ++b) {
            if (dof[b] >= 0)
              row.push_back({dof[b], entry[b]});
            else
              f[i] -= entry[b] * this->problem().prescribed[static_cast<std::size_t>(-1 - dof[b])];
          }
          f[i] += entry[nd];
        });
        mergeColumns(row.data(), row.data() + row.size());
        const auto begin = static_cast<std::size_t>(this->matrix_.rowBegin[static_cast<std::size_t>(i)]),
                   end = static_cast<std::size_t>(this->matrix_.rowBegin[static_cast<std::size_t>(i) + 1]);
        for (std::size_t k = begin; k < end; ++k) {
          this->matrix_.column[k] = row[k - begin].column;
          this->matrix_.value[k] = row[k - begin].value;
        }
      }
    });
  }
};

}  // namespace

template <class Real>
std::unique_ptr<StaticOperator<Real>> makeSortNodes(const CpuProblem<Real>& problem) {
  return std::make_unique<NodeRows<Real, SortedNodes>>(problem);
}
template <class Real>
std::unique_ptr<StaticOperator<Real>> makeLinkNodes(const CpuProblem<Real>& problem) {
  return std::make_unique<NodeRows<Real, LinkedNodes>>(problem);
}
template std::unique_ptr<StaticOperator<float>> makeSortNodes(const CpuProblem<float>&);
template std::unique_ptr<StaticOperator<double>> makeSortNodes(const CpuProblem<double>&);
template std::unique_ptr<StaticOperator<float>> makeLinkNodes(const CpuProblem<float>&);
template std::unique_ptr<StaticOperator<double>> makeLinkNodes(const CpuProblem<double>&);

}  // namespace fluxtet::statics::cpu
