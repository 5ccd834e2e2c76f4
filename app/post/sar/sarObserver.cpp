// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/sar/sarObserver.hpp"

#include "lib/base/mpi.hpp"

#include <spdlog/spdlog.h>

#include <utility>

namespace fluxtet::sar {

template <class Real>
void SarObserver<Real>::take(const dgtd::Spectrum<Real>& spectrum) {
  if (study_.wants(spectrum.frequency)) results_.push_back(study_.evaluate(spectrum, run_.theCase.output.directory));
}

template <class Real>
void SarObserver<Real>::finish(const dgtd::Moment&, std::vector<std::string>& warnings) {
  for (const SarResult& result : results_) {
    if (mpiRank(run_.comm) == 0)
      for (const auto& line : sarLines(result)) spdlog::info("{}", line);
    for (auto& warning : powerWarnings(result.powers)) warnings.push_back(std::move(warning));
  }
}

template <class Real>
void SarObserver<Real>::summarise(const dgtd::Moment&, RunSummary& summary) const {
  if (results_.empty()) return;
  summary.sections.emplace_back("powers", powersJson(results_));
  if (!results_.front().tissues.empty()) summary.sections.emplace_back("sar", sarJson(results_));
}

template class SarObserver<float>;
template class SarObserver<double>;

}  // namespace fluxtet::sar
