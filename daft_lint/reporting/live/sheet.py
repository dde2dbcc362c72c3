"""A plan with the notes on its steps, before it is written to a terminal or a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from daft_lint.findings import Effect, Finding
from daft_lint.judgement import Judgement
from daft_lint.live_plan.lines import INDENT, PATH
from daft_lint.plan.unit import Unit
from daft_lint.pools import effect_of
from daft_lint.reporting.live.run_location import judged_where
from daft_lint.reporting.live.steps import ShownStep, shown_steps
from daft_lint.reporting.phrases import by_severity, counted, idle_of, judged, utilisation_of
from daft_lint.reporting.pipelines.phrases import doubts, outcomes_of
from daft_lint.reporting.questions import Question, questions
from daft_lint.reporting.report import Failure
from daft_lint.rule import Case
from daft_lint.rule_failures import RuleFailure
from daft_lint.scheduling.prediction import WorkPrediction

_HAS_RUN = "This frame has already run: this is the plan that made it."


@dataclass(frozen=True, slots=True)
class Pool:
    """What is predicted of one use of a UDF with a pool, or in short of work without any.

    `facts` are figures in words, the outcome first. `assumptions` are those that no finding at the
    same step tells. `silence` says why the rows of its actors aren't shown, empty where they are.
    """

    name: str
    facts: tuple[str, ...]
    effect: Effect
    assumptions: tuple[str, ...]
    silence: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the plan, the partitions and rows after it, and the notes below it.

    `number` is empty where the line has none of its own. `partitions` and `rows` are empty where
    another line has them, `-` where the line never runs. `marks` are the stretches of `code` that
    findings are about: characters from 0, the last one excluded.
    """

    number: str
    code: str
    partitions: str
    rows: str
    runs: bool
    remarks: tuple[str, ...]
    pools: tuple[Pool, ...]
    findings: tuple[Finding, ...]
    marks: tuple[tuple[int, int], ...]

    def shows(self, effect: Effect | None) -> bool:
        """Whether one of its pools shows just this effect."""
        return effect is not None and any(_same(pool.effect, effect) for pool in self.pools)


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything shown for a plan.

    `heading` are sentences on where it is judged to run. `elsewhere` are findings about no line of
    it, `questions` what is not known of its work. `with_partitions` is false on the native runner,
    which deals none to workers. `text` is what places in it count in.
    """

    heading: tuple[str, ...]
    lines: tuple[Line, ...]
    elsewhere: tuple[Finding, ...]
    failures: tuple[Failure, ...]
    questions: tuple[Question, ...]
    summary: str
    with_partitions: bool
    text: tuple[str, ...]

    def source_line(self, path: str, number: int) -> str | None:
        """The text of a line of the plan; None for one of a file."""
        known = path == PATH and 0 < number <= len(self.text)
        return self.text[number - 1] if known else None


def sheet_of(
    case: Case,
    text: str,
    findings: tuple[Finding, ...] = (),
    failures: tuple[RuleFailure, ...] = (),
    judgements: tuple[Judgement, ...] = (),
    *,
    has_run: bool = False,
) -> Sheet:
    """The sheet of a plan.

    Args:
        case: the plan, and what is predicted of it.
        text: the lines that places in the plan count in.
        findings: what rules found in it, in the order to show them.
        failures: rules that raised.
        judgements: how each piece of its work was judged.
        has_run: whether the plan ran already.
    """
    texts = tuple(text.splitlines())
    left = list(findings)
    lines = tuple(_line(step, case, texts, left) for step in shown_steps(case))
    return Sheet(
        heading=(*judged_where(case), *([_HAS_RUN] if has_run else ())),
        lines=lines,
        elsewhere=tuple(left),
        failures=tuple(Failure(case.pipeline.name, failure.message) for failure in failures),
        questions=questions(judgements),
        summary=" ".join(_summary(findings, failures, judgements)),
        with_partitions=case.runs_on_ray_if_anything,
        text=texts,
    )


def _line(step: ShownStep, case: Case, texts: tuple[str, ...], left: list[Finding]) -> Line:
    """The line of a step, with the findings about it, which are taken out of those `left`."""
    findings = tuple(finding for finding in left if step.span.holds(finding.span))
    left[:] = (finding for finding in left if finding not in findings)
    in_plan = step.span.path == PATH and step.span.line <= len(texts)
    number, code = _named(step, case)
    if in_plan:
        number, code = step.span.line_label, texts[step.span.line - 1]
    unsaid = "" if step.runs else "-"
    return Line(
        number=number,
        code=code,
        partitions=unsaid if step.after is None else str(step.after.count),
        rows=unsaid if step.after is None else str(step.after.rows),
        runs=step.runs,
        remarks=step.remarks,
        pools=(
            *(_pool(pool, case, findings) for pool in _pools(step)),
            *(_in_tasks(work) for work in step.works if _is_worth_a_word(work, findings)),
        ),
        findings=findings,
        marks=_marks(findings, code) if in_plan else (),
    )


def _named(step: ShownStep, case: Case) -> tuple[str, str]:
    """Where a step stands in a file, and what it is."""
    home = case.pipeline.plan.source.span.path
    number = step.span.line_label if step.span.path == home else step.span.place
    return "" if step.ends else number, INDENT * step.depth + step.title


def _marks(findings: Iterable[Finding], code: str) -> tuple[tuple[int, int], ...]:
    """The stretches that findings are about, from left to right, those that touch as one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(_stretch(finding, code) for finding in findings):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def _stretch(finding: Finding, code: str) -> tuple[int, int]:
    span = finding.span
    end = span.end_column - 1 if span.end_line == span.line else len(code)
    return span.column - 1, end


