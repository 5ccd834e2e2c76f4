// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/case/excitation.hpp"
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
  double frequency = 0;    ///< Hz, at which the wave is shortest
  double wavelength = 0;   ///< m, in the region's material; 2 pi skin depths where fields only decay
  double elementSize = 0;  ///< m; 95 % of the volume has elements of smaller mean edge
  double nodes = 0;        ///< order * wavelength / elementSize: nodes per wavelength
  double lossTangent = 0;  ///< losses over |epsilon'|
  double sigma = 0;        ///< S/m
};

/// Loss tangent of a material, dimensionless: sigma / (omega epsilon), and of a dispersive one epsilon'' / |epsilon'|.
/// `frequency`: Hz.
double lossTangentOf(const Material& material, double frequency);

/// Wavelength of a plane wave in a lossy or dispersive material, m; 2 pi times the skin depth if that is less, as in a
/// metal or a plasma. `frequency`: Hz.
double wavelengthIn(const Material& material, double frequency);

/// The frequencies of interest of a case, Hz: those of `output.dft`; else of its sines and of its pulses' bandwidth,
/// where the spectrum has at least half its peak amplitude. Nothing if they are unknown, as without sources or with a
/// tabulated waveform.
std::optional<FrequencyRange> bandOf(const DgtdCase& theCase);
/// The highest of these frequencies, Hz.
std::optional<double> highestFrequencyOf(const DgtdCase& theCase);
/// Frequencies of a band, Hz, from the highest down, at equal ratios.
std::vector<double> frequenciesIn(const FrequencyRange& band);

/// The frequency at which the wave in a material is shortest, Hz. Conduction alone lets waves get shorter with every
/// rise of the frequency.
double frequencyOfShortestWave(const Material& material, const FrequencyRange& band);

/// Loss tangent above which the surface impedance is at most 3 % of that of air, so that the material acts as a perfect
/// conductor.
inline constexpr double goodConductor = 1e3;

/// Resolution of each region that has elements, at the frequency of `band` at which its wave is shortest: the
/// highest, except in dispersive media. elementSize has an error of a few percent. `edgeRange`: shortest and longest
/// edge of the mesh, m. Collective: one pass over the elements and one reduction.
std::vector<Resolution> resolutionOf(const DgtdCase& theCase, const Discretisation& d, const FrequencyRange& band,
                                     const std::array<double, 2>& edgeRange, MPI_Comm comm);

/// One line for each region: nodes per wavelength, at what frequency, and the lengths that they come from. Empty where
/// the frequencies of the case are unknown. Collective.
std::vector<std::string> resolutionLines(const DgtdCase& theCase, const Discretisation& d,
                                         const std::array<double, 2>& edgeRange, MPI_Comm comm);

}  // namespace fluxtet::dgtd
