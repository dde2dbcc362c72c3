"""Checks of the plans that tests made."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from daft_lint.live.check_result import Checked
from daft_lint.live.code_locations import NO_CODE
from daft_lint.live.code_locations import placed as in_code
from daft_lint.live.frame_check import as_read, check_plan, settings_for
from daft_lint.live.suppression import without_silenced
from daft_lint.live_plan.raw_plan import RawPlan
from daft_lint.live_plan.translation import LivePipeline
from daft_lint.plan.pipeline import Pipeline
from daft_lint.plan.span import Span
from daft_lint.pytest_plugin.finding_locations import placed, shown
from daft_lint.pytest_plugin.frame_recorder import FrameRecorder, Materialised
from daft_lint.pytest_plugin.outcome import Outcome, merged
from daft_lint.pytest_plugin.sampling import without_samples
from daft_lint.reporting.report import Failure
from daft_lint.rule_failures import reason
from daft_lint.settings import Settings

_NATIVE = "native"


def check_in_test(
    plan: RawPlan,
    settings: Settings,
    *,
    on_ray: bool = False,
    taken: Callable[[LivePipeline], Pipeline] = as_read,
) -> Checked:
    """Check a plan as it would run in production.

    Tests choose the native runner for their own sake, so that says nothing about it. The settings
    may: `runner = "native"` holds. `taken` is as for `check_plan`.
    """
    if plan.runner == _NATIVE:
        plan = replace(plan, runner=None)
    return check_plan(
        plan,
        settings,
        on_ray=on_ray,
        taken=lambda live: without_samples(taken(live)),
        as_production=True,
    )


def check_seen(watch: FrameRecorder, root: Path) -> Outcome:
    """What is found in all that was materialised.

    Each plan is judged by the settings nearest to the code that ran it, by those of `root` where
    there is none.
    """
    found = [_checked(materialised, root) for materialised in watch.materialised]
    failures = tuple(_failed(plan.place, plan.reason) for plan in watch.unread)
    return merged([Outcome(frames=watch.frames, failures=failures), *found])


def _checked(materialised: Materialised, root: Path) -> Outcome:
    try:
        return _judged(materialised, root)
    except Exception as error:
        return Outcome(failures=(_failed(materialised.place, reason(error)),))


def _judged(materialised: Materialised, root: Path) -> Outcome:
    place = None if materialised.place is None else shown(materialised.place)
    settings = _settings(
        root if materialised.place is None else Path(materialised.place.path).parent
    )
    checked = check_in_test(materialised.plan, settings, taken=_in_code)
    name = f"plan run in {materialised.test}" if materialised.test else "plan run outside of tests"
    lines = tuple(checked.text.splitlines())
    all_placed = (placed(each, name, place) for each in checked.findings)
    found = [
        each for each in all_placed if not settings.ignores(each.span.path, each.code, each.name)
    ]
    kept = without_silenced(found, settings)
    return Outcome(
        findings=kept,
        suppressed=frozenset((each.code, each.span) for each in found if each not in kept),
        failures=tuple(_rule_failures(checked, place)),
        plans={name: lines} if kept else {},
        judgements=checked.judgements,
    )


def _in_code(live: LivePipeline) -> Pipeline:
    """The plan with its steps at the calls that made them, where these are known."""
    return in_code(live, NO_CODE, _source_line)


def _source_line(path: str, line: int) -> str | None:
    return linecache.getline(path, line).rstrip("\n") or None


_settings = lru_cache(maxsize=None)(settings_for)


def _rule_failures(checked: Checked, place: Span | None) -> Iterator[Failure]:
    for failure in checked.failures:
        yield _failed(place, failure.message)


def _failed(place: Span | None, problem: str) -> Failure:
    where = "a plan" if place is None else shown(place).place
    return Failure(where, f"the plan that runs here can't be checked: {problem}")
