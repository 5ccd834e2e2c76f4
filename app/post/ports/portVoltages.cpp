// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/ports/portVoltages.hpp"

#include "lib/base/mpi.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace fluxtet::ports {
namespace {

/// A "point" for each part of the ports, in their order: its value is the integral of the field over the part, V m^2 or
/// V m, because its weights are the integrals of the basis functions.
dgtd::PointSet partIntegrals(const dgtd::Discretisation& d) {
  const dgtd::PartIntegrals integrals(d.basis);
  dgtd::PointSet set;
  for (const dgtd::LumpedPort& port : d.lumpedPorts)
    for (std::size_t part = 0; part < port.elements.size(); ++part) {
      set.element.push_back(port.elements[part]);
      const Eigen::RowVectorXd weights = integrals.weights(port, part, d.mesh);
      set.weight.insert(set.weight.end(), weights.begin(), weights.end());
    }
  return set;
}

}  // namespace

template <class Real>
PortVoltages<Real>::PortVoltages(const dgtd::ObservedRun<Real>& run) : run_(run) {
  dgtd::PointSet set = partIntegrals(run.discretisation);
  numParts_ = set.element.size();
  constexpr std::int64_t mostRows = 512, mostVectors = 1 << 20;  // some 50 MB
  const std::int64_t most = maxOverRanks(run.comm, static_cast<std::int64_t>(numParts_));
  rowsPerBatch_ =
      static_cast<std::size_t>(std::clamp<std::int64_t>(mostVectors / std::max<std::int64_t>(1, most), 1, mostRows));
  handle_ = run.engine.points().add(std::move(set));
}

template <class Real>
std::vector<double> PortVoltages<Real>::take(std::size_t rows) const {
  const std::vector<dgtd::LumpedPort>& ports = run_.discretisation.lumpedPorts;
  std::vector<double> voltage(rows * ports.size(), 0.0);
  if (numParts_ > 0) {
    const std::vector<double> values = run_.engine.points().takeRecord(handle_);  // [row][E, H][element][xyz]
    for (std::size_t row = 0; row < rows; ++row) {
      const double* E = &values[row * 2 * 3 * numParts_];
      for (std::size_t p = 0; p < ports.size(); ++p)
        for (std::size_t i = 0; i < ports[p].elements.size(); ++i, E += 3)
          voltage[row * ports.size() + p] -=
              ports[p].copies * dot(ports[p].direction, Vec3{E[0], E[1], E[2]}) / ports[p].across();
    }
  }
  sumInPlace(run_.comm, voltage);
  return voltage;
}

template class PortVoltages<float>;
template class PortVoltages<double>;

}  // namespace fluxtet::ports
