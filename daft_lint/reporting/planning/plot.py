"""A picture of a plan: utilisation against partitions and batch_size, now and as advised.

Needs matplotlib, the extra `plot`.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from daft_lint.planning.landscape import Landscape, Point
from daft_lint.records import dataclass
from daft_lint.words import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import QuadMesh

_MAP = "cividis"
"""Reads the same with any colour vision, and on grey paper."""

_SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "daft-lint",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.titlesize": 11,
}
_INCHES = (7.2, 4.8)
_DOTS_PER_INCH = 144
_LABEL_WIDTH, _LABEL_HEIGHT = 0.25, 0.08
"""What a label covers, as shares of the axes."""

_APART = 15
_NO_DATE = {"svg": {"Date": None, "Creator": "daft-lint"}, "png": {"Software": "daft-lint"}}


@dataclass(frozen=True, slots=True)
class Panel:
    """The picture of one pool and what stands above it, at the left and at the right."""

    title: str
    note: str
    landscape: Landscape


def drawn(panels: Sequence[Panel], image: str) -> bytes:
    """The panels, one below the other, as an image: `svg` or `png`. The same ones each time."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    width, height = _INCHES
    with rc_context(_SETTINGS):
        figure = Figure((width, height * len(panels)), layout="constrained")
        axes = figure.subplots(len(panels), squeeze=False)
        for number, (panel, (ax,)) in enumerate(zip(panels, axes, strict=True)):
            mesh = _panel(ax, panel, number)
            bar = figure.colorbar(mesh, ax=ax, label="utilisation", pad=0.02)
            bar.outline.set_visible(False)
        data = io.BytesIO()
        figure.savefig(data, format=image, dpi=_DOTS_PER_INCH, metadata=_NO_DATE[image])
    return data.getvalue()


def _panel(ax: Axes, panel: Panel, number: int) -> QuadMesh:
    land = panel.landscape
    mesh = ax.pcolormesh(
        _edges(land.partitions),
        _edges(land.batch_sizes),
        land.utilisation,
        cmap=_MAP,
        vmin=0,
        vmax=1,
        rasterized=False,
        edgecolors="face",
        linewidth=0.2,
    )
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xlabel("partitions that reach the pool")
    ax.set_ylabel("batch_size (rows)")
    ax.set_title(panel.title, loc="left", fontweight="bold")
    ax.set_title(panel.note, loc="right", fontsize=9)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(lambda value, _: f"{value:,.0f}" if value >= 1 else "")
        axis.set_minor_formatter(lambda value, _: "")
    lift = _lift(ax, land)
    _mark(ax, land.now, "now", "o", number, -lift)
    if land.advised is not None:
        _mark(ax, land.advised, "advised", "*", number, lift)
    return mesh


def _mark(ax: Axes, point: Point, name: str, marker: str, number: int, lift: int) -> None:
    """A point in black and white, which stands out on every colour, and what it is beside it."""
    (drawn,) = ax.plot(
        point.partitions,
        point.batch_size,
        marker,
        markersize=16 if marker == "*" else 10,
        markerfacecolor="white",
        markeredgecolor="black",
        markeredgewidth=1.5,
        clip_on=False,
        zorder=5,
    )
    drawn.set_gid(f"{name}-{number + 1}")
    left = _is_right(ax, point)
    ax.annotate(
        f"{name}: {percent(point.utilisation)}",
        (point.partitions, point.batch_size),
        xytext=(-14 if left else 14, lift),
        textcoords="offset points",
        ha="right" if left else "left",
        va="center",
        fontweight="bold",
        bbox={"boxstyle": "round,pad=0.25", "facecolor": "white", "edgecolor": "black"},
        zorder=6,
    )


def _lift(ax: Axes, land: Landscape) -> int:
    """How many points to move the labels apart, where the one would cover the other."""
    if land.advised is None:
        return 0
    across = _share(ax.get_xlim(), land.now.partitions, land.advised.partitions)
    along = _share(ax.get_ylim(), land.now.batch_size, land.advised.batch_size)
    if abs(across) > _LABEL_WIDTH or abs(along) > _LABEL_HEIGHT:
        return 0
    return _APART if along >= 0 else -_APART


def _share(limits: tuple[float, float], start: float, end: float) -> float:
    """How much of an axis lies between two numbers."""
    low, high = limits
    return math.log(end / start) / math.log(high / low)


def _is_right(ax: Axes, point: Point) -> bool:
    """Whether a label has more room at the left of a point."""
    low, high = ax.get_xlim()
    return math.log(point.partitions / low) > 0.7 * math.log(high / low)


def _edges(values: Sequence[int]) -> list[float]:
    """The borders of cells around values, each half a ratio away from the next one."""
    if len(values) == 1:
        return [values[0] / 1.1, values[0] * 1.1]
    inner = [math.sqrt(low * high) for low, high in pairwise(values)]
    return [values[0] ** 2 / inner[0], *inner, values[-1] ** 2 / inner[-1]]
