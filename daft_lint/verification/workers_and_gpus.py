"""Workers and GPUs instead of actors, for findings that some have no actor of a pool.

GPUs that another pool has are left out: they lack nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from daft_lint.findings import Claim
from daft_lint.scheduling.simulation.occupancy import ActorUse, Occupancy
from daft_lint.scheduling.simulation.placement import fitting, gpus_held, rooms, spread_over
from daft_lint.verification.messages import ActorLog, NodeFacts, Ran
from daft_lint.verification.shape import Shape, UdfShape, udfs_of


def logs_of(shape: Shape, ran: Ran, nodes: Sequence[NodeFacts]) -> tuple[ActorLog, ...]:
    """What each actor logged, or all that those at each place did."""
    if not shape.by_place:
        return ran.actors
    return tuple(log for node in nodes for log in _on_node(shape, ran, node))


def _on_node(shape: Shape, ran: Ran, node: NodeFacts) -> Iterator[ActorLog]:
    here = [log for log in ran.actors if log.node == node.node]
    if shape.claim is Claim.WORKERS:
        yield _together(node, "", here)
        return
    held = sorted({gpu for log in here for gpu in log.gpus})
    others = {gpu for log in ran.others if log.node == node.node for gpu in log.gpus}
    for gpu in held:
        yield _together(node, gpu, [log for log in here if gpu in log.gpus])
    for number in range(int(node.gpus) - len({*held, *others})):
        yield _together(node, f"unused {number}", [])


def _together(node: NodeFacts, gpu: str, logs: Sequence[ActorLog]) -> ActorLog:
    """All that the actors of a place logged; the place was there from the beginning."""
    starts = max((log.starts for log in logs), key=len, default=(0.0,))
    calls = tuple(call for log in logs for call in log.calls)
    return ActorLog(f"{node.node} {gpu}", node.node, "", starts, calls)


def by_worker_or_gpu(shape: Shape, occupancy: Occupancy) -> tuple[Occupancy, int]:
    """The same by place, and how many places have no actor."""
    at: dict[tuple[int, int], list[ActorUse]] = {place: [] for place in _places(shape)}
    number: Counter[int] = Counter()
    for actor in occupancy.actors:
        for slot in _slots(shape, number[actor.worker]):
            at[actor.worker, slot].append(actor)
        number[actor.worker] += 1
    unused = [place for place, actors in at.items() if not actors]
    for place in unused[: _held_by_others(shape)]:
        del at[place]
    uses = tuple(_use(worker, actors) for (worker, _), actors in at.items())
    return Occupancy(uses, occupancy.span), sum(not actors for actors in at.values())


def _places(shape: Shape) -> Iterator[tuple[int, int]]:
    for worker, (_, gpus) in enumerate(shape.cluster.each):
        for slot in range(gpus if shape.claim is Claim.GPUS else 1):
            yield worker, slot


def _slots(shape: Shape, number: int) -> range:
    """The places of an actor of a worker: Ray gives it the first GPU that has room for it."""
    if shape.claim is Claim.WORKERS:
        return range(1)
    each = shape.udf.gpus or 1
    first = number * int(each) if each >= 1 else number // fitting(1, each)
    return range(first, first + max(1, int(each)))


def _held_by_others(shape: Shape) -> int:
    """GPUs that the actors of other pools have."""
    return sum(_held(shape, udf) for udf in udfs_of(shape.plan) if udf != shape.udf)


def _held(shape: Shape, udf: UdfShape) -> int:
    if shape.claim is Claim.WORKERS or not udf.gpus or udf.concurrency is None:
        return 0
    cpus = 1.0 if udf.cpus is None else udf.cpus
    places = rooms(shape.cluster.kinds, cpus, udf.gpus, udf.resources)
    return sum(gpus_held(here, udf.gpus) for here in spread_over(udf.concurrency, places))


def _use(worker: int, actors: Sequence[ActorUse]) -> ActorUse:
    """What the actors of a place do; it is busy as long as the busiest of them."""
    return ActorUse(
        worker,
        sum(actor.rows for actor in actors),
        sum(actor.morsels for actor in actors),
        max((actor.busy_seconds for actor in actors), default=0.0),
    )
