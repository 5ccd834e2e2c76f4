// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>

#include <complex>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

/// Scattering parameters between ports, in waves that are normalised by power: a = (V + Z I) / (2 sqrt Z) goes into the
/// device, b = (V - Z I) / (2 sqrt Z) comes out of it, with Z the impedance of the port and I the current into the
/// device; S_ij = b_i / a_j where all other ports end in their impedances. Phasors are those of exp(+j omega t).
namespace fluxtet::ports {

struct Port {
  std::string name;
  double impedance = 0;  ///< ohm; nan of a mode, whose impedance changes with the frequency
  bool isMode = false;   ///< of a wave port, whose waves are those of the mode
};

/// What one excited port does to all, over the wave into it: a column of the scattering matrix at each frequency if no
/// waves enter at the other ports. Their ends are not ideal (a wave port reflects a little, and local time steps have
/// an inductance); withIdealEnds() makes up for that.
struct ScatteringColumn {
  std::size_t excited = 0;                      ///< index of the port
  std::vector<double> frequencies;              ///< Hz, increasing
  std::vector<std::complex<double>> s;          ///< [frequency][port] waves out of the ports
  std::vector<std::complex<double>> in;         ///< [frequency][port] waves into them; 1 at the excited one
  std::vector<std::complex<double>> impedance;  ///< [frequency] of the device at the excited port, V / I, ohm
};

/// The columns of the matrix S = B A^-1, from the waves A into all ports and B out of them, [port][run], of the runs in
/// which each port is excited; impedances of lumped ports are those of S. `columns`: one for each port, in their order.
/// A frequency at which a mode carries no power stays as it is.
std::vector<ScatteringColumn> withIdealEnds(std::vector<ScatteringColumn> columns, std::span<const Port> ports);

/// Columns as CSV: a row for each excited port, frequency and port, with S, at the excited port impedance and
/// standing wave ratio, which are nan at the others, and the wave into the port.
std::string scatteringTable(std::span<const ScatteringColumn> columns, std::span<const Port> ports);
/// Reads the one column of such a file. Throws InputError for a file that is damaged, or of other ports.
ScatteringColumn readScatteringColumn(const std::filesystem::path& file, std::span<const Port> ports);

/// The matrix S, [port][port], of ports with these impedances, ohm, as one that refers to `reference`, ohm, at all
/// ports. From the waves of the one, those of the other are a' = D (a - G b), b' = D (b - G a) with the diagonal
/// matrices G = (reference - Z) / (reference + Z), D = (Z + reference) / (2 sqrt(Z reference)), so S' = D (S - G) (1 -
/// G S)^-1 D^-1.
Eigen::MatrixXcd renormalised(const Eigen::MatrixXcd& S, std::span<const Port> ports, double reference);

/// The matrix as Touchstone 1.1, real and imaginary parts, referred to `reference`, ohm. `columns`: one for each port,
/// in their order, at the same frequencies. With modes among the ports nothing is renormalised, and `reference` is a
/// nominal value.
std::string touchstoneText(std::span<const ScatteringColumn> columns, std::span<const Port> ports, double reference);
/// Its name: "sParameters.s2p" for two ports.
std::string touchstoneName(std::size_t numPorts);

/// What a matrix says of itself: of a passive device no singular value is above 1, and of a reciprocal one S is
/// symmetric.
struct MatrixCheck {
  double largestSingularValue = 0, atFrequency = 0;       ///< Hz
  double largestAsymmetry = 0, asymmetryAtFrequency = 0;  ///< largest |S_ij - S_ji|; Hz
};
MatrixCheck checkMatrix(std::span<const ScatteringColumn> columns);

/// The part of summary.json: ports, lowest reflections and, of a whole matrix, what checkMatrix() finds.
nlohmann::ordered_json scatteringJson(std::span<const ScatteringColumn> columns, std::span<const Port> ports);
/// What is wrong: more power out of the device than into it.
std::vector<std::string> scatteringWarnings(std::span<const ScatteringColumn> columns, std::span<const Port> ports);

/// The lowest reflection of the excited port: "S11 is lowest at 2.41 GHz: -23.1 dB, 48.2 + 3.1i ohm".
std::string reflectionText(const ScatteringColumn& column, std::span<const Port> ports);

}  // namespace fluxtet::ports
