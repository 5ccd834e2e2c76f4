// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/faceLaws.hpp"

#include "app/dgtd/setup/resolution.hpp"
#include "app/dgtd/sources/lumpedPorts.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/frequencyText.hpp"
#include "lib/base/mpi.hpp"
#include "lib/physics/leastSquares.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace fluxtet::dgtd {
namespace {

/// How far rates lie outside of the band, on either side. Of the spreads tried this makes the error of sqrt(s) least
/// with eight rates.
constexpr double rateSpread = 11;
constexpr int samplesOfFit = 81;
/// Rates times the step, at most.
constexpr double fastest = 1;
/// Bound of a fitted law over that of the fit at another time step.
constexpr double roomForFits = 2;
/// The same of laws that follow the time step without a fit.
constexpr double roomForRounding = 1 + 1e-12;
/// Least ratio of the ends of a band that follows from the case.
constexpr double narrowBand = 2;
constexpr double wideBand = 100;

double waveNumber(double frequency) {
  return 2 * constants::pi * frequency / constants::c0;
}

FaceLaw resistive(FaceLaw::Form form, double value) {
  FaceLaw law;
  law.form = form;
  law.direct = value;
  return law;
}

/// The law growth / (s + decay + stiffness / s).
FaceLaw resonant(FaceLaw::Form form, double growth, double decay, double stiffness, double direct = 0) {
  FaceLaw law = resistive(form, direct);
  law.growth = growth;
  law.decay = decay;
  law.stiffness = stiffness;
  return law;
}

std::array<double, 2> bandOfConductor(const DgtdCase& theCase, const BoundaryAssignment& boundary) {
  if (boundary.conductor->band) return *boundary.conductor->band;
  const auto band = bandOf(theCase);
  require(band.has_value(),
          "{}: boundaries.{}.conductor: neither output.dft nor a source says at which frequencies the metal matters: "
          "give 'band: [LOWEST, HIGHEST]'",
          toString(boundary.mark), boundary.surface);
  const double low = std::max(band->low, band->high / wideBand);
  if (band->high >= narrowBand * low) return {low, band->high};
  const double wider = std::sqrt(narrowBand * low / band->high);
  return {low / wider, band->high * wider};
}

}  // namespace

std::complex<double> surfaceImpedanceOf(const ConductorFilm& film, double frequency) {
  const std::complex<double> s(0, 2 * constants::pi * frequency);
  const double mu = film.muR * constants::mu0;
  const std::complex<double> Z = std::sqrt(s * mu / film.sigma);
  return film.thickness > 0 ? Z / std::tanh(std::sqrt(s * mu * film.sigma) * film.thickness) : Z;
}

FittedLaw fitConductor(const ConductorFilm& film, double dt) {
  constexpr auto count = FaceLaw::maxHighPasses;
  const double step = constants::c0 * dt;
  const double lowest = waveNumber(film.band[0]) / rateSpread;
  double highest = waveNumber(film.band[1]) * rateSpread;
  if (step > 0) highest = std::min(highest, fastest / step);
  FittedLaw result;
  FaceLaw& law = result.law;
  for (std::size_t k = 0; k < count; ++k)
    law.highPasses.push_back({1, lowest * std::pow(highest / lowest, static_cast<double>(k) / (count - 1))});

  // Rows: real and imaginary part of each term over the impedance; their sum shall be 1.
  Eigen::MatrixXd A(2 * samplesOfFit, 1 + count);
  Eigen::VectorXd b(2 * samplesOfFit);
  std::array<double, samplesOfFit> frequency{};
  for (int i = 0; i < samplesOfFit; ++i) {
    frequency[i] = film.band[0] * std::pow(film.band[1] / film.band[0], static_cast<double>(i) / (samplesOfFit - 1));
    const std::complex<double> wanted = surfaceImpedanceOf(film, frequency[i]) / constants::z0;
    for (std::size_t k = 0; k <= count; ++k) {
      FaceLaw term = resistive(FaceLaw::Form::impedance, k == 0 ? 1 : 0);
      if (k > 0) term.highPasses = {law.highPasses[k - 1]};
      const std::complex<double> entry = responseOf(term, waveNumber(frequency[i]), step) / wanted;
      A(2 * i, static_cast<Eigen::Index>(k)) = entry.real();
      A(2 * i + 1, static_cast<Eigen::Index>(k)) = entry.imag();
    }
    b[2 * i] = 1;
    b[2 * i + 1] = 0;
  }
  // The terms have the size of 1 / wanted, far from 1; a common factor makes the numbers harmless.
  const double scale = A.cwiseAbs().maxCoeff();
  const Eigen::VectorXd x = nonNegativeLeastSquares(A / scale, b) / scale;
  law.direct = x[0];
  for (std::size_t k = 0; k < count; ++k) law.highPasses[k].strength = x[static_cast<Eigen::Index>(k) + 1];
  const Eigen::VectorXd rest = A * x - b;
  for (int i = 0; i < samplesOfFit; ++i)
    if (const double error = std::hypot(rest[2 * i], rest[2 * i + 1]); error > result.error) {
      result.error = error;
      result.frequency = frequency[i];
    }
  return result;
}

