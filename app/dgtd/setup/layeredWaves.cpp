// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/layeredWaves.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

namespace fluxtet::dgtd {
namespace {

/// Angle between a wave and a plane, in rad, and share of a unit vector, below which they count as none.
constexpr double rounding = 1e-6;

/// Share of the incident wave below which a wave is left out.
constexpr double negligible = 1e-3 * layerTolerance;

/// E along s, perpendicular to the plane of incidence, and along s x direction, parallel to it.
using Parts = std::array<double, 2>;
double sizeOf(const Parts& parts) {
  return std::hypot(parts[0], parts[1]);
}

/// The waves that enter a layer from one of its planes. They have one direction, and how often a path has crossed each
/// of the layers tells how late they are.
struct Launch {
  std::size_t medium;
  bool forward;
  std::vector<int> crossings;  ///< [layer]
  bool operator<(const Launch& other) const {
    return std::tie(medium, forward, crossings) < std::tie(other.medium, other.forward, other.crossings);
  }
};

class Layers {
 public:
  Layers(const IncidentWave& incident, const HalfSpace& halfSpace, const std::vector<Medium>& media,
         const std::string& key)
      : incident_(incident),
        halfSpace_(halfSpace),
        normal_(dot(incident.direction, halfSpace.normal) < 0 ? -1 * halfSpace.normal : halfSpace.normal),
        key_(key) {
    const Vec3& d = incident.direction;
    requireMeeting(d, halfSpace, key);
    for (const Medium& medium : media) {
      const double index = std::sqrt(medium.epsilonR * medium.muR);
      const double ratio = index_.empty() ? 1 : index_.front() / index;
      const auto behind = refracted(d, normal_, ratio);
      require(behind.has_value(),
              "{}.halfSpace: the wave is totally reflected (critical angle {:.4g} deg), and what enters behind the "
              "plane is no plane wave in time: this is not supported",
              key, std::asin(1 / ratio) * 180 / constants::pi);
      index_.push_back(index);
      impedance_.push_back(std::sqrt(medium.muR / medium.epsilonR));
      cosine_.push_back(dot(*behind, normal_));
    }
    isConductor_ = halfSpace.filling == HalfSpaceFilling::pec;
    const bool isNormal = norm(cross(d, normal_)) < rounding;
    s_ = isNormal ? incident.polarization : normalised(cross(d, normal_));
    depth_ = depthsOfPlanes(halfSpace);
  }

  std::vector<std::vector<IncidentWave>> waves() {
    found_.resize(numMedia());
    found_[0].push_back(incident_);
    const Vec3& d = incident_.direction;
    const std::vector<int> none(halfSpace_.layers.size(), 0);
    meet(0, true, none, {dot(incident_.polarization, s_), dot(incident_.polarization, cross(s_, d))});
    for (double remaining = 1; !next_.empty() && remaining > layerTolerance;) {
      const std::map<Launch, Parts> now = std::move(next_);
      next_.clear();
      remaining = 0;
      for (const auto& [launch, parts] : now) {
        emit(launch, parts);
        remaining += sizeOf(parts);
        std::vector<int> crossings = launch.crossings;
        ++crossings[launch.medium - 1];
        meet(launch.forward ? launch.medium : launch.medium - 1, launch.forward, crossings, parts);
      }
    }
    return found_;
  }

 private:
  std::size_t numMedia() const { return index_.size() + (isConductor_ ? 1 : 0); }
  /// Whether a medium is a layer, between two planes.
  bool isLayer(std::size_t medium) const { return medium > 0 && medium <= halfSpace_.layers.size(); }
  Vec3 directionIn(std::size_t medium, bool forward) const {
    const double ratio = index_[0] / index_[medium];
    const Vec3 tangential = ratio * (incident_.direction - cosine_[0] * normal_);
    return tangential + (forward ? cosine_[medium] : -cosine_[medium]) * normal_;
  }

