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

/// Share of the absorption of a whole layer that its sub-layer k has.
double shareOf(int k, int layers, double grading) {
  const double n = layers;
  return std::pow(k / n, grading + 1) - std::pow((k - 1) / n, grading + 1);
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

double LayerDesign::sigmaOf(int k, double d) const {
  return depthOf(reflection) / (2 * d) * layers * shareOf(k, layers, grading);
}

double LayerDesign::alphaOf(int k, double d) const {
  // In single precision fields grow at frequencies below alpha where a layer stretches a thousandfold there.
  constexpr double mostStretch = 200;
  return std::max(alpha * (1 - (k - 0.5) / layers), sigmaOf(k, d) / mostStretch);
}

double LayerDesign::reflectionAt(double angle) const {
  const double cosine = std::cos(angle);
  return reflection * cosine + 20 * std::log10((1 - cosine) / (1 + cosine));
}

LayerDesign designLayer(const DgtdCase& theCase, const LayerSettings& settings) {
  const Default& byOrder = defaults.at(static_cast<std::size_t>(theCase.dgtd.order - minOrder));
  LayerDesign design;
  design.layers = settings.layers.value_or(byOrder.layers);
  design.thickness = settings.thickness.value_or(0);
  design.reflection = settings.reflection.value_or(byOrder.reflection);
  design.grading = settings.grading.value_or(byOrder.grading);
  design.alpha = settings.alpha ? 2 * constants::pi * *settings.alpha / constants::c0 : alphaOf(theCase);
  constexpr double mostPerLayer = 10;
  const double last = depthOf(design.reflection) / 2 * shareOf(design.layers, design.layers, design.grading);
  if (last > mostPerLayer) design.reflection *= mostPerLayer / last;
  return design;
}

}  // namespace fluxtet::dgtd
