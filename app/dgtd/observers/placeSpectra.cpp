// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/placeSpectra.hpp"

#include "app/dgtd/observers/sliceRegions.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/pointLocator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace fluxtet::dgtd {
namespace {

PointList pointsOf(const DftOutput& dft) {
  const std::int64_t count = phasorPointCount(dft);
  require(count <= std::numeric_limits<std::int32_t>::max(),
          "{}: output.dft: {} points, those of lines and slices together, are more than 2^31: use fewer",
          toString(dft.mark), count);
  return {count, [&dft](std::int64_t begin, std::int64_t end) { return phasorPoints(dft, begin, end); }};
}

std::vector<SliceRegions> regionsOf(const DftOutput& dft, const Discretisation& d, MPI_Comm comm) {
  std::vector<SliceRegions> regions;
  for (const SliceGrid& slice : dft.slices) regions.push_back(regionsOfSlice(d, slice, comm));
  return regions;
}

/// "1 slice", "2 slices".
std::string counted(std::size_t count, const std::string& what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace

void visitElementsOfPlaces(const DftOutput& dft, const Discretisation& d, MPI_Comm comm,
                           const std::function<void(std::int32_t element)>& use) {
  visitPoints(d, pointsOf(dft), comm, [&](std::int64_t, const LocatedPoint& located) {
    if (located.element >= 0) use(located.element);
  });
}

template <class Real>
PlaceSpectra<Real>::PlaceSpectra(const ObservedRun<Real>& run, std::span<const std::int32_t> elements)
    : dft_(*run.theCase.output.dft),
      discretisation_(run.discretisation),
      comm_(run.comm),
      places_(run.discretisation, pointsOf(dft_), set_, run.comm),
      files_(dft_, regionsOf(dft_, discretisation_, comm_), run.theCase.output.directory) {
  requireInside();
  std::vector<std::int32_t> holding = set_.element;
  std::sort(holding.begin(), holding.end());
  const auto numHolding = std::unique(holding.begin(), holding.end()) - holding.begin();
  description_ =
      fmt::format("{}, {} and {}, {} points in {} elements of the mesh", counted(dft_.points.size(), "point"),
                  counted(dft_.lines.size(), "line"), counted(dft_.slices.size(), "slice"), places_.numPoints(),
                  sumOverRanks(comm_, static_cast<std::int64_t>(numHolding)));
  for (std::int32_t& element : set_.element)
    element = static_cast<std::int32_t>(std::lower_bound(elements.begin(), elements.end(), element) - elements.begin());
}

template <class Real>
void PlaceSpectra<Real>::requireInside() const {
  const auto& [low, high] = discretisation_.boundingBox;
  const std::vector<bool>& outside = places_.outside();
  auto at = outside.begin();
  for (const NamedPoint& point : dft_.points)
    require(!*at++,
            "{}: output.dft.points: '{}' at ({}, {}, {}) m lies outside the mesh, which spans ({}, {}, {}) to ({}, {}, "
            "{}) m",
            toString(point.mark), point.name, point.at[0], point.at[1], point.at[2], low[0], low[1], low[2], high[0],
            high[1], high[2]);
  const auto requireSome = [&](std::int64_t count, const Mark& mark, const char* key, const std::string& name,
                               const char* advice) {
    const auto end = at + count;
    require(std::find(at, end, false) != end, "{}: output.dft.{}: '{}' lies wholly outside the mesh: check its {}",
            toString(mark), key, name, advice);
    at = end;
  };
  for (const LineGrid& line : dft_.lines) requireSome(line.points, line.mark, "lines", line.name, "from and to");
  for (const SliceGrid& slice : dft_.slices)
    requireSome(slicePointCount(slice), slice.mark, "slices", slice.name, "origin, u and v");
}

template <class Real>
std::int64_t PlaceSpectra<Real>::bytes() const {
  const auto own = static_cast<std::int64_t>(places_.numOwned());
  // Re and Im of E and H, own values and those on their way.
  constexpr std::int64_t values = 2 * 4 * 3 * sizeof(double);
  return PointPlaces::bytes(own, discretisation_.basis.np()) + own * values +
         (mpiRank(comm_) == 0 ? PhasorFiles::bytes(dft_) : 0);
}

template <class Real>
void PlaceSpectra<Real>::appendValues(const std::vector<Real>& nodal, double factor,
                                      std::vector<double>& values) const {
  const auto np = static_cast<std::size_t>(discretisation_.basis.np());
  for (std::size_t i = 0; i < places_.numOwned(); ++i) {
    const Real* const node = &nodal[static_cast<std::size_t>(set_.element[i]) * np * 3];
    const double* const weight = &set_.weight[i * np];
    for (std::size_t c = 0; c < 3; ++c) {
      double sum = 0;
      for (std::size_t n = 0; n < np; ++n) sum += weight[n] * static_cast<double>(node[3 * n + c]);
      values.push_back(factor * sum);
    }
  }
}

template <class Real>
void PlaceSpectra<Real>::take(const Spectrum<Real>& spectrum) {
  // The solver's second field is Z0 H.
  constexpr double toH = 1.0 / constants::z0;
  std::vector<double> own;
  std::size_t rows = 0;
  const auto add = [&](const ComplexField<Real>& field, double factor) {
    appendValues(field.re, factor, own);
    appendValues(field.im, factor, own);
    rows += 2;
  };
  if (dft_.fields.E) add(spectrum.E, 1.0);
  if (dft_.fields.H) add(spectrum.H, toH);
  const std::vector<double> all = places_.gather(own, rows);
  agreeOnErrors(comm_, [&] {
    if (mpiRank(comm_) != 0) return;
    const std::size_t perRow = 3 * places_.numPoints();
    std::size_t row = 0;
    const auto next = [&] { return std::span<const double>(all).subspan(perRow * row++, perRow); };
    PhasorView view{.frequency = spectrum.frequency};
    if (dft_.fields.E) {
      view.reE = next();
      view.imE = next();
    }
    if (dft_.fields.H) {
      view.reH = next();
      view.imH = next();
    }
    files_.add(view);
  });
}

template <class Real>
void PlaceSpectra<Real>::finish() const {
  agreeOnErrors(comm_, [&] {
    if (mpiRank(comm_) == 0) files_.finish();
  });
}

template class PlaceSpectra<float>;
template class PlaceSpectra<double>;

}  // namespace fluxtet::dgtd
