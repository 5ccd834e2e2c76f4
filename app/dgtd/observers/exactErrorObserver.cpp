// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/exactErrorObserver.hpp"

#include "app/dgtd/setup/exactFields.hpp"

#include <algorithm>
#include <vector>

namespace fluxtet::dgtd {

template <class Real>
void ExactErrorObserver<Real>::summarise(const Moment& last, RunSummary& summary) const {
  const auto& boundaries = run_.theCase.boundaries;
  const bool closed = std::all_of(boundaries.begin(), boundaries.end(),
                                  [](const auto& boundary) { return boundary.kind == BoundaryKind::pec; });
  if (!closed || !run_.theCase.sources.empty()) return;
  std::vector<Real> values(run_.discretisation.valuesPerField());
  const auto errorOf = [&](Field field, double time) {
    run_.engine.download(field, values);
    return relativeError<Real>(exact_, run_.discretisation, field, time, values, run_.comm);
  };
  summary.exact = RunSummary::ExactError{errorOf(Field::E, last.timeE), errorOf(Field::H, last.timeH)};
}

template class ExactErrorObserver<float>;
template class ExactErrorObserver<double>;

}  // namespace fluxtet::dgtd
