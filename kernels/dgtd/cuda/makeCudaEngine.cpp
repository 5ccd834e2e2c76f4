// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cudaEngine.hpp"

#include "kernels/dgtd/cuda/cudaEngine.hpp"
#include "lib/basis/referenceElement.hpp"

#include <algorithm>

namespace fluxtet::dgtd {

template <class Real>
std::unique_ptr<FieldEngine<Real>> makeCudaEngine(const DgtdProblem& problem) {
  return std::make_unique<cuda::CudaEngine<Real>>(problem);
}

namespace {

/// Bytes of the incident waves: their records, their faces with nodes and waves, and lists by gathered trace or
/// cluster, for which 8 bytes an element are enough.
std::int64_t waveBytes(const EngineSize& size) {
  const WaveSize& waves = size.waves;
  const std::int64_t faces = waves.waveFaces + waves.injectedFaces;
  if (faces == 0) return 0;
  const std::int64_t slice = faces * cuda::traceSize(size.order) * static_cast<std::int64_t>(size.bytesPerReal);
  const bool forTarget = waves.waveFaces > 0 || size.fieldsWithJumps > 0;
  const auto slices = cuda::WaveSlices::fitting(slice, forTarget, !size.upwind);
  const std::int64_t face = static_cast<std::int64_t>(sizeof(cuda::WaveFace)) + 3 * 8 * nodesPerFace(size.order);
  return slices.count() * slice + faces * face + 4 * waves.wavesOfFaces + 8 * size.elements;
}

}  // namespace

std::int64_t cudaEngineBytes(const EngineSize& size) {
  const int order = size.order;
  const auto real = static_cast<std::int64_t>(size.bytesPerReal);
  // Fields whose new values go to an array of their own.
  const std::int64_t penalised = size.upwind ? 0 : size.fieldsWithJumps;
  const std::int64_t next =
      std::max<std::int64_t>(penalised, (size.laws.hasSheets[0] ? 1 : 0) + (size.laws.hasSheets[1] ? 1 : 0));
  // Bytes of fields for an element: the larger of two phases.
  // Time step estimate: both fields, their kept copies, and the ids of the elements.
  // Steps: both fields; two right-hand sides, or one field that is kept for the energy; the new values of each field
  // with jump terms; sums over time; and jumps at faces with split kernels, whose right-hand side and kept field are
  // two fields.
  const std::int64_t field = cuda::elementStride(order) * real;
  const std::int64_t fluxes = size.splitKernels ? 4 * cuda::traceSize(order) * real : 0;
  const bool rhs = size.upwind || size.rungeKutta || size.splitKernels;
  const std::int64_t arrays =
      std::max<std::int64_t>((4 + size.workArraysOfEstimate) * field + 8,
                             ((rhs ? 4 : 3) + next + size.spectra + size.workArrays) * field + fluxes);
  const std::int64_t record =
      size.bytesPerReal == sizeof(float) ? sizeof(cuda::ElementRecord<float>) : sizeof(cuda::ElementRecord<double>);
  // Further bytes for an element: element record, edges, volume, lists of gathered traces and of partners and, with the
  // upwind flux, materials across the faces (24 for all of these), jump scales, and corners.
  const std::int64_t perElement =
      arrays + record + 9 * real + 8 + 24 + 4 * penalised * real + (size.corners ? 3 * 8 : 0);
  // Bytes for a halo face. Seven trace records: of two fields and parities those that arrive (4), those that are packed
  // of each field (2) and those of CudaTraces::pack() (1); with local time steps zeros (1) and those of messages of
  // a level that arrive (4). Besides slotFace and five pointers to destinations. Lists of the faces of messages of a
  // level are short.
  const std::int64_t traceRecords = size.workArrays > 0 ? 12 : 7;
  const std::int64_t perHaloFace = traceRecords * cuda::traceSize(order) * real + 4 + 5 * 8;
  const std::int64_t staging =
      std::min<std::int64_t>(size.elements, cuda::stagedElements) * 3 * nodesPerElement(order) * real;
  const std::int64_t shared = size.haloFaces > 0 ? cuda::TraceRecords<float>::sharedUnit : 0;
  // States of poles, and with split kernels the sum of their currents.
  const std::int64_t split = size.splitKernels ? 1 : 0;
  const std::int64_t ofPoles =
      size.poleElements * (size.poleStates + split) +
      size.magneticPoleElements * (size.magneticPoleStates + split * (size.magneticPoleStates > 0));
  // Media with tensors: the state of plasmas, and with split kernels the field before an update; matrices of half steps
  // (9 numbers, 9 where they decay, 27 of a plasma) and of the time step estimate (9); edges for the energies.
  const std::int64_t tensorElements = size.tensors.ofField[0] + size.tensors.ofField[1];
  const int tensorFields = (size.tensors.ofField[0] > 0 ? 1 : 0) + (size.tensors.ofField[1] > 0 ? 1 : 0);
  const std::int64_t ofTensors = (size.tensors.ofPlasma + split * tensorElements) * field +
                                 ((tensorElements + size.tensors.ofField[0] + tensorElements) * 9 +
                                  size.tensors.ofPlasma * 27 + tensorFields * size.elements * 9) *
                                     real;
  // States of absorbing layers of both fields, and with split kernels the field before an update.
  const std::int64_t ofLayers = 2 * size.layers.ofStates + split * size.layers.elements;
  const std::int64_t states = (ofPoles + ofLayers) * field + ofTensors;
  // Faces with laws: description, states, records of both fields, and a list by cluster.
  const std::int64_t ofLaws = size.laws.faces == 0
                                  ? 0
                                  : size.laws.faces * (static_cast<std::int64_t>(sizeof(cuda::LawFace<double>)) +
                                                       (size.laws.statesPerFace + 2) * cuda::traceSize(order) * real) +
                                        size.elements;
  return ofLaws + size.elements * perElement + size.haloFaces * perHaloFace + shared + staging + states +
         waveBytes(size);
}

template std::unique_ptr<FieldEngine<float>> makeCudaEngine(const DgtdProblem&);
template std::unique_ptr<FieldEngine<double>> makeCudaEngine(const DgtdProblem&);

}  // namespace fluxtet::dgtd
