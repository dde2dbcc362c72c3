"""DFT111: fewer actors than the workers, or the GPUs, that there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, inf, isinf

from daft_lint.findings import Claim, Confidence, Fix, Related, Severity
from daft_lint.judging.pools import (
    counted,
    misses_workers,
    remedy,
    size_written,
    surest,
    work_on_ray,
)
from daft_lint.plan.changes import Change, Replacement, Retuning, changed
from daft_lint.plan.cluster import Cluster
from daft_lint.plan.pipeline import Operator, OperatorKind
from daft_lint.plan.quantity import Quantity, exactly
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass, replace
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.prediction.capacity import all_placed, capacity_for, other_pools
from daft_lint.scheduling.prediction.predict import WorkPrediction, predict
from daft_lint.scheduling.simulation.placement import (
    fitting_gpus,
    gpus_held,
    room,
    rooms,
    spread_over,
)
from daft_lint.words import listed

_WARNING_SHARE = 0.25
_SEVERAL = 2
_NONE = exactly(0)
_INTENDED = "nothing requires so few actors, such as a rate limit, a licence or a single connection"
_ONE_A_MORSEL = "one for each morsel (batch)"
_SPLIT = (
    "spread the rows with .repartition(n) before they get heavy, with n a multiple of the number "
    "of workers"
)


@dataclass(frozen=True, slots=True)
class _Shortage:
    """Workers or GPUs that have no actor.

    `pools` share the `places`; the `share` (0 to 1) of these has none, as `unused` says. Of the
    pool in question, so many actors as `wanted` would be right, for the reason `why`; `most` find a
    place.
    """

    pools: tuple[WorkPrediction, ...]
    places: str
    unused: str
    share: float
    most: float
    wanted: int
    why: str
    rests_on: tuple[Quantity, ...]
    at_most: Confidence = Confidence.LIKELY


@rule("DFT111", "undersized-pool", needs_work=True, since="0.1.0")
def undersized_pool(case: Case) -> Iterator[Problem]:
    """A pool with fewer actors than the cluster has workers, or GPUs: the others have none.

    ## What it does

    Compares the actors of a pool with the workers that the configuration or a hint gives, and the
    actors of all pools that ask for GPUs with the GPUs. The pools of a pipeline are alive at the
    same time, so they share the GPUs. It fires if more actors would fit, and there are enough
    morsels (batches) for them. It also fires on a UDF that puts a model on `cuda` and asks for no
    GPU, on workers with several.

    It needs the number of workers, and `gpus-per-worker` for a pool that asks for GPUs. It stays
    silent on a pool whose `ray_options` decide where its actors are placed, and on GPUs if a UDF
    without a pool asks for some too.

    The finding is at most `possible` for a pool of one actor whose calls change its state
    (`self.seen.add(...)`), and for a pool of several actors if the other pools of the pipeline have
    an actor for each worker.

    ## Why it is bad

    `max_concurrency` is the number of actors in the whole cluster, not on each worker. One actor on
    eight workers is one process that all rows go through, and the rows of seven workers travel to
    it. A GPU that no actor asks for does nothing, and you pay for it. Actors that ask for half a
    GPU share one where they are on the same worker. Actors that ask for none see all GPUs of their
    worker, so each takes the first (Daft 0.7.26, Ray 2.59).

    Measured on Daft 0.7.26 with two workers and 400 rows of 2 ms in four partitions: one actor took
    0.87 s, and two 0.44 s. Of four actors with `gpus=0.5` on one worker with four GPUs, two had the
    first GPU and two the second.

    ## Example

    ```python
    # Eight workers with one GPU each; six GPUs never work.
    @daft.cls(max_concurrency=2, gpus=1)
    class Embed: ...
    ```

    ## Use instead

    ```python
    @daft.cls(max_concurrency=8, gpus=1)
    class Embed: ...
    ```

    ## Fix safety

    Unsafe: more actors take more CPUs and GPUs, and each loads its model. The code doesn't show
    whether a rate limit, a licence or a connection requires such a small pool: the finding assumes
    that none does.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    - "Maximum number of concurrent instances across all workers": the page on class UDFs in Daft's
      documentation, 0.7.26
    """
    if not case.may_run_on_ray:
        return
    for pool in case.prediction.work:
        # Who says where actors stand says how many these are for.
        if pool.tasks.high < 1 or pool.call.udf.placement is not None:
            continue
        on_first = _on_first_gpus(case, pool)
        if on_first is not None:
            yield on_first
        elif pool.unit is not Unit.WORKER:
            shortage = _of_gpus(case, pool) if _gpus(pool).high else _of_workers(case, pool)
            if shortage is not None and shortage.wanted > pool.actors.high:
                yield _problem(case, pool, shortage)


def _problem(case: Case, pool: WorkPrediction, shortage: _Shortage) -> Problem:
    udf = pool.call.udf
    assumed = [_INTENDED]
    at_most = min(shortage.at_most, surest(case, replace(pool, actors=exactly(shortage.wanted))))
    if _is_one_with_state(pool):
        assumed.append(f"`{udf.name}` works the same if each actor has its own state")
        at_most = Confidence.POSSIBLE
    return Problem(
        span=pool.call.span,
        message=f"{_actors_of(shortage.pools)} for {shortage.places}: {shortage.unused}. "
        f"{_option(pool)} is the number of actors in the whole cluster, not on each worker",
        remedy=_remedy(case, pool, shortage),
        rests_on=shortage.rests_on,
        severity=Severity.WARNING if shortage.share >= _WARNING_SHARE else Severity.INFO,
        at_most=at_most,
        assumptions=tuple(assumed),
        related=tuple(dict.fromkeys(place for each in shortage.pools for place in _places(each))),
        call=pool.call,
        claim=Claim.GPUS if _gpus(pool).high else Claim.WORKERS,
    )


def _on_first_gpus(case: Case, work: WorkPrediction) -> Problem | None:
    """A model on `cuda` that asks for no GPU: whatever runs on a worker uses its first one."""
    udf, cluster = work.call.udf, case.pipeline.cluster
    gpus, each, workers = cluster.gpus, cluster.gpus_per_worker, cluster.workers
    if not udf.uses_gpu or udf.gpus is not None or udf.fills_gpus or udf.builtin:
        return None
    if gpus is None or each is None or workers is None or not (gpus.known and workers.known):
        return None
    homes = min(workers.value, sum(group.workers for group in cluster.groups if group.gpus) or inf)
    pooled = udf.is_actor_pool
    unused = gpus.value - min(homes, work.actors.high if pooled else homes)
    if each.high < _SEVERAL or unused < 1:
        return None
    stays = "1 GPU stays" if unused == 1 else f"{unused:,.0f} GPUs stay"
    who = "its actors use the first one of their worker" if pooled else "workers use their first"
    return Problem(
        span=work.call.span,
        message=f"`{udf.name}` puts its model on `cuda` and asks for no GPU: {who}, and {stays} "
        "idle",
        remedy=f"set gpus=1 and max_concurrency={gpus.value:,.0f}, so that each actor has a GPU of "
        "its own",
        rests_on=(gpus, workers, *((work.actors,) if pooled else ())),
        severity=Severity.WARNING,
        at_most=min(surest(case, work), Confidence.LIKELY),
        related=(Related(udf.span, f"`{udf.name}` asks for no GPU"),),
        call=work.call,
        claim=Claim.CODE,
    )


def _of_gpus(case: Case, pool: WorkPrediction) -> _Shortage | None:
    """GPUs that no actor has. Of the pools that share them, the smallest one is reported."""
    gpus, alive = case.pipeline.cluster.gpus, _alive(case, pool)
    sharing = tuple(prediction for prediction in alive if _gpus(prediction).high)
    if gpus is None or not gpus.known or not _gpus(pool).low or _tasks_take_gpus(case):
        return None
    if pool is not min(sharing, key=lambda prediction: prediction.actors.high):
        return None
    unused = gpus.value - sum(
        _gpus_used(prediction, case.pipeline.cluster) for prediction in sharing
    )
    if unused < 1:
        return None
    whole = len(sharing) == 1 or all(_gpus(prediction).low >= 1 for prediction in sharing)
    known = whole and all(prediction.actors.known for prediction in sharing)
    number = f"{'' if known else 'at least '}{unused:,.0f}"
    return _Shortage(
        sharing,
        counted(gpus, "GPU"),
        f"{number} GPU stays idle" if unused == 1 else f"{number} GPUs stay idle",
        unused / gpus.value,
        *_wanted(case, pool, alive, inf),
        (gpus, *(prediction.actors for prediction in sharing), *map(_gpus, sharing)),
    )


def _gpus_used(pool: WorkPrediction, cluster: Cluster) -> float:
    """The most GPUs that the actors of a pool have.

    Ray gives those of a worker that ask for a part of a GPU the same one (measured with Ray 2.60:
    two of 0.5 on a worker with two GPUs had one of them).
    """
    each, actors = _gpus(pool).high, pool.actors.high
    if each >= 1 or isinf(actors):
        return actors * max(1, each)
    asks = 1 if pool.call.udf.cpus is None else pool.call.udf.cpus.low
    places = rooms(cluster.groups, asks, each)
    if not places and cluster.workers is not None and cluster.gpus_per_worker is not None:
        places = (fitting_gpus(cluster.gpus_per_worker.high, each),) * cluster.workers.count
    return sum(gpus_held(here, each) for here in spread_over(int(actors), places))


def _of_workers(case: Case, pool: WorkPrediction) -> _Shortage | None:
    """Workers without an actor of the pool."""
    cluster = case.pipeline.cluster
    if cluster.workers is None or not cluster.workers.known:
        return None
    alive = _alive(case, pool)
    if pool is not next(_alike(pool, alive)):
        return None
    homes, places = _homes(pool, cluster)
    unused = homes - pool.actors.high
    if unused < 1:
        return None
    number = f"{'' if pool.actors.known else 'at least '}{unused:,.0f}"
    others = sum(prediction.actors.low for prediction in alive if prediction is not pool)
    deliberate = pool.actors.high > 1 and pool.actors.high + others >= homes
    return _Shortage(
        (pool,),
        places,
        f"{number} worker has no actor" if unused == 1 else f"{number} workers have no actor",
        unused / homes,
        *_wanted(case, pool, alive, homes),
        (cluster.workers, pool.actors),
        Confidence.POSSIBLE if deliberate else Confidence.LIKELY,
    )


def _alive(case: Case, pool: WorkPrediction) -> tuple[WorkPrediction, ...]:
    """The pools of a run that has this one, in the order they run."""
    pools = case.prediction.pools
    others = {id(pool), *map(id, other_pools(pool, pools))}
    return tuple(prediction for prediction in pools if id(prediction) in others)


def _alike(pool: WorkPrediction, alive: Sequence[WorkPrediction]) -> Iterator[WorkPrediction]:
    """The pools of the same class: the same option says how large they are."""
    udf = pool.call.udf
    return (
        prediction
        for prediction in alive
        if prediction.call.udf is udf
        or prediction.call.udf == udf
        or (udf.definition and prediction.call.udf.definition == udf.definition)
    )


def _homes(pool: WorkPrediction, cluster: Cluster) -> tuple[int, str]:
    """The workers for an actor that asks for no GPU, also in words.

    Where there are workers without GPUs, those with GPUs aren't meant.
    """
    asks = 1 if pool.call.udf.cpus is None else pool.call.udf.cpus.high
    able = [group for group in cluster.groups if room(group.cpus, 0, asks, 0)]
    plain = [group for group in able if not group.gpus]
    workers, cpus = cluster.workers or _NONE, cluster.cpus
    homes = exactly(sum(group.workers for group in plain or able)) if cluster.groups else workers
    words = counted(homes, "worker")
    if plain and plain != able:
        words += " without GPUs"
    elif cpus is not None and cpus.known and homes.count == workers.count:
        words += f" with {counted(cpus, 'CPU')}"
    return homes.count, words


def _wanted(
    case: Case, pool: WorkPrediction, alive: Sequence[WorkPrediction], places: float
) -> tuple[float, int, str]:
    """How many actors find a place, how many would be right, and why: no more than get rows."""
    alike = [*_alike(pool, alive)]
    same = set(map(id, alike))
    others = [prediction for prediction in alive if id(prediction) not in same]
    has = capacity_for(pool, others, case.pipeline.cluster)
    fit = inf if has is None else _placed(case, has.actors // len(alike), alike, alive)
    morsels = _most_morsels(pool)
    most = min(places, fit)
    if morsels < most:
        return most, int(morsels), _ONE_A_MORSEL
    if has is not None and fit < places:
        left = " in addition to the other pools" if others else ""
        return most, int(fit), f"as many as the {has.resource}s have room for{left}"
    room = "" if has is None else f"; there is room for at most {fit:,}"
    return most, int(places), f"one for each worker{room}"


def _placed(
    case: Case, most: int, alike: Sequence[WorkPrediction], alive: Sequence[WorkPrediction]
) -> int:
    """How many actors each pool of a class may have so that all pools find a place."""

    def fits(actors: int) -> bool:
        asked = [
            (prediction, actors if prediction in alike else int(prediction.actors.low))
            for prediction in alive
        ]
        return all_placed(asked, case.pipeline.cluster)

    return next((actors for actors in range(most, 0, -1) if fits(actors)), 0)


def _most_morsels(pool: WorkPrediction) -> float:
    """The morsels that there are, or could be if the rows were spread otherwise."""
    rows, size = pool.partitioning.rows.high, pool.call.udf.batch_size
    if size is None or isinf(rows):
        return rows
    now = pool.tasks * pool.morsels_per_task
    return max(ceil(rows / max(1, size.low)), min(now.high, rows))


def _tasks_take_gpus(case: Case) -> bool:
    """Whether something without a pool asks for GPUs too: its tasks get what the pools leave."""
    in_tasks = (prediction for prediction in case.prediction.work if prediction.unit is Unit.WORKER)
    return any(_gpus(in_task).high for in_task in in_tasks)


def _remedy(case: Case, pool: WorkPrediction, shortage: _Shortage) -> Fix:
    """More actors, and tasks for all their workers: as many as get a morsel of these tasks."""
    most = min(shortage.most, pool.partitioning.rows.high)
    if shortage.wanted < most < inf and not case.pipeline.plan.is_long:
        full = replace(shortage, wanted=int(most), why=_ONE_A_MORSEL)
        fix = _grown(case, pool, full)
        after = _after(case, pool, fix.changes)
        reached = 0 if after is None else int(min(most, _most_morsels(after)))
        if _others_ask_for_tasks(case) or reached == most:
            return fix
        if reached > shortage.wanted:
            return _grown(case, pool, replace(full, wanted=reached))
    return _grown(case, pool, shortage)


def _grown(case: Case, pool: WorkPrediction, shortage: _Shortage) -> Fix:
    """More actors, and tasks for all their workers where no other finding asks for these.

    Nothing is written where the tasks have no number: alone, more actors may bring nothing.
    """
    change = Retuning(pool.call.udf, concurrency=exactly(shortage.wanted))
    words = f"set {_option(pool)}={shortage.wanted:_}, {shortage.why}"
    if _is_one_with_state(pool):
        # Edits keep what comes of the rows.
        return Fix(f"{words}, if each actor may have its own state")
    larger = None if case.pipeline.plan.is_long else _after(case, pool, (change,))
    if larger is None or not _lacks_tasks(larger):
        return Fix(words, changes=(change,))
    if _others_ask_for_tasks(case):
        # Another finding says how; until then it brings nothing.
        return Fix(f"{words}; this helps once there is a task for each worker")
    split = remedy(case, larger, _SPLIT, compared=False)
    if not split.changes:
        split = _step_raised(larger) or split
    changes = (change, *split.changes) if split.changes else ()
    return Fix(f"{words}; then {split.message}", changes=changes)


def _others_ask_for_tasks(case: Case) -> bool:
    """Whether another finding asks for a task for each worker."""
    return any(map(misses_workers, work_on_ray(case)))


def _lacks_tasks(pool: WorkPrediction) -> bool:
    """Whether actors may idle because there are fewer tasks than workers.

    What a step before a filter leaves is unknown, but it asks for a number of partitions.
    """
    step = _splitting(pool)
    asked = inf if step is None or step.count is None else step.count.high
    few = pool.workers is not None and min(pool.tasks.high, asked) < pool.workers.low
    return few and pool.idle.high >= 1


def _splitting(pool: WorkPrediction) -> Operator | None:
    """The into_partitions that decides how many tasks there are."""
    steps = (step for step in pool.around.upstream if step.kind is OperatorKind.INTO_PARTITIONS)
    return next(steps, None)


def _step_raised(pool: WorkPrediction) -> Fix | None:
    """A task for each actor, by the step that makes the tasks now."""
    step, workers = _splitting(pool), pool.workers
    if step is None or workers is None or not (workers.known and pool.actors.known):
        return None
    count = workers.count * ceil(pool.actors.count / workers.count)
    line = step.span.line_from(pool.call.span)
    return Fix(
        f"change `{step.method}` on {line} to .{step.method}({count:_})",
        changes=(Replacement(step, replace(step, count=exactly(count))),),
    )


def _is_one_with_state(pool: WorkPrediction) -> bool:
    return pool.actors.high == 1 and pool.call.udf.keeps_state


def _after(case: Case, pool: WorkPrediction, changes: tuple[Change, ...]) -> WorkPrediction | None:
    """The pool once the plan is changed."""
    pipeline = case.pipeline
    pipeline = replace(pipeline, plan=changed(pipeline.plan, changes))
    span = pool.call.span
    return next(iter(predict(pipeline, pipeline.cluster, case.daft_version, span).pools), None)


def _actors_of(pools: Sequence[WorkPrediction]) -> str:
    """`2 actors of A`, `2 actors of A and 1 of B`."""
    first, *others = pools
    words = [f"{counted(first.actors, 'actor')} of `{first.call.udf.name}`"]
    words += [f"{other.actors} of `{other.call.udf.name}`" for other in others]
    return listed(words)


def _option(pool: WorkPrediction) -> str:
    """What says how many actors there are: legacy UDFs and AI functions have another word."""
    udf = pool.call.udf
    return "concurrency" if udf.legacy or udf.definition is None else "max_concurrency"


def _places(pool: WorkPrediction) -> tuple[Related, ...]:
    """Where the code says how many actors there are, else what makes so many of them."""
    made = [counted(pool.actors, "actor"), *(origin.text for origin in pool.actors.origins)]
    return size_written(pool) or (Related(pool.call.udf.span, ": ".join(made)),)


def _gpus(pool: WorkPrediction) -> Quantity:
    return pool.call.udf.gpus or _NONE
