// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What the tables of keys say to editors and people.
#include "app/case/commonKeys.hpp"
#include "app/case/materialLibrary.hpp"
#include "app/caseFile/caseTables.hpp"
#include "app/caseFile/loadCase.hpp"
#include "app/dgtd/case/dgtdKeys.hpp"
#include "app/static/case/staticKeys.hpp"
#include "lib/config/manual.hpp"
#include "lib/config/schemaJson.hpp"

namespace fluxtet {

namespace {

constexpr const char* introduction = R"(<!--
SPDX-FileCopyrightText: The fluxtet authors
SPDX-License-Identifier: Apache-2.0
Written by `fluxtet schema --markdown`: change the tables of keys in app/case, app/dgtd/case and app/static/case, not this file.
-->
# The case file

A case is one YAML file; its key `solver` says which fields are sought, and with that which other keys there are.
`fluxtet check case.yaml` says what is wrong with it, with line and column, and `fluxtet schema` prints a JSON schema
with which editors check and complete it while one types.

Fields in the time domain:

```yaml
solver: dgtd
title: Pulse on a dielectric sphere
mesh: {file: sphere.geo, size: 20 mm, scale: 1 mm}
materials:
  vacuum: {}
  glass: {epsilon_r: 4}
regions: {Air: vacuum, Ball: glass}
boundaries: {Outer: absorbing}
sources:
  - planeWave:
      direction: [0, 0, 1]
      polarization: [1, 0, 0]
      boundary: Outer
      waveform: {gaussian: {frequency: 1 GHz, bandwidth: 1 GHz}}
dgtd: {order: 3}
time: {end: 10 ns}
output:
  snapshots: {every: 1 ns}
  probes: [{name: centre, at: [0, 0, 0]}]
```

Static fields:

```yaml
solver: static
title: Plates of a capacitor
mesh: {file: capacitor.geo}
materials: {air: {}}
regions: {Air: air}
boundaries: {PlatePos: {potential: 24 V}, PlateNeg: {potential: -24 V}, Outer: natural}
static: {problem: electrostatic, order: 2}
output:
  lines: [{name: gap, from: [0, -1 mm], to: [0, 1 mm]}]
  quantities: [energy, capacitance]
```

## Quantities

- A quantity is a number with a unit: `10 mm`, `1.8 GHz`, `5 A/mm^2`, `1 A*m`, `0.02 S/m`, `5 min`, `-60 dB`, `90 deg`.
  A plain number is in the SI unit that the tables below name.
- Units are m, g, s, min, h, A, V, Hz, N, J, W, C, F, ohm, S, Wb, T, H, rad, deg and dB, with the prefixes
  f p n u m c d k M G T P (not on min, h, deg and dB), joined by `*`, `/` and whole powers `^`. A unit of
  another kind than the key's is an error.
- A vector is a list of three components, each with its unit: `[1 mm, 2 mm, 0]`. Zeros need none; other plain
  numbers beside components with units are an error, because `[1, 2, 3 mm]` would mean 1 m. Where two components are
  enough the third is 0.
- An interval (`every`) is a number of steps (`100` or `100 steps`) or a time (`1 ns`); `0` switches the output off.

## On the command line

`--set key.path=value` replaces or adds a value, which is YAML too: `--set dgtd.order=4`,
`--set sources[0].planeWave.amplitude='2 V/m'`, `--set 'materials."glass 1.5".epsilon_r=2.25'`. An index one past the
end of a list appends. An empty value (`--set output.snapshots=`) takes a key back, so that its default holds.

Each run writes the case with all its defaults beside its results; that file is itself a case.
)";

}  // namespace

std::string caseSchemaJson() {
  return config::schemaJson("Case file of fluxtet", caseTable(SolverKind::dgtd), caseTable(SolverKind::statics));
}

std::string caseFileMarkdown() {
  config::Manual manual;
  manual.writeChapter("Keys of both solvers", "",
                      {.help = "What is to be simulated, and where.", .keys = keysOf(commonKeys())});
  manual.writeChapter("Keys of `solver: dgtd`", "",
                      {.help = "Fields in the time domain.", .keys = keysOf(dgtd::dgtdKeys())});
  manual.writeChapter("Keys of `solver: static`", " (static)",
                      {.help = "Static electric or magnetic fields.", .keys = keysOf(statics::staticKeys())});
  return introduction + manual.take();
}

const std::string& materialsYaml() {
  return materialLibrary();
}

}  // namespace fluxtet
