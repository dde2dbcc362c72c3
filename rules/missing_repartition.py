"""DFT101: fewer tasks than workers."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.findings import Confidence, Effect, Fix
from daft_lint.judging.pools import (
    all_but,
    assumptions,
    best_advice,
    counted,
    decided_by_into_batches,
    each_cause,
    effect_of,
    ends_earlier,
    idle_actors,
    misses_workers,
    on_some_cluster,
    only_tasks,
    places,
    remedy,
    rests_on,
    shares_tasks,
    surest,
    work_on_ray,
)
from daft_lint.plan.pipeline import UdfCall
from daft_lint.plan.unit import Unit
from daft_lint.records import replace
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.partitions.heavy_shuffles import MANY_ROWS, heavy_shuffle
from daft_lint.scheduling.prediction.listings import is_listing
from daft_lint.scheduling.prediction.predict import WorkPrediction

_SPLIT = "spread the rows with .repartition(n) before they get heavy, with n a multiple of "
_IF_LONG = "if all rows together take more than seconds, "
_AT_ONCE = "leave it, unless its network or memory is the limit: all calls run at once on "
_LEAVE = "leave it while all rows together take seconds: more tasks have a cost too"


@rule("DFT101", "missing-repartition", needs_work=True, since="0.1.0")
def missing_repartition(case: Case) -> Iterator[Problem]:
    """Fewer tasks than workers reach a step that takes time, so the other workers idle.

    ## What it does

    Counts the tasks that reach each step that takes time, and compares them with the workers: pools
    of actors, UDFs without a pool, AI functions, downloads, decodes. It fires when some workers get
    no task at all: the data is one in-memory partition, a listing by `from_glob_path`, the few rows
    that a `limit` takes from the first partitions, or was repartitioned into too few pieces.

    Steps that get the same tasks share one finding. It is placed at the pool, if one of them has
    one, otherwise at the first step.

    It is an info, and says so, if the work is light: a UDF without a pool or GPUs, whose body does
    a few operations on texts and numbers, on at most 10 million rows as far as is known. Calls of
    `re`, `json`, `hashlib`, `os.path`, `urllib.parse` and the like are such operations. Such a row
    takes 0.3 to 15 microseconds (measured on Daft 0.7.26, short texts). One loop over the words of
    a text is light too, if there surely are at most 10,000 rows.

    It is an info too where nothing shows that the rows take long: the program itself holds them,
    at most 10,000 as far as is known, and the UDF loops, or calls code that daft-lint can't read. A
    package known for models or the network, downloads and decodes count as work. So does a method
    that uses more of its object than numbers, texts, arrays of NumPy and its random generators.

    ## Why it is bad

    One partition becomes one task, and a task stays on one worker (a Ray node). Steps without a
    pool run there, and a pool's morsels (the batches of rows that Daft's engine hands to an actor
    at a time) go only to the actors on that worker. You pay for the other workers anyway, and their
    actors hold CPUs and GPUs. Nothing fails and nothing warns.

    Measured on Daft 0.7.26 with two workers. Four actors and 1,600 rows in one partition: two
    actors got 768 and 832 rows, two got none, and 47% of the actor time was used. With
    `.into_partitions(2)` all four worked, at 94%. A class with `gpus=1` and no pool, 400 rows of
    5 ms: one worker did all of it in 0.51 s, and with `.into_partitions(2)` both took 0.26 s.

    ## Example

    ```python
    # The listing is one partition, however many files and workers there are.
    df = daft.from_glob_path("s3://bucket/images/*.jpg")
    df = df.with_column("image", col("path").download().decode_image())
    ```

    ## Use instead

    ```python
    df = daft.from_glob_path("s3://bucket/images/*.jpg").into_partitions(64)
    df = df.with_column("image", col("path").download().decode_image())
    ```

    Split while the rows are light: paths and ids, before they are downloaded or decoded. A multiple
    of the number of workers keeps them equally busy.

    ## Known problems

    It counts tasks, not the time that they take: with a task for each worker it is silent, however
    uneven their rows are (see `uneven-tasks`). Where a `limit` is met early, Daft may start fewer
    tasks than are counted. Where the files or rows of a source aren't known, nothing is found: the
    work is open, and the summary counts it.

    ## Fix safety

    Splitting keeps the rows and, with `into_partitions`, their order. It changes how many files a
    later write makes, so the fix is unsafe.

    On Daft 0.7.26 `into_partitions` hangs on Ray beside a `limit`, `head` or `show` with no
    `collect()` between (issue 7400). Use `repartition` there.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    - "Tuning Daft's Distributed UDFs: Lessons from ByteDance", scenario 2
    """
    known = tuple(work_on_ray(case))
    assumed = {work.call for work in known if work.workers is None}
    works = (on_some_cluster(case, work) for work in known)
    # Where branches meet, a call stands in the plan once for each.
    starved: dict[UdfCall, WorkPrediction] = {}
    for work in works:
        if misses_workers(work) and not decided_by_into_batches(work):
            starved.setdefault(work.call, work)
    for work, others in each_cause(starved.values()):
        if any(_is_split_late(case, prediction) for prediction in (work, *others)):
            continue
        effect = effect_of(work, case.pipeline.cluster)
        yield Problem(
            span=work.call.span,
            message=_message(work, assumed=work.call in assumed),
            remedy=_remedy(case, work, effect),
            rests_on=rests_on(work),
            effect=effect,
            at_most=surest(case, work, if_light=Confidence.CERTAIN),
            assumptions=assumptions(case, work),
            call=work.call,
            related=(*places(work), *map(shares_tasks, others)),
        )


def _remedy(case: Case, work: WorkPrediction, effect: Effect) -> str | Fix:
    if effect.light:
        return _LEAVE
    workers, advice = work.workers, best_advice(case, work)
    if advice is not None and not ends_earlier(work, advice):
        return f"{_AT_ONCE}{counted(work.tasks, 'worker')}"
    is_known = workers is not None and workers.known
    many = f"{workers}, the number of workers" if is_known else "the number of workers"
    found = remedy(case, work, _SPLIT + many)
    return replace(found, message=f"{_IF_LONG}{found.message}") if effect.unweighed else found


def _is_split_late(case: Case, work: WorkPrediction) -> bool:
    """Whether a repartition behind the work could as well run before it: DFT203 reports that.

    Of rows that are neither a listing's nor many addresses it says so only where it is asked for
    what is possible.
    """
    if not work.operator.heavy:
        return False
    optimised, listed = case.prediction.optimised, is_listing(work.source)
    shuffles = (
        heavy_shuffle(step, optimised, case.pipeline.action) for step in case.prediction.flow.steps
    )
    return any(
        shuffle.made_by.span == work.operator.span
        and (listed or (shuffle.of_addresses and shuffle.step.before.rows.high >= MANY_ROWS))
        for shuffle in shuffles
        if shuffle is not None
    )


def _message(work: WorkPrediction, *, assumed: bool) -> str:
    tasks, idle = only_tasks(work), idle_actors(work)
    if not assumed and work.workers is not None:
        return f"{tasks} for {counted(work.workers, 'worker')}: {idle}"
    if work.unit is Unit.WORKER:
        return f"{tasks}, however many workers there are: {all_but(work)}"
    return f"{tasks}, however many workers there are: if two or more have actors, {idle}"
