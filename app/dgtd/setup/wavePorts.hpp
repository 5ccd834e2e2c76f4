// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Wave ports on the mesh: their faces and modes, and the waves that enter there (docs/theory.md, section 3.11).
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/modes/portMode.hpp"
#include "app/dgtd/setup/absorbingLayers.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/base/vec3.hpp"
#include "lib/basis/referenceElement.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// A wave port on its mesh. Faces are this rank's; all else is the same on every rank.
struct WavePort {
  std::size_t port = 0;  ///< index into DgtdCase::ports
  std::string name;
  Vec3 normal{};                          ///< unit, into the model
  double plane = 0;                       ///< normal . x of its points, m
  double area = 0;                        ///< m^2
  std::int64_t totalFaces = 0;            ///< of all ranks
  std::vector<PortMode> modes;            ///< ascending cut-off
  std::vector<std::int32_t> modelFace{};  ///< 4 * element + local face of the side in the model
  std::vector<std::int32_t> layerFace{};  ///< the same faces, on the side of the layer
  /// [mode][face][Nf][xyz] e and h at the nodes of the faces, 1/m, with int e.e = 1 for the polynomials
  std::vector<std::vector<double>> electric{}, magnetic{};
};

/// Finds the wave ports and their modes, in the order of the case. Materials, conditions of faces and layers of
/// `problem` are set. Collective. Throws InputError on every rank for a port with walls other than pec, pmc and laws
/// that a half step takes for one of these, in an anisotropic medium or beside a load, or without such modes.
/// `known`: the ports of a case with the same mesh, materials and boundaries, whose modes are taken over where they are
/// as many; empty without one.
std::vector<WavePort> findWavePorts(const DgtdCase& theCase, const SubMesh& mesh, const AbsorbingLayers& layers,
                                    const ReferenceElement& basis, const DgtdProblem& problem,
                                    std::vector<WavePort> known, MPI_Comm comm);

/// The wave that enters through a port.
struct PortWave {
  std::size_t port = 0;  ///< index into the list of wave ports
  int mode = 0;
  double amplitude = 0;  ///< V where the waveform is 1
  int waveform = 0;      ///< index into DgtdProblem::waveforms: of the voltage v over the amplitude
  int waveformOfH = 0;   ///< of Z0 i over the amplitude
};

/// The wave ports of a case and the waves that enter through them.
struct WavePorts {
  std::vector<WavePort> ports;
  std::vector<PortWave> waves;
  bool none() const { return ports.empty(); }
};

/// The waves of the ports that the case feeds; appends the waveforms of their magnetic fields to `waveforms`, which has
/// those of all sources. The current of a TE or TM mode is I(f) = V(f) / Z(f), which becomes a table. Throws InputError
/// for a mode that the waveform excites at or below its cut-off, or that does not propagate at a frequency of
/// output.sParameters.
std::vector<PortWave> wavesOfPorts(const DgtdCase& theCase, const std::vector<WavePort>& ports, WaveformSet& waveforms);

/// Lines for people: modes of each port, with cut-off and impedance.
std::vector<std::string> wavePortLines(const std::vector<WavePort>& ports);

}  // namespace fluxtet::dgtd
