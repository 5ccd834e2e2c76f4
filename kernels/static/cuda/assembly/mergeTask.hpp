// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/assembly/meteredAssembly.hpp"
#include "kernels/static/cuda/assembly/rowLayout.hpp"

namespace fluxtet::gpu {

/// Fills matrix and right-hand side of a task whose rows have been laid out, from the nodes of each row and their
/// records (elementNodes.hpp).
template <class Real, class Nodes>
void mergeRows(AssemblyTask<Real>& task, const Nodes& nodes, const Real* record, RowLayout& layout) {
  const auto& problem = task.problem;
  const MergeArgs<Real, Nodes> merge{{task.nd(), problem.numDofs, nodes, problem.elementDof.data()},
                                     layout.places(task.matrix.rowBegin.data()),
                                     record,
                                     problem.prescribed.data(),
                                     task.matrix.column.data(),
                                     task.matrix.value.data(),
                                     task.rightHandSide.data()};
  launchMerge(merge, task.stream);
  layout.longRows.assemble(problem, task.matrix.value.data(), task.rightHandSide.data(), task.stream);
}

}  // namespace fluxtet::gpu
