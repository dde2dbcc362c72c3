"""DFT113: a Python UDF that leaves all CPUs of a worker but one without work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.findings import Claim, Confidence, Related, Severity
from daft_lint.judging.pools import surest
from daft_lint.plan.pipeline import Weight
from daft_lint.plan.quantity import Quantity, between
from daft_lint.rule import Definition, Problem, Use, definition_rule
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.words import duration

if TYPE_CHECKING:
    from daft_lint.udf_code.definitions import UdfFunction

# Fewer CPUs are kept busy by reading and writing.
_MANY_CPUS = 4
# Seconds that a task computes, from which on it outweighs the start of a process for it.
_WORTH_A_PROCESS = 1


@definition_rule("DFT113", "one-process-udf", since="0.1.0")
def one_process_udf(definition: Definition) -> Iterator[Problem]:
    """A Python UDF without a pool runs in one process per worker, however many CPUs it has.

    ## What it does

    Fires on synchronous UDFs without a concurrency, `use_process` or GPUs, if the settings give
    workers four or more CPUs, and a worker may make two calls at once. It is `likely` if the body
    is a loop that calls only built-in functions, methods of strings and containers, and modules
    such as `re` and `json`, and [facts of earlier runs](../facts.md) show that each task computes
    for a second or more. Otherwise it is only `possible`: processes may then cost more than they
    save. It stays silent about a few operations on texts and numbers.

    ## Why it is bad

    Without a pool a UDF runs inside the tasks, on as many threads of the worker's process as it has
    CPUs. Python lets only one thread at a time run Python code, so the threads take turns. One CPU
    works, and you pay for the others (Daft issue 6126: one core of 36).

    Measured on Daft 0.7.26 and two idle cores, 4,000 rows of Python code in batches of 500; on Ray
    in four tasks of one worker:

    | CPU time of all rows | threads | `use_process=True` | on Ray: threads | `use_process=True` |
    | --- | --- | --- | --- | --- |
    | 0.2 s | 0.22 s | 0.61 s | 0.26 s | 0.62 s |
    | 0.9 s | 0.92 s | 0.99 s | 0.88 s | 0.89 s |
    | 3.3 s | 3.4 s | 2.2 s | 3.3 s | 2.2 s |

    On CPUs that other programs keep busy there is nothing to win: eight tasks of 100 rows of 10 ms
    needed 8.5 s of CPU time on threads and 9.4 s with processes, and took 29 to 32 s and 36 s
    there.

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

    Each call at a time gets a process, up to the number of CPUs. A worker makes several calls at
    once when it has several tasks, or when `batch_size` cuts a task. With one task of one morsel
    (batch), a single process is started, and nothing is won.

    A process takes 0.4 s of CPU time to start, and 0.2 s more with a set of 500,000 texts in it; 1
    MB of texts takes 8 ms to get there and back. Tasks that run at the same time share their
    processes, others start their own: 2,000 short rows in 32 tasks started 12 processes on Ray, and
    took 13 s instead of 0.4 s (measured on two busy cores).

    Columns of images, tensors, embeddings and Python objects can't go to another process: with
    these, Daft ignores the option. A `@daft.cls` with a `max_concurrency` is another way; it counts
    the processes of the whole cluster.

    ## Fix safety

    Processes cost memory and share no globals, so the change is left to you.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    - `intermediate_ops/udf.rs` and `execution/udf.py` in Daft 0.7.26
    """
    for function in definition.udf.functions:
        if function.is_async or _may_have_processes(definition, function):
            continue
        found = next(_works(definition, function), None)
        if found is None:
            continue
        use, work, cpus = found
        in_python = work.call.udf.weight not in (Weight.UNREAD, Weight.UNKNOWN)
        seconds = _seconds_of_a_task(work)
        pays = in_python and seconds is not None and seconds.low >= _WORTH_A_PROCESS
        yield Problem(
            span=function.span,
            message=f"without a pool, each worker runs `{function.name}` in one process: Python "
            f"code uses only 1 of its {cpus:,.0f} CPUs",
            remedy=_remedy(seconds if pays else None),
            rests_on=() if seconds is None else (seconds,),
            severity=Severity.WARNING,
            at_most=Confidence.LIKELY if pays else Confidence.POSSIBLE,
            assumptions=() if in_python else ("it holds Python's global lock (GIL)",),
            related=(Related(use.call.span, "runs inside the tasks here"),),
            call=use.call if in_python else None,
            claim=Claim.CODE,
        )


def _seconds_of_a_task(work: WorkPrediction) -> Quantity | None:
    """Seconds that a task computes, None where no run was recorded.

    A thread that waits for its turn counts too in what Daft records of a row.
    """
    row_seconds, at_once = work.call.row_seconds, work.calls_at_once
    if row_seconds is None or at_once is None:
        return None
    turns = between(1, at_once.high, *at_once.origins)
    low = work.rows_per_task.low * row_seconds.low / turns.high
    high = work.rows_per_task.high * row_seconds.high
    return between(low, high, *work.rows_per_task.origins, *row_seconds.origins, *turns.origins)


def _remedy(seconds: Quantity | None) -> str:
    if seconds is None:
        return (
            "set use_process=True if a task computes for more than about a second: to start a "
            "process takes 0.4 s of CPU time, and a task may start its own"
        )
    return (
        "set use_process=True: then each call at a time has a process. Starting one takes 0.4 s of "
        f"CPU time, and a task computes for {duration(seconds.low)} or more"
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


def _works(
    definition: Definition, function: UdfFunction
) -> Iterator[tuple[Use, WorkPrediction, float]]:
    """Its uses without a pool on workers with many CPUs, with how many these have at the least."""
    for use in definition.uses:
        udf, cluster = use.call.udf, use.case.pipeline.cluster
        cpus = cluster.cpus_per_worker
        if udf.span != function.span or udf.concurrency is not None or udf.gpus is not None:
            continue
        if cpus is None or cpus.low < _MANY_CPUS or not use.case.may_run_on_ray:
            continue
        if udf.weight is Weight.LIGHT:
            continue
        for work in use.case.prediction.work:
            if work.call.span == use.call.span and _may_make_two_calls(use, work):
                yield use, work, cpus.low


def _may_make_two_calls(use: Use, work: WorkPrediction) -> bool:
    """Whether it runs on more than a sample, and a worker may have two morsels at once."""
    morsels = work.morsels_per_task if work.tasks_per_worker is None else work.morsels_per_worker
    few = morsels is not None and morsels.high < 2 and (work.workers is not None)
    sure = surest(use.case, work, if_light=Confidence.CERTAIN)
    return not few and sure is not Confidence.POSSIBLE
