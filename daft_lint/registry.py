"""Finds the rules: every module of `daft_lint.rules`, and what others offer by entry point."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

from daft_lint.rule import Rule

ENTRY_POINT_GROUP = "daft_lint.rules"


@lru_cache(maxsize=1)
def all_rules() -> tuple[Rule, ...]:
    """Every rule, by code.

    Raises:
        ValueError: when two rules share a code or a name.
    """
    package = import_module("daft_lint.rules")
    modules = [f"{package.__name__}.{module.name}" for module in iter_modules(package.__path__)]
    found = [rule for name in modules for rule in _rules_of(name)]
    for entry_point in entry_points(group=ENTRY_POINT_GROUP):
        found += _rules_of(entry_point.value)
    _require_unique([rule.code for rule in found])
    _require_unique([rule.name for rule in found])
    return tuple(sorted(found, key=lambda rule: rule.code))


def _rules_of(module: str) -> list[Rule]:
    return [value for value in vars(import_module(module)).values() if isinstance(value, Rule)]


def _require_unique(names: list[str]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"two rules share {', '.join(twice)}")
