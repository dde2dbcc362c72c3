"""Cases for rules: programs in which a rule finds the marked lines, or nothing.

Works with any test runner. With pytest:

    CASES = cases(Path(__file__).parent / "no-show", no_show)

    @pytest.mark.parametrize("case", CASES, ids=str)
    def test_no_show(case):
        check(case)

A case is a program. It lies in a file of the folder `fires` or `silent`, or in a string. Each line
that a finding starts on ends in `# expect`. A line `# also DFT101` names a rule that finds
something else in the same program; it matters to `check_alone` only.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from daft_lint.documents.document import Document, decode
from daft_lint.findings import Confidence, Finding, Severity
from daft_lint.fixing import SAFE, SAFE_AND_UNSAFE, fix
from daft_lint.linting import INVALID_PRAGMA, SYNTAX_ERROR, lint
from daft_lint.registry import all_rules, with_rule
from daft_lint.rule import Rule
from daft_lint.settings import Settings, default_settings

__all__ = [
    "RuleCase",
    "case",
    "cases",
    "check",
    "check_alone",
    "check_fires",
    "check_silent",
    "fixed",
    "found",
]

_KINDS = ("fires", "silent")
_EXPECT = re.compile(r"[ \t]*# expect[ \t]*$", re.MULTILINE)
_ALSO = re.compile(r"^# also ([A-Z]+[0-9]+)[ \t]*$", re.MULTILINE)
# A program that can't be read, or tells less than it means to, proves nothing.
_UNREADABLE = (SYNTAX_ERROR, INVALID_PRAGMA)


@dataclass(frozen=True, slots=True)
class RuleCase:
    """A program, the rule it is about, and what the rule finds in it.

    `text` is the program without its marks. `fires` says whether there is something to find, and
    `expected` are the lines, counted from 1 and in order, that findings start on. `also` are the
    codes of other rules that find something too. `settings` None stands for those of a project that
    says nothing.
    """

    rule: Rule
    name: str
    text: str
    fires: bool
    expected: tuple[int, ...] = ()
    also: frozenset[str] = frozenset()
    settings: Settings | None = None

    def __str__(self) -> str:
        """A name for the test, such as `no-show-loop`."""
        return f"{self.rule.name}-{self.name}"


def cases(folder: Path, rule: Rule, settings: Settings | None = None) -> tuple[RuleCase, ...]:
    """The cases of a rule: each `fires/*.py` and `silent/*.py` of a folder, ordered by name.

    Raises:
        ValueError: when there is none.
    """
    found = tuple(_cases(folder, rule, settings))
    if not found:
        raise ValueError(f"{folder}: no case in fires/*.py or silent/*.py")
    return found


def case(
    rule: Rule, program: str, name: str = "program", settings: Settings | None = None
) -> RuleCase:
    """The case that a marked program is; without a mark the rule should keep silent.

    The program may be indented as a whole.
    """
    marked = textwrap.dedent(program)
    lines = marked.split("\n")
    expected = tuple(number for number, line in enumerate(lines, 1) if _EXPECT.search(line))
    return RuleCase(
        rule=rule,
        name=name,
        text=_EXPECT.sub("", marked),
        fires=bool(expected),
        expected=expected,
        also=frozenset(_ALSO.findall(marked)),
        settings=settings,
    )


def found(
    program: str,
    rule: Rule | None = None,
    *,
    name: str = "program",
    settings: Settings | None = None,
) -> tuple[Finding, ...]:
    """What a rule finds in a program, or what all rules find, in the order it is reported in.

    Suppressions count as in any file. What a rule raises is raised here.
    """
    settings = default_settings() if settings is None else settings
    if rule is None:
        return _found(program, name, all_rules(), settings)
    findings = _found(program, name, with_rule(rule), _selecting(rule, settings))
    return tuple(one for one in findings if one.code == rule.code)


def fixed(
    program: str, rule: Rule, *, unsafe: bool = False, settings: Settings | None = None
) -> str:
    """The program as `--fix` leaves it where it makes the fixes of this rule only.

    `unsafe` makes those of `--unsafe-fixes` too.

    Raises:
        AssertionError: when a fix is refused, as one is that would leave no Python program.
    """
    source = _Program(program, rule, settings)
    allowed = SAFE_AND_UNSAFE if unsafe else SAFE
    path = source.document().path
    outcome = fix({path: source.lint(source.document())}, source, allowed)
    for refusal in outcome.refusals:
        raise AssertionError(f"{rule.code}: {refusal.message}")
    texts = {path: part.after[path].text for part in outcome.parts for path in part.after}
    return texts.get(path, program)


@dataclass(frozen=True, slots=True)
class _Program:
    """A program as the only file there is."""

    text: str
    rule: Rule
    settings: Settings | None

    def document(self, path: str = "program.py") -> Document:
        return Document("program.py", self.text)

    def lint(
        self, document: Document, changed: Mapping[str, Document] | None = None
    ) -> tuple[Finding, ...]:
        return found(document.text, self.rule, settings=self.settings)


def check(case: RuleCase) -> None:
    """Check that the rule finds the marked lines of a case that fires, and nothing in others.

    Raises:
        AssertionError: when it doesn't; the message tells the lines with their code.
    """
    __tracebackhide__ = True
    if case.fires:
        check_fires(case)
    else:
        check_silent(case)


def check_fires(case: RuleCase) -> None:
    """Check that the rule finds the marked lines, and that there are some.

    Raises:
        AssertionError: when it doesn't, or when no line is marked.
    """
    __tracebackhide__ = True
    if not case.expected:
        raise AssertionError(f"{case}: mark each line that a finding starts on with `# expect`")
    _check(case)


def check_silent(case: RuleCase) -> None:
    """Check that the rule finds nothing, and that no line is marked.

    Raises:
        AssertionError: when it does, or when a line is marked.
    """
    __tracebackhide__ = True
    if case.expected:
        raise AssertionError(f"{case}: `# expect` marks a line, and the rule should keep silent")
    _check(case)


def check_alone(case: RuleCase) -> None:
    """Check that of all other rules, those that `# also` names find something, and no more.

    A fault should be told once, by the rule that knows its cause.

    Raises:
        AssertionError: when others do, or when one of those doesn't.
    """
    __tracebackhide__ = True
    findings = _of_all(case, _settings(case))
    others = [one for one in findings if one.code != case.rule.code]
    codes = {one.code for one in others}
    if codes == case.also:
        return
    lines = [f"{case}: other rules find something else than `# also` says"]
    lines += [f"  {_told(one, 'not expected')}" for one in others if one.code not in case.also]
    lines += [f"  {code}: expected, found nothing" for code in sorted(case.also - codes)]
    raise AssertionError("\n".join(lines))


def _cases(folder: Path, rule: Rule, settings: Settings | None) -> Iterator[RuleCase]:
    for kind in _KINDS:
        for file in sorted((folder / kind).glob("*.py")):
            text = decode(file.read_bytes(), str(file)).text.replace("\r\n", "\n")
            yield replace(case(rule, text, file.stem, settings), fires=kind == "fires")


def _check(case: RuleCase) -> None:
    __tracebackhide__ = True
    findings = _of_rule(case, _settings(case))
    if tuple(sorted(one.span.line for one in findings)) != case.expected:
        raise AssertionError(_difference(case, findings))


def _settings(case: RuleCase) -> Settings:
    return default_settings() if case.settings is None else case.settings


def _selecting(rule: Rule, settings: Settings) -> Settings:
    return replace(settings, select=(*settings.select, rule.code))


def _of_all(case: RuleCase, settings: Settings) -> tuple[Finding, ...]:
    rules = with_rule(case.rule)
    return _found(case.text, case.name, rules, _selecting(case.rule, settings))


def _of_rule(case: RuleCase, settings: Settings) -> tuple[Finding, ...]:
    """What the rule finds, in a program that says what its author means."""
    __tracebackhide__ = True
    findings = _of_all(case, settings)
    for one in findings:
        if one.code in _UNREADABLE and one.code not in {case.rule.code, *case.also}:
            problem = f"line {one.span.line}: {one.message}"
            raise AssertionError(f"{case}: the program can't be read as meant: {problem}")
    return tuple(one for one in findings if one.code == case.rule.code)


def _found(
    program: str, name: str, rules: tuple[Rule, ...], settings: Settings
) -> tuple[Finding, ...]:
    linted = lint(Document(f"{name}.py", program), settings, rules=rules)
    for failure in linted.failures:
        raise failure.error
    return linted.findings


def _difference(case: RuleCase, findings: tuple[Finding, ...]) -> str:
    """Each line that is marked or found on, with what was expected, what was found, its code."""
    lines = case.text.split("\n")
    expected = Counter(case.expected)
    actual = Counter(one.span.line for one in findings)
    told = [f"{case.rule.code} {case}: {_lines('expected', expected)}, {_lines('found', actual)}"]
    for number in sorted(expected | actual):
        code = lines[number - 1].strip() if number <= len(lines) else ""
        told.append(f"  line {number}: {_verdict(expected[number], actual[number])}: {code}")
        told += [f"    {one.message}" for one in findings if one.span.line == number]
    return "\n".join(told + _hidden(case, expected - actual))


def _verdict(expected: int, actual: int) -> str:
    if actual == expected:
        return "found"
    if actual < expected:
        return "not found"
    return "found more than once" if expected else "not expected"


def _hidden(case: RuleCase, missing: Counter[int]) -> list[str]:
    """What isn't sure or bad enough to be reported, and is missed."""
    everything = replace(
        _settings(case), min_confidence=Confidence.POSSIBLE, min_severity=Severity.INFO
    )
    return [
        f"  line {one.span.line} is found, but only as {one.severity.value}, "
        f"{one.confidence.value}: give the case settings that report it"
        for one in _of_rule(case, everything)
        if one.span.line in missing
    ]


def _lines(what: str, numbers: Counter[int]) -> str:
    if not numbers:
        return f"{what} nothing"
    named = ", ".join(str(number) for number in sorted(numbers.elements()))
    return f"{what} line{'' if numbers.total() == 1 else 's'} {named}"


def _told(finding: Finding, what: str) -> str:
    return f"{finding.code} {finding.name}: {what} on line {finding.span.line}: {finding.message}"
