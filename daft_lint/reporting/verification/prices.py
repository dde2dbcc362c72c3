"""The price of a verification's workers, and how much of it was lost in its runs."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from daft_lint.plan.quantity import Quantity, exactly
from daft_lint.reporting.money import money_between
from daft_lint.scheduling.simulation.money import lost_per_hour, lost_per_run
from daft_lint.verification.observation import Measurement, Trial
from daft_lint.verification.verdict import Verification


@dataclass(frozen=True, slots=True)
class Price:
    """Workers and the price of each per hour.

    `timed` says that the runs took the time that the work takes. Those of a replay don't: its UDF
    sleeps. So a replay tells how much of an hour is lost, and not how much of a run.
    """

    workers: Quantity
    cost: Quantity
    timed: bool

    def lost_per_hour(self, utilisation: float) -> Quantity:
        """Currency units that an hour at this utilisation loses."""
        lost = lost_per_hour(exactly(utilisation), self.workers, self.cost)
        assert lost is not None
        return lost

    def lost_per_run(self, measured: Measurement) -> Quantity | None:
        """Currency units that a run lost, the median of the trials; None for a replay."""
        if not self.timed:
            return None
        lost = [self._lost_in(trial) for trial in measured.trials]
        return Quantity(
            median(quantity.low for quantity in lost), median(quantity.high for quantity in lost)
        )

    def _lost_in(self, trial: Trial) -> Quantity:
        makespan, utilisation = exactly(trial.makespan), exactly(trial.utilisation)
        lost = lost_per_run(makespan, utilisation, self.workers, self.cost)
        assert lost is not None
        return lost

    def __str__(self) -> str:
        each = f"at {money_between(self.cost)} an hour"
        if self.workers.known and self.workers.low == 1:
            return f"1 worker {each}"
        return f"{self.workers} workers {each} each"


def price_of(verification: Verification) -> Price | None:
    """The price of the workers that a finding is about; None where no price is given.

    A replay stands for the cluster that the pipeline meets, however few workers it ran on. The
    user's own program is priced as if the nodes it ran on cost what a worker costs. The native
    runner has no such workers.
    """
    pipeline, before = verification.finding.pipeline, verification.before
    if pipeline is None or pipeline.cluster.cost_per_worker_hour is None:
        return None
    if before is not None and before.shape.cluster.native:
        return None
    cost = pipeline.cluster.cost_per_worker_hour
    if verification.live and before is not None:
        return Price(exactly(before.shape.cluster.workers), cost, timed=True)
    workers = pipeline.cluster.workers
    return None if workers is None else Price(workers, cost, timed=False)
