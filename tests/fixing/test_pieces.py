"""Fixes in notebooks and Markdown: they change code, and never what only looks like it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from daft_lint.documents.document import Document, decode
from daft_lint.findings import Confidence, Edit, Finding, Fix, Safety, Severity
from daft_lint.fixing import SAFE, FixError, Rewrite, apply, compared, fix, rewrite
from daft_lint.plan.span import Span


@pytest.fixture
def drafts(tmp_path: Path) -> Path:
    """A notebook of a magic and two statements."""
    cells = [
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": ["%%time\n", "a = 1\n"]},
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": "b = 2"},
    ]
    file = tmp_path / "drafts.ipynb"
    file.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4}, indent=3))
    return file


Read = Callable[[Path], Document]


@pytest.fixture
def read() -> Read:
    return lambda file: decode(file.read_bytes(), file.name)


def _edit(line: int, start: int, end: int, text: str, path: str = "drafts.ipynb") -> Edit:
    return Edit(Span(path, line, start, line, end), text)


def test_fixes_are_written_into_their_cells(drafts: Path, read: Read) -> None:
    before, document = drafts.read_text(), read(drafts)
    apply(drafts, document, [(_edit(2, 5, 6, "7"),), (_edit(5, 1, 6, "b = 8"),)], drafts.parent)
    assert drafts.read_text() == before.replace("a = 1", "a = 7").replace("b = 2", "b = 8")


def test_a_line_behind_the_last_one_of_a_cell_is_still_part_of_it(drafts: Path, read: Read) -> None:
    document = read(drafts)
    after = apply(drafts, document, [(_edit(6, 1, 1, "c = 3\n"),)], drafts.parent).document
    assert after.sources == {1: "%%time\na = 1\n", 2: "b = 2\nc = 3"}
    assert read(drafts).sources == after.sources


def test_a_cell_may_lose_all_of_its_lines(drafts: Path, read: Read) -> None:
    gone = Edit(Span("drafts.ipynb", 5, 1, 6, 1), "")
    apply(drafts, read(drafts), [(gone,)], drafts.parent)
    assert read(drafts).sources == {1: "%%time\na = 1\n", 2: ""}


def test_a_notebook_that_changed_meanwhile_is_left_alone(drafts: Path, read: Read) -> None:
    document = read(drafts)
    drafts.write_text(drafts.read_text().replace("b = 2", "b = 3"))
    before = drafts.read_bytes()
    with pytest.raises(FixError, match="changed since it was checked"):
        apply(drafts, document, [(_edit(2, 5, 6, "7"),)], drafts.parent)
    assert drafts.read_bytes() == before


def test_outputs_that_changed_meanwhile_stay(drafts: Path, read: Read) -> None:
    document = read(drafts)
    drafts.write_text(drafts.read_text().replace('"outputs": []', '"outputs": [{}]'))
    before = drafts.read_text()
    after = document.edited([(document.offset(2, 5), document.offset(2, 6), "7")])
    rewrite([Rewrite(drafts, document, after, drafts.parent)])
    assert json.loads(drafts.read_text()) == json.loads(before.replace("a = 1", "a = 7"))


def test_what_changes_is_shown_cell_by_cell(drafts: Path, read: Read) -> None:
    document = read(drafts)
    after = document.edited([(document.offset(2, 5), document.offset(2, 6), "7")])
    assert list(compared(document, after)) == [
        ("drafts.ipynb:cell 1", "%%time\na = 1\n\n", "%%time\na = 7\n\n")
    ]


@dataclass
class _Once:
    """One file, in which nothing is found any more once it is changed."""

    file: Document
    linted: list[Document] = field(default_factory=list)

    def document(self, path: str) -> Document:
        return self.file

    def lint(self, document: Document, changed: Mapping[str, Document]) -> Sequence[Finding]:
        self.linted.append(document)
        return ()


@pytest.mark.parametrize(("line", "made"), [(1, 0), (2, 1)])
def test_magics_are_never_fixed(drafts: Path, read: Read, line: int, made: int) -> None:
    edit = _edit(line, 1, 2, "x")
    finding = Finding(
        "DFT101",
        "some-rule",
        "message",
        edit.span,
        Severity.INFO,
        Confidence.CERTAIN,
        fixes=(Fix("fix", Safety.SAFE, (edit,)),),
    )
    source = _Once(read(drafts))
    outcome = fix({"drafts.ipynb": (finding,)}, source, SAFE)
    assert (len(outcome.parts), outcome.refusals) == (made, ())
    for document in source.linted:
        assert document.sources[1] == "%%time\nx = 1\n"
