// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/farField/farFieldFiles.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/frequencyText.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <limits>

namespace fluxtet::farField {
namespace {

constexpr double degrees = 180 / constants::pi;

double decibels(double power) {
  return 10 * std::log10(power);
}

/// Ratio of the axes of the ellipse of polarisation, at least 1: from the amplitudes of its two circular parts.
/// Infinite if linear, or if there is no field.
double axialRatio(const Amplitude& a) {
  const std::complex<double> i{0, 1};
  const double left = std::abs(a.theta + i * a.phi), right = std::abs(a.theta - i * a.phi);
  return left == right ? std::numeric_limits<double>::infinity() : (left + right) / std::abs(left - right);
}

/// Components along x and y after Ludwig, "The definition of cross polarization", IEEE Trans. Antennas Propag. 21
/// (1973), third definition.
Amplitude ludwig3(const Amplitude& a, double phi) {
  return {a.theta * std::cos(phi) - a.phi * std::sin(phi), a.theta * std::sin(phi) + a.phi * std::cos(phi)};
}

nlohmann::ordered_json cutJson(const BeamCut& cut) {
  nlohmann::ordered_json json{{"beam_width_deg", nullptr}, {"side_lobe_dB", nullptr}};
  if (cut.width) json["beam_width_deg"] = *cut.width * degrees;
  if (cut.sideLobe && *cut.sideLobe > 0) json["side_lobe_dB"] = decibels(*cut.sideLobe);
  return json;
}

nlohmann::ordered_json beamJson(const FarField& field, const MainBeam& beam) {
  nlohmann::ordered_json json{{"theta_deg", beam.direction.theta * degrees},
                              {"phi_deg", beam.direction.phi * degrees},
                              {"directivity_dBi", decibels(field.directivity(beam.square))},
                              {"e_plane", cutJson(beam.majorPlane)},
                              {"h_plane", cutJson(beam.minorPlane)},
                              {"back_dB", nullptr},
                              {"phase_centre_m", nullptr}};
  if (beam.back > 0) json["back_dB"] = decibels(beam.back);
  if (beam.phaseCentre) {
    json["phase_centre_m"] = beam.phaseCentre->at;
    json["phase_deviation_deg"] = beam.phaseCentre->deviation * degrees;
  }
  return json;
}

std::string widthText(const BeamCut& cut) {
  return cut.width ? fmt::format("{:.4g}", *cut.width * degrees) : "-";
}

bool isIntegral(const dgtd::FarFieldOutput& output) {
  return output.kind == SpectrumKind::integral;
}

bool isScattering(std::span<const FarField> fields) {
  return !fields.empty() && fields.front().scattering.has_value();
}

/// Whether ports alone feed, so that gains are known.
bool isFed(std::span<const FarField> fields) {
  return !fields.empty() && fields.front().feed.has_value();
}

nlohmann::ordered_json complexJson(std::complex<double> z) {
  return nlohmann::ordered_json::array({z.real(), z.imag()});
}

/// What the ports give, and what of it is radiated. `powerUnit`: end of the keys of powers; `second`: what a Fourier
/// integral adds to those of voltages and currents. What is not known becomes null in the file.
void addFeed(const FarField& field, const std::string& powerUnit, const std::string& second,
             nlohmann::ordered_json& json) {
  json["accepted_" + powerUnit] = field.feed->accepted;
  if (field.feed->available > 0) json["available_" + powerUnit] = field.feed->available;
  json["efficiency"] = field.efficiency();
  json["total_efficiency"] = field.totalEfficiency();
  auto& list = json["ports"] = nlohmann::ordered_json::array();
  for (const ports::PortPower& port : field.feed->ports)
    list.push_back({{"region", port.region},
                    {"voltage_V" + second, complexJson(port.voltage)},
                    {"current_A" + second, complexJson(port.current)},
                    {"impedance_ohm", complexJson(port.impedance())}});
}

std::string feedText(const FarField& field) {
  if (!field.feed || !std::isfinite(field.efficiency())) return "";
  std::string text = fmt::format(", efficiency {:.2f} %", 100 * field.efficiency());
  if (std::isfinite(field.totalEfficiency()))
    text += fmt::format(", with what is reflected {:.2f} %", 100 * field.totalEfficiency());
  return text;
}

}  // namespace

std::string imagesText(const dgtd::FarFieldSurface& output) {
  std::string text;
  if (!output.symmetry.empty())
    text += fmt::format(" with images by the symmetry of '{}'", fmt::join(output.symmetry, "', '"));
  if (output.ground)
    text += fmt::format("{} with images by the ground '{}'", text.empty() ? "" : " and", *output.ground);
  return text;
}

std::string farFieldTable(const dgtd::FarFieldOutput& output, std::span<const FarField> fields) {
  const char* unit = isIntegral(output) ? "Vs" : "V";
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out,
                 "frequency_Hz,theta_deg,phi_deg,rE_theta_{0},rE_theta_phase_deg,rE_phi_{0},rE_phi_phase_deg,"
                 "directivity_dBi,co_dBi,cross_dBi,axial_ratio_dB{1}{2}\n",
                 unit, isScattering(fields) ? ",rcs_dBsm" : "", isFed(fields) ? ",gain_dBi,realised_gain_dBi" : "");
  for (const FarField& field : fields)
    for (int t = 0; t < output.theta.points; ++t)
      for (int p = 0; p < output.phi.points; ++p) {
        const Amplitude& a = field.amplitude[static_cast<std::size_t>(t) * static_cast<std::size_t>(output.phi.points) +
                                             static_cast<std::size_t>(p)];
        const Amplitude ludwig = ludwig3(a, output.phi[p] / degrees);
        fmt::format_to(out, "{:.10g},{:.8g},{:.8g},{:.7g},{:.4f},{:.7g},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f}",
                       field.frequency, output.theta[t], output.phi[p], std::abs(a.theta), std::arg(a.theta) * degrees,
                       std::abs(a.phi), std::arg(a.phi) * degrees, decibels(field.directivity(a.square())),
                       decibels(field.directivity(std::norm(ludwig.theta))),
                       decibels(field.directivity(std::norm(ludwig.phi))), 2 * decibels(axialRatio(a)));
        if (field.scattering)
          fmt::format_to(out, ",{:.4f}", decibels(4 * constants::pi * a.square() / field.scattering->incidentSquare));
        if (field.feed) {
          const double directivity = field.directivity(a.square());
          fmt::format_to(out, ",{:.4f},{:.4f}", decibels(directivity * field.efficiency()),
                         decibels(directivity * field.totalEfficiency()));
        }
        fmt::format_to(out, "\n");
      }
  return fmt::to_string(text);
}

