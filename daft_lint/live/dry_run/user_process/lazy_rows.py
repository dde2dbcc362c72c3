"""Lazy rows: a program asked for them, and they aren't computed until it looks at them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from daft.runners.partitioning import LocalPartitionSet, PartitionCacheEntry

from daft_lint.records import dataclass

_UNKNOWN_COUNT = 1
"""The length given where Daft asks for one only to keep it."""


class _Looking(threading.local):
    idly = 0


_looking = _Looking()


@contextmanager
def looking_idly() -> Iterator[None]:
    """Compute nothing when this thread asks for a number of rows: it does nothing with it."""
    _looking.idly += 1
    try:
        yield
    finally:
        _looking.idly -= 1


@dataclass(frozen=True, slots=True)
class Promised:
    """What a plan may give: partitions (None if unknown), bytes and rows."""

    partitions: int | None
    bytes: int
    rows: int


# Daft is checked as if it had no types (`follow_imports` in pyproject.toml).
class Pending(PartitionCacheEntry):  # type: ignore[misc]
    """Stands for the rows of a frame that is collected.

    What it says of partitions, rows and bytes is what they may be, whatever is computed.
    """

    def __init__(
        self, entry: Any, number: int, compute: Callable[[], Any], promised: Promised
    ) -> None:
        """Stand for rows.

        Args:
            entry: A place in Daft's cache, with partitions to be filled in.
            number: That of the plan.
            compute: Gives the partitions.
            promised: What the rows may be.
        """
        self.key = entry.key
        self.number = number
        self._entry = entry
        self._compute: Callable[[], Any] | None = compute
        self.promised = promised
        self._lock = threading.RLock()
        self._lazy = _LazyPartitions(self)

    @property
    def value(self) -> Any:
        """The partitions, computed as soon as one looks into them."""
        return self._lazy

    @value.setter
    def value(self, _: Any) -> None:
        pass

    def num_partitions(self) -> int:
        """How many partitions there may be."""
        return self.promised.partitions or 1

    def size_bytes(self) -> int:
        """How large they may be."""
        return self.promised.bytes

    def num_rows(self) -> int:
        """How many rows there may be."""
        return self.promised.rows

    def computed(self) -> Any:
        """The partitions of the few rows that are computed."""
        with self._lock:
            partitions = self._entry.value
            compute, self._compute = self._compute, None
            if compute is not None:
                try:
                    for place, partition in enumerate(compute()):
                        partitions.set_partition(place, partition)
                except BaseException:
                    self._compute = compute
                    raise
            return partitions


# As above: Daft has no types here.
class _LazyPartitions(LocalPartitionSet):  # type: ignore[misc]
    """A set of partitions that are computed at the first look into it."""

    def __init__(self, pending: Pending) -> None:
        self._pending = pending

    @property
    def _pset(self) -> Any:
        return self._pending.computed()._pset

    @property
    def _partitions(self) -> Any:
        # Before Daft 0.7 they are in Python.
        return self._pending.computed()._partitions

    def __len__(self) -> int:
        return _UNKNOWN_COUNT if _looking.idly else len(self._pending.computed())

    def wait(self) -> None:
        """There is nothing to wait for."""
