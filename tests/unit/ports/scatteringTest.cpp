// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/ports/scattering.hpp"

#include "lib/base/error.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <Eigen/Dense>

#include <complex>
#include <cstddef>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

using namespace ports;
using Complex = std::complex<double>;

/// Columns of n ports at two frequencies, with S_ij = (i + 1) / 10 + j (j + 1) / 100 at the first one, half of it at
/// the second.
std::vector<ScatteringColumn> columnsOf(std::size_t n) {
  std::vector<ScatteringColumn> columns(n);
  for (std::size_t j = 0; j < n; ++j) {
    columns[j].excited = j;
    columns[j].frequencies = {1e9, 2e9};
    for (const double factor : {1.0, 0.5}) {
      columns[j].impedance.emplace_back(50 * factor, -3);
      for (std::size_t i = 0; i < n; ++i) {
        columns[j].s.emplace_back(factor * static_cast<double>(i + 1) / 10, factor * static_cast<double>(j + 1) / 100);
        columns[j].in.emplace_back(i == j ? 1 : 0);
      }
    }
  }
  return columns;
}

std::vector<Port> portsAt(const std::vector<double>& impedances) {
  std::vector<Port> ports;
  for (const double z : impedances) ports.push_back({fmt::format("P{}", ports.size() + 1), z});
  return ports;
}

std::vector<std::string> dataLines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (line[0] != '!' && line[0] != '#') lines.push_back(line);
  return lines;
}

TEST(Touchstone, ListsTwoPortsColumnByColumnInOneLine) {
  const std::string text = touchstoneText(columnsOf(2), portsAt({50, 50}), 50);
  EXPECT_NE(text.find("# Hz S RI R 50\n"), std::string::npos);
  const auto lines = dataLines(text);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], "1000000000 0.1 0.01 0.2 0.01 0.1 0.02 0.2 0.02");  // S11 S21 S12 S22
}

TEST(Touchstone, ListsMorePortsRowByRowWithAtMostFourPairsALine) {
  const auto three = dataLines(touchstoneText(columnsOf(3), portsAt({50, 50, 50}), 50));
  ASSERT_EQ(three.size(), 6U);
  EXPECT_EQ(three[0], "1000000000 0.1 0.01 0.1 0.02 0.1 0.03");
  EXPECT_EQ(three[1], " 0.2 0.01 0.2 0.02 0.2 0.03");
  const auto five = dataLines(touchstoneText(columnsOf(5), portsAt({50, 50, 50, 50, 50}), 50));
  ASSERT_EQ(five.size(), 20U);
  EXPECT_EQ(five[1], " 0.1 0.05");
}

// By way of the impedance matrix Z, which does not depend on the reference: V = Z I, so with r = sqrt of the impedances
// S = r^-1 (Z - r^2) (Z + r^2)^-1 r.
TEST(Renormalisation, DescribesTheSameImpedanceMatrix) {
  Eigen::Matrix3cd Z;
  Z << Complex(60, 5), Complex(20, -10), Complex(5, 3), Complex(18, 4), Complex(90, -20), Complex(1, 1), Complex(2, 0),
      Complex(-6, 7), Complex(30, 40);
  const auto scattering = [&](const Eigen::Vector3d& z) -> Eigen::Matrix3cd {
    const Eigen::Vector3d root = z.cwiseSqrt();
    const Eigen::Matrix3cd own = z.cast<Complex>().asDiagonal();
    return root.cwiseInverse().asDiagonal() * (Z - own) * (Z + own).inverse() * root.asDiagonal();
  };
  const Eigen::MatrixXcd found = renormalised(scattering({30, 50, 120}), portsAt({30, 50, 120}), 75);
  EXPECT_LT((found - scattering({75, 75, 75})).norm(), 1e-14);
}

TEST(ScatteringTable, IsReadBackToTheLastDigit) {
  const TemporaryFolder folder;
  const auto ports = portsAt({50, 75});
  ScatteringColumn column = columnsOf(2)[1];
  column.s[0] = {1.0 / 3, -2.0 / 7};
  column.in[0] = {-1.0 / 7, 2.0 / 3};
  std::ofstream(folder / "s.csv") << scatteringTable({&column, 1}, ports);
  const ScatteringColumn read = readScatteringColumn(folder / "s.csv", ports);
  EXPECT_EQ(read.excited, column.excited);
  EXPECT_EQ(read.frequencies, column.frequencies);
  EXPECT_EQ(read.s, column.s);
  EXPECT_EQ(read.in, column.in);
  EXPECT_EQ(read.impedance, column.impedance);
}

