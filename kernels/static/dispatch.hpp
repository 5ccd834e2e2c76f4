// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/femProblem.hpp"

#include <stdexcept>
#include <type_traits>

namespace fluxtet {

/// A form and an order that the compiler knows.
template <FormKind formKind, int elementOrder>
struct ElementKind {
  static constexpr FormKind form = formKind;
  static constexpr int order = elementOrder;
};

/// function(ElementKind<form, order>{}): the one place where both become known to the compiler.
template <class Function>
decltype(auto) withElement(FormKind form, int order, Function&& function) {
  const auto withOrder = [&]<FormKind f>(std::integral_constant<FormKind, f>) -> decltype(auto) {
    if (order == 1) return function(ElementKind<f, 1>{});
    if (order == 2) return function(ElementKind<f, 2>{});
    throw std::logic_error("the order of a static problem must be 1 or 2");
  };
  switch (form) {
    case FormKind::planar:
      return withOrder(std::integral_constant<FormKind, FormKind::planar>{});
    case FormKind::axisymmetric:
      return withOrder(std::integral_constant<FormKind, FormKind::axisymmetric>{});
    case FormKind::axisymmetricA:
      return withOrder(std::integral_constant<FormKind, FormKind::axisymmetricA>{});
    case FormKind::solid:
      return withOrder(std::integral_constant<FormKind, FormKind::solid>{});
  }
  throw std::logic_error("unknown form");
}

}  // namespace fluxtet
