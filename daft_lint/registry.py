"""Finds the rules: every module of `daft_lint.rules`, and what others offer by entry point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules

from daft_lint.rule import Rule

ENTRY_POINT_GROUP = "daft_lint.rules"


class RulesError(ValueError):
    """Rules that can't be used together or can't be loaded. The text is one line for a person."""


@dataclass(frozen=True, slots=True)
class _Found:
    rule: Rule
    place: str


@lru_cache(maxsize=1)
def all_rules() -> tuple[Rule, ...]:
    """Every rule, by code.

    Raises:
        RulesError: when two rules share a code or a name, or an entry point can't be loaded.
    """
    found = {one.rule: one for one in (*_built_in(), *_of_others())}
    _require_unique("code", [(one.rule.code, one.place) for one in found.values()])
    _require_unique("name", [(one.rule.name, one.place) for one in found.values()])
    return tuple(sorted(found, key=lambda rule: rule.code))


def _built_in() -> Iterator[_Found]:
    package = import_module("daft_lint.rules")
    for module in iter_modules(package.__path__):
        name = f"{package.__name__}.{module.name}"
        yield from _rules_of(import_module(name), name)


def _of_others() -> Iterator[_Found]:
    """An entry point names a module with rules, or a single rule: `package.module:my_rule`."""
    from importlib.metadata import entry_points

    for entry_point in entry_points(group=ENTRY_POINT_GROUP):
        try:
            loaded = entry_point.load()
        except Exception as error:
            reason = str(error) or type(error).__name__
            raise RulesError(
                f"the rules of entry point `{entry_point.name}` ({entry_point.value}) "
                f"can't be loaded: {reason}"
            ) from error
        yield from _rules_of(loaded, entry_point.value)


def _rules_of(loaded: object, place: str) -> Iterator[_Found]:
    values = [loaded] if isinstance(loaded, Rule) else getattr(loaded, "__dict__", {}).values()
    for value in values:
        if isinstance(value, Rule):
            yield _Found(value, place)


def _require_unique(what: str, found: list[tuple[str, str]]) -> None:
    places: dict[str, str] = {}
    for name, place in found:
        if name in places:
            raise RulesError(
                f"two rules have the {what} {name}, in {places[name]} and in {place}: "
                "rename one of them"
            )
        places[name] = place
