"""The budget of time for runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic


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
