#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the static cases of the three papers and draws the papers' pictures of them for docs/statics.md."""
import argparse
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "python"))  # the package of this clone
from fluxtet.pictures.common import PlotError, finish_axis, np, plt, save  # noqa: E402
from fluxtet.pictures.static import StaticPicture, draw_field, draw_mesh, draw_potential  # noqa: E402
from statics import MESHES  # noqa: E402

EXAMPLES = """examples:
  staticsPictures.py                             everything by the CPU engine, which takes Gmsh
  staticsPictures.py --runs FOLDER               with what FOLDER has already, e.g. runs on a GPU; it is named openSlot-ebe and the like

exit codes: 0 done, 2 a package or a file is missing, 3 a run failed"""

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Runs:
    """Output directories of the shipped cases, each run when it is asked for."""

    def __init__(self, fluxtet, folder):
        self.fluxtet, self.folder = fluxtet, folder

    def of(self, case, assembly="gather", size=None):
        """`size`: of the elements, in the unit of the geometry; default: as shipped."""
        target = self.folder / f"{case}-{assembly}{f'-{size:g}' if size else ''}"
        sized = ["--set", f"mesh.parameters={{size: {size}}}"] if size else []
        if not (target / "summary.json").exists():
            subprocess.run(
                [
                    *self.fluxtet,
                    "run",
                    f"meshes/{case}/case.yaml",
                    "--backend",
                    "cpu",
                    "--set",
                    f"static.assembly={assembly}",
                    *sized,
                    "--output",
                    str(target),
                ],
                cwd=ROOT,
                check=True,
                stdout=subprocess.DEVNULL,
            )
        return str(target)


def draw_slot(assembled, by_element, target):
    """Potentials of all nodes, in the order of the assembled matrix's result, and by how much the other differs."""
    one, other = StaticPicture(assembled), StaticPicture(by_element)
    if one.points.shape != other.points.shape or not np.allclose(one.points, other.points):
        raise PlotError(f"{assembled} and {by_element} are of different meshes")
    order = np.argsort(one.data["potential"])
    expected, found = one.data["potential"][order], other.data["potential"][order]
    free = (expected > 0) & (expected < expected.max())
    difference = np.abs(found - expected)[free] / expected[free]
    figure, axes = plt.subplots(2, 1, sharex=True, figsize=(7.5, 5.5), layout="constrained")
    nodes = np.arange(len(expected))
    axes[0].plot(nodes, expected, lw=2.5, color="#aab7b8", label="assembled (gather)")
    axes[0].plot(nodes, found, ".", ms=1.5, color="#7d3c98", label="element by element (ebe)")
    axes[0].set_ylabel("scalar magnetic potential [A]")
    axes[0].legend(fontsize=8, frameon=False, markerscale=4)
    axes[1].semilogy(nodes[free], np.maximum(difference, 1e-17), ".", ms=1.5, color="#7d3c98")
    axes[1].set_ylabel("relative difference")
    axes[1].set_xlabel("node, by ascending potential")
    for axis in axes:
        finish_axis(axis)
    axes[0].set_title(
        f"Open slot, {len(expected):,} nodes: largest relative difference {difference.max():.1e}", fontsize=10
    )
    save(figure, target)


def pictures(options):
    runs = Runs(options.fluxtet, options.runs)
    to = lambda name: str(options.images / f"statics{name}.png")
    draw_potential(runs.of("oven"), to("Oven"), window=(0, 0.25, 0, 0.25))
    draw_potential(runs.of("actuator"), to("Actuator"), window=(-0.12, 0.12, -0.05, 0.13))
    draw_slot(runs.of("openSlot"), runs.of("openSlot", "ebe"), to("Slot"))
    transformer = runs.of("transformer", "ebe")
    draw_mesh(
        runs.of("transformer", "ebe", MESHES["transformer1"][1]), to("TransformerMesh"), window=(0, 3, 0, 2.5)
    )  # a quarter
    draw_potential(transformer, to("TransformerLines"))
    draw_field(transformer, to("TransformerField"))
    capacitor = runs.of("capacitor")
    draw_mesh(capacitor, to("CapacitorMesh"), window=(0.018, 0.032, -0.006, 0.006))  # where the plates end


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--fluxtet", nargs="+", default=[str(ROOT / "build" / "release" / "fluxtet")], help="the program"
    )
    parser.add_argument(
        "--runs", type=pathlib.Path, default=ROOT / "build" / "staticsPictures", help="folder of the runs, kept"
    )
    parser.add_argument("--images", type=pathlib.Path, default=ROOT / "docs" / "images", help="folder of the pictures")
    options = parser.parse_args()
    options.runs = options.runs.resolve()
    try:
        pictures(options)
    except subprocess.CalledProcessError as error:
        print(f"staticsPictures.py: {error}", file=sys.stderr)
        return 3
    except (PlotError, OSError) as error:
        print(f"staticsPictures.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
