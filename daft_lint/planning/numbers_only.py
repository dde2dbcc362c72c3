"""A pipeline without code: a source, a pool, and the numbers that a person gives."""

from __future__ import annotations

from daft_lint.plan.cluster import Cluster, Runner, RunnerKind
from daft_lint.plan.pipeline import (
    Action,
    ActionKind,
    Operator,
    OperatorKind,
    Pipeline,
    Plan,
    Source,
    Udf,
    UdfCall,
    UdfKind,
)
from daft_lint.plan.quantity import Origin, OriginKind, exactly, unknown
from daft_lint.plan.span import Span
from daft_lint.planning.what_if import WhatIf

NOWHERE = ""
"""The path of what stands in no file."""

_COLUMN = "column"
_ONE_PARTITION = Origin(
    OriginKind.ASSUMPTION,
    "the rows start in one partition, as from daft.from_glob_path: set --partitions",
)


def pipeline_of(numbers: WhatIf) -> Pipeline:
    """A source whose rows go through one UDF with a pool; `supposed` gives it the numbers.

    Rows that aren't given stay unknown. They start in one partition, as a listing of files does and
    all that is in memory; other partitions that are given are made of it, as into_partitions does.
    """
    source = Source("the source", _place(1), exactly(1, _ONE_PARTITION), unknown())
    udf = Udf(
        "UDF",
        _place(2),
        UdfKind.BATCH,
        is_async=False,
        legacy=False,
        concurrency=exactly(numbers.concurrency or 1),
        batch_size=None,
    )
    call = UdfCall(udf, _place(3), frozenset({_COLUMN}), "result")
    step = Operator(
        OperatorKind.PROJECT,
        "with_column",
        _place(3),
        reads=frozenset({_COLUMN}),
        writes=frozenset({"result"}),
        calls=(call,),
    )
    return Pipeline(
        "these numbers",
        Plan(source, (step,)),
        Action(ActionKind.WRITE, "write", _place(4)),
        Runner(RunnerKind.UNKNOWN, certain=False),
        Cluster(),
    )


def _place(line: int) -> Span:
    """Steps are identified by their places."""
    return Span(NOWHERE, line, 1, line, 2)
