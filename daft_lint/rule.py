"""The contract of a rule, the same for built-in rules and for those of others.

A rule is one function to the problems it sees: from a `Case`, made a `Rule` by `@rule`, or from a
`Definition`, by `@definition_rule`. Its docstring is its documentation: a summary line, then
sections as `docs/writing-a-rule.md` tells.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from daft_lint.documents.project import NO_PROJECT, Project, is_test_file
from daft_lint.edits import edits_of
from daft_lint.findings import Claim, Confidence, Effect, Finding, Fix, Related, Safety, Severity
from daft_lint.judgement import ABOUT_WORK
from daft_lint.plan.changes import Change, Insertion, Removal, Replacement
from daft_lint.plan.cluster import Cluster, Runner, RunnerKind
from daft_lint.plan.pipeline import Action, ActionKind, Operator, Pipeline, UdfCall
from daft_lint.plan.quantity import Origin, OriginKind, Quantity
from daft_lint.plan.span import Span
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass, field, replace
from daft_lint.scheduling.optimiser.allowed_steps import refusal
from daft_lint.scheduling.optimiser.judged_runner import judged_runner, natively
from daft_lint.scheduling.optimiser.native import NATIVE
from daft_lint.scheduling.prediction.predict import Prediction, predict

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.infer.tree_values import TreeValues
    from daft_lint.plan.wrapper import UdfWrapper
    from daft_lint.udf_code.definitions import UdfDefinition

T = TypeVar("T")

WARNING_LOSS = 0.25
"""The share of the paid actor time whose loss makes a finding a warning."""


class Cases(tuple["Case", ...]):
    """Cases, found by the places that they pass."""

    # All cases that these were taken from, and the places of those that were left out.
    _whole: tuple[Cases, range] | None = None

    def without(self, some: range) -> Cases:
        """All but some of them. Where these pass is looked up once for all."""
        left = Cases((*self[: some.start], *self[some.stop :]))
        left._whole = self, some
        return left

    def passing(self, spans: Iterable[Span]) -> list[Case]:
        """The cases with a step, or a call of a UDF, at one of these places."""
        whole, some = self._whole or (self, range(0))
        found = {number for span in spans for number in whole._passing.get(span, ())}
        return [whole[number] for number in sorted(found) if number not in some]

    def seen_at(self, span: Span, work: Callable[[Case, Span], T | None]) -> Sequence[T]:
        """What some work sees in those that pass a place, looked up once; others may be in it."""
        whole, _ = self._whole or (self, range(0))
        if (span, work) not in whole._seen:
            seen = (work(case, span) for case in whole.passing((span,)))
            whole._seen[span, work] = [each for each in seen if each is not None]
        return whole._seen[span, work]

    @cached_property
    def _seen(self) -> dict[object, list[Any]]:
        return {}

    @cached_property
    def _passing(self) -> dict[Span, list[int]]:
        found: dict[Span, list[int]] = {}
        for number, case in enumerate(self):
            for span in case.numbers:
                found.setdefault(span, []).append(number)
        return found


_NO_CASES = Cases()


@dataclass(frozen=True, slots=True)
class Case:
    """One pipeline to judge, and what is predicted of it once that is asked.

    `pipeline` holds the runner, the cluster and the data that code, hints and settings give it.
    `document` are all cases of the same program, this one too; `others` are those of other programs
    that pass the same document. `unseen` gives those of unknown frames, with only the steps that
    they may pass in it; that takes time. `project` gives the other files. `started_by` is the file
    to run for it, None where it stands in code without a caller in sight. With `as_production` it
    is judged as what it stands for, even where a test builds it.
    """

    pipeline: Pipeline
    daft_version: tuple[int, ...]
    document: Cases = _NO_CASES
    others: Cases = _NO_CASES
    unseen: Callable[[], tuple[Case, ...]] = field(default=tuple, repr=False, compare=False)
    project: Project = NO_PROJECT
    started_by: str | None = None
    as_production: bool = False
    # What rests on the pipeline alone is the same beside other cases. That of another pipeline is
    # made anew: `replace` keeps it.
    _prediction: list[Prediction] = field(default_factory=list, repr=False, compare=False)
    _elsewhere: dict[tuple[Cluster, Runner | None], Prediction] = field(
        default_factory=dict, repr=False, compare=False
    )
    _numbers: dict[Span, list[int]] = field(default_factory=dict, repr=False, compare=False)
    _steps: list[Operator] = field(default_factory=list, repr=False, compare=False)
    _runner: list[Runner] = field(default_factory=list, repr=False, compare=False)
    # Every problem of every case that shares a call asks for these.
    _problems: dict[Check, Counter[Span]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def prediction(self) -> Prediction:
        """What is predicted of it with its own runner and cluster."""
        if not self._prediction:
            self._prediction.append(
                predict(self.pipeline, self.pipeline.cluster, self.daft_version)
            )
        return self._prediction[0]

    @property
    def is_known_idle(self) -> bool:
        """Whether it was predicted, and there is no work in it."""
        return bool(self._prediction) and not self._prediction[0].work

    @property
    def has_work(self) -> bool:
        """Whether anything in it takes time on rows."""
        in_shuffles = any(step.shuffle_calls for step in self.pipeline.plan.operators)
        return in_shuffles or bool(self.prediction.work)

    def problems_at(self, check: Check, span: Span) -> int:
        """How many problems `check` sees at a place."""
        if check not in self._problems:
            self._problems[check] = Counter(problem.span for problem in check(self))
        return self._problems[check][span]

    def numbers_at(self, span: Span) -> Sequence[int]:
        """The numbers of the pipeline's steps that stand at a place, or have a call of a UDF there.

        They are those that the program gives them.
        """
        return self.numbers.get(span, ())

    @property
    def numbers(self) -> Mapping[Span, Sequence[int]]:
        """The numbers of the pipeline's steps by the places where they, or their calls, stand."""
        if not self._numbers:
            for step in self.written_steps:
                for place in {step.span, *(call.span for call in step.calls)}:
                    self._numbers.setdefault(place, []).append(step.number)
        return self._numbers

    def with_others_at(self, *spans: Span) -> list[Case]:
        """This case, and all others in sight that pass one of some places."""
        return [self, *self.document.passing(spans), *self.others.passing(spans)]

    @property
    def may_run_on_ray(self) -> bool:
        """Whether nothing in sight keeps it off the Ray runner."""
        runner = self.pipeline.runner
        return not (runner.kind is RunnerKind.NATIVE and runner.certain)

    @property
    def runner(self) -> Runner:
        """The runner that it is judged for."""
        if not self._runner:
            self._runner.append(judged_runner(self.pipeline))
        return self._runner[0]

    @property
    def runs_on_ray_if_anything(self) -> bool:
        """Whether it is judged for Ray."""
        return self.runner.kind is RunnerKind.RAY

    @property
    def judged(self) -> Prediction:
        """What is predicted of it on the runner that it is judged for."""
        return self.prediction if self.runs_on_ray_if_anything else self.on_native

    @property
    def on_native(self) -> Prediction:
        """What is predicted of it on the native runner."""
        if not self.may_run_on_ray:
            return self.prediction
        return self.predicted(self.pipeline.cluster, NATIVE)

    def as_native(self) -> Case:
        """It as the native runner runs it."""
        pipeline = replace(self.pipeline, runner=NATIVE)
        known = [self.on_native]
        return replace(self, pipeline=pipeline, _prediction=known, _elsewhere={}, _runner=[])

    def predicted(self, cluster: Cluster, runner: Runner | None = None) -> Prediction:
        """What is predicted of it on another cluster, or by another runner, worked out once."""
        key = cluster, runner
        if key not in self._elsewhere:
            pipeline = replace(self.pipeline, runner=runner or self.pipeline.runner)
            self._elsewhere[key] = predict(pipeline, cluster, self.daft_version)
        return self._elsewhere[key]

    @property
    def runs_on_native(self) -> bool:
        """Whether it certainly runs on the native runner, as the program wants it."""
        return not (self.may_run_on_ray or self.pipeline.runner.by_default)

    def in_test(self, span: Span) -> bool:
        """Whether a test builds the pipeline, or has the step at a place.

        What a test runs is right or wrong, not fast or slow.
        """
        if self.as_production:
            return False
        paths = (self.pipeline.plan.source.span.path, span.path)
        return self.pipeline.name.startswith("test_") or any(map(is_test_file, paths))

    def everywhere(self, check: Check) -> Iterator[Problem]:
        """The problems that `check` sees wherever a case in sight passes the same place.

        A step that one pipeline has no use for may serve another one. So may one that a pipeline
        passes twice, by a function that is called twice or in the rounds of a loop. So may one in a
        function that other code calls with an unknown frame.
        """
        for problem in check(self):
            known = self.with_others_at(problem.span)
            if all(case._always_has(check, problem.span) for case in known) and all(
                case._always_has(check, problem.span) for case in self.unseen()
            ):
                yield problem

    def _always_has(self, check: Check, span: Span) -> bool:
        """Whether `check` sees a problem with each step that stands there."""
        passes = len(self.numbers_at(span))
        return passes == 0 or self.problems_at(check, span) >= passes

    def passes(self, span: Span) -> bool:
        """Whether one of the pipeline's steps stands there, or a call of a UDF in one."""
        return bool(self.numbers_at(span))

    @property
    def written_steps(self) -> Sequence[Operator]:
        """The steps as written, as `Plan.steps` gives them."""
        if not self._steps:
            self._steps.extend(self.pipeline.plan.steps)
        return self._steps