nlohmann::ordered_json farFieldJson(const dgtd::FarFieldOutput& output, const EnclosingSurface& surface,
                                    std::span<const FarField> fields) {
  const std::string unit = isIntegral(output) ? "W_s2" : "W";
  nlohmann::ordered_json json{{"surface", output.surface}, {"faces", surface.totalFaces}};
  if (!output.symmetry.empty()) json["symmetry"] = output.symmetry;
  if (output.ground) json["ground"] = *output.ground;
  auto& list = json["frequencies"] = nlohmann::ordered_json::array();
  for (const FarField& field : fields) {
    nlohmann::ordered_json entry{{"frequency_Hz", field.frequency},
                                 {"radiated_" + unit, field.radiatedPower},
                                 {"through_surface_" + unit, field.surfacePower}};
    if (field.maxDirectivity > 0) {
      entry["max_directivity_dBi"] = decibels(field.maxDirectivity);
      entry["max_theta_deg"] = field.maxDirection.theta * degrees;
      entry["max_phi_deg"] = field.maxDirection.phi * degrees;
    }
    if (field.beam) entry["beam"] = beamJson(field, *field.beam);
    if (field.feed) addFeed(field, unit, isIntegral(output) ? "s" : "", entry);
    if (field.scattering) {
      entry["backscatter_m2"] = field.scattering->backscatter;
      entry["scattering_cross_section_m2"] = field.scattering->scatteringCrossSection;
    }
    list.push_back(std::move(entry));
  }
  return json;
}

std::vector<std::string> farFieldWarnings(std::span<const FarField> fields) {
  constexpr double tooMuch = 1.02;
  const FarField* worst = nullptr;
  for (const FarField& field : fields)
    if (field.efficiency() > (worst ? worst->efficiency() : tooMuch)) worst = &field;
  if (!worst) return {};
  return {
      fmt::format("output.farField: at {} more is radiated than the ports give, by {:.2g} %: the open boundary "
                  "reflects (take pml, or more space before an absorbing boundary), the fields had not decayed "
                  "when the run ended, or elements are too large",
                  frequencyText(worst->frequency), 100 * (worst->efficiency() - 1))};
}

std::vector<std::string> farFieldLines(const dgtd::FarFieldOutput& output, const EnclosingSurface& surface,
                                       std::span<const FarField> fields) {
  constexpr std::size_t few = 8;
  std::vector<std::string> lines{
      fmt::format("far field: {} faces of the surface '{}'{}, {} frequencies in farField.csv", surface.totalFaces,
                  output.surface, imagesText(output), fields.size())};
  if (fields.size() > few) return lines;
  for (const FarField& field : fields) {
    if (field.scattering)
      lines.push_back(
          fmt::format("far field at {}: monostatic radar cross-section {:.6g} m^2 ({:.2f} dBsm), scattering "
                      "cross-section {:.6g} m^2",
                      frequencyText(field.frequency), field.scattering->backscatter,
                      decibels(field.scattering->backscatter), field.scattering->scatteringCrossSection));
    else if (!field.beam)
      lines.push_back(fmt::format("far field at {}: nothing is radiated", frequencyText(field.frequency)));
    else
      lines.push_back(fmt::format(
          "far field at {}: radiated {:.6g} {}, through the surface {:.6g}, directivity {:.2f} dBi at theta {:.4g}, "
          "phi {:.4g} degrees, half-power beam width in the E plane {}, in the H plane {} degrees{}",
          frequencyText(field.frequency), field.radiatedPower, isIntegral(output) ? "W s^2" : "W", field.surfacePower,
          decibels(field.directivity(field.beam->square)), field.beam->direction.theta * degrees,
          field.beam->direction.phi * degrees, widthText(field.beam->majorPlane), widthText(field.beam->minorPlane),
          feedText(field)));
  }
  return lines;
}

}  // namespace fluxtet::farField
