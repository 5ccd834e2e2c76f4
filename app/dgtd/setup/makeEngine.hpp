// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/device/computeDevice.hpp"
#include "kernels/dgtd/fieldEngine.hpp"

#include <memory>

namespace fluxtet::dgtd {

/// Makes the engine of one rank's problem on its device. Collective. Throws on every rank if it fails on any.
template <class Real>
std::unique_ptr<FieldEngine<Real>> makeEngine(const ComputeDevice& device, const DgtdProblem& problem);

}  // namespace fluxtet::dgtd
