// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/femProblem.hpp"

#include <stdexcept>
#include <type_traits>

namespace fluxtet::statics {

/// A form and an order as the compiler knows them.
template <FormKind formKind, int elementOrder>
struct ElementKind {
  static constexpr FormKind form = formKind;
  static constexpr int order = elementOrder;
};

/// Calls function(ElementKind<form, order>{}) and returns what it returns: the one place where form and order become
/// known to the compiler. Throws std::logic_error for an order other than 1 and 2.
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

}  // namespace fluxtet::statics
