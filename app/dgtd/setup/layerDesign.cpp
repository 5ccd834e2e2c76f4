// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/layerDesign.hpp"

#include "app/dgtd/setup/resolution.hpp"
#include "lib/base/constants.hpp"
#include "lib/basis/orders.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace fluxtet::dgtd {
namespace {

/// Defaults by the order of the elements, P1 to P4.
struct Default {
  int layers;
  double reflection;  ///< dB
  double grading;
};
constexpr std::array defaults{Default{12, -200, 2}, Default{8, -200, 2}, Default{4, -160, 1}, Default{4, -160, 1}};
static_assert(defaults.size() == numOrders);

/// ln(1 / R0).
double depthOf(double reflection) {
  return -reflection / 20 * std::log(10.0);
}

/// Depths at which sub-layer k = 1, ..., N begins and ends, m.
struct Depths {
  double from, to;
};
Depths depthsOf(int k, const std::vector<double>& ends) {
  const auto i = static_cast<std::size_t>(k);
  return {k == 1 ? 0 : ends.at(i - 2), ends.at(i - 1)};
}

/// Share of the absorption of a whole layer that its sub-layer k has.
double shareOf(int k, const std::vector<double>& ends, double grading) {
  const auto [from, to] = depthsOf(k, ends);
  return std::pow(to / ends.back(), grading + 1) - std::pow(from / ends.back(), grading + 1);
}

/// alpha at the surface, 1/m, from the frequencies of the case; 0 if it has none.
double alphaOf(const DgtdCase& theCase) {
  const auto wavenumber = [](double frequency) { return 2 * constants::pi * frequency / constants::c0; };
  constexpr double alphaOfLowest = 0.4;
  const std::optional<double> highest = highestFrequencyOf(theCase);
  if (!highest) return 0;
  double alpha = alphaOfHighest * wavenumber(*highest);
  if (theCase.output.dft && theCase.output.dft->frequencies.front() > 0)
    alpha = std::min(alpha, alphaOfLowest * wavenumber(theCase.output.dft->frequencies.front()));
  return alpha;
}

}  // namespace

double LayerDesign::sigmaOf(int k, const partition::LayerSide& layer) const {
  const auto [from, to] = depthsOf(k, layer.ends);
  return depthOf(reflection) / (2 * (to - from)) * shareOf(k, layer.ends, grading);
}

double LayerDesign::alphaOf(int k, const partition::LayerSide& layer) const {
  // In single precision fields grow at frequencies below alpha where a layer stretches a thousandfold there.
  constexpr double mostStretch = 200;
  const auto [from, to] = depthsOf(k, layer.ends);
  return std::max(alpha * (1 - 0.5 * (from + to) / layer.thickness), sigmaOf(k, layer) / mostStretch);
}

double LayerDesign::reflectionAt(double angle) const {
  const double cosine = std::cos(angle);
  return reflection * cosine + 20 * std::log10((1 - cosine) / (1 + cosine));
}

namespace {

/// `ends`: of the sub-layers, in any unit.
LayerDesign designOf(const DgtdCase& theCase, const LayerSettings& settings, const std::vector<double>& ends) {
  const Default& byOrder = defaults.at(static_cast<std::size_t>(theCase.dgtd.order - minOrder));
  LayerDesign design;
  design.layers = static_cast<int>(ends.size());
  design.reflection = settings.reflection.value_or(byOrder.reflection);
  design.grading = settings.grading.value_or(byOrder.grading);
  design.alpha = settings.alpha ? 2 * constants::pi * *settings.alpha / constants::c0 : alphaOf(theCase);
  constexpr double mostPerLayer = 10;
  double most = 0;
  for (int k = 1; k <= design.layers; ++k)
    most = std::max(most, depthOf(design.reflection) / 2 * shareOf(k, ends, design.grading));
  if (most > mostPerLayer) design.reflection *= mostPerLayer / most;
  return design;
}

}  // namespace

LayerDesign designLayer(const DgtdCase& theCase, const LayerSettings& settings) {
  const Default& byOrder = defaults.at(static_cast<std::size_t>(theCase.dgtd.order - minOrder));
  std::vector<double> ends;
  for (int k = 1; k <= settings.layers.value_or(byOrder.layers); ++k) ends.push_back(k);
  LayerDesign design = designOf(theCase, settings, ends);
  design.thickness = settings.thickness.value_or(0);
  return design;
}

LayerDesign designMeshLayer(const DgtdCase& theCase, const LayerSettings& settings, const std::vector<double>& ends,
                            bool isCrossed) {
  constexpr double reflectionWithoutSubLayers = -80;  // dB
  LayerSettings given = settings;
  if (isCrossed && !given.reflection) given.reflection = reflectionWithoutSubLayers;
  LayerDesign design = designOf(theCase, given, ends);
  design.thickness = ends.back();
  return design;
}

}  // namespace fluxtet::dgtd
