"""The words that rules about work share: effects, places and remedies, with numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator

from daft_lint.findings import ActorShare, Confidence, Effect, Fix, Related
from daft_lint.plan.changes import Change, Insertion, Refiling, Replacement, Retuning
from daft_lint.plan.cluster import Cluster
from daft_lint.plan.conditions import exclude
from daft_lint.plan.pipeline import ActionKind, Operator, OperatorKind, Source, Weight
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, between, exactly, unknown
from daft_lint.plan.span import Span
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass
from daft_lint.rule import Case
from daft_lint.scheduling.optimiser.allowed_steps import HANGS, ONLY_FILES, limit_beside
from daft_lint.scheduling.optimiser.optimiser_rules import REPARTITIONS
from daft_lint.scheduling.prediction.listings import is_listing
from daft_lint.scheduling.prediction.predict import WorkPrediction, assume_workers, on_workers
from daft_lint.scheduling.simulation.money import lost_per_hour
from daft_lint.scheduling.tuning.advice import Advice, replaced_step
from daft_lint.scheduling.tuning.remedies import OF_TASKS, remedy_of
from daft_lint.scheduling.tuning.terms import Tunable
from daft_lint.words import percent

SAMPLE_ROWS = 64
"""Fewer rows per actor than this are a sample, which isn't tuned."""
_MANY_LIGHT_ROWS = 10_000_000
"""More rows than this take half a minute even where a row is light (measured: 3 microseconds)."""
LIGHT_ROW_SECONDS = 0.000_01
"""A light row takes 0.3 to 15 microseconds (measured on Daft 0.7.26, short texts)."""
_MANY_LOOPS = 10_000
"""More rows than this may take seconds where a row is a loop (measured: 1 microsecond a word)."""
_SOME_CLUSTER = Origin(OriginKind.ASSUMPTION, "a cluster of two or more workers")
_MEASURED_OR_GIVEN = frozenset({OriginKind.HINT, OriginKind.RECORDED, OriginKind.CONFIGURATION})


def work_on_ray(case: Case) -> Iterator[WorkPrediction]:
    """All work of a case that may run on Ray and has rows, but pools of a single actor and toys."""
    if case.may_run_on_ray:
        for work in case.prediction.work:
            single = work.unit is Unit.ACTOR and work.actors.low < 2
            if work.tasks.high >= 1 and not single and not is_toy(work):
                yield work


def pools_on_ray(case: Case) -> Iterator[WorkPrediction]:
    """The actor pools of a case that may run on Ray, with more than one actor and with rows."""
    return (work for work in work_on_ray(case) if work.unit is Unit.ACTOR)


@dataclass(frozen=True, slots=True)
class Judged:
    """A pool to judge, on Ray or as processes of the native runner, and how sure that may be."""

    pool: WorkPrediction
    on_ray: bool
    at_most: Confidence = Confidence.CERTAIN


def pools_on_any_runner(case: Case) -> Iterator[Judged]:
    """The pools of a case, with rows and room for idling, on the runner that they meet.

    With no runner and no cluster in sight they are judged on the native runner, Daft's default.
    What is found there is sure where an actor idles on any cluster of Ray too, else possible.
    """
    if case.runs_on_ray_if_anything:
        yield from (Judged(pool, on_ray=True) for pool in pools_on_ray(case))
        return
    if not case.prediction.pools:
        return
    on_ray = {pool.call: pool for pool in pools_on_ray(case)}
    for pool in case.on_native.pools:
        if pool.actors.low >= 2 and pool.tasks.high >= 1:
            twin = on_ray.get(pool.call)
            sure = not case.may_run_on_ray or (twin is not None and _loses_as_well(twin, pool))
            at_most = Confidence.CERTAIN if sure else Confidence.POSSIBLE
            yield Judged(pool, on_ray=False, at_most=at_most)


def _loses_as_well(pool: WorkPrediction, other: WorkPrediction) -> bool:
    """Whether a pool surely idles where another one does, or loses as much where that doesn't."""
    if other.idle.low >= 1:
        return pool.idle.low >= 1
    return pool.utilisation.high <= other.utilisation.high


