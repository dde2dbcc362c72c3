"""The dispatch of morsels to actors, which differs between versions of Daft."""

from __future__ import annotations

from enum import Enum

from daft_lint.records import dataclass, replace


class Pick(Enum):
    """Which free slot gets the next morsel."""

    LAST_FREED = "the last one that got free"
    IN_TURN = "the one whose turn it is"
    FIXED = "the first in a random order that stays"


@dataclass(frozen=True, slots=True)
class Dispatch:
    """The slots of a task or, when they are `shared`, of all tasks on a worker.

    Each actor has `slots` of them. With `in_order`, a slot gets free only when all morsels before
    its own have ended too. An `elastic` pool has fewer actors than it asks for while there is less
    to do; no release has these yet (Daft pull request 7369). If `all_start`, the tasks before a
    limit all start at once, and what it doesn't need is stopped: measured on Daft 0.7.26 and 4
    workers. A limit counts for all tasks (ray_distributed_limit.py) in 0.7.16, not yet in 0.7.6.
    """

    slots: int
    pick: Pick
    in_order: bool
    shared: bool
    elastic: bool = False
    all_start: bool = True


SHARED_STACK = Dispatch(2, Pick.LAST_FREED, in_order=False, shared=True)
"""Daft 0.7.16 and later."""

PROCESSES = Dispatch(1, Pick.LAST_FREED, in_order=False, shared=True)
"""The native runner: a process takes one morsel at a time (measured on Daft 0.7.26)."""

_SINCE: tuple[tuple[tuple[int, ...], Dispatch], ...] = (
    ((0, 7, 16), SHARED_STACK),
    ((0, 7, 6), replace(SHARED_STACK, all_start=False)),
    ((0, 7, 2), Dispatch(2, Pick.FIXED, in_order=True, shared=False, all_start=False)),
    ((0, 6, 8), Dispatch(2, Pick.IN_TURN, in_order=True, shared=False, all_start=False)),
    ((0,), Dispatch(1, Pick.IN_TURN, in_order=True, shared=False, all_start=False)),
)
_NEWEST = 1_000


def dispatch_of(daft_version: tuple[int, ...]) -> Dispatch:
    """How a Daft version dispatches; `(0, 7)` is the newest of that line.

    Source: dispatcher.rs, run.rs, intermediate_op.rs and distributed_actor_pool_project.rs in
    daft-local-execution, at the tags from 0.6.0 to 0.7.24.
    """
    release = (*daft_version, _NEWEST) if len(daft_version) < 3 else daft_version
    return next(dispatch for since, dispatch in _SINCE if release >= since)
