// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/farField/farFieldStudy.hpp"

#include "app/dgtd/case/sourceTraits.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <variant>

namespace fluxtet::farField {
namespace {

using Complex3 = std::array<std::complex<double>, 3>;

constexpr double radians = constants::pi / 180;

Complex3 crossProduct(const Vec3& n, const Complex3& v) {
  return {n[1] * v[2] - n[2] * v[1], n[2] * v[0] - n[0] * v[2], n[0] * v[1] - n[1] * v[0]};
}
Complex3 times(double factor, const Complex3& v) {
  return {factor * v[0], factor * v[1], factor * v[2]};
}
Complex3 mean(const Complex3& a, const Complex3& b) {
  return {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2])};
}

/// Re n . (E x H*).
double flow(const Vec3& n, const Complex3& E, const Complex3& H) {
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    sum += n[i] * (E[j] * std::conj(H[k]) - E[k] * std::conj(H[j])).real();
  }
  return sum;
}

/// The value of a field on one side of a face at point q.
template <class Real>
Complex3 valueAt(const dgtd::ComplexField<Real>& field, std::size_t face, std::size_t side, std::size_t q,
                 const Eigen::MatrixXd& fromNodes) {
  const auto nf = static_cast<std::size_t>(fromNodes.cols());
  Complex3 value{};
  for (std::size_t m = 0; m < nf; ++m) {
    const double share = fromNodes(static_cast<Eigen::Index>(q), static_cast<Eigen::Index>(m));
    const std::size_t at = ((face * 2 + side) * nf + m) * 3;
    for (std::size_t c = 0; c < 3; ++c) value[c] += share * std::complex<double>(field.re[at + c], field.im[at + c]);
  }
  return value;
}

}  // namespace

double FarField::directivity(double square) const {
  if (radiatedPower <= 0) return 0;
  return 4 * constants::pi * square / (2 * impedance) / radiatedPower;
}

double FarField::efficiency() const {
  return feed && feed->isKnown() ? radiatedPower / feed->accepted : std::numeric_limits<double>::quiet_NaN();
}

double FarField::totalEfficiency() const {
  return feed && feed->available > 0 ? radiatedPower / feed->available : std::numeric_limits<double>::quiet_NaN();
}

FarFieldStudy::FarFieldStudy(const dgtd::DgtdCase& theCase, const dgtd::Discretisation& d, MPI_Comm comm)
    : output_(*theCase.output.farField),
      case_(theCase),
      d_(d),
      comm_(comm),
      source_(SurfaceRequest(output_), theCase, d, comm) {}

double FarFieldStudy::timesBySymmetry() const {
  const auto& planes = source_.planes;
  return static_cast<double>(
      std::int64_t{1} << std::count_if(planes.begin(), planes.end(), [](const auto& p) { return p.isSymmetry; }));
}

bool FarFieldStudy::isFedByPorts() const {
  const std::vector<dgtd::SourceTraits> sources = dgtd::traitsOfSources(case_);
  return !sources.empty() && std::all_of(sources.begin(), sources.end(), [](const dgtd::SourceTraits& source) {
    return source.role == dgtd::SourceRole::port;
  });
}

Feed FarFieldStudy::feedOf(std::vector<ports::PortPower> ports) const {
  Feed feed;
  bool allHaveResistance = true;
  for (const ports::PortPower& port : ports) {
    // Planes of `boundaries` are among those of the far field, and ports that they cut are whole already.
    const double images = timesBySymmetry() / d_.copies() * port.copies;
    feed.accepted += images * port.accepted;
    feed.available += images * port.available;
    feed.rounding += images * 0.5 * std::abs(port.voltage) * port.currentError;
    allHaveResistance = allHaveResistance && (port.available > 0 || port.impressed == 0);
  }
  if (!allHaveResistance) feed.available = 0;
  feed.ports = std::move(ports);
  return feed;
}

std::optional<double> FarFieldStudy::incidentSquare(const std::vector<std::complex<double>>& waveforms) const {
  if (case_.sources.size() != 1 || !source_.planes.empty()) return std::nullopt;
  const auto* wave = std::get_if<dgtd::PlaneWaveSource>(&case_.sources[0]);
  if (!wave || wave->halfSpace || wave->focus) return std::nullopt;
  const double axes = wave->ellipticity ? 1 + std::pow(10, -wave->ellipticity->axialRatio / 10) : 1;
  return axes * wave->amplitude * wave->amplitude * std::norm(waveforms[0]);
}

