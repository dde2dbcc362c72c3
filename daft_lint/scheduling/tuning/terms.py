"""The numbers that people tune, what they may be, and what a search over the model advises."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from daft_lint.records import dataclass, replace
from daft_lint.scheduling.prediction.outcome import Outcome


class Tunable(Enum):
    """A number that may be changed for a pool; its value is what code and options call it."""

    PARTITIONS = "partitions"
    INTO_BATCHES = "into_batches"
    BATCH_SIZE = "batch_size"
    CONCURRENCY = "concurrency"


@dataclass(frozen=True, slots=True)
class Numbers:
    """What decides the work of a pool.

    `partitions` are those that reach it, None when unknown. `into_batches` (rows) is None where
    there is no such step right before it, `batch_size` (rows) where it is unset. `concurrency`
    counts actors. Where `into_batches` changes, `partitions` are those it makes.
    """

    partitions: int | None
    into_batches: int | None
    batch_size: int | None
    concurrency: int

    def value(self, tunable: Tunable) -> int | None:
        """One of them."""
        value: int | None = getattr(self, tunable.value)
        return value

    def changed(self, values: Mapping[Tunable, int | None]) -> Numbers:
        """The same with others in the places of some.

        Raises:
            ValueError: when a concurrency is to be None.
        """
        if values.get(Tunable.CONCURRENCY, 1) is None:
            raise ValueError("a pool has a concurrency")
        changes: dict[str, Any] = {tunable.value: value for tunable, value in values.items()}
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class Constraints:
    """What a search may not do.

    `keep` are the numbers that stay. `largest_batch` is the most rows of a morsel, say what a GPU
    holds. `worker_memory` and `row_bytes` are bytes: the rows of the tasks that run at once on a
    worker must fit; only given together. `most_actors` bounds the concurrency where it may change.
    `gpus_per_worker` are those that actors with GPUs share; without it, their concurrency only
    changes up to `most_actors`.
    """

    keep: frozenset[Tunable] = frozenset({Tunable.CONCURRENCY})
    largest_batch: int | None = None
    worker_memory: int | None = None
    row_bytes: int | None = None
    most_actors: int | None = None
    gpus_per_worker: int | None = None


@dataclass(frozen=True, slots=True)
class TuningStep:
    """One change, why, and what is forecast with it and all steps before it."""

    tunable: Tunable
    before: int | None
    after: int
    reason: str
    forecast: Outcome


@dataclass(frozen=True, slots=True)
class Tuning:
    """The best numbers found, and the way there.

    `steps` is empty when no change helps.
    """

    numbers: Numbers
    now: Outcome
    advised_numbers: Numbers
    advised: Outcome
    steps: tuple[TuningStep, ...]
