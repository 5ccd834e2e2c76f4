// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/step/exchangeReport.hpp"

#include "lib/base/memory.hpp"
#include "lib/base/mpi.hpp"

#include <fmt/format.h>

namespace fluxtet::dgtd {

template <class Real>
RunSummary::ExchangeSummary summariseExchange(const TraceExchange<Real>& exchange, std::int64_t steps, MPI_Comm comm) {
  const RouteCounts own = exchange.routeCounts();
  const ExchangeStatistics cost = exchange.statistics();
  // Both ranks of a pair count it.
  const auto pairs = [&](int neighbours) {
    return static_cast<int>(sumOverRanks(comm, static_cast<std::int64_t>(neighbours)) / 2);
  };
  RunSummary::ExchangeSummary report;
  report.host = pairs(own.host);
  report.peer = pairs(own.peer);
  report.gpuAware = pairs(own.gpuAware);
  report.pinnedShared = pairs(own.pinnedShared);
  report.pinnedMpi = pairs(own.pinnedMpi);
  const auto bytes = static_cast<double>(sumOverRanks(comm, cost.bytes));
  report.bytesPerStep = steps > 0 ? bytes / static_cast<double>(steps) : 0;
  const double transfer = sumOverRanks(comm, cost.transferSeconds), exposed = sumOverRanks(comm, cost.exposedSeconds);
  const auto timed = static_cast<double>(sumOverRanks(comm, cost.timedMessages));
  if (timed > 0 && transfer > 0) {
    report.hiddenShare = 1 - exposed / transfer;
    report.messageSeconds = transfer / timed;
  }
  return report;
}

std::string exchangeText(const RunSummary::ExchangeSummary& report) {
  std::string routes;
  const auto add = [&](int pairs, const char* name) {
    if (pairs > 0) routes += fmt::format("{}{} {}", routes.empty() ? "" : ", ", pairs, name);
  };
  add(report.host, "through MPI");
  add(report.peer, "peer");
  add(report.gpuAware, "GPU-aware MPI");
  add(report.pinnedShared, "pinned, in shared memory");
  add(report.pinnedMpi, "pinned, through MPI");
  std::string text =
      fmt::format("{} pair{} of ranks exchange traces: {}", report.pairs(), report.pairs() == 1 ? "" : "s", routes);
  if (report.bytesPerStep > 0)
    text += fmt::format("; {} a step", bytesText(static_cast<std::int64_t>(report.bytesPerStep)));
  if (report.hiddenShare)
    text += fmt::format("; a message takes {:.3g} us, {:.1f} % of it hidden behind computing",
                        1e6 * report.messageSeconds, 100 * *report.hiddenShare);
  return text;
}

template RunSummary::ExchangeSummary summariseExchange(const TraceExchange<float>&, std::int64_t, MPI_Comm);
template RunSummary::ExchangeSummary summariseExchange(const TraceExchange<double>&, std::int64_t, MPI_Comm);

}  // namespace fluxtet::dgtd
