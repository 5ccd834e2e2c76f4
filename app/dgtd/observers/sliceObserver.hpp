// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/observedRun.hpp"
#include "app/dgtd/observers/observer.hpp"
#include "app/dgtd/observers/pointSampler.hpp"
#include "app/dgtd/observers/schedule.hpp"
#include "lib/output/sliceWriter.hpp"

#include <vector>

namespace fluxtet::dgtd {

/// Writes the slices of `output.slices`, and at the end one of the last fields for each slice whose `every` is not
/// `never`.
template <class Real>
class SliceObserver final : public Observer<Real> {
 public:
  /// Throws InputError on every rank for a slice that does not cut the mesh. Collective.
  explicit SliceObserver(const ObservedRun<Real>& run);
  /// Memory of the samplers of all slices and, on rank 0, of the largest slice while it is written.
  HostNeed hostNeed() const override;
  void open() override;
  std::int64_t next(std::int64_t step) const override;
  void record(const Moment& now) override;
  void finish(const Moment& last, std::vector<std::string>& warnings) override;

 private:
  struct Slice {
    SliceWriter writer;
    PointSampler<Real> sampler;
    Schedule schedule;
    FieldSelection fields;
  };
  void write(const Slice& slice, const Moment& now) const;

  ObservedRun<Real> run_;
  std::vector<Slice> slices_;  ///< empty before open()
  std::int64_t bytes_ = 0;
};

}  // namespace fluxtet::dgtd
