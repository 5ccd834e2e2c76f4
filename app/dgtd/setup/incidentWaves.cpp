// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/incidentWaves.hpp"

#include "app/dgtd/setup/mediumRange.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/vec3.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

namespace fluxtet::dgtd {
namespace {

/// Faces that a wave enters through: all that its source names, or those on one side of its half space.
enum class Side { all, before, behind };

struct EnteringWave {
  const PlaneWaveSource* source;
  Side side = Side::all;
};

/// Angle between a wave and a plane, in rad, and share of a unit vector, below which they count as none.
constexpr double rounding = 1e-6;

void requireMeeting(const Vec3& direction, const HalfSpace& halfSpace, const std::string& key) {
  require(std::abs(dot(direction, halfSpace.normal)) > rounding,
          "{}.halfSpace: the wave travels along the plane and never meets it: tilt one of them", key);
}

class IncidentWaveSetup {
 public:
  IncidentWaveSetup(const DgtdCase& theCase, const SubMesh& mesh, const ReferenceElement& basis, DgtdProblem& problem,
                    MPI_Comm comm)
      : case_(theCase), mesh_(mesh), basis_(basis), problem_(problem), comm_(comm) {}

  std::vector<Beam> run() {
    for (std::size_t i = 0; i < case_.sources.size(); ++i)
      if (const auto* wave = std::get_if<PlaneWaveSource>(&case_.sources[i])) addSource(*wave, static_cast<int>(i));
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
      addWavesAt(face, true);
      endFace(face);
    }
    return beams_;
  }

 private:
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
  Side sideOf(const PlaneWaveSource& wave, std::int32_t face) const {
    const HalfSpace& half = *wave.halfSpace;
    const double depth = dot(centroidOfFace(face) - half.at, half.normal) * dot(wave.direction, half.normal);
    return depth < 0 ? Side::before : Side::behind;
  }
  bool enters(const EnteringWave& entering, std::int32_t face, bool isInjected) const {
    const PlaneWaveSource& wave = *entering.source;
    if (!isInjected) return entersThroughBoundary(wave, face);
    return wave.entersInside() && (entering.side == Side::all || entering.side == sideOf(wave, face));
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
    visitNodes({&wave, wave.halfSpace ? Side::before : Side::all},
               [&](const Vec3& x) { first = std::min(first, dot(wave.direction, x)); });
    first = minOverRanks(comm_, first);
    return std::isfinite(first) ? first * wave.direction : wave.origin;
  }

  void addSource(const PlaneWaveSource& source, int index) {
    IncidentWave wave{source.direction, source.polarization, {}, source.amplitude, index};
    if (source.focus) {
      addBeam(source, wave);
      wave.origin = originOfBeam(source, wave);
    } else {
      wave.origin = originOf(source);
    }
    addPolarized(source, wave);
    if (!source.ellipticity) return;
    // The shorter axis: E is a quarter of a period later where the rotation leads (IEEE Std 145: right is clockwise
    // along the direction of travel).
    const double sign = source.ellipticity->isRight ? 1 : -1;
    wave.polarization = cross(source.direction, source.polarization);
    wave.amplitude *= sign * std::pow(10, -source.ellipticity->axialRatio / 20);
    wave.waveform =
        problem_.waveforms.addFiltered(quadratureOf(problem_.waveforms.waveforms[static_cast<std::size_t>(index)]));
    addPolarized(source, wave);
  }

  void addBeam(const PlaneWaveSource& source, const IncidentWave& wave) {
    const std::string key = toString(source.mark) + ": planeWave";
    const Medium medium = mediumAt(source, Side::all, key);
    BeamReach reach = reachOf(source);
    beams_.push_back(
        {wave.waveform, *source.focus,
         latticeOfBeam(*source.focus, std::sqrt(medium.epsilonR * medium.muR), source.waveform, reach, key), reach});
  }
  /// How far from a beam's focus the faces are that it enters through.
  BeamReach reachOf(const PlaneWaveSource& source) const {
    const Vec3 across = cross(source.direction, source.polarization);
    std::array<double, 3> farthest{};
    visitNodes({&source}, [&](const Vec3& x) {
      const Vec3 away = x - source.focus->at;
      const std::array components{dot(away, source.polarization), dot(away, across), dot(away, source.direction)};
      for (std::size_t i = 0; i < 3; ++i) farthest[i] = std::max(farthest[i], std::abs(components[i]));
    });
    maxInPlace(comm_, farthest);
    return {{farthest[0], farthest[1]}, farthest[2]};
  }
  /// The point of the axis that time 0 passes at t = 0: by default such that none of the waves has entered before.
  Vec3 originOfBeam(const PlaneWaveSource& source, IncidentWave wave) const {
    if (source.originGiven) return source.origin;
    wave.origin = source.focus->at;
    const auto waves = wavesOfBeam(wave, source.polarization, *source.focus, beams_.back().lattice);
    double first = std::numeric_limits<double>::infinity();
    visitNodes({&source}, [&](const Vec3& x) {
      for (const IncidentWave& each : waves) first = std::min(first, dot(each.direction, x - source.focus->at));
    });
    return source.focus->at + minOverRanks(comm_, first) * source.direction;
  }

