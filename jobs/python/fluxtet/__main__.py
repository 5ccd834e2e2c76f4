# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Commands of the package: python3 -m fluxtet COMMAND ARGUMENTS."""
import importlib
import sys

COMMANDS = {  # name: (its module, whose main(arguments) returns the exit code; what it does)
    "report": ("reportCommand", "writes one page of HTML with pictures and tables of all that runs left"),
    "sweep": ("sweep", "runs a case with several values of its keys, or refines it until a result is converged"),
}


def helpText():
    lines = [f"  {name:10}{what}" for name, (_, what) in COMMANDS.items()]
    return "\n".join(
        ["usage: python3 -m fluxtet COMMAND ARGUMENTS", "", *lines, "", "COMMAND --help tells its arguments."]
    )


def main(words):
    if words[:1] in (["--help"], ["-h"]):
        print(helpText())
        return 0
    if not words or words[0] not in COMMANDS:
        print(helpText(), file=sys.stderr)
        return 2
    module, _ = COMMANDS[words[0]]
    return importlib.import_module("." + module, __package__).main(words[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
