// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/absorbingLayer.hpp"
#include "kernels/dgtd/faceCondition.hpp"
#include "kernels/dgtd/faceLaw.hpp"
#include "kernels/dgtd/field.hpp"
#include "kernels/dgtd/poles.hpp"
#include "kernels/dgtd/tensorMedium.hpp"
#include "lib/base/hostDevice.hpp"
#include "lib/mesh/faceKind.hpp"
#include "lib/physics/waveform.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace fluxtet::dgtd {

/// Incident plane wave: E = polarization * amplitude * w(t - direction . (x - origin) / c), where c is the speed of
/// light in the medium of the element at the face at which the wave enters. H follows from that medium (addPlaneWave(),
/// laws.hpp). `direction` and `polarization` are unit vectors; `origin` is in m.
///
/// The wave of a port enters through faces that have profiles (DgtdProblem::profileOfFace) and is amplitude w(t) times
/// these, without delay.
struct IncidentWave {
  std::array<double, 3> direction{}, polarization{}, origin{};
  double amplitude = 0;  ///< V/m; of the wave of a port V
  int waveform = 0;      ///< index into DgtdProblem::waveforms
  int waveformOfH = -1;  ///< of a port, the same for H, whose spectrum may be another in a waveguide; -1: that of E
  /// Index of the time function of a field.
  FLUXTET_HOST_DEVICE int waveformOf(Field field) const {
    return field == Field::H && waveformOfH >= 0 ? waveformOfH : waveform;
  }
};

/// Parts of the penalty's share at a face (DgtdProblem::penaltyOfFace).
enum class PenaltyPart { all, bounded, damped };

/// Current density in one element: Z0 J = coefficient[node] w(t) in the equation of E (docs/theory.md, section 3.1).
/// The coefficient, V/m^2, is in DgtdProblem::sourceCoefficient.
struct ElementSource {
  std::int32_t element = 0;
  int waveform = 0;  ///< index into DgtdProblem::waveforms
};

/// All that an engine needs to know of the share of one rank, in host memory and double precision. Fields are E and Z0
/// H, both in V/m; time is c0 t in m. n below is numElements. The elements [0, numInterior) are the interior elements;
/// the border elements follow.
struct DgtdProblem {
  int order = 1;
  /// Flux between elements (docs/theory.md, sections 2.3 and 2.5). If `upwind`: averages weighted by the impedances of
  /// both sides, and the whole jump of the target's own traces. Else: plain averages, and the share penalty[target
  /// field] of that jump, from 0 (centred) to 1.
  bool upwind = false;
  std::array<double, 2> penalty{};
  /// Levels of refinement in time (docs/theory.md, section 3.13): an element of level l is computed 2^l times in a time
  /// step. [n], or empty if all are of level 0.
  std::vector<std::uint8_t> level;
  /// [n][4] factors of the penalty's share at each face, the same on both sides, that add up to what acts in a half
  /// step of E: a part that the step bounds, and a damped part, which DampingOnly half steps keep stable over any step
  /// (docs/theory.md, section 3.13). Empty: 1 and 0.
  std::vector<double> penaltyOfFace, dampedPenaltyOfFace;
  std::int32_t numElements = 0, numInterior = 0, numHaloFaces = 0;
  std::vector<double> gradient;       ///< [n][3][xyz] grad lambda_1..3, 1/m
  std::vector<double> volume;         ///< [n] m^3
  std::vector<double> corner;         ///< [n][xyz] vertex 0, m; empty unless the run starts from a standing wave
  std::vector<double> epsilonR, muR;  ///< [n]
  std::vector<double> sigma;          ///< [n] Z0 sigma, 1/m
  /// Poles of the dispersive media, by medium, the same on all ranks; epsilonR is then the limit at high frequency. The
  /// stored states z (PoleStep) are zero at the beginning, which means no polarisation where E is zero. Leap-frog only.
  std::vector<std::vector<Pole>> poles;
  std::vector<std::int32_t> polesIndex;  ///< [n] index into poles; -1: not dispersive. Empty if no element is.
  /// The same of the permeability; muR is then the limit at high frequency.
  std::vector<std::vector<Pole>> magneticPoles;
  std::vector<std::int32_t> magneticPolesIndex;
  /// Media that have tensors, the same on all ranks. Beside a tensor, epsilonR, muR and sigma above are its largest
  /// principal values. The state of a magnetised plasma is stored like z of a pole. Leap-frog only.
  std::vector<TensorMedium> tensors;
  std::vector<std::int32_t> tensorIndex;  ///< [n] index into tensors; -1: none. Empty if no element has one.
  /// Profiles of the absorbing layers, the same on all ranks. The states psi are zero at the beginning. Leap-frog only,
  /// and in media without tensors.
  std::vector<LayerProfile> layers;
  std::int32_t numOpenLayers = 0;  ///< the first of these profiles are those of an open boundary, the others of ports
  std::vector<std::int32_t> layerIndex;  ///< [n] index into layers; -1: in no layer. Empty if no element is.
  std::vector<FaceKind> faceKind;        ///< [n][4]
  std::vector<std::int32_t> faceLink;    ///< [n][4] meaning depends on faceKind, see FaceKind
  std::vector<std::int32_t> sendFace;  ///< [numHaloFaces] this rank's side of each halo face, 4 * element + local face
  /// [numHaloFaces] the highest level of the two elements at each halo face and of their neighbours; empty: of no use.
  std::vector<std::uint8_t> haloLevel;
  /// [numHaloFaces] materials of the element across; the jump terms need its impedance.
  std::vector<double> haloEpsilonR, haloMuR;

