// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/ports/scattering.hpp"

#include "lib/base/error.hpp"
#include "lib/base/frequencyText.hpp"
#include "lib/base/version.hpp"

#include <fmt/format.h>
#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <numbers>
#include <sstream>

namespace fluxtet::ports {
namespace {

using Complex = std::complex<double>;

constexpr const char* header =
    "excited,port,frequency [Hz],S_re,S_im,S [dB],S phase [deg],Z_re [ohm],Z_im [ohm],VSWR,a_re,a_im\n";

double decibels(Complex s) {
  return 20 * std::log10(std::abs(s));
}

/// Standing wave ratio of a reflection; infinite where all, or more, comes back.
double standingWaveRatio(Complex s) {
  const double r = std::abs(s);
  return r < 1 ? (1 + r) / (1 - r) : std::numeric_limits<double>::infinity();
}

const Complex& entry(const ScatteringColumn& column, std::size_t frequency, std::size_t port, std::size_t numPorts) {
  return column.s[frequency * numPorts + port];
}

/// The matrix [port][port] of waves at a frequency: `waves` are ScatteringColumn::s or ::in.
Eigen::MatrixXcd matrixAt(std::span<const ScatteringColumn> columns, std::size_t frequency,
                          std::vector<Complex> ScatteringColumn::*waves = &ScatteringColumn::s) {
  const std::size_t n = columns.size();
  Eigen::MatrixXcd matrix(n, n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = (columns[j].*waves)[frequency * n + i];
  return matrix;
}

std::vector<std::string> fieldsOf(const std::string& line) {
  std::vector<std::string> fields;
  std::stringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
  return fields;
}

double numberOf(const std::string& text, const std::filesystem::path& file) {
  double number = 0;
  std::size_t end = 0;
  try {
    number = std::stod(text, &end);
  } catch (const std::exception&) {
    end = 0;
  }
  require(end > 0 && end == text.size(),
          "{}: '{}' is no number: the file is damaged; remove its folder, so that the "
          "run begins anew",
          file.string(), text);
  return number;
}

}  // namespace

std::vector<ScatteringColumn> withIdealEnds(std::vector<ScatteringColumn> columns, std::span<const Port> ports) {
  const std::size_t n = columns.size();
  for (std::size_t f = 0; f < columns[0].frequencies.size(); ++f) {
    const Eigen::MatrixXcd in = matrixAt(columns, f, &ScatteringColumn::in), S = matrixAt(columns, f) * in.inverse();
    if (!S.allFinite()) continue;
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = 0; i < n; ++i) {
        columns[j].s[f * n + i] = S(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
        columns[j].in[f * n + i] = i == j ? 1 : 0;
      }
      const Complex own = columns[j].s[f * n + j];
      if (!ports[j].isMode) columns[j].impedance[f] = ports[j].impedance * (1.0 + own) / (1.0 - own);
    }
  }
  return columns;
}

std::string scatteringTable(std::span<const ScatteringColumn> columns, std::span<const Port> ports) {
  std::string text = header;
  auto out = std::back_inserter(text);
  for (const ScatteringColumn& column : columns)
    for (std::size_t f = 0; f < column.frequencies.size(); ++f)
      for (std::size_t p = 0; p < ports.size(); ++p) {
        const Complex& s = entry(column, f, p, ports.size());
        fmt::format_to(out, "{},{},{:.17g},{:.17g},{:.17g},{:.6g},{:.6g},", ports[column.excited].name, ports[p].name,
                       column.frequencies[f], s.real(), s.imag(), decibels(s), std::arg(s) * 180 / std::numbers::pi);
        if (p == column.excited)
          fmt::format_to(out, "{:.17g},{:.17g},{:.6g}", column.impedance[f].real(), column.impedance[f].imag(),
                         standingWaveRatio(s));
        else
          text += "nan,nan,nan";
        const Complex& in = column.in[f * ports.size() + p];
        fmt::format_to(out, ",{:.17g},{:.17g}\n", in.real(), in.imag());
      }
  return text;
}

ScatteringColumn readScatteringColumn(const std::filesystem::path& file, std::span<const Port> ports) {
  std::ifstream stream(file);
  require(stream.good(), "{}: cannot be read: remove its folder, so that the run begins anew", file.string());
  std::string line;
  std::getline(stream, line);
  require(line + "\n" == header,
          "{}: its first line is not that of a table of S-parameters of this version: remove its "
          "folder, so that the run begins anew",
          file.string());
  ScatteringColumn column;
  for (std::size_t row = 0; std::getline(stream, line); ++row) {
    const std::vector<std::string> fields = fieldsOf(line);
    const Port& port = ports[row % ports.size()];
    require(
        fields.size() == 12 && fields[1] == port.name,
        "{}: line {} is not that of port {}: the file is damaged, or of other ports: remove its folder, so that the "
        "run begins anew",
        file.string(), row + 2, port.name);
    if (row % ports.size() == 0) column.frequencies.push_back(numberOf(fields[2], file));
    column.s.emplace_back(numberOf(fields[3], file), numberOf(fields[4], file));
    column.in.emplace_back(numberOf(fields[10], file), numberOf(fields[11], file));
    if (fields[0] != port.name) continue;
    column.excited = row % ports.size();
    column.impedance.emplace_back(numberOf(fields[7], file), numberOf(fields[8], file));
  }
  require(!column.s.empty() && column.s.size() == ports.size() * column.frequencies.size() &&
              column.impedance.size() == column.frequencies.size(),
          "{}: the table is not complete: remove its folder, so that the run begins anew", file.string());
  return column;
}

Eigen::MatrixXcd renormalised(const Eigen::MatrixXcd& S, std::span<const Port> ports, double reference) {
  const auto n = static_cast<Eigen::Index>(ports.size());
  Eigen::VectorXcd G(n), D(n);
  for (Eigen::Index p = 0; p < n; ++p) {
    const double Z = ports[static_cast<std::size_t>(p)].impedance;
    G[p] = (reference - Z) / (reference + Z);
    D[p] = (Z + reference) / (2 * std::sqrt(Z * reference));
  }
  const Eigen::MatrixXcd one = Eigen::MatrixXcd::Identity(n, n), difference = S - Eigen::MatrixXcd(G.asDiagonal());
  const Eigen::MatrixXcd quotient = difference * (one - G.asDiagonal() * S).inverse();
  return D.asDiagonal() * quotient * D.cwiseInverse().asDiagonal();
}

std::string touchstoneText(std::span<const ScatteringColumn> columns, std::span<const Port> ports, double reference) {
  const auto n = static_cast<Eigen::Index>(ports.size());
  std::string text = fmt::format("! fluxtet {}\n", version());
  auto out = std::back_inserter(text);
  for (std::size_t p = 0; p < ports.size(); ++p)
    if (ports[p].isMode)
      fmt::format_to(out, "! port {}: {}, power waves of the mode\n", p + 1, ports[p].name);
    else
      fmt::format_to(out, "! port {}: {}, {:.15g} ohm\n", p + 1, ports[p].name, ports[p].impedance);
  const bool hasModes = std::any_of(ports.begin(), ports.end(), [](const Port& port) { return port.isMode; });
  if (hasModes)
    text += "! each port refers to its own impedance, a mode to that of the mode at each frequency; R is nominal\n";
  const bool alike = hasModes || std::all_of(ports.begin(), ports.end(),
                                             [&](const Port& port) { return port.impedance == reference; });
  fmt::format_to(out, "# Hz S RI R {:.15g}\n", reference);
  constexpr Eigen::Index pairsALine = 4;
  for (std::size_t f = 0; f < columns[0].frequencies.size(); ++f) {
    const Eigen::MatrixXcd own = matrixAt(columns, f), S = alike ? own : renormalised(own, ports, reference);
    fmt::format_to(out, "{:.15g}", columns[0].frequencies[f]);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j) {
        // Of two ports the standard lists S21 before S12; of more, row by row, each row in lines of its own.
        const Complex s = n == 2 ? S(j, i) : S(i, j);
        if (n > 2 && (i > 0 || j > 0) && j % pairsALine == 0) text += "\n";
        fmt::format_to(out, " {:.12g} {:.12g}", s.real(), s.imag());
      }
    text += "\n";
  }
  return text;
}

