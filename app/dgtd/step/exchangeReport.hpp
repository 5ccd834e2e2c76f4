// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/output/summary.hpp"
#include "partition/exchange/traceExchange.hpp"

#include <string>

namespace fluxtet::dgtd {

/// Routes and cost of the exchange of all ranks over the `steps` time steps since its statistics were reset: pairs of
/// ranks by route, bytes per step, seconds per message, share hidden behind computation. The same on every rank.
/// Collective.
template <class Real>
RunSummary::ExchangeSummary summariseExchange(const TraceExchange<Real>& exchange, std::int64_t steps, MPI_Comm comm);

/// One line for the log, such as "3 pairs of ranks exchange traces: 2 peer, 1 pinned, through MPI", followed by bytes
/// and time where these were measured.
std::string exchangeText(const RunSummary::ExchangeSummary& report);

extern template RunSummary::ExchangeSummary summariseExchange(const TraceExchange<float>&, std::int64_t, MPI_Comm);
extern template RunSummary::ExchangeSummary summariseExchange(const TraceExchange<double>&, std::int64_t, MPI_Comm);

}  // namespace fluxtet::dgtd
