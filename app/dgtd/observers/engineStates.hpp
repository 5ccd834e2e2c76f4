// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/fieldEngine.hpp"
#include "lib/output/checkpoint.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace fluxtet::dgtd {

/// Returns the states of an engine besides E and H with their elements, without values. elementId [element]: global ids
/// of the rank's elements.
template <class Real>
CheckpointStates<Real> statesWithoutValues(const FieldEngine<Real>& engine, std::span<const std::int64_t> elementId);
/// Returns the same with their present values. `valuesPerElement` is 3 Np.
template <class Real>
CheckpointStates<Real> downloadStates(const FieldEngine<Real>& engine, std::span<const std::int64_t> elementId,
                                      std::size_t valuesPerElement);
/// Sets the states of an engine from `states`, which has all of statesWithoutValues().
template <class Real>
void uploadStates(const CheckpointStates<Real>& states, FieldEngine<Real>& engine);

}  // namespace fluxtet::dgtd