std::string touchstoneName(std::size_t numPorts) {
  return fmt::format("sParameters.s{}p", numPorts);
}

MatrixCheck checkMatrix(std::span<const ScatteringColumn> columns) {
  MatrixCheck check;
  for (std::size_t f = 0; f < columns[0].frequencies.size(); ++f) {
    const Eigen::MatrixXcd matrix = matrixAt(columns, f);
    const double value = Eigen::JacobiSVD<Eigen::MatrixXcd>(matrix).singularValues()[0];
    if (value > check.largestSingularValue) {
      check.largestSingularValue = value;
      check.atFrequency = columns[0].frequencies[f];
    }
    const double asymmetry = (matrix - matrix.transpose()).cwiseAbs().maxCoeff();
    if (asymmetry > check.largestAsymmetry) {
      check.largestAsymmetry = asymmetry;
      check.asymmetryAtFrequency = columns[0].frequencies[f];
    }
  }
  return check;
}

namespace {

/// Number of the frequency at which the reflection at the excited port is lowest.
std::size_t lowestReflection(const ScatteringColumn& column, std::size_t numPorts) {
  std::size_t lowest = 0;
  for (std::size_t f = 1; f < column.frequencies.size(); ++f)
    if (std::abs(entry(column, f, column.excited, numPorts)) <
        std::abs(entry(column, lowest, column.excited, numPorts)))
      lowest = f;
  return lowest;
}

}  // namespace

