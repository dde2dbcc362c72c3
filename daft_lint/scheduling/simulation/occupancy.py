"""Who did what of one piece of work: predicted by the simulation, observed by a verification."""

from __future__ import annotations

from collections import defaultdict

from daft_lint.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class ActorUse:
    """What one actor did: the worker it lives on (from 0), rows, morsels and seconds of work."""

    worker: int
    rows: float
    morsels: int
    busy_seconds: float


@dataclass(frozen=True, slots=True)
class Occupancy:
    """What every actor of a pool did.

    `span` is the time in seconds from the start of the first morsel to the end of the last.
    """

    actors: tuple[ActorUse, ...]
    span: float

    @property
    def rows(self) -> float:
        """Rows that all actors got together."""
        return sum(actor.rows for actor in self.actors)

    @property
    def morsels(self) -> int:
        """Morsels that all actors got together."""
        return sum(actor.morsels for actor in self.actors)

    @property
    def idle(self) -> int:
        """Actors that got nothing at all."""
        return sum(not actor.morsels for actor in self.actors)

    @property
    def utilisation(self) -> float:
        """Busy time over the time paid for (actors times span), from 0 to 1."""
        paid = len(self.actors) * self.span
        return sum(actor.busy_seconds for actor in self.actors) / paid if paid else 0.0

    def repeated(self, times: int, workers: int, rows: float) -> Occupancy:
        """The same on so many times the workers that there are here, with so many rows in all."""
        share = rows / (times * self.rows or 1)
        uses = (
            replace(actor, worker=actor.worker + part * workers, rows=actor.rows * share)
            for part in range(times)
            for actor in self.actors
        )
        return Occupancy(tuple(uses), self.span)

    def by_worker(self, at_once: int) -> Occupancy:
        """The same with one entry for each worker: what all its threads did, so many at once.

        A worker is busy as long as its busiest thread, and longer where not all can be at it.
        """
        threads: dict[int, list[ActorUse]] = defaultdict(list)
        for actor in self.actors:
            threads[actor.worker].append(actor)
        uses = (
            ActorUse(
                worker,
                sum(use.rows for use in those),
                sum(use.morsels for use in those),
                max(
                    max(use.busy_seconds for use in those),
                    sum(use.busy_seconds for use in those) / at_once,
                ),
            )
            for worker, those in sorted(threads.items())
        )
        return Occupancy(tuple(uses), self.span)