  void addPolarized(const PlaneWaveSource& source, const IncidentWave& wave) {
    if (source.focus) {
      const auto waves = wavesOfBeam(wave, source.polarization, *source.focus, beams_.back().lattice);
      for (const IncidentWave& each : waves) add(each, {&source});
      beams_.back().waves += waves.size();
      return;
    }
    if (!source.entersInside()) return add(wave, {&source});
    const std::string key = toString(source.mark) + ": planeWave";
    if (!source.halfSpace) {
      mediumAt(source, Side::all, key);
      return add(wave, {&source});
    }
    requireMeeting(wave.direction, *source.halfSpace, key);
    const Medium before = mediumAt(source, Side::before, key);
    const bool isConductor = source.halfSpace->filling == HalfSpaceFilling::pec;
    if (isConductor) requireNothingBehind(source, key);
    const HalfSpaceWaves waves = wavesAtHalfSpace(
        wave, *source.halfSpace, {before, isConductor ? before : mediumAt(source, Side::behind, key)}, key);
    for (const IncidentWave& each : waves.before) add(each, {&source, Side::before});
    for (const IncidentWave& each : waves.behind) add(each, {&source, Side::behind});
  }
  void add(const IncidentWave& wave, const EnteringWave& entering) {
    problem_.waves.push_back(wave);
    entering_.push_back(entering);
  }

  /// The medium of the elements at the faces through which a wave enters, on one side of its half space; it is one, and
  /// lossless.
  Medium mediumAt(const PlaneWaveSource& wave, Side side, const std::string& key) const {
    MediumRange range;
    std::int64_t lossy = 0;
    visitFaces({&wave, side}, [&](std::int32_t face) {
      range.include(problem_, face / 4);
      const auto e = static_cast<std::size_t>(face / 4);
      lossy += problem_.sigma[e] != 0 || !problem_.polesOf(e).empty() ? 1 : 0;
    });
    range.gather(comm_);
    require(sumOverRanks(comm_, lossy) == 0,
            "{}: the medium where the wave enters conducts or is dispersive: let it enter in a lossless medium", key);
    const std::string where = side == Side::all ? "" : side == Side::before ? " before the plane" : " behind the plane";
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
      if (sideOf(wave, face) == Side::behind) ++faces;
    require(sumOverRanks(comm_, faces) == 0,
            "{}.halfSpace: the surface reaches behind the conducting plane, where there is no field: correct 'at' and "
            "'normal'",
            key);
  }

  const DgtdCase& case_;
  const SubMesh& mesh_;
  const ReferenceElement& basis_;
  DgtdProblem& problem_;
  MPI_Comm comm_;
  std::vector<EnteringWave> entering_;  ///< [wave]
  std::vector<Beam> beams_;
};

}  // namespace

HalfSpaceWaves wavesAtHalfSpace(const IncidentWave& incident, const HalfSpace& halfSpace,
                                const std::array<Medium, 2>& media, const std::string& key) {
  const Vec3& d = incident.direction;
  const Vec3 n = dot(d, halfSpace.normal) < 0 ? -1 * halfSpace.normal : halfSpace.normal;
  const double cosine = dot(d, n);
  requireMeeting(d, halfSpace, key);
  const bool isConductor = halfSpace.filling == HalfSpaceFilling::pec;
  const auto index = [](const Medium& m) { return std::sqrt(m.epsilonR * m.muR); };
  const auto impedance = [](const Medium& m) { return std::sqrt(m.muR / m.epsilonR); };
  const double ratio = isConductor ? 0 : index(media[0]) / index(media[1]);
  const double sine = ratio * std::sqrt(std::max(0.0, 1 - cosine * cosine));
  require(
      sine < 1 - rounding,
      "{}.halfSpace: the wave is totally reflected (critical angle {:.4g} deg), and what enters behind the plane is "
      "no plane wave in time: this is not supported",
      key, std::asin(1 / ratio) * 180 / constants::pi);
  const double cosineBehind = std::sqrt(1 - sine * sine);
  const Vec3 reflected = d - 2 * cosine * n;
  const Vec3 transmitted = ratio * d + (cosineBehind - ratio * cosine) * n;

  // Parts of E perpendicular (s) and parallel (p) to the plane of incidence. E along s x direction has H along s.
  const bool isNormal = norm(cross(d, n)) < rounding;
  const Vec3 s = isNormal ? incident.polarization : normalised(cross(d, n));
  const double ofS = dot(incident.polarization, s), ofP = dot(incident.polarization, cross(s, d));
  const double eta1 = impedance(media[0]), eta2 = isConductor ? 0 : impedance(media[1]);
  const double reflectionS = (eta2 * cosine - eta1 * cosineBehind) / (eta2 * cosine + eta1 * cosineBehind);
  const double reflectionP = (eta1 * cosine - eta2 * cosineBehind) / (eta1 * cosine + eta2 * cosineBehind);

  // All waves pass the plane together: at the plane's point `at` as long after their origins as the incident one.
  const double way = dot(d, halfSpace.at - incident.origin);
  const auto waveWith = [&](const Vec3& direction, const Vec3& field, double wayThere) {
    IncidentWave wave = incident;
    wave.direction = direction;
    wave.polarization = normalised(field);
    wave.amplitude = incident.amplitude * norm(field);
    wave.origin = halfSpace.at - wayThere * direction;
    return wave;
  };
  HalfSpaceWaves waves{{incident}, {}};
  const Vec3 back = (reflectionS * ofS) * s + (reflectionP * ofP) * cross(s, reflected);
  if (norm(back) > 0) waves.before.push_back(waveWith(reflected, back, way));
  if (isConductor) return waves;
  const Vec3 through = ((1 + reflectionS) * ofS) * s + (eta2 / eta1 * (1 + reflectionP) * ofP) * cross(s, transmitted);
  waves.behind.push_back(waveWith(transmitted, through, ratio * way));
  return waves;
}

std::vector<Beam> addIncidentWaves(const DgtdCase& theCase, const SubMesh& mesh, const ReferenceElement& basis,
                                   DgtdProblem& problem, MPI_Comm comm) {
  return IncidentWaveSetup(theCase, mesh, basis, problem, comm).run();
}

}  // namespace fluxtet::dgtd
