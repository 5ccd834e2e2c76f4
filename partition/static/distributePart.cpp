// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/static/distributePart.hpp"

#include <algorithm>
#include <numeric>

namespace fluxtet::statics {

namespace {

/// The values that `wanted` lists, ascending and each once.
std::vector<std::int32_t> distinct(std::vector<std::int32_t> wanted) {
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  wanted.shrink_to_fit();
  return wanted;
}

/// [whole][width] rows of the elements listed.
template <class T>
std::vector<T> rowsOf(const std::vector<T>& whole, std::span<const std::int32_t> elements, int width) {
  std::vector<T> rows;
  rows.reserve(elements.size() * width);
  for (const std::int32_t e : elements) {
    const auto row = whole.begin() + std::int64_t{e} * width;
    rows.insert(rows.end(), row, row + width);
  }
  return rows;
}

void numberAs(std::span<const std::int32_t> ids, std::vector<std::int32_t>& number) {
  for (std::size_t i = 0; i < ids.size(); ++i) number[ids[i]] = static_cast<std::int32_t>(i);
}

}  // namespace

ProblemCutter::ProblemCutter(const FemProblem& whole, std::span<const std::int32_t> ranks, int parts)
    : whole_(whole),
      parts_(parts),
      nodes_(nodesPerElement(whole.form, whole.order)),
      vertexNumber_(whole.numVertices()),
      dofNumber_(whole.numDofs) {
  sortElements(ranks);
  for (int p = 0; p < parts_; ++p) {
    std::vector<std::int32_t> dofs = rowsOf(whole_.elementDof, elementsOf(p), nodes_);
    std::erase_if(dofs, [](std::int32_t dof) { return dof < 0; });
    dofs_.push_back(distinct(std::move(dofs)));
  }
  findSharers();
}

std::span<const std::int32_t> ProblemCutter::elementsOf(int rank) const {
  return std::span(element_).subspan(begin_[rank], begin_[rank + 1] - begin_[rank]);
}

void ProblemCutter::sortElements(std::span<const std::int32_t> ranks) {
  begin_.assign(parts_ + 1, 0);
  for (const std::int32_t p : ranks) ++begin_[p + 1];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  std::vector<std::int64_t> next(begin_.begin(), begin_.end() - 1);
  element_.resize(ranks.size());
  for (std::size_t e = 0; e < ranks.size(); ++e) element_[next[ranks[e]]++] = static_cast<std::int32_t>(e);
}

void ProblemCutter::findSharers() {
  std::vector<std::int32_t> holders(whole_.numDofs, 0);
  for (const auto& dofs : dofs_)
    for (const std::int32_t dof : dofs) ++holders[dof];
  sharedAs_.assign(whole_.numDofs, -1);
  sharerBegin_.assign(1, 0);
  for (std::int32_t dof = 0; dof < whole_.numDofs; ++dof) {
    if (holders[dof] < 2) continue;
    sharedAs_[dof] = static_cast<std::int32_t>(sharerBegin_.size()) - 1;
    sharerBegin_.push_back(sharerBegin_.back() + holders[dof]);
  }
  sharer_.resize(sharerBegin_.back());
  std::vector<std::int32_t> next(sharerBegin_.begin(), sharerBegin_.end() - 1);
  for (int p = 0; p < parts_; ++p)
    for (const std::int32_t dof : dofs_[p])
      if (sharedAs_[dof] >= 0) sharer_[next[sharedAs_[dof]]++] = p;
}

PartData ProblemCutter::cut(int rank) {
  PartData part;
  const auto elements = elementsOf(rank);
  part.wholeDof = std::move(dofs_[rank]);
  part.shared = sharedBy(rank, part.wholeDof);
  numberAs(part.wholeDof, dofNumber_);
  part.problem.numDofs = static_cast<std::int32_t>(part.wholeDof.size());
  part.problem.coefficientSet = rowsOf(whole_.coefficientSet, elements, 1);
  cutVertices(elements, part.problem);
  cutNodes(elements, part.problem);
  return part;
}

void ProblemCutter::cutVertices(std::span<const std::int32_t> elements, FemProblem& part) {
  const int dimension = dimensionOf(whole_.form);
  part.elementVertex = rowsOf(whole_.elementVertex, elements, dimension + 1);
  const std::vector<std::int32_t> vertices = distinct(part.elementVertex);
  part.vertices = rowsOf(whole_.vertices, vertices, dimension);
  numberAs(vertices, vertexNumber_);
  for (std::int32_t& vertex : part.elementVertex) vertex = vertexNumber_[vertex];
}

void ProblemCutter::cutNodes(std::span<const std::int32_t> elements, FemProblem& part) const {
  part.elementDof = rowsOf(whole_.elementDof, elements, nodes_);
  for (std::int32_t& dof : part.elementDof)
    if (dof >= 0) dof = dofNumber_[dof];
  if (!whole_.elementSign.empty()) part.elementSign = rowsOf(whole_.elementSign, elements, 1);
}

SharedDofs ProblemCutter::sharedBy(int rank, std::span<const std::int32_t> dofs) const {
  SharedDofs shared;
  std::vector<std::vector<std::int32_t>> with(parts_);
  for (std::size_t i = 0; i < dofs.size(); ++i) {
    const std::int32_t s = sharedAs_[dofs[i]];
    if (s < 0) continue;
    for (std::int32_t k = sharerBegin_[s]; k < sharerBegin_[s + 1]; ++k)
      if (sharer_[k] != rank) with[sharer_[k]].push_back(static_cast<std::int32_t>(shared.dofs.size()));
    shared.dofs.push_back(static_cast<std::int32_t>(i));
  }
  shared.begin.push_back(0);
  for (int p = 0; p < parts_; ++p) {
    if (with[p].empty()) continue;
    shared.ranks.push_back(p);
    shared.place.insert(shared.place.end(), with[p].begin(), with[p].end());
    shared.begin.push_back(static_cast<std::int32_t>(shared.place.size()));
  }
  return shared;
}

}  // namespace fluxtet::statics
