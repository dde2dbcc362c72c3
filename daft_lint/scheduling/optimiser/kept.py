"""Answers about plans, kept for those that are asked for last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

_MOST_KEPT = 256


class Kept(Generic[T]):
    """What became of the plans that were asked for last.

    Plans and actions are compared by identity. Many pipelines of a program begin with the same
    steps, a frame may flow into several steps of one, and each pipeline is predicted for several
    clusters.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[object, ...], tuple[object, T]] = OrderedDict()

    def once(self, alive: object, key: tuple[object, ...], work: Callable[[], T]) -> T:
        """What some work gives, done once; `alive` has the objects whose ids are in the key."""
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key][1]
        made = work()
        # While they live, nothing else gets their ids.
        self._known[key] = alive, made
        if len(self._known) > _MOST_KEPT:
            self._known.popitem(last=False)
        return made
