// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/wavePorts.hpp"

#include "app/case/regionMaterials.hpp"
#include "app/dgtd/case/sourceTraits.hpp"
#include "app/dgtd/modes/conformingProfiles.hpp"
#include "app/dgtd/setup/portFilling.hpp"
#include "app/dgtd/setup/resolution.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/base/frequencyText.hpp"
#include "lib/base/gatherLists.hpp"
#include "lib/base/mpi.hpp"
#include "lib/basis/faceMass.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>
#include <numbers>
#include <optional>
#include <set>
#include <string>

namespace fluxtet::dgtd {
namespace {

using Complex = std::complex<double>;
using Point = std::array<double, 2>;  ///< (u, v), m

/// A face of a port, as all ranks know it.
struct PortFace {
  std::int64_t key;        ///< 4 * global element + local face of the layer's side
  std::array<Point, 3> x;  ///< vertices
  double epsilonR, muR;
  std::int64_t region;
};
/// A wall that meets the plane of a port.
struct PortWall {
  std::array<Point, 2> x;
  std::int32_t kind;  ///< 0 pec, 1 pmc, 2 another
};

class WavePortSearch {
 public:
  WavePortSearch(const DgtdCase& theCase, const SubMesh& mesh, const PortLayerOf& layer, const ReferenceElement& basis,
                 const DgtdProblem& problem, MPI_Comm comm)
      : settings_(theCase.ports[layer.port]),
        materials_(materialsOfRegions(theCase, mesh.groups)),
        band_(bandOf(theCase)),
        mesh_(mesh),
        layer_(layer.layer),
        basis_(basis),
        problem_(problem),
        comm_(comm),
        key_(fmt::format("{}: ports[{}]", toString(settings_.mark), layer.port)) {
    const std::size_t d = static_cast<std::size_t>(layer_.side.direction);
    const double inwards = layer_.side.high ? -1 : 1;
    port_.port = layer.port;
    port_.name = settings_.name;
    port_.normal[d] = inwards;
    port_.plane = inwards * layer_.plane;
    axes_ = {(d + 1) % 3, (d + 2) % 3};
    if (inwards < 0) std::swap(axes_[0], axes_[1]);  // u x v = n
  }

  WavePort find() {
    findFaces();
    requireMedium();
    gatherFaces();
    gatherWalls();
    try {
      port_.modes = needBand(section_, settings_.modes) ? findModes(section_, settings_.modes, bandOfModes())
                                                        : findModes(section_, settings_.modes);
      for (PortMode& mode : port_.modes) addProfile(mode);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", key_, error.what()));
    }
    return std::move(port_);
  }

 private:
  Point project(const Vec3& x) const { return {x[axes_[0]], x[axes_[1]]}; }
  std::int64_t idOf(std::int32_t face) const { return mesh_.elementId[static_cast<std::size_t>(face / 4)]; }

  void findFaces() {
    for (std::int32_t face = 0; face < 4 * mesh_.numElements; ++face) {
      if (layer_.subLayerOf(idOf(face)) != 1 || mesh_.faceKind[static_cast<std::size_t>(face)] != FaceKind::interior)
        continue;
      const std::int32_t across = mesh_.faceLink[static_cast<std::size_t>(face)];
      if (layer_.subLayerOf(idOf(across)) > 0) continue;
      port_.layerFace.push_back(face);
      port_.modelFace.push_back(across);
    }
  }

