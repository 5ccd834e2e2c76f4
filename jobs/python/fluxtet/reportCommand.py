# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The command line of reports: python3 -m fluxtet report OUT."""
import argparse
import sys

EXAMPLES = """examples:
  python3 -m fluxtet report out                          out/report.html
  python3 -m fluxtet report out other -o compared.html   two runs, each quantity of both in one picture
  python3 -m fluxtet report out --no-mirror              only what was meshed of a device that planes of symmetry cut

exit codes: 0 done, 2 a file or a package is missing or not what was expected"""


def report(arguments):
    """Matplotlib is loaded here, so that help needs none."""
    import matplotlib  # pylint: disable=import-outside-toplevel

    matplotlib.use("Agg")
    from .report import writeReport  # pylint: disable=import-outside-toplevel

    print(writeReport(arguments.directories, arguments.output, arguments.mirror))


def parser():
    text = "write one page of HTML, with pictures and tables of all results of runs that have ended"
    shape = argparse.RawDescriptionHelpFormatter
    own = argparse.ArgumentParser("fluxtet report", description=text, epilog=EXAMPLES, formatter_class=shape)
    own.add_argument("directories", nargs="+", metavar="OUTDIR", help="output directory of a run; several are compared")
    own.add_argument("-o", "--output", metavar="FILE", help="default: report.html in the first OUTDIR")
    own.add_argument(
        "--no-mirror",
        dest="mirror",
        action="store_false",
        help="draw only the part that was meshed, without its images behind planes of symmetry",
    )
    return own


def main(words):
    """`words` of the command line behind `report`; returns the exit code."""
    arguments = parser().parse_args(words)
    try:
        from .errors import ResultsError  # pylint: disable=import-outside-toplevel

        report(arguments)
    except ImportError as missing:
        print(
            f"fluxtet report: the Python package {missing.name} is missing: pip install matplotlib, or on Debian apt-get install python3-matplotlib",
            file=sys.stderr,
        )
        return 2
    except (ResultsError, OSError) as error:
        print(f"fluxtet report: {error}", file=sys.stderr)
        return 2
    return 0
