"""The check of a rule against the marks of a case, and the message when it fails."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from daft_lint.documents.document import Document, read_document
from daft_lint.documents.project import ProjectFolder
from daft_lint.findings import Confidence, Finding, Severity
from daft_lint.linting import INVALID_PRAGMA, SYNTAX_ERROR
from daft_lint.records import replace
from daft_lint.registry import with_rule
from daft_lint.settings import Settings, default_settings
from daft_lint.testing.cases import Program, RuleCase
from daft_lint.testing.findings import findings_in, selecting

# A program that can't be read, or tells less than it means to, proves nothing.
_UNREADABLE = (SYNTAX_ERROR, INVALID_PRAGMA)


def check(case: RuleCase) -> None:
    """Check that the rule finds the marked lines of a case that fires, and nothing in others.

    Raises:
        AssertionError: when it doesn't; the message tells the lines with their code.
    """
    __tracebackhide__ = True
    found = _of_rule(case, _settings(case))
    if any(_lines_of(findings) != list(program.expected) for program, findings in found):
        raise AssertionError(_difference(case, found))


def check_alone(case: RuleCase) -> None:
    """Check that of all other rules, exactly those that `# also` names find something.

    A fault should be reported once, by the rule that knows its cause.

    Raises:
        AssertionError: when others do, or when one of those doesn't.
    """
    __tracebackhide__ = True
    others = [
        (program, finding)
        for program, findings in _of_all(case, _settings(case))
        for finding in findings
        if finding.code != case.rule.code
    ]
    codes = {finding.code for _, finding in others}
    if codes == case.also:
        return
    lines = [f"{_title(case)}: other rules don't find what the case says"]
    lines += [
        f"  {_unexpected(program, finding)}"
        for program, finding in others
        if finding.code not in case.also
    ]
    lines += [
        f"  if {code} is right, make `# also {code}` the first line of the case's program"
        for code in sorted(codes - case.also)
    ]
    lines += [
        f"  {code} finds nothing: remove the line `# also {code}`"
        for code in sorted(case.also - codes)
    ]
    raise AssertionError("\n".join(lines))


def _title(case: RuleCase) -> str:
    return case.where or str(case)


def _lines_of(findings: tuple[Finding, ...]) -> list[int]:
    return sorted(finding.span.line for finding in findings)


def _settings(case: RuleCase) -> Settings:
    return default_settings() if case.settings is None else case.settings


_Found = list[tuple[Program, tuple[Finding, ...]]]


def _of_all(case: RuleCase, settings: Settings) -> _Found:
    """What all rules find in each program; those of a project are written to a folder for it."""
    rules, settings = with_rule(case.rule), selecting(case.rule, settings)
    if len(case.programs) == 1:
        (program,) = case.programs
        return [(program, findings_in(Document(program.path, program.text), rules, settings))]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        files = {program: root / program.path for program in case.programs}
        for program, file in files.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(program.text, encoding="utf-8")
        project = ProjectFolder(root, settings.exclude, settings.include)
        settings = replace(settings, root=root)
        return [
            (program, findings_in(read_document(file, str(file)), rules, settings, project))
            for program, file in files.items()
        ]


def _of_rule(case: RuleCase, settings: Settings) -> _Found:
    """What the rule finds, in programs that say what their author means."""
    __tracebackhide__ = True
    found = _of_all(case, settings)
    for program, findings in found:
        for finding in findings:
            if finding.code in _UNREADABLE and finding.code not in {case.rule.code, *case.also}:
                problem = f"{program.place(finding.span.line)}: {finding.message}"
                message = f"the program can't be read as intended: {problem}"
                raise AssertionError(f"{_title(case)}: {message}")
    return [
        (program, tuple(finding for finding in findings if finding.code == case.rule.code))
        for program, findings in found
    ]


def _difference(case: RuleCase, found: _Found) -> str:
    """Each line that is marked or found on, with what was expected, what was found, its code."""
    head = f"{case.rule.code} {_title(case)}"
    expected = [program.above + line for program, _ in found for line in program.expected]
    actual = [program.above + line for program, findings in found for line in _lines_of(findings)]
    lines = [f"{head}: {_lines('expected', expected)}, {_lines('found', actual)}"]
    for program, findings in found:
        lines += _by_line(program, findings)
    return "\n".join([*lines, *_hidden(case, found)])


def _by_line(program: Program, findings: tuple[Finding, ...]) -> Iterator[str]:
    lines = program.text.split("\n")
    expected, actual = Counter(program.expected), Counter(_lines_of(findings))
    for number in sorted(expected | actual):
        code = lines[number - 1].strip() if number <= len(lines) else ""
        yield f"  {program.place(number)}: {_verdict(expected[number], actual[number])}: {code}"
        for finding in findings:
            if finding.span.line == number:
                yield f"    {finding.message}"


def _verdict(expected: int, actual: int) -> str:
    if actual == expected:
        return "found"
    if actual < expected:
        return "not found"
    return "found more than once" if expected else "not expected"


def _hidden(case: RuleCase, found: _Found) -> Iterator[str]:
    """What isn't sure or bad enough to be reported, and is missed."""
    everything = replace(
        _settings(case), min_confidence=Confidence.POSSIBLE, min_severity=Severity.INFO
    )
    missing = {
        program: Counter(program.expected) - Counter(_lines_of(findings))
        for program, findings in found
    }
    for program, findings in _of_rule(case, everything):
        for finding in findings:
            if finding.span.line in missing[program]:
                yield (
                    f"  {program.place(finding.span.line)} is found, but only as "
                    f"{finding.severity.value}, {finding.confidence.value}: add settings to "
                    "the case that report it"
                )


def _lines(what: str, numbers: list[int]) -> str:
    if not numbers:
        return f"{what} nothing"
    named = ", ".join(map(str, numbers))
    return f"{what} line{'' if len(numbers) == 1 else 's'} {named}"


def _unexpected(program: Program, finding: Finding) -> str:
    place = program.place(finding.span.line)
    return f"{place}: not expected: {finding.code} {finding.name}: {finding.message}"
