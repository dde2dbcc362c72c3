"""Small projects of several files: what is read across them, and where nothing may be said.

Each case of a document here is a project. A line that a finding starts on ends in a comment such as

    # finds DFT102 certain: 4 of the 8 actors
    # finds DFT102 likely via config/sizes.py: batch_size=500

with a part of its message and, after `via`, a file that one of its related places is in. `# may
find` marks what need not be known; it may be left out, but not said otherwise. Nothing else is
found in any file of the project. A project without a `pyproject.toml` of its own runs on Ray, on
one worker of 16 CPUs, and is shown what is merely possible.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from case_corpus import label, projects
from sampling import one_in

from daft_lint.cli.lint_run import LintRun
from daft_lint.cli.options import SettingsFinder
from daft_lint.cli.progress import Progress
from daft_lint.documents.document import read_document
from daft_lint.documents.project import ProjectFolder
from daft_lint.findings import Finding
from daft_lint.linting import lint
from daft_lint.testing.documents import CaseFile, DocumentedCase

_MARK = re.compile(
    r" *# (?P<how>finds|may find) (?P<code>DFT\d+)(?: (?P<confidence>certain|likely|possible))?"
    r"(?: via (?P<via>\S+?))?:(?P<message>[^#\n]*)"
)
# Short enough to try every order of every choice of files.
_EXHAUSTIVE = (
    "callers-the-caller-of-the-caller",
    "constants-a-constant-is-imported",
    "frames-files-that-do-not-name-daft",
    "runner-of-the-main-program-under-the-guard-of-a-script",
)
_SETTINGS = """\
[tool.daft-lint]
runner = "ray"
min-confidence = "possible"

[tool.daft-lint.cluster]
workers = 1
cpus-per-worker = 16
"""


@dataclass(frozen=True, slots=True)
class Mark:
    """What a comment of a case says of its line, which is `place` in the document."""

    path: str
    line: int
    place: str
    code: str
    message: str
    confidence: str | None
    via: str | None
    must: bool

    def fits(self, finding: Finding) -> bool:
        if (finding.span.path, finding.span.line, finding.code) != (
            self.path,
            self.line,
            self.code,
        ):
            return False
        return (
            self.message in finding.message
            and self.confidence in (None, finding.confidence.value)
            and (self.via is None or self.via in {span.path for span in finding.spans})
        )


@dataclass(frozen=True, slots=True)
class Project:
    """A case, written without its marks below `root`."""

    case: DocumentedCase
    root: Path
    files: tuple[Path, ...]
    marks: tuple[Mark, ...]

    def place(self, path: str, line: int) -> str:
        """Where a line of a file stands in the document."""
        above = next(file.line for file in self.case.files if file.path == path)
        return f"{self.case.document}:{above + line}"


def written(case: DocumentedCase, root: Path) -> Project:
    case.write(root)
    programs = sorted(
        (file for file in case.files if file.path.endswith(".py")), key=lambda file: file.path
    )
    for program in programs:
        (root / program.path).write_text(_MARK.sub("", program.text), encoding="utf-8")
    if not (root / "pyproject.toml").exists():
        (root / "pyproject.toml").write_text(_SETTINGS, encoding="utf-8")
    marks = tuple(mark for program in programs for mark in _marks(case, program))
    return Project(case, root, tuple(root / program.path for program in programs), marks)


def _marks(case: DocumentedCase, file: CaseFile) -> Iterator[Mark]:
    for number, line in enumerate(file.text.split("\n"), 1):
        for found in _MARK.finditer(line):
            yield Mark(
                file.path,
                number,
                f"{case.document}:{file.line + number}",
                found["code"],
                found["message"].strip(),
                found["confidence"],
                found["via"],
                found["how"] == "finds",
            )


def difference(found: Sequence[Finding], project: Project) -> list[str]:
    """What was found and isn't marked, and what is marked and wasn't found."""
    left = list(project.marks)
    lines = []
    for finding in found:
        mark = next((each_mark for each_mark in left if each_mark.fits(finding)), None)
        if mark is None:
            place = project.place(finding.span.path, finding.span.line)
            lines.append(f"{place}: not marked: {_text_of(finding)}")
        else:
            left.remove(mark)
    lines += [
        f"{each_mark.place}: not found: {each_mark.code} {each_mark.confidence}, "
        f"{each_mark.via}: {each_mark.message}"
        for each_mark in left
        if each_mark.must
    ]
    return lines


def _text_of(finding: Finding) -> str:
    others = sorted({span.path for span in finding.spans} - {finding.span.path})
    via = f" via {', '.join(others)}" if others else ""
    assuming = f" assuming {finding.assumptions}" if finding.assumptions else ""
    return f"{finding.code} {finding.confidence.value}{via}: {finding.message}{assuming}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A project that was linted file by file, and what was found in each of its files."""

    project: Project
    found: dict[str, tuple[Finding, ...]]


