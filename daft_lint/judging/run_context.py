"""The context of a run: what code, hints and settings say of data, runner and cluster."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from daft_lint.plan.cluster import Runner
from daft_lint.plan.pipeline import OperatorKind, Pipeline, Plan, Source
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, between
from daft_lint.plan.recorded import RecordedPipeline, key_of, redacted, with_recorded
from daft_lint.records import replace
from daft_lint.rule import Case
from daft_lint.settings.places import below

if TYPE_CHECKING:
    from daft_lint.settings import Settings


def in_context(pipeline: Pipeline, settings: Settings) -> Case:
    """The case that rules judge. What stands nearest to the pipeline wins over settings."""
    recorded = recorded_of(pipeline, settings)
    plan = pipeline.plan if recorded is None else with_recorded(pipeline.plan, recorded)
    situated = replace(
        pipeline,
        plan=_Facts(settings).plan(plan),
        cluster=pipeline.cluster.otherwise(settings.cluster),
        runner=selected_runner(pipeline.runner, settings),
    )
    return Case(situated, settings.daft_version)


def selected_runner(read: Runner, settings: Settings) -> Runner:
    """What the code surely selects is what runs; else the settings decide."""
    if settings.runner is None or (read.certain and not read.by_default):
        return read
    origin = settings.origin("runner") or Origin(OriginKind.CONFIGURATION, "runner")
    return Runner(settings.runner, certain=True, origin=origin)


# An unknown step may be one.
_FILTERS = (OperatorKind.FILTER, OperatorKind.JOIN, OperatorKind.OPAQUE)


class _Facts:
    """What settings say of the sources of a pipeline, worked out once for each plan in it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._plans: dict[tuple[int, bool], Plan] = {}

    def plan(self, plan: Plan, *, filtered: bool = False) -> Plan:
        """A plan with what settings say; `filtered` says that a filter is behind it."""
        key = id(plan), filtered
        if key not in self._plans:
            self._plans[key] = self._with_facts(plan, filtered=filtered)
        return self._plans[key]

    def _with_facts(self, plan: Plan, *, filtered: bool) -> Plan:
        filtered = filtered or any(step.kind in _FILTERS for step in plan.operators)
        steps = tuple(
            step.with_inputs(tuple(self.plan(branch, filtered=filtered) for branch in step.inputs))
            for step in plan.operators
        )
        source = _measured(plan.source, self._settings, filtered=filtered)
        if any(step.kind is OperatorKind.LIMIT for step in plan.operators):
            source = _ungrouped(source)
        source = _informed(source, self._settings)
        result = plan.with_operators(steps)
        return result if source is plan.source else Plan(source, steps)


def recorded_of(pipeline: Pipeline, settings: Settings) -> RecordedPipeline | None:
    """What earlier runs of a pipeline showed; None where nothing is recorded of it."""
    path = Path(pipeline.plan.source.span.path)
    code = below(path, settings.root) if settings.recorded else None
    if code is None:
        return None
    key = key_of(pipeline.plan, pipeline.name, code)
    return next(
        (
            recorded_pipeline
            for recorded_pipeline in settings.recorded
            if recorded_pipeline.key == key
        ),
        None,
    )


def _measured(source: Source, settings: Settings, *, filtered: bool) -> Source:
    """A source with the rows and partitions that Daft reported."""
    if not settings.metadata or source.location is None:
        return source
    known = source.location, redacted(source.location)
    for fact in (fact for fact in settings.metadata if fact.location in known):
        if fact.rows is not None and not _is_hinted(source.rows.origins):
            source = replace(source, rows=fact.rows, piece_rows=fact.piece_rows)
        if fact.partitions is not None and not _is_hinted(source.partitions.origins):
            left = _some_of(fact.partitions) if fact.pruned and filtered else fact.partitions
            source = replace(source, partitions=left)
    return source


def _ungrouped(source: Source) -> Source:
    """A source behind which a limit stands: fragments of Lance are a task each then, not a group.

    `_create_scan_tasks_with_limit_and_no_filters`, daft-lance 0.6.0.
    """
    partitions = source.partitions
    if source.location is None or source.location.grouped == 1 or _is_hinted(partitions.origins):
        return source
    return replace(source, partitions=between(partitions.low, math.inf, *partitions.origins))


def _some_of(partitions: Quantity) -> Quantity:
    """What is left of partitions when filters rule out some of them."""
    return between(1, partitions.high, *partitions.origins)


def _informed(source: Source, settings: Settings) -> Source:
    """A source with the rows and partitions that `[[tool.daft-lint.sources]]` gives it."""
    facts = [fact for fact in settings.sources if source.path and fact.matches(source.path)]
    for fact in facts:
        if fact.rows is not None and not _is_more_specific(source.rows.origins):
            source = replace(source, rows=fact.rows)
        given = source.has_fixed_partitions or _is_more_specific(source.partitions.origins)
        if fact.partitions is not None and not given:
            source = replace(source, partitions=fact.partitions)
    return _completed(source, settings)


def _completed(source: Source, settings: Settings) -> Source:
    """A source with what the command line says of unknown sources."""
    fact = settings.otherwise
    if fact is not None and fact.rows is not None and not source.rows.known:
        source = replace(source, rows=fact.rows)
    if fact is not None and fact.partitions is not None and not source.partitions.known:
        source = replace(source, partitions=fact.partitions)
    return source


def _is_more_specific(origins: tuple[Origin, ...]) -> bool:
    """Whether what runs showed, or a hint, tells more of this very source than a pattern does."""
    return any(origin.kind in (OriginKind.HINT, OriginKind.RECORDED) for origin in origins)


def _is_hinted(origins: tuple[Origin, ...]) -> bool:
    return any(origin.kind is OriginKind.HINT for origin in origins)