@dataclass(frozen=True, slots=True)
class Use:
    """A place where a pipeline uses a UDF."""

    case: Case
    call: UdfCall


@dataclass(frozen=True, slots=True)
class Definition:
    """A UDF as a file defines it, to judge whatever pipelines it serves.

    `uses` are those in sight, `project` gives the other files of the project. `daft_version` is the
    one that the settings name: `(0, 7)`.
    """

    udf: UdfDefinition
    uses: tuple[Use, ...] = ()
    project: Project = NO_PROJECT
    daft_version: tuple[int, ...] = (0, 7)

    @property
    def is_test(self) -> bool:
        """Whether it stands in a test: what it does is right or wrong, not fast or slow."""
        return is_test_file(self.udf.span.path)


@dataclass(frozen=True)
class Module:
    """A file that imports Daft, to judge its code whatever pipelines it builds.

    `values` tell what its expressions stand for. `daft_version` and `wrappers` of UDFs are those
    that the settings name; without `knows_daft`, neither they nor the project say which Daft runs.
    """

    document: Document
    project: Project = NO_PROJECT
    daft_version: tuple[int, ...] = (0, 7)
    knows_daft: bool = True
    wrappers: tuple[UdfWrapper, ...] = ()

    @cached_property
    def values(self) -> TreeValues:
        """What its expressions stand for, found out when it is asked.

        Raises:
            SourceSyntaxError: when it is no program. A rule that lets it pass finds nothing.
        """
        from daft_lint.infer.tree_values import TreeValues
        from daft_lint.pipelines.program import programs_of
        from daft_lint.syntax.source import SourceSyntaxError, parsed

        tree = parsed(self.document.text)
        if isinstance(tree, SourceSyntaxError):
            raise tree
        infer = programs_of(self.project, self.wrappers).infer
        return TreeValues(infer, infer.modules.of(self.document), tree)

    @cached_property
    def udf_calls(self) -> frozenset[Span]:
        """Where pipelines call UDFs in it; empty for what is no program."""
        from daft_lint.modules.prefilter import Sought, judged_in
        from daft_lint.pipelines.reading import read_around
        from daft_lint.syntax.source import SourceSyntaxError

        # Functions that settings name are called anything.
        sought = Sought.ANYTHING if self.wrappers else judged_in(self.document, self.project)
        if not sought.may_be_in(self.document, self.project):
            return frozenset()
        try:
            reading = read_around(self.document, self.project, self.wrappers, sought)
        except SourceSyntaxError:
            return frozenset()
        pipelines = (each for program in reading.programs for each in program.pipelines)
        steps = (step for each in (*pipelines, *reading.unseen) for step in each.plan.steps)
        calls = (call.span for step in steps for call in (*step.calls, *step.shuffle_calls))
        return frozenset(span for span in calls if span.path == self.document.path)


