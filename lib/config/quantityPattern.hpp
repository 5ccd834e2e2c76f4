// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace fluxtet::config {

/// Regular expression (ECMA-262) of a text that is a number with or without a unit of the dimension of `siUnit`. It
/// takes single units, powers, and products and quotients of two powers up to the third as parseUnit() does. A product
/// of more factors passes without a look at its dimension.
std::string quantityPattern(std::string_view siUnit);
/// The same of a number of steps: "100 steps".
std::string stepsPattern();

}  // namespace fluxtet::config