template <class Real>
auto FarFieldStudy::sourcesOf(const dgtd::Spectrum<Real>& spectrum) const -> Sources {
  const SurfacePoints& points = source_.points;
  const double relativeImpedance = source_.relativeImpedance();
  const std::size_t perFace = points.pointsPerFace();
  SurfaceCurrents currents{std::vector<Complex3>(points.position.size()),
                           std::vector<Complex3>(points.position.size())};
  std::vector<double> flows(points.position.size());
  const auto numPoints = static_cast<std::ptrdiff_t>(points.position.size());
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t point = 0; point < numPoints; ++point) {
    const auto i = static_cast<std::size_t>(point);
    const std::size_t face = i / perFace, q = i % perFace;
    const auto at = [&](const dgtd::ComplexField<Real>& field, std::size_t side) {
      return valueAt(field, face, side, q, points.fromNodes);
    };
    const std::array<Complex3, 2> E{at(spectrum.E, 0), at(spectrum.E, 1)}, H{at(spectrum.H, 0), at(spectrum.H, 1)};
    const Vec3& n = points.normal[face];
    currents.electric[i] = times(points.weight[i] * relativeImpedance, crossProduct(n, mean(H[0], H[1])));
    currents.magnetic[i] = times(-points.weight[i], crossProduct(n, mean(E[0], E[1])));
    flows[i] = points.weight[i] * 0.25 * (flow(n, E[0], H[1]) + flow(n, E[1], H[0])) / constants::z0;
  }
  return {std::move(currents), std::accumulate(flows.begin(), flows.end(), 0.0)};
}

std::vector<Direction> FarFieldStudy::tableDirections() const {
  std::vector<Direction> directions;
  for (int t = 0; t < output_.theta.points; ++t)
    for (int p = 0; p < output_.phi.points; ++p)
      directions.push_back({output_.theta[t] * radians, output_.phi[p] * radians});
  return directions;
}

void FarFieldStudy::clearBehindGround(std::span<const Direction> directions, std::span<Amplitude> amplitudes) const {
  const MirrorPlane* const ground = source_.ground();
  if (ground == nullptr) return;
  for (std::size_t i = 0; i < directions.size(); ++i)
    if (ground->hides(directions[i].radial())) amplitudes[i] = {};
}

template <class Real>
FarField FarFieldStudy::evaluate(const dgtd::Spectrum<Real>& spectrum) const {
  const double wavenumber = 2 * constants::pi * spectrum.frequency / source_.speed();
  FarField result;
  result.frequency = spectrum.frequency;
  result.impedance = constants::z0 * source_.relativeImpedance();

  Sources sources = sourcesOf(spectrum);
  // H stands between two E, whose mean it meets in the energy of leap-frog.
  result.surfacePower = spectrum.meanOverStep * sumOverRanks(comm_, sources.power) * timesBySymmetry();
  addImages(source_.planes, sources.currents);

  std::vector<Direction> directions = tableDirections();
  const std::size_t wanted = directions.size();
  const SphereRule sphere = sphereRule(wavenumber, source_.radius);
  directions.insert(directions.end(), sphere.directions.begin(), sphere.directions.end());
  const auto incident = incidentSquare(spectrum.waveform);
  if (incident) {
    const auto& d = d_.problem.waves[0].direction;
    directions.push_back({std::acos(std::clamp(-d[2], -1.0, 1.0)), std::atan2(-d[1], -d[0])});
  }
  auto amplitudes = radiate(source_.position, sources.currents, wavenumber, output_.origin, directions, comm_);
  for (std::size_t i = 0; i < sphere.weights.size(); ++i)
    result.radiatedPower += sphere.weights[i] * amplitudes[wanted + i].square() / (2 * result.impedance);
  // The far field of images is as strong on both sides of their plane.
  if (source_.ground() != nullptr) result.radiatedPower *= 0.5;
  clearBehindGround(directions, amplitudes);
  result.amplitude.assign(amplitudes.begin(), amplitudes.begin() + static_cast<std::ptrdiff_t>(wanted));
  for (std::size_t i = 0; i < wanted; ++i)
    if (const double directivity = result.directivity(amplitudes[i].square()); directivity > result.maxDirectivity) {
      result.maxDirectivity = directivity;
      result.maxDirection = directions[i];
    }
  if (incident && *incident > 0)
    result.scattering = {*incident, 4 * constants::pi * amplitudes.back().square() / *incident,
                         result.radiatedPower * 2 * result.impedance / *incident};
  if (!incident) {
    const Pattern pattern = [&](std::span<const Direction> at) {
      auto found = radiate(source_.position, sources.currents, wavenumber, output_.origin, at, comm_);
      clearBehindGround(at, found);
      return found;
    };
    result.beam =
        findMainBeam(pattern, {wavenumber, output_.origin, source_.middle, source_.radius}, directions, amplitudes);
  }
  return result;
}

template FarField FarFieldStudy::evaluate(const dgtd::Spectrum<float>&) const;
template FarField FarFieldStudy::evaluate(const dgtd::Spectrum<double>&) const;

}  // namespace fluxtet::farField
