"""`--cost`: the effect of a change on the time and the money of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from daft_lint.cli.inputs import changes_since
from daft_lint.cli.reading import Purpose, read_cases
from daft_lint.documents.document import UnreadableDocumentError, decode, shown_path
from daft_lint.plan.pipeline import ActionKind
from daft_lint.records import dataclass, replace
from daft_lint.words import duration, percent

if TYPE_CHECKING:
    from daft_lint.cli.options import SettingsFinder
    from daft_lint.documents.document import Document
    from daft_lint.plan.quantity import Quantity
    from daft_lint.planning.planner import Money
    from daft_lint.rule import Case
    from daft_lint.scheduling.prediction.outcome import Outcome
    from daft_lint.settings import Settings

_CLEARLY = 0.01
"""A share of the time or the actors' time; less is no change."""

_Key = tuple[str, str, ActionKind | None, str, str, int]


@dataclass(frozen=True, slots=True)
class _Forecast:
    """A piece of work in a run: its place, its outcome, and the cost of the run."""

    place: str
    name: str
    utilisation: Quantity
    seconds: Quantity | None
    cost: Quantity | None


def cost_of_change(paths: tuple[Path, ...], finder: SettingsFinder, revision: str) -> Iterator[str]:
    """What changed in the forecast of each piece of work below paths, in a line each.

    Every file with pipelines is read: the change may be a number for another file.

    Raises:
        click.UsageError: git can't tell what changed.
    """
    changed = changes_since(revision)
    olds = (_document_at(revision, file, changed.root) for file in sorted(changed.files))
    then = _forecasts(paths, finder, {old.path: old for old in olds if old is not None})
    found = False
    for key, forecast in _forecasts(paths, finder, None).items():
        if key in then and (line := _line(then[key], forecast)) is not None:
            found = True
            yield line
    if not found:
        yield "this change: as far as daft-lint knows, no run gets slower or faster"


def _document_at(revision: str, file: Path, root: Path) -> Document | None:
    from daft_lint.documents.git_changes import text_at

    data = text_at(revision, file, root) if file.suffix == ".py" else None
    try:
        return None if data is None else decode(data, shown_path(file))
    except UnreadableDocumentError:
        return None


def _forecasts(
    paths: tuple[Path, ...], finder: SettingsFinder, changed: Mapping[str, Document] | None
) -> Mapping[_Key, _Forecast]:
    found: dict[_Key, _Forecast] = {}
    cases = read_cases(paths, finder, [], [], purpose=Purpose.WORK, changed=changed)
    for case, settings in cases:
        action, plan = case.pipeline.action, case.pipeline.plan
        kind = None if action is None else action.kind
        where = plan.source.span.path, case.pipeline.name, kind, plan.source.name
        for name, number, forecast in _of_case(case, settings):
            found.setdefault((*where, name, number), forecast)
    return found


def _of_case(case: Case, settings: Settings) -> Iterator[tuple[str, int, _Forecast]]:
    from daft_lint.judging.run_context import recorded_of
    from daft_lint.planning.planner import Question, forecasts
    from daft_lint.planning.pricing import Pricing
    from daft_lint.planning.what_if import WhatIf
    from daft_lint.scheduling.tuning.terms import Constraints

    pricing = Pricing()
    recorded = recorded_of(case.pipeline, settings)
    if recorded is not None:
        pricing = pricing.with_recorded(recorded)
    pricing = pricing.with_light(case.prediction.work)
    question = Question(
        WhatIf(),
        pricing.costs,
        Constraints(),
        settings.daft_version,
        row_seconds_of=pricing.row_seconds_of,
    )
    numbers: dict[str, int] = {}
    for work, now, money in forecasts(replace(case.pipeline, runner=case.runner), question):
        name = work.call.udf.name
        number = numbers[name] = numbers.get(name, 0) + 1
        yield name, number, _forecast(work.call.span.place, name, now, money)


def _forecast(place: str, name: str, now: Outcome, money: Money | None) -> _Forecast:
    cost = None if money is None else money.cost_per_run
    return _Forecast(place, name, now.utilisation, now.makespan, cost)


def _line(before: _Forecast, now: _Forecast) -> str | None:
    """The change of some work in a line; None where it doesn't matter."""
    parts = []
    used = _middle(before.utilisation), _middle(now.utilisation)
    if abs(used[0] - used[1]) >= _CLEARLY:
        parts.append(f"utilisation {percent(used[0])} becomes {percent(used[1])}")
    if before.seconds is not None and now.seconds is not None:
        took = _middle(before.seconds), _middle(now.seconds)
        if abs(took[1] - took[0]) > _CLEARLY * took[0] and max(took) < float("inf"):
            parts.append(f"makespan {duration(took[0])} becomes {duration(took[1])}")
    if not parts:
        return None
    money = ""
    if before.cost is not None and now.cost is not None:
        money = f"{_middle(now.cost) - _middle(before.cost):+,.2f} per run: "
    return f"this change: {money}{now.place}: `{now.name}`: {', '.join(parts)}"


def _middle(quantity: Quantity) -> float:
    return (quantity.low + quantity.high) / 2