def _pool(pool: WorkPrediction, case: Case, findings: tuple[Finding, ...]) -> Pool:
    effect = effect_of(pool)
    known = {text for finding in findings for text in finding.assumptions}
    home = case.pipeline.plan.source.span.path
    return Pool(
        name=pool.call.udf.name,
        facts=tuple(_facts(pool, effect)),
        effect=effect,
        assumptions=tuple(doubt for doubt in doubts(pool, home) if doubt not in known),
        silence="" if effect.shares else _silence(pool),
    )


def _pools(step: ShownStep) -> Iterator[WorkPrediction]:
    return (work for work in step.works if work.unit is not Unit.WORKER)


def _is_worth_a_word(work: WorkPrediction, findings: tuple[Finding, ...]) -> bool:
    """Whether anything is known of work without a pool that no finding at its step tells."""
    effect = effect_of(work)
    known = any(
        finding.effect is not None and _same(finding.effect, effect) for finding in findings
    )
    return work.unit is Unit.WORKER and bool(outcomes_of(work)) and not known


def _in_tasks(work: WorkPrediction) -> Pool:
    """A line on work without a pool; the step itself names the expressions."""
    effect = replace(effect_of(work), shares=None)
    name = "built in" if work.call.udf.builtin else work.call.udf.name
    return Pool(name, (*outcomes_of(work), f"tasks {work.tasks}"), effect, (), "")


def _facts(pool: WorkPrediction, effect: Effect) -> Iterator[str]:
    yield f"idle {effect.unit.plural} {idle_of(effect)}"
    utilisation = utilisation_of(effect)
    if utilisation is not None:
        yield utilisation
    yield f"tasks {pool.tasks}"
    size = pool.call.udf.batch_size
    yield "no batch_size" if size is None else f"batch_size {size}"


def _silence(pool: WorkPrediction) -> str:
    """Why the rows of each actor can't be predicted."""
    if pool.anywhere:
        return "rows per actor: unknown, because ray_options decide where the actors are placed"
    asked = {
        "the number of workers": pool.workers,
        f"the number of {pool.unit.plural}": pool.actors,
        "the number of rows": pool.partitioning.rows,
        "the number of tasks": pool.tasks,
    }
    unknown = [what for what, known in asked.items() if known is None or not known.known]
    if not unknown:
        return f"rows per {pool.unit.value}: more than one outcome is possible"
    return f"rows per {pool.unit.value}: unknown, because {unknown[0]} is unknown"


def _same(effect: Effect, other: Effect) -> bool:
    figures = (effect.unit, idle_of(effect), utilisation_of(effect), effect.shares)
    return figures == (other.unit, idle_of(other), utilisation_of(other), other.shares)


def _summary(
    findings: tuple[Finding, ...],
    failures: tuple[RuleFailure, ...],
    judgements: tuple[Judgement, ...],
) -> Iterator[str]:
    if findings:
        yield f"{counted(len(findings), 'problem')} ({by_severity(findings)})."
    else:
        yield "No problems found."
    if judgements:
        yield judged(judgements)
    if failures:
        yield f"{counted(len(failures), 'rule')} failed."
    if findings:
        yield f"More about a rule: daft-lint rule {findings[0].code}"
