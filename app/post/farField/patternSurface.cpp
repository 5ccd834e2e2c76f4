// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/farField/patternSurface.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/file.hpp"
#include "lib/base/hdf5.hpp"
#include "lib/output/describeDataset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace fluxtet::farField {
namespace {

constexpr double radians = constants::pi / 180;
constexpr double shownRange = 40, writtenRange = 100;  // dB
constexpr std::uint8_t vtkQuad = 9;

/// Power in dB relative to `unit`, which has the result 0 dB; at least `least`.
double decibels(double square, double unit, double least) {
  return square > 0 ? std::max(least, 10 * std::log10(square / unit)) : least;
}

/// Point data: one value for each direction.
void writeValues(hid_t group, const std::string& name, const std::string& unit, const std::string& description,
                 const std::vector<Amplitude>& amplitudes, const std::function<double(const Amplitude&)>& value) {
  std::vector<float> values;
  for (const Amplitude& a : amplitudes) values.push_back(static_cast<float>(value(a)));
  hdf5::write<float>(group, name, values, {values.size()});
  describeDataset(group, name, unit, description);
}

void writeOne(hid_t group, const char* name, std::int64_t value) {
  hdf5::write<std::int64_t>(group, name, std::vector<std::int64_t>{value}, {1});
}

/// A grid of quadrilaterals between neighbouring directions, closed where phi goes all round.
void writeGrid(hid_t vtk, const dgtd::FarFieldOutput& output, const std::vector<float>& points) {
  const std::int64_t rows = output.theta.points, columns = output.phi.points;
  const double step = (output.phi.to - output.phi.from) / static_cast<double>(columns - 1);
  const bool closes = std::abs(std::abs(output.phi.to - output.phi.from + step) - 360) < 1e-6 * std::abs(step);
  std::vector<std::int64_t> corners, offsets{0};
  for (std::int64_t t = 0; t + 1 < rows; ++t)
    for (std::int64_t p = 0; p + 1 < columns + (closes ? 1 : 0); ++p) {
      const std::int64_t next = (p + 1) % columns;
      for (const std::int64_t corner :
           {t * columns + p, (t + 1) * columns + p, (t + 1) * columns + next, t * columns + next})
        corners.push_back(corner);
      offsets.push_back(static_cast<std::int64_t>(corners.size()));
    }
  const auto cells = static_cast<std::int64_t>(offsets.size()) - 1;
  writeOne(vtk, "NumberOfPoints", rows * columns);
  writeOne(vtk, "NumberOfCells", cells);
  writeOne(vtk, "NumberOfConnectivityIds", static_cast<std::int64_t>(corners.size()));
  hdf5::write<float>(vtk, "Points", points, {points.size() / 3, 3});
  describeDataset(vtk, "Points", "m", "position");
  hdf5::write<std::int64_t>(vtk, "Connectivity", corners, {corners.size()});
  hdf5::write<std::int64_t>(vtk, "Offsets", offsets, {offsets.size()});
  const std::vector<std::uint8_t> types(static_cast<std::size_t>(cells), vtkQuad);
  hdf5::write<std::uint8_t>(vtk, "Types", types, {types.size()});
}

}  // namespace

void writePatternSurface(const std::filesystem::path& file, const dgtd::FarFieldOutput& output, const FarField& field,
                         const Vec3& middle, double radius) {
  double largest = 0;
  for (const Amplitude& a : field.amplitude) largest = std::max(largest, a.square());
  std::vector<float> points;
  for (int t = 0; t < output.theta.points; ++t)
    for (int p = 0; p < output.phi.points; ++p) {
      const auto i =
          static_cast<std::size_t>(t) * static_cast<std::size_t>(output.phi.points) + static_cast<std::size_t>(p);
      const double share =
          largest > 0 ? 1 + decibels(field.amplitude[i].square(), largest, -shownRange) / shownRange : 0;
      const Vec3 at = middle + radius * share * Direction{output.theta[t] * radians, output.phi[p] * radians}.radial();
      for (const double x : at) points.push_back(static_cast<float>(x));
    }

  const hdf5::Handle hdf = hdf5::createInMemory();
  {
    const hdf5::Handle vtk = hdf5::createGroup(hdf, "VTKHDF");
    hdf5::writeAttribute(vtk, "Version", std::vector<std::int64_t>{1, 0});
    hdf5::writeAttribute(vtk, "Type", "UnstructuredGrid");
    writeGrid(vtk, output, points);
    const hdf5::Handle data = hdf5::createGroup(vtk, "PointData");
    const bool isIntegral = output.kind == SpectrumKind::integral;
    const std::string unit = isIntegral ? "V s" : "V", kind = isIntegral ? "Fourier integral" : "peak value";
    const auto magnitude = [&](const char* name, const char* angle, std::complex<double> Amplitude::*part) {
      writeValues(data, fmt::format("rE_{}", name), unit,
                  fmt::format("r E exp(i k r) along {}, magnitude, {}", angle, kind), field.amplitude,
                  [=](const Amplitude& a) { return std::abs(a.*part); });
      writeValues(data, fmt::format("rE_{}_phase", name), "deg",
                  fmt::format("phase of r E exp(i k r) along {}, time dependence exp(+i omega t)", angle),
                  field.amplitude, [=](const Amplitude& a) { return std::arg(a.*part) / radians; });
    };
    // |rE|^2 of 0 dB.
    const double isotropic = field.scattering          ? field.scattering->incidentSquare / (4 * constants::pi)
                             : field.radiatedPower > 0 ? field.radiatedPower * 2 * field.impedance / (4 * constants::pi)
                                                       : 1;
    const double least = (largest > 0 ? decibels(largest, isotropic, -HUGE_VAL) : 0) - writtenRange;
    const auto level = [&](const Amplitude& a) { return decibels(a.square(), isotropic, least); };
    if (field.scattering)
      writeValues(data, "rcs", "dBsm", "bistatic radar cross-section", field.amplitude, level);
    else
      writeValues(data, "directivity", "dBi", "directivity", field.amplitude, level);
    magnitude("theta", "theta", &Amplitude::theta);
    magnitude("phi", "phi", &Amplitude::phi);
    const hdf5::Handle fieldData = hdf5::createGroup(vtk, "FieldData");
    hdf5::write<double>(fieldData, "frequency_Hz", std::vector<double>{field.frequency}, {1});
  }
  writeFile(file.string(), hdf5::imageOf(hdf));
}

}  // namespace fluxtet::farField
