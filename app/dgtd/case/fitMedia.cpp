// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/case/checkKeys.hpp"
#include "app/dgtd/case/readTable.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/frequencyText.hpp"
#include "lib/physics/debyeFit.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace fluxtet::dgtd {

using namespace config;

namespace {

constexpr double badFit = 0.05;  ///< relative error from which on a fit is warned of

/// The fit of one material: reports what is wrong with its key, and fills the material.
class MediumFit {
 public:
  MediumFit(const Value& value, Material& material, Faults& faults)
      : value_(value), material_(material), path_("materials." + material.name), faults_(faults) {}

  void run() {
    if (!isAlone()) return;
    if (material_.lossTangent) fitLossTangent(*material_.lossTangent);
    if (material_.coleCole) fitColeCole(*material_.coleCole);
    if (material_.table) fitTable(*material_.table);
  }

 private:
  void fault(const Mark& mark, const std::string& key, const std::string& what) {
    faults_.add(mark, fmt::format("{}.{}: {}", path_, key, what));
  }

  /// Whether the material has one kind of data only, which says what its permittivity is.
  bool isAlone() {
    const int kinds = (material_.lossTangent ? 1 : 0) + (material_.coleCole ? 1 : 0) + (material_.table ? 1 : 0);
    if (kinds > 1) {
      faults_.add(material_.mark, path_ + ": lossTangent, coleCole and table exclude each other: give one of them");
      return false;
    }
    if (material_.lossTangent && !material_.dispersion.none()) {
      fault(
          material_.lossTangent->mark, "lossTangent",
          "it is that of a material without debye, drude, lorentz and poles, which have losses of their own: give one "
          "or the others");
      return false;
    }
    if (!material_.lossTangent && material_.epsilonR != 1) {
      fault(value_.find("epsilon_r")->mark, "epsilon_r",
            fmt::format("the permittivity is that of {}: remove this", material_.coleCole ? "coleCole" : "table"));
      return false;
    }
    return true;
  }

  bool isBand(double low, double high, const Mark& mark, const std::string& key) {
    if (!(low > 0) || !(high > 0)) return false;  // a faulty value, which has been reported
    if (low < high) return true;
    fault(
        mark, key,
        fmt::format("the highest frequency, {}, is not above the lowest, {}", frequencyText(high), frequencyText(low)));
    return false;
  }

  void fitLossTangent(const LossTangentSpec& spec) {
    if (spec.at) {
      material_.sigma += 2 * constants::pi * *spec.at * constants::epsilon0 * material_.epsilonR * spec.value;
      if (spec.poles) fault(spec.mark, "lossTangent.poles", "it belongs to from and to: a conductivity needs none");
      return;
    }
    if (!spec.from || !(spec.value > 0)) return;
    if (!spec.to) return fault(spec.mark, "lossTangent", "`from` needs `to`, the highest frequency");
    if (!isBand(*spec.from, *spec.to, spec.mark, "lossTangent")) return;
    fit("lossTangent", spec.mark, samplesOfLossTangent(material_.epsilonR, spec.value, *spec.from, *spec.to),
        {.poles = spec.poles, .conducts = false, .error = FitError::losses}, {*spec.from, *spec.to});
  }

  void fitColeCole(const ColeColeSpec& spec) {
    for (const ColeColeTerm& term : spec.terms)
      if (!(term.delta > 0) || !(term.tau > 0)) return;
    if (spec.terms.empty() || !isBand(spec.band[0], spec.band[1], spec.mark, "coleCole.band")) return;
    fit("coleCole", spec.mark, samplesOf(spec.infinity, spec.terms, spec.sigma, spec.band[0], spec.band[1]),
        {.poles = spec.poles}, spec.band);
  }

  void fitTable(const PermittivityTableSpec& spec) {
    if (spec.file.empty() || (spec.band && !isBand((*spec.band)[0], (*spec.band)[1], spec.mark, "table.band"))) return;
    PermittivitySamples samples;
    const TableForm form{3, "three numbers", "frequency in Hz, epsilon' and epsilon''", "frequency", "Hz"};
    for (const auto& row : readRows(spec.file, form, spec.mark, path_ + ".table.file", faults_)) {
      if (!(row[0] > 0) || !(row[2] >= 0))
        return fault(
            spec.mark, "table.file",
            fmt::format("{}: at {} Hz epsilon'' is {}: frequencies are positive, and epsilon'' is not negative "
                        "in a medium that absorbs (epsilon = epsilon' - j epsilon'')",
                        spec.file, row[0], row[2]));
      if (spec.band && (row[0] < (*spec.band)[0] || row[0] > (*spec.band)[1])) continue;
      samples.frequency.push_back(row[0]);
      samples.epsilon.emplace_back(row[1], -row[2]);
    }
    if (samples.frequency.size() < 2) {
      if (spec.band) fault(spec.mark, "table.band", fmt::format("fewer than two rows of {} lie in it", spec.file));
      return;
    }
    const std::array band{samples.frequency.front(), samples.frequency.back()};
    fit("table", spec.mark, std::move(samples), {.poles = spec.poles}, band);
  }

  void fit(const std::string& key, const Mark& mark, PermittivitySamples samples, const DebyeFitSettings& settings,
           const std::array<double, 2>& band) {
    const DebyeFit found = fitDebye(samples, settings);
    const std::size_t poles = found.terms.size();
    material_.epsilonR = found.infinity;
    material_.sigma += found.sigma;
    material_.dispersion.debye.insert(material_.dispersion.debye.end(), found.terms.begin(), found.terms.end());
    material_.fit = PermittivityFit{.key = key,
                                    .poles = static_cast<int>(poles),
                                    .error = found.error,
                                    .frequency = found.frequency,
                                    .band = band,
                                    .frequencies = std::move(samples.frequency),
                                    .wanted = std::move(samples.epsilon)};
    if (found.error > badFit)
      faults_.warn(mark, fmt::format("{}.{}: {} relaxation{} miss{} {} by up to {:.2g} %, at {}: allow more poles, or "
                                     "take a narrower band",
                                     path_, key, poles, poles == 1 ? "" : "s", poles == 1 ? "es" : "",
                                     key == "lossTangent" ? "the loss tangent" : "the permittivity", 100 * found.error,
                                     frequencyText(found.frequency, 4)));
  }

  const Value& value_;
  Material& material_;
  std::string path_;
  Faults& faults_;
};

}  // namespace

void fitMedia(const Value& root, DgtdCase& theCase, Faults& faults) {
  const Value* materials = root.find("materials");
  for (Material& material : theCase.materials)
    if (material.lossTangent || material.coleCole || material.table)
      MediumFit(*materials->find(material.name), material, faults).run();
}

}  // namespace fluxtet::dgtd
