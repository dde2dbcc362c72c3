"""What code analysis found, merged with what the plans of the running program show."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from daft_lint.daft_api.operators import action_kind
from daft_lint.documents.document import shown_path
from daft_lint.findings import Confidence, Finding
from daft_lint.judgement import Judgement
from daft_lint.judging.run_context import in_context
from daft_lint.judging.suppression import unsilenced
from daft_lint.linting import judge
from daft_lint.live.code_locations import Code, SourceLine, code_of, placed
from daft_lint.live.dry_run.messages import Planned
from daft_lint.live.frame_check import runner_of, with_live_facts
from daft_lint.live.plan_form import UnreadablePlanError, judged_pipeline
from daft_lint.plan.pipeline import Action, ActionKind, Operator, OperatorKind, Pipeline, Plan
from daft_lint.plan.quantity import between, unknown
from daft_lint.plan.span import Span
from daft_lint.records import dataclass, field, replace
from daft_lint.registry import rules_for
from daft_lint.rule import Case, Cases
from daft_lint.settings import Settings


@dataclass(frozen=True, slots=True)
class Before:
    """The plan that was materialised before, and the call that did it."""

    plan: Plan
    span: Span


def continued(plan: Plan, before: Mapping[int, Before | None]) -> Plan:
    """A plan with the sources that are the results of other plans replaced by these plans.

    `before` gives sources by their place in the plan, from 0, those of a join's left side before
    those of its right. None: nothing is known of its rows.
    """
    found, _ = _continued(plan, before, 0)
    return found


def _continued(plan: Plan, before: Mapping[int, Before | None], place: int) -> tuple[Plan, int]:
    """A plan whose first source has that place, and the place of the next source."""
    own, place = place, place + 1
    operators: list[Operator] = []
    for step in plan.operators:
        inputs: list[Plan] = []
        for other in step.inputs:
            done, place = _continued(other, before, place)
            inputs.append(done)
        operators.append(replace(step, inputs=tuple(inputs)))
    if own not in before:
        return Plan(plan.source, tuple(operators)), place
    earlier = before[own]
    if earlier is None:
        some = between(1, math.inf)
        return Plan(replace(plan.source, partitions=some, rows=unknown()), tuple(operators)), place
    barrier = Operator(OperatorKind.BARRIER, "collect", earlier.span)
    return Plan(earlier.plan.source, (*earlier.plan.operators, barrier, *operators)), place


@dataclass(frozen=True, slots=True)
class Merged:
    """The findings of both, what is to be said of them, a line each, and the judgements.

    Of work that a plan shows, those of code analysis are left out.
    """

    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()
    judgements: tuple[Judgement, ...] = ()


def merged(
    findings: Sequence[Finding],
    judgements: Sequence[Judgement],
    cases: Sequence[Case],
    planned: Sequence[Planned],
    settings: Settings,
    source_line: SourceLine,
) -> Merged:
    """Merge what code analysis found with what is found in the plans that a program built.

    What both find is certain. What code analysis found of a pool in a pipeline that the program
    built, and that isn't found there, is left out. What only the plans show is added. Where
    nothing ran, code analysis has the last word.

    Args:
        findings: of code analysis, each at the confidence that is asked for or above.
        judgements: of code analysis, of all work that it saw.
        cases: the pipelines that code analysis read.
        planned: the plans, in the order in which the program would have run them.
        settings: of the project.
        source_line: gives the lines of the files.
    """
    pipelines, notes = live_pipelines(planned, [case.pipeline for case in cases], source_line)
    # What a run that takes another branch needs, only code tells.
    others = Cases(case for case in cases if any(step.maybe for step in case.written_steps))
    live = [
        replace(in_context(pipeline, with_live_facts(settings, plan.plan)), others=others)
        for pipeline, plan in pipelines
    ]
    shown = judge(live, settings)
    known = {(finding.code, finding.span): finding for finding in shown.findings}
    kept: list[Finding] = []
    for finding in findings:
        same = known.pop((finding.code, finding.span), None)
        if same is not None:
            kept.append(_agreed(finding, same))
        elif _contradicts(live, finding):
            place = finding.span.exact_place
            what = (
                f"{finding.code} at {place} dropped: the plan that ran there doesn't have this "
                "problem"
            )
            notes.append(f"{what} ({finding.message})")
        else:
            kept.append(finding)
    rules = ((rule.code, rule.name) for rule in rules_for(settings))
    added = unsilenced(known.values(), rules)
    everything = sorted((*kept, *added), key=lambda finding: finding.sort_key)
    reported = {(finding.code, finding.message) for finding in kept}
    bad = (judgement for judgement in judgements if (judgement.code, judgement.result) in reported)
    judged = {
        (judgement.span, judgement.work): judgement
        for judgement in (*judgements, *shown.judgements, *bad)
    }
    return Merged(tuple(everything), tuple(dict.fromkeys(notes)), tuple(judged.values()))


def live_pipelines(
    planned: Iterable[Planned], written: Iterable[Pipeline], source_line: SourceLine
) -> tuple[list[tuple[Pipeline, Planned]], list[str]]:
    """The plans as pipelines in the code that built them; plans that can't be read are noted."""
    reader = _Reader(tuple(written), source_line)
    read = [(reader.tried(planned_query), planned_query) for planned_query in planned]
    found = [(pipeline, planned_query) for pipeline, planned_query in read if pipeline is not None]
    runs = Counter(run for pipeline, _ in found for run in _runs(pipeline))
    return [
        (_in_loops(pipeline, runs), planned_query) for pipeline, planned_query in found
    ], reader.notes


