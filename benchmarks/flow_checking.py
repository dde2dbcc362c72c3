"""Compares what code analysis knows of a number with what the number is in every run."""

from __future__ import annotations

import itertools
import math
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from types import FrameType, ModuleType
from typing import Any
from unittest.mock import patch

from flow_drawing import Flow

from daft_lint.pipelines.reading import read
from daft_lint.plan.quantity import OriginKind, Quantity

_COUNTS = (0, 1, 3)
_LONGEST_RUN = 20_000
_ASSUMED = frozenset({OriginKind.DEFAULT, OriginKind.GUESS, OriginKind.ASSUMPTION})


class Knowledge(Enum):
    """How much code analysis knows of a number; it is wrong where a run denies it."""

    WRONG = "wrong"
    KNOWN = "known"
    BOUNDED = "bounded"
    UNKNOWN = "unknown"
    SEVERAL = "several"


@dataclass(frozen=True, slots=True)
class Compared:
    """What is known of the partitions of a frame, by its name, and what they are in some run."""

    frame: str
    knowledge: Knowledge
    quantities: tuple[Quantity, ...]
    numbers: frozenset[int]

    def __str__(self) -> str:
        """For people."""
        reported = " or ".join(map(str, self.quantities))
        return f"{self.frame} is told to be {reported}, and is {sorted(self.numbers)}"


class _TooLongError(BaseException):
    """A run goes on and on. What programs handle, it isn't."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """A frame that notes how many partitions it is told to have."""

    name: str
    noted: dict[str, set[int]]

    def into_partitions(self, number: int) -> _Frame:
        self.noted[self.name].add(number)
        return self

    def write_parquet(self, path: str) -> None:
        """Do nothing: the numbers are all that matters."""


def checked(flow: Flow) -> list[Compared] | None:
    """What is known of each frame that some run makes; None for a program that takes too long."""
    numbers = _numbers(flow)
    if numbers is None:
        return None
    known: dict[str | None, list[Quantity]] = defaultdict(list)
    for pipeline in read(flow.text, "flow.py").pipelines:
        counts = (step.count for step in pipeline.plan.operators)
        known[pipeline.plan.source.path] += [count for count in counts if count is not None]
    return [
        _compared(frame, tuple(known[frame]), frozenset(seen), always=frame in flow.outside)
        for frame, seen in numbers.items()
    ]


def _compared(
    frame: str, quantities: tuple[Quantity, ...], numbers: frozenset[int], *, always: bool
) -> Compared:
    """What is told of a frame: of one in a function, what it is by one way there."""
    if len(quantities) != 1:
        return Compared(frame, Knowledge.SEVERAL, quantities, numbers)
    (quantity,) = quantities
    return Compared(frame, _knowledge(quantity, numbers, always=always), quantities, numbers)


def _knowledge(quantity: Quantity, numbers: frozenset[int], *, always: bool) -> Knowledge:
    if any(origin.kind in _ASSUMED for origin in quantity.origins):
        return Knowledge.UNKNOWN
    # A frame has one partition at least, whatever the number.
    right = [quantity.low <= max(number, 1) <= quantity.high for number in numbers]
    if not (all(right) if always else any(right)):
        return Knowledge.WRONG
    if quantity.low <= 1 and quantity.high == math.inf:
        return Knowledge.UNKNOWN
    return Knowledge.KNOWN if quantity.known else Knowledge.BOUNDED


def _numbers(flow: Flow) -> dict[str, set[int]] | None:
    """The partitions of each frame, in all runs together."""
    code = compile(flow.text, "flow.py", "exec")
    noted: dict[str, set[int]] = defaultdict(set)
    daft: Any = ModuleType("daft")
    daft.read_parquet = lambda name: _Frame(name, noted)
    for environment in _environments(flow):
        with patch.dict(sys.modules, daft=daft), patch.dict(os.environ, environment, clear=True):
            before = sys.gettrace()
            try:
                sys.settrace(_Steps())
                exec(code, {"__name__": "__main__"})
            except _TooLongError:
                return None
            except Exception:
                # What was made until then was made.
                continue
            finally:
                sys.settrace(before)
    return noted


def _environments(flow: Flow) -> Iterator[dict[str, str]]:
    for flags in itertools.product((False, True), repeat=flow.flags):
        for counts in itertools.product(_COUNTS, repeat=flow.counts):
            flagged = {f"F{at}": "1" for at, flag in enumerate(flags, start=1) if flag}
            yield flagged | {f"R{at}": str(count) for at, count in enumerate(counts, start=1)}


@dataclass(slots=True)
class _Steps:
    """Ends a run that takes more steps than it may."""

    left: int = field(default=_LONGEST_RUN)

    def __call__(self, frame: FrameType, event: str, argument: object) -> _Steps:
        self.left -= 1
        if self.left < 0:
            raise _TooLongError
        return self
