// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/faceCondition.hpp"
#include "lib/mesh/faceKind.hpp"
#include "lib/physics/waveform.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace fluxtet::dgtd {

/// Plane wave as a kernel sees it: E = polarization * amplitude * w(t - direction.(x - origin) / c), c the speed of
/// light in the medium of the face where it enters; H follows from that medium (incidentField(), laws.hpp).
struct IncidentWave {
  std::array<double, 3> direction{}, polarization{}, origin{};
  double amplitude = 0;  ///< V/m
  int waveform = 0;      ///< index into DgtdProblem::waveforms
};

/// Current in one element: dE/dt gets -(1/epsilonR) coefficient[n] w(t) at node n.
/// coefficient is Z0 J at the nodes, V/m^2, [numSources][Np][3] in DgtdProblem::sourceCoefficient.
struct ElementSource {
  std::int32_t element = 0;
  int waveform = 0;
};

/// What an engine needs to know of one rank's share, in host memory and double precision. Fields are E (V/m) and Z0 H
/// (V/m), time is c0 t (m). Elements [0, numInterior) touch no other rank.
struct DgtdProblem {
  int order = 1;
  /// Flux between elements: averages of both sides weighted by their impedances and all of the jump of the target's own
  /// traces (upwind), or plain averages and the share `penalty` of that jump, 0 (centred) to 1, by Field.
  bool upwind = false;
  std::array<double, 2> penalty{};
  std::int32_t numElements = 0, numInterior = 0, numHaloFaces = 0;
  std::vector<double> gradient;        ///< [n][3][3] grad lambda_1..3, 1/m
  std::vector<double> volume;          ///< [n] m^3
  std::vector<double> corner;          ///< [n][3] vertex 0, m; only where fields begin as a standing wave
  std::vector<double> epsilonR, muR;   ///< [n]
  std::vector<double> sigma;           ///< [n] Z0 sigma, 1/m
  std::vector<FaceKind> faceKind;      ///< [n][4]
  std::vector<std::int32_t> faceLink;  ///< [n][4], see FaceKind
  std::vector<std::int32_t> sendFace;  ///< [numHaloFaces] 4 * element + face
  /// [numHaloFaces] of the element across (jump terms need its impedance and admittance)
  std::vector<double> haloEpsilonR, haloMuR;

  std::vector<std::int32_t> boundaryFace;    ///< [numBoundary] 4 * element + face
  std::vector<FaceCondition> faceCondition;  ///< [numBoundary]

  std::vector<std::int32_t> waveFace;    ///< [numWaveFaces] boundary faces through which waves enter, ascending
  std::vector<double> waveNode;          ///< [numWaveFaces][Nf][3] m
  std::vector<std::int32_t> waveBegin;   ///< [numWaveFaces + 1] into waveOfFace; empty if no wave enters
  std::vector<std::int32_t> waveOfFace;  ///< indices into waves
  std::vector<IncidentWave> waves;

  std::vector<ElementSource> sources;     ///< several per element allowed
  std::vector<double> sourceCoefficient;  ///< [numSources][Np][3]
  WaveformSet waveforms;

  /// The condition at a face whose kind is `boundary`; face is 4 * element + face.
  const FaceCondition& conditionAt(std::size_t face) const {
    return faceCondition[static_cast<std::size_t>(faceLink[face])];
  }
  /// [numBoundary] the wave face of each boundary face, -1: no wave enters there.
  std::vector<std::int32_t> waveFaceOfBoundary() const {
    std::vector<std::int32_t> of(boundaryFace.size(), -1);
    for (std::size_t w = 0; w < waveFace.size(); ++w)
      of[static_cast<std::size_t>(waveFace[w])] = static_cast<std::int32_t>(w);
    return of;
  }
  /// The share of the upwind flux's jump terms that the right-hand side of `target` takes.
  double jumpShare(Field target) const { return upwind ? 1 : penalty[static_cast<std::size_t>(target)]; }
  int numFieldsWithJumps() const { return (jumpShare(Field::E) != 0 ? 1 : 0) + (jumpShare(Field::H) != 0 ? 1 : 0); }
  bool hasJumpTerms() const { return numFieldsWithJumps() > 0; }
};

}  // namespace fluxtet::dgtd
