"""Small projects of several files: what is read across them, and where nothing may be said.

Each folder here is a project; its `README.txt` says in a sentence what it shows. A line that a
finding starts on ends in a comment such as

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

from daft_lint.cli.lint_run import LintRun
from daft_lint.cli.options import SettingsFinder
from daft_lint.cli.progress import Progress
from daft_lint.documents.document import read_document
from daft_lint.documents.project import ProjectFolder
from daft_lint.findings import Finding
from daft_lint.linting import lint

_HERE = Path(__file__).parent
_CASES = sorted(path.name for path in _HERE.iterdir() if (path / "README.txt").is_file())
_MARK = re.compile(
    r" *# (?P<how>finds|may find) (?P<code>DFT\d+)(?: (?P<confidence>certain|likely|possible))?"
    r"(?: via (?P<via>\S+?))?:(?P<message>[^#\n]*)"
)
# Short enough to try every order of every choice of files.
_EXHAUSTIVE = (
    "constant-imported",
    "file-without-the-word",
    "known-callers-at-a-distance",
    "runner-in-a-guarded-main",
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
    """What a comment of a case says of its line."""

    path: str
    line: int
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
            and (self.via is None or self.via in {one.path for one in finding.spans})
        )


@dataclass(frozen=True, slots=True)
class Program:
    """A case, written without its marks below `root`."""

    root: Path
    files: tuple[Path, ...]
    marks: tuple[Mark, ...]


def program(name: str, root: Path) -> Program:
    files, marks = [], []
    for source in sorted(_HERE.joinpath(name).rglob("*")):
        path = source.relative_to(_HERE / name)
        if not source.is_file() or "__pycache__" in path.parts or path.name == "README.txt":
            continue
        text = source.read_text(encoding="utf-8")
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".py":
            marks += _marks(path.as_posix(), text)
            files.append(target)
            text = _MARK.sub("", text)
        target.write_text(text, encoding="utf-8")
    if not (root / "pyproject.toml").exists():
        (root / "pyproject.toml").write_text(_SETTINGS, encoding="utf-8")
    return Program(root, tuple(files), tuple(marks))


def _marks(path: str, text: str) -> Iterator[Mark]:
    for number, line in enumerate(text.split("\n"), 1):
        for found in _MARK.finditer(line):
            yield Mark(
                path,
                number,
                found["code"],
                found["message"].strip(),
                found["confidence"],
                found["via"],
                found["how"] == "finds",
            )


def difference(found: Sequence[Finding], marks: Sequence[Mark]) -> list[str]:
    """What was found and isn't marked, and what is marked and wasn't found."""
    left = list(marks)
    lines = []
    for finding in found:
        mark = next((one for one in left if one.fits(finding)), None)
        if mark is None:
            lines.append(f"not marked: {_told(finding)}")
        else:
            left.remove(mark)
    lines += [
        f"not found: {one.path}:{one.line}: {one.code} {one.confidence}, {one.via}: {one.message}"
        for one in left
        if one.must
    ]
    return lines


def _told(finding: Finding) -> str:
    span = finding.span
    others = sorted({one.path for one in finding.spans} - {span.path})
    via = f" via {', '.join(others)}" if others else ""
    assuming = f" assuming {finding.assumptions}" if finding.assumptions else ""
    return (
        f"{span.path}:{span.line}: {finding.code} {finding.confidence.value}{via}: "
        f"{finding.message}{assuming}"
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """A case that was linted file by file, and what was found in each of its files."""

    program: Program
    found: dict[str, tuple[Finding, ...]]


@pytest.fixture(scope="module")
def linted(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Outcome]:
    """Lints a case, once."""

    @cache
    def linted(name: str) -> Outcome:
        case = program(name, tmp_path_factory.mktemp(name))
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(case.root)
            return Outcome(case, dict(_found_by_file(case)))

    return linted


def _found_by_file(case: Program) -> Iterator[tuple[str, tuple[Finding, ...]]]:
    settings = _finder().for_path(case.root)
    project = ProjectFolder(settings.root, settings.exclude, settings.include)
    for file in case.files:
        path = file.relative_to(case.root).as_posix()
        linted = lint(read_document(file, path), settings, project)
        assert not linted.failures
        yield path, linted.findings


@pytest.mark.parametrize("name", _CASES)
def test_a_program_is_read_across_its_files(name: str, linted: Callable[[str], Outcome]) -> None:
    outcome = linted(name)
    found = [finding for findings in outcome.found.values() for finding in findings]
    differences = difference(found, outcome.program.marks)
    assert not differences, "\n".join(["", *differences])


@pytest.mark.parametrize("name", _CASES)
def test_which_files_are_named_changes_nothing(
    name: str, linted: Callable[[str], Outcome], monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome = linted(name)
    monkeypatch.chdir(outcome.program.root)
    random = Random(name)
    files = outcome.program.files
    some = random.sample(files, random.randint(1, min(3, len(files))))
    assert _found_by_run(some) == _found_in(outcome, some)


@pytest.mark.parametrize("name", _EXHAUSTIVE)
def test_no_choice_and_order_of_files_changes_anything(
    name: str, linted: Callable[[str], Outcome], monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome = linted(name)
    files = outcome.program.files
    monkeypatch.chdir(outcome.program.root)
    assert _found_in(outcome, files)
    assert _found_by_run([outcome.program.root]) == _found_in(outcome, files)
    for count in range(1, len(files) + 1):
        for some in permutations(files, count):
            assert _found_by_run(some) == _found_in(outcome, some)


def test_every_case_says_what_it_shows() -> None:
    said = [(_HERE / name / "README.txt").read_text(encoding="utf-8").strip() for name in _CASES]
    assert all(said)
    assert len(set(said)) == len(said)


def _finder() -> SettingsFinder:
    return SettingsFinder(None, isolated=False, overrides={})


def _found_by_run(paths: Sequence[Path]) -> dict[str, tuple[Finding, ...]]:
    run = LintRun(_finder(), verbose=False)
    run.check(paths, Progress(wanted=False))
    assert not run.failures
    found = {path: linted.findings for path, linted in run.linted.items()}
    return {path: findings for path, findings in found.items() if findings}


def _found_in(outcome: Outcome, files: Sequence[Path]) -> dict[str, tuple[Finding, ...]]:
    names = {file.relative_to(outcome.program.root).as_posix() for file in files}
    return {path: found for path, found in outcome.found.items() if found and path in names}
