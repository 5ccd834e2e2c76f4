# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The picture of a scaling study: speed-up and efficiency over the ranks."""
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

from scalingRuns import ScalingError  # noqa: E402
from scalingTable import seriesOf  # noqa: E402

COLOURS = {1: "#2471a3", 2: "#229954", 3: "#d68910", 4: "#c0392b"}
MARKERS = "os^Dvp"


def nameOf(row, kind):
    parts = [f"P{row['order']}"] + ([f"{row['elements'] / 1e6:.3g} million elements"] if kind == "strong" else [])
    return ", ".join(parts + ([row["exchange"]] if row["exchange"] else []))


def draw(rows, kind, target):
    series = {}
    for row in rows:
        series.setdefault(seriesOf(row, kind), []).append(row)
    shapes = {
        shape: MARKERS[k % len(MARKERS)] for k, shape in enumerate(dict.fromkeys((key[0], key[2]) for key in series))
    }  # mesh and exchange
    ranks = sorted({row["ranks"] for row in rows})
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.4))
    for key, points in series.items():
        style = {
            "color": COLOURS.get(key[1], "black"),
            "marker": shapes[key[0], key[2]],
            "label": nameOf(points[0], kind),
        }
        left.plot([p["ranks"] for p in points], [p["speed_up"] for p in points], **style)
        right.plot([p["ranks"] for p in points], [100 * p["efficiency"] for p in points], **style)
    left.plot(ranks, ranks, color="#888888", ls="--", lw=1, label="ideal")
    right.axhline(100, color="#888888", ls="--", lw=1)
    right.set_ylim(0, max(110, 105 * max(row["efficiency"] for row in rows)))
    left.set_yscale("log", base=2)
    left.set_ylabel("speed-up" if kind == "strong" else "rate, in those of one rank")
    right.set_ylabel("efficiency, %")
    left.yaxis.set_major_formatter("{x:g}")
    for axis in (left, right):
        finishAxis(axis, ranks)
    left.legend(frameon=False, fontsize=8)
    figure.suptitle(f"{kind} scaling, {rows[0]['precision']} precision, {rows[0]['backend']}", fontsize=10)
    figure.tight_layout()
    try:
        figure.savefig(target, dpi=150)
    except OSError as error:
        raise ScalingError(f"cannot write {target}: {error}", 3) from error
    finally:
        plt.close(figure)
    print(target)


def finishAxis(axis, ranks):
    axis.set_xscale("log", base=2)
    axis.set_xticks(ranks, [str(count) for count in ranks])
    axis.minorticks_off()
    axis.set_xlabel("ranks")
    axis.grid(True, color="#dddddd", lw=0.6)
    axis.set_axisbelow(True)
    for side in ("top", "right"):
        axis.spines[side].set_visible(False)
