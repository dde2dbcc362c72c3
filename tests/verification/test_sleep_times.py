"""How long the UDFs of a replay sleep: as long as in runs, where that can be watched."""

from __future__ import annotations

import pytest

from daft_lint.plan.recorded import RecordedPipeline, RecordedUdf
from daft_lint.plan.spread import Spread
from daft_lint.verification.expectations import expected
from daft_lint.verification.replay_plans import prepared
from daft_lint.verification.scaling import Limits, Scale
from daft_lint.verification.shape import (
    ClusterSize,
    PlanShape,
    Shape,
    StepKind,
    StepShape,
    UdfShape,
    udfs_of,
)
from daft_lint.verification.sleep_times import sleeping, timed

NEWEST = (0, 7, 26)


def shape(*udfs: UdfShape, cluster: ClusterSize | None = None) -> Shape:
    """1,600 rows in one task, of which two of four actors get 800 each."""
    steps = tuple(StepShape(StepKind.UDF, udfs=(udf,)) for udf in udfs)
    return Shape(PlanShape(1_600, 1, steps), cluster or ClusterSize(1, 8), "embed")


def embed(row_seconds: float = 0.0, start_seconds: float = 0.0) -> UdfShape:
    return UdfShape("embed", 4, 800, row_seconds=row_seconds, start_seconds=start_seconds)


def seconds_of(shape: Shape) -> dict[str, tuple[float, float]]:
    slept = sleeping(shape, timed([shape], NEWEST))
    return {udf.name: (udf.row_seconds, udf.start_seconds) for udf in udfs_of(slept.plan)}


@pytest.mark.parametrize(
    ("measured", "slept"),
    [
        (0.0, 0.8 / 800),
        (0.002, 0.002),
        (0.0079, 0.0079),
        # A minute of work is cut short, and one that is over at once drawn out.
        (0.075, 6.4 / 800),
        (0.000_01, 0.8 / 800),
    ],
)
def test_a_row_takes_as_long_as_in_runs_within_what_can_be_watched(measured, slept) -> None:
    assert seconds_of(shape(embed(measured)))["embed"][0] == pytest.approx(slept)


def test_all_udfs_keep_their_times_beside_each_other() -> None:
    """Of 16 s for the busiest actor 6.4 s are left: two fifths of everything."""
    clean = UdfShape("clean", None, None, row_seconds=0.000_1)
    seconds = seconds_of(shape(clean, embed(0.02, start_seconds=1.0)))
    share = seconds["embed"][0] / 0.02
    assert share == pytest.approx(0.4, rel=0.05)
    assert seconds["clean"][0] == pytest.approx(0.000_1 * share)
    assert seconds["embed"][1] == pytest.approx(share)


def test_what_the_model_would_not_follow_takes_no_time() -> None:
    workers = ClusterSize(2, 8)
    before = UdfShape("clean", None, None, row_seconds=0.5)
    alone = Shape(
        PlanShape(
            1_600,
            1,
            (
                StepShape(StepKind.UDF, udfs=(before,)),
                StepShape(StepKind.UDF, udfs=(UdfShape("embed", None, 800, row_seconds=0.002),)),
            ),
        ),
        workers,
        "embed",
    )
    assert seconds_of(alone) == {"clean": (0.0, 0.0), "embed": (0.002, 0.0)}


def test_a_row_that_stands_for_ten_takes_as_long_as_ten() -> None:
    small = Scale(batch=10).applied(shape(embed(0.002)))
    assert (small.plan.rows, small.udf.batch_size) == (160, 80)
    assert small.udf.row_seconds == pytest.approx(0.02)
    span = expected(sleeping(small, timed([small], NEWEST)), NEWEST).occupancy.span
    assert span == pytest.approx(1.6, rel=0.05)


def facts(*udfs: RecordedUdf) -> RecordedPipeline:
    steps = tuple(udf.name for udf in udfs)
    return RecordedPipeline(
        "job.py", "job", "daft.range", steps, "event log", "2026-11-27", 3, udfs=udfs
    )


def test_facts_of_the_pipeline_time_its_replays(findings_of) -> None:
    (finding,) = findings_of()
    took = RecordedUdf("Embed.run", 1, None, Spread(0.004, 0.005, 0.007), Spread(1, 1.5, 2))
    found = prepared(finding, Limits(), facts(took))
    assert (found.before.udf.row_seconds, found.before.udf.start_seconds) == (0.005, 1.5)
    assert found.recorded == facts(took)
    if found.after is not None:
        assert found.after.udf.row_seconds == 0.005


def test_of_a_name_that_stands_there_twice_nothing_is_taken(findings_of) -> None:
    (finding,) = findings_of()
    took = [RecordedUdf("Embed.run", number, None, Spread(1, 1, 1)) for number in (1, 2)]
    assert prepared(finding, Limits(), facts(*took)).before.udf.row_seconds == 0
