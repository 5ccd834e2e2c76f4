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

/// How finely a region's elements sample a wave.
struct Resolution {
  std::string region;
  double wavelength = 0;   ///< m, in the region's material
  double elementSize = 0;  ///< m; the mean edge of an element, which is smaller in 95 % of the region's volume
  double nodes = 0;        ///< order wavelength / elementSize: nodes per wavelength along an edge
  double lossTangent = 0;  ///< sigma / (omega epsilon): conduction over displacement current
};

/// sigma / (omega epsilon) of a material.
double lossTangentOf(const Material& material, double frequency);

/// Wavelength of a plane wave in a material, with its losses, m.
double wavelengthIn(const Material& material, double frequency);

/// The highest frequency that the results of a case are about, Hz: of `output.dft`, else of its sines and the upper end
/// of its pulses' bandwidth, where half the amplitude of their spectrum is left; nothing where the case does not tell,
/// as with a table's waveform or without sources.
std::optional<double> highestFrequencyOf(const DgtdCase& theCase);

/// Of each region that has elements, with a few percent of error in elementSize. `edgeRange`: shortest and longest edge
/// of all ranks, m (edgeRange() of facts.hpp). Collective; one pass over the elements and one reduction.
std::vector<Resolution> resolutionOf(const DgtdCase& theCase, const Discretisation& d, double frequency,
                                     const std::array<double, 2>& edgeRange, MPI_Comm comm);

}  // namespace fluxtet::dgtd
