// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/ports/modeOverlaps.hpp"

#include "app/post/ports/overlapTerms.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"

#include <algorithm>
#include <utility>

namespace fluxtet::ports {

// A "point" for each term, whose value is the vector that the term's weights make of a field.
template <class Real>
ModeOverlaps<Real>::ModeOverlaps(const dgtd::ObservedRun<Real>& run) : run_(run) {
  const dgtd::Discretisation& d = run.discretisation;
  dgtd::PointSet set;
  for (const dgtd::WavePort& port : d.wavePorts.ports)
    for (std::size_t m = 0; m < port.modes.size(); ++m, ++numModes_)
      for (const OverlapTerm& term : overlapTerms(port, m, d)) {
        terms_.push_back({static_cast<std::uint32_t>(numModes_), term.component, term.across, term.sign});
        set.element.push_back(term.element);
        set.weight.insert(set.weight.end(), term.weight.begin(), term.weight.end());
      }
  constexpr std::int64_t mostRows = 512, mostVectors = 1 << 20;  // some 50 MB
  const std::int64_t most = maxOverRanks(run.comm, static_cast<std::int64_t>(terms_.size()));
  rowsPerBatch_ =
      static_cast<std::size_t>(std::clamp<std::int64_t>(mostVectors / std::max<std::int64_t>(1, most), 1, mostRows));
  if (!terms_.empty()) handle_ = run.engine.points().add(std::move(set));
}

template <class Real>
std::vector<double> ModeOverlaps<Real>::take(std::size_t rows) const {
  std::vector<double> overlaps(rows * numModes_ * 2, 0.0);
  if (numModes_ == 0) return overlaps;
  if (!terms_.empty()) {
    const std::vector<double> values = run_.engine.points().takeRecord(handle_);  // [row][E, H][point][xyz]
    for (std::size_t row = 0; row < rows; ++row) {
      const double* E = &values[row * 6 * terms_.size()];
      const double* H = E + 3 * terms_.size();
      for (std::size_t t = 0; t < terms_.size(); ++t, E += 3, H += 3) {
        double* const mode = &overlaps[(row * numModes_ + terms_[t].mode) * 2];
        mode[0] += E[terms_[t].component];
        mode[1] += terms_[t].sign * H[terms_[t].across] / constants::z0;
      }
    }
  }
  sumInPlace(run_.comm, overlaps);
  return overlaps;
}

template class ModeOverlaps<float>;
template class ModeOverlaps<double>;

}  // namespace fluxtet::ports
