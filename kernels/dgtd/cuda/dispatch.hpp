// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/compileTime.hpp"
#include "lib/basis/orders.hpp"

#include <stdexcept>

namespace fluxtet::dgtd::cuda {

/// Calls function(Constant<order>) and returns its result: the one place where the order, known at run time, becomes a
/// template argument. Throws std::logic_error unless the order is 1 to 4.
template <class Function>
decltype(auto) withOrder(int order, Function&& function) {
  static_assert(minOrder == 1 && maxOrder == 4, "a case for each order");
  switch (order) {
    case 1:
      return function(Constant<1>{});
    case 2:
      return function(Constant<2>{});
    case 3:
      return function(Constant<3>{});
    case 4:
      return function(Constant<4>{});
  }
  throw std::logic_error("the order must be 1 to 4");
}

}  // namespace fluxtet::dgtd::cuda
