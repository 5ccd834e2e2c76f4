// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/hostDevice.hpp"

namespace fluxtet::dgtd::cuda {

/// A function argument whose value is a constant expression.
template <int value_>
struct Constant {
  static constexpr int value = value_;
};

namespace detail {
template <int... i>
struct Sequence {};
template <int n, int... i>
struct MakeSequence : MakeSequence<n - 1, n - 1, i...> {};
template <int... i>
struct MakeSequence<0, i...> {
  using Type = Sequence<i...>;
};
template <class Function, int... i>
FLUXTET_HOST_DEVICE void forEachOf(Function& function, Sequence<i...>) {
  (function(Constant<i>{}), ...);
}
}  // namespace detail

/// Calls function(Constant<0>), ..., function(Constant<n - 1>): a loop whose index is a constant expression. So entries
/// of operators become immediate operands of instructions, and arrays indexed by it stay in registers.
template <int n, class Function>
FLUXTET_HOST_DEVICE void forEach(Function function) {
  detail::forEachOf(function, typename detail::MakeSequence<n>::Type{});
}

}  // namespace fluxtet::dgtd::cuda
