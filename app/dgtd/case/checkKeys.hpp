// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "lib/config/faults.hpp"
#include "lib/config/value.hpp"

/// The parts of checkDgtdKeys(), one per file. `theCase` has been filled from the values. All append to `faults`.
namespace fluxtet::dgtd {

/// Reads tables of waveforms; checks directions, strengths and the regions of gaps, and sets the names of gaps.
void checkSources(const config::Value& sources, DgtdCase& theCase, config::Faults& faults);
/// Reads the table of a waveform, if it is one; `path`: key of the source, whose value is `source`.
void readWaveform(const config::Value& source, const std::string& path, WaveformSpec& waveform, config::Faults& faults);
/// Checks the ports and loads and what output.sParameters asks of them, and appends the ports to the case's sources. To
/// be called after checkSources().
void checkPorts(const config::Value& root, DgtdCase& theCase, config::Faults& faults);
/// Checks the tensors of materials, turns them to the axes x, y, z, and sets the number beside each to its largest
/// principal value.
void settleTensors(const config::Value& root, DgtdCase& theCase, config::Faults& faults);
/// Approximates the loss tangents, Cole-Cole sums and tables of the materials by relaxations.
void fitMedia(const config::Value& root, DgtdCase& theCase, config::Faults& faults);
/// Checks walls and sheets, and sets the conductivity of metals that are given by a name.
void checkWalls(DgtdCase& theCase, config::Faults& faults);
/// Checks the terms of dispersive media, and whether the case can have such media and anisotropic ones.
void checkMedia(const config::Value& root, const DgtdCase& theCase, config::Faults& faults);
/// Checks periodic surfaces, and that nothing stands beside them that they exclude.
void checkCell(const DgtdCase& theCase, config::Faults& faults);
void checkOutput(const config::Value& output, const OutputSettings& settings, config::Faults& faults);
/// Checks `output.dft`, `output.sar` and the far fields against the materials, regions, sources and times of the
/// case. Sets the tissues of `sar` that follow from the densities.
void checkSpectra(const config::Value& output, DgtdCase& theCase, config::Faults& faults);
/// Warns of conducting regions that `output.sar` omits, and of densities that no tissue has.
void warnOfTissues(const SarOutput& sar, const DgtdCase& theCase, config::Faults& faults);
/// Checks that the volumes and surfaces of sources and outputs are assigned in `regions:` and `boundaries:`.
void checkDgtdReferences(const config::Value& root, config::Faults& faults);

/// Checks that `fields` of the output at key `path` lists E and H at most once.
void checkFields(const config::Value& section, const std::string& path, config::Faults& faults);
/// Checks names and shapes of the points, lines and slices of `output.dft`, the given section.
void checkPlaces(const config::Value& section, const DftOutput& dft, config::Faults& faults);
/// Checks that all coordinates of the first corner of `box` are less than the second's, for the output at key `path`.
void checkBox(const config::Value& section, const std::string& path, config::Faults& faults);

}  // namespace fluxtet::dgtd