  void gatherFaces() {
    std::vector<PortFace> faces;
    for (const std::int32_t face : port_.layerFace) {
      const auto e = static_cast<std::size_t>(face / 4);
      const auto x = cornersOf(mesh_, face);
      const std::int32_t region = mesh_.region[e];
      const Material& material = materials_[static_cast<std::size_t>(region)];
      faces.push_back({4 * idOf(face) + face % 4,
                       {project(x[0]), project(x[1]), project(x[2])},
                       permittivityOfModes(material, middle()),
                       permeabilityOfModes(material, middle()),
                       region});
    }
    faces = gatherLists(faces, comm_);
    std::sort(faces.begin(), faces.end(), [](const PortFace& a, const PortFace& b) { return a.key < b.key; });
    for (const PortFace& face : faces) {
      triangleOf_[face.key] = section_.triangle.size();
      section_.triangle.push_back({vertexAt(face.x[0]), vertexAt(face.x[1]), vertexAt(face.x[2])});
      section_.epsilonR.push_back(face.epsilonR);
      section_.muR.push_back(face.muR);
      regionOf_.push_back(static_cast<std::size_t>(face.region));
      const Point a{face.x[1][0] - face.x[0][0], face.x[1][1] - face.x[0][1]};
      const Point b{face.x[2][0] - face.x[0][0], face.x[2][1] - face.x[0][1]};
      const double area = std::abs(a[0] * b[1] - a[1] * b[0]) / 2;
      port_.area += area;
      for (std::size_t i = 0; i < 2; ++i) centre_[i] += area * (face.x[0][i] + face.x[1][i] + face.x[2][i]) / 3;
    }
    for (double& c : centre_) c /= port_.area;
    port_.totalFaces = static_cast<std::int64_t>(faces.size());
  }
  std::int32_t vertexAt(const Point& x) {
    const auto [at, isNew] = vertexOf_.emplace(x, static_cast<std::int32_t>(section_.x.size()));
    if (isNew) section_.x.push_back(x);
    return at->second;
  }

  /// The frequency at which media are looked at for their modes, Hz: the middle of the band, 0 without one.
  double middle() const { return band_ ? band_->middle() : 0; }
  /// A band for modes that depend on the frequency; a single frequency is made one.
  FrequencyBand bandOfModes() const {
    constexpr double narrow = 0.01;
    require(band_ && band_->high > 0,
            "the port's cross-section has several materials, whose modes depend on the frequency: give "
            "output.sParameters a band, or the sources waveforms of known frequencies");
    const double high = band_->high, low = std::min(std::max(band_->low, 1e-3 * high), (1 - narrow) * high);
    return {low, high};
  }

  /// The medium is that of the material alone, and scalar.
  void requireMedium() const {
    std::int64_t anisotropic = 0, loaded = 0, negative = 0;
    for (const std::int32_t face : port_.modelFace) {
      const auto e = static_cast<std::size_t>(face / 4);
      const Material& material = materials_[static_cast<std::size_t>(mesh_.region[e])];
      anisotropic += material.hasTensors() ? 1 : 0;
      loaded += problem_.sigma[e] != material.sigma * constants::z0 || problem_.epsilonR[e] != material.epsilonR;
      negative += permittivityOfModes(material, middle()) <= 0 || permeabilityOfModes(material, middle()) <= 0;
    }
    require(sumOverRanks(comm_, anisotropic) == 0,
            "{}: the medium at the port is anisotropic, and its modes are not those of a scalar one: let the guide "
            "begin with a medium whose epsilon_r and mu_r are numbers",
            key_);
    require(sumOverRanks(comm_, loaded) == 0,
            "{}: a load or a lumped port touches the port: leave some elements of the plain guide between them", key_);
    require(sumOverRanks(comm_, negative) == 0,
            "{}: the medium at the port has a negative permittivity or permeability at {}, and guides no wave: let the "
            "guide begin with another medium",
            key_, frequencyText(middle(), 4));
  }

