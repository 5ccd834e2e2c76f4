// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/setup/discretisation.hpp"

#include <mpi.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// Resolution of a wave by the elements of a region.
struct Resolution {
  std::string region;
  double wavelength = 0;   ///< m, in the region's material
  double elementSize = 0;  ///< m; 95 % of the volume has elements of smaller mean edge
  double nodes = 0;        ///< order * wavelength / elementSize: nodes per wavelength
  double lossTangent = 0;  ///< sigma / (omega epsilon)
};

/// Loss tangent sigma / (omega epsilon) of a material, dimensionless. `frequency`: Hz.
double lossTangentOf(const Material& material, double frequency);

/// Wavelength of a plane wave in a lossy material, m. `frequency`: Hz.
double wavelengthIn(const Material& material, double frequency);

/// The highest frequency of interest of a case, Hz: that of `output.dft`; else of its sines and the upper ends of its
/// pulses' bandwidth, where the spectrum has half its peak amplitude. Nothing if it is unknown, as without sources or
/// with a tabulated waveform.
std::optional<double> highestFrequencyOf(const DgtdCase& theCase);

/// Resolution of each region that has elements, at `frequency` (Hz); elementSize has an error of a few percent.
/// `edgeRange`: shortest and longest edge of the mesh, m. Collective: one pass over the elements and one reduction.
std::vector<Resolution> resolutionOf(const DgtdCase& theCase, const Discretisation& d, double frequency,
                                     const std::array<double, 2>& edgeRange, MPI_Comm comm);

}  // namespace fluxtet::dgtd