FaceLaw lawOf(const ImpedanceSettings& given) {
  using enum FaceLaw::Form;
  const bool inSeries = given.connection == CircuitConnection::series;
  const double R = given.R.value_or(0) / constants::z0;                  // relative
  const double G = given.R ? constants::z0 / *given.R : 0;               // relative
  const double L = given.L.value_or(0) * constants::c0 / constants::z0;  // m
  const double C = given.C.value_or(0) * constants::c0 * constants::z0;  // m
  if (inSeries && given.L) return resonant(admittance, 1 / L, R / L, given.C ? 1 / (L * C) : 0);
  if (!inSeries && given.C) return resonant(impedance, 1 / C, G / C, given.L ? 1 / (L * C) : 0);
  if (given.L) {  // in parallel, perhaps with a resistance
    if (!given.R) return resonant(admittance, 1 / L, 0, 0);
    FaceLaw law;
    law.highPasses = {{R, R / L}};
    return law;
  }
  if (given.C) return resonant(impedance, 1 / C, 0, 0, R);  // in series, perhaps with a resistance
  return R <= 1 ? resistive(impedance, R) : resistive(admittance, G);
}

FaceLaw lawOf(const SheetSettings& sheet) {
  return resistive(FaceLaw::Form::sheet, constants::z0 / sheet.resistance);
}

FaceLaw extrapolated(FaceLaw law, double step) {
  if (law.direct > 0 && law.direct <= mostExtrapolated)
    law.highPasses.push_back(step > 0 ? HighPass{law.direct / 2, 1 / step} : HighPass{});
  return law;
}

FaceLaw lawOnStrip(const ImpedanceSettings& given, bool isOuter, bool isPort, double step) {
  using enum FaceLaw::Form;
  const bool inSeries = given.connection == CircuitConnection::series;
  FaceLaw law;
  if (!inSeries && given.L && !given.C) {
    // A conductance beside an inductance: no lag of the inductance.
    law =
        resonant(admittance, constants::z0 / (*given.L * constants::c0), 0, 0, given.R ? constants::z0 / *given.R : 0);
  } else {
    law = lawOf(given);
  }
  if (given.R && !given.L && !given.C) {
    // The form that limits the time step less.
    const double R = *given.R / constants::z0, alike = isOuter ? 1 : 0.5;
    law = !isPort && R <= alike ? resistive(impedance, R) : resistive(admittance, 1 / R);
  }
  if (!isOuter) law.form = law.form == impedance ? sheetImpedance : sheet;
  return extrapolated(law, step);
}

FaceLawSet::FaceLawSet(const DgtdCase& theCase, const std::vector<std::string>& outerSurfaces,
                       const std::vector<StripCircuit>& strips) {
  for (const BoundaryAssignment& boundary : theCase.boundaries) {
    if (!rowOf(boundary.kind).hasLaw) continue;
    Wall wall{boundary};
    if (!boundary.strip.empty()) {
      const auto strip = std::ranges::find(strips, boundary.surface, &StripCircuit::surface);
      if (strip == strips.end()) continue;  // an ideal generator, without a resistance
      wall.strip = *strip;
    }
    if (const auto& conductor = boundary.conductor) {
      // Inside of the mesh the film has fields on both sides: each side has one half of it.
      const bool isOuter = std::ranges::find(outerSurfaces, boundary.surface) != outerSurfaces.end();
      wall.film = {*conductor->sigma, conductor->muR, conductor->thickness.value_or(0) / (isOuter ? 1 : 2),
                   bandOfConductor(theCase, boundary)};
    }
    walls_.push_back(std::move(wall));
  }
}

FittedLaw FaceLawSet::lawAt(const Wall& wall, double dt) const {
  if (wall.boundary.conductor) return fitConductor(wall.film, dt);
  if (wall.strip) return {lawOnStrip(wall.strip->square, wall.strip->isOuter, wall.strip->isPort, constants::c0 * dt)};
  return {wall.boundary.impedance ? lawOf(*wall.boundary.impedance) : lawOf(*wall.boundary.sheet)};
}

std::vector<FaceLaw> FaceLawSet::at(double dt) const {
  std::vector<FaceLaw> laws;
  for (const Wall& wall : walls_) laws.push_back(lawAt(wall, dt).law);
  return laws;
}

std::vector<FaceLaw> FaceLawSet::boundedAt(double dt) const {
  std::vector<FaceLaw> laws = at(dt);
  for (std::size_t i = 0; i < laws.size(); ++i)
    laws[i].bound =
        boundOf(laws[i], constants::c0 * dt) * (walls_[i].boundary.conductor ? roomForFits : roomForRounding);
  return laws;
}

