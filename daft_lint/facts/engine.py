"""The costs of the engine: the tables `[[engine]]` of the facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from daft_lint.facts.fields import count, require_keys, spread, table_text, text
from daft_lint.scheduling.engine_costs import EngineCosts
from daft_lint.settings.tables import Table

ENGINE = "engine"
_MORSEL, _TASK = "morsel-seconds", "task-seconds"
_TEXTS = ("where", "daft", "ray", "measured")
_MOST_SECONDS = 60.0


def engine_costs(table: Table) -> EngineCosts:
    """The costs that a table holds.

    Raises:
        SettingsError: something in it is wrong.
    """
    require_keys(table, (*_TEXTS, "runs", _MORSEL, _TASK))
    where, daft, ray, measured = (text(table, key) for key in _TEXTS)
    morsel, task = (spread(table, key, "seconds", _MOST_SECONDS) for key in (_MORSEL, _TASK))
    return EngineCosts(where, daft, ray, measured, count(table, "runs"), morsel, task)


def engine_text(costs: EngineCosts) -> str:
    """The table that holds such costs."""
    fields = {key: getattr(costs, key) for key in (*_TEXTS, "runs")}
    return table_text(ENGINE, {**fields, _MORSEL: costs.morsel, _TASK: costs.task})


def with_engine_costs(all_: Iterable[EngineCosts], newest: EngineCosts) -> tuple[EngineCosts, ...]:
    """The costs with those just measured, which replace older ones of the same cluster."""
    return (*(costs for costs in all_ if costs.where != newest.where), newest)


def costs_for(all_: Sequence[EngineCosts], address: str | None) -> EngineCosts | None:
    """Those of the cluster at an address; without one those that were measured last."""
    return next(
        (costs for costs in reversed(all_) if address is None or costs.where == address), None
    )