  std::vector<std::int32_t> boundaryFace;    ///< [numBoundary] 4 * element + local face
  std::vector<FaceCondition> faceCondition;  ///< [numBoundary]

  /// Laws of walls and sheets, the same on all ranks. Faces that have one take no other condition: at a boundary face
  /// the law replaces its FaceCondition, and no wave enters there. Leap-frog only. The states are zero at the
  /// beginning.
  std::vector<FaceLaw> laws;
  /// [numLawFaces] 4 * element + local face, ascending; of a sheet both sides, each on the rank of its element.
  std::vector<std::int32_t> lawFace;
  std::vector<std::int32_t> lawOfFace;  ///< [numLawFaces] index into laws

  std::vector<std::int32_t> waveFace;  ///< [numWaveFaces] index into boundaryFace, ascending
  /// Injected faces: sides of the interior faces and halo faces between total field and scattered field
  /// (docs/theory.md, section 2.4). The outer trace of such a side is the neighbour's trace plus the sign times the
  /// incident waves, in the medium of the side's element, which is the medium of both elements. Each rank lists its own
  /// sides.
  std::vector<std::int32_t> injectedFace;  ///< [numInjected] 4 * element + local face, ascending
  /// [numInjected] 1 where the element is in the total field, -1 where it is in the scattered field
  std::vector<std::int32_t> injectedSign;
  /// Waves of the wave faces and, after them, of the injected faces: numIncident = numWaveFaces + numInjected.
  std::vector<double> waveNode;          ///< [numIncident][Nf][xyz] coordinates of the nodes, m
  std::vector<std::int32_t> waveBegin;   ///< [numIncident + 1] offsets into waveOfFace; empty if no wave enters
  std::vector<std::int32_t> waveOfFace;  ///< indices into waves, listed by wave face and injected face
  std::vector<IncidentWave> waves;
  /// Of each such face, the index of its profiles, or -1 where plane waves enter; [numIncident], or empty if there are
  /// no profiles. The two sides of a face share one.
  std::vector<std::int32_t> profileOfFace;
  std::vector<double> waveProfile;  ///< [profile][E, H][Nf][xyz] tangential E and Z0 H of a port's wave of 1 V, 1/m

  std::vector<ElementSource> sources;     ///< an element may have several
  std::vector<double> sourceCoefficient;  ///< [numSources][Np][xyz] V/m^2, see ElementSource
  WaveformSet waveforms;