  bool isOnPlane(const Vec3& x) const {
    constexpr double tolerance = 1e-6;  // of a sub-layer
    return std::abs(dot(port_.normal, x) - port_.plane) < tolerance * layer_.layer.ends.front();
  }
  void gatherWalls() {
    std::vector<PortWall> walls;
    for (const std::int32_t face : mesh_.boundaryFace) {
      if (layer_.subLayerOf(idOf(face)) != 1) continue;
      std::vector<Point> onPlane;
      for (const Vec3& x : cornersOf(mesh_, face))
        if (isOnPlane(x)) onPlane.push_back(project(x));
      if (onPlane.size() != 2) continue;
      const FaceCondition& condition = problem_.conditionAt(static_cast<std::size_t>(face));
      const std::int32_t kind = condition == electricWall ? 0 : condition == magneticWall ? 1 : 2;
      walls.push_back({{onPlane[0], onPlane[1]}, kind});
    }
    std::map<std::array<std::int32_t, 2>, std::int32_t> kindOf;
    for (const PortWall& wall : gatherLists(walls, comm_)) {
      std::array<std::int32_t, 2> edge{vertexOf_.at(wall.x[0]), vertexOf_.at(wall.x[1])};
      std::sort(edge.begin(), edge.end());
      kindOf[edge] = wall.kind;
    }
    for (const auto& [edge, kind] : kindOf) {
      require(kind != 2,
              "{}: the walls round the port at ({:.6g}, {:.6g}) m of its plane are neither pec nor pmc, conductor "
              "or impedance, and its modes are those between such walls: give the guide walls of these",
              key_, section_.x[static_cast<std::size_t>(edge[0])][0], section_.x[static_cast<std::size_t>(edge[0])][1]);
      (kind == 0 ? section_.electricEdge : section_.magneticEdge).push_back(edge);
    }
  }

  /// Adds the profile of a mode at the nodes, with a sign that follows from the directions of space, so that ports at
  /// the two ends of a guide have the same, and the norm of its polynomials.
  void addProfile(PortMode& mode) {
    // Modes without a cut-off are used at low frequencies, where charges that they leave would be seen.
    const bool isStatic = mode.cutoff == 0 && mode.dispersion.frequency.empty();
    const bool isNormalised = isStatic || mode.kind == ModeKind::hybrid;
    const ConformingProfiles profiles = isStatic ? conformingProfiles(section_, mode, basis_.order())
                                                 : ConformingProfiles{mode.electric, mode.magnetic};
    const Eigen::MatrixXd mass = faceMass(basis_, 0);  // that of all faces
    std::vector<double> electric, magnetic;            // [face][Nf][xyz]
    double square = 0, power = 0;
    std::vector<double> squareIn(materials_.size(), 0);  // [region] of int e.e
    std::array<double, 12> moment{};                     // int e [xyz], int e (x - centre) [xyz][xyz]
    for (const std::int32_t face : port_.layerFace) {
      const std::size_t triangle = triangleOf_.at(4 * idOf(face) + face % 4);
      const double area = norm(outwardAreaOf(mesh_, face));
      const std::size_t begin = electric.size();
      double ofFace = 0;
      for (int m = 0; m < basis_.nf(); ++m) {
        const Point at = project(pointAt(mesh_, face / 4, basis_.node(basis_.faceNode(face % 4, m))));
        const Vec3 e = lifted(profiles.electric(triangle, at)), h = lifted(profiles.magnetic(triangle, at));
        electric.insert(electric.end(), e.begin(), e.end());
        magnetic.insert(magnetic.end(), h.begin(), h.end());
        const double weight = area * mass.row(m).sum();
        for (std::size_t c = 0; c < 3; ++c) {
          moment[c] += weight * e[c];
          for (std::size_t i = 0; i < 2; ++i) moment[3 + 3 * c + axes_[i]] += weight * e[c] * (at[i] - centre_[i]);
        }
      }
      for (int m = 0; m < basis_.nf(); ++m)
        for (int n = 0; n < basis_.nf(); ++n) {
          const Vec3 e = vectorAt(electric, begin, m);
          ofFace += area * mass(m, n) * dot(e, vectorAt(electric, begin, n));
          power += area * mass(m, n) * dot(port_.normal, cross(e, vectorAt(magnetic, begin, n)));
        }
      square += ofFace;
      squareIn[regionOf_[triangle]] += ofFace;
    }
    sumInPlace(comm_, moment);
    sumInPlace(comm_, squareIn);
    square = sumOverRanks(comm_, square);
    power = sumOverRanks(comm_, power);
    require(square > 0.5 && square < 2 && (!isNormalised || power > 0.5),
            "mode {} varies over less than the triangles of the port: take smaller elements there", mode.name);
    const double factor = signOf(moment) / std::sqrt(square);
    for (double& e : electric) e *= factor;
    for (double& h : magnetic) h *= isNormalised ? 1 / (factor * power) : factor;
    fillMode(mode, mediaOf(squareIn, square), middle());
    port_.electric.push_back(std::move(electric));
    port_.magnetic.push_back(std::move(magnetic));
  }
  /// The media of the port with their shares.
  std::vector<PortMedium> mediaOf(const std::vector<double>& squareIn, double square) const {
    const std::set<std::size_t> present(regionOf_.begin(), regionOf_.end());
    std::map<std::string, PortMedium> byName;
    for (const std::size_t region : present) {
      PortMedium& medium = byName.try_emplace(materials_[region].name, PortMedium{materials_[region], 0}).first->second;
      medium.share += squareIn[region] / square;
    }
    std::vector<PortMedium> media;
    for (const auto& [name, medium] : byName) media.push_back(medium);
    return media;
  }
  static Vec3 vectorAt(const std::vector<double>& values, std::size_t begin, int node) {
    const double* v = &values[begin + 3 * static_cast<std::size_t>(node)];
    return {v[0], v[1], v[2]};
  }
  Vec3 lifted(const Point& value) const {
    Vec3 vector{0, 0, 0};
    for (std::size_t i = 0; i < 2; ++i) vector[axes_[i]] = value[i];
    return vector;
  }
  double signOf(const std::array<double, 12>& moment) const {
    constexpr double negligible = 1e-3, tied = 0.9;
    const double length = std::sqrt(port_.area);
    const auto signOfLargest = [](auto begin, auto end, double least) {
      double largest = 0;
      for (auto at = begin; at != end; ++at) largest = std::max(largest, std::abs(*at));
      if (largest < least) return 0.0;
      const auto first = std::find_if(begin, end, [&](double value) { return std::abs(value) > tied * largest; });
      return *first > 0 ? 1.0 : -1.0;
    };
    const double sign = signOfLargest(moment.begin(), moment.begin() + 3, negligible * length);
    if (sign != 0) return sign;
    const double next = signOfLargest(moment.begin() + 3, moment.end(), negligible * length * length);
    return next != 0 ? next : 1;
  }

