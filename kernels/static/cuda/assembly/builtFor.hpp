// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/assembly/meteredAssembly.hpp"

namespace fluxtet::gpu {

/// Whether a pattern that was built once still belongs to a problem and a matrix.
class BuiltFor {
 public:
  template <class Real>
  bool operator()(const AssemblyTask<Real>& task) const {
    return dofs_ != nullptr && dofs_ == task.problem.elementDof.data() && elements_ == task.problem.numElements &&
           column_ == task.matrix.column.data() && nonzeros_ == task.matrix.nonzeros;
  }
  template <class Real>
  void set(const AssemblyTask<Real>& task) {
    dofs_ = task.problem.elementDof.data();
    elements_ = task.problem.numElements;
    column_ = task.matrix.column.data();
    nonzeros_ = task.matrix.nonzeros;
  }

 private:
  const std::int32_t* dofs_ = nullptr;
  const std::int32_t* column_ = nullptr;
  std::int32_t elements_ = 0;
  std::int64_t nonzeros_ = 0;
};

}  // namespace fluxtet::gpu
