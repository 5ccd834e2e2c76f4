// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/incidentWaves.hpp"

#include "app/dgtd/setup/layeredWaves.hpp"
#include "app/dgtd/setup/mediumRange.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/vec3.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace fluxtet::dgtd {
namespace {

/// Faces that a wave enters through: all that its source names, or those in one of the media of its half space.
struct EnteringWave {
  const PlaneWaveSource* source;  ///< null: the wave of a port
  int medium = -1;                ///< in the order in which the wave meets them; -1: all
};

class IncidentWaveSetup {
 public:
  IncidentWaveSetup(const DgtdCase& theCase, const SubMesh& mesh, const ReferenceElement& basis, DgtdProblem& problem,
                    const WavePorts& ports, MPI_Comm comm)
      : case_(theCase), mesh_(mesh), basis_(basis), problem_(problem), ports_(ports), comm_(comm) {
    for (const PortWave& wave : ports.waves)
      for (const auto* faces : {&ports.ports[wave.port].modelFace, &ports.ports[wave.port].layerFace})
        isOfPort_.insert(faces->begin(), faces->end());
  }

  std::vector<Beam> run() {
    for (std::size_t i = 0; i < case_.sources.size(); ++i)
      if (const auto* wave = std::get_if<PlaneWaveSource>(&case_.sources[i])) addSource(*wave, static_cast<int>(i));
    for (const PortWave& wave : ports_.waves) addPortWave(wave);
    if (problem_.waves.empty()) return {};
    problem_.waveBegin.push_back(0);
    for (std::size_t k = 0; k < mesh_.boundaryFace.size(); ++k) {
      const std::int32_t face = mesh_.boundaryFace[k];
      addWavesAt(face, false);
      if (problem_.waveOfFace.size() == static_cast<std::size_t>(problem_.waveBegin.back())) continue;
      problem_.waveFace.push_back(static_cast<std::int32_t>(k));
      endFace(face);
    }
    for (const std::int32_t face : problem_.injectedFace) {
      const auto ofPort = portFaces_.find(face);
      if (ofPort == portFaces_.end()) {
        addWavesAt(face, true);
      } else {
        problem_.waveOfFace.push_back(ofPort->second.wave);
      }
      endFace(face);
    }
    setProfiles();
    return beams_;
  }

 private:
  /// The wave of a port at a face, and its profiles there.
  struct PortFace {
    std::int32_t wave, profile;
  };

  void addPortWave(const PortWave& wave) {
    const WavePort& port = ports_.ports[wave.port];
    const auto index = static_cast<std::int32_t>(problem_.waves.size());
    const std::size_t each = 3 * static_cast<std::size_t>(basis_.nf());
    IncidentWave incident;
    incident.amplitude = wave.amplitude;
    incident.waveform = wave.waveform;
    incident.waveformOfH = wave.waveformOfH;
    add(incident, {nullptr});
    const auto mode = static_cast<std::size_t>(wave.mode);
    for (std::size_t f = 0; f < port.modelFace.size(); ++f) {
      const auto profile = static_cast<std::int32_t>(problem_.waveProfile.size() / (2 * each));
      for (const auto* values : {&port.electric[mode], &port.magnetic[mode]})
        problem_.waveProfile.insert(problem_.waveProfile.end(), values->begin() + static_cast<std::ptrdiff_t>(f * each),
                                    values->begin() + static_cast<std::ptrdiff_t>((f + 1) * each));
      for (const std::int32_t face : {port.modelFace[f], port.layerFace[f]}) portFaces_[face] = {index, profile};
    }
  }
  void setProfiles() {
    if (ports_.waves.empty()) return;
    problem_.profileOfFace.assign(problem_.numIncident(), -1);
    for (std::size_t i = 0; i < problem_.injectedFace.size(); ++i)
      if (const auto at = portFaces_.find(problem_.injectedFace[i]); at != portFaces_.end())
        problem_.profileOfFace[problem_.waveFace.size() + i] = at->second.profile;
  }

  /// Node m of a face, 4 * element + face, m.
  Vec3 faceNodeAt(std::int32_t face, int m) const {
    return pointAt(mesh_, face / 4, basis_.node(basis_.faceNode(face % 4, m)));
  }
  Vec3 centroidOfFace(std::int32_t face) const {
    std::array<double, 4> third{1.0 / 3, 1.0 / 3, 1.0 / 3, 1.0 / 3};
    third[static_cast<std::size_t>(face % 4)] = 0;
    return pointAt(mesh_, face / 4, third);
  }

