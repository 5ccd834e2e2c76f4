// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/methods.hpp"

#include <stdexcept>
#include <type_traits>

namespace fluxtet::gpu {

/// function(integral_constant<int, nd>): the nodes of an element become known to the compiler.
template <class Function>
decltype(auto) withNodes(int nd, Function&& function) {
  switch (nd) {
    case 3:
      return function(std::integral_constant<int, 3>{});
    case 4:
      return function(std::integral_constant<int, 4>{});
    case 6:
      return function(std::integral_constant<int, 6>{});
    case 10:
      return function(std::integral_constant<int, 10>{});
    default:
      throw std::logic_error("unknown number of nodes");
  }
}

/// The same with the kind of reduction.
template <class Function>
decltype(auto) withEbe(int nd, ReductionKind reduction, Function&& function) {
  return withNodes(nd, [&](auto nodes) {
    switch (reduction) {
      case ReductionKind::adjacent:
        return function(nodes, std::integral_constant<ReductionKind, ReductionKind::adjacent>{});
      case ReductionKind::remapped:
        return function(nodes, std::integral_constant<ReductionKind, ReductionKind::remapped>{});
      case ReductionKind::shuffle:
        return function(nodes, std::integral_constant<ReductionKind, ReductionKind::shuffle>{});
    }
    throw std::logic_error("unknown reduction");
  });
}

}  // namespace fluxtet::gpu
