// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/filterInductance.hpp"

#include "app/dgtd/levels/levelElements.hpp"
#include "app/dgtd/setup/krylovSpace.hpp"
#include "app/dgtd/step/filteredStep.hpp"
#include "app/dgtd/step/stepExecutor.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fluxtet::dgtd {
namespace {

/// Conjugate gradients end where the residual is this share of the right-hand side, or after so many products. The
/// spectrum of the filter lies between about 0.03 and 1.
constexpr double tolerance = 1e-4;
constexpr int mostProducts = 100;

/// The distribution j of 1 A in the elements of a region on this rank, as it drives E, E_t = S H - j; V/m^2 with the
/// time c0 t, [part][node].
class UnitCurrent {
 public:
  UnitCurrent(const Discretisation& d, const LumpedRegion& region) : d_(d), region_(region) {
    const PartIntegrals integrals(d.basis);
    const Eigen::LLT<Eigen::MatrixXd> mass(d.basis.mass());
    for (std::size_t part = 0; part < region.elements.size(); ++part) {
      const auto element = static_cast<std::size_t>(region.elements[part]);
      const double factor = constants::z0 / (region.across() * d.problem.epsilonR[element] * d.problem.volume[element]);
      density_.push_back(factor * mass.solve(integrals.weights(region, part, d.mesh).transpose()));
    }
  }
  /// Its nodal values on the elements of a level and higher ones, zero elsewhere: [element][node][xyz].
  template <class Real>
  void fill(int level, std::vector<Real>& values) const {
    values.assign(d_.valuesPerField(), Real(0));
    const auto np = static_cast<std::size_t>(d_.basis.np());
    for (std::size_t part = 0; part < region_.elements.size(); ++part) {
      const auto element = static_cast<std::size_t>(region_.elements[part]);
      if (d_.mesh.level[element] < level) continue;
      for (std::size_t node = 0; node < np; ++node)
        for (std::size_t i = 0; i < 3; ++i)
          values[(element * np + node) * 3 + i] +=
              static_cast<Real>(density_[part][static_cast<Eigen::Index>(node)] * region_.direction[i]);
    }
  }
  /// Highest level of its elements on this rank.
  int highestLevel() const {
    int level = 0;
    for (const std::int32_t element : region_.elements)
      level = std::max<int>(level, d_.mesh.level[static_cast<std::size_t>(element)]);
    return level;
  }

 private:
  const Discretisation& d_;
  const LumpedRegion& region_;
  std::vector<Eigen::VectorXd> density_;
};

/// Arrays of vectors of E on P_1, and what acts on them: the filter F = 1 - Q A with A = S S^T, and sums. A F = S G S^T
/// is symmetric, so that F is in the inner product (A x, y) = (S^T x, S^T y).
template <class Real>
class FilteredSpace {
 public:
  FilteredSpace(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, const Refinement& refinement, double step,
                MPI_Comm comm)
      : engine_(engine),
        executor_(engine, exchange, KernelSet::fused),
        refinement_(refinement),
        step_(step),
        comm_(comm) {}

  void add(ArrayId source, ArrayId out, double weight, bool fromZero) { sum(1, source, out, weight, fromZero); }
  /// out = F x.
  void filter(ArrayId x, ArrayId out) {
    add(x, out, 1, true);
    perform([&](std::vector<Stage>& stages) { appendFilter(1, out, step_, refinement_, stages); });
  }
  /// out += theta_l Delta_l^2 F_{l+1} P_l (x - A out), one level of Q x, where x is zero outside of P_l; `work` is
  /// overwritten.
  void addLevel(int level, ArrayId x, ArrayId out, ArrayId work) {
    perform([&](std::vector<Stage>& stages) {
      appendCurlCurl(level, out, -1, work, refinement_, stages);
      stages.push_back({.half = {}, .sum = ArraySum{x, work, 1}, .elements = own(level)});
      appendFilter(level + 1, work, step_, refinement_, stages);
    });
    const double ofLevel = step_ / std::exp2(level - 1);
    sum(level, work, out, refinement_.weight(level) * ofLevel * ofLevel, false);
  }
  /// (x, y) in the inner product of the energy, without its half.
  double product(ArrayId x, ArrayId y) const {
    return 2 * innerProductOn<Real>(own(1), engine_.energies(), Field::E, x, y, comm_);
  }
  /// out = -S^T x, a field H on P_1 and its neighbours.
  void curl(ArrayId x, ArrayId out) {
    const LevelElements& first = refinement_.levels.front();
    executor_.perform({.half = {Field::H, 1, 0, 0, CurlOnly{x, out, true}},
                       .elements = first.withNeighbours,
                       .exchangesSource = first.crossesRanks,
                       .changesTraces = first.crossesRanks},
                      0);
  }
  double productOfCurls(ArrayId x, ArrayId y) const {
    return 2 *
           innerProductOn<Real>(refinement_.levels.front().withNeighbours, engine_.energies(), Field::H, x, y, comm_);
  }
  /// An array for a curl, which the filter overwrites.
  ArrayId curlArray() const { return refinement_.arrays.curl; }