  bool entersThroughBoundary(const PlaneWaveSource& wave, std::int32_t face) const {
    const auto group = static_cast<std::size_t>(mesh_.faceGroup[static_cast<std::size_t>(face)]);
    return std::find(wave.boundaries.begin(), wave.boundaries.end(), mesh_.groups.surfaces[group]) !=
           wave.boundaries.end();
  }
  /// Behind how many of the planes of the wave's half space a face lies.
  int mediumOf(const PlaneWaveSource& wave, std::int32_t face) const {
    double depth = depthBehind(*wave.halfSpace, wave.direction, centroidOfFace(face));
    int planes = depth < 0 ? 0 : 1;
    for (const double thickness : wave.halfSpace->layers) planes += (depth -= thickness) < 0 ? 0 : 1;
    return planes;
  }
  bool enters(const EnteringWave& entering, std::int32_t face, bool isInjected) const {
    if (entering.source == nullptr || isOfPort_.contains(face)) return false;
    const PlaneWaveSource& wave = *entering.source;
    if (!isInjected) return entersThroughBoundary(wave, face);
    return wave.entersInside() && (entering.medium < 0 || entering.medium == mediumOf(wave, face));
  }

  void addWavesAt(std::int32_t face, bool isInjected) {
    for (std::size_t w = 0; w < entering_.size(); ++w)
      if (enters(entering_[w], face, isInjected)) problem_.waveOfFace.push_back(static_cast<std::int32_t>(w));
  }
  void endFace(std::int32_t face) {
    problem_.waveBegin.push_back(static_cast<std::int32_t>(problem_.waveOfFace.size()));
    for (int m = 0; m < basis_.nf(); ++m) {
      const Vec3 x = faceNodeAt(face, m);
      problem_.waveNode.insert(problem_.waveNode.end(), x.begin(), x.end());
    }
  }

  /// Calls use(4 * element + face) for this rank's faces that a wave enters through.
  template <class Use>
  void visitFaces(const EnteringWave& entering, const Use& use) const {
    for (const std::int32_t face : mesh_.boundaryFace)
      if (enters(entering, face, false)) use(face);
    for (const std::int32_t face : problem_.injectedFace)
      if (enters(entering, face, true)) use(face);
  }
  /// Calls use(position) for the nodes of these faces.
  template <class Use>
  void visitNodes(const EnteringWave& entering, const Use& use) const {
    visitFaces(entering, [&](std::int32_t face) {
      for (int m = 0; m < basis_.nf(); ++m) use(faceNodeAt(face, m));
    });
  }

  /// The wave's time 0 passes `origin` at t = 0: by default the point that it meets first where it enters.
  Vec3 originOf(const PlaneWaveSource& wave) const {
    if (wave.originGiven) return wave.origin;
    double first = std::numeric_limits<double>::infinity();
    visitNodes({&wave, wave.halfSpace ? 0 : -1},
               [&](const Vec3& x) { first = std::min(first, dot(wave.direction, x)); });
    first = minOverRanks(comm_, first);
    return std::isfinite(first) ? first * wave.direction : wave.origin;
  }

  void addSource(const PlaneWaveSource& source, int index) {
    const std::string key = toString(source.mark) + ": planeWave";
    const std::vector<Medium> media = mediaOf(source, key);
    IncidentWave wave{source.direction, source.polarization, {}, source.amplitude, index};
    if (source.focus) {
      addBeam(source, wave, media, key);
      wave.origin = originOfBeam(source, wave);
    } else {
      wave.origin = originOf(source);
    }
    addPolarized(source, wave, media, key);
    if (!source.ellipticity) return;
    // The shorter axis: E is a quarter of a period later where the rotation leads (IEEE Std 145: right is clockwise
    // along the direction of travel).
    const double sign = source.ellipticity->isRight ? 1 : -1;
    wave.polarization = cross(source.direction, source.polarization);
    wave.amplitude *= sign * std::pow(10, -source.ellipticity->axialRatio / 20);
    wave.waveform =
        problem_.waveforms.addFiltered(quadratureOf(problem_.waveforms.waveforms[static_cast<std::size_t>(index)]));
    addPolarized(source, wave, media, key);
  }

  /// The media where a wave enters, in the order in which it meets them, but for a conductor; those that play no part
  /// are left out: that of a plane wave through a boundary.
  std::vector<Medium> mediaOf(const PlaneWaveSource& source, const std::string& key) const {
    if (source.halfSpace) return mediaAtHalfSpace(source, key);
    if (source.focus || source.entersInside()) return {mediumAt(source, -1, key)};
    requireNoPoles(source, key);
    return {};
  }

