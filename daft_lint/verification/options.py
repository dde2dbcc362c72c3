"""The options of a verification: how much it runs, and the watcher of its progress."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from daft_lint.plan.pipeline import Pipeline
from daft_lint.plan.recorded import RecordedPipeline
from daft_lint.verification.scaling import Limits
from daft_lint.verification.verdict import Verification


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
