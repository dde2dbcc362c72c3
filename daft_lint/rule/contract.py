"""A rule, and how a function becomes one."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from daft_lint.documents.project import is_test_file
from daft_lint.judgement import ABOUT_WORK
from daft_lint.plan.span import Span
from daft_lint.records import dataclass, replace
from daft_lint.rule.case import Case
from daft_lint.rule.definition import Definition
from daft_lint.rule.finding_of import (
    by_default,
    elsewhere,
    finding_of,
    of_count,
    of_runner,
    origins_of,
)
from daft_lint.rule.module import Module
from daft_lint.rule.problem import Problem
from daft_lint.rule.reach import allowed, as_sketch, for_one_caller, reaches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daft_lint.findings import Finding

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
            origins = [*of_runner(problem, case), *of_count(problem, case), *origins_of(problem)]
            is_test = case.in_test(problem.span)
            finding = finding_of(self, problem, origins, case.project, is_test=is_test)
            finding = replace(finding, fixes=tuple(allowed(fix, case) for fix in finding.fixes))
            finding = for_one_caller(finding, case, self._unaffected(problem, case))
            finding = self._for_no_other(finding, problem, case)
            related = (*finding.related, *elsewhere(problem, case.pipeline.runner))
            message = f"{finding.message}{by_default(problem, case)}"
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
            as_sketch(fix, "other code does this too")
            if any(reaches(fix, other) for other in others)
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
            origins = origins_of(problem)
            finding = finding_of(
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
            yield finding_of(self, problem, origins_of(problem), module.project, is_test=is_test)


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
