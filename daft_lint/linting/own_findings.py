"""What the linting itself finds: code that can't be read, and comments of no use."""

from __future__ import annotations

import ast
from functools import cache
from typing import TYPE_CHECKING

from daft_lint.daft_api.operators import is_action
from daft_lint.documents.comment_removal import without_selector
from daft_lint.documents.embedded_code import python_left_out
from daft_lint.documents.layout import FileKind
from daft_lint.documents.project import is_test_file
from daft_lint.findings import Confidence, Finding, Fix, Safety, Severity
from daft_lint.judgement import Judgement, Status
from daft_lint.registry import all_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from daft_lint.documents.document import Document
    from daft_lint.documents.hints import Hint, InvalidPragma
    from daft_lint.documents.project import Project
    from daft_lint.judging.suppression import Silenced
    from daft_lint.linting.read import Read
    from daft_lint.plan.span import Span
    from daft_lint.rule import Rule
    from daft_lint.rule_parts.rule_failures import RuleFailure
    from daft_lint.settings import Settings

SYNTAX_ERROR = "DFT900"
NEWER_SYNTAX = "DFT903"
UNREAD = frozenset({SYNTAX_ERROR, NEWER_SYNTAX})
"""Findings of files where nothing else is read."""
UNUSED_SUPPRESSION = "DFT901"
INVALID_PRAGMA = "DFT902"


def of_no_use(
    hints: Sequence[Hint], read: Read, document: Document, settings: Settings, project: Project
) -> Iterator[InvalidPragma]:
    """Hints that reach no pipeline, or say something else of a source than what Daft makes of it.

    Tests aren't read for them.
    """
    if not hints or is_test_file(document.path):
        return
    from daft_lint.modules.hint_facts import refused
    from daft_lint.pipelines.program import programs_of

    sources = (source for case in read.cases for source in case.pipeline.plan.sources)
    own = (source for source in sources if source.span.path == document.path)
    yield from refused(hints, dict.fromkeys(own))
    if read.cases and read.bound is None and not read.unread:
        module = programs_of(project, settings.udf_wrappers).infer.modules.of(document)
        pipelines = [case.pipeline for case in read.cases]
        called = {call.place[0] for call in module.index.calls}
        yield from module.hints.idle(pipelines, document.path, called)


def broken_pieces(document: Document) -> Iterator[Finding]:
    """The cells of a notebook that are no Python; what is no Python in Markdown is none."""
    if document.layout is not None:
        for message, span in document.layout.broken(document.path):
            yield own_finding(SYNTAX_ERROR, span, message)


def own_finding(code: str, span: Span, message: str, fixes: tuple[Fix, ...] = ()) -> Finding:
    """A finding of the linting itself."""
    name = next(rule.name for rule in all_rules() if rule.code == code)
    severity = Severity.ERROR if code == SYNTAX_ERROR else Severity.WARNING
    return Finding(code, name, message, span, severity, Confidence.CERTAIN, fixes=fixes)


def codes_that_ran(
    rules: Iterable[Rule], settings: Settings, failures: Iterable[RuleFailure]
) -> frozenset[str]:
    """The codes of the rules that ran to their end."""
    failed = {failure.rule.code for failure in failures}
    ran = (rule.code for rule in rules if settings.selects(rule.code, rule.name))
    return frozenset(ran) - failed


def unused_suppressions(
    silenced: Silenced, rules: Iterable[Rule], judged: frozenset[str], document: Document
) -> Iterator[Finding]:
    """Suppressions of rules that ran and found nothing there."""
    others = [rule for rule in rules if rule.code not in judged]

    @cache
    def ran(selector: str) -> bool:
        start = selector.upper()
        return not any(
            selector in (rule.code, rule.name) or rule.code.startswith(start) for rule in others
        )

    for suppression, selector in silenced.unused:
        if ran(selector):
            message = f"`{selector}` is suppressed here, but it finds nothing"
            edit = without_selector(document, suppression, selector)
            fix = Fix(f"remove `{selector}`", Safety.SAFE, (edit,))
            yield own_finding(UNUSED_SUPPRESSION, suppression.span, message, (fix,))


def unread_cells(document: Document) -> Iterator[Judgement]:
    """Cells of a notebook that run frames and aren't read: their work is open."""
    if document.layout is None or document.layout.kind is not FileKind.NOTEBOOK:
        return
    if not document.holds("daft"):
        return
    broken = {span.cell for _, span in document.layout.broken(document.path)}
    for source, span in document.unread:
        found = python_left_out(source) if span.cell not in broken else None
        if found is not None and any(map(_runs_frame, ast.walk(found[0]))):
            result = f"daft-lint doesn't read code {found[1]}: take that away to have it judged"
            yield Judgement(span, "unread code", Status.OPEN, result)


def _runs_frame(node: ast.AST) -> bool:
    """Whether a call has the name of a method that runs a frame."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name)):
            return is_action(name)
    return False