def on_some_cluster(case: Case, pool: WorkPrediction) -> WorkPrediction:
    """The pool on the cluster that is known, else on any one of two or more workers."""
    if pool.workers is not None:
        return pool
    if pool.unit is Unit.WORKER:
        return on_workers(pool, between(2, math.inf, _SOME_CLUSTER))
    prediction = case.predicted(assume_workers(case.pipeline.cluster, pool))
    found = prediction.work_of(pool.call)
    assert found is not None
    return found


def misses_workers(pool: WorkPrediction) -> bool:
    """Whether fewer tasks than workers reach the pool, and actors surely idle for it."""
    workers = pool.workers
    missed = workers is not None and pool.tasks.high < workers.low and pool.idle.low >= 1
    return missed and not _is_on_some_workers(pool)


def may_reach_workers(pool: WorkPrediction) -> bool:
    """Whether there may be a task for every worker, so that morsels are what is too few."""
    reached = pool.workers is not None and pool.tasks.high >= pool.workers.high
    return reached or _is_on_some_workers(pool)


def _is_on_some_workers(pool: WorkPrediction) -> bool:
    """Whether workers may be without an actor by placement: a task on one of these uses any."""
    local = pool.local_actors
    return pool.anywhere or (bool(pool.groups) and local is not None and local.low == 0)


def decided_by_into_batches(pool: WorkPrediction) -> bool:
    """Whether `into_batches` is what decided how many tasks there are."""
    return replaced_step(pool, Tunable.INTO_BATCHES) is not None


def evened_out(case: Case, pool: WorkPrediction, least: float) -> Advice | None:
    """Other tasks that win back at least half of what unequal ones lose; None when little is lost.

    Every worker has an actor and a task, every actor gets rows, and at least the share `least` of
    the actor time is lost all the same.
    """
    if pool.workers is None or pool.actors.low < pool.workers.high or not may_reach_workers(pool):
        return None
    if pool.idle.high > 0 or 1 - pool.utilisation.high < least:
        return None
    advice = best_advice(case, pool)
    if advice is None or not OF_TASKS & advice.numbers.keys():
        return None
    if advice.into_partitions is not None and (
        meets_a_limit(case, pool) or _would_cut_heavy_rows(case, advice)
    ):
        return None
    won = advice.utilisation.low - pool.utilisation.high
    return advice if won >= least / 2 else None


def _would_cut_heavy_rows(case: Case, advice: Advice) -> bool:
    """Whether into_partitions would stand where a shuffle is now, after the rows became heavy.

    It stores their bytes once for each piece that it cuts (measured on Daft 0.7.26).
    """
    old = advice.replaces
    if old is None or old.kind is OperatorKind.INTO_PARTITIONS:
        return False
    return any(
        step.operator.span == old.span and any(earlier.heavy for earlier in step.ahead)
        for step in case.prediction.flow.steps
    )


def each_task_maker_once(pools: Iterable[WorkPrediction]) -> Iterator[WorkPrediction]:
    """The pools, of those that get the same tasks only the first."""
    shown: set[object] = set()
    for pool in pools:
        if pool.tasks_key not in shown:
            shown.add(pool.tasks_key)
            yield pool


def each_cause(
    works: Iterable[WorkPrediction],
) -> Iterator[tuple[WorkPrediction, tuple[WorkPrediction, ...]]]:
    """Of work that gets the same tasks only the heaviest, a pool before others.

    Work of branches that no run takes both shares nothing.
    """
    by_maker: dict[object, list[WorkPrediction]] = {}
    for work in works:
        by_maker.setdefault(work.tasks_key, []).append(work)
    for same in by_maker.values():
        rest = same
        while rest:
            first = min(rest, key=_lightness)
            under = first.operator.under
            apart = [work for work in rest if exclude(work.operator.under, under, surely=True)]
            yield first, tuple(work for work in rest if work is not first and work not in apart)
            rest = apart


def _lightness(work: WorkPrediction) -> tuple[bool, ...]:
    advice = None if work.unit is Unit.ACTOR else remedy_of(work)
    in_vain = advice is not None and not ends_earlier(work, advice)
    return is_light(work), is_unweighed(work), work.unit is not Unit.ACTOR, in_vain


