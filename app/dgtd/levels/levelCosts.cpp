// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/levels/levelCosts.hpp"

#include "lib/basis/referenceElement.hpp"

namespace fluxtet::dgtd {
namespace {

/// Seconds of an element step on large meshes by order, of one H200 and of one core: rates of the engines.
constexpr double gpuElementStep[maxOrder + 1] = {0, 0.146e-9, 0.30e-9, 0.7e-9, 1.3e-9};
constexpr double cpuElementStep[maxOrder + 1] = {0, 0.04e-6, 0.12e-6, 0.25e-6, 0.6e-6};

/// The others are fits to time steps and set-ups of shipped cases, s (docs/data/localSteps/README.md, "Several poles a
/// pass, and costs of levels"; CPUs: "What levels cost").
constexpr double gpuLaunch[maxOrder + 1] = {0, 3.5e-6, 4.6e-6, 6e-6, 6e-6};
constexpr double gpuSetUp[maxOrder + 1] = {0, 1.3e-6, 2.2e-6, 2.2e-6, 2.2e-6};
constexpr double gpuWholeStep = 9e-6, gpuLayers = 20e-6, gpuCurlCurl = 2.2, gpuDamping = 0.1;
constexpr double cpuLaunch = 5e-6, cpuSetUp = 5e-6, cpuCurlCurl = 1, cpuDamping = 0.4;

}  // namespace

LevelCosts levelCosts(int order, bool onGpu, double ofLayers, bool isPenalised) {
  const double elementStep = onGpu ? gpuElementStep[order] : cpuElementStep[order];
  LevelCosts costs;
  costs.curlCurl = onGpu ? gpuCurlCurl : cpuCurlCurl;
  if (isPenalised) costs.damping = onGpu ? gpuDamping : cpuDamping;
  costs.launch = (onGpu ? gpuLaunch[order] : cpuLaunch) / elementStep;
  costs.wholeStep = (onGpu ? gpuWholeStep : cpuLaunch) / elementStep;
  if (ofLayers > 0) costs.wholeStep += ofLayers + (onGpu ? gpuLayers / elementStep : 0);
  costs.setUp = (onGpu ? gpuSetUp[order] : cpuSetUp) / elementStep;
  return costs;
}

}  // namespace fluxtet::dgtd
