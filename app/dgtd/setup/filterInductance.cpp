// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/filterInductance.hpp"

#include "app/dgtd/levels/levelElements.hpp"
#include "app/dgtd/setup/filteredSpace.hpp"
#include "app/dgtd/step/filteredStep.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
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

/// r += theta_l Delta_l^2 F_{l+1} P_l (j - A r), one level of r = Q j, where j is zero outside of P_l; `work` is
/// overwritten.
template <class Real>
void addLevel(FilteredSpace<Real>& space, int level, ArrayId j, ArrayId r, ArrayId work) {
  space.curlCurl(level, r, -1, work);
  space.add(level, j, work, 1, false);
  space.filter(level + 1, work);
  space.add(level, work, r, space.weight(level), false);
}

/// Solves F x = r by conjugate gradients, where r is overwritten. `p`, `Fp`, `curlOfP`: work arrays, the last one of H.
/// With A = S S^T, F = 1 - Q A is symmetric in the inner product (A x, y) = (S^T x, S^T y), since A F = S G S^T is.
template <class Real>
void solve(FilteredSpace<Real>& space, ArrayId r, ArrayId x, ArrayId p, ArrayId Fp, ArrayId curlOfP) {
  const ArrayId curl = space.arrays().curl;
  const auto squareOf = [&](ArrayId v) {
    space.curl(v, curl);
    return space.productOfCurls(curl, curl);
  };
  space.add(1, r, x, 0, true);
  space.add(1, r, p, 1, true);
  double square = squareOf(r);
  const double enough = tolerance * tolerance * square;
  for (int k = 0; k < mostProducts && square > enough; ++k) {
    space.add(1, p, Fp, 1, true);
    space.filter(1, Fp);
    space.curl(p, curlOfP);
    space.curl(Fp, curl);
    const double length = square / space.productOfCurls(curlOfP, curl);
    space.add(1, p, x, length, false);
    space.add(1, Fp, r, -length, false);
    const double next = squareOf(r);
    space.add(1, p, p, next / square, true);
    space.add(1, r, p, 1, false);
    square = next;
  }
}

/// The work arrays of filterInductance() besides those of the filter.
struct SolverArrays {
  ArrayId p = 0, Fp = 0;
};

/// The inductance of a region, H. With F = 1 - Q A and E_tt = -A F E - j I_t, A E = F^-T A F E, so that E - F E = Q A E
/// = -Q F^-T (E_tt + j I_t) and Q F^-T = F^-1 Q. What E_tt adds is of the order of the error in time.
template <class Real>
double filterInductance(FieldEngine<Real>& engine, FilteredSpace<Real>& space, const SolverArrays& arrays,
                        const Discretisation& d, const LumpedRegion& region, MPI_Comm comm) {
  const UnitCurrent current(d, region);
  const std::int64_t highest = maxOverRanks(comm, static_cast<std::int64_t>(current.highestLevel()));
  if (highest == 0) return 0;
  const ArrayId E = arrayOf(Field::E), r = space.arrays().before;
  const auto& [p, Fp] = arrays;
  std::vector<Real> values;
  const auto setCurrent = [&](int level) {
    current.fill(level, values);
    engine.upload(Field::E, values);
  };
  // r = Q j, from the finest level that has a part of j on.
  space.add(1, r, r, 0, true);
  for (int level = static_cast<int>(highest); level >= 1; --level) {
    setCurrent(level);
    addLevel(space, level, E, r, p);
  }
  // No curl is taken of E, which may hold traces of other ranks.
  solve(space, r, E, p, Fp, arrayOf(Field::H));
  space.add(1, E, r, 1, true);
  setCurrent(1);
  return region.copies * space.product(1, E, r) / (constants::z0 * constants::c0);
}

}  // namespace

template <class Real>
void setFilterInductances(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, Discretisation& d, double dt,
                          MPI_Comm comm) {
  const int count = d.timeLevels.count;
  if (count == 0 || (d.lumpedPorts.empty() && d.loads.empty())) return;
  engine.freeWorkArrays();
  const Refinement refinement{levelElements(d.mesh, d.mesh.level, count, comm), addFilterArrays(engine, count)};
  FilteredSpace<Real> space(engine, exchange, refinement, constants::c0 * dt, comm);
  const SolverArrays arrays{engine.addWorkArray(), engine.addWorkArray()};
  const auto set = [&](LumpedRegion& region) {
    region.filterInductance = filterInductance(engine, space, arrays, d, region, comm);
  };
  for (LumpedPort& port : d.lumpedPorts) set(port);
  for (LumpedRegion& load : d.loads) set(load);
  engine.freeWorkArrays();
}

template void setFilterInductances(FieldEngine<float>&, TraceExchange<float>&, Discretisation&, double, MPI_Comm);
template void setFilterInductances(FieldEngine<double>&, TraceExchange<double>&, Discretisation&, double, MPI_Comm);

}  // namespace fluxtet::dgtd
