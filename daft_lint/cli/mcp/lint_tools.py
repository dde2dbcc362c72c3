"""The tools check, fix and explain."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from daft_lint.cli.fixes import Fixes
from daft_lint.cli.lint_run import LintRun
from daft_lint.cli.mcp.answer import Item, answer, changed_files, cut
from daft_lint.cli.options import SettingsFinder
from daft_lint.cli.progress import Progress
from daft_lint.cli.rule import rule_called
from daft_lint.cli.selection import unselected_warning
from daft_lint.documents.file_status import real_path
from daft_lint.findings import Finding, Safety
from daft_lint.reporting.phrases import counted, idle_of, summary, utilisation_of
from daft_lint.reporting.printable import on_one_line
from daft_lint.reporting.questions import Question, questions, without_rule
from daft_lint.reporting.report import Failure, Report
from daft_lint.settings import unknown_version_warning


def checked(paths: tuple[Path, ...], finder: SettingsFinder, root: Path, most: int) -> str:
    """The findings, open work, and files that couldn't be read."""
    run = _run(paths, finder, root)
    report = run.report()
    outcome = [summary(report, shown=True), *_warnings(finder)]
    return answer("\n".join(outcome), _items(report), changed_files(root), most)


def fixed(
    paths: tuple[Path, ...], finder: SettingsFinder, root: Path, most: int, *, unsafe: bool
) -> str:
    """The changes of fixes as unified diffs; nothing is written."""
    run = _run(paths, finder, root)
    fixes = Fixes(run, unsafe=unsafe)
    report = run.report()
    made = fixes.made
    outcome = [f"Would fix {counted(made, 'finding')}." if made else "Nothing to fix."]
    if made:
        outcome.append("Apply it with `patch -p0` in the folder of the server, or edit by hand.")
    unmade = 0 if unsafe else sum(map(_is_unsafe, report.findings))
    if unmade:
        outcome.append(
            f"{counted(unmade, 'more finding')} can be fixed with unsafe=true: these fixes keep "
            "the rows but may change their order, batch boundaries or resources."
        )
    unfixable = sum(not _has_edits(finding) for finding in report.findings)
    if unfixable:
        verb = "has" if unfixable == 1 else "have"
        outcome.append(
            f"{counted(unfixable, 'finding')} {verb} no fix: apply the remedies of `check` by hand."
        )
    items = [*map(_failure, report.failures)]
    items += [Item(path, diff) for path, diff in fixes.diffs.items()]
    return answer("\n".join(outcome), items, changed_files(root), most)


def explained(rule: str, finder: SettingsFinder) -> str:
    """The page of a rule.

    Raises:
        click.UsageError: there is no such rule.
    """
    found = rule_called(rule, finder)
    return cut(f"# {found.code} {found.name}\n\n{found.documentation}")


def _run(paths: tuple[Path, ...], finder: SettingsFinder, root: Path) -> LintRun:
    run = LintRun(finder, verbose=False)
    # A folder may hold links that lead out.
    run.among = lambda files: [file for file in files if real_path(file).is_relative_to(root)]
    run.check(paths, Progress(wanted=False))
    return run


def _warnings(finder: SettingsFinder) -> Iterator[str]:
    unselected = unselected_warning(finder)
    if unselected is not None:
        yield unselected
    yield from filter(None, map(unknown_version_warning, finder.loaded))


def _items(report: Report) -> Iterator[Item]:
    yield from map(_failure, report.failures)
    yield from map(_finding, report.findings)
    for judgement in without_rule(report.judgements):
        where = judgement.span.exact_place
        yield _item(judgement.span.path, f"{where}: bad: `{judgement.work}`: {judgement.result}")
    yield from map(_question, questions(report.judgements))


def _item(path: str, *lines: str) -> Item:
    head, *rest = (on_one_line(line, unicode=True) for line in lines)
    return Item(path, "\n".join([head, *(f"  {line}" for line in rest)]))


def _failure(failure: Failure) -> Item:
    what = "not fixed" if failure.checked else "NOT CHECKED"
    return _item(failure.path, f"{failure.path}: {what}: {failure.message}")


def _finding(finding: Finding) -> Item:
    kind = f"{finding.severity.value}, {finding.confidence.value}"
    lines = [f"{finding.span.exact_place}: {finding.code} [{kind}] {finding.message}"]
    effect = finding.effect
    if effect is not None:
        figures = (
            f"idle {effect.unit.plural}: {idle_of(effect)}",
            utilisation_of(effect),
        )
        lines.append(", ".join(filter(None, figures)))
    lines += [f"{related.span.place}: {related.message}" for related in finding.related]
    for fix in finding.fixes:
        how = f"fix ({fix.safety.value})" if fix.edits else "do"
        lines.append(f"{how}: {fix.message}")
    lines += [f"assuming: {assumption}" for assumption in finding.assumptions]
    return _item(finding.span.path, *lines)


def _question(question: Question) -> Item:
    asked, *rest = question.lines
    span = question.first.span
    return _item(span.path, f"{span.exact_place}: open: {asked}", *rest)


def _has_edits(finding: Finding) -> bool:
    return any(fix.edits for fix in finding.fixes)


def _is_unsafe(finding: Finding) -> bool:
    safeties = {fix.safety for fix in finding.fixes if fix.edits}
    return Safety.UNSAFE in safeties and Safety.SAFE not in safeties
