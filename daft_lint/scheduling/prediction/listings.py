"""Pools behind a listing of an unknown number of files."""

from __future__ import annotations

import math
from collections.abc import Iterable

from daft_lint.plan.pipeline import Operator, OperatorKind, Source, UdfKind
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.records import replace
from daft_lint.scheduling.prediction.bounds import outcome
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.simulation.stations import DEFAULT_MORSEL_ROWS

_FEW_FILES = Origin(
    OriginKind.ASSUMPTION, f"the listing has fewer than {DEFAULT_MORSEL_ROWS:,} files"
)
_MULTIPLIERS = frozenset({OperatorKind.EXPLODE, OperatorKind.JOIN, OperatorKind.OPAQUE})


def is_listing(source: Source) -> bool:
    """Whether the rows are the paths of files."""
    return source.name == "daft.from_glob_path"


def of_few_files(pool: WorkPrediction, steps: Iterable[Operator]) -> WorkPrediction:
    """The pool when the files that it lists are fewer than one morsel holds.

    `steps` are those of its pipeline: none of them may make more rows.
    """
    unknown_rows = math.isinf(pool.partitioning.rows.high)
    own_morsels = pool.batch_size.low >= DEFAULT_MORSEL_ROWS
    if not (is_listing(pool.source) and unknown_rows and own_morsels):
        return pool
    if any(map(_multiplies, steps)):
        return pool
    rows = replace(pool.partitioning.rows, high=DEFAULT_MORSEL_ROWS - 1)
    few = replace(
        pool,
        partitioning=replace(pool.partitioning, rows=rows),
        rows_per_task=pool.rows_per_task.at_most(rows),
    )
    result = outcome(few.load)
    origins = (*pool.idle.origins, _FEW_FILES)
    return replace(
        few,
        idle=replace(result.idle, origins=origins),
        utilisation=replace(result.utilisation, origins=origins),
    )


def _multiplies(operator: Operator) -> bool:
    return (
        operator.kind in _MULTIPLIERS
        or operator.may_explode
        or any(call.udf.kind is UdfKind.GENERATOR for call in operator.calls)
    )
