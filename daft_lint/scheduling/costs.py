"""What rows, morsels and tasks cost, in seconds."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds that work takes, and that the engine takes to hand it out.

    A row keeps its actor busy for `row_seconds`, and a morsel for `morsel_seconds` besides its
    rows. The rest idles actors: after a morsel its actor waits `handover_seconds` for the next one
    in its queue. A worker dispatches one morsel after another, each in `dispatch_seconds`; with
    `one_machine` all workers take turns, as they do on a local cluster. The driver does one thing
    after another: it submits a task in `submit_seconds` and takes note of its end in
    `finish_seconds`. The way from the driver to the actors and back takes a task `travel_seconds`
    in all. The tasks of a pool that isn't the first wait `pool_start_seconds` for its actors.
    """

    row_seconds: float = 1.0
    morsel_seconds: float = 0.0
    handover_seconds: float = 0.0
    dispatch_seconds: float = 0.0
    submit_seconds: float = 0.0
    finish_seconds: float = 0.0
    travel_seconds: float = 0.0
    pool_start_seconds: float = 0.0
    one_machine: bool = False

    def of(self, rows: float, morsels: int = 1) -> float:
        """Seconds of work for so many rows in so many morsels."""
        return rows * self.row_seconds + morsels * self.morsel_seconds

    def of_larger_morsels(self, times: int) -> Costs:
        """Where so many morsels count as one, what that one costs."""
        return replace(
            self,
            morsel_seconds=self.morsel_seconds * times,
            handover_seconds=self.handover_seconds * times,
            dispatch_seconds=self.dispatch_seconds * times,
        )

    def with_dearer_engine(self, times: float) -> Costs:
        """Where all but the rows and the start of a pool costs so many times as much."""
        return replace(
            self,
            morsel_seconds=self.morsel_seconds * times,
            handover_seconds=self.handover_seconds * times,
            dispatch_seconds=self.dispatch_seconds * times,
            submit_seconds=self.submit_seconds * times,
            finish_seconds=self.finish_seconds * times,
            travel_seconds=self.travel_seconds * times,
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
