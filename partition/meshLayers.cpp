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

bool isOneOf(const std::vector<std::int32_t>& regions, std::int32_t region) {
  return std::find(regions.begin(), regions.end(), region) != regions.end();
}

/// Finds one layer. Depths run outwards from the origin, so that both sides of a direction are alike. `layerRegions`:
/// of all layers; all other elements are the model, and the layer begins where these end.
class LayerSearch {
 public:
  LayerSearch(const MeshPart& part, const MeshLayerRequest& request, const std::vector<std::int32_t>& layerRegions,
              MPI_Comm comm)
      : part_(part), request_(request), layerRegions_(layerRegions), comm_(comm) {}

  /// Collective.
  MeshLayer find() {
    measure();
    agreeOnErrors(comm_, [&] {
      requireNoneBeside();
      requireNoneAcross();
    });
    const std::optional<std::vector<double>> planes = planesOfAllRanks();
    if (!planes || isCrossed(*planes)) return {outwards(begin_), {end_ - begin_}, true};
    MeshLayer layer{outwards(begin_), {}, false};
    for (std::size_t i = 1; i < planes->size(); ++i) layer.ends.push_back((*planes)[i] - begin_);
    return layer;
  }

  /// Whether an element belongs to the layer: one of its regions that lies behind its plane.
  bool contains(std::int32_t e) const { return isOfRegions(e) && extentOf(e).low > begin_ - tolerance_; }

 private:
  bool isOfRegions(std::int32_t e) const {
    return isOneOf(request_.regions, part_.region[static_cast<std::size_t>(e)]);
  }
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
    begin_ = end_ = -infinity;
    std::int64_t count = 0;
    for (std::int32_t e = 0; e < part_.numElements(); ++e) {
      const double high = extentOf(e).high;
      if (!isOneOf(layerRegions_, part_.region[static_cast<std::size_t>(e)])) begin_ = std::max(begin_, high);
      if (isOfRegions(e)) end_ = std::max(end_, high), ++count;
    }
    begin_ = maxOverRanks(comm_, begin_);
    end_ = maxOverRanks(comm_, end_);
    require(sumOverRanks(comm_, count) > 0, "absorbingLayers.{}: its regions have no elements", nameOf(request_.side));
    require(begin_ > -infinity,
            "absorbingLayers: all regions of the mesh are in layers, and none is left for the model");
    require(
        begin_ < end_,
        "absorbingLayers.{0}: its regions end at {1} = {2:.6g} m, but the model reaches to {1} = {3:.6g} m: a layer "
        "lies outside of the model on its side",
        nameOf(request_.side), "xyz"[request_.side.direction], outwards(end_), outwards(begin_));
    tolerance_ = samePlane * (end_ - begin_);
  }

  void requireNoneBeside() const {
    for (std::int32_t e = 0; e < part_.numElements(); ++e)
      if (!isOfRegions(e) && extentOf(e).high > begin_ + tolerance_) throwBeside(e);
  }

  void requireNoneAcross() const {
    for (std::int32_t e = 0; e < part_.numElements(); ++e) {
      if (!isOfRegions(e)) continue;
      const Extent extent = extentOf(e);
      if (extent.low > begin_ - tolerance_ || extent.high < begin_ + tolerance_) continue;
      throw InputError(fmt::format(
          "absorbingLayers.{0}: the model ends at {1} = {2:.6g} m, but an element of region '{3}' reaches from {1} = "
          "{4:.6g} m to {5:.6g} m: a layer begins at one plane, which none of its elements crosses",
          nameOf(request_.side), "xyz"[request_.side.direction], outwards(begin_),
          part_.groups.regions[static_cast<std::size_t>(part_.region[static_cast<std::size_t>(e)])],
          outwards(extent.low), outwards(extent.high)));
    }
  }

  [[noreturn]] void throwBeside(std::int32_t e) const {
    throw InputError(fmt::format(
        "absorbingLayers.{0}: the layer begins at {1} = {2:.6g} m, but an element of region '{3}' reaches to "
        "{1} = {4:.6g} m beside it: a layer covers its whole side of the mesh; name all regions behind one plane, "
        "those at edges and corners, or round the whole model, for each of their sides",
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
  const std::vector<std::int32_t>& layerRegions_;
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

/// Throws InputError for an element of a layer's region that lies behind none of the planes.
void requireAllInLayers(const MeshPart& part, const std::vector<std::int32_t>& layerRegions) {
  for (std::size_t e = 0; e < part.region.size(); ++e)
    if (part.kind[e] == 0 && isOneOf(layerRegions, part.region[e]))
      throw InputError(fmt::format(
          "absorbingLayers: an element of region '{}' lies behind no plane at which one of its layers begins: name the "
          "region for all sides of the model on which it lies",
          part.groups.regions[static_cast<std::size_t>(part.region[e])]));
}

}  // namespace

std::vector<MeshLayer> findMeshLayers(MeshPart& part, const std::vector<MeshLayerRequest>& requests,
                                      std::span<const std::int32_t> outer, MPI_Comm comm) {
  part.kind.resize(part.region.size(), 0);
  std::vector<std::int32_t> layerRegions;
  for (const MeshLayerRequest& request : requests)
    layerRegions.insert(layerRegions.end(), request.regions.begin(), request.regions.end());
  std::vector<MeshLayer> layers;
  for (const MeshLayerRequest& request : requests) {
    LayerSearch search(part, request, layerRegions, comm);
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
  agreeOnErrors(comm, [&] { requireAllInLayers(part, layerRegions); });
  return layers;
}

}  // namespace fluxtet::partition