 private:
  const ElementList& own(int level) const { return refinement_.levels[static_cast<std::size_t>(level - 1)].own; }
  void sum(int level, ArrayId source, ArrayId out, double weight, bool fromZero) {
    executor_.perform({.half = {}, .sum = ArraySum{source, out, weight, fromZero}, .elements = own(level)}, 0);
  }
  template <class Append>
  void perform(Append&& append) {
    std::vector<Stage> stages;
    append(stages);
    for (const Stage& stage : stages) executor_.perform(stage, 0);
  }

  FieldEngine<Real>& engine_;
  StepExecutor<Real> executor_;
  const Refinement& refinement_;
  double step_;
  MPI_Comm comm_;
};

/// Solves F x = r by conjugate gradients, where r is overwritten. `p`, `Fp`, `curlOfP`: work arrays, the last one of H.
template <class Real>
void solve(FilteredSpace<Real>& space, ArrayId r, ArrayId x, ArrayId p, ArrayId Fp, ArrayId curlOfP) {
  const ArrayId curl = space.curlArray();
  const auto squareOf = [&](ArrayId v) {
    space.curl(v, curl);
    return space.productOfCurls(curl, curl);
  };
  space.add(r, x, 0, true);
  space.add(r, p, 1, true);
  double square = squareOf(r);
  const double enough = tolerance * tolerance * square;
  for (int k = 0; k < mostProducts && square > enough; ++k) {
    space.filter(p, Fp);
    space.curl(p, curlOfP);
    space.curl(Fp, curl);
    const double length = square / space.productOfCurls(curlOfP, curl);
    space.add(p, x, length, false);
    space.add(Fp, r, -length, false);
    const double next = squareOf(r);
    space.add(p, p, next / square, true);
    space.add(r, p, 1, false);
    square = next;
  }
}

}  // namespace

// With F = 1 - Q A and E_tt = -A F E - j I_t, A E = F^-T A F E, so that E - F E = Q A E = -Q F^-T (E_tt + j I_t) and
// Q F^-T = F^-1 Q. What E_tt adds is of the order of the error in time.
template <class Real>
double filterInductance(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, const Discretisation& d,
                        const LumpedRegion& region, double dt, MPI_Comm comm) {
  if (d.timeLevels.count == 0) return 0;
  const UnitCurrent current(d, region);
  const std::int64_t highest = maxOverRanks(comm, static_cast<std::int64_t>(current.highestLevel()));
  if (highest == 0) return 0;

  engine.freeWorkArrays();
  const int count = d.timeLevels.count;
  const Refinement refinement{levelElements(d.mesh, d.mesh.level, count, comm), addFilterArrays(engine, count),
                              d.problem.jumpShare(Field::E)};
  const double step = constants::c0 * dt;
  FilteredSpace<Real> space(engine, exchange, refinement, step, comm);
  // Traces of other ranks are exchanged where a level is cut, and are those of before elsewhere: of E, but not of the
  // other arrays, they would be other than 0. So no curl is taken of E.
  const ArrayId E = arrayOf(Field::E), r = refinement.arrays.before;
  const ArrayId p = engine.addWorkArray(), Fp = engine.addWorkArray();
  std::vector<Real> values;
  // r = Q j, from the finest level that has a part of j on.
  for (int level = static_cast<int>(highest); level >= 1; --level) {
    current.fill(level, values);
    engine.upload(Field::E, values);
    space.addLevel(level, E, r, p);
  }
  solve(space, r, E, p, Fp, arrayOf(Field::H));
  space.add(E, r, 1, true);
  current.fill(1, values);
  engine.upload(Field::E, values);
  const double product = space.product(E, r);
  engine.freeWorkArrays();
  return region.copies * product / (constants::z0 * constants::c0);
}

template <class Real>
void setFilterInductances(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, Discretisation& d, double dt,
                          MPI_Comm comm) {
  for (LumpedPort& port : d.lumpedPorts) port.filterInductance = filterInductance(engine, exchange, d, port, dt, comm);
  for (LumpedRegion& load : d.loads) load.filterInductance = filterInductance(engine, exchange, d, load, dt, comm);
}

template double filterInductance(FieldEngine<float>&, TraceExchange<float>&, const Discretisation&, const LumpedRegion&,
                                 double, MPI_Comm);
template double filterInductance(FieldEngine<double>&, TraceExchange<double>&, const Discretisation&,
                                 const LumpedRegion&, double, MPI_Comm);
template void setFilterInductances(FieldEngine<float>&, TraceExchange<float>&, Discretisation&, double, MPI_Comm);
template void setFilterInductances(FieldEngine<double>&, TraceExchange<double>&, Discretisation&, double, MPI_Comm);

}  // namespace fluxtet::dgtd
