// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/incidentWaves.hpp"

#include "kernels/dgtd/cuda/toDevice.hpp"
#include "kernels/dgtd/laws.hpp"

namespace fluxtet::dgtd::cuda {
namespace {

/// The edges A->B and A->C of face f of an element, m, with A, B, C the face's vertices in ascending order.
std::array<double, 6> faceEdges(const DgtdProblem& problem, std::int32_t element, int f) {
  const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> gradients(
      &problem.gradient[9 * static_cast<std::size_t>(element)]);
  const Eigen::Matrix3d t = gradients.inverse();  // columns: edges from vertex 0
  Eigen::Matrix<double, 3, 4> vertex;
  vertex << Eigen::Vector3d::Zero(), t;
  std::array<int, 3> of{};
  for (int v = 0, w = 0; v < 4; ++v)
    if (v != f) of[static_cast<std::size_t>(w++)] = v;
  std::array<double, 6> edges{};
  for (int k = 0; k < 2; ++k)
    for (int c = 0; c < 3; ++c)
      edges[static_cast<std::size_t>(3 * k + c)] = vertex(c, of[static_cast<std::size_t>(k + 1)]) - vertex(c, of[0]);
  return edges;
}

}  // namespace

template <class Real>
IncidentWaves<Real>::IncidentWaves(const DgtdProblem& problem, const ClusterMesh<Real>& mesh,
                                   const BernsteinOperators& operators, cudaStream_t stream)
    : order_(problem.order),
      injects_(!problem.injectedFace.empty()),
      numInteriorElements_(problem.numInterior),
      numHaloFaces_(problem.numHaloFaces),
      waveforms_(problem.waveforms, stream) {
  if (mesh.waveFace.empty()) return;
  std::vector<WaveFace> face;
  std::vector<double> node;
  const std::size_t nodeValues = 3 * static_cast<std::size_t>(nodesPerFace(order_));
  for (std::size_t record = 0; record < mesh.waveFace.size(); ++record) {
    const auto at = static_cast<std::size_t>(mesh.waveFace[record]);
    const std::int32_t side = problem.incidentFace(at);
    if (side / 4 < numInteriorElements_) ++numInteriorFaces_;
    const MaterialValues medium = materialOf(problem, static_cast<std::size_t>(side / 4));
    const bool isInjected = at >= problem.waveFace.size();
    const double sign = isInjected ? problem.injectedSign[at - problem.waveFace.size()] : 1;
    face.push_back({faceEdges(problem, side / 4, side % 4), problem.waveBegin[at], problem.waveBegin[at + 1],
                    slowness(medium), fluxAdmittance(medium, Field::E), sign, mesh.waveNeighbour[record]});
    const double* nodes = &problem.waveNode[at * nodeValues];
    node.insert(node.end(), nodes, nodes + nodeValues);
  }
  face_ = toDevice(face, stream);
  node_ = toDevice(node, stream);
  waveOf_ = toDevice(problem.waveOfFace, stream);
  wave_ = toDevice(problem.waves, stream);
  toBernstein_ = toDevice<double>(std::span(&operators.faceToBernstein, 1), stream);
}

template <class Real>
std::int64_t IncidentWaves<Real>::bytes() const {
  return waveforms_.bytes() + static_cast<std::int64_t>(face_.bytes() + node_.bytes() + toBernstein_.bytes() +
                                                        waveOf_.bytes() + wave_.bytes());
}

template <class Real>
void IncidentWaves<Real>::launch(WaveTraces<Real> traces, Real* records, ElementRange range,
                                 cudaStream_t stream) const {
  const std::int32_t begin = range.begin < numInteriorElements_ ? 0 : numInteriorFaces_;
  const std::int32_t end =
      range.end > numInteriorElements_ ? static_cast<std::int32_t>(face_.size()) : numInteriorFaces_;
  if (begin >= end) return;
  traces.haloRecords = records;
  traces.record = records + (static_cast<std::ptrdiff_t>(numHaloFaces_) + begin) * traceSize(order_);
  const double* nodes = node_.data() + static_cast<std::ptrdiff_t>(begin) * 3 * nodesPerFace(order_);
  launchWaves(WaveArgs<Real>{order_, end - begin, face_.data() + begin, nodes, waveOf_.data(), wave_.data(),
                             waveforms_.table(), toBernstein_.data()},
              traces, stream);
}

template <class Real>
void IncidentWaves<Real>::write(const FieldTraces& of, KernelTime time, ElementRange range, bool injects,
                                const std::optional<ArrivalFlags>& arrival, cudaStream_t stream) const {
  WaveTraces<Real> traces{};
  traces.field = of.field;
  traces.time = time;
  traces.withWaves = true;
  traces.injects = injects;
  traces.values = of.values;
  if (arrival) {
    traces.awaited = arrival->onDevice;
    traces.numAwaited = static_cast<std::int32_t>(arrival->flags.size());
    traces.awaitedValue = arrival->argument;
  }
  launch(traces, of.records, range, stream);
}

template <class Real>
void IncidentWaves<Real>::leaveOut(const FieldTraces& of, ElementRange range, cudaStream_t stream) const {
  WaveTraces<Real> traces{};
  traces.field = of.field;
  traces.injects = true;
  traces.values = of.values;
  launch(traces, of.records, range, stream);
}

template class IncidentWaves<float>;
template class IncidentWaves<double>;

}  // namespace fluxtet::dgtd::cuda