def assuming_unshared(step: Operator, following: Operator) -> tuple[str, ...]:
    """What is assumed of a step that only `following` makes needless.

    Nothing when both stand in one chain on a line; else the frame between them has a name, and may
    be used out of sight.
    """
    after = (step.span.end_line, step.span.end_column + 1)
    same_file = step.span.path == following.span.path
    if same_file and after == (following.span.line, following.span.column):
        return ()
    return (f"no other code uses the frame that this `{step.method}` makes",)


def assuming_taken(step: Operator, place: Span, action: Action | None, here: Span) -> str:
    """The assumption that a step of only some runs is taken, in words for the place `here`.

    It may be made in a loop that the action stands behind, and that need not run.
    """
    line = place.line_from(here)
    around = {loop.span for loop in action.loops} if action is not None else set()
    before = next((loop.span for loop in step.loops if loop.span not in around), None)
    if before is not None:
        return f"an iteration of the loop on {before.line_from(here)} passes on the frame of {line}"
    return f"the branch that runs {line} is taken"


def assuming_used(call: UdfCall) -> str:
    """What is assumed of a call that Daft doesn't run if nothing needs its column."""
    column = "the column" if call.output is None else f"the column `{call.output}`"
    return f"some code uses {column} that `{call.udf.name}` makes: otherwise the UDF doesn't run"


