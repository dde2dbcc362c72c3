"""DFT112: a call that gets all heavy rows of a task at once."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from daft_lint.findings import Claim, Confidence, Fix, Related, Severity
from daft_lint.plan.changes import Retuning
from daft_lint.plan.cluster import Cluster
from daft_lint.plan.pipeline import UdfKind
from daft_lint.plan.quantity import Quantity, exactly
from daft_lint.plan.unit import Unit
from daft_lint.pools import best_advice, counted, more_files, name_of, surest
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.bounds import outcome
from daft_lint.scheduling.flow import Step
from daft_lint.scheduling.heavy_shuffles import (
    ANY_BYTES,
    MANY_ROWS,
    USUAL_BATCHES,
    heavy_input,
    may_be_too_many,
    room_for_rows,
)
from daft_lint.scheduling.prediction import WorkPrediction
from daft_lint.words import size

_CLOSE = 0.05
"""Larger batches may use the pool so much worse."""


@rule("DFT112", "unbounded-call", needs_work=True, since="0.1.0")
def unbounded_call(case: Case) -> Iterator[Problem]:
    """A UDF that gets or makes the heavy rows of a whole task at once.

    ## What it does

    Fires on a batch UDF without a batch_size, and on a pool of a row-wise UDF, if it reads what a
    download or a decode made, and more than 1,000 rows reach it at once. It also fires on a UDF
    that returns bytes, images or tensors, if it is row-wise, a generator, or has no batch_size. If
    the rows of a task aren't known, it is only `possible`.

    What reads the rows that a UDF made isn't reported: they are in memory by then, however few of
    them a call gets.

    Images that the code resizes count by their bytes, three per pixel. A call may get as many as
    fit into a worker's memory, if a [cluster file](../configuration.md#from-a-cluster-file) gives
    it, otherwise 1 GiB.

    A download passes its rows on in batches of four per connection, 128 rows by default, and a call
    that gets these isn't reported. A `repartition` or `sort` in between gathers all rows of a task
    again. Images that come from a file and are decoded also arrive all at once.

    ## Why it is bad

    All rows of the call are in memory together, and a pool's are sent to the actor as one message.
    Only the size of a task limits that: 25,000 decoded images of 224 x 224 pixels are 3.8 GB. The
    worker runs out of memory, or writes to disk, while the model gets its rows in one piece that it
    has to cut itself.

    Measured on Daft 0.7.26, 2,000 files in one partition: a batch UDF without batch_size after
    `download` got 15 calls of 128 rows and one of 80. With `repartition(1)` or a `sort` in between
    it was one call of 2,000.

    Peak memory of the process that works, on two cores, for 2,000 images of 270 kB (540 MB) in one
    partition that a UDF makes and a batch UDF reads:

    | program | native runner | worker on Ray |
    | --- | ---: | ---: |
    | a row-wise UDF makes them | 1,207 MB | 1,386 MB |
    | the same, `batch_size=256` on the reader | 1,207 MB | 1,386 MB |
    | the same, `into_batches(256)` before the maker | 713 MB | 590 MB |
    | the same, `into_partitions(8)` before the maker | does nothing | 587 MB |
    | a batch UDF makes them, `batch_size=256` | 861 MB | 887 MB |
    | a batch UDF makes them, `batch_size=32`, also on the reader | 295 MB | 355 MB |
    | one UDF makes and reads them, row by row | 102 MB | 199 MB |
    | a generator makes them, four of each of 500 rows | 1,465 MB | 1,568 MB |
    | the same, `into_batches(64)` before the generator | 847 MB | 1,255 MB |

    ## Example

    ```python
    @daft.cls(max_concurrency=4, gpus=1)
    class Embed:
        @daft.method.batch(return_dtype=DataType.python())
        def __call__(self, images): ...

    df = daft.read_parquet("s3://bucket/images/*.parquet")  # daft-lint: rows=200_000, partitions=8
    df = df.with_column("image", col("bytes").decode_image())
    df = df.with_column("vector", Embed()(col("image")))
    ```

    ## Use instead

    ```python
    @daft.cls(max_concurrency=4, gpus=1)
    class Embed:
        @daft.method.batch(return_dtype=DataType.python(), batch_size=64)
        def __call__(self, images): ...
    ```

    A row-wise UDF has no batch_size. If it reads heavy rows, put `into_batches(n)` before they
    become heavy. If it makes them, put `into_batches(256)` before it, make it a batch UDF with a
    small batch_size, or read them in the UDF that makes them. A generator holds all that it yields
    for the rows that arrive together, too: put `into_batches(n)` with a small n before it.

    ## Fix safety

    A UDF may depend on the size of its batches, so the change is left to you.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    - Daft issues 4215 and 5224
    """
    at_once = [work for work in case.prediction.work if _takes_all(work) or _makes_all(work)]
    for step in case.prediction.flow.steps if at_once else ():
        for work in at_once:
            if work.operator.span == step.operator.span:
                # What a UDF made is there in one piece, however small the calls behind it are.
                given = heavy_input(step, work.call, of_udfs=False)
                call = _Call(work, _rows(work), given or ANY_BYTES, case.pipeline.cluster)
                if (given is not None or work.call.udf.makes_heavy) and call.may_be_too_much:
                    yield _problem(case, call, step)


@dataclass(frozen=True, slots=True)
class _Call:
    """What one call gets: so many rows of so many bytes, on a worker of that cluster."""

    work: WorkPrediction
    rows: Quantity
    row_bytes: Quantity
    cluster: Cluster

    @property
    def held(self) -> Quantity:
        """Bytes of all its rows."""
        return self.rows * self.row_bytes

    @property
    def room(self) -> Quantity:
        """Bytes from which on they are too many."""
        return room_for_rows(self.cluster.memory_per_worker)

    @property
    def may_be_too_much(self) -> bool:
        return may_be_too_many(self.rows, self.row_bytes, self.cluster.memory_per_worker)

    @property
    def is_too_much(self) -> bool:
        if self.row_bytes.known and self.held.low <= self.room.high:
            return False
        return self.rows.low > MANY_ROWS

    @property
    def fits_no_worker(self) -> bool:
        return self.cluster.memory_per_worker is not None and self.held.low > self.room.high


def _takes_all(work: WorkPrediction) -> bool:
    """Whether one call, or one message to an actor, gets whatever arrives in one piece."""
    udf = work.call.udf
    if udf.builtin or udf.is_async or udf.batch_size is not None:
        return False
    return udf.kind is UdfKind.BATCH or work.unit is not Unit.WORKER


def _makes_all(work: WorkPrediction) -> bool:
    """Whether it makes heavy rows one by one: those of a morsel (batch) leave it together."""
    udf = work.call.udf
    is_whole = udf.kind in {UdfKind.ROW, UdfKind.GENERATOR}
    return is_whole and udf.makes_heavy and not udf.builtin and not udf.is_async


def _rows(work: WorkPrediction) -> Quantity:
    """Rows of a call; a row-wise UDF gets a morsel at a time."""
    by_message = work.rows_per_task.at_most(work.batch_size)
    return work.rows_per_call if work.call.udf.takes_batch_size else by_message


def _problem(case: Case, call: _Call, step: Step) -> Problem:
    work, sure = call.work, call.is_too_much
    makes = work.call.udf.makes_heavy
    heavy = next(
        (operator for operator in reversed((*step.ahead, step.operator)) if operator.heavy), None
    )
    made = () if heavy is None else (Related(heavy.span, "the rows become heavy here"),)
    does = f"`{name_of(work)}` makes" if makes else f"one {_what(work)} of `{name_of(work)}` gets"
    of_each = "what it yields for " if work.call.udf.kind is UdfKind.GENERATOR else ""
    counts = f"{of_each}{counted(call.rows, 'row')} at once"
    rows = counts if sure else "all heavy rows of a task at once"
    held = f", {_held(call)}" if call.row_bytes.known and math.isfinite(call.held.high) else ""
    bound = f"and a worker has {size(call.room.high)}" if call.fits_no_worker else ""
    known = () if not call.row_bytes.known else (call.row_bytes, call.room)
    return Problem(
        span=work.call.span,
        message=f"{does} {rows}{held}{', ' + bound if bound else ': nothing limits its memory'}",
        remedy=_remedy(case, work),
        rests_on=(work.rows_per_task, work.batch_size, *known),
        on_ray=False,
        severity=Severity.WARNING,
        at_most=min(surest(case, work), Confidence.LIKELY if sure else Confidence.POSSIBLE),
        assumptions=() if call.fits_no_worker else ("they don't fit into a worker's memory",),
        related=(
            *made,
            Related(
                work.call.udf.span,
                "holds all rows that it makes of those that arrive together"
                if makes
                else "takes all rows that arrive together",
            ),
        ),
        # Of a row-wise UDF without a pool, every call has one row.
        call=work.call if _takes_all(work) else None,
        claim=Claim.CALL,
    )


def _what(work: WorkPrediction) -> str:
    return "call" if work.call.udf.takes_batch_size else "message to an actor"


def _held(call: _Call) -> str:
    low, high = size(call.held.low), size(call.held.high)
    return low if low == high else f"{low} to {high}"


def _remedy(case: Case, work: WorkPrediction) -> Fix:
    """The batch that other findings of the pool ask for, else the largest that idles no actor."""
    if not work.call.udf.takes_batch_size:
        return Fix(_without_batches(work))
    advice = best_advice(case, work)
    rows = advice.batch_size if advice is not None else None
    rows = rows or _largest_batch(work)
    changes = (Retuning(work.call.udf, batch_size=exactly(rows)),)
    return Fix(f"set batch_size={rows}", changes=changes)


def _largest_batch(work: WorkPrediction) -> int:
    sizes = [rows for rows in USUAL_BATCHES if rows <= (work.bounded_batch or rows)]
    tried = {rows: outcome(replace(work.load, batch_size=exactly(rows))) for rows in sizes}
    idle = min(found.idle.high for found in tried.values())
    full = [rows for rows in sizes if tried[rows].idle.high <= idle]
    best = max(tried[rows].utilisation.low for rows in full)
    return max(rows for rows in full if tried[rows].utilisation.low >= best - _CLOSE)


def _without_batches(work: WorkPrediction) -> str:
    """What cuts the rows of a row-wise UDF, which has no batch_size."""
    if work.call.udf.makes_heavy:
        line = work.operator.span.line_from(work.call.span)
        row_wise = work.call.udf.kind is UdfKind.ROW
        # How many rows a generator makes of one isn't known.
        size_written = "(256)" if row_wise else "(n) with a small n"
        cut = f"put .into_batches{size_written} before `{work.operator.method}` on {line}"
        ways = [] if work.source.checkpointed else [cut]
        if row_wise:
            ways.append("make it a batch UDF with batch_size=32")
        read = "read the rows in the UDF that makes them"
        return ", ".join((*ways, f"or {read}" if ways else read))
    if work.source.checkpointed:
        return more_files(work)
    before = work.heavy_before or work.operator
    line = before.span.line_from(work.call.span)
    return f"put .into_batches(n) with a small n before `{before.method}` on {line}"
