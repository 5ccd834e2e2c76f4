# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The cases in meshes/."""


def everyShippedCaseIsValid(program):
    cases = sorted(program.cases.glob("*/case.yaml"))
    assert len(cases) >= 6, cases
    for case in cases:
        kind = "problem" if "solver: static" in case.read_text() else "time step"
        program.run("check", case, timeout=200).expect(0, "elements", kind)
