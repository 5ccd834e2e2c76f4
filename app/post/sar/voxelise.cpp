// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/sar/voxelise.hpp"

#include "lib/base/mpi.hpp"
#include "lib/base/mpiTags.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <span>

namespace fluxtet::sar {

namespace {

/// Barycentric coordinates down to this count as inside, so that no centre falls between two elements.
constexpr double insideTolerance = 1e-10;

/// What one element says of one voxel.
struct VoxelRecord {
  std::int64_t voxel = 0;
  std::int64_t element = 0;  ///< global id
  float power = 0;           ///< W/m^3
  std::int32_t tissue = 0;
};

using Place = std::array<std::int64_t, 3>;

std::int16_t tissueOf(const dgtd::Discretisation& d, const Tissues& tissues, std::int32_t element) {
  if (d.problem.isInLayer(element)) return Tissues::none;
  return tissues.ofRegion[static_cast<std::size_t>(d.mesh.region[static_cast<std::size_t>(element)])];
}

std::array<double, 4> barycentric(const dgtd::Discretisation& d, std::int32_t element, const Vec3& x) {
  const double* g = &d.problem.gradient[9 * static_cast<std::size_t>(element)];
  const Vec3 from = x - vertexOf(d.mesh, element, 0);
  std::array<double, 4> lambda{1, 0, 0, 0};
  for (std::size_t v = 1; v < 4; ++v) {
    lambda[v] = dot({g[3 * v - 3], g[3 * v - 2], g[3 * v - 1]}, from);
    lambda[0] -= lambda[v];
  }
  return lambda;
}

/// Products of a field's components at a point of an element. phi: [node] values of its polynomials there.
template <class Real>
PhasorProducts productsAt(const dgtd::ComplexField<Real>& F, std::int32_t element, const std::vector<double>& phi) {
  std::array<std::complex<double>, 3> value{};
  for (std::size_t n = 0; n < phi.size(); ++n)
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t at = (static_cast<std::size_t>(element) * phi.size() + n) * 3 + c;
      value[c] += phi[n] * std::complex<double>(F.re[at], F.im[at]);
    }
  PhasorProducts products;
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b) products[3 * a + b] = std::conj(value[a]) * value[b];
  return products;
}

/// Absorbed power density at a point of an element, W/m^3.
template <class Real>
double lossAt(const dgtd::Discretisation& d, const dgtd::Spectrum<Real>& spectrum, std::int32_t element,
              const Losses& losses, const std::array<double, 4>& lambda) {
  const std::vector<double> phi = d.basis.evaluate(lambda);
  return losses.density([&] { return productsAt(spectrum.E, element, phi); },
                        [&] { return productsAt(spectrum.H, element, phi); });
}

/// Calls visit(place, lambda) for the voxels whose centres lie in an element.
template <class Visit>
void visitCentres(const dgtd::Discretisation& d, std::int32_t element, const VoxelGrid& grid, const Visit& visit) {
  Place first{}, last{};
  for (std::size_t c = 0; c < 3; ++c) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (int v = 0; v < 4; ++v) {
      const double at = (vertexOf(d.mesh, element, v)[c] - grid.origin[c]) / grid.size;
      low = std::min(low, at);
      high = std::max(high, at);
    }
    first[c] = static_cast<std::int64_t>(std::ceil(low - 0.5 - insideTolerance * (high - low)));
    last[c] = static_cast<std::int64_t>(std::floor(high - 0.5 + insideTolerance * (high - low)));
  }
  for (std::int64_t k = first[2]; k <= last[2]; ++k)
    for (std::int64_t j = first[1]; j <= last[1]; ++j)
      for (std::int64_t i = first[0]; i <= last[0]; ++i) {
        const auto lambda = barycentric(d, element, grid.centre({i, j, k}));
        if (*std::min_element(lambda.begin(), lambda.end()) >= -insideTolerance) visit(Place{i, j, k}, lambda);
      }
}

template <class Real>
std::vector<VoxelRecord> ownRecords(const dgtd::Discretisation& d, const Tissues& tissues, const VoxelGrid& grid,
                                    const dgtd::Spectrum<Real>& spectrum) {
  std::vector<VoxelRecord> records;
  for (std::int32_t e = 0; e < d.mesh.numElements; ++e) {
    const std::int16_t tissue = tissueOf(d, tissues, e);
    if (tissue == Tissues::none) continue;
    const Losses& losses = tissues.losses[static_cast<std::size_t>(tissue)];
    const std::int64_t id = d.mesh.elementId[static_cast<std::size_t>(e)];
    visitCentres(d, e, grid, [&](const Place& place, const std::array<double, 4>& lambda) {
      const double power = lossAt(d, spectrum, e, losses, lambda);
      records.push_back({grid.index(place[0], place[1], place[2]), id, static_cast<float>(power), tissue});
    });
  }
  return records;
}