def ends_earlier(work: WorkPrediction, advice: Advice) -> bool:
    """Whether work without a pool may end earlier with more tasks.

    It doesn't where all calls run at once on the workers that they reach, and stay as large: of
    2,000 rows 16 downloads of 128 do on one worker with 16 CPUs.
    """
    at_once, calls, rows = work.calls_at_once, work.morsels_per_worker, work.partitioning.rows
    if at_once is None or calls is None or calls.high > at_once.low or math.isinf(rows.high):
        return True
    a_task = advice.into_batches or -(-rows.high // (advice.into_partitions or rows.high))
    return a_task < work.rows_per_call.high


def all_but(work: WorkPrediction) -> str:
    """`all but 1 do nothing in Embed`, for work without a pool on an unknown number of workers."""
    return f"all but {work.tasks.high:,.0f} of them do nothing in `{work.call.udf.name}`"


def shares_tasks(work: WorkPrediction) -> Related:
    """Other work that the same tasks do, and the actors that idle for it."""
    tasks = counted(work.tasks, "task")
    return Related(work.call.span, f"gets the same {tasks}: {idle_actors(work)}")


def time_lost(work: WorkPrediction) -> str:
    """`the 4 actors of Embed lose 25% of their time`, with bounds where it isn't known."""
    if work.unit is Unit.WORKER:
        return f"the {work.actors} workers lose {share_lost(work.utilisation)} of their time"
    of = f"{work.actors} actors of `{work.call.udf.name}`"
    return f"the {of} lose {share_lost(work.utilisation)} of their time"


def share_lost(utilisation: Quantity) -> str:
    """What is lost of the time: `25%`, `at least 25%`."""
    lost = percent(1 - utilisation.high)
    return lost if utilisation.known else f"at least {lost}"


def effect_of(pool: WorkPrediction, cluster: Cluster | None = None) -> Effect:
    """The predicted effect, with every actor's rows when all that decides it is known.

    `cluster` is the one that the pipeline meets. Where its workers and their cost are known, the
    effect tells what is lost per hour; workers that are only assumed don't count.
    """
    shares = None
    if pool.occupancy is not None:
        shares = tuple(ActorShare(use.worker + 1, use.rows) for use in pool.occupancy.actors)
    lost = None
    if cluster is not None:
        workers, cost = cluster.workers, cluster.cost_per_worker_hour
        lost = lost_per_hour(pool.utilisation, workers, cost)
    return Effect(
        pool.actors,
        pool.idle,
        pool.utilisation,
        shares,
        lost,
        pool.unit,
        light=is_light(pool),
        unweighed=is_unweighed(pool),
    )


def is_light(work: WorkPrediction) -> bool:
    """Whether a UDF does a few operations a row, on rows of no weight that aren't surely many.

    One that loops over each value is light where rows surely are few.

    One with a pool or GPUs of its own is meant to take its time.
    """
    if _is_heavy(work):
        return False
    udf, rows = work.call.udf, work.partitioning.rows
    few = rows.low <= _MANY_LIGHT_ROWS
    if udf.weight is Weight.LOOP:
        few = rows.high <= _MANY_LOOPS
    known = udf.weight not in (Weight.PYTHON, Weight.UNREAD, Weight.UNKNOWN)
    return known and few and work.row_bytes is None


def is_unweighed(work: WorkPrediction) -> bool:
    """Whether nothing shows that a function takes its time on rows that the program holds itself.

    There are at most 10,000 of these as far as is known.
    """
    if _is_heavy(work) or work.call.udf.weight is Weight.UNKNOWN or is_light(work):
        return False
    in_memory = work.source.in_memory or work.source.perhaps_in_memory
    return in_memory and work.partitioning.rows.low <= _MANY_LOOPS


def is_toy(work: WorkPrediction) -> bool:
    """Whether the code itself holds next to no rows, and nothing shows that one takes its time.

    Each may be the address of a large file, for instance. A single row is a toy whatever it takes:
    only one worker can do it.
    """
    rows = work.partitioning.rows
    if rows.high <= 1:
        return _is_sample(work)
    few = work.source.in_memory and rows.high < SAMPLE_ROWS and _is_sample(work)
    return few and (is_light(work) or is_unweighed(work))


def takes_few(work: WorkPrediction) -> bool:
    """Whether a limit or a preview in the code takes next to no rows."""
    return work.around.limited and work.partitioning.rows.high < SAMPLE_ROWS and _is_sample(work)


def _is_heavy(work: WorkPrediction) -> bool:
    """Whether it has a pool or GPUs, or makes heavy rows."""
    udf = work.call.udf
    asks_for_gpus = udf.gpus is not None and udf.gpus.high > 0
    return udf.makes_heavy or asks_for_gpus or work.unit is not Unit.WORKER


def surest(
    case: Case,
    pool: WorkPrediction,
    at_most: Confidence = Confidence.CERTAIN,
    *,
    if_light: Confidence = Confidence.POSSIBLE,
) -> Confidence:
    """How sure a finding about some work may be: of a preview or a sample, at most possible.

    So it is of an async UDF without a pool: one worker may well wait for all rows at once; and
    without a pool of rows that the code gathers in one partition itself, as one does for a single
    GPU. Of light work it is at most `if_light`: sharing that work out better gains next to no time.
    """
    if is_light(pool):
        at_most = min(at_most, if_light)
    if pool.unit is Unit.WORKER and (pool.call.udf.is_async or _is_gathered(pool)):
        return Confidence.POSSIBLE
    action = case.pipeline.action
    preview = action is not None and action.kind is ActionKind.SHOW
    if preview or _is_one_file(pool.source):
        return Confidence.POSSIBLE
    return Confidence.POSSIBLE if _is_sample(pool) else at_most


def _is_gathered(work: WorkPrediction) -> bool:
    """Whether the code itself asks for a single partition: most likely it means that."""
    return any(
        step.kind in REPARTITIONS and step.count is not None and step.count.high == 1
        for step in work.around.upstream
    )


def _is_one_file(source: Source) -> bool:
    """Whether a listing names one file, not a pattern or a folder, and no fact counts its files."""
    if any(origin.kind in _MEASURED_OR_GIVEN for origin in source.partitions.origins):
        return False
    path = source.path or ""
    pattern = re.search(r"[*?\[{]", path)
    return is_listing(source) and pattern is None and "." in path.rpartition("/")[2]


def _is_sample(pool: WorkPrediction) -> bool:
    """Whether the code itself says that there are few rows; those of a hint are meant to count."""
    rows, hinted = pool.partitioning.rows, _hinted_rows(pool)
    if rows.high >= SAMPLE_ROWS * max(1, pool.actors.low):
        return False
    return rows.high < hinted.high or not any(
        origin.kind in _MEASURED_OR_GIVEN for origin in hinted.origins
    )


def _hinted_rows(pool: WorkPrediction) -> Quantity:
    """The rows at the last place that takes a hint."""
    step = pool.around.unforeseen
    return pool.source.rows if step is None or step.rows is None else step.rows


def is_doubted_source(pool: WorkPrediction) -> bool:
    """Whether code shows too few rows or files to be sure of, which a hint would make sure."""
    rows, hinted = pool.partitioning.rows, _hinted_rows(pool)
    if _is_one_file(pool.source) or (_is_sample(pool) and rows.high >= hinted.high):
        return True
    return any(origin.kind is OriginKind.ASSUMPTION for origin in pool.source.partitions.origins)


def assumptions(case: Case, pool: WorkPrediction) -> tuple[str, ...]:
    """What is assumed of the cluster beyond its figures: GPU nodes may be only some of it."""
    gpus = pool.call.udf.gpus
    if gpus is None or gpus.high == 0 or case.pipeline.cluster.gpus_per_worker is not None:
        return ()
    if pool.unit is Unit.WORKER:
        return ("every worker has GPUs",)
    return ("every worker has GPUs for its share of the actors",)


def rests_on(pool: WorkPrediction) -> tuple[Quantity, ...]:
    """The quantities that decided the prediction of a pool."""
    return (pool.idle, pool.utilisation, pool.tasks)


def places(pool: WorkPrediction) -> tuple[Related, ...]:
    """Where the numbers come from: what made the tasks, the pool's size, its batch size."""
    if pool.unit is Unit.WORKER:
        udf = pool.call.udf
        no_pool = Related(udf.span, f"`{udf.name}` has no pool: it runs inside the tasks")
        is_own = udf.span != pool.call.span
        return (_task_maker(pool), *((no_pool,) if is_own and not udf.builtin else ()))
    found = (
        _task_maker(pool),
        *size_written(pool),
        *_written(pool.batch_size, None, "in a morsel"),
    )
    return tuple(dict.fromkeys(found))


def size_written(pool: WorkPrediction) -> tuple[Related, ...]:
    """Where the code says how many actors a pool has."""
    return tuple(_written(pool.actors, pool.unit, "in the pool"))


def _written(quantity: Quantity, unit: Unit | None, where: str) -> Iterator[Related]:
    """Where the code says a number, or the numbers that it is made of."""
    origins = (origin for origin in quantity.origins if origin.kind is not OriginKind.CONFIGURATION)
    spans = [origin.span for origin in origins if origin.span is not None]
    number = f"{counted(quantity, 'row') if unit is None else units(quantity, unit)} {where}"
    for span in spans:
        yield Related(span, number if len(spans) == 1 else f"counts towards the {number}")


def _task_maker(pool: WorkPrediction) -> Related:
    operator = pool.around.unforeseen
    if operator is not None and operator.partitions == pool.partitioning.count:
        partitions = counted(pool.partitioning.count, "partition")
        recorded = any(origin.kind is OriginKind.RECORDED for origin in operator.partitions.origins)
        who = "earlier runs show" if recorded else "a hint says"
        verb = "has" if partitions == "1 partition" else "have"
        return Related(operator.span, f"{who} that {partitions} {verb} rows after it")
    if pool.around.upstream:
        step = pool.around.upstream[0]
        made = counted(pool.partitioning.count, "partition")
        keys = step.keys or unknown()
        is_few = pool.partitioning.filled.high <= keys.high
        few = [origin.text for origin in keys.origins if is_few]
        return Related(step.span, "; ".join([f"`{step.method}` makes {made}", *few]))
    source = pool.source
    made = f"{source.name} makes {counted(source.partitions, 'partition')}"
    return Related(source.span, "; ".join([made, *_measured_origins(source)[:1]]))


def _measured_origins(source: Source) -> list[str]:
    """The origins of a source's numbers from Daft or earlier runs, rows first."""
    origins = (*source.rows.origins, *source.partitions.origins)
    measured = (OriginKind.METADATA, OriginKind.RECORDED)
    return [origin.text for origin in origins if origin.kind in measured]


def remedy(case: Case, pool: WorkPrediction, otherwise: str, *, compared: bool = True) -> Fix:
    """The advice of the model, or what can be said without it.

    It is `compared` with the pool as it is now, unless that is no pool of today.
    """
    advice = best_advice(case, pool)
    if advice is None:
        few = more_files(pool) if pool.source.checkpointed else otherwise
        return _as_few_as_rows(pool) or Fix(few)
    if advice.files_of is None and advice.into_partitions is not None and meets_a_limit(case, pool):
        reason = _why_it_hangs(case, pool)
        if advice.needs_column:
            return Fix(f"{_as_column(advice, 'repartition')}: {reason}")
        words = f"{' and '.join(_in_words(advice, 'repartition'))}: {reason}"
        return Fix(words, changes=_changes(advice, "repartition"))
    return advised(advice, compared=compared)


def more_files(pool: WorkPrediction) -> str:
    """What makes more tasks where no step may, and how many it takes is unknown."""
    what = f"write the input of `{pool.source.name}` as more and smaller files"
    return f"{what}, at least one for each worker; {ONLY_FILES}"


def best_advice(case: Case, pool: WorkPrediction) -> Advice | None:
    """What a plan of the pipeline advises too."""
    return remedy_of(pool.with_limit(limited=True) if meets_a_limit(case, pool) else pool)


def _as_few_as_rows(pool: WorkPrediction) -> Fix | None:
    """No more actors than rows, where there are fewer of these however they are spread."""
    rows = max(1, pool.partitioning.rows.high)
    if rows >= pool.actors.low or pool.unit is Unit.WORKER:
        return None
    there_are = "there is at most 1 row" if rows == 1 else f"there are at most {rows:,} rows"
    return Fix(
        f"lower the concurrency to {rows:,}: {there_are}",
        changes=(Retuning(pool.call.udf, concurrency=exactly(rows)),),
    )


def _as_column(advice: Advice, split: str = "into_partitions") -> str:
    """A column stays where it is made, and so does a filter on it."""
    step = _written_step(advice, split)
    what = f"make `{advice.pool.call.udf.name}` a column after {step}, and filter on that column"
    return what if advice.batch_size is None else f"{what}, with batch_size={advice.batch_size:_}"


def meets_a_limit(case: Case, pool: WorkPrediction) -> bool:
    """Whether a pipeline that takes this step has a limit or a show: into_partitions hangs there.

    Measured on Daft 0.7.26; Daft issue 7400.
    """
    return any(_limits(case, pool))


def _why_it_hangs(case: Case, pool: WorkPrediction) -> str:
    """Why not into_partitions, and where the limit is if only other pipelines have one."""
    place = pool.operator.span
    if limit_beside(case.pipeline, place) is not None:
        return HANGS
    where = next(_limits(case, pool)).line_from(pool.call.span)
    return f"{HANGS}, and another pipeline that runs this step has one on {where}"


def _limits(case: Case, pool: WorkPrediction) -> Iterator[Span]:
    """The limits and shows of the pipelines that take the step of a pool, one of each."""
    span = pool.operator.span
    own = _limit(case, span)
    if own is not None:
        yield own
    for cases in (case.document, case.others):
        yield from cases.seen_at(span, _limit)


def _limit(case: Case, span: Span) -> Span | None:
    return limit_beside(case.pipeline, span, case.written_steps)


def advised(advice: Advice, *, compared: bool = True) -> Fix:
    """An advice in one sentence: what to change, where, and what that is predicted to bring."""
    gain = f": {_gain(advice)}" if compared else ""
    if advice.needs_column:
        why = "Daft runs a UDF in a filter before repartitions"
        return Fix(f"{_as_column(advice)}{gain}; {why}")
    what = " and ".join(_in_words(advice))
    why = _why_so_many(advice) if advice.files_of is None else f"; {ONLY_FILES}"
    if advice.batch_size is not None and advice.pool.bounded_batch is not None:
        why = f"{why}; more rows in one call may not fit into a worker's memory"
    return Fix(f"{what}{gain}{why}", changes=_changes(advice))


def _why_so_many(advice: Advice) -> str:
    """Why so many tasks and not more, where all is known that decides it."""
    pool, count, workers = advice.pool, advice.into_partitions, advice.pool.workers
    if count is None or workers is None or not workers.known or count % workers.count:
        return ""
    each, room = exactly(count // workers.count), pool.tasks_at_once
    if pool.unit is Unit.WORKER and each.count > 1 and room is not None and each.low == room.low:
        return f"; {each} tasks for each worker, as many as it runs at once"
    if pool.unit is not Unit.ACTOR or not advice.utilisation.known:
        return ""
    return f"; {counted(each, 'task')} for each worker, more only make more files"


def _changes(advice: Advice, split: str = "into_partitions") -> tuple[Change, ...]:
    """An advice as changes of the plan."""
    changes: list[Change] = []
    step = _step(advice, split)
    if advice.files_of is not None and advice.into_partitions is not None:
        changes.append(Refiling(advice.files_of, exactly(advice.into_partitions)))
    elif step is not None and advice.replaces is not None:
        changes.append(Replacement(advice.replaces, step))
    elif step is not None:
        changes.append(Insertion(advice.pool.grows_at, step))
    if advice.batch_size is not None:
        changes.append(Retuning(advice.pool.call.udf, batch_size=exactly(advice.batch_size)))
    return tuple(changes)


def _step(advice: Advice, split: str) -> Operator | None:
    """The step that an advice adds or puts in the place of another one."""
    span = (advice.replaces or advice.pool.grows_at).span
    if advice.into_partitions is not None:
        is_random = split == "repartition"
        kind = OperatorKind.RANDOM_REPARTITION if is_random else OperatorKind.INTO_PARTITIONS
        return Operator(kind, split, span, exactly(advice.into_partitions))
    if advice.into_batches is not None:
        kind = OperatorKind.INTO_BATCHES
        return Operator(kind, "into_batches", span, exactly(advice.into_batches))
    return None


def _written_step(advice: Advice, split: str = "into_partitions") -> str | None:
    if advice.into_partitions is not None:
        return f".{split}({advice.into_partitions:_})"
    return None if advice.into_batches is None else f".into_batches({advice.into_batches:_})"


def _in_words(advice: Advice, split: str = "into_partitions") -> Iterator[str]:
    here, step = advice.pool.call.span, _written_step(advice, split)
    if advice.files_of is not None and advice.into_partitions is not None:
        yield as_files(advice.files_of, advice.into_partitions, here)
    elif step is not None and advice.replaces is not None:
        line = advice.replaces.span.line_from(here)
        yield f"change `{advice.replaces.method}` on {line} to {step}"
    elif step is not None:
        before = advice.pool.grows_at
        yield f"put {step} before `{before.method}` on {before.span.line_from(here)}"
    if advice.batch_size is not None:
        yield f"set batch_size={advice.batch_size:_}"


def as_files(source: Source, count: int, here: Span) -> str:
    """Other files for a source, in words."""
    line = source.span.line_from(here)
    return f"write the input of `{source.name}` on {line} as {count:,} files of equal size"


def _gain(advice: Advice) -> str:
    pool, before, after = advice.pool, advice.pool.utilisation, advice.utilisation
    if before.known and after.known:
        return f"utilisation {percent(before.low)} becomes {percent(after.low)}"
    if advice.idle.high >= pool.idle.low:
        most, least = percent(before.high), percent(after.low)
        then = least if after.low >= 1 else f"at least {least}"
        return f"utilisation of at most {most} becomes {then}"
    return f"{units(advice.idle, pool.unit, 'idle ')} instead of {pool.idle}"


def counted(number: Quantity, noun: str) -> str:
    """`1 task`, `2 tasks`, `1 or more tasks`."""
    return f"{number} {noun}" if number.known and number.low == 1 else f"{number} {noun}s"


def units(number: Quantity, unit: Unit, kind: str = "") -> str:
    """`1 actor`, `2 processes`, `3 idle workers`."""
    single = number.known and number.low == 1
    return f"{number} {kind}{unit.value if single else unit.plural}"


def in_code(number: Quantity) -> str:
    """As a program writes it: `20_000`."""
    return str(number).replace(",", "_")


def as_option(name: str, number: Quantity) -> str:
    """`batch_size=20_000`, `a batch_size of 64 or more`: a range is no code."""
    return f"{name}={in_code(number)}" if number.known else f"a {name} of {number}"


def count_in_code(step: Operator) -> str:
    """The number of a step, else how its program writes it, `n` where that isn't known either."""
    if step.count is not None and step.count.known:
        return in_code(step.count)
    return step.code or "n"


def only_tasks(pool: WorkPrediction) -> str:
    """`only 1 task`, `at most 2 tasks`: the upper end is what matters.

    After a limit there are more tasks, but only the first have rows.
    """
    most = exactly(pool.tasks.high)
    limited = any(step.kind is OperatorKind.LIMIT for step in pool.around.upstream)
    tasks = counted(most, "task") + (" with rows" if limited else "")
    return f"only {tasks}" if pool.tasks.known else f"at most {tasks}"


def idle_actors(pool: WorkPrediction) -> str:
    """`2 of the 4 actors of Embed get no rows`, with bounds where it isn't known better.

    Of work without a pool: `7 of the 8 workers do nothing in Embed`.
    """
    idle, actors = pool.idle, pool.actors
    number = str(idle)
    if not idle.known and idle.high >= actors.low:
        number = f"at least {idle.low:,.0f}"
    single = idle.low == 1 and (idle.known or not actors.known)
    them = f"of the {actors} {pool.unit.plural}"
    if not actors.known:
        them = pool.unit.value if single else pool.unit.plural
    if pool.unit is Unit.WORKER:
        return f"{number} {them} {'does' if single else 'do'} nothing in `{pool.call.udf.name}`"
    return f"{number} {them} of `{pool.call.udf.name}` {'gets' if single else 'get'} no rows"
