// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/output/summary.hpp"
#include "partition/exchange/traceExchange.hpp"

#include <string>

namespace fluxtet {

/// What the exchange of all ranks did in `steps` steps since its statistics were reset; the same on every rank.
/// Collective.
template <class Real>
RunSummary::ExchangeSummary summariseExchange(const TraceExchange<Real>& exchange, std::int64_t steps, MPI_Comm comm);

/// "3 pairs of ranks: 2 peer, 1 pinned through MPI"; with what it cost, where that was measured.
std::string exchangeText(const RunSummary::ExchangeSummary& report);

extern template RunSummary::ExchangeSummary summariseExchange(const TraceExchange<float>&, std::int64_t, MPI_Comm);
extern template RunSummary::ExchangeSummary summariseExchange(const TraceExchange<double>&, std::int64_t, MPI_Comm);

}  // namespace fluxtet
