"""Times, numbers and changes of a plan in words."""

from __future__ import annotations

import math

from daft_lint.judging.pools import counted as quantified
from daft_lint.plan.cluster import Cluster
from daft_lint.plan.pipeline import Pipeline, Slot
from daft_lint.plan.quantity import Quantity
from daft_lint.planning.differences import Difference, Reason
from daft_lint.planning.planner import PlannedPool, Question
from daft_lint.planning.what_if import WhatIf
from daft_lint.reporting.phrases import counted, idle_among
from daft_lint.reporting.pipelines.phrases import idle_now as predicted_idle
from daft_lint.reporting.pipelines.phrases import runner_name, runner_reason
from daft_lint.scheduling.optimiser.allowed_steps import ONLY_FILES
from daft_lint.scheduling.prediction.outcome import Outcome
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.simulation.run_times import Times
from daft_lint.scheduling.simulation.stations import DEFAULT_MORSEL_ROWS
from daft_lint.scheduling.tuning.advice import replaced_step
from daft_lint.scheduling.tuning.terms import Tunable, TuningStep
from daft_lint.words import duration, listed, size

_MINUTE, _HOUR, _DAY = 60, 3600, 86400
_NONE = {
    Tunable.PARTITIONS: "not known",
    Tunable.INTO_BATCHES: "none",
    Tunable.BATCH_SIZE: "not set",
    Tunable.CONCURRENCY: "not set",
}


def runner_of(pipeline: Pipeline) -> str:
    """The runner that a plan is for, and what says so; `Ray (assumed: ...)`."""
    runner = pipeline.runner
    reason = runner_reason(runner, pipeline.plan.source.span.path)
    return f"{runner_name(runner)} ({reason})" if reason else runner_name(runner)


def durations(seconds: Quantity | None) -> str:
    """How long work takes: `41 s`, `2 h to 5 h 26 min`, `at least 41 s`, `unknown`."""
    if seconds is None or (seconds.low <= 0 and math.isinf(seconds.high)):
        return "unknown"
    if math.isinf(seconds.high):
        return f"at least {duration(seconds.low)}"
    if seconds.low <= 0 and seconds.high > 0:
        return f"at most {duration(seconds.high)}"
    low, high = duration(seconds.low), duration(seconds.high)
    return low if low == high else f"{low} to {high}"


def times_in_words(times: Times | None) -> str:
    """What runs take in the mean, and how they differ where they do.

    `2 s`, `1.8 s, a tenth 2 s or more`, `2 s: 1.2 s in 3 of 10 runs, else 2.4 s`.
    """
    if times is None:
        return "unknown"
    mean = duration(times.expected)
    if times.steady:
        return mean
    if len(times.kinds) == 1:
        return f"{mean}, {duration(times.late)} or more in 1 of 10 runs"
    *some, (_, last) = times.kinds
    entries = [
        f"{duration(seconds)} in {max(1, round(10 * odds))} of 10 runs" for odds, seconds in some
    ]
    return f"{mean} on average: {', '.join(entries)}, otherwise {duration(last)}"


def memory_bound(planned: PlannedPool, question: Question) -> str | None:
    """What bounds the rows of a call where these may be heavy; None where nothing does."""
    pool, constraints = planned.pool, question.constraints
    if pool.row_bytes is None or planned.tuning is None:
        return None
    if constraints.row_bytes is not None:
        return (
            f"the rows that a worker holds at once, {size(constraints.row_bytes)} each, have to "
            "fit in its memory"
        )
    most = pool.most_rows_of_a_call
    if most is None:
        return None
    return (
        f"no call gets more than the {counted(most, 'row')} it may get now, because these hold "
        "downloaded or decoded data of unknown size: set --row-bytes and --worker-memory"
    )


def idle_with(idle: Quantity, actors: float) -> str:
    """`2 of 4`, `3 to 4 of 7`; the idle actors alone where the pool's size is unknown."""
    return idle_among(idle, Quantity(actors, actors))


def idle_now(work: WorkPrediction, now: Outcome) -> str:
    """The same as things are; `all but 1` of an unknown number of workers."""
    if math.isfinite(work.actors.high):
        return idle_with(now.idle, work.actors.high)
    return predicted_idle(work)


def amount(number: int | None, tunable: Tunable) -> str:
    """`4,096`; `not set`, `none` or `not known` where there is no number."""
    return _NONE[tunable] if number is None else f"{number:,}"


def batch_size_of(pool: WorkPrediction) -> str:
    """The rows of a morsel, and who set them."""
    if pool.call.udf.batch_size is not None:
        return str(pool.call.udf.batch_size)
    if pool.batch_size.known and pool.batch_size.low < DEFAULT_MORSEL_ROWS:
        return f"not set: {pool.batch_size} rows, as the step before cut them"
    return f"not set: morsels (batches) of up to {DEFAULT_MORSEL_ROWS:,} rows"