  const PortSettings& settings_;
  std::vector<Material> materials_;  ///< [region]
  std::optional<FrequencyRange> band_;
  const SubMesh& mesh_;
  const partition::PortLayer& layer_;
  const ReferenceElement& basis_;
  const DgtdProblem& problem_;
  MPI_Comm comm_;
  std::string key_;
  WavePort port_;
  std::array<std::size_t, 2> axes_{};  ///< of u and v
  Point centre_{0, 0};
  CrossSection section_;
  std::vector<std::size_t> regionOf_;  ///< [triangle]
  std::map<Point, std::int32_t> vertexOf_;
  std::map<std::int64_t, std::size_t> triangleOf_;  ///< by PortFace::key
};

/// A waveform that the case gives to a port, evaluated in its own set.
class VoltageSpectrum {
 public:
  explicit VoltageSpectrum(const WaveformSpec& spec) {
    set_.add(spec);
    const Waveform& w = set_.waveforms.front();
    highest_ = highestFrequency(w, set_);
    end_ = endTime(w, set_);
    spacing_ = 1 / (perPeriod * highest_);
    const auto count = static_cast<std::size_t>(std::ceil(end_ / spacing_)) + 1;
    for (std::size_t n = 0; n < count; ++n) time_.push_back(static_cast<double>(n) * spacing_);
    value_.resize(count);
    set_.values(0, time_, value_);
  }
  /// Hz, s.
  double highest() const { return highest_; }
  double end() const { return end_; }
  /// int w(t) exp(-j omega t) dt, s.
  Complex at(double frequency) const {
    const Complex turn = std::polar(1.0, -2 * std::numbers::pi * frequency * spacing_);
    Complex factor = spacing_, sum = 0;
    for (const double value : value_) {
      sum += value * factor;
      factor *= turn;
    }
    return sum;
  }

