"""DFT113: a Python UDF that leaves all CPUs of a worker but one without work."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.findings import Claim, Confidence, Related, Severity
from daft_lint.pools import surest
from daft_lint.rule import Definition, Problem, Use, definition_rule
from daft_lint.scheduling.prediction import WorkPrediction
from daft_lint.udf_code.definitions import UdfFunction

# Fewer CPUs are kept busy by reading and writing.
_MANY_CPUS = 4


@definition_rule("DFT113", "one-process-udf", since="0.1.0")
def one_process_udf(definition: Definition) -> Iterator[Problem]:
    """A Python UDF without a pool runs in one process per worker, however many CPUs it has.

    ## What it does

    Fires on synchronous UDFs without a concurrency, `use_process` or GPUs, if the settings give
    workers four or more CPUs. It is `likely` if the body is a loop that calls only built-in
    functions, methods of strings and containers, and modules such as `re` and `json`. Anything else
    may let other threads run meanwhile, so there it is only `possible`.

    ## Why it is bad

    Without a pool a UDF runs inside the tasks, on as many threads of the worker's process as it has
    CPUs. Python lets only one thread at a time run Python code, so the threads take turns. One CPU
    works, and you pay for the others (Daft issue 6126: one core of 36).

    Measured on Daft 0.7.26, 400 rows of 5 ms of Python code in batches of 50: 2.00 s on four
    threads, as long as on one, and 1.01 s with `use_process=True` on two cores.

    ## Example

    ```python
    # daft-lint: workers=4, cpus-per-worker=16
    @daft.func
    def shingles(text: str) -> list[str]:
        return [text[i : i + 5].lower() for i in range(len(text))]
    ```

    ## Use instead

    ```python
    # daft-lint: workers=4, cpus-per-worker=16
    @daft.func(use_process=True)
    def shingles(text: str) -> list[str]:
        return [text[i : i + 5].lower() for i in range(len(text))]
    ```

    It starts a process for each CPU that has a call to make. A worker makes several calls at once
    when it has several tasks, or when `batch_size` cuts a task. Columns of images, tensors,
    embeddings and Python objects can't go to another process: with these, Daft ignores the option.
    A `@daft.cls` with a `max_concurrency` is another way; it counts the processes of the whole
    cluster.

    ## Fix safety

    Processes cost memory and share no globals, so the change is left to you.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    - `intermediate_ops/udf.rs` in Daft 0.7.26
    """
    from daft_lint.udf_code.gil import computes_in_python

    for function in definition.udf.functions:
        if function.is_async or _may_have_processes(definition, function):
            continue
        work = next(_works(definition, function), None)
        if work is None:
            continue
        use, cpus = work
        sure = computes_in_python(function.node)
        yield Problem(
            span=function.span,
            message=f"without a pool, each worker runs `{function.name}` in one process: Python "
            f"code uses only 1 of its {cpus:,.0f} CPUs",
            remedy="set use_process=True: then Daft runs up to one process per CPU",
            severity=Severity.WARNING,
            at_most=Confidence.LIKELY if sure else Confidence.POSSIBLE,
            assumptions=("its rows take time to compute",)
            if sure
            else ("it holds Python's global lock (GIL)",),
            related=(Related(use.call.span, "runs inside the tasks here"),),
            call=use.call if sure else None,
            claim=Claim.CODE,
        )


def _may_have_processes(definition: Definition, function: UdfFunction) -> bool:
    from daft_lint.values.values import Flag, Nothing

    given = (definition.udf.option("use_process"), function.option("use_process"))
    off = (Nothing, Flag)
    chosen = any(
        option is not None and not (isinstance(option.value, off) and option.value != Flag(True))
        for option in given
    )
    return chosen or not definition.udf.complete


def _works(definition: Definition, function: UdfFunction) -> Iterator[tuple[Use, float]]:
    """Its uses without a pool on workers with many CPUs, with how many these have at the least."""
    for use in definition.uses:
        udf, cluster = use.call.udf, use.case.pipeline.cluster
        cpus = cluster.cpus_per_worker
        if udf.span != function.span or udf.concurrency is not None or udf.gpus is not None:
            continue
        if cpus is None or cpus.low < _MANY_CPUS or not use.case.may_run_on_ray:
            continue
        if any(_is_run(work, use) for work in use.case.prediction.work):
            yield use, cpus.low


def _is_run(work: WorkPrediction, use: Use) -> bool:
    """Whether it runs, and on more than a sample."""
    same = work.call.span == use.call.span
    return same and surest(use.case, work) is not Confidence.POSSIBLE
