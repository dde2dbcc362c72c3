"""DFT112: a call that gets all heavy rows of a task at once."""

from __future__ import annotations

import math
from collections.abc import Iterator

from daft_lint.findings import Claim, Confidence, Fix, Related, Severity
from daft_lint.judging.pools import best_advice, counted, more_files, surest
from daft_lint.plan.changes import Change, Insertion, Retuning
from daft_lint.plan.cluster import Cluster
from daft_lint.plan.pipeline import Operator, OperatorKind, UdfKind
from daft_lint.plan.quantity import Quantity, exactly
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass, replace
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.partitions.effects import TASK_ENDERS
from daft_lint.scheduling.partitions.flow import Step
from daft_lint.scheduling.partitions.heavy_shuffles import (
    ANY_BYTES,
    LARGEST_MADE_BATCH,
    MANY_ROWS,
    USUAL_BATCHES,
    heavy_input,
    largest_usual_batch,
    may_be_too_many,
    room_for_rows,
)
from daft_lint.scheduling.prediction.bounds import outcome
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.words import size

_OF_EACH_CPU = "; each CPU of a worker holds a batch at once"
_CLOSE = 0.05
"""Larger batches may use the pool so much worse."""


@rule("DFT112", "unbounded-call", needs_work=True, since="0.1.0")
def unbounded_call(case: Case) -> Iterator[Problem]:
    """A UDF that gets or makes the heavy rows of a whole task at once.

    ## What it does

    Fires on a batch UDF without a batch_size, and on a pool of a row-wise UDF, if it reads what a
    download or a decode made, and more than 1,000 rows reach it at once. It also fires on a UDF
    that returns bytes, images or tensors, if it is row-wise, a generator, or has no batch_size, and
    on a batch UDF without a batch_size that opens the file of each row itself and puts what is in
    them into a list. If the rows of a task aren't known, it is only `possible`.

    What reads the rows that a UDF made isn't reported: they are in memory by then, however few of
    them a call gets.

    Images that the code resizes count by their bytes, three per pixel. A call may get as many as
    fit into a worker's memory, if a [cluster file](../clusters.md#from-a-cluster-file) gives
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

    Each CPU of a worker works on a batch of its own, and holds its rows. So the batch size times
    the CPUs is in memory at once, from the step where the rows become heavy on. The same goes for
    the threads of the native runner. A batch of 256 that saves half on two CPUs saves nothing on
    eight.

    A scan of files reads as few rows at a time as the `batch_size` behind it asks for. Rows in
    memory, and rows behind a `repartition`, `sort` or `into_batches`, come in one piece, and a
    decode makes all images of it at once, however small the calls are: put `into_batches(n)` before
    the decode.

    Measured on Daft 0.7.26: peak memory of the process that works, for 2,000 images of 270 kB (540
    MB) in one partition, of two or three runs each (they differ by less than 10 %).

    | who makes the images | change | native, 2 CPUs | native, 8 | Ray, 2 | Ray, 8 |
    | --- | --- | ---: | ---: | ---: | ---: |
    | `decode_image`, a batch UDF reads them | | | 2,110 MB | | 2,050 MB |
    | | `batch_size=256` | 900 MB | 2,160 MB | | 2,150 MB |
    | | `batch_size=32` | | 600 MB | | 570 MB |
    | the same, of rows in memory | | 1,330 MB | 1,680 MB | | |
    | | `batch_size=32` | 1,770 MB | 1,750 MB | | |
    | | `into_batches(32)` before the decode | | 600 MB | | 490 MB |
    | a row-wise UDF, a batch UDF reads them | | 1,190 MB | | 1,260 MB | 1,260 MB |
    | | `batch_size=256` on the reader | | | | 1,260 MB |
    | | `into_batches(256)` before the maker | 710 MB | 1,130 MB | 530 MB | 1,190 MB |
    | | `into_batches(32)` before the maker | | 480 MB | | 390 MB |
    | | a batch UDF makes them, `batch_size=32` | | | | 580 MB |
    | | the same, `batch_size=32` also on the reader | | 540 MB | | 580 MB |
    | | one UDF makes and reads them, row by row | | | | 180 MB |

    Of a generator, four of each of 500 rows, it was 1,465 MB natively and 1,568 MB on Ray, and 847
    and 1,255 MB with `into_batches(64)` before it.

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
        @daft.method.batch(return_dtype=DataType.python(), batch_size=32)
        def __call__(self, images): ...
    ```

    The size that is advised leaves a worker 512 rows at once, or as many as fit into its memory
    where both are known. Without `cpus-per-worker`, workers are taken to have 16 CPUs.

    A row-wise UDF has no batch_size. If it reads heavy rows, put `into_batches(32)` before they
    become heavy. If it makes them, put `into_batches(32)` before it, make it a batch UDF with a
    small batch_size, or read them in the UDF that makes them. A generator holds all that it yields
    for the rows that arrive together, too: put `into_batches(n)` with a small n before it.

    ## Fix safety

    A UDF may depend on the size of its batches, so the fix is unsafe.

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
                rows = _rows(work, step)
                call = _Call(work, rows, given or ANY_BYTES, case.pipeline.cluster)
                udf = work.call.udf
                heavy = given is not None or udf.makes_heavy or _opens_all(work)
                if heavy and call.may_be_too_much:
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


def _opens_all(work: WorkPrediction) -> bool:
    """Whether one call opens the files of all its rows, and holds what is in them."""
    return work.call.udf.holds_files and work.call.udf.kind is UdfKind.BATCH


def _rows(work: WorkPrediction, step: Step) -> Quantity:
    """Rows of a call; a row-wise UDF gets a morsel at a time."""
    by_message = work.rows_per_task.at_most(work.batch_size)
    rows = work.rows_per_call if work.call.udf.takes_batch_size else by_message
    # Steps in between that make more rows out of each leave it unbounded.
    last = next((each for each in reversed(step.ahead) if not _keeps_rows(each)), None)
    if last is None or last.kind is not OperatorKind.INTO_BATCHES or last.maybe:
        return rows
    return rows if last.count is None else rows.at_most(last.count)


def _keeps_rows(step: Operator) -> bool:
    """Whether a step hands on the rows that it gets, or fewer."""
    makes = any(call.udf.kind is UdfKind.GENERATOR for call in step.calls)
    return step.kind in {OperatorKind.PROJECT, OperatorKind.FILTER} and not makes


def _problem(case: Case, call: _Call, step: Step) -> Problem:
    work, sure = call.work, call.is_too_much
    makes = work.call.udf.makes_heavy
    heavy = next(
        (operator for operator in reversed((*step.ahead, step.operator)) if operator.heavy), None
    )
    made = () if heavy is None else (Related(heavy.span, "the rows become heavy here"),)
    opens = _opens_all(work) and heavy is None and not makes
    name = work.call.udf.name
    does = f"`{name}` makes" if makes else f"one {_what(work)} of `{name}` gets"
    does = f"one call of `{name}` holds" if opens else does
    of_each = "what it yields for " if work.call.udf.kind is UdfKind.GENERATOR else ""
    counts = f"{of_each}{counted(call.rows, 'file' if opens else 'row')} at once"
    rows = counts if sure else f"all {'files' if opens else 'heavy rows'} of a task at once"
    held = f", {_held(call)}" if call.row_bytes.known and math.isfinite(call.held.high) else ""
    bound = f"and a worker has {size(call.room.high)}" if call.fits_no_worker else ""
    known = () if not call.row_bytes.known else (call.row_bytes, call.room)
    return Problem(
        span=work.call.span,
        message=f"{does} {rows}{held}{', ' + bound if bound else ': nothing limits its memory'}",
        remedy=_remedy(case, work, step),
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
                else "reads the files of all rows that arrive together"
                if opens
                else "takes all rows that arrive together",
            ),
        ),
        call=work.call,
        claim=Claim.CALL,
    )


def _what(work: WorkPrediction) -> str:
    return "call" if work.call.udf.takes_batch_size else "message to an actor"


def _held(call: _Call) -> str:
    low, high = size(call.held.low), size(call.held.high)
    return low if low == high else f"{low} to {high}"


def _remedy(case: Case, work: WorkPrediction, step: Step) -> Fix:
    """The batch that other findings of the pool ask for, else the largest that idles no actor."""
    if not work.takes_batch_size or _comes_in_one_piece(work, step):
        return _in_batches(work)
    advice = best_advice(case, work)
    rows = advice.batch_size if advice is not None else None
    rows = rows or _largest_batch(work)
    changes = (Retuning(work.call.udf, batch_size=exactly(rows)),)
    return Fix(f"set batch_size={rows}{_OF_EACH_CPU}", changes=changes)


def _comes_in_one_piece(work: WorkPrediction, step: Step) -> bool:
    """Whether the step that makes rows heavy gets them in one piece, whatever batches come later.

    A scan of files reads as few rows at a time as these ask for.
    """
    if work.call.udf.makes_heavy or (_opens_all(work) and work.around.heavy_before is None):
        return False
    gathering = [operator.kind in TASK_ENDERS for operator in step.ahead]
    light = next((place for place, each in enumerate(step.ahead) if each.heavy), len(gathering))
    whole = work.source.in_memory or any(gathering[:light])
    return whole and not any(gathering[light:])


def _largest_batch(work: WorkPrediction) -> int:
    sizes = [rows for rows in USUAL_BATCHES if rows <= (work.bounded_batch or rows)]
    tried = {rows: outcome(replace(work.load, batch_size=exactly(rows))) for rows in sizes}
    idle = min(found.idle.high for found in tried.values())
    full = [rows for rows in sizes if tried[rows].idle.high <= idle]
    best = max(tried[rows].utilisation.low for rows in full)
    return max(rows for rows in full if tried[rows].utilisation.low >= best - _CLOSE)


def _in_batches(work: WorkPrediction) -> Fix:
    """What cuts the rows where a batch_size can't."""
    makes, kind = work.call.udf.makes_heavy, work.call.udf.kind
    before = work.operator if makes else work.around.heavy_before or work.operator
    rows = largest_usual_batch(work.row_bytes or ANY_BYTES, work.memory, work.cpus_per_worker)
    ways: list[str] = []
    changes: tuple[Change, ...] = ()
    if not work.source.checkpointed:
        # How many rows a generator makes of one isn't known.
        size_written = "(n) with a small n" if kind is UdfKind.GENERATOR else f"({rows})"
        line = before.span.line_from(work.call.span)
        ways.append(f"put .into_batches{size_written} before `{before.method}` on {line}")
        step = Operator(OperatorKind.INTO_BATCHES, "into_batches", before.span, exactly(rows))
        changes = () if kind is UdfKind.GENERATOR else (Insertion(before, step),)
    elif not makes:
        return Fix(more_files(work))
    if makes and kind is UdfKind.ROW:
        ways.append(f"make it a batch UDF with batch_size={LARGEST_MADE_BATCH}")
    if makes:
        ways.append("read the rows in the UDF that makes them")
    listed = ", or ".join(filter(None, (", ".join(ways[:-1]), ways[-1])))
    return Fix(f"{listed}{_OF_EACH_CPU}", changes=changes)