@pytest.fixture(scope="module")
def linted(tmp_path_factory: pytest.TempPathFactory) -> Callable[[DocumentedCase], Outcome]:
    """Lints a project, once."""

    @cache
    def linted(case: DocumentedCase) -> Outcome:
        project = written(case, tmp_path_factory.mktemp(case.name[:40]))
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(project.root)
            return Outcome(project, dict(_found_by_file(project)))

    return linted


def _found_by_file(project: Project) -> Iterator[tuple[str, tuple[Finding, ...]]]:
    settings = _finder().for_path(project.root)
    folder = ProjectFolder(settings.root, settings.exclude, settings.include)
    for file in project.files:
        path = file.relative_to(project.root).as_posix()
        linted = lint(read_document(file, path), settings, folder)
        assert not linted.failures
        yield path, linted.findings


each_case = pytest.mark.parametrize("case", projects(), ids=label)


@each_case
def test_a_program_is_read_across_its_files(
    case: DocumentedCase, linted: Callable[[DocumentedCase], Outcome]
) -> None:
    outcome = linted(case)
    found = [finding for findings in outcome.found.values() for finding in findings]
    differences = difference(found, outcome.project)
    head = f"{case.document}:{case.line}: {case.heading}"
    assert not differences, "\n".join([head, *differences])


@pytest.mark.parametrize("case", one_in(6, projects()), ids=label)
def test_which_files_are_named_changes_nothing(
    case: DocumentedCase,
    linted: Callable[[DocumentedCase], Outcome],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    outcome = linted(case)
    monkeypatch.chdir(outcome.project.root)
    random = Random(label(case))
    files = outcome.project.files
    some = random.sample(files, random.randint(1, min(3, len(files))))
    assert _found_by_run(some) == _found_in(outcome, some)


@pytest.mark.parametrize(
    "case", [project for project in projects() if label(project) in _EXHAUSTIVE], ids=label
)
def test_no_choice_and_order_of_files_changes_anything(
    case: DocumentedCase,
    linted: Callable[[DocumentedCase], Outcome],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    outcome = linted(case)
    files = outcome.project.files
    monkeypatch.chdir(outcome.project.root)
    assert _found_in(outcome, files)
    assert _found_by_run([outcome.project.root]) == _found_in(outcome, files)
    for count in range(1, len(files) + 1):
        for some in permutations(files, count):
            assert _found_by_run(some) == _found_in(outcome, some)


def test_every_case_says_what_it_shows() -> None:
    assert all(project.why for project in projects())
    assert {label(project) for project in projects()} > set(_EXHAUSTIVE)


def _finder() -> SettingsFinder:
    return SettingsFinder(None, isolated=False, overrides={})


def _found_by_run(paths: Sequence[Path]) -> dict[str, tuple[Finding, ...]]:
    run = LintRun(_finder(), verbose=False)
    run.check(paths, Progress(wanted=False))
    assert not run.failures
    found = {path: linted.findings for path, linted in run.linted.items()}
    return {path: findings for path, findings in found.items() if findings}


def _found_in(outcome: Outcome, files: Sequence[Path]) -> dict[str, tuple[Finding, ...]]:
    names = {file.relative_to(outcome.project.root).as_posix() for file in files}
    return {path: found for path, found in outcome.found.items() if found and path in names}
