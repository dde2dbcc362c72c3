"""The entry points of a program: its modules, and functions without a caller in sight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from daft_lint.values.values import ClassValue, FunctionValue


@dataclass(frozen=True, slots=True)
class Entry:
    """A function or class of a file, by its name; a method by `Class.method`."""

    path: str
    name: str


def entry_of(function: FunctionValue, path: str) -> Entry:
    """A function of a file as a way into it; a method goes by the name of its class too."""
    around = f"{function.home.name}." if function.home is not None else ""
    return Entry(path, f"{around}{function.name}")


def entry_on(made_of: ClassValue, method: FunctionValue, path: str) -> Entry:
    """A method of a class of a file as a way into it, inherited or not."""
    return Entry(path, f"{made_of.node.name}.{method.name}")


Calls = Mapping[Entry, frozenset[Entry | None]]
"""What was called, each from the ways in that led there; None is a module itself."""


def taken(entries: Iterable[Entry], calls: Calls) -> frozenset[Entry]:
    """The ways in that are needed to reach everything.

    One that another leads to is none: what it does is known from there. Of several that lead to one
    another, the first is taken.
    """
    waiting = list(dict.fromkeys(entries))
    needed: set[Entry] = set()
    reached = {entry for entry, callers in calls.items() if None in callers}
    while waiting:
        open_ones = [entry for entry in waiting if entry not in reached]
        if not open_ones:
            break
        within = set(open_ones)
        roots = [
            entry for entry in open_ones if not (calls.get(entry, frozenset()) - {entry}) & within
        ]
        chosen = roots or open_ones[:1]
        needed.update(chosen)
        reached.update(chosen)
        for entry, callers in calls.items():
            if any(each_entry in callers for each_entry in chosen):
                reached.add(entry)
        waiting = [entry for entry in waiting if entry not in reached]
    return frozenset(needed)
