// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cpu/elementReader.hpp"
#include "kernels/static/cpu/parallel.hpp"
#include "kernels/static/cpu/rowEntries.hpp"
#include "kernels/static/cpu/stageClock.hpp"
#include "kernels/static/cpu/staticOperator.hpp"
#include "kernels/static/dispatch.hpp"
#include "lib/base/error.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace fluxtet::statics::cpu {

namespace {

/// One entry of the adapted coordinate format (a-COO): its row is that of the list that it is in.
template <class Real>
struct ListNode {
  std::int32_t column, next;  ///< column -1 - k: of a prescribed value; next -1: the last
  Real value;
};

/// The head becomes `node`; returns the old one.
template <bool shared>
std::int32_t exchangeHead(std::int32_t& head, std::int32_t node) {
  std::int32_t old;
  if constexpr (shared) {
#pragma omp atomic capture
    {
      old = head;
      head = node;
    }
  } else {
    old = head;
    head = node;
  }
  return old;
}

/// All elements push their entries onto the lists of their rows at once; then each row applies the boundary conditions
/// to its list, sorts and merges it, and all go to CSR (Amorim, Gouveia, Mesquita and Baratta, sections IV.A and B).
template <class Real>
class LinkedList final : public MatrixOperator<Real> {
 public:
  using MatrixOperator<Real>::MatrixOperator;

  std::int64_t assemble(Real* f, StageTimes& times) override {
    const auto rows = static_cast<std::size_t>(this->problem().numDofs);
    AlignedArray<std::int32_t> head(rows);
    AlignedArray<ListNode<Real>> nodes;
    {
      const StageClock clock(times.integrate);
      forRanges(this->problem().threads, this->problem().numDofs,
                [&](IndexRange range, int) { std::fill(head.data() + range.begin, head.data() + range.end, -1); });
      withElement(this->problem().form, this->problem().order, [&](auto kind) {
        const ElementReader<decltype(kind), Real> reader(this->problem());
        nodes = this->problem().threads > 1 ? push<true>(reader, head, f) : push<false>(reader, head, f);
      });
    }
    if (this->matrix_.rowBegin.empty()) this->matrix_.rowBegin = AlignedArray<std::int32_t>(rows + 1);
    {
      const StageClock clock(times.reduce);
      mergeLists(head, nodes, f);
    }
    const StageClock clock(times.convert);
    convert(head, nodes);
    return head.bytes() + nodes.bytes();
  }

 private:
  template <bool shared, class Reader>
  AlignedArray<ListNode<Real>> push(const Reader& reader, AlignedArray<std::int32_t>& head, Real* f) const {
    constexpr int nd = Reader::nd;
    const std::int64_t count = static_cast<std::int64_t>(this->problem().numElements) * nd * nd;
    requireRun(count <= std::numeric_limits<std::int32_t>::max(),
               "the linked lists would have {} nodes, more than 2^31: choose another assembly", count);
    AlignedArray<ListNode<Real>> nodes(static_cast<std::size_t>(count));
    forRanges(this->problem().threads, this->problem().numElements, [&](IndexRange range, int) {
      for (std::int64_t e = range.begin; e < range.end; ++e) {
        typename Reader::Matrix K;
        typename Reader::Vector load;
        reader.matrix(e, K);
        reader.sourceLoad(e, load);
        const std::int32_t* dof = reader.dofs(e);
        for (int a = 0; a < nd; ++a) {
          if (dof[a] < 0) continue;
          for (int b = 0; b < nd; ++b) {
            const std::int64_t node = (e * nd + a) * nd + b;
            std::int32_t& rowHead = head[static_cast<std::size_t>(dof[a])];
            const std::int32_t next = exchangeHead<shared>(rowHead, static_cast<std::int32_t>(node));
            nodes[static_cast<std::size_t>(node)] = {dof[b], next, K[packedIndex(a, b)]};
          }
          addTo<shared>(f[dof[a]], load[a]);
        }
      }
    });
    return nodes;
  }

  /// Leaves each row's merged entries in the first nodes of its list, and their number in rowBegin.
  void mergeLists(const AlignedArray<std::int32_t>& head, AlignedArray<ListNode<Real>>& nodes, Real* f) {
    forRanges(this->problem().threads, this->problem().numDofs, [&](IndexRange range, int) {
      std::vector<ListNode<Real>> row;
      for (std::int64_t i = range.begin; i < range.end; ++i) {
        row.clear();
        for (std::int32_t n = head[static_cast<std::size_t>(i)]; n >= 0; n = nodes[static_cast<std::size_t>(n)].next) {
          const ListNode<Real>& node = nodes[static_cast<std::size_t>(n)];
          if (node.column >= 0)
            row.push_back(node);
          else
            f[i] -= node.value * this->problem().prescribed[static_cast<std::size_t>(-1 - node.column)];
        }
        const auto count = static_cast<std::size_t>(mergeColumns(row.data(), row.data() + row.size()) - row.data());
        std::int32_t n = head[static_cast<std::size_t>(i)];
        for (std::size_t k = 0; k < count; ++k) {
          ListNode<Real>& node = nodes[static_cast<std::size_t>(n)];
          node.column = row[k].column;
          node.value = row[k].value;
          n = node.next;
        }
        this->matrix_.rowBegin[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(count);
      }
    });
  }

  void convert(const AlignedArray<std::int32_t>& head, const AlignedArray<ListNode<Real>>& nodes) {
    this->allocateEntries();
    forRanges(this->problem().threads, this->problem().numDofs, [&](IndexRange range, int) {
      for (auto i = static_cast<std::size_t>(range.begin); i < static_cast<std::size_t>(range.end); ++i) {
        std::int32_t n = head[i];
        for (auto k = static_cast<std::size_t>(this->matrix_.rowBegin[i]);
             k < static_cast<std::size_t>(this->matrix_.rowBegin[i + 1]); ++k) {
          const ListNode<Real>& node = nodes[static_cast<std::size_t>(n)];
          this->matrix_.column[k] = node.column;
          this->matrix_.value[k] = node.value;
          n = node.next;
        }
      }
    });
  }
};

}  // namespace

template <class Real>
std::unique_ptr<StaticOperator<Real>> makeLinkedList(const CpuProblem<Real>& problem) {
  return std::make_unique<LinkedList<Real>>(problem);
}
template std::unique_ptr<StaticOperator<float>> makeLinkedList(const CpuProblem<float>&);
template std::unique_ptr<StaticOperator<double>> makeLinkedList(const CpuProblem<double>&);

}  // namespace fluxtet::statics::cpu