  void addBeam(const PlaneWaveSource& source, const IncidentWave& wave, const std::vector<Medium>& media,
               const std::string& key) {
    const double index = indexOf(media.front());
    const auto outline = outlineOfBeam(source.direction, source.polarization, *source.focus, index);
    const double ratio = media.size() > 1 ? index / indexOf(media[1]) : 1;
    if (source.halfSpace) requireBeamMeets(source, outline, ratio, key);
    const BeamReach reach = reachOf(source, outline, ratio);
    beams_.push_back(
        {wave.waveform, *source.focus, latticeOfBeam(*source.focus, index, source.waveform, reach, key), reach});
  }
  static double indexOf(const Medium& medium) { return std::sqrt(medium.epsilonR * medium.muR); }

  /// All waves of a beam come from the same side of the plane of its half space, and none is totally reflected.
  /// outline, ratio: as in reachOf().
  static void requireBeamMeets(const PlaneWaveSource& source, const std::vector<Vec3>& outline, double ratio,
                               const std::string& key) {
    const Vec3& normal = source.halfSpace->normal;
    for (const Vec3& direction : outline) {
      const double angle = std::acos(std::min(1.0, dot(source.direction, direction))) * 180 / constants::pi;
      require(dot(source.direction, normal) * dot(direction, normal) > 0,
              "{}.focus: the beam diverges by {:.3g} deg, so that a part of it comes from behind the plane of "
              "halfSpace: take a larger waist, or tilt the plane",
              key, angle);
      require(refracted(direction, normal, ratio).has_value(),
              "{}.focus: the beam diverges by {:.3g} deg, so that a part of it is totally reflected at the plane of "
              "halfSpace, and what enters behind the plane is no plane wave in time: take a larger waist, or a steeper "
              "beam",
              key, angle);
    }
  }

  /// How far from a beam's focus, in the medium before the plane of a half space, the rays are that reach the faces
  /// that it enters through: at a face before the plane the direct ray and the one that the plane reflects, whose way
  /// is as long as that to the mirror image; behind the plane where the refracted rays of the directions `outline` have
  /// crossed it. ratio: as in refracted().
  BeamReach reachOf(const PlaneWaveSource& source, const std::vector<Vec3>& outline, double ratio) const {
    const Vec3 across = cross(source.direction, source.polarization);
    std::array<double, 3> farthest{};
    const auto include = [&](const Vec3& x) {
      const Vec3 away = x - source.focus->at;
      const std::array components{dot(away, source.polarization), dot(away, across), dot(away, source.direction)};
      for (std::size_t i = 0; i < 3; ++i) farthest[i] = std::max(farthest[i], std::abs(components[i]));
    };
    visitNodes({&source, source.halfSpace ? 0 : -1}, [&](const Vec3& x) {
      include(x);
      if (!source.halfSpace) return;
      const Vec3& normal = source.halfSpace->normal;
      include(x - 2 * dot(x - source.halfSpace->at, normal) * normal);
    });
    if (source.halfSpace) {
      const Vec3& normal = source.halfSpace->normal;
      visitNodes({&source, 1}, [&](const Vec3& x) {
        for (const Vec3& direction : outline)
          if (const auto behind = refracted(direction, normal, ratio))
            include(x - dot(x - source.halfSpace->at, normal) / dot(*behind, normal) * *behind);
      });
    }
    maxInPlace(comm_, farthest);
    return {{farthest[0], farthest[1]}, farthest[2]};
  }
  /// The point of the axis that time 0 passes at t = 0: by default such that none of the waves has entered before.
  Vec3 originOfBeam(const PlaneWaveSource& source, IncidentWave wave) const {
    if (source.originGiven) return source.origin;
    wave.origin = source.focus->at;
    const auto waves = wavesOfBeam(wave, source.polarization, *source.focus, beams_.back().lattice);
    double first = std::numeric_limits<double>::infinity();
    visitNodes({&source, source.halfSpace ? 0 : -1}, [&](const Vec3& x) {
      for (const IncidentWave& each : waves) first = std::min(first, dot(each.direction, x - source.focus->at));
    });
    return source.focus->at + minOverRanks(comm_, first) * source.direction;
  }

  /// Adds a wave, or the waves of a beam along it, with what a half space makes of them. media: mediaOf().
  void addPolarized(const PlaneWaveSource& source, const IncidentWave& wave, const std::vector<Medium>& media,
                    const std::string& key) {
    const std::size_t before = problem_.waves.size();
    const auto waves =
        source.focus ? wavesOfBeam(wave, source.polarization, *source.focus, beams_.back().lattice) : std::vector{wave};
    for (const IncidentWave& each : waves) {
      if (source.halfSpace) {
        addAtHalfSpace(source, each, media, key);
      } else {
        add(each, {&source});
      }
    }
    if (source.focus) beams_.back().waves += problem_.waves.size() - before;
  }

