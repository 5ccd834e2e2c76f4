// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/device/computeDevice.hpp"
#include "kernels/dgtd/fieldEngine.hpp"

#include <memory>

namespace fluxtet::dgtd {

/// The engine of one rank's problem on its device. Collective; errors of any rank reach all.
template <class Real>
std::unique_ptr<FieldEngine<Real>> makeEngine(const ComputeDevice& device, const DgtdProblem& problem);

}  // namespace fluxtet::dgtd
