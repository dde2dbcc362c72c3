"""How long the UDFs of a replay sleep."""

from __future__ import annotations

from collections.abc import Iterable

from daft_lint.plan.unit import Unit
from daft_lint.records import replace
from daft_lint.scheduling.prediction.chains import chain_of
from daft_lint.scheduling.prediction.outcome import Distribution
from daft_lint.scheduling.simulation.costs import EQUAL_ROWS
from daft_lint.verification.expectations import costs_of, outcomes
from daft_lint.verification.replay_shapes import NotReplayableError
from daft_lint.verification.shape import Shape, UdfShape, with_udfs
from daft_lint.verification.shape_model import prediction_of

_SECONDS = (0.8, 1.2, 1.6, 2.4, 3.2, 4.8, 6.4)
"""How long the busiest actor may sleep, the shortest first."""

_BLUR = 0.1
"""By how much the engine's own costs may lower the utilisation of a replay."""

_MOST_MORSELS = 4_000


def timed(shapes: Iterable[Shape], daft_version: tuple[int, ...]) -> float:
    """Seconds to sleep for each row of shapes that are compared with each other.

    They are those that runs took, where the shapes tell and the replay is neither too short nor too
    long by it. Else the runs are as short as they can be while the engine's own costs don't blur
    them.

    Raises:
        NotReplayableError: when the model can't tell, or the morsels are too many.
    """
    shapes = tuple(shapes)
    measured = shapes[0].udf.row_seconds
    ideal = [outcomes(sleeping(shape, 1.0), daft_version, EQUAL_ROWS) for shape in shapes]
    morsels = max(found.occupancy.morsels for found in ideal)
    if morsels > _MOST_MORSELS:
        raise NotReplayableError(f"{morsels:,} morsels (batches) are too many to replay")
    busiest = max(actor.busy_seconds for actor in ideal[0].occupancy.actors)
    if measured:
        # The UDFs beside it take their time too.
        busiest = ideal[0].occupancy.span
    for seconds in _SECONDS:
        pairs = zip(shapes, ideal, strict=True)
        if all(
            _is_sharp(sleeping(shape, seconds / busiest), best, daft_version)
            for shape, best in pairs
        ):
            break
    return float(min(max(seconds / busiest, measured), _SECONDS[-1] / busiest))


def _is_sharp(shape: Shape, ideal: Distribution, daft_version: tuple[int, ...]) -> bool:
    found = outcomes(shape, daft_version, costs_of(shape))
    return found.mean_utilisation >= ideal.mean_utilisation - _BLUR


def sleeping(shape: Shape, row_seconds: float) -> Shape:
    """The shape with its watched UDF sleeping so long for each row.

    The others sleep as long beside that as they took in runs; those without a measurement, and
    those that the model wouldn't follow, don't. None starts slower than it did.
    """
    measured = shape.udf.row_seconds
    share = row_seconds / measured if measured else 0.0
    followed = measured and shape.unit is not Unit.WORKER and _is_followed(shape)

    def asleep(udf: UdfShape) -> UdfShape:
        watched = udf.name == shape.watched
        start = min(udf.start_seconds * min(1.0, share), _SECONDS[-1])
        return replace(
            udf,
            row_seconds=row_seconds if watched else udf.row_seconds * share if followed else 0.0,
            start_seconds=start if watched or followed else 0.0,
        )

    return with_udfs(shape, asleep)


def _is_followed(shape: Shape) -> bool:
    """Whether the model covers UDFs of a shape that run at the same time."""
    return chain_of(prediction_of(shape).flow, lambda _: 0.0) is not None
