"""All tools tell the same numbers and advise the same of the same code, or say why they differ.

Findings, `pipelines`, `plan`, hovers and what `verify` replays and expects are compared for each
piece of work of all examples and of cases of each rule. Nothing runs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest
from case_corpus import cases_of
from sampling import one_in

from daft_lint.documents.document import Document
from daft_lint.documents.project import NO_PROJECT
from daft_lint.findings import Confidence, Finding, Severity
from daft_lint.linting import lint, read_for_work
from daft_lint.plan.changes import Change, Insertion, Replacement, Retuning, changed
from daft_lint.plan.cluster import RunnerKind
from daft_lint.plan.pipeline import OperatorKind
from daft_lint.plan.quantity import Quantity
from daft_lint.plan.unit import Unit
from daft_lint.planning.differences import difference
from daft_lint.planning.planner import PlannedPipeline, PlannedPool, Question, SameTasks, planned
from daft_lint.planning.pricing import Pricing
from daft_lint.planning.what_if import WhatIf
from daft_lint.registry import all_rules
from daft_lint.reporting.json_values import quantity_as_json
from daft_lint.reporting.phrases import UNKNOWN, share
from daft_lint.reporting.pipelines import json as pipelines_json
from daft_lint.reporting.pipelines.outline import outline, uses
from daft_lint.reporting.pipelines.phrases import idle_now
from daft_lint.reporting.pipelines.text import use_lines
from daft_lint.reporting.planning.phrases import why_it_differs
from daft_lint.reporting.report import Style
from daft_lint.rule import Case
from daft_lint.scheduling.prediction.outcome import Outcome
from daft_lint.scheduling.prediction.predict import WorkPrediction, predict
from daft_lint.scheduling.tuning.best_numbers import GAIN
from daft_lint.scheduling.tuning.terms import Constraints, Tunable
from daft_lint.settings import Settings, default_settings, load_settings
from daft_lint.syntax.source import SourceSyntaxError
from daft_lint.verification.expectations import expected
from daft_lint.verification.replay_plans import prepared
from daft_lint.verification.replay_shapes import NotReplayableError
from daft_lint.verification.scaling import Limits
from daft_lint.verification.shape import Shape
from daft_lint.verification.shape_model import prediction_of, watched_pool
from daft_lint.verification.sleep_times import sleeping, timed

_EXAMPLES = Path(__file__).parents[1] / "examples"
_PLAIN = Style(color=False, width=80)
_VERSION = (0, 7, 26)
_AS_GOOD = 1 + GAIN
_MARGIN = 0.05
_FEW_TASKS = 100
_NEXT_TO_NOTHING = 0.5
_NO_CHANGE = Constraints(keep=frozenset(Tunable))
_ANY_CLUSTER = "however many workers there are"


@dataclass(frozen=True)
class Program:
    """A program with all that is read and found in it."""

    name: str
    cases: tuple[Case, ...]
    findings: tuple[Finding, ...]
    settings: Settings


@dataclass(frozen=True)
class Piece:
    """A piece of work, what is predicted of it, and the findings that tell what it loses."""

    name: str
    case: Case
    work: WorkPrediction
    findings: tuple[Finding, ...]

    def __str__(self) -> str:
        return f"{self.name}:{self.work.call.span.line} {self.work.call.udf.name}"


def read(name: str, text: str, settings: Settings) -> Program:
    everything = replace(settings, min_confidence=Confidence.POSSIBLE, min_severity=Severity.INFO)
    document = Document(name, text)
    try:
        cases = read_for_work(document, settings, NO_PROJECT).cases
    except SourceSyntaxError:
        cases = ()
    if not any(case.prediction.work for case in cases):
        return Program(name, (), (), settings)
    return Program(name, cases, lint(document, everything).findings, settings)


@cache
def programs(folder: str) -> tuple[Program, ...]:
    """Cases of a rule, on Ray too where nothing selects a runner; or all examples."""
    if folder == "examples":
        settings = load_settings(_EXAMPLES / "pyproject.toml", {})
        texts = {
            f"examples/{file.name}": file.read_text("utf-8")
            for file in sorted(_EXAMPLES.glob("*.py"))
        }
    else:
        settings = default_settings()
        cases = one_in(6, cases_of(folder))
        texts = {f"{case}/{case.programs[0].path}": case.text for case in cases}
    found = [read(name, text, settings) for name, text in texts.items()]
    on_ray = replace(settings, runner=RunnerKind.RAY)
    unselected = [program.name for program in found if any(map(_is_unselected, program.cases))]
    return (*found, *(read(name, texts[name], on_ray) for name in unselected))


def _is_unselected(case: Case) -> bool:
    return case.runner.taken


def pieces(folder: str) -> Iterator[Piece]:
    for program in programs(folder):
        for case in program.cases:
            for work in case.judged.work:
                own = tuple(
                    finding for finding in program.findings if _is_about(finding, case, work)
                )
                yield Piece(program.name, case, work, own)


def _is_about(finding: Finding, case: Case, work: WorkPrediction) -> bool:
    """Whether a finding with an effect is about that work of that pipeline."""
    pipeline, effect = finding.pipeline, finding.effect
    if pipeline is None or effect is None or effect.unit is not work.unit:
        return False
    places = {finding.span, *(related.span for related in finding.related)}
    about = work.call.span in places if finding.call is None else work.call == finding.call
    own = case.pipeline
    same = (pipeline.name, pipeline.plan.source, pipeline.action)
    return about and same == (own.name, own.plan.source, own.action)


@cache
def plans(folder: str) -> dict[int, PlannedPipeline]:
    """The plans of all pipelines with work, as the command makes them without an option.

    Where no finding changes a number, no plan needs to look for better ones.
    """
    found = {}
    for program in programs(folder):
        advised = any(
            numbers_of_changes(fix.changes) for each in program.findings for fix in each.fixes
        )
        constraints = Constraints() if advised else _NO_CHANGE
        for case in program.cases:
            if case.prediction.work:
                version = program.settings.daft_version
                question = Question(WhatIf(), Pricing().costs, constraints, version)
                found[id(case)] = planned(case.pipeline, question)
    return found


def planned_of(folder: str, piece: Piece) -> PlannedPool | SameTasks | None:
    """What the plan tells of a piece of work; None where the command leaves it out."""
    plan, work = plans(folder)[id(piece.case)], piece.work
    pools = [(pool.pool, pool) for pool in plan.pools]
    others = [(task.work, task) for pool in plan.pools for task in pool.same_tasks]
    at = [
        (own, value)
        for own, value in (*pools, *others)
        if (own.call.span, own.call.udf.name, own.unit)
        == (work.call.span, work.call.udf.name, work.unit)
    ]
    # One expression may be computed by several steps.
    return next((value for own, value in at if own.tasks == work.tasks), at[0][1] if at else None)


FOLDERS = [*sorted(rule.name for rule in all_rules()), "examples"]
each_folder = pytest.mark.parametrize("folder", FOLDERS)


def test_examples_and_cases_have_work() -> None:
    assert len(list(pieces("examples"))) >= 5
    # Of a sixth of its cases.
    assert len(list(pieces("missing-repartition"))) >= 10


@each_folder
def test_a_finding_has_the_numbers_of_pipelines(folder: str) -> None:
    """But for findings that hold on any cluster, or of any number of files, and say so."""
    for piece in pieces(folder):
        reported = json.loads(pipelines_json.render([piece.case], _PLAIN))["pipelines"][0]["work"]
        figures = reported[piece.case.judged.work.index(piece.work)]
        for finding in piece.findings:
            if _supposes(finding):
                continue
            effect = finding.effect
            assert effect is not None
            for name in ("idle", "utilisation", "actors"):
                expected = {"low": figures[name]["low"], "high": figures[name]["high"]}
                assert quantity_as_json(getattr(effect, name)) == expected, f"{piece}: {name}"


def _supposes(finding: Finding) -> bool:
    """Whether a finding says what it takes for granted beyond what the code and settings tell."""
    assert finding.effect is not None
    reported = (*finding.assumptions, *(origin.text for origin in finding.effect.idle.origins))
    few_files = any("the listing has fewer than" in text for text in reported)
    return few_files or _ANY_CLUSTER in finding.message or _is_about_handling(finding)


def _is_about_handling(finding: Finding) -> bool:
    return any(
        assumption.startswith("a row takes an actor at most") for assumption in finding.assumptions
    )


@each_folder
def test_a_hover_shows_the_numbers_of_pipelines(folder: str) -> None:
    for piece in pieces(folder):
        side = outline(piece.case)
        for use in uses(piece.case, side):
            if use.work is not piece.work or use.call.udf.builtin:
                continue
            lines = use_lines(use, piece.case, piece.name, Style(False, 100, True))
            reported = "\n".join(line.plain for line in lines)
            tasks = str(piece.work.tasks) if piece.work.unit is not Unit.PROCESS else UNKNOWN
            for label, value in (
                ("tasks", tasks),
                (f"idle {piece.work.unit.plural}", idle_now(piece.work)),
                ("utilisation", share(piece.work.utilisation)),
            ):
                if value != UNKNOWN:
                    cells = re.findall(rf"^ +{label} {{2,}}(.*?)(?:  |$)", reported, re.MULTILINE)
                    assert value in cells, f"{piece}: {label}"


@each_folder
def test_a_plan_starts_from_the_numbers_of_pipelines(folder: str) -> None:
    """It takes rows to cost time, tasks and calls too, and actors without a place to idle."""
    for piece in pieces(folder):
        found = planned_of(folder, piece)
        if found is None:
            assert piece.work.unit is Unit.WORKER
            assert piece.case.runner.kind is RunnerKind.NATIVE
            continue
        work = found.pool if isinstance(found, PlannedPool) else found.work
        for name in ("tasks", "actors", "batch_size", "rows_per_task"):
            assert getattr(work, name) == getattr(piece.work, name), f"{piece}: {name}"
        idle, busy = found.now.idle, found.now.utilisation
        assert idle.high >= piece.work.idle.low, str(piece)
        assert busy.low <= piece.work.utilisation.high + _MARGIN, str(piece)
        costly = found.now.unplaced or work.tasks.high > _FEW_TASKS
        assert costly or idle.low <= piece.work.idle.high, str(piece)


@each_folder
def test_a_plan_advises_what_a_finding_does_or_says_why_not(folder: str) -> None:
    for piece in pieces(folder):
        found = planned_of(folder, piece)
        if not isinstance(found, PlannedPool):
            continue
        plan = plans(folder)[id(piece.case)]
        steps = found.tuning.steps if found.tuning is not None else ()
        advised = {step.tunable: step.after for step in steps}
        for finding in piece.findings:
            asked = numbers_of_changes(finding.fixes[0].changes if finding.fixes else ())
            if _is_about_handling(finding):
                assert asked.items() <= advised.items(), f"{piece}: {asked}, the plan {advised}"
            if not asked or asked == advised:
                continue
            reported = difference(found, plan.question)
            assert reported is not None, f"{piece}: {asked}, the plan {advised}"
            assert reported.asked == asked, f"{piece}: {asked}, the plan {advised}"
            assert why_it_differs(reported, found.pool)


@each_folder
def test_a_finding_advises_nothing_that_a_plan_forecasts_to_be_slower(folder: str) -> None:
    """But for what a plan changes besides, and for next to no work."""
    for piece in pieces(folder):
        found = planned_of(folder, piece)
        if not isinstance(found, PlannedPool) or found.now.makespan is None:
            continue
        for finding in piece.findings:
            changes = finding.fixes[0].changes if finding.fixes else ()
            if not numbers_of_changes(changes) or _supposes(finding):
                continue
            pipeline = piece.case.pipeline
            after = replace(pipeline, plan=changed(pipeline.plan, changes))
            plan = planned(
                after, replace(plans(folder)[id(piece.case)].question, constraints=_NO_CHANGE)
            )
            then = next(pool for pool in plan.pools if pool.pool.call.span == piece.work.call.span)
            best = found.advised or found.now
            assert _seconds(then.now) <= _AS_GOOD * _seconds(best) + _NEXT_TO_NOTHING, str(piece)


def _seconds(forecast: Outcome) -> float:
    assert forecast.makespan is not None
    return (forecast.makespan.low + forecast.makespan.high) / 2


def numbers_of_changes(changes: Iterable[Change]) -> dict[Tunable, int]:
    """The numbers that a remedy changes."""
    found = {}
    for change in changes:
        if isinstance(change, Retuning):
            if change.batch_size is not None:
                found[Tunable.BATCH_SIZE] = change.batch_size.count
            if change.concurrency is not None:
                found[Tunable.CONCURRENCY] = change.concurrency.count
        elif isinstance(change, Insertion | Replacement) and change.step.count is not None:
            batches = change.step.kind is OperatorKind.INTO_BATCHES
            tunable = Tunable.INTO_BATCHES if batches else Tunable.PARTITIONS
            found[tunable] = change.step.count.count
    return found


@each_folder
def test_verify_expects_the_idle_actors_of_a_finding(folder: str) -> None:
    """Where it can be replayed as it is, neither scaled nor with made-up numbers."""
    for piece in pieces(folder):
        for finding in piece.findings:
            if finding.call is None or _supposes(finding):
                continue
            try:
                replay = prepared(finding, Limits())
                shapes = [shape for shape in (replay.before, replay.after) if shape is not None]
                seconds = timed(shapes, _VERSION)
                expectation = expected(sleeping(replay.before, seconds), _VERSION)
            except NotReplayableError:
                continue
            effect = finding.effect
            assert effect is not None
            if replay.before.asked != effect.actors.high:
                continue
            assert expectation.idle_high >= effect.idle.low, str(piece)
            assert expectation.idle_low <= effect.idle.high, str(piece)


@each_folder
def test_verify_replays_what_a_finding_is_about_and_what_it_advises(folder: str) -> None:
    """The same tasks for as many actors, before the remedy and with it; rows may be fewer."""
    for piece in pieces(folder):
        for finding in piece.findings:
            effect, pipeline, call = finding.effect, finding.pipeline, finding.call
            if effect is None or pipeline is None or call is None or _supposes(finding):
                continue
            try:
                replay = prepared(finding, Limits())
            except NotReplayableError:
                continue
            if replay.before.asked != effect.actors.high:
                continue
            _assert_replayed(replay.before, [piece.work], str(piece))
            if replay.after is not None:
                changes = next(fix.changes for fix in finding.fixes if fix.changes)
                plan = changed(pipeline.plan, changes)
                then = predict(replace(pipeline, plan=plan), pipeline.cluster, _VERSION).work
                same = [prediction for prediction in then if prediction.call.span == call.span]
                _assert_replayed(replay.after, same, f"{piece} with its remedy")


def _assert_replayed(shape: Shape, works: Iterable[WorkPrediction], what: str) -> None:
    """That a replay shows one of these pieces of work."""
    replayed = watched_pool(prediction_of(shape, _VERSION), shape)
    assert any(
        _overlap(replayed.tasks, work.tasks) and _overlap(replayed.idle, work.idle)
        for work in works
    ), f"{what}: {replayed.tasks} tasks, {replayed.idle} idle"


def _overlap(quantity: Quantity, other: Quantity) -> bool:
    return quantity.low <= other.high and other.low <= quantity.high
