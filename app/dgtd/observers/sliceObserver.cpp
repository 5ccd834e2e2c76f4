// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/sliceObserver.hpp"

#include "app/dgtd/observers/sliceRegions.hpp"
#include "lib/base/mpi.hpp"

#include <algorithm>

namespace fluxtet::dgtd {
namespace {

PointList pointsOf(const SliceOutput& slice) {
  return {slicePointCount(slice),
          [&slice](std::int64_t begin, std::int64_t end) { return slicePoints(slice, begin, end); }};
}

}  // namespace

template <class Real>
SliceObserver<Real>::SliceObserver(const ObservedRun<Real>& run) : run_(run) {
  std::int64_t mostWriting = 0;
  for (const auto& slice : run_.theCase.output.slices) {
    const PointCount count = countPoints(run_.discretisation, pointsOf(slice), run_.comm);
    require(count.inside > 0, "{}: slice '{}' lies wholly outside the mesh: check its origin, u and v",
            toString(slice.mark), slice.name);
    bytes_ += PointSampler<Real>::bytes(count.own, run_.discretisation.basis.np());
    mostWriting = std::max(mostWriting, sliceWriterBytes(slice));
    if (mpiRank(run_.comm) == 0) bytes_ += sliceRegionsBytes(slice);
  }
  if (mpiRank(run_.comm) == 0) bytes_ += mostWriting;
}

template <class Real>
HostNeed SliceObserver<Real>::hostNeed() const {
  return {bytes_, "output.slices", "take fewer points, or `csv: false`"};
}

template <class Real>
void SliceObserver<Real>::open() {
  for (const auto& slice : run_.theCase.output.slices)
    slices_.push_back(
        {SliceWriter(slice, regionsOfSlice(run_.discretisation, slice, run_.comm), run_.theCase.output.directory),
         {run_.engine, run_.discretisation, pointsOf(slice), run_.comm},
         Schedule(slice.every, run_.axis.dt),
         slice.fields});
}

template <class Real>
std::int64_t SliceObserver<Real>::next(std::int64_t step) const {
  std::int64_t first = Observer<Real>::never;
  for (const auto& slice : slices_) first = std::min(first, slice.schedule.next(step));
  return first;
}

template <class Real>
void SliceObserver<Real>::record(const Moment& now) {
  run_.engine.synchronize();  // so that the time of the steps does not count as output
  const ScopedSeconds timing = this->timeOutput();
  for (const auto& slice : slices_)
    if (slice.schedule.due(now.step)) write(slice, now);
}

template <class Real>
void SliceObserver<Real>::finish(const Moment& last, std::vector<std::string>&) {
  const ScopedSeconds timing = this->timeOutput();
  for (const auto& slice : slices_)
    if (!slice.schedule.never() && !slice.schedule.due(last.step)) write(slice, last);
}

template <class Real>
void SliceObserver<Real>::write(const Slice& slice, const Moment& now) const {
  std::vector<double> E, H;
  for (const Field field : {Field::E, Field::H}) {
    const bool wanted = field == Field::E ? slice.fields.E : slice.fields.H;
    if (!wanted) continue;
    std::vector<double> own;
    slice.sampler.sample(field, own);
    (field == Field::E ? E : H) = slice.sampler.gather(own, 1);
  }
  agreeOnErrors(run_.comm, [&] {
    if (mpiRank(run_.comm) == 0) slice.writer.write(now.step, now.timeE, now.timeH, E, H);
  });
}

template class SliceObserver<float>;
template class SliceObserver<double>;

}  // namespace fluxtet::dgtd