def _in_loops(pipeline: Pipeline, runs: Counter[tuple[Span | None, int]]) -> Pipeline:
    """The pipeline without the loops around its action, unless these ran a UDF of it again.

    Each round may have made a frame of its own.
    """
    action = pipeline.action
    if action is None or any(runs[run] > 1 for run in _runs(pipeline)):
        return pipeline
    return replace(pipeline, action=replace(action, loops=()))


def _runs(pipeline: Pipeline) -> Iterator[tuple[Span | None, int]]:
    """The steps with UDFs that the action of a pipeline runs, each with the place of the action."""
    span = pipeline.action.span if pipeline.action is not None else None
    yield from ((span, number) for number in set(_running(pipeline.plan)))


def _running(plan: Plan) -> Iterator[int]:
    """The numbers of the steps with UDFs behind what was materialised before."""
    for step in reversed(plan.operators):
        if step.kind is OperatorKind.BARRIER:
            return
        if step.calls and step.number:
            yield step.number
        for other in step.inputs:
            yield from _running(other)


@dataclass(slots=True)
class _Reader:
    """Reads plans in the order in which they ran, as they may go on from each other."""

    written: tuple[Pipeline, ...]
    source_line: SourceLine
    code: Code = field(init=False)
    notes: list[str] = field(default_factory=list)
    _before: dict[int, Before] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.code = code_of(self.written)

    def tried(self, planned: Planned) -> Pipeline | None:
        """A plan where its code is; one that can't be read is noted."""
        try:
            return self._pipeline(planned)
        except UnreadablePlanError as error:
            self.notes.append(f"{planned.place.path}:{planned.place.line}: {error}")
            return None

    def _pipeline(self, planned: Planned) -> Pipeline:
        """A plan where its code is, with what comments there say of it.

        Raises:
            UnreadablePlanError: the plan can't be read.
        """
        raw = planned.plan
        live = judged_pipeline(raw, planned.action, runner_of(raw))
        pipeline = placed(live, self.code, self.source_line)
        action = _action(planned, self.written, self.source_line)
        plan = continued(pipeline.plan, self._sources(planned, pipeline.plan))
        pipeline = replace(pipeline, plan=plan, action=action)
        # What it writes is another thing than the rows of its plan.
        if action.kind is not ActionKind.WRITE:
            self._before[planned.number] = Before(plan, action.span)
        alike = next(
            (each_pipeline for each_pipeline in self.written if _is_same(pipeline, each_pipeline)),
            None,
        )
        return pipeline if alike is None else _with_hints(pipeline, alike)

    def _sources(self, planned: Planned, plan: Plan) -> dict[int, Before | None]:
        """The sources that are results of plans before, and what is known of these."""
        found: dict[int, Before | None] = {}
        for barrier in planned.barriers:
            held = (place for place, source in enumerate(plan.sources) if source.in_memory)
            places = held if barrier.source is None else (barrier.source,)
            known = None if barrier.source is None else self._before.get(barrier.planned)
            found.update(dict.fromkeys(places, known))
        return found


def _with_hints(live: Pipeline, written: Pipeline) -> Pipeline:
    """The plan with the cluster that comments name, and the runner where it selects none."""
    chosen = live.runner if live.runner.certain else written.runner
    return replace(live, name=written.name, cluster=written.cluster, runner=chosen)


def _action(planned: Planned, written: Sequence[Pipeline], source_line: SourceLine) -> Action:
    """The action as code analysis read it; the limit of a `show` is in the plan already."""
    path = shown_path(Path(planned.place.path))
    first, last = planned.place.line, planned.place.end_line
    for pipeline in written:
        action = pipeline.action
        if action is None or action.method != planned.action or action.span.path != path:
            continue
        if first <= action.span.line and action.span.end_line <= last:
            return replace(action, rows=None)
    line = source_line(path, first) or ""
    end = len(source_line(path, last) or "") + 1
    span = Span(path, first, len(line) - len(line.lstrip()) + 1, last, end)
    return Action(action_kind(planned.action), planned.action, span)


def _agreed(finding: Finding, live: Finding) -> Finding:
    """A finding of both: as certain as what was seen, with the figures of the plan."""
    if live.message == finding.message and finding.fixes:
        live = replace(live, fixes=finding.fixes)
    return replace(
        live,
        confidence=Confidence.CERTAIN,
        assumptions=(),
        related=finding.related or live.related,
    )


def _contradicts(live: Sequence[Case], finding: Finding) -> bool:
    """Whether plans show the pool of a finding, in its pipeline, without the finding."""
    if finding.call is None or finding.pipeline is None:
        return False
    return any(
        _is_same(case.pipeline, finding.pipeline)
        and any(pool.call.span == finding.call.span for pool in case.prediction.pools)
        for case in live
    )


def _is_same(live: Pipeline, written: Pipeline) -> bool:
    """Whether a plan is that of a pipeline: from the same sources to the same action."""
    if written.action is not None and written.action.span != (live.action and live.action.span):
        return False
    sources, others = live.plan.sources, written.plan.sources
    return {source.span for source in sources} == {source.span for source in others}
