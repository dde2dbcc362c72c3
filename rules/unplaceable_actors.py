"""DFT107: a pool asks for more than the cluster has."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from math import inf

from daft_lint.daft_api.refusals import SOME_ARE_DONE
from daft_lint.findings import Fix, Related, Severity
from daft_lint.judging.pools import counted
from daft_lint.plan.changes import Retuning
from daft_lint.plan.cluster import Cluster
from daft_lint.plan.pipeline import Plan, UdfCall
from daft_lint.plan.quantity import Quantity, exactly
from daft_lint.plan.span import Span
from daft_lint.records import dataclass, replace
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.partitions.task_work import SHUFFLES
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.simulation.placement import fitting

# A pool, and what each of its actors asks for.
_Queries = tuple[WorkPrediction, Quantity]


@dataclass(frozen=True, slots=True)
class _Resource:
    """What the pools ask of one kind of resource, and what the cluster has of it.

    `taken` is what actors of Daft's own hold of it.
    """

    name: str
    per_worker: Quantity
    asked: tuple[_Queries, ...]
    taken: float = 0


@rule("DFT107", "unplaceable-actors", needs_work=True, since="0.1.0")
def unplaceable_actors(case: Case) -> Iterator[Problem]:
    """The cluster can't place all actors of a pool: Daft waits, then runs with fewer, or fails.

    ## What it does

    Adds up what the actors of a pipeline's pools ask for, and compares it with the workers, CPUs
    and GPUs that the configuration or a hint gives. An actor asks for one CPU unless `cpus` says
    otherwise, and for no GPU unless `gpus` does. Pools of a pipeline are alive at the same time, so
    they add up; of pools in different branches, one is counted at a time. A shuffle between two
    pools, such as a `repartition`, `sort`, `groupby` or `join`, starts the second one when the
    first is gone. The actors of a `skip_existing` hold CPUs too, 2 unless `num_workers` and
    `cpus_per_worker` say otherwise. Without a GPU count, the rule says nothing about GPUs. On the
    native runner, it only looks for a UDF that asks for more CPUs than the machine has.

    ## Why it is bad

    Daft waits for actors that can't be placed, 120 seconds unless `actor_udf_ready_timeout` says
    otherwise, and continues with those it has. If a pool has none by then, because another pool
    took everything, the pipeline fails. If an actor fits on no worker at all, the pipeline fails at
    once. A UDF without a pool that fits on no worker is worse: it hangs, without an error. The
    native runner refuses a UDF with too many `cpus` at once, and doesn't count GPUs.

    Measured on Daft 0.7.26 with two workers of two CPUs: a pool of six ran on four actors after 121
    seconds, and of two pools of four the second got none, which failed the pipeline. With one
    worker of four CPUs, a pool of four behind a `skip_existing` waited for the timeout too, and ran
    on two actors.

    ## Example

    ```python
    # Four workers with one GPU each.
    @daft.cls(max_concurrency=6, gpus=1)
    class Transcribe: ...
    ```

    ## Use instead

    ```python
    @daft.cls(max_concurrency=4, gpus=1)
    class Transcribe: ...
    ```

    ## Fix safety

    How many actors to run is a decision about your cluster, so the fix is unsafe.

    ## References

    - Daft issues 3934 and 7112
    - `start_udf_actors` in `daft/execution/ray_actor_pool_udf.py`, Daft 0.7.26
    """
    cluster = case.pipeline.cluster
    if not case.runs_on_ray_if_anything:
        yield from _refused(case, cluster.cpus_per_worker)
    if not case.may_run_on_ray:
        return
    yield from _hanging(case, cluster)
    # Of two problems in one place the first is reported: the scarcest resource decides.
    pools = sorted(case.prediction.pools, key=lambda pool: -pool.shuffles_behind)
    for _, alive in groupby(pools, key=lambda pool: pool.shuffles_behind):
        resources = _resources(tuple(alive), cluster, _taken_by_filters(case))
        for resource in sorted(resources, key=_share):
            oversized = next(_oversized(resource), None)
            if oversized is not None:
                yield oversized
            elif cluster.workers is not None:
                yield from _too_many(resource, cluster.workers, case.pipeline.plan)


def _taken_by_filters(case: Case) -> float:
    """The CPUs of the actors that filter by keys; none if a shuffle may part them from a pool."""
    steps = [step.operator for step in case.prediction.flow.steps if not step.finished]
    filters = [step for step in steps if step.method == "skip_existing"]
    if any(step.kind in SHUFFLES for step in steps if step not in filters):
        return 0
    counts = (step.count for step in filters if not step.maybe)
    return sum(count.low for count in counts if count is not None)


def _resources(
    pools: tuple[WorkPrediction, ...], cluster: Cluster, taken: float
) -> Iterator[_Resource]:
    if cluster.cpus_per_worker is not None:
        cpus = tuple((pool, pool.call.udf.cpus or exactly(1)) for pool in pools)
        yield _Resource("CPU", cluster.cpus_per_worker, cpus, taken)
    if cluster.gpus_per_worker is not None:
        gpus = tuple((pool, pool.call.udf.gpus or exactly(0)) for pool in pools)
        yield _Resource("GPU", cluster.gpus_per_worker, gpus)


def _share(resource: _Resource) -> float:
    """How much of what the pools ask for one worker has; nothing where an actor fits on none."""
    asked = sum(_wanted(pair) for pair in resource.asked)
    if any(each.low > resource.per_worker.high for _, each in resource.asked):
        return 0.0
    return resource.per_worker.high / asked if asked else inf


def _calls(case: Case) -> Iterator[UdfCall]:
    for step in case.prediction.flow.steps:
        if not step.finished:
            yield from step.operator.calls


def _refused(case: Case, has: Quantity | None) -> Iterator[Problem]:
    """The native runner refuses what asks for more CPUs than the machine has."""
    for call in _calls(case):
        asked = call.udf.cpus
        if asked is not None and has is not None and asked.low > has.high:
            yield Problem(
                span=call.span,
                message=f"`{call.udf.name}` asks for {_amount(asked.low, 'CPU')} and the machine "
                f"has {_amount(has.high, 'CPU')}: the native runner refuses it",
                remedy=f"ask for at most {_amount(has.high, 'CPU')}",
                rests_on=(asked, has),
                on_ray=False,
                severity=Severity.ERROR,
                related=(Related(call.udf.span, f"`{call.udf.name}` is defined here"),),
                call=call,
            )


def _hanging(case: Case, cluster: Cluster) -> Iterator[Problem]:
    """Calls without a pool run inside tasks; a task that fits on no worker waits for ever."""
    for call in _calls(case):
        if call.udf.is_actor_pool:
            continue
        for name, asked, has in (
            ("CPU", call.udf.cpus, cluster.cpus_per_worker),
            ("GPU", call.udf.gpus, cluster.gpus_per_worker),
        ):
            if asked is not None and has is not None and asked.low > has.high:
                yield Problem(
                    span=call.span,
                    message=f"`{call.udf.name}` asks for {_amount(asked.low, name)} and each "
                    f"worker has {_amount(has.high, name)}: its tasks never start, and the "
                    "pipeline hangs without an error",
                    remedy=_smaller(has, name),
                    rests_on=(asked, has),
                    severity=Severity.ERROR,
                    related=(Related(call.udf.span, f"`{call.udf.name}` is defined here"),),
                )


def _oversized(resource: _Resource) -> Iterator[Problem]:
    """Actors that fit on no worker."""
    for pool, each in resource.asked:
        if each.low > resource.per_worker.high:
            has = _amount(resource.per_worker.high, resource.name)
            yield Problem(
                span=pool.call.span,
                message=f"an actor of `{pool.call.udf.name}` asks for "
                f"{_amount(each.low, resource.name)} and each worker has {has}: "
                "none can start, and the pipeline fails",
                remedy=_smaller(resource.per_worker, resource.name),
                rests_on=(each, resource.per_worker, pool.actors),
                severity=Severity.ERROR,
                related=_places(pool),
                call=pool.call,
            )


def _too_many(resource: _Resource, workers: Quantity, plan: Plan) -> Iterator[Problem]:
    """Pools of one run that together ask for more than there is.

    Of those that only some run has, each is taken alone with those that every run has: two of them
    may exclude each other, as in `if large: ... else: ...`.
    """
    called = [call for step in plan.sure_steps for call in step.calls]
    sure: list[_Queries] = []
    unsure: list[_Queries] = []
    for pool, each in (pair for pair in resource.asked if pair[1].low > 0):
        if pool.call in called and not pool.call.doubtful:
            called.remove(pool.call)
            sure.append((pool, each))
        else:
            unsure.append((pool, each))
    problem = _shortage(sure, resource, workers)
    if problem is not None:
        yield problem
        return
    for pair in unsure:
        problem = _shortage([*sure, pair], resource, workers)
        if problem is not None:
            assumed = (f"the run includes `{pair[0].call.udf.name}`",) if sure else ()
            yield replace(problem, assumptions=(*problem.assumptions, *assumed))


def _shortage(requests: list[_Queries], resource: _Resource, workers: Quantity) -> Problem | None:
    """What pools ask for beyond what there is."""
    if not requests:
        return None
    capacity = workers * resource.per_worker
    wanted = sum(_wanted(request) for request in requests)
    left = max(0, capacity.high - resource.taken)
    each = requests[0][1]
    room = _fits(resource.per_worker, each, workers)
    if resource.taken:
        room = min(room, left // each.low)
    alone = len(requests) == 1
    if wanted <= left and not (alone and requests[0][0].actors.low > room):
        return None
    cluster = _cluster(resource, workers)
    beside = (
        f", beside {_amount(resource.taken, 'CPU')} of `skip_existing`" if resource.taken else ""
    )
    return Problem(
        span=max(requests, key=_wanted)[0].call.span,
        message=f"{cluster} {'has' if workers.high == 1 else 'have'} room for "
        + (
            _of_one(requests[0], room, resource, beside)
            if alone
            else _of_all(requests, left, resource, beside)
        ),
        remedy=_fewer(requests[0][0], room)
        if alone
        else "lower the concurrencies until the pools ask for "
        f"{_amount(left, resource.name)} together, or add workers",
        rests_on=(
            workers,
            resource.per_worker,
            *(quantity for prediction, each in requests for quantity in (prediction.actors, each)),
        ),
        severity=Severity.ERROR,
        assumptions=(SOME_ARE_DONE,) if resource.taken else (),
        related=tuple(
            dict.fromkeys(place for prediction, _ in requests for place in _places(prediction))
        ),
        call=max(requests, key=_wanted)[0].call,
    )


def _fewer(pool: WorkPrediction, room: float) -> Fix:
    return Fix(
        f"lower the concurrency to {room:,.0f}, or add workers",
        changes=(Retuning(pool.call.udf, concurrency=exactly(room)),),
    )


def _wanted(requests: _Queries) -> float:
    return requests[0].actors.low * requests[1].low


def _fits(per_worker: Quantity, each: Quantity, workers: Quantity) -> float:
    """How many actors of one pool the cluster holds, each whole on one worker."""
    return fitting(per_worker.high, each.low) * workers.high


def _cluster(resource: _Resource, workers: Quantity) -> str:
    has = _amount(resource.per_worker.high, resource.name)
    if workers.high == 1:
        return f"1 worker with {has}"
    return f"{workers} workers with {has} each"


def _of_one(requests: _Queries, room: float, resource: _Resource, beside: str) -> str:
    pool, each = requests
    return (
        f"{room:,.0f} of the {pool.actors} actors of `{pool.call.udf.name}`, "
        f"{_amount(each.low, resource.name)} each{beside}: "
        "Daft waits for the others, 120 seconds by default, then runs without them"
    )


def _of_all(requests: list[_Queries], left: float, resource: _Resource, beside: str) -> str:
    pools = " and ".join(
        f"{_amount(_wanted(request), resource.name)} of `{request[0].call.udf.name}`"
        for request in requests
    )
    rest = "runs without them"
    if any(_may_get_none(request, requests, left) for request in requests):
        rest = "fails if a pool has none"
    return (
        f"{_amount(left, resource.name)}, not for the {pools}{beside}: "
        f"Daft waits for the actors that don't fit, up to 120 seconds by default, then {rest}"
    )


def _may_get_none(
    pool: _Queries,
    requests: list[_Queries],
    left: float,
) -> bool:
    """Whether the other pools, when they are first, leave less than one actor asks for."""
    others = sum(_wanted(request) for request in requests if request is not pool)
    return left - others < pool[1].low


def _smaller(per_worker: Quantity, name: str) -> str:
    if per_worker.high == 0:
        return f"use workers with {name}s"
    return f"ask for at most {_amount(per_worker.high, name)}, or use larger workers"


def _amount(number: float, name: str) -> str:
    return f"{number:,.10g} {name}{'' if number == 1 else 's'}"


def _places(pool: WorkPrediction) -> tuple[Related, ...]:
    udf = pool.call.udf
    spans: list[tuple[Span | None, str]] = [(udf.span, f"`{udf.name}` is defined here")]
    if udf.concurrency is not None:
        spans += [
            (origin.span, counted(udf.concurrency, "actor")) for origin in udf.concurrency.origins
        ]
    return tuple(Related(span, message) for span, message in spans if span is not None)
