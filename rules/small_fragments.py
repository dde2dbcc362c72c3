"""DFT212: a Lance dataset written in a fragment for each batch of a UDF."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.findings import Related, Severity
from daft_lint.rule import Case, Problem, rule

_WRITE = "write_lance"
# Fewer fragments cost little, and so do as many as there are tasks.
_FEWEST = 50
_FEWEST_PER_TASK = 10
_MANY = 1_000


@rule("DFT212", "small-fragments", needs_work=True, since="0.1.0")
def small_fragments(case: Case) -> Iterator[Problem]:
    """A Lance dataset that is written in a fragment for each batch of a UDF.

    ## What it does

    Fires on `write_lance` with nothing but columns and filters between it and a UDF with a
    `batch_size`, if that UDF makes 50 batches or more, and ten or more for each task. It is an
    `info` for fewer than 1,000 fragments.

    ## Why it is bad

    Each piece of rows that reaches the writer becomes a fragment. The next `read_lance` has a task
    for each of them, and every query opens them all. Writers of Parquet, Delta and Iceberg put
    pieces together.

    Measured on Daft 0.7.26 with daft-lance 0.6.0, for 800 rows in 8 partitions: without a
    `batch_size` 8 fragments, with `batch_size=10` 80, and with `into_batches(100)` behind it 10.
    `into_partitions` helps on Ray too; `repartition(2)` left 16.

    ## Example

    ```python
    @daft.cls(max_concurrency=4)
    class Embed:
        @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=10)
        def __call__(self, x): ...


    df = daft.range(800, partitions=8).with_column("y", Embed()(col("id")))
    df.write_lance("s3://bucket/vectors.lance")
    ```

    ## Use instead

    ```python
    df = daft.range(800, partitions=8).with_column("y", Embed()(col("id")))
    df.into_batches(100).write_lance("s3://bucket/vectors.lance")
    ```

    ## Fix safety

    How many rows fit into memory at once depends on your data, so the number is left to you.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    """
    action = case.pipeline.action
    work = case.judged.last_cut if action is not None and action.method == _WRITE else None
    if action is None or work is None:
        return
    per_task, fragments = work.morsels_per_task, work.tasks * work.morsels_per_task
    if fragments.low < _FEWEST or per_task.low < _FEWEST_PER_TASK:
        return
    rows = int(work.rows_per_task.low)
    yield Problem(
        span=action.span,
        message=f"`{_WRITE}` makes a fragment for each batch of `{work.call.udf.name}`: "
        f"{fragments} of {work.batch_size} rows, and as many tasks for the next read",
        remedy=f"put .into_batches({rows:_}) before `{_WRITE}`: about as many as there are tasks",
        rests_on=(work.batch_size, fragments),
        on_ray=case.runs_on_ray_if_anything,
        severity=Severity.WARNING if fragments.low >= _MANY else Severity.INFO,
        related=(Related(work.call.span, "the batches are made here"),),
    )