std::string reflectionText(const ScatteringColumn& column, std::span<const Port> ports) {
  const std::size_t f = lowestReflection(column, ports.size());
  const Complex z = column.impedance[f];
  return fmt::format("port {}: reflection lowest at {}: {:.1f} dB, {:.4g} {} {:.4g}i ohm", ports[column.excited].name,
                     frequencyText(column.frequencies[f], 6), decibels(entry(column, f, column.excited, ports.size())),
                     z.real(), z.imag() < 0 ? '-' : '+', std::abs(z.imag()));
}

nlohmann::ordered_json scatteringJson(std::span<const ScatteringColumn> columns, std::span<const Port> ports) {
  using Json = nlohmann::ordered_json;
  Json json{{"frequencies", columns[0].frequencies.size()}, {"ports", Json::array()}, {"excited", Json::array()}};
  for (const Port& port : ports) json["ports"].push_back(Json{{"name", port.name}, {"impedance_ohm", port.impedance}});
  for (const ScatteringColumn& column : columns) {
    const std::size_t f = lowestReflection(column, ports.size());
    json["excited"].push_back(
        Json{{"port", ports[column.excited].name},
             {"lowest_reflection_dB", decibels(entry(column, f, column.excited, ports.size()))},
             {"at_Hz", column.frequencies[f]},
             {"impedance_there_ohm", {{"re", column.impedance[f].real()}, {"im", column.impedance[f].imag()}}}});
  }
  if (columns.size() != ports.size()) return json;
  const MatrixCheck check = checkMatrix(columns);
  json["largest_singular_value"] = {{"value", check.largestSingularValue}, {"at_Hz", check.atFrequency}};
  json["largest_asymmetry"] = {{"value", check.largestAsymmetry}, {"at_Hz", check.asymmetryAtFrequency}};
  return json;
}

std::vector<std::string> scatteringWarnings(std::span<const ScatteringColumn> columns, std::span<const Port> ports) {
  // What pulses that have not passed, and rounding, leave of a lossless device.
  constexpr double tolerance = 2e-3;
  std::vector<std::string> warnings;
  for (const ScatteringColumn& column : columns)
    for (std::size_t f = 0; f < column.frequencies.size(); ++f) {
      double power = 0;
      for (std::size_t p = 0; p < ports.size(); ++p) power += std::norm(entry(column, f, p, ports.size()));
      if (power <= 1 + 2 * tolerance) continue;
      warnings.push_back(fmt::format(
          "output.sParameters: with port {} excited, {:.4g} times the power comes out of the device that goes in, at "
          "{}: "
          "fields that had not passed at the end of the run (time.untilDecay), or frequencies that the pulse hardly "
          "excites",
          ports[column.excited].name, power, frequencyText(column.frequencies[f], 6)));
      break;
    }
  return warnings;
}

}  // namespace fluxtet::ports
