"""The assumed costs of rows, morsels and tasks, and which of them were not given."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from daft_lint.judging.pools import LIGHT_ROW_SECONDS, is_light
from daft_lint.plan.pipeline import Udf
from daft_lint.plan.recorded import RecordedPipeline
from daft_lint.plan.spread import Spread
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.simulation.cluster_costs import (
    ASSUMED_ROW_SECONDS,
    Machine,
    cluster_costs,
)
from daft_lint.scheduling.simulation.costs import Costs
from daft_lint.words import duration, listed


@dataclass(frozen=True, slots=True)
class Pricing:
    """The seconds that a person gave; None takes what is assumed.

    `row_seconds` is what a row takes in the UDF, `row_seconds_of` are those of single UDFs, by
    name. `recorded` tells which of these times come from earlier runs, or from what the code shows.
    """

    row_seconds: float | None = None
    row_seconds_of: tuple[tuple[str, float], ...] = ()
    recorded: tuple[str, ...] = ()

    def with_recorded(self, recorded: RecordedPipeline) -> Pricing:
        """The same with what earlier runs of the pipeline took, where a person gave nothing."""
        if self.row_seconds is not None:
            return self
        given = {name for name, _ in self.row_seconds_of}
        times = [
            (udf, udf.row_seconds)
            for udf in recorded.udfs
            if udf.row_seconds is not None and udf.name not in given
        ]
        texts = tuple(
            recorded.origin(f"each row takes {_range(seconds)} in `{udf.name}`").text
            for udf, seconds in times
        )
        seconds_of = tuple((udf.name, seconds.middle) for udf, seconds in times)
        return replace(
            self,
            row_seconds_of=self.row_seconds_of + seconds_of,
            recorded=texts,
        )

    def with_light(self, works: Iterable[WorkPrediction]) -> Pricing:
        """The same with what light work takes, where neither settings nor runs give seconds."""
        given = {name for name, _ in self.row_seconds_of}
        light = dict.fromkeys(
            work.call.udf.name
            for work in works
            if is_light(work) and not given.intersection(work.call.udf.names)
        )
        if self.row_seconds is not None or not light:
            return self
        names = listed([f"`{name}`" for name in light])
        text = (
            f"each row takes {duration(LIGHT_ROW_SECONDS)} in {names}, whose code does little for "
            "a row (measured with Daft 0.7.26 on short texts)"
        )
        seconds_of = tuple((name, LIGHT_ROW_SECONDS) for name in light)
        return replace(
            self,
            row_seconds_of=self.row_seconds_of + seconds_of,
            recorded=(*self.recorded, text),
        )

    @property
    def costs(self) -> Costs:
        """The costs for the model, on a usual machine."""
        return self.costs_on(Machine.USUAL)

    @property
    def ends(self) -> tuple[Costs, Costs]:
        """The costs on a quiet and on a busy machine."""
        return self.costs_on(Machine.QUIET), self.costs_on(Machine.BUSY)

    def costs_on(self, machine: Machine) -> Costs:
        """The costs on a machine."""
        row_seconds = ASSUMED_ROW_SECONDS if self.row_seconds is None else self.row_seconds
        return cluster_costs(row_seconds, machine)

    def assumptions(
        self, units: Collection[Unit] = (Unit.ACTOR,), udfs: Collection[Udf] = ()
    ) -> tuple[str, ...]:
        """What is assumed of such work in these UDFs, in words."""
        quiet, busy = self.ends
        pools = any(unit is not Unit.WORKER for unit in units)
        what = "each of the other UDFs" if self.row_seconds_of else "the UDF"
        if Unit.WORKER in units:
            what = "each of the other steps" if self.row_seconds_of else "each step"
        found = [f"all rows take the same time in {what}"]
        if udfs and all(map(self._is_timed, udfs)):
            found = ["all rows take the same time in a UDF"]
        elif self.row_seconds is None:
            found[0] = (
                f"each row takes {duration(ASSUMED_ROW_SECONDS)} in {what} (a guess: set "
                "--row-seconds)"
            )
        parts = []
        if pools:
            parts.append(
                "each morsel (the batch an actor gets at a time) costs "
                f"{_between(_of_morsel, quiet, busy)} on top of its rows"
            )
        else:
            quiet, busy = quiet.without_pool, busy.without_pool
        if Unit.PROCESS not in units:
            parts.append(
                "each task (the work on one partition) costs the driver "
                f"{_between(_of_task, quiet, busy)}"
            )
        found.append(
            f"{' and '.join(parts)}, measured with Daft 0.7.26 on one machine, idle and busy"
        )
        if pools:
            found.append(
                "as many calls run at once as the machine has CPUs: one for each process, unless "
                "cpus-per-worker in [tool.daft-lint.cluster] says fewer"
                if Unit.PROCESS in units
                else "the time until actors are ready isn't counted"
            )
        return (*found, *self.recorded)

    def _is_timed(self, udf: Udf) -> bool:
        return any(name in udf.names for name, _ in self.row_seconds_of)


def _between(part: Callable[[Costs], float], quiet: Costs, busy: Costs) -> str:
    return f"{duration(part(quiet))} to {duration(part(busy))}"


def _range(spread: Spread) -> str:
    low, high = duration(spread.low), duration(spread.high)
    return low if low == high else f"{low} to {high}, taken as {duration(spread.middle)}"


def _of_morsel(costs: Costs) -> float:
    return costs.morsel_seconds + costs.handover_seconds


def _of_task(costs: Costs) -> float:
    return costs.submit_seconds + costs.finish_seconds
