"""What is kept of results: everything, or nothing."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.caching.records import make_folder, read_record, write_record
from daft_lint.caching.results import Result, Results, written_result
from daft_lint.caching.seals import opened, sealed
from daft_lint.caching.serialisation import BrokenValueError, NotPlainError, from_plain, to_plain
from daft_lint.documents.document import Document, read_document
from daft_lint.documents.project import NO_PROJECT, Project, ProjectFolder
from daft_lint.documents.project_queries import Answers, Asked, listening
from daft_lint.findings import Confidence, Severity
from daft_lint.linting import Linted, lint
from daft_lint.registry import all_rules
from daft_lint.rule_failures import RuleFailure
from daft_lint.settings import default_settings

EXAMPLES = Path(__file__).parents[2] / "examples"
KEY = b"k" * 32
EVERYTHING = replace(default_settings(), min_confidence=min(Confidence), min_severity=min(Severity))


def no_file(path: str) -> str:
    raise AssertionError(f"no rule of the project was loaded from {path}")


def linted_examples() -> dict[str, Linted]:
    documents = [read_document(file, file.name) for file in sorted(EXAMPLES.glob("*.py"))]
    return {document.path: lint(document, EVERYTHING) for document in documents}


def test_findings_come_back_as_they_were() -> None:
    found = linted_examples()
    assert sum(len(linted.findings) for linted in found.values()) > 5
    for linted in found.values():
        data = written_result(b"text", linted, Asked())
        assert data is not None
        result = Result.read(data)
        assert result is not None
        assert result.linted() == linted


def test_nothing_is_kept_of_a_file_that_a_rule_failed_on() -> None:
    (linted, *_) = linted_examples().values()
    failed = replace(linted, failures=(RuleFailure(all_rules()[0], ValueError("why")),))
    assert written_result(b"", failed, Asked()) is None


def test_what_no_finding_holds_is_not_written() -> None:
    with pytest.raises(NotPlainError):
        to_plain([Path("somewhere")])


@pytest.mark.parametrize(
    ("objects", "values"),
    [
        ([], [[2, 0]]),
        ([["Span", "a.py", 1]], [[2, 0]]),
        ([["Path", "a.py"]], [[2, 0]]),
        ([["Severity", "no such"]], [[2, 0]]),
        ([[]], []),
        ([], [[7, 1]]),
        ([["Quantity", 2, 1, [0]]], [[2, 0]]),
        ([["Fix", [2, 0], [2, 0], [0], [0]]], [[2, 0]]),
    ],
)
def test_what_was_not_written_so_is_not_read(objects: list[object], values: list[object]) -> None:
    with pytest.raises(BrokenValueError):
        from_plain(objects, values)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=20))
def test_no_json_is_too_strange_to_be_read(document: object) -> None:
    for data in (document, {"content": "", "answered": document, "rules": [], "findings": []}):
        result = Result.read(json.dumps(data).encode())
        if result is not None:
            assert result.linted() is None


def test_a_record_that_lacks_a_byte_or_has_another_one_counts_as_missing() -> None:
    record = sealed(b"some data", KEY)
    assert opened(record, KEY) == b"some data"
    for place in range(len(record)):
        assert opened(record[:place], KEY) is None
        for changed in (0x00, record[place] ^ 1):
            assert opened(record[:place] + bytes([changed]) + record[place + 1 :], KEY) is None
    assert opened(b"", KEY) is None
    assert opened(record + b"\n", KEY) is None


def test_records_live_in_a_folder_that_says_what_it_is(tmp_path: Path) -> None:
    root = tmp_path / "deep" / "cache"
    folder = make_folder(root, "results", "00")
    assert folder == root / "results" / "00"
    assert write_record(folder / "one", b"data")
    assert read_record(folder / "one") == b"data"
    assert [path.name for path in folder.iterdir()] == ["one"]
    assert (root / ".gitignore").read_text() == "# Made by daft-lint.\n*\n"
    tag = (root / "CACHEDIR.TAG").read_bytes()
    assert tag.startswith(b"Signature: 8a477f597d28d172789f06886806bc55\n")


def test_where_nothing_can_be_written_nothing_is(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    results = Results(tmp_path / "file" / "cache", b"makers")
    assert not results.write("a.py", b"data")
    assert results.read("a.py") is None


def test_what_killed_writers_left_is_removed_after_a_while(tmp_path: Path) -> None:
    import os

    results = Results(tmp_path, b"makers")
    assert results.write("a.py", b"{}")
    (kept,) = (tmp_path / "results").glob("*/*")
    old, new = (kept.with_name(f"x.{part * 12}.writing") for part in "12")
    for path in (old, new):
        path.write_text("half")
    os.utime(old, (0, 0))
    assert Results(tmp_path, b"makers").write("a.py", b"{}")
    assert sorted(path.name for path in kept.parent.iterdir()) == sorted([kept.name, new.name])


Ask = Callable[[Project], object]
QUESTIONS: list[Ask] = [
    lambda project: project.mentioning("SIZE"),
    lambda project: project.module("app.sizes", "app/job.py"),
    lambda project: project.importers("app/sizes.py"),
    lambda project: project.may_import("app/sizes.py", "SIZE"),
    lambda project: project.module_of("app/sizes.py"),
    lambda project: project.absolute(".sizes", "app/job.py"),
    lambda project: project.is_folder("app", "app/job.py"),
    lambda project: project.unreadable("SIZE"),
]


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "__init__.py").write_text("")
    (tmp_path / "app" / "sizes.py").write_text("SIZE = 64\n")
    (tmp_path / "app" / "job.py").write_text("import daft\nfrom app.sizes import SIZE\n")
    return tmp_path / "app"


def answers_like_before(asked: Asked) -> bool:
    data = written_result(b"", Linted(()), asked)
    assert data is not None
    result = Result.read(data)
    assert result is not None
    return result.holds(Answers(ProjectFolder(Path())), no_file)


def asked_about(ask: Ask) -> Asked:
    project, asked = listening(ProjectFolder(Path()))
    assert ask(project) == ask(ProjectFolder(Path()))
    return asked


def test_a_result_holds_while_the_project_answers_the_same(app: Path) -> None:
    for ask in QUESTIONS:
        assert answers_like_before(asked_about(ask))
    everything = [asked_about(ask) for ask in QUESTIONS]
    (app / "readme.py").write_text("nothing to do with it\n")
    assert all(map(answers_like_before, everything))


@pytest.mark.parametrize("number", [0, 1])
def test_a_result_holds_no_more_once_a_file_it_was_made_of_changed(app: Path, number: int) -> None:
    asked = asked_about(QUESTIONS[number])
    (app / "sizes.py").write_text("SIZE = 65\n")
    assert not answers_like_before(asked)


@pytest.mark.parametrize("number", range(4))
def test_a_result_holds_no_more_once_a_file_it_was_made_of_is_gone(app: Path, number: int) -> None:
    asked = asked_about(QUESTIONS[number])
    (app / "sizes.py").unlink()
    (app / "job.py").unlink()
    assert not answers_like_before(asked)


@pytest.mark.parametrize("number", [1, 4, 5])
def test_a_result_holds_no_more_once_modules_have_other_names(app: Path, number: int) -> None:
    asked = asked_about(QUESTIONS[number])
    (app / "__init__.py").unlink()
    (app / "sizes.py").write_text("SIZE = 64\n\n")
    assert not answers_like_before(asked)


def test_whatever_a_project_can_be_asked_can_be_asked_again(app: Path) -> None:
    names = {name for name in vars(Project) if not name.startswith("_")} - {"once"}
    asked = [asked_about(ask) for ask in QUESTIONS]
    known = {answered.question.name for each in asked for answered in each.answered}
    for name in names - known:
        # Those that take the path of a file, or nothing.
        project, each = listening(ProjectFolder(Path()))
        found = getattr(project, name)
        if callable(found):
            found("app/sizes.py")
        known |= {answered.question.name for answered in each.answered}
        assert each.repeatable
        assert answers_like_before(each)
    assert names <= known


def test_work_that_is_done_once_is_asked_for_by_all_who_use_it(app: Path) -> None:
    folder = ProjectFolder(Path())
    asked = []
    for _ in range(2):
        project, each = listening(folder)
        found = project.once("sizes", lambda inner: inner.module("app.sizes", "app/job.py"))
        assert found is not None
        asked.append(each)
    (app / "sizes.py").write_text("SIZE = 65\n")
    assert not any(map(answers_like_before, asked))


def test_an_answer_that_has_no_digest_is_not_kept() -> None:
    class Strange:
        def mentioning(self, *words: str) -> object:
            return object()

    project, asked = listening(cast("Project", Strange()))
    project.mentioning("word")
    assert written_result(b"", Linted(()), asked) is None


def test_a_question_that_no_project_knows_makes_a_miss() -> None:
    result = {"content": "", "answered": [["__class__", "x"]], "rules": []}
    for name in ("__class__", "no_such", "mentioning_all"):
        result["answered"] = [[name, "digest"]]
        read = Result.read(json.dumps(result).encode())
        assert read is not None
        assert not read.holds(Answers(NO_PROJECT), no_file)


def test_a_document_counts_by_its_path_too() -> None:
    from daft_lint.documents.project_queries import digest_of

    digests = {
        digest_of(document) for document in (Document("a", "bc"), Document("ab", "c"), (), None, "")
    }
    assert len(digests) == 5