@dataclass(frozen=True, slots=True)
class Problem:
    """What a rule sees in a case, before it is known how sure it is.

    `rests_on` are the quantities that decided it: their origins give the confidence and the
    assumptions. `on_ray` says that it only holds on the Ray runner; a definition runs on any.
    Without a `severity`, the effect gives it. In a test, a problem that is no error is at most
    possible, unless it `counts_in_tests`. `call` is the use of a UDF that the problem is about, and
    `claim` what it says of that: `daft-lint verify` watches it. `last_daft` is as for a `Finding`.
    """

    span: Span
    message: str
    remedy: str | Fix
    rests_on: tuple[Quantity, ...] = ()
    on_ray: bool = True
    effect: Effect | None = None
    severity: Severity | None = None
    at_most: Confidence = Confidence.CERTAIN
    assumptions: tuple[str, ...] = ()
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()
    call: UdfCall | None = None
    claim: Claim = Claim.LOSS
    counts_in_tests: bool = False
    last_daft: tuple[int, ...] | None = None


Check = Callable[[Case], Iterable[Problem]]
DefinitionCheck = Callable[[Definition], Iterable[Problem]]
ModuleCheck = Callable[[Module], Iterable[Problem]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its code, its name (the problem it finds), its documentation and its check.

    `check` judges pipelines, `check_definition` UDF definitions, `check_module` files. What the
    linting itself reports, such as a syntax error, has none of them. One that `needs_work` finds
    nothing in a pipeline without any. One that is the same `everywhere` finds the same on any
    runner and cluster. `since` is the first release with the rule, such as `0.1.0`; empty where
    that isn't known.
    """

    code: str
    name: str
    documentation: str
    check: Check | None = None
    check_definition: DefinitionCheck | None = None
    check_module: ModuleCheck | None = None
    needs_work: bool = False
    everywhere: bool = False
    since: str = ""

    @property
    def depends_on_cluster(self) -> bool:
        """Whether it may find something else on another runner or cluster."""
        return not self.everywhere and (bool(self.check) or self.code.startswith(ABOUT_WORK))

    @property
    def summary(self) -> str:
        """The first line of the documentation, without its full stop; the name without one."""
        return self.documentation.partition("\n")[0].rstrip(".") or self.name

    def findings(self, case: Case) -> Iterator[Finding]:
        """What the rule finds in a case; nothing where it is doubtful whether there is one.

        Raises:
            TypeError: as `findings_of` does.
        """
        if case.pipeline.doubtful:
            return
        for problem in map(_sound, self.check(case)) if self.check is not None else ():
            origins = [*_of_runner(problem, case), *_of_count(problem, case), *_origins(problem)]
            is_test = case.in_test(problem.span)
            finding = _finding(self, problem, origins, case.project, is_test=is_test)
            finding = replace(finding, fixes=tuple(_allowed(fix, case) for fix in finding.fixes))
            finding = _for_one_caller(finding, case, self._unaffected(problem, case))
            finding = self._for_no_other(finding, problem, case)
            related = (*finding.related, *_elsewhere(problem, case.pipeline.runner))
            message = f"{finding.message}{_by_default(problem, case)}"
            yield replace(
                finding,
                message=message,
                pipeline=case.pipeline,
                related=related,
                on_ray=problem.on_ray,
            )

    def _unaffected(self, problem: Problem, case: Case) -> tuple[Case, ...]:
        """The other pipelines that pass the same call of a UDF and have no such problem there.

        One that goes on from the same frame, where that step has run already, needs no other.
        """
        if self.check is None:
            return ()
        spans = (problem.span,)
        own = set(case.numbers_at(problem.span)) if problem.call is not None else set()
        same = (
            each_case
            for each_case in case.document.passing(spans)
            if own.isdisjoint(each_case.numbers_at(problem.span))
        )
        return tuple(
            other
            for other in (*same, *case.others.passing(spans))
            if not other.problems_at(self.check, problem.span)
        )

    def _for_no_other(self, finding: Finding, problem: Problem, case: Case) -> Finding:
        """A finding whose fixes leave alone steps that other code has for unknown frames."""
        if self.check is None or not any(fix.edits for fix in finding.fixes):
            return finding
        others = [
            each_case
            for each_case in case.unseen()
            if not each_case.problems_at(self.check, problem.span)
        ]
        fixes = tuple(
            _as_sketch(fix, "other code does this too")
            if any(_reaches(fix, other) for other in others)
            else fix
            for fix in finding.fixes
        )
        return replace(finding, fixes=fixes)

    def findings_of(self, definition: Definition) -> Iterator[Finding]:
        """What the rule finds in a definition.

        Raises:
            TypeError: when a message or a place is something else; other errors are the rule's.
        """
        problems = self.check_definition(definition) if self.check_definition is not None else ()
        for problem in map(_sound, problems):
            origins = _origins(problem)
            finding = _finding(
                self, problem, origins, definition.project, is_test=definition.is_test
            )
            used_by = (use.case.pipeline for use in definition.uses if use.call is problem.call)
            yield replace(finding, pipeline=next(used_by, None))

    def findings_in(self, module: Module) -> Iterator[Finding]:
        """What the rule finds in a file.

        Raises:
            TypeError: as `findings_of` does.
        """
        problems = self.check_module(module) if self.check_module is not None else ()
        for problem in map(_sound, problems):
            is_test = is_test_file(module.document.path)
            yield _finding(self, problem, _origins(problem), module.project, is_test=is_test)


def rule(
    code: str, name: str, *, needs_work: bool = False, everywhere: bool = False, since: str = ""
) -> Callable[[Check], Rule]:
    """Make a rule of a function that checks pipelines; its docstring documents the rule.

    With `needs_work` it is only asked where a program has UDFs, built-in expressions that take
    time, or steps that cut rows into partitions and batches. Most files with Daft have none, and
    aren't followed for it.
    """

    def make(check: Check) -> Rule:
        documentation = inspect.getdoc(check) or ""
        return Rule(
            code,
            name,
            documentation,
            check,
            needs_work=needs_work,
            everywhere=everywhere,
            since=since,
        )

    return make


def definition_rule(code: str, name: str, *, since: str = "") -> Callable[[DefinitionCheck], Rule]:
    """Make a rule of a function that checks UDF definitions; its docstring documents the rule."""

    def make(check: DefinitionCheck) -> Rule:
        documentation = inspect.getdoc(check) or ""
        return Rule(code, name, documentation, check_definition=check, since=since)

    return make


def module_rule(code: str, name: str, *, since: str = "") -> Callable[[ModuleCheck], Rule]:
    """Make a rule of a function that checks files; its docstring documents the rule."""

    def make(check: ModuleCheck) -> Rule:
        documentation = inspect.getdoc(check) or ""
        return Rule(code, name, documentation, check_module=check, since=since)

    return make


def _sound(problem: Problem) -> Problem:
    """The problem, if it can be reported: rules of others may not be type-checked.

    Raises:
        TypeError: when its message or one of its places is something else.
    """
    if not isinstance(problem.message, str):
        raise TypeError(f"the message of a problem isn't a string: {problem.message!r}")
    places = (problem.span, *(related.span for related in problem.related))
    if not all(isinstance(span, Span) for span in places):
        raise TypeError("a place of a problem isn't a Span")
    return problem


def _finding(
    rule: Rule,
    problem: Problem,
    origins: Iterable[Origin],
    project: Project,
    *,
    is_test: bool,
) -> Finding:
    confidence, assumptions = _confidence(problem, origins)
    severity, message = problem.severity, problem.message
    if severity is None:
        severity = severity_of(problem.effect)
        if problem.effect is not None and problem.effect.light:
            message = f"{message}. That work is light: a few operations a row"
        if problem.effect is not None and problem.effect.unweighed:
            message = f"{message}. Nothing shows that these rows take long"
    remedy = problem.remedy if isinstance(problem.remedy, Fix) else Fix(problem.remedy)
    if is_test and severity is not Severity.ERROR and not problem.counts_in_tests:
        confidence = Confidence.POSSIBLE
    return Finding(
        code=rule.code,
        name=rule.name,
        message=message,
        span=problem.span,
        severity=severity,
        confidence=confidence,
        effect=problem.effect,
        assumptions=tuple(dict.fromkeys((*assumptions, *problem.assumptions))),
        related=problem.related,
        fixes=tuple(_with_edits(fix, project) for fix in (remedy, *problem.fixes)),
        call=problem.call,
        claim=problem.claim,
        last_daft=problem.last_daft,
    )


def _with_edits(fix: Fix, project: Project) -> Fix:
    """A remedy with the edits that do its changes, where edits can.

    Such edits are as safe as the rule says, unsafe if it says nothing. No edits are a sketch.
    """
    edits = fix.edits or edits_of(fix.changes, project.may_import)
    if not edits:
        return replace(fix, safety=Safety.DISPLAY_ONLY)
    unsaid = fix.safety is Safety.DISPLAY_ONLY and not fix.edits
    return replace(fix, edits=edits, safety=Safety.UNSAFE if unsaid else fix.safety)


def _for_one_caller(finding: Finding, case: Case, unaffected: Sequence[Case]) -> Finding:
    """A finding whose fixes leave the pipelines alone that share its code and don't need them."""
    if not unaffected:
        return finding
    fixes = []
    for fix in finding.fixes:
        reached = [other for other in unaffected if _reaches(fix, other)]
        fixes.append(_as_sketch(fix, _only_here(finding.span, case, reached)) if reached else fix)
    return replace(finding, fixes=tuple(fixes))


def _only_here(place: Span, case: Case, others: Sequence[Case]) -> str:
    """The pipelines that also pass a place and need no fix there, and how the case differs."""
    shared = {span for other in others for span in other.pipeline.spans}
    own = next((span for span in _written_at(case) if span not in shared), None)
    line = None if own is None else own.line_from(place)
    numbers = _frames_at(place, case)
    same = {
        id(each_case)
        for each_case in case.document.passing((place,))
        if not numbers.isdisjoint(_frames_at(place, each_case))
    }
    runs = [other.pipeline.action for other in others if id(other) in same]
    if len(runs) < len(others):
        where = "for this caller" if line is None else f"for frames from {line}"
        return (
            f"other code runs this step too and doesn't need the change, so change it only {where}"
        )
    # All of them go on from the very same frame.
    first = next((run for run in runs if run is not None), None)
    who = "other code" if first is None else f"`{first.method}` on {first.span.line_from(place)}"
    where = "here" if line is None else f"for {line}"
    return (
        f"{who} also continues from that frame and doesn't need the change, so change it only "
        f"{where}"
    )


def _allowed(fix: Fix, case: Case) -> Fix:
    """A fix, as a sketch for the user where a plan that it reaches doesn't allow it."""
    changed = [span for change in fix.changes for span in _changed_by(change)]
    reached = (other for other in case.with_others_at(*changed) if _reaches(fix, other))
    reasons = (refusal(other.pipeline, fix.changes) for other in reached)
    because = next((reason for reason in reasons if reason is not None), None)
    return fix if because is None else _as_sketch(replace(fix, changes=()), because)


def _frames_at(place: Span, case: Case) -> frozenset[int]:
    """The numbers of the steps of a case at a place; those that Daft adds have none."""
    steps = (step.number for step in case.written_steps if step.span == place)
    return frozenset(steps) - {0}


def _as_sketch(fix: Fix, because: str) -> Fix:
    """A fix as a sketch for the user."""
    message = f"{fix.message}; {because}"
    return replace(fix, message=message, edits=(), safety=Safety.DISPLAY_ONLY)


def _written_at(case: Case) -> Iterator[Span]:
    """Where a pipeline is written: its source, its steps and its action."""
    yield case.pipeline.plan.source.span
    yield from (step.span for step in case.written_steps)
    if case.pipeline.action is not None:
        yield case.pipeline.action.span


def _changed_by(change: Change) -> Iterator[Span]:
    """Where the step stands that a change is about."""
    if isinstance(change, Insertion):
        yield change.before.span
    elif isinstance(change, Removal | Replacement):
        yield change.operator.span


def _reaches(fix: Fix, other: Case) -> bool:
    """Whether a fix changes the steps of another pipeline, or a number of it."""
    for change in fix.changes:
        if not any(map(other.passes, _changed_by(change))):
            continue
        if isinstance(change, Insertion | Removal):
            return True
        if isinstance(change, Replacement):
            # The number may come from where only the one pipeline passes.
            spans = tuple(other.pipeline.spans) if fix.edits else ()
            places = [edit.span for edit in fix.edits]
            return not places or any(span.holds(place) for place in places for span in spans)
    return False


def severity_of(effect: Effect | None) -> Severity:
    """A warning when at least a quarter of the paid actor time is lost for sure, else info.

    Of light work next to no time is lost; of a function that may well be light, perhaps none.
    """
    if effect is None or effect.light or effect.unweighed:
        return Severity.INFO
    lost = 1 - effect.utilisation.high
    idle = effect.idle.low / effect.actors.high if effect.actors.high else 0
    return Severity.WARNING if max(lost, idle) >= WARNING_LOSS else Severity.INFO


_CONFIDENCE = {
    OriginKind.ASSUMPTION: Confidence.LIKELY,
    OriginKind.RECORDED: Confidence.LIKELY,
    OriginKind.DEFAULT: Confidence.POSSIBLE,
    OriginKind.GUESS: Confidence.POSSIBLE,
}


def _confidence(problem: Problem, origins: Iterable[Origin]) -> tuple[Confidence, list[str]]:
    """How sure a problem is, and what it assumes: the least sure thing it rests on decides."""
    confidence = problem.at_most
    assumptions: list[str] = []
    if problem.call is not None and problem.call.doubtful:
        assumptions.append(assuming_used(problem.call))
    if problem.assumptions or assumptions:
        confidence = min(confidence, Confidence.LIKELY)
    for origin in origins:
        weight = _CONFIDENCE.get(origin.kind)
        if weight is not None:
            confidence = min(confidence, weight)
            assumptions.append(origin.text)
    return confidence, assumptions


def _origins(problem: Problem) -> Iterator[Origin]:
    for quantity in problem.rests_on:
        yield from quantity.origins


def _of_runner(problem: Problem, case: Case) -> Iterator[Origin]:
    runner = case.pipeline.runner
    if problem.on_ray and not (runner.kind is RunnerKind.RAY and runner.certain):
        # Where Ray isn't in sight, or only another job selects it, it is a guess.
        is_guess = not case.runs_on_ray_if_anything or runner.another_job
        kind = OriginKind.GUESS if is_guess else OriginKind.ASSUMPTION
        yield Origin(kind, _runner_assumption(runner))
    elif _on_processes(problem) and (runner.among or runner.if_unset):
        yield Origin(OriginKind.ASSUMPTION, "the native runner is chosen")


def _of_count(problem: Problem, case: Case) -> Iterator[Origin]:
    action = case.pipeline.action
    is_count = action is not None and action.kind is ActionKind.COUNT
    if is_count and problem.call is not None and problem.call.doubtful:
        text = "`count_rows` counts that column: of several, it counts the one of the smallest type"
        yield Origin(OriginKind.GUESS, text)


def _by_default(problem: Problem, case: Case) -> str:
    """The runner of processes that idle where nothing selects one."""
    return f" {natively(case.runner)}" if _on_processes(problem) and case.runner.taken else ""


def _on_processes(problem: Problem) -> bool:
    return problem.effect is not None and problem.effect.unit is Unit.PROCESS


def _elsewhere(problem: Problem, runner: Runner) -> Iterator[Related]:
    """The choice of the runner that a problem rests on, when code of another file makes it."""
    origin = runner.origin
    if origin is None or origin.span is None or origin.kind is not OriginKind.LITERAL:
        return
    if problem.on_ray and origin.span.path != problem.span.path:
        yield Related(origin.span, origin.text)


def _runner_assumption(runner: Runner) -> str:
    if runner.another_job and runner.kind is RunnerKind.RAY:
        return "it runs on the Ray runner, as another job of this program that selects it"
    if runner.kind is RunnerKind.RAY and runner.may_be_late:
        return "nothing has run before the Ray runner is selected"
    if (
        runner.kind is RunnerKind.RAY
        and runner.origin
        and runner.origin.kind is OriginKind.ASSUMPTION
    ):
        return runner.origin.text.removeprefix("assumed: ")
    if runner.kind is RunnerKind.RAY and runner.if_unset:
        return "the environment doesn't set another runner"
    if runner.kind is RunnerKind.RAY:
        return "the branch that selects the Ray runner is taken"
    return "it runs on the Ray runner: the code doesn't clearly select a runner"
