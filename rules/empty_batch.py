"""DFT314: a batch UDF that fails on a batch without rows, behind a filter or a shuffle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from daft_lint.findings import Confidence, Related, Severity
from daft_lint.plan.pipeline import Operator, OperatorKind, Source, UdfKind
from daft_lint.rule import Case, Problem, rule

_THINNING = frozenset({OperatorKind.FILTER, OperatorKind.SAMPLE})
# On Ray, a shuffle by keys leaves partitions without rows.
_SHUFFLING = frozenset(
    {OperatorKind.AGGREGATE, OperatorKind.DISTINCT, OperatorKind.JOIN, OperatorKind.WINDOW}
)
_PASSING = frozenset({OperatorKind.PROJECT, OperatorKind.EXPLODE})


@rule("DFT314", "empty-batch", needs_work=True, since="0.1.0")
def empty_batch(case: Case) -> Iterator[Problem]:
    """A batch UDF that fails on a batch without rows, behind a filter or a shuffle.

    ## What it does

    Fires on batch UDFs without a pool or `use_process` whose code stacks the rows of a batch, takes
    its first one or the largest (`np.stack`, `torch.cat`, `values[0]`, `max(values)`), if a filter
    or `sample` is before them, with nothing but columns and `explode` between; on Ray, a `groupby`,
    `distinct`, join or window too. It stays silent if the function has an `if` or `try`, and if the
    filters are right behind the source and call no UDF: a reader drops such rows itself. The
    finding is `possible`: only the data tells whether a piece loses all its rows.

    ## Why it is bad

    A filter passes on pieces that have lost all their rows. Daft calls batch functions for these
    too, with a Series of length 0, and the whole query fails:

    ```text
    ValueError: need at least one array to stack
    ```

    Measured on Daft 0.7.26, with 800 rows in 8 partitions and a filter that left rows in one: 7 of
    8 calls had no rows, natively and on Ray. On Ray with five keys, 11 of 16 calls had none behind
    a `groupby` or `distinct`, 5 of 10 behind a window, 24 of 40 behind a semi join. Pools and UDFs
    with `use_process=True` get no such calls, nor do UDFs behind a `limit` or `into_batches`.
    Behind six Parquet files, a filter on a column of theirs made no such call, and one on a column
    of a UDF five.

    ## Example

    ```python
    @daft.func.batch(return_dtype=DataType.float64())
    def brightness(images: Series):
        return np.stack(images.to_pylist()).mean(axis=(1, 2, 3))


    df = df.where(is_good(col("image"))).with_column("light", brightness(col("image")))
    ```

    ## Use instead

    ```python
    @daft.func.batch(return_dtype=DataType.float64())
    def brightness(images: Series):
        if len(images) == 0:
            return []
        return np.stack(images.to_pylist()).mean(axis=(1, 2, 3))


    df = df.where(is_good(col("image"))).with_column("light", brightness(col("image")))
    ```

    ## Fix safety

    There is no automatic fix: what a batch without rows gives depends on the return type.

    ## References

    - [Work without a pool](../work-without-a-pool.md)
    """
    plan = case.judged.optimised.plan
    shuffles = case.runs_on_ray_if_anything
    for place, step in enumerate(plan.operators):
        thinning = _thinning(plan.source, plan.operators[:place], shuffles=shuffles)
        for call in step.calls if thinning is not None else ():
            udf = call.udf
            if thinning is None or udf.kind is not UdfKind.BATCH or udf.is_actor_pool:
                continue
            if udf.needs_rows:
                happens = "shuffled by keys" if thinning.kind in _SHUFFLING else "left out"
                yield Problem(
                    span=call.span,
                    message=f"`{udf.name}` calls `{udf.needs_rows}`, which fails if "
                    f"`{thinning.method}` leaves a batch without rows",
                    remedy="return an empty list first: `if len(...) == 0: return []`",
                    on_ray=False,
                    severity=Severity.WARNING,
                    at_most=Confidence.POSSIBLE,
                    related=(
                        Related(thinning.span, f"rows are {happens} here"),
                        Related(udf.span, f"`{udf.name}` is defined here"),
                    ),
                    call=call,
                )


def _thinning(source: Source, ahead: Sequence[Operator], *, shuffles: bool) -> Operator | None:
    """The last step that may leave pieces without rows; None where the source itself drops them."""
    for place in range(len(ahead) - 1, -1, -1):
        step = ahead[place]
        if shuffles and step.kind in _SHUFFLING:
            # All rows of a window without keys are in one partition.
            return None if step.count is not None and step.count.high <= 1 else step
        if step.kind in _THINNING:
            by_source = all(
                each.kind is OperatorKind.FILTER and not each.calls for each in ahead[: place + 1]
            )
            return None if by_source and source.name.startswith("daft.read_") else step
        if step.kind not in _PASSING:
            return None
    return None