def cluster_of(cluster: Cluster) -> str:
    """`64 workers with 16 CPUs and 1 GPU each`, `workers not known`, each group where they vary."""
    if cluster.groups:
        return ", ".join(
            f"{counted(group.workers, 'worker')} with "
            f"{counted(group.cpus, 'CPU')} and {counted(group.gpus, 'GPU')}"
            for group in cluster.groups
        )
    workers = (
        "workers not known" if cluster.workers is None else quantified(cluster.workers, "worker")
    )
    has = [
        quantified(quantity, name)
        for name, quantity in (("CPU", cluster.cpus_per_worker), ("GPU", cluster.gpus_per_worker))
        if quantity is not None
    ]
    if not has:
        return workers
    each = "" if cluster.workers is not None and cluster.workers.high == 1 else " each"
    return f"{workers}, {' and '.join(has)}{each}"


def pool_title(pool: WorkPrediction, cluster: Cluster) -> str:
    """A pool in a few words: `Embed: 512 actors on 64 workers`."""
    workers = "" if cluster.workers is None else f" on {quantified(cluster.workers, 'worker')}"
    return f"{pool.call.udf.name}: {quantified(pool.actors, 'actor')}{workers}"


def rows_of(pool: WorkPrediction, row_seconds: float) -> str:
    """The rows of a pool and what each takes: `1,000,000 rows of 10 ms`."""
    rows = quantified(pool.partitioning.rows, "row")
    # A measured time is shown as it was given.
    each = f"{row_seconds * 1000:.3g} ms" if row_seconds < 1 else f"{row_seconds:,.3g} s"
    return f"{rows}, {each} each"


def supposed_of(numbers: WhatIf) -> str:
    """What is taken instead of what the code says: `1,000 rows, batch_size 64, 64 workers`."""
    found = [
        (numbers.rows, "rows"),
        (numbers.partitions, "partitions"),
        (numbers.into_batches, "rows in into_batches"),
        (numbers.concurrency, "actors"),
        (numbers.cpus_per_actor, "CPUs per actor"),
        (numbers.gpus_per_actor, "GPUs per actor"),
    ]
    words = [f"{number:,.10g} {what}" for number, what in found if number is not None]
    if numbers.batch_size is not None:
        words.append(f"batch_size {f'{numbers.batch_size:,}' if numbers.batch_size else 'unset'}")
    if numbers.cluster.workers is not None:
        words.append(quantified(numbers.cluster.workers, "worker"))
    return ", ".join(words)


def what_to_do(step: TuningStep, pool: WorkPrediction) -> str | None:
    """A step as a change of the code, with the place; None where there is no code."""
    if not pool.operator.span.path:
        return None
    number = f"{step.after:_}"
    udf = pool.call.udf
    if step.tunable is Tunable.BATCH_SIZE:
        return f"set batch_size={number} of `{udf.name}`{_on(udf.batch_size_slot)}"
    if step.tunable is Tunable.CONCURRENCY:
        return f"set the concurrency of `{udf.name}` to {number}{_on(udf.concurrency_slot)}"
    if step.tunable is Tunable.PARTITIONS and pool.source.checkpointed:
        source = f"`{pool.source.name}` on {pool.source.span.shown_line}"
        return f"write the input of {source} as {step.after:,} files of equal size: {ONLY_FILES}"
    replaced, before = replaced_step(pool, step.tunable), pool.grows_at
    if replaced is not None:
        return f"change `{replaced.method}` on {replaced.span.shown_line} to {number}"
    method = "into_batches" if step.tunable is Tunable.INTO_BATCHES else _splitting(pool)
    return f"put .{method}({number}) before `{before.method}` on {before.span.shown_line}"


def why_it_differs(difference: Difference, pool: WorkPrediction) -> str:
    """What `daft-lint check` advises where a plan says something else, and why it does."""
    asked = listed([f"{tunable.value} {number:,}" for tunable, number in difference.asked.items()])
    if difference.reason is Reason.KIND and difference.replaces is not None:
        step, count = difference.replaces, difference.asked[Tunable.PARTITIONS]
        return (
            f"daft-lint check may advise .into_partitions({count:_}) instead of `{step.method}` "
            f"on {step.span.shown_line}; a plan only changes numbers, not the kind of step"
        )
    if difference.reason is Reason.GIVEN:
        return (
            f"daft-lint check doesn't know the times or limits given here, and may advise {asked}"
        )
    supposed = listed(difference.supposed) if difference.supposed else ""
    why = {
        Reason.COLUMN: (
            f" and `{pool.call.udf.name}` as a column behind it; a plan only changes numbers, and "
            "Daft runs a UDF in a filter before repartitions"
        ),
        Reason.NO_GAIN: f": fewer {pool.unit.plural} idle, but the work doesn't finish sooner",
        Reason.MORE: " alone: the other changes here don't affect who idles",
        Reason.SUPPOSED: f", but assumes: {supposed}",
        Reason.ACTORS: ", which is just as fast; a plan changes it only with --allow concurrency",
        Reason.HANDLING: ", which by itself lowers the overhead of tasks and calls",
    }
    otherwise = ", which is equally good, within a few percent"
    return f"daft-lint check may advise {asked}{why.get(difference.reason, otherwise)}"


def _on(slot: Slot | None) -> str:
    return "" if slot is None else f" on {slot.span.shown_line}"


def _splitting(pool: WorkPrediction) -> str:
    """into_partitions hangs on Ray beside a limit (Daft issue 7400)."""
    return "repartition" if pool.around.limited else "into_partitions"