  /// A wave meets a plane, which has medium `plane` before it and the next one behind.
  void meet(std::size_t plane, bool forward, const std::vector<int>& crossings, const Parts& parts) {
    const std::size_t from = forward ? plane : plane + 1, to = forward ? plane + 1 : plane;
    const bool reflectsAll = isConductor_ && to == numMedia() - 1;
    const double eta1 = impedance_[from], eta2 = reflectsAll ? 0 : impedance_[to];
    const double cosine1 = cosine_[from], cosine2 = reflectsAll ? 1 : cosine_[to];
    const Parts reflection{(eta2 * cosine1 - eta1 * cosine2) / (eta2 * cosine1 + eta1 * cosine2),
                           (eta1 * cosine1 - eta2 * cosine2) / (eta1 * cosine1 + eta2 * cosine2)};
    launch({from, !forward, crossings}, {reflection[0] * parts[0], reflection[1] * parts[1]});
    if (reflectsAll) return;
    launch({to, forward, crossings}, {(1 + reflection[0]) * parts[0], eta2 / eta1 * (1 + reflection[1]) * parts[1]});
  }
  /// Paths that are equally late go on as one wave.
  void launch(const Launch& launch, const Parts& parts) {
    if (sizeOf(parts) < negligible) return;
    if (!isLayer(launch.medium)) return emit(launch, parts);
    Parts& sum = next_.try_emplace(launch, Parts{}).first->second;
    for (std::size_t i = 0; i < 2; ++i) sum[i] += parts[i];
  }

  /// All waves pass the first plane together: at its point `at` as long after their origins as the incident one.
  void emit(const Launch& launch, const Parts& parts) {
    const Vec3 direction = directionIn(launch.medium, launch.forward);
    const Vec3 field = parts[0] * s_ + parts[1] * cross(s_, direction);
    if (norm(field) < negligible) return;
    double way = index_[0] * dot(incident_.direction, halfSpace_.at - incident_.origin);
    for (std::size_t i = 0; i < launch.crossings.size(); ++i)
      way += launch.crossings[i] * index_[i + 1] * cosine_[i + 1] * halfSpace_.layers[i];
    const Vec3 start = halfSpace_.at + depth_[launch.forward ? launch.medium - 1 : launch.medium] * normal_;
    IncidentWave wave = incident_;
    wave.direction = direction;
    wave.polarization = normalised(field);
    wave.amplitude = incident_.amplitude * norm(field);
    wave.origin = start - (way / index_[launch.medium]) * direction;
    found_[launch.medium].push_back(wave);
    require(
        ++count_ <= mostWavesInLayers,
        "{}.halfSpace: the layers reflect the wave to and fro so often that more than {} plane waves take part, which "
        "is not supported: leave layers out whose media differ most from those beside them",
        key_, mostWavesInLayers);
  }

  const IncidentWave& incident_;
  const HalfSpace& halfSpace_;
  Vec3 normal_;  ///< along the wave
  std::string key_;
  bool isConductor_ = false;
  std::vector<double> index_, impedance_, cosine_;  ///< [medium]
  std::vector<double> depth_;                       ///< [plane] m, from the first
  Vec3 s_{};
  std::map<Launch, Parts> next_;
  std::vector<std::vector<IncidentWave>> found_;
  std::size_t count_ = 0;
};

}  // namespace

std::vector<double> depthsOfPlanes(const HalfSpace& halfSpace) {
  std::vector<double> depth{0};
  for (const double thickness : halfSpace.layers) depth.push_back(depth.back() + thickness);
  return depth;
}

double depthBehind(const HalfSpace& halfSpace, const Vec3& direction, const Vec3& x) {
  return std::copysign(1.0, dot(direction, halfSpace.normal)) * dot(x - halfSpace.at, halfSpace.normal);
}

void requireMeeting(const Vec3& direction, const HalfSpace& halfSpace, const std::string& key) {
  require(std::abs(dot(direction, halfSpace.normal)) > rounding,
          "{}.halfSpace: the wave travels along the plane and never meets it: tilt one of them", key);
}

std::optional<Vec3> refracted(const Vec3& direction, const Vec3& normal, double ratio) {
  const double cosine = dot(direction, normal);
  const Vec3 tangential = ratio * (direction - cosine * normal);
  const double sine = norm(tangential);
  if (sine >= 1 - rounding) return std::nullopt;
  return tangential + std::copysign(std::sqrt(1 - sine * sine), cosine) * normal;
}

std::vector<std::vector<IncidentWave>> wavesAtHalfSpace(const IncidentWave& incident, const HalfSpace& halfSpace,
                                                        const std::vector<Medium>& media, const std::string& key) {
  return Layers(incident, halfSpace, media, key).waves();
}

}  // namespace fluxtet::dgtd
