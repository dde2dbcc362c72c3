"""The picture of a plan: valid, the same each time, with both points and readable names."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ElementTree

import pytest

from daft_lint.planning.landscape import Landscape, Point
from daft_lint.reporting.planning.plot import Panel, drawn

LAND = Landscape(
    (1, 2, 5, 10, 100, 1000),
    (10, 50, 64, 200),
    tuple(tuple(0.1 * line + 0.15 * column for column in range(6)) for line in range(4)),
    Point(1, 64, 0.25),
    Point(1000, 64, 0.99),
)
PANEL = Panel("Embed: 16 actors on 4 workers, 1,000,000 rows", "10 ms a row", LAND)


def names(image: bytes) -> set[str]:
    return {element.get("id", "") for element in ElementTree.fromstring(image).iter()}


def test_an_svg_has_both_points_and_no_date() -> None:
    image = drawn([PANEL], "svg")
    assert {"now-1", "advised-1"} <= names(image)
    assert b"<dc:date>" not in image


def test_nothing_is_advised_where_nothing_is_better() -> None:
    alone = Landscape(LAND.partitions, LAND.batch_sizes, LAND.utilisation, LAND.now, None)
    found = names(drawn([Panel("Embed", "10 ms a row", alone)], "svg"))
    assert "now-1" in found
    assert "advised-1" not in found


def test_each_pool_has_a_panel() -> None:
    assert {"now-1", "now-2", "advised-2"} <= names(drawn([PANEL, PANEL], "svg"))


@pytest.mark.parametrize("image", ["svg", "png"])
def test_the_same_plan_gives_the_same_bytes(image: str) -> None:
    assert drawn([PANEL], image) == drawn([PANEL], image)


def test_a_png_is_one_and_shows_the_points_in_white_and_black() -> None:
    from matplotlib.image import imread

    pixels = imread(io.BytesIO(drawn([PANEL], "png")), format="png")
    height, width, _ = pixels.shape
    assert (width, height) == (1036, 691)
    inside = pixels[60:600, 150:880, :3]
    assert (inside > 0.99).all(axis=2).sum() > 200
    assert (inside < 0.01).all(axis=2).sum() > 50


def test_one_line_or_column_can_be_drawn() -> None:
    thin = Landscape((1,), (10,), ((0.5,),), Point(1, 10, 0.5), None)
    assert drawn([Panel("Embed", "1 s a row", thin)], "svg")


def test_points_close_to_each_other_keep_their_names_apart() -> None:
    close = Landscape(
        LAND.partitions, LAND.batch_sizes, LAND.utilisation, Point(10, 64, 0.5), Point(12, 64, 0.6)
    )
    assert {"now-1", "advised-1"} <= names(drawn([Panel("Embed", "1 s a row", close)], "svg"))
