"""The timeline of each actor of a trial, in the order that people see them."""

from __future__ import annotations

from dataclasses import dataclass

from daft_lint.plan.unit import Unit
from daft_lint.verification.observation import Morsel, Trial


@dataclass(frozen=True, slots=True)
class ActorTimeline:
    """One actor of a trial and its morsels by start; `unit` says whether it is one.

    `actor` and `worker` count from 1, the actors of the first worker first. `worker` is None for
    an actor that was asked for and never started.
    """

    actor: int
    worker: int | None
    rows: int
    morsels: tuple[Morsel, ...]
    unit: Unit

    @property
    def name(self) -> str:
        """`actor 3`, `process 3`, `worker 3`."""
        return f"{self.unit.value} {self.actor}"

    @property
    def idle(self) -> bool:
        """Whether it got no row."""
        return not self.rows


def timelines_of(trial: Trial) -> tuple[ActorTimeline, ...]:
    """A lane for every actor that was asked for, by worker; last those that never started."""
    actors = trial.occupancy.actors
    places = sorted(range(len(actors)), key=lambda place: actors[place].worker)
    started = [
        ActorTimeline(
            number,
            actors[place].worker + 1,
            round(actors[place].rows),
            _morsels(trial, place),
            trial.unit,
        )
        for number, place in enumerate(places, start=1)
    ]
    missing = range(len(actors) + 1, trial.asked + 1)
    return (*started, *(ActorTimeline(number, None, 0, (), trial.unit) for number in missing))


def _morsels(trial: Trial, place: int) -> tuple[Morsel, ...]:
    own = (morsel for morsel in trial.morsels if morsel.actor == place)
    return tuple(sorted(own, key=lambda morsel: (morsel.start, morsel.end)))
