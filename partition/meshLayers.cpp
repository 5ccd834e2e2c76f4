// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/meshLayers.hpp"

#include "lib/base/mpi.hpp"
#include "lib/base/vec3.hpp"
#include "lib/mesh/visitFaces.hpp"
#include "partition/faceMatch.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace fluxtet::partition {
namespace {

/// Coordinates that differ by less than this share of a layer's thickness are one plane.
constexpr double samePlane = 1e-6;
/// A layer of more planes is taken for an unstructured one.
constexpr std::size_t mostPlanes = 1000;
/// A face is perpendicular to an axis if the cosine between its normal and the axis falls short of 1 by at most this.
constexpr double obliqueTolerance = 1e-6;

/// The lowest of every group of values that lie within `tolerance` of it, ascending.
std::vector<double> distinct(std::vector<double> values, double tolerance) {
  std::sort(values.begin(), values.end());
  std::vector<double> result;
  for (const double x : values)
    if (result.empty() || x - result.back() > tolerance) result.push_back(x);
  return result;
}

struct Extent {
  double low, high;  ///< m
};

/// Finds one layer. Depths run outwards from the origin, so that both sides of a direction are alike.
class LayerSearch {
 public:
  LayerSearch(const MeshPart& part, const MeshLayerRequest& request, MPI_Comm comm)
      : part_(part), request_(request), comm_(comm) {}

  /// Collective.
  MeshLayer find() {
    measure();
    agreeOnErrors(comm_, [&] { requireNoneBeside(); });
    const std::optional<std::vector<double>> planes = planesOfAllRanks();
    if (!planes || isCrossed(*planes)) return {outwards(begin_), {end_ - begin_}, true};
    MeshLayer layer{outwards(begin_), {}, false};
    for (std::size_t i = 1; i < planes->size(); ++i) layer.ends.push_back((*planes)[i] - begin_);
    return layer;
  }

  bool contains(std::int32_t e) const {
    const auto& regions = request_.regions;
    return std::find(regions.begin(), regions.end(), part_.region[static_cast<std::size_t>(e)]) != regions.end();
  }

 private:
  double outwards(double x) const { return request_.side.high == 1 ? x : -x; }

  std::array<double, 4> coordinates(std::int32_t e) const {
    std::array<double, 4> x{};
    const std::int64_t* ids = &part_.elementVertex[4 * static_cast<std::size_t>(e)];
    for (std::size_t i = 0; i < 4; ++i)
      x[i] = outwards(part_.positionOf(ids[i])[static_cast<std::size_t>(request_.side.direction)]);
    return x;
  }
  Extent extentOf(std::int32_t e) const {
    const auto x = coordinates(e);
    return {*std::min_element(x.begin(), x.end()), *std::max_element(x.begin(), x.end())};
  }

  void measure() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    begin_ = infinity;
    end_ = -infinity;
    for (std::int32_t e = 0; e < part_.numElements(); ++e) {
      if (!contains(e)) continue;
      const Extent extent = extentOf(e);
      begin_ = std::min(begin_, extent.low);
      end_ = std::max(end_, extent.high);
    }
    begin_ = minOverRanks(comm_, begin_);
    end_ = maxOverRanks(comm_, end_);
    require(begin_ < end_, "absorbingLayers.{}: its regions have no elements", nameOf(request_.side));
    tolerance_ = samePlane * (end_ - begin_);
  }

  void requireNoneBeside() const {
    for (std::int32_t e = 0; e < part_.numElements(); ++e)
      if (!contains(e) && extentOf(e).high > begin_ + tolerance_) throwBeside(e);
  }

  [[noreturn]] void throwBeside(std::int32_t e) const {
    throw InputError(fmt::format(
        "absorbingLayers.{0}: the layer begins at {1} = {2:.6g} m, but an element of region '{3}' reaches to "
        "{1} = {4:.6g} m beside it: a layer covers its whole side of the mesh; name all regions behind one plane, "
        "those at edges and corners for each of their sides",
        nameOf(request_.side), "xyz"[request_.side.direction], outwards(begin_),
        part_.groups.regions[static_cast<std::size_t>(part_.region[static_cast<std::size_t>(e)])],
        outwards(extentOf(e).high)));
  }

