"""Seconds of a row and of an actor's start, from logs of runs on Ray whose actors slept."""

from __future__ import annotations

from pathlib import Path

import pytest

from daft_lint.event_log.measurements import MeasuredUdf, PoolOptions, measured
from daft_lint.event_log.records import Reading
from daft_lint.event_log.runs import runs_in

_POOLS = Path(__file__).parent / "pools"


def udf(log: str, actors: int, batch_size: int | None) -> MeasuredUdf:
    (run,) = runs_in([_POOLS / f"{log}.jsonl"], Reading())
    found = measured(run, {"__main__.Embed.run": PoolOptions(actors, batch_size)})
    assert found is not None
    (only,) = found.udfs.values()
    return only


@pytest.mark.parametrize(
    ("log", "actors", "row_seconds", "start_seconds"),
    [
        # Six tasks of 233 rows: 100, 100 and 33. The first rows come from a morsel of 33.
        ("shorter_last_morsels", 6, 0.01716, 0.0),
        # Four tasks of 150 rows behind a filter: each actor gets one of 100, then one of 50.
        ("half_the_rows_kept", 4, 0.01673, 1.5),
    ],
)
def test_morsels_of_unlike_size_are_distinguished(
    log: str, actors: int, row_seconds: float, start_seconds: float
) -> None:
    found = udf(log, actors, 100)
    assert found.row_seconds == pytest.approx(row_seconds, rel=0.02)
    assert found.start_seconds == pytest.approx(start_seconds, abs=0.1)


@pytest.mark.parametrize(
    ("actors", "batch_size"),
    [
        (5, 100),  # nobody knows which worker has three actors
        (18, None),  # each morsel has an actor of its own, and nobody knows its rows
    ],
)
def test_what_the_log_leaves_open_stays_unknown(actors: int, batch_size: int | None) -> None:
    found = udf("shorter_last_morsels", actors, batch_size)
    assert (found.row_seconds, found.start_seconds) == (None, None)