 private:
  static constexpr double perPeriod = 8;
  WaveformSet set_;
  double highest_ = 0, end_ = 0, spacing_ = 0;
  std::vector<double> time_, value_;
};

/// From this multiple of the cut-off frequency on a mode counts as propagating.
constexpr double leastOfCutoff = 1.02;

std::string nameOf(const WavePort& port, int mode) {
  return fmt::format("mode {} of port {} ({})", mode + 1, port.name,
                     modeText(port.modes[static_cast<std::size_t>(mode)]));
}

void requirePropagation(const DgtdCase& theCase, const WavePort& port) {
  if (!theCase.output.sParameters) return;
  const SParameterOutput& wanted = *theCase.output.sParameters;
  for (std::size_t m = 0; m < port.modes.size(); ++m) {
    const double least = leastOfCutoff * cutoffFrequency(port.modes[m]), lowest = wanted.frequencies.front();
    require(lowest >= least,
            "{}: output.sParameters: {} does not propagate at {}: list fewer modes, or take frequencies above {}",
            toString(theCase.ports[port.port].mark), nameOf(port, static_cast<int>(m)), frequencyText(lowest),
            frequencyText(least));
  }
}

/// What makes the waveform of Z0 h i of that of v: Z0 / Z.
Complex relativeAdmittance(const PortMode& mode, double frequency) {
  return constants::z0 / modeImpedance(mode, frequency);
}

/// The waveform of H, a table: the inverse transform of V(f) Z0 / Z(f).
int addCurrent(const PortMode& mode, const VoltageSpectrum& voltage, WaveformSet& waveforms) {
  // Below cut-off Z is what makes the current follow the voltage, so that nothing comes before it. Far below, where 1 /
  // Z grows without bound and there is no voltage but rounding, nothing is taken: it would leave a static field.
  constexpr double periodsAfter = 60, rowsPerPeriod = 256, lowest = 0.5;
  const double length = voltage.end() + periodsAfter / cutoffFrequency(mode), step = 1 / length;
  const auto rows = static_cast<std::size_t>(std::ceil(length * rowsPerPeriod * voltage.highest()));
  std::vector<double> time(rows), value(rows, 0.0);
  for (std::size_t n = 0; n < rows; ++n) time[n] = static_cast<double>(n) * length / static_cast<double>(rows);
  for (int k = static_cast<int>(lowest * cutoffFrequency(mode) / step) + 1; k * step < 1.05 * voltage.highest(); ++k) {
    const Complex current = 2 * step * voltage.at(k * step) * relativeAdmittance(mode, k * step);
    const Complex turn = std::polar(1.0, 2 * std::numbers::pi * k / static_cast<double>(rows));
    Complex factor = current;
    for (std::size_t n = 0; n < rows; ++n) {
      value[n] += factor.real();
      factor *= turn;
    }
  }
  // A run does not wait for what is left at the end of the table.
  constexpr double negligible = 1e-5;
  const auto larger = [](double a, double b) { return std::abs(a) < std::abs(b); };
  const double peak = std::abs(*std::max_element(value.begin(), value.end(), larger));
  while (value.size() > 2 && std::abs(value.back()) < negligible * peak) value.pop_back();
  time.resize(value.size());
  value.back() = 0;
  return waveforms.addTable(time, value);
}

/// The waveform of Z0 h i of a mode.
int waveformOfCurrent(const DgtdCase& theCase, const WavePort& port, const PortMode& mode, std::size_t source,
                      const std::string& name, WaveformSet& waveforms) {
  const WaveformSpec& spec = waveformOf(theCase.sources[source]);
  const auto scaled = [&](double factor) {
    Waveform w = waveforms.waveforms[source];
    for (double& tap : w.tap) tap *= factor;
    return waveforms.addFiltered(w);
  };
  if (hasConstantImpedance(mode)) return scaled(relativeAdmittance(mode, 0).real());
  // The impedance of a line in a lossy medium changes little over a band. What its current lacks leaves by the layer
  // behind, and S-parameters and powers are made of the voltages and currents that are found.
  if (cutoffFrequency(mode) == 0) {
    const auto band = bandOf(theCase);
    return scaled(relativeAdmittance(mode, band ? band->middle() : 0).real());
  }
  const std::string key = fmt::format("{}: ports[{}].waveform", toString(theCase.ports[port.port].mark), port.port);
  const double least = leastOfCutoff * cutoffFrequency(mode);
  if (const auto* sine = std::get_if<SineWaveform>(&spec)) {
    require(sine->frequency > least, "{}: {} does not propagate at {}: take a frequency above {}", key, name,
            frequencyText(sine->frequency), frequencyText(least));
    return scaled(relativeAdmittance(mode, sine->frequency).real());
  }
  const VoltageSpectrum voltage(spec);
  constexpr int samples = 400;
  constexpr double mostBelow = 1.05e-4;  // -80 dB, and what a table has of rounding
  double peak = 0, below = 0;
  for (int i = 0; i <= samples; ++i) {
    peak = std::max(peak, std::abs(voltage.at(voltage.highest() * i / samples)));
    below = std::max(below, std::abs(voltage.at(least * i / samples)));
  }
  require(below <= mostBelow * peak,
          "{}: {} does not propagate below {}, where the waveform has up to {:.0f} dB of its peak, more than -80 dB: "
          "what it would excite there stays at the port: take a gaussian with a higher frequency or a smaller "
          "bandwidth; with a band of output.sParameters, one that begins farther above the cut-off",
          key, name, frequencyText(least, 4), 20 * std::log10(below / peak));
  return addCurrent(mode, voltage, waveforms);
}

}  // namespace

std::vector<WavePort> findWavePorts(const DgtdCase& theCase, const SubMesh& mesh, const AbsorbingLayers& layers,
                                    const ReferenceElement& basis, const DgtdProblem& problem,
                                    std::vector<WavePort> known, MPI_Comm comm) {
  std::vector<WavePort> ports;
  for (const PortLayerOf& layer : layers.ports) {
    const PortSettings& settings = theCase.ports[layer.port];
    const auto before = std::ranges::find_if(known, [&](const WavePort& port) {
      return port.port == layer.port && port.name == settings.name &&
             port.modes.size() == static_cast<std::size_t>(settings.modes);
    });
    ports.push_back(before != known.end() ? std::move(*before)
                                          : WavePortSearch(theCase, mesh, layer, basis, problem, comm).find());
    requirePropagation(theCase, ports.back());
  }
  return ports;
}

std::vector<PortWave> wavesOfPorts(const DgtdCase& theCase, const std::vector<WavePort>& ports,
                                   WaveformSet& waveforms) {
  std::vector<PortWave> waves;
  for (std::size_t p = 0; p < ports.size(); ++p) {
    const std::size_t source = firstPortSource(theCase) + ports[p].port;
    const auto& port = std::get<WavePortSource>(theCase.sources[source]);
    if (port.amplitude == 0) continue;
    const PortMode& mode = ports[p].modes[static_cast<std::size_t>(port.mode)];
    PortWave wave{p, port.mode, port.amplitude, static_cast<int>(source), 0};
    wave.waveformOfH = waveformOfCurrent(theCase, ports[p], mode, source, nameOf(ports[p], port.mode), waveforms);
    waves.push_back(wave);
  }
  return waves;
}

std::vector<std::string> wavePortLines(const std::vector<WavePort>& ports) {
  std::vector<std::string> lines;
  for (const WavePort& port : ports) {
    std::string text = fmt::format("{}: {} faces", port.name, port.totalFaces);
    for (const PortMode& mode : port.modes) text += "; " + modeText(mode);
    lines.push_back(text);
  }
  return lines;
}

}  // namespace fluxtet::dgtd