  /// The planes through the layer's vertices; none if these are too many.
  std::optional<std::vector<double>> planesOfAllRanks() const {
    std::vector<double> own;
    for (std::int32_t e = 0; e < part_.numElements(); ++e)
      if (contains(e))
        for (const double x : coordinates(e)) own.push_back(x);
    own = distinct(std::move(own), tolerance_);
    if (maxOverRanks(comm_, static_cast<std::int64_t>(own.size())) > static_cast<std::int64_t>(mostPlanes))
      return std::nullopt;
    std::vector<double> all;
    const std::vector<std::vector<double>> toEach(static_cast<std::size_t>(mpiSize(comm_)), own);
    for (const std::vector<double>& values : exchangeAll(comm_, toEach))
      all.insert(all.end(), values.begin(), values.end());
    return distinct(std::move(all), tolerance_);
  }

  /// Whether an element reaches over a plane. Collective.
  bool isCrossed(const std::vector<double>& planes) const {
    std::int64_t crossings = 0;
    for (std::int32_t e = 0; e < part_.numElements(); ++e) {
      if (!contains(e)) continue;
      const Extent extent = extentOf(e);
      const auto next = std::upper_bound(planes.begin(), planes.end(), extent.low + tolerance_);
      if (next == planes.end() || extent.high > *next + tolerance_) ++crossings;
    }
    return sumOverRanks(comm_, crossings) > 0;
  }

  const MeshPart& part_;
  const MeshLayerRequest& request_;
  MPI_Comm comm_;
  double begin_ = 0, end_ = 0, tolerance_ = 0;  ///< m
};

/// Throws InputError for an outer face of an element in a layer that stands oblique to the axes.
void requireUprightFaces(const MeshPart& part, std::int32_t e, std::span<const std::int32_t> outer) {
  const std::int64_t* ids = &part.elementVertex[4 * static_cast<std::size_t>(e)];
  for (int f = 0; f < 4; ++f) {
    const std::int32_t side = 4 * e + f;
    const std::int32_t group = part.faceGroup[static_cast<std::size_t>(side)];
    if (group < 0 || std::find(outer.begin(), outer.end(), group) == outer.end()) continue;
    const auto v = faceVertices(ids, f);
    const Vec3 a = part.positionOf(v[0]);
    const Vec3 normal = cross(part.positionOf(v[1]) - a, part.positionOf(v[2]) - a);
    if (largestComponent(normal) >= (1 - obliqueTolerance) * norm(normal)) continue;
    throw InputError(fmt::format(
        "{} bounds an absorbing layer of the mesh (absorbingLayers) but stands oblique to the axes: absorbing "
        "layers need a box; put a box of air round the model and layers outside of that",
        describeFace(part, side)));
  }
}

}  // namespace

std::vector<MeshLayer> findMeshLayers(MeshPart& part, const std::vector<MeshLayerRequest>& requests,
                                      std::span<const std::int32_t> outer, MPI_Comm comm) {
  part.kind.resize(part.region.size(), 0);
  std::vector<MeshLayer> layers;
  for (const MeshLayerRequest& request : requests) {
    LayerSearch search(part, request, comm);
    layers.push_back(search.find());
    agreeOnErrors(comm, [&] {
      for (std::int32_t e = 0; e < part.numElements(); ++e) {
        if (!search.contains(e)) continue;
        requireUprightFaces(part, e, outer);
        auto& kind = part.kind[static_cast<std::size_t>(e)];
        kind = static_cast<std::uint8_t>(kind | 1 << request.side.direction);
      }
    });
  }
  return layers;
}

}  // namespace fluxtet::partition
