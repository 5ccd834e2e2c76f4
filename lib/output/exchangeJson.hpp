// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/output/summary.hpp"

#include <nlohmann/json.hpp>

namespace fluxtet {

/// `exchange` of a summary: pairs of ranks by their way, bytes a step and, where GPUs measured them, a message's time
/// and how much of it is hidden.
nlohmann::ordered_json exchangeJson(const RunSummary::ExchangeSummary& exchange);

}  // namespace fluxtet
