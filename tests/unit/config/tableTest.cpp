// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/config/caseText.hpp"

namespace fluxtet::test {
namespace {

/// Reads `table` as the waveform of a dipole; the file's name is pulse.csv.
std::string tableFaults(const std::string& table) {
  Folder folder;
  folder.write("pulse.csv", table);
  const std::string text =
      smallestCase + "sources: [{dipole: {at: [0, 0, 0], moment: [0, 0, 1], waveform: {table: {file: pulse.csv}}}}]\n";
  try {
    loadCase(folder.write("case.yaml", text), {});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST(WaveformTable, readsCommentsOneHeaderAndSeveralSeparators) {
  EXPECT_EQ(tableFaults("# comment\n\ntime [s], value\n0, 0\r\n1e-9; 1\n2e-9\t0.5\n# end\n3e-9 0\n"), "");
}

TEST(WaveformTable, faultsNameTheLineOfTheTable) {
  expectContains(tableFaults("t,v\n0,0\n1,x\n"),
                 "pulse.csv:3: expected are two numbers, time in s and value, not '1,x'");
  expectContains(tableFaults("t,v\nt,v\n0,0\n1,1\n"), "pulse.csv:2: expected are two numbers");
  expectContains(tableFaults("0 x\n0 0\n1 1\n"), "pulse.csv:1: expected are two numbers");
  expectContains(tableFaults("0,0,0\n"), "pulse.csv:1: expected are two numbers");
  expectContains(tableFaults("0,0\n1,1\n1,2\n"), "pulse.csv:3: time 1 s does not come after 1 s");
  expectContains(tableFaults("0,nan\n"), "pulse.csv:1: expected are two numbers");
}

TEST(WaveformTable, needsTwoRows) {
  expectContains(tableFaults(""), "has 0 rows of two numbers: at least 2 are needed");
  expectContains(tableFaults("0,1\n"), "has 1 rows of two numbers");
}

TEST(WaveformTable, faultsNameThePlaceInTheCaseToo) {
  expectContains(tableFaults("0,1\n"), "case.yaml:5:80: sources[0].dipole.waveform.table.file: ");
}

}  // namespace fluxtet::test
