"""What the migration of legacy UDFs promises, over all legacy programs; no Daft needed."""

from __future__ import annotations

import ast
import io
import re
import runpy
import tempfile
import tokenize
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pytest
from legacy_programs import MIGRATED, REFUSED, before, changes, file_name, named, shown, written
from sampling import one_in

from daft_lint.documents.document import Document
from daft_lint.findings import Edit, Safety
from daft_lint.migration.udf_migration import Migration
from daft_lint.testing.documents import DocumentedCase

HERE = Path(__file__).parent
_APPLYING = runpy.run_path(str(HERE / "applying.py"))
migrations_in, migrate, files = (_APPLYING[name] for name in ("migrations_in", "migrate", "files"))
_SAFETY = re.compile(r"# migration: ([a-z ]+)$", re.MULTILINE)
_REASON = re.compile(r"# refused: (.+)$", re.MULTILINE)


def text_of(program: DocumentedCase) -> str:
    return "".join(file.text for file in before(program))


@dataclass(frozen=True)
class Migrated:
    """A program before and after, and what was said of each of its definitions."""

    found: list[Migration]
    left: list[Migration]
    before: dict[str, str]
    after: dict[str, str]
    untouched: dict[str, list[str]]


@lru_cache
def migrated(program: DocumentedCase, line_end: str = "\n") -> Migrated:
    with tempfile.TemporaryDirectory() as folder:
        place = written(program, Path(folder))
        for file in files(place):
            file.write_bytes(file.read_bytes().replace(b"\n", line_end.encode()))
        found = list(migrations_in(place).values())
        texts_before = texts(place)
        edits = {edit for migration in found for edit in migration.edits}
        untouched = {
            file.name: [
                line
                for number, line in enumerate(texts_before[file.name].splitlines(), 1)
                if not any(touches(edit, str(file), number) for edit in edits)
            ]
            for file in files(place)
        }
        migrate(place)
        left = list(migrations_in(place).values())
        return Migrated(found, left, texts_before, texts(place), untouched)


def texts(place: Path) -> dict[str, str]:
    return {file.name: file.read_bytes().decode() for file in files(place)}


def touches(edit: Edit, path: str, line: int) -> bool:
    return edit.span.path == path and edit.span.line <= line <= edit.span.end_line


@pytest.mark.parametrize("program", MIGRATED, ids=file_name)
def test_a_program_is_migrated_as_safely_as_it_says(program: DocumentedCase) -> None:
    found = migrated(program).found
    assert all(migration.edits for migration in found), [migration.obstacle for migration in found]
    (safety,) = _SAFETY.findall(text_of(program))
    assert {migration.safety.value for migration in found} == set(safety.split())


@pytest.mark.parametrize("program", MIGRATED, ids=file_name)
def test_a_program_changes_as_the_document_shows(program: DocumentedCase) -> None:
    both, after = before(program), migrated(program).after
    if len(both) == 1:
        after = {"program.py": after[file_name(program)]}
    found = {file.path: changes(file.text, after[file.path]) for file in both}
    reported = {path: difference for path, difference in found.items() if difference}
    assert reported == shown(program), f"{program.document}:{program.line}"


@pytest.mark.parametrize("program", MIGRATED, ids=file_name)
def test_nothing_legacy_is_left_so_nothing_changes_again(program: DocumentedCase) -> None:
    migration = migrated(program)
    assert migration.left == []
    legacy = re.compile(r"\budf\(|with_init_args|override_options|import .*\budf\b")
    assert not any(legacy.search(text) for text in migration.after.values())


@pytest.mark.parametrize("program", MIGRATED, ids=file_name)
def test_what_is_not_edited_stays_as_it_is(program: DocumentedCase) -> None:
    migration = migrated(program)
    for name, text in migration.before.items():
        after = migration.after[name]
        ast.parse(after)
        assert comments(after) == comments(text)
        kept = iter(after.splitlines())
        assert all(line in kept for line in migration.untouched[name])


@pytest.mark.parametrize("program", one_in(6, MIGRATED), ids=file_name)
def test_line_ends_are_those_of_the_file(program: DocumentedCase) -> None:
    other = migrated(program, "\r\n").after
    assert other == {
        name: text.replace("\n", "\r\n") for name, text in migrated(program).after.items()
    }


@pytest.mark.parametrize("program", REFUSED, ids=file_name)
def test_a_half_migration_is_none_and_says_why(program: DocumentedCase, tmp_path: Path) -> None:
    place = written(program, tmp_path)
    (reason,) = _REASON.findall(text_of(program))
    found = list(migrations_in(place).values())
    assert found
    for migration in found:
        assert migration.edits == ()
        assert migration.safety is Safety.DISPLAY_ONLY
        assert reason in migration.obstacle


def test_there_are_programs_enough() -> None:
    assert len(MIGRATED) >= 30


def test_a_file_with_a_form_feed_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "form_feed.py"
    file.write_text(text_of(named("plain_function.py")) + "\f\n")
    assert [migration.edits for migration in migrations_in(file).values()] == [()]


def test_a_definition_is_known_by_its_place(tmp_path: Path) -> None:
    place = written(named("imported_udf.py"), tmp_path)
    document = Document(str(place), place.read_text())
    ((name, decorator),) = migrations_in(place)
    assert document.text[document.offset(*name.start) : document.offset(*name.end)] == "upper"
    assert decorator.line == name.line - 1


def test_an_import_that_others_need_stays(tmp_path: Path) -> None:
    text = text_of(named("plain_function.py"))
    text = text.replace("@daft.udf", "@udf").replace(
        "import daft\n", "import daft\nfrom daft import udf\n"
    )
    for name in ("exported", "named", "alone"):
        (tmp_path / f"{name}.py").write_text(text)
    (tmp_path / "named.py").write_text(f'{text}__all__ = ["main", "udf"]\n')
    (tmp_path / "other.py").write_text("from exported import udf\n")
    migrate(tmp_path)
    after = texts(tmp_path)
    kept = {name for name, each_text in after.items() if "from daft import udf" in each_text}
    assert kept == {"exported.py", "named.py"}
    assert not any("@udf" in each_text for each_text in after.values())


def comments(text: str) -> Counter[str]:
    """The comments of a program, each as often as it stands there."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return Counter(token.string for token in tokens if token.type == tokenize.COMMENT)
