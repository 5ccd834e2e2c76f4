// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/ports/modeOverlaps.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "lib/basis/faceMass.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace fluxtet::ports {

// Two "points" for each face, side and mode, one for each direction in the plane of the port: their value is the
// integral of the field vector times that component of e, with the factor 1/2 of the mean, and their weights are those
// of the nodes on the face.
template <class Real>
ModeOverlaps<Real>::ModeOverlaps(const dgtd::ObservedRun<Real>& run) : run_(run) {
  const dgtd::Discretisation& d = run.discretisation;
  const ReferenceElement& basis = d.basis;
  const auto nf = static_cast<std::size_t>(basis.nf()), np = static_cast<std::size_t>(basis.np());
  std::array<Eigen::MatrixXd, 4> massOf;
  for (int f = 0; f < 4; ++f) massOf[static_cast<std::size_t>(f)] = faceMass(basis, f);
  dgtd::PointSet set;
  for (const dgtd::WavePort& port : d.wavePorts.ports) {
    const int axis = static_cast<int>(
        std::find_if(port.normal.begin(), port.normal.end(), [](double n) { return n != 0; }) - port.normal.begin());
    const double n = port.normal[static_cast<std::size_t>(axis)];
    for (std::size_t m = 0; m < port.modes.size(); ++m)
      for (const auto* faces : {&port.modelFace, &port.layerFace})
        for (std::size_t f = 0; f < faces->size(); ++f)
          for (int turn = 1; turn <= 2; ++turn) {
            const std::int32_t face = (*faces)[f];
            const int component = (axis + turn) % 3, across = (axis + 3 - turn) % 3;
            // (H x n)_c = H_a n_b - H_b n_a with (c, a, b) cyclic, of which only one factor n is not 0.
            const double sign = (component + 1) % 3 == across ? n : -n;
            terms_.push_back({static_cast<std::uint32_t>(numModes_ + m), component, across, sign});
            set.element.push_back(face / 4);
            const std::size_t begin = set.weight.size();
            set.weight.resize(begin + np, 0.0);
            const double area = norm(outwardAreaOf(d.mesh, face));
            const Eigen::MatrixXd& mass = massOf[static_cast<std::size_t>(face % 4)];
            for (std::size_t i = 0; i < nf; ++i) {
              const auto node = static_cast<std::size_t>(basis.faceNode(face % 4, static_cast<int>(i)));
              for (std::size_t k = 0; k < nf; ++k)
                set.weight[begin + node] += 0.5 * area *
                                            mass(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) *
                                            port.electric[m][3 * (f * nf + k) + static_cast<std::size_t>(component)];
            }
          }
    numModes_ += port.modes.size();
  }
  constexpr std::int64_t mostRows = 512, mostVectors = 1 << 20;  // some 50 MB
  const std::int64_t most = maxOverRanks(run.comm, static_cast<std::int64_t>(terms_.size()));
  rowsPerBatch_ =
      static_cast<std::size_t>(std::clamp<std::int64_t>(mostVectors / std::max<std::int64_t>(1, most), 1, mostRows));
  if (!terms_.empty()) handle_ = run.engine.points().add(std::move(set));
}

template <class Real>
void ModeOverlaps<Real>::record() const {
  if (!terms_.empty()) run_.engine.points().record(handle_);
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