TEST(ScatteringTable, IsRefusedWhereItIsDamagedOrOfOtherPorts) {
  const TemporaryFolder folder;
  const auto ports = portsAt({50, 75});
  const ScatteringColumn column = columnsOf(2)[0];
  const std::string whole = scatteringTable({&column, 1}, ports);
  const auto readText = [&](const std::string& text) {
    std::ofstream(folder / "s.csv") << text;
    return readScatteringColumn(folder / "s.csv", ports);
  };
  EXPECT_NO_THROW(readText(whole));
  EXPECT_THROW(readText(whole.substr(0, whole.rfind("P1"))), InputError);  // the last line is missing
  EXPECT_THROW(readText("frequency,S\n"), InputError);
  std::string other = whole;
  other.replace(other.find("P1,P2"), 5, "P1,P3");
  EXPECT_THROW(readText(other), InputError);
  std::string text = whole;
  text.replace(text.find("0.1000"), 3, "a.1");
  EXPECT_THROW(readText(text), InputError);
  EXPECT_THROW(readScatteringColumn(folder / "none.csv", ports), InputError);
}

// Three ports with S, each of which ends in a reflection that its nominal impedance has not: the waves into the ports
// are a = (1 - R S)^-1 e_j for a generator's wave into port j, and b = S a.
TEST(ScatteringMatrix, IsThatOfIdealEnds) {
  Eigen::Matrix3cd S;
  S << Complex(0.3, 0.1), Complex(0.2, -0.5), Complex(0, 0.1), Complex(0.1, 0.4), Complex(-0.4, 0.2), Complex(0.3, 0),
      Complex(0.2, 0.2), Complex(-0.1, 0), Complex(0.5, -0.3);
  const Eigen::Vector3cd R(Complex(0.02, 0.1), Complex(-0.05, 0), Complex(0, -0.2));
  const Eigen::Matrix3cd in = (Eigen::Matrix3cd::Identity() - R.asDiagonal() * S).inverse(), out = S * in;
  std::vector<ScatteringColumn> columns(3);
  for (std::size_t j = 0; j < 3; ++j) {
    columns[j].excited = j;
    columns[j].frequencies = {1e9};
    columns[j].impedance = {{50, 0}};
    for (std::size_t i = 0; i < 3; ++i) {
      const auto row = static_cast<Eigen::Index>(i), column = static_cast<Eigen::Index>(j);
      columns[j].s.push_back(out(row, column) / in(column, column));
      columns[j].in.push_back(in(row, column) / in(column, column));
    }
  }
  auto ports = portsAt({50, 50, 50});
  ports[2].isMode = true;
  const std::vector<ScatteringColumn> found = withIdealEnds(columns, ports);
  for (std::size_t j = 0; j < 3; ++j)
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_LT(std::abs(found[j].s[i] - S(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j))), 1e-14);
      EXPECT_EQ(found[j].in[i], i == j ? 1.0 : 0.0);
    }
  EXPECT_LT(std::abs(found[1].impedance[0] - 50.0 * (1.0 + S(1, 1)) / (1.0 - S(1, 1))), 1e-12);
  EXPECT_EQ(found[2].impedance[0], 50.0);  // of a mode, whose impedance no port has
  // Where a mode carries no power its waves are no numbers.
  columns[0].in[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(withIdealEnds(columns, ports)[1].s, columns[1].s);
}

TEST(MatrixCheck, FindsTheLargestSingularValueAndAsymmetry) {
  auto columns = columnsOf(2);
  // Of [[0, 2], [1, 0]] the singular values are 2 and 1.
  columns[0].s = {0, 0, 0, 1};
  columns[1].s = {0, 0, 2, 0};
  const MatrixCheck check = checkMatrix(columns);
  EXPECT_DOUBLE_EQ(check.largestSingularValue, 2);
  EXPECT_DOUBLE_EQ(check.atFrequency, 2e9);
  EXPECT_DOUBLE_EQ(check.largestAsymmetry, 1);
  EXPECT_DOUBLE_EQ(check.asymmetryAtFrequency, 2e9);
  EXPECT_EQ(scatteringWarnings(columns, portsAt({50, 50})).size(), 1U);  // of the column with |S12| = 2
  EXPECT_TRUE(scatteringWarnings(columnsOf(2), portsAt({50, 50})).empty());
}

}  // namespace
}  // namespace fluxtet::test
