"""A word is put right only where nothing else can be meant."""

from __future__ import annotations

import pytest

from daft_lint.documents.document import Document
from daft_lint.documents.hints import KEYS
from daft_lint.documents.pragmas import read_pragmas
from daft_lint.documents.spelling import respelt, surely_meant
from daft_lint.fixing import fixed

_RULES = [("DFT101", "missing-repartition"), ("DFT102", "oversized-batch-size")]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("row", "rows"),
        ("rowss", "rows"),
        ("rwos", "rows"),
        ("Rows", "rows"),
        ("BATCH_SIZE", "batch-size"),
        ("cpu-per-worker", "cpus-per-worker"),
        ("cpus-per-workers", "cpus-per-worker"),
        ("Xpus-per-worker", None),
        ("ro", None),
        ("lines", None),
        ("r0ws", None),
    ],
)
def test_one_letter_or_case_is_sure_and_nothing_else(word: str, meant: str | None) -> None:
    assert surely_meant(word, KEYS) == meant


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x  # daft-lint: row=9\n", "x  # daft-lint: rows=9\n"),
        ("x  # daft-lint: rows=9, Workers=2\n", "x  # daft-lint: rows=9, workers=2\n"),
        ("x  # daft-lint: ignroe[DFT101] row\n", "x  # daft-lint: ignore[DFT101] row\n"),
        ("x  # daft-lint: ignore DFT101, DFT102\n", "x  # daft-lint: ignore[DFT101, DFT102]\n"),
        ("x  # daft-lint: ignore: DFT101\n", "x  # daft-lint: ignore[DFT101]\n"),
        ("# daft-lint: ignore[mising-repartition]\n", "# daft-lint: ignore[missing-repartition]\n"),
        ("x  # daft-lint: ignore[DFT110]\n", None),
        ("x  # daft-lint: ignore DFT101 for now\n", None),
        ("x  # daft-lint: rowz=9, rowz=8\n", None),
        ("x  # noqa: DFT110\n", None),
    ],
)  # fmt: skip
def test_a_comment_is_put_right_in_one_word(before: str, after: str | None) -> None:
    document = Document("a.py", before)
    invalid = read_pragmas(before, "a.py", _RULES).invalid
    assert invalid
    edits = [
        respelt(document, pragma.span, *pragma.correction)
        for pragma in invalid
        if pragma.correction
    ]
    groups = [(edit,) for edit in edits if edit is not None]
    assert fixed(document, groups).text == (before if after is None else after)
