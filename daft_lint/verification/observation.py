"""An observation of a run, in the same terms as a prediction."""

from __future__ import annotations

from statistics import median

from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass
from daft_lint.scheduling.simulation.occupancy import Occupancy
from daft_lint.verification.shape import Shape


@dataclass(frozen=True, slots=True)
class Morsel:
    """One call of a pool's actor. Of a worker, calls that overlap are one.

    `actor` is its place in the occupancy's actors; `start` and `end` are seconds since the first
    morsel of the run began.
    """

    actor: int
    rows: int
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Trial:
    """One run of a shape, as seen from outside.

    `occupancy` holds the actors that started before the work was over, by worker (from 0); `asked`
    is how many the pool asked for. `seconds` is how long the action took, the start of the actors
    included. `unit` says what the actors are: of work without a pool the workers themselves.
    """

    occupancy: Occupancy
    morsels: tuple[Morsel, ...]
    asked: int
    seconds: float
    unit: Unit = Unit.ACTOR

    @property
    def idle(self) -> int:
        """Actors that got no row, those that could not be placed included."""
        busy = sum(actor.rows > 0 for actor in self.occupancy.actors)
        return self.asked - busy

    @property
    def busy_workers(self) -> int:
        """Workers with an actor that got a row."""
        return len({actor.worker for actor in self.occupancy.actors if actor.rows > 0})

    @property
    def utilisation(self) -> float:
        """Busy time over the time of all actors that were asked for, from 0 to 1."""
        paid = self.asked * self.occupancy.span
        return sum(actor.busy_seconds for actor in self.occupancy.actors) / paid if paid else 0.0

    @property
    def makespan(self) -> float:
        """Seconds from the start of the first morsel to the end of the last."""
        return self.occupancy.span


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the model expects of a run: scheduling is random, so a range and a mean.

    Nine runs of ten have from `idle_low` to `idle_high` idle actors; `utilisation` is the mean.
    `occupancy` is one of the runs, the likeliest; it stands beside the observation.
    """

    idle_low: int
    idle_high: int
    utilisation: float
    occupancy: Occupancy


@dataclass(frozen=True, slots=True)
class Measurement:
    """A shape, its expectation, and its trials: one or more."""

    shape: Shape
    expected: Expectation
    trials: tuple[Trial, ...]

    @property
    def unit(self) -> Unit:
        """What the actors are."""
        return self.trials[0].unit

    @property
    def idle(self) -> float:
        """Idle actors, the median of the trials."""
        return median(trial.idle for trial in self.trials)

    @property
    def most_idle(self) -> int:
        """Idle actors in the trial with most of them."""
        return max(trial.idle for trial in self.trials)

    @property
    def most_idle_workers(self) -> int | None:
        """Workers without a row, in the trial with most of them.

        None on the native runner, and where it is about places and not about actors.
        """
        if self.shape.cluster.native or self.shape.by_place:
            return None
        return self.shape.cluster.workers - min(trial.busy_workers for trial in self.trials)

    @property
    def utilisation(self) -> float:
        """Utilisation, the median of the trials."""
        return median(trial.utilisation for trial in self.trials)

    @property
    def makespan(self) -> float:
        """Seconds of work, the median of the trials."""
        return median(trial.makespan for trial in self.trials)

    @property
    def typical(self) -> Trial:
        """The trial whose makespan is the median, or next above it."""
        ordered = sorted(self.trials, key=lambda trial: trial.makespan)
        return ordered[len(ordered) // 2]
