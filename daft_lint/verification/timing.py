"""How long the UDF of a replay sleeps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from daft_lint.scheduling.distribution import Distribution
from daft_lint.scheduling.simulation import EQUAL_ROWS
from daft_lint.verification.expecting import costs_of, outcomes
from daft_lint.verification.replaying import NotReplayableError
from daft_lint.verification.shape import Shape, with_udf

_SECONDS = (0.8, 1.2, 1.6, 2.4, 3.2, 4.8, 6.4)
"""How long the busiest actor may sleep, the shortest first."""

_BLUR = 0.1
"""By how much the engine's own costs may lower the utilisation of a replay."""

_MOST_MORSELS = 4_000


def timed(shapes: Iterable[Shape], daft_version: tuple[int, ...]) -> float:
    """Seconds to sleep for each row of shapes that are compared with each other.

    The runs are as short as they can be while the engine's own costs don't blur them.

    Raises:
        NotReplayableError: when the model can't tell, or the morsels are too many.
    """
    shapes = tuple(shapes)
    ideal = [outcomes(sleeping(shape, 1.0), daft_version, EQUAL_ROWS) for shape in shapes]
    morsels = max(found.occupancy.morsels for found in ideal)
    if morsels > _MOST_MORSELS:
        raise NotReplayableError(f"{morsels:,} morsels (batches) are too many to replay")
    busiest = max(actor.busy_seconds for actor in ideal[0].occupancy.actors)
    for seconds in _SECONDS:
        pairs = zip(shapes, ideal, strict=True)
        if all(
            _is_sharp(sleeping(one, seconds / busiest), best, daft_version) for one, best in pairs
        ):
            break
    return float(seconds / busiest)


def _is_sharp(shape: Shape, ideal: Distribution, daft_version: tuple[int, ...]) -> bool:
    found = outcomes(shape, daft_version, costs_of(shape))
    return found.utilisation >= ideal.utilisation - _BLUR


def sleeping(shape: Shape, row_seconds: float) -> Shape:
    """The shape with its watched UDF sleeping so long for each row."""
    return with_udf(shape, replace(shape.udf, row_seconds=row_seconds))