  /// Returns the condition at a face whose kind is FaceKind::boundary. `face` is 4 * element + local face.
  const FaceCondition& conditionAt(std::size_t face) const {
    return faceCondition[static_cast<std::size_t>(faceLink[face])];
  }
  /// Number of faces at which waves enter: wave faces, then injected faces.
  std::size_t numIncident() const { return waveFace.size() + injectedFace.size(); }
  /// Returns such a face as 4 * element + local face.
  std::int32_t incidentFace(std::size_t i) const {
    return i < waveFace.size() ? boundaryFace[static_cast<std::size_t>(waveFace[i])]
                               : injectedFace[i - waveFace.size()];
  }
  /// Returns the index of the profile of such a face; -1: it has none.
  std::int32_t profileOf(std::size_t i) const { return profileOfFace.empty() ? -1 : profileOfFace[i]; }
  /// Returns the index of an injected face, 4 * element + local face, in injectedFace; -1: it is none.
  std::int32_t injectedIndex(std::int32_t face) const {
    const auto at = std::lower_bound(injectedFace.begin(), injectedFace.end(), face);
    return at != injectedFace.end() && *at == face ? static_cast<std::int32_t>(at - injectedFace.begin()) : -1;
  }
  /// Returns the index of a face, 4 * element + local face, in lawFace; -1: it has no law.
  std::int32_t lawIndex(std::int32_t face) const {
    const auto at = std::lower_bound(lawFace.begin(), lawFace.end(), face);
    return at != lawFace.end() && *at == face ? static_cast<std::int32_t>(at - lawFace.begin()) : -1;
  }
  /// Tells whether any law of any rank is that of a sheet which this field drives, so that its half step needs the
  /// neighbours' target.
  bool hasSheets(Field drive) const {
    return std::any_of(laws.begin(), laws.end(),
                       [drive](const FaceLaw& law) { return law.isSheet() && driveOf(law.form) == drive; });
  }
  /// Returns for each boundary face the index of its wave face, or -1 if no wave enters there; [numBoundary].
  std::vector<std::int32_t> waveFaceOfBoundary() const {
    std::vector<std::int32_t> of(boundaryFace.size(), -1);
    for (std::size_t w = 0; w < waveFace.size(); ++w)
      of[static_cast<std::size_t>(waveFace[w])] = static_cast<std::int32_t>(w);
    return of;
  }
  /// Returns the poles of an element's medium, of its permittivity (E) or permeability (H); none if it is not
  /// dispersive.
  const std::vector<Pole>& polesOf(std::size_t element, Field field = Field::E) const {
    static const std::vector<Pole> none;
    const auto& index = field == Field::E ? polesIndex : magneticPolesIndex;
    if (index.empty() || index[element] < 0) return none;
    return (field == Field::E ? poles : magneticPoles)[static_cast<std::size_t>(index[element])];
  }
  /// Returns the tensors of an element's medium; null if it has none.
  const TensorMedium* tensorsOf(std::size_t element) const {
    return tensorIndex.empty() || tensorIndex[element] < 0 ? nullptr
                                                           : &tensors[static_cast<std::size_t>(tensorIndex[element])];
  }
  /// Whether the medium of an element has neither poles nor tensors: epsilonR, muR and sigma say all of it.
  bool isPlain(std::size_t element) const {
    return polesOf(element, Field::E).empty() && polesOf(element, Field::H).empty() && tensorsOf(element) == nullptr;
  }
  /// Whether the state of a magnetised plasma belongs to a run.
  bool hasPlasma() const {
    return std::any_of(tensors.begin(), tensors.end(), [](const TensorMedium& t) { return t.plasma.has_value(); });
  }
  /// Returns the profile of the absorbing layer that an element is in; all 0 if it is in none.
  const LayerProfile& layerOf(std::int32_t element) const {
    static const LayerProfile none;
    const std::int32_t index = layerIndex.empty() ? -1 : layerIndex[static_cast<std::size_t>(element)];
    return index < 0 ? none : layers[static_cast<std::size_t>(index)];
  }
  /// Whether an element is in a layer of an open boundary.
  bool isInOpenLayer(std::int32_t element) const {
    return isInLayer(element) && layerIndex[static_cast<std::size_t>(element)] < numOpenLayers;
  }
  bool isInLayer(std::int32_t element) const { return layerOf(element) != LayerProfile{}; }
  /// Returns the share, 0 to 1, of the upwind flux's jump terms that the right-hand side of `target` contains.
  double jumpShare(Field target) const { return upwind ? 1 : penalty[static_cast<std::size_t>(target)]; }
  /// The same at a face, 4 * element + local face, of all of the penalty or of a part.
  double jumpShareAt(Field target, std::size_t face, PenaltyPart part) const {
    const double bounded = upwind || penaltyOfFace.empty() ? 1 : penaltyOfFace[face];
    const double damped = dampedPenaltyOfFace.empty() ? 0 : dampedPenaltyOfFace[face];
    return jumpShare(target) * (part == PenaltyPart::all       ? bounded + damped
                                : part == PenaltyPart::bounded ? bounded
                                                               : damped);
  }
  int levelOf(std::size_t element) const { return level.empty() ? 0 : level[element]; }
  /// Returns for how many of the two fields that share is not zero.
  int numFieldsWithJumps() const { return (jumpShare(Field::E) != 0 ? 1 : 0) + (jumpShare(Field::H) != 0 ? 1 : 0); }
  bool hasJumpTerms() const { return numFieldsWithJumps() > 0; }
};

}  // namespace fluxtet::dgtd