/// The voxels on rank 0 while records of all ranks come in.
class VoxelMerge {
 public:
  VoxelMerge(const VoxelGrid& grid, const Tissues& tissues) : tissues_(tissues) {
    const auto total = static_cast<std::size_t>(grid.total());
    voxels_ = {grid, std::vector<std::int16_t>(total, TissueVoxels::background), std::vector<float>(total),
               std::vector<float>(total)};
    owner_.assign(total, std::numeric_limits<std::int64_t>::max());
  }
  void add(std::span<const VoxelRecord> records) {
    for (const VoxelRecord& record : records) {
      const auto v = static_cast<std::size_t>(record.voxel);
      if (record.element >= owner_[v]) continue;
      owner_[v] = record.element;
      voxels_.tissue[v] = static_cast<std::int16_t>(record.tissue);
      voxels_.density[v] = static_cast<float>(tissues_.density[static_cast<std::size_t>(record.tissue)]);
      voxels_.power[v] = record.power;
    }
  }
  TissueVoxels take() { return std::move(voxels_); }

 private:
  const Tissues& tissues_;
  TissueVoxels voxels_;
  std::vector<std::int64_t> owner_;  ///< element that a voxel's values come from
};

constexpr std::int64_t recordsPerMessage = 1 << 20;

int messageBytes(std::int64_t left) {
  return static_cast<int>(std::min(left, recordsPerMessage) * static_cast<std::int64_t>(sizeof(VoxelRecord)));
}

void sendRecords(const std::vector<VoxelRecord>& records, MPI_Comm comm) {
  const auto total = static_cast<std::int64_t>(records.size());
  for (std::int64_t begin = 0; begin < total; begin += recordsPerMessage)
    mpiCheck(MPI_Send(&records[static_cast<std::size_t>(begin)], messageBytes(total - begin), MPI_BYTE, 0,
                      mpiTag::voxelRecords, comm));
}

void receiveRecords(int rank, std::int64_t total, VoxelMerge& merge, MPI_Comm comm) {
  std::vector<VoxelRecord> records(static_cast<std::size_t>(std::min(total, recordsPerMessage)));
  for (std::int64_t begin = 0; begin < total; begin += recordsPerMessage) {
    const int bytes = messageBytes(total - begin);
    mpiCheck(MPI_Recv(records.data(), bytes, MPI_BYTE, rank, mpiTag::voxelRecords, comm, MPI_STATUS_IGNORE));
    merge.add(std::span(records).first(static_cast<std::size_t>(bytes) / sizeof(VoxelRecord)));
  }
}

}  // namespace

VoxelGrid tissueGrid(const dgtd::Discretisation& d, const Tissues& tissues, double size, MPI_Comm comm) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Vec3 low{infinity, infinity, infinity}, high{-infinity, -infinity, -infinity};
  for (std::int32_t e = 0; e < d.mesh.numElements; ++e) {
    if (tissueOf(d, tissues, e) == Tissues::none) continue;
    for (int v = 0; v < 4; ++v)
      for (std::size_t c = 0; c < 3; ++c) {
        low[c] = std::min(low[c], vertexOf(d.mesh, e, v)[c]);
        high[c] = std::max(high[c], vertexOf(d.mesh, e, v)[c]);
      }
  }
  minInPlace(comm, low);
  maxInPlace(comm, high);
  VoxelGrid grid;
  grid.size = size;
  for (std::size_t c = 0; c < 3; ++c) {
    const double first = std::floor(low[c] / size) - 1, last = std::ceil(high[c] / size) + 1;
    grid.origin[c] = first * size;
    grid.count[c] = static_cast<std::int64_t>(std::min(last - first, 1e6));
  }
  return grid;
}

template <class Real>
TissueVoxels voxelise(const dgtd::Discretisation& d, const Tissues& tissues, const VoxelGrid& grid,
                      const dgtd::Spectrum<Real>& spectrum, MPI_Comm comm) {
  const std::vector<VoxelRecord> own = ownRecords(d, tissues, grid, spectrum);
  const auto counts = gatherOverRanks(comm, static_cast<std::int64_t>(own.size()));
  if (mpiRank(comm) != 0) {
    sendRecords(own, comm);
    return {grid, {}, {}, {}};
  }
  VoxelMerge merge(grid, tissues);
  merge.add(own);
  for (std::size_t rank = 1; rank < counts.size(); ++rank)
    receiveRecords(static_cast<int>(rank), counts[rank], merge, comm);
  return merge.take();
}

std::int64_t voxeliseBytes(const VoxelGrid& grid) {
  constexpr std::int64_t perVoxel =
      sizeof(std::int16_t) + 2 * sizeof(float) + sizeof(std::int64_t) + sizeof(VoxelRecord);
  return grid.total() * perVoxel;
}

template TissueVoxels voxelise(const dgtd::Discretisation&, const Tissues&, const VoxelGrid&,
                               const dgtd::Spectrum<float>&, MPI_Comm);
template TissueVoxels voxelise(const dgtd::Discretisation&, const Tissues&, const VoxelGrid&,
                               const dgtd::Spectrum<double>&, MPI_Comm);

}  // namespace fluxtet::sar
