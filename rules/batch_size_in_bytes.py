"""DFT116: a batch_size that counts bytes of JSON lines, not rows."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.daft_api.table import shown
from daft_lint.findings import Confidence, Fix, Related, Severity
from daft_lint.judging.pools import SAMPLE_ROWS, as_option
from daft_lint.plan.changes import Insertion
from daft_lint.plan.pipeline import Operator, OperatorKind, UdfCall
from daft_lint.plan.quantity import Quantity, exactly, unknown
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.partitions.flow import Step
from daft_lint.scheduling.partitions.task_work import counts_bytes

_LINE, _FIRST_SEEN, _LAST_SEEN = (0, 7), (0, 7, 6), (0, 7, 26)
_OF_LINES = (".jsonl", ".ndjson")
_CUT = 1_000
"""Batches of at least so many rows are cut in front of the step."""
_TASKS_PER_WORKER = 4
"""Chosen so that a late task costs a worker little; other numbers weren't compared."""


@rule("DFT116", "batch-size-in-bytes", needs_work=True, since="0.1.0")
def batch_size_in_bytes(case: Case) -> Iterator[Problem]:
    """Behind read_json, batch_size counts bytes: a call gets a line, not a batch of rows.

    ## What it does

    Finds batch UDFs with a `batch_size` that get their rows straight from JSON lines: without a
    `sort`, `groupby`, `join`, `distinct`, `into_batches` or `collect` in between, nor, on Ray, a
    `repartition` or `into_partitions`. It stays silent where a `limit` leaves fewer than 64 rows,
    and for Daft before 0.7.6.

    ## Why it is bad

    The reader is asked for pieces of as many rows as the `batch_size` says, and takes that for
    bytes of text. Each piece has whole lines, at least one, and no call joins two pieces. Lines of
    a document are longer than any usual `batch_size`, so a model on a GPU gets one row at a time.
    Nothing fails and nothing warns.

    Measured on Daft 0.7.26 with 2,500 lines of 44 bytes and `batch_size=100`: 850 calls of at most
    three rows, where Parquet or CSV gave 25 calls of 100. It is the same with a pool or without, in
    `.jsonl`, `.json` and compressed files, and behind filters and other columns. 0.7.0 to 0.7.5
    made 25 calls. A file that is one JSON array is read as a whole, so there the rows count.

    On Ray, with two nodes and 4,000 lines in 8 files, a pool of two actors that took 5 ms a call
    needed 13.6 s, behind `into_batches(1_024)` 1.8 s, behind `repartition(8)` 2.1 s.
    `into_partitions(8)` changed nothing: there were 8 partitions already. `into_batches(448)` gave
    each of the two 1,840 to 2,160 of the 4,000 rows.

    ## Example

    ```python
    @daft.func.batch(return_dtype=daft.DataType.python(), batch_size=64)
    def embed(texts): ...

    df = daft.read_json("s3://bucket/pages/*.jsonl")
    df = df.with_column("vector", embed(col("text")))
    ```

    ## Use instead

    ```python
    df = daft.read_json("s3://bucket/pages/*.jsonl").into_batches(1_024)
    df = df.with_column("vector", embed(col("text")))
    ```

    On Ray each batch of `into_batches` is a task, and small files are joined: leave at least as
    many batches as workers. A `repartition` helps there too.

    ## Fix safety

    The UDF gets other batches, so the fix is unsafe. On Ray there is none: how many rows suit a
    task depends on how many there are.

    ## References

    - [Work without a pool](../work-without-a-pool.md#batches-that-a-reader-cuts)
    """
    version = case.daft_version
    if version < _FIRST_SEEN and version != _LINE:
        return
    for step in case.judged.flow.steps:
        few = step.finished or step.before.rows.high < SAMPLE_ROWS
        if not few and counts_bytes(step.plan.source, step.ahead) is True:
            for call in step.operator.calls:
                if call.udf.batch_size is not None and call.udf.batch_size.low > 1:
                    yield _problem(case, step, call)


def _problem(case: Case, step: Step, call: UdfCall) -> Problem:
    udf, source = call.udf, step.plan.source
    is_lines = any(end in (source.path or "") for end in _OF_LINES)
    said = [] if is_lines else ["the files hold JSON lines, not one array each"]
    if case.daft_version > _LAST_SEEN:
        said.append(f"Daft {shown(case.daft_version)} reads lines as {shown(_LAST_SEEN)} does")
    if case.daft_version == _LINE:
        said.append(f"Daft {shown(_FIRST_SEEN)} or later is used")
    return Problem(
        span=call.span,
        message=f"behind `{source.name}`, {as_option('batch_size', udf.batch_size or unknown())} "
        f"counts bytes, not rows: a call of `{udf.name}` gets one line, unless lines are shorter",
        remedy=_remedy(case, step, udf.batch_size),
        on_ray=False,
        severity=Severity.WARNING,
        at_most=Confidence.CERTAIN if is_lines else Confidence.LIKELY,
        assumptions=tuple(said),
        related=(Related(source.span, "the lines are read here"),),
        call=call,
    )


def _remedy(case: Case, step: Step, written: Quantity | None) -> Fix:
    operator = step.operator
    place = f"before `{operator.method}`"
    if written is None or not written.known:
        return Fix(f"put .into_batches(n) {place}, with n a multiple of the batch_size")
    rows = written.count * -(-_CUT // written.count)
    if case.runs_on_ray_if_anything:
        return _on_ray(case, step, written.count, rows)
    cut = Operator(OperatorKind.INTO_BATCHES, "into_batches", operator.span, exactly(rows))
    return Fix(f"put .into_batches({rows}) {place}", changes=(Insertion(operator, cut),))


def _on_ray(case: Case, step: Step, batch_size: int, rows: int) -> Fix:
    """Each batch is a task there: enough of them to keep all workers busy, and none much longer.

    Of 4,000 rows in batches of 448, two actors on two nodes got 1,840 to 2,160 each (Daft 0.7.26).
    """
    place, workers = f"before `{step.operator.method}`", case.pipeline.cluster.workers
    known = step.before.rows
    if workers is None or not known.known:
        return Fix(f"put .into_batches({rows}) {place}: leave a batch for each worker at least")
    share = known.count // int(_TASKS_PER_WORKER * workers.high)
    fitting = max(batch_size, min(rows, share // batch_size * batch_size))
    return Fix(f"put .into_batches({fitting}) {place}")
