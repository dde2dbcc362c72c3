"""The options of a verification, its budget of time, and the watcher of its progress."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic
from typing import Protocol

from daft_lint.plan.pipeline import Pipeline
from daft_lint.plan.recorded import RecordedPipeline
from daft_lint.records import dataclass, field
from daft_lint.verification.scaling import Limits
from daft_lint.verification.verdict import Verification


class OutOfBudgetError(Exception):
    """There is no time left for another run."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The time for runs: `timeout` seconds for one, `seconds` for all; None: no limit."""

    timeout: float
    seconds: float | None
    started: float = field(default_factory=monotonic)

    @property
    def spent(self) -> float:
        """Seconds since it started."""
        return monotonic() - self.started

    def left(self, seconds: float) -> float:
        """How long the next run may take, when it needs about so many seconds.

        Raises:
            OutOfBudgetError: when there is less time left than that.
        """
        if self.seconds is None:
            return self.timeout
        left = self.seconds - self.spent
        if left < seconds:
            raise OutOfBudgetError
        return min(self.timeout, left)


class Watch(Protocol):
    """Gets the progress, so that the user sees it."""

    def cluster(self, workers: int) -> None:
        """What follows runs on a cluster of so many workers."""

    def run(self, label: str, trial: int, trials: int, expected_seconds: float) -> None:
        """A trial begins."""

    def finished(self, verification: Verification) -> None:
        """A finding has its verdict."""


@dataclass(frozen=True, slots=True)
class Options:
    """How much to run.

    `trials` of each replay; `timeout` seconds for one run and `budget` for all, None: no limit;
    `min_loss` is the share of the actor time (0 to 1) below which a loss doesn't matter.
    `address` is that of an existing Ray cluster; None starts local ones. `recorded` is what earlier
    runs showed of pipelines.
    """

    trials: int = 2
    timeout: float = 60.0
    budget: float | None = None
    min_loss: float = 0.1
    address: str | None = None
    limits: Limits = field(default_factory=Limits)
    recorded: Mapping[Pipeline, RecordedPipeline] = field(default_factory=dict)
