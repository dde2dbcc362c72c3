"""The costs of rows, morsels and tasks, in seconds."""

from __future__ import annotations

from daft_lint.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds that work takes, and that the engine takes to hand it out.

    A row keeps its actor busy for `row_seconds`, and a morsel for `morsel_seconds` besides its
    rows. The rest idles actors: after a morsel its actor waits `handover_seconds` for the next one
    in its queue. A worker dispatches one morsel after another, each in `dispatch_seconds`; with
    `one_machine` all workers take turns, as they do on a local cluster. The driver does one thing
    after another: it submits a task in `submit_seconds` and takes note of its end in
    `finish_seconds`. The way from the driver to the actors and back takes a task `travel_seconds`
    in all. The tasks of a pool that isn't the first wait `pool_start_seconds` for its actors. A
    process of the native runner is ready `process_seconds` after it gets its first rows. A task
    without actors costs the driver a `bare` share of what another one does, from 0 to 1.
    """

    row_seconds: float = 1.0
    morsel_seconds: float = 0.0
    handover_seconds: float = 0.0
    dispatch_seconds: float = 0.0
    submit_seconds: float = 0.0
    finish_seconds: float = 0.0
    travel_seconds: float = 0.0
    pool_start_seconds: float = 0.0
    process_seconds: float = 0.0
    bare: float = 1.0
    one_machine: bool = False

    def of(self, rows: float, morsels: int = 1) -> float:
        """Seconds of work for so many rows in so many morsels."""
        return rows * self.row_seconds + morsels * self.morsel_seconds

    @property
    def without_pool(self) -> Costs:
        """What work costs that runs inside the tasks: no morsel is sent to an actor."""
        return replace(
            self,
            morsel_seconds=0,
            handover_seconds=0,
            dispatch_seconds=0,
            submit_seconds=self.submit_seconds * self.bare,
            finish_seconds=self.finish_seconds * self.bare,
        )

    def scaled(self, *, morsel: float = 1.0, task: float = 1.0) -> Costs:
        """Where a morsel and a task cost so many times as much, but for the rows and the start."""
        return replace(
            self,
            morsel_seconds=self.morsel_seconds * morsel,
            handover_seconds=self.handover_seconds * morsel,
            dispatch_seconds=self.dispatch_seconds * morsel,
            submit_seconds=self.submit_seconds * task,
            finish_seconds=self.finish_seconds * task,
            travel_seconds=self.travel_seconds * task,
        )

    def with_share_of_driver(self, share: float) -> Costs:
        """With such a share of the driver's time, above 0 and up to 1."""
        return replace(
            self,
            submit_seconds=self.submit_seconds / share,
            finish_seconds=self.finish_seconds / share,
        )


EQUAL_ROWS = Costs()
"""Every row costs a second and nothing else costs any: what a prediction assumes."""
