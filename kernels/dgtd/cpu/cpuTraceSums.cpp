// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/cpuTraceSums.hpp"

#include "kernels/dgtd/listChecks.hpp"
#include "lib/base/vec3.hpp"

#include <algorithm>
#include <utility>

namespace fluxtet::dgtd::cpu {
namespace {

/// Subtracts from the vector v its part along the unit vector n.
template <class Real>
void removeNormalPart(const std::array<Real, 3>& n, Real* v) {
  const Real part = n[0] * v[0] + n[1] * v[1] + n[2] * v[2];
  for (std::size_t c = 0; c < 3; ++c) v[c] -= part * n[c];
}

}  // namespace

template <class Real>
auto CpuTraceSums<Real>::makeFace(std::int32_t face) const -> Face {
  const BlockMesh<Real>& mesh = fields_.mesh();
  const int lanes = fields_.lanes(), f = face % 4;
  const std::int32_t slot = mesh.slots.ofElement(face / 4), block = slot / lanes, lane = slot % lanes;
  const std::int32_t outer = mesh.neighbourLink(face);
  if (outer % numLinkCodes == linkBoundary) refuseBoundaryFace();

  Vec3 t[3];
  for (int i = 0; i < 9; ++i) t[i / 3][i % 3] = mesh.edge[static_cast<std::size_t>((block * 9 + i) * lanes + lane)];
  const Vec3 normal = normalised(f == 0 ? cross(t[1] - t[0], t[2] - t[0]) : cross(t[f % 3], t[(f + 1) % 3]));
  Face result{{linkWord(slot, f), outer}, {}};
  for (std::size_t c = 0; c < 3; ++c) result.normal[c] = static_cast<Real>(normal[c]);
  return result;
}

template <class Real>
int CpuTraceSums<Real>::addFaces(std::span<const std::int32_t> faces) {
  requireFaces(faces, fields_.mesh().slots.numElements());
  List list;
  for (const std::int32_t face : faces) list.faces.push_back(makeFace(face));
  lists_.push_back(std::move(list));
  return static_cast<int>(lists_.size()) - 1;
}

template <class Real>
std::int64_t CpuTraceSums<Real>::bytes() const {
  std::int64_t sum = 0;
  for (const List& list : lists_) {
    sum += static_cast<std::int64_t>(list.faces.size() * sizeof(Face));
    for (const auto& sums : list.sums) sum += sums.bytes();
  }
  return sum;
}

template <class Real>
void CpuTraceSums<Real>::start(int list, Field field, int count) {
  List& of = listOf(list);
  PlacedSums<Real>& sums = of.sums[static_cast<std::size_t>(field)];
  sums = {};
  sums = {count, valuesPerFace(), fields_.zeros(of.size(), static_cast<std::int64_t>(count) * valuesPerFace())};
}

template <class Real>
void CpuTraceSums<Real>::readTraces(const Face& face, Field field, Real* tangential) const {
  const int nf = fields_.basis().nf(), lanes = fields_.lanes();
  for (const std::int32_t link : face.link) {
    const Real* slot = fields_.data(field) + fields_.place(link >> linkCodeBits);
    // The table says by link code where node m of a trace stands; its entries are the same for each local face.
    const std::int32_t* offset = fields_.mesh().traceOffset.data() + link % numLinkCodes;
    for (int m = 0; m < nf; ++m, tangential += 3) {
      for (int c = 0; c < 3; ++c) tangential[c] = slot[offset[m * numLinkCodes] + c * lanes];
      removeNormalPart(face.normal, tangential);
    }
  }
}

// The functions below share out faces among the threads as others do blocks.

template <class Real>
void CpuTraceSums<Real>::add(int list, Field field, std::span<const double> weight) {
  List& to = listOf(list);
  PlacedSums<Real>& sums = to.sums[static_cast<std::size_t>(field)];
  const std::vector<Real> rounded = sums.rounded(weight);
  fields_.parallel({0, to.size()}, [&](BlockRange mine) {
    const int values = valuesPerFace();
    Real traces[6 * nodesPerFace(maxOrder)];
    for (std::int32_t k = mine.begin; k < mine.end; ++k) {
      readTraces(to.faces[static_cast<std::size_t>(k)], field, traces);
      for (int s = 0; s < sums.count(); ++s) {
        Real* const sum = sums.at(k, s);
        for (int i = 0; i < values; ++i) sum[i] += rounded[static_cast<std::size_t>(s)] * traces[i];
      }
    }
  });
}

template <class Real>
void CpuTraceSums<Real>::download(int list, Field field, int sum, std::span<Real> values) const {
  const List& from = listOf(list);
  const PlacedSums<Real>& sums = from.sums[static_cast<std::size_t>(field)];
  sums.require(sum);
  fields_.parallel({0, from.size()}, [&](BlockRange mine) {
    for (std::int32_t k = mine.begin; k < mine.end; ++k)
      std::copy_n(sums.at(k, sum), valuesPerFace(), values.data() + static_cast<std::ptrdiff_t>(k) * valuesPerFace());
  });
}

template <class Real>
void CpuTraceSums<Real>::upload(int list, Field field, int sum, std::span<const Real> values) {
  List& to = listOf(list);
  PlacedSums<Real>& sums = to.sums[static_cast<std::size_t>(field)];
  sums.require(sum);
  fields_.parallel({0, to.size()}, [&](BlockRange mine) {
    for (std::int32_t k = mine.begin; k < mine.end; ++k)
      std::copy_n(values.data() + static_cast<std::ptrdiff_t>(k) * valuesPerFace(), valuesPerFace(), sums.at(k, sum));
  });
}

template class CpuTraceSums<float>;
template class CpuTraceSums<double>;

}  // namespace fluxtet::dgtd::cpu