  /// The media of a half space, in the order in which the wave meets them, but for a conductor.
  std::vector<Medium> mediaAtHalfSpace(const PlaneWaveSource& source, const std::string& key) const {
    requireMeeting(source.direction, *source.halfSpace, key);
    const bool isConductor = source.halfSpace->filling == HalfSpaceFilling::pec;
    if (isConductor) requireNothingBehind(source, key);
    std::vector<Medium> media;
    for (std::size_t m = 0; m < source.halfSpace->layers.size() + (isConductor ? 1 : 2); ++m)
      media.push_back(mediumAt(source, static_cast<int>(m), key));
    return media;
  }
  /// Adds a plane wave with what the planes of a half space make of it.
  void addAtHalfSpace(const PlaneWaveSource& source, const IncidentWave& wave, const std::vector<Medium>& media,
                      const std::string& key) {
    const auto waves = wavesAtHalfSpace(wave, *source.halfSpace, media, key);
    for (std::size_t m = 0; m < waves.size(); ++m)
      for (const IncidentWave& each : waves[m]) add(each, {&source, static_cast<int>(m)});
  }
  void add(const IncidentWave& wave, const EnteringWave& entering) {
    problem_.waves.push_back(wave);
    entering_.push_back(entering);
  }

  /// A wave keeps its form in a medium of constant permittivity alone.
  void requireNoPoles(const PlaneWaveSource& source, const std::string& key) const {
    std::int64_t special = 0;
    visitFaces({&source},
               [&](std::int32_t face) { special += problem_.isPlain(static_cast<std::size_t>(face / 4)) ? 0 : 1; });
    require(
        sumOverRanks(comm_, special) == 0,
        "{}: the medium where the wave enters is dispersive or anisotropic, so that the wave changes its form on its "
        "way: let it enter in a medium of constant permittivity before",
        key);
  }

  /// The medium of the elements at the faces through which a wave enters, all or those in one of the media of its half
  /// space; it is one, and lossless.
  Medium mediumAt(const PlaneWaveSource& wave, int medium, const std::string& key) const {
    MediumRange range;
    std::int64_t lossy = 0;
    visitFaces({&wave, medium}, [&](std::int32_t face) {
      range.include(problem_, face / 4);
      const auto e = static_cast<std::size_t>(face / 4);
      lossy += problem_.sigma[e] != 0 || !problem_.isPlain(e) ? 1 : 0;
    });
    range.gather(comm_);
    require(sumOverRanks(comm_, lossy) == 0,
            "{}: the medium where the wave enters conducts, is dispersive or anisotropic: let it enter in a lossless, "
            "isotropic medium",
            key);
    const bool isLayer = medium > 0 && medium <= static_cast<int>(wave.halfSpace->layers.size());
    const std::string where = medium < 0    ? ""
                              : medium == 0 ? " before the plane"
                              : isLayer     ? fmt::format(" in layer {}", medium)
                                            : " behind the plane";
    require(!range.none(),
            "{}.halfSpace: seen along the wave, nothing of the surface lies{}: correct 'at' and 'direction', or leave "
            "halfSpace out",
            key, where);
    for (std::size_t i = 0; i < 2; ++i)
      require(
          range.least[i] == range.most[i],
          "{0}.{1}: at the {1}{2} the relative {3} is {4} to {5}, but a plane wave is that of one medium: put the {1} "
          "into one medium{6}",
          key, wave.entersInside() ? "surface" : "boundary", where, MediumRange::names[i], range.least[i],
          range.most[i], wave.focus ? "" : ", or describe a plane interface by 'halfSpace'");
    return {range.least[0], range.least[1]};
  }
  void requireNothingBehind(const PlaneWaveSource& wave, const std::string& key) const {
    std::int64_t faces = 0;
    for (const std::int32_t face : problem_.injectedFace)
      if (!isOfPort_.contains(face) && mediumOf(wave, face) > static_cast<int>(wave.halfSpace->layers.size())) ++faces;
    require(sumOverRanks(comm_, faces) == 0,
            "{}.halfSpace: the surface reaches behind the conducting plane, where there is no field: correct 'at' and "
            "'normal'",
            key);
  }

  const DgtdCase& case_;
  const SubMesh& mesh_;
  const ReferenceElement& basis_;
  DgtdProblem& problem_;
  const WavePorts& ports_;
  MPI_Comm comm_;
  std::set<std::int32_t> isOfPort_;             ///< faces of the ports that are fed
  std::map<std::int32_t, PortFace> portFaces_;  ///< of these faces
  std::vector<EnteringWave> entering_;          ///< [wave]
  std::vector<Beam> beams_;
};

}  // namespace

std::vector<Beam> addIncidentWaves(const DgtdCase& theCase, const SubMesh& mesh, const ReferenceElement& basis,
                                   DgtdProblem& problem, const WavePorts& ports, MPI_Comm comm) {
  return IncidentWaveSetup(theCase, mesh, basis, problem, ports, comm).run();
}

}  // namespace fluxtet::dgtd