bool FaceLawSet::storeEnergy() const {
  return std::ranges::any_of(walls_, [](const Wall& wall) {
    const auto stores = [](const ImpedanceSettings& circuit) { return circuit.L || circuit.C; };
    return (wall.strip && stores(wall.strip->square)) || (wall.boundary.impedance && stores(*wall.boundary.impedance));
  });
}

double FaceLawSet::maxStep() const {
  double step = std::numeric_limits<double>::infinity();
  for (const FaceLaw& law : at(0)) {
    if (law.stiffness > 0) step = std::min(step, 1 / std::sqrt(law.stiffness));
    // Rates of fits follow the step.
    if (law.highPasses.size() == 1 && law.highPasses[0].rate > 0) step = std::min(step, 1 / law.highPasses[0].rate);
  }
  return step / constants::c0;
}

std::int32_t FaceLawSet::of(const std::string& surface) const {
  const auto at = std::ranges::find(walls_, surface, [](const Wall& wall) { return wall.boundary.surface; });
  return at == walls_.end() ? -1 : static_cast<std::int32_t>(at - walls_.begin());
}

std::string wallText(const BoundaryAssignment& boundary) {
  if (!boundary.strip.empty()) return toString(boundary.kind);
  if (boundary.sheet) return fmt::format("sheet of {:.15g} ohm", boundary.sheet->resistance);
  if (boundary.conductor) {
    const ConductorSettings& c = *boundary.conductor;
    std::string text = fmt::format("conductor of {:.15g} S/m", *c.sigma);
    if (c.muR != 1) text += fmt::format(", muR {:.15g}", c.muR);
    if (c.thickness) text += fmt::format(", {:.15g} m thick", *c.thickness);
    if (c.band) text += fmt::format(", band {:.15g} to {:.15g} Hz", (*c.band)[0], (*c.band)[1]);
    return text;
  }
  std::string parts;
  const auto add = [&](const std::optional<double>& value, const char* unit) {
    if (value) parts += fmt::format("{}{:.15g} {}", parts.empty() ? "" : ", ", *value, unit);
  };
  add(boundary.impedance->R, "ohm");
  add(boundary.impedance->L, "H");
  add(boundary.impedance->C, "F");
  const bool isOne = parts.find(',') == std::string::npos;
  return fmt::format("impedance of {}{}", parts,
                     isOne ? "" : fmt::format(" in {}", toString(boundary.impedance->connection)));
}

std::vector<std::string> FaceLawSet::lines(double dt) const {
  std::vector<std::string> lines;
  for (const Wall& wall : walls_) {
    if (wall.strip) continue;
    std::string line = fmt::format("{}: {}", wall.boundary.surface, wallText(wall.boundary));
    if (wall.boundary.conductor) {
      const FittedLaw fit = lawAt(wall, dt);
      line += fmt::format(", surface impedance fitted from {} to {} by {} terms, error at most {:.2g} % (at {})",
                          frequencyText(wall.film.band[0], 4), frequencyText(wall.film.band[1], 4),
                          fit.law.highPasses.size(), 100 * fit.error, frequencyText(fit.frequency, 3));
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

void setFaceLaws(const FaceLawSet& laws, const DgtdCase& theCase, const SubMesh& mesh, DgtdProblem& problem,
                 MPI_Comm comm) {
  problem.laws = laws.at(0);
  std::vector<std::int32_t> lawOfGroup;
  for (const std::string& surface : mesh.groups.surfaces) lawOfGroup.push_back(laws.of(surface));
  std::vector<std::int64_t> injected(problem.laws.size(), 0);
  for (std::size_t face = 0; face < mesh.faceGroup.size(); ++face) {
    const std::int32_t group = mesh.faceGroup[face];
    const std::int32_t law = group < 0 ? -1 : lawOfGroup[static_cast<std::size_t>(group)];
    if (law < 0) continue;
    if (problem.injectedIndex(static_cast<std::int32_t>(face)) >= 0) ++injected[static_cast<std::size_t>(law)];
    problem.lawFace.push_back(static_cast<std::int32_t>(face));
    problem.lawOfFace.push_back(law);
  }
  for (const BoundaryAssignment& boundary : theCase.boundaries) {
    const std::int32_t law = laws.of(boundary.surface);
    if (law < 0) continue;
    require(sumOverRanks(comm, injected[static_cast<std::size_t>(law)]) == 0,
            "{}: {}: a plane wave is injected at faces of the sheet: move the wave's surface away from it",
            toString(boundary.mark),
            boundary.strip.empty() ? fmt::format("boundaries.{}", boundary.surface) : boundary.strip + ".surface");
  }
}

}  // namespace fluxtet::dgtd
