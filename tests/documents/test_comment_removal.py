"""Comments that do nothing are taken out, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from daft_lint.documents import tokens
from daft_lint.documents.comment_removal import without_selector
from daft_lint.documents.document import Document
from daft_lint.documents.lexing import Token, lexed
from daft_lint.documents.pragmas import read_pragmas
from daft_lint.fixing import fixed

_RULES = [("DFT101", "missing-repartition"), ("DFT102", "b"), ("DFT103", "c")]


def _without(text: str, selector: str) -> str:
    (suppression,) = (
        each_suppression
        for each_suppression in read_pragmas(text, "a.py", _RULES).suppressions
        if not each_suppression.blanket
    )
    edit = without_selector(Document("a.py", text), suppression, selector)
    return fixed(Document("a.py", text), [(edit,)]).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 1  # noqa: DFT101\ny\n", "x = 1\ny\n"),
        ("x = 1\t# noqa: DFT101  \ny\n", "x = 1\ny\n"),
        ("x = 1  # noqa:DFT101, DFT102\n", "x = 1  # noqa:DFT102\n"),
        ("x = 1  # noqa: DFT102 DFT101 DFT103\n", "x = 1  # noqa: DFT102 DFT103\n"),
        ("x = 1  # noqa: E501, dft101\n", "x = 1  # noqa: E501\n"),
        ("x = 1  # noqa: DFT101 for now\n", "x = 1  # for now\n"),
        ("x = 1  # noqa: DFT101  # type: ignore\n", "x = 1  # type: ignore\n"),
        ("x = 1  # why # noqa: DFT101\n", "x = 1  # why\n"),
        ("x = 1  # daft-lint: ignore[DFT101] why, and #12\n", "x = 1\n"),
        ("x  # daft-lint: ignore[ DFT101 ,DFT102]\n", "x  # daft-lint: ignore[ DFT102]\n"),
        ("x  # daft-lint: ignore[DFT102, DFT101]\n", "x  # daft-lint: ignore[DFT102]\n"),
        ("x = 1  # daft-lint: ignore[DFT101] a  # pragma\n", "x = 1  # pragma\n"),
        ("x = 1  # a # daft-lint: ignore[DFT101] # pragma: x\n", "x = 1  # a # pragma: x\n"),
        ("x = (  # daft-lint: ignore[DFT101]\n    1)\n", "x = (\n    1)\n"),
        ("# daft-lint: ignore-file[DFT101]\nx\n", "x\n"),
        ("if x:\n    # daft-lint: ignore[DFT101]\n    y\n", "if x:\n    y\n"),
        ("x\n# daft-lint: ignore-file[DFT101] why", "x\n"),
        ("x = '# noqa: DFT102'  # noqa: DFT101", "x = '# noqa: DFT102'"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_code_goes_and_the_comment_with_the_last_one(
    before: str, after: str, line_end: str
) -> None:
    expected = after.replace("\n", line_end)
    assert _without(before.replace("\n", line_end), "DFT101") == expected


def test_a_rule_that_is_named_goes_too() -> None:
    before = "x  # daft-lint: ignore[missing-repartition, DFT102]\n"
    assert _without(before, "missing-repartition") == "x  # daft-lint: ignore[DFT102]\n"


def test_a_text_is_taken_apart_once_for_all_of_its_comments(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken_apart: list[str] = []

    def noting(text: str) -> Iterator[Token]:
        taken_apart.append(text)
        return lexed(text)

    monkeypatch.setattr(tokens, "lexed", noting)
    text = "".join(f"x{number} = 1  # noqa: DFT101\n" for number in range(20))
    document = Document("a.py", text)
    suppressions = read_pragmas(text, "a.py", [("DFT101", "")]).suppressions
    edits = [without_selector(document, suppression, "DFT101") for suppression in suppressions]
    assert [edit.span.line for edit in edits] == list(range(1, 21))
    assert taken_apart == [text]
