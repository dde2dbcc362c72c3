"""Trials, made from the logs of actors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from daft_lint.plan.unit import Unit
from daft_lint.scheduling.simulation.occupancy import ActorUse, Occupancy
from daft_lint.verification.messages import ActorLog, Call
from daft_lint.verification.observation import Morsel, Trial


class DisturbedError(Exception):
    """A run tells nothing, because something else went on. The text is the reason."""


def trial(
    logs: Iterable[ActorLog],
    nodes: Sequence[str],
    asked: int,
    seconds: float,
    unit: Unit = Unit.ACTOR,
) -> Trial:
    """The trial of the actors of one pool, or of what else did the work.

    Args:
        logs: What each actor of the pool logged.
        nodes: The nodes of the cluster; their order numbers the workers.
        asked: The actors that the pool asked for, or how many there are of whatever `unit` is.
        seconds: How long the action took.
        unit: What the actors are.

    Raises:
        DisturbedError: when an actor died on the way, or no actor got a row.
    """
    logs = list(logs)
    died = [log for log in logs if len(log.starts) > 1]
    if died:
        raise DisturbedError("an actor died and was restarted")
    calls = [call for log in logs for call in log.calls if call.rows]
    if not calls:
        raise DisturbedError(f"no {unit.value} got any rows")
    first, last = min(call.start for call in calls), max(call.end for call in calls)
    # When the cluster can't place all actors, the rest start as soon as these ones end.
    present = [log for log in logs if log.calls or min(log.starts, default=last) < last]
    present.sort(key=lambda log: (_worker(log, nodes), _rows(log), log.actor))
    return Trial(
        Occupancy(tuple(_use(log, nodes) for log in present), last - first),
        tuple(
            Morsel(place, call.rows, call.start - first, call.end - first)
            for place, log in enumerate(present)
            for call in _stretches(log)
        ),
        asked,
        seconds,
        unit,
    )


def _worker(log: ActorLog, nodes: Sequence[str]) -> int:
    return nodes.index(log.node) if log.node in nodes else len(nodes)


def _rows(log: ActorLog) -> int:
    return sum(call.rows for call in log.calls)


def _use(log: ActorLog, nodes: Sequence[str]) -> ActorUse:
    return ActorUse(
        _worker(log, nodes),
        _rows(log),
        sum(call.rows > 0 for call in log.calls),
        sum(stretch.busy_seconds for stretch in _stretches(log)),
    )


def _stretches(log: ActorLog) -> list[Call]:
    """The calls with rows in order; those at the same time, on threads of a worker, as one."""
    found: list[Call] = []
    for call in sorted(log.calls, key=lambda each_call: each_call.start):
        if found and call.rows and call.start < found[-1].end:
            last = found.pop()
            call = Call(last.rows + call.rows, last.start, max(last.end, call.end))
        if call.rows:
            found.append(call)
    return found
