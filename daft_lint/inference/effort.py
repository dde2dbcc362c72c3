"""The budget for following one program."""

from __future__ import annotations

# Evaluated nodes of one reading. Far above any program written by hand; it bounds what repeated
# inlining can cost. Each further file that is read adds some, as far as there is enough.
_BUDGET = 400_000
_BUDGET_OF_IMPORT = 50_000
_LARGEST_BUDGET = 1_000_000


class BudgetSpentError(Exception):
    """The program needs more work than one reading may cost. What was read so far stands."""


class Effort:
    """What a reading took so far, and what it may still take: in nodes, which are evaluated."""

    def __init__(self) -> None:
        self.taken = 0
        self._budget = _BUDGET

    def add_file(self) -> None:
        """Another file is read too, and may take some more."""
        self._budget = min(self._budget + _BUDGET_OF_IMPORT, _LARGEST_BUDGET)

    def spend(self, nodes: int = 1) -> None:
        """Count evaluated nodes, or work that costs as much.

        Raises:
            BudgetSpentError: when the budget of the program is used up.
        """
        self.taken += nodes
        if self.taken > self._budget:
            raise BudgetSpentError
