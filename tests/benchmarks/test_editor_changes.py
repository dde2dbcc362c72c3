"""The server keeps up with what is typed; `benchmarks/editor_changes.py` types more."""

from __future__ import annotations

import random

import editor_model
import editor_typing
import pytest
from editor_changes import type_at_random
from editor_model import Text, position_of
from lsprotocol.types import (
    Position,
    PositionEncodingKind,
    Range,
    TextDocumentContentChangeEvent,
    TextDocumentContentChangePartial,
    TextDocumentContentChangeWholeDocument,
)

from daft_lint.server.positions import typed


def test_the_server_tells_what_a_run_tells_of_texts_that_somebody_types() -> None:
    outcome = type_at_random(40, seed=1, every=20)
    assert outcome.problems == []
    assert outcome.changes >= 40
    assert outcome.looks >= 2
    assert outcome.findings > 0
    assert outcome.requests > 0


def _sent(change: editor_model.Json) -> TextDocumentContentChangeEvent:
    if "range" not in change:
        return TextDocumentContentChangeWholeDocument(change["text"])
    start, end = (Position(**change["range"][name]) for name in ("start", "end"))
    return TextDocumentContentChangePartial(Range(start, end), change["text"])


@pytest.mark.parametrize("seed", range(2))
def test_the_model_and_the_server_type_alike(seed: int) -> None:
    chance, text = random.Random(seed), Text(editor_typing.JOB)
    for _ in range(60):
        changes = editor_typing.typed(text, chance)
        after = editor_model.changed(text, changes)
        sent = [_sent(change) for change in changes]
        assert typed(text.text, sent, PositionEncodingKind.Utf16) == after.text
        text = after


def test_the_model_counts_utf16_and_ends_lines_as_editors_do() -> None:
    text = Text("a\r\nb\rc\x0c\u2028🦆d\n")
    assert text.lines() == ["a\r\n", "b\r", "c\x0c\u2028🦆d\n", ""]
    assert [text.offset({"line": 2, "character": number}) for number in (3, 4, 5, 99)] == [
        8,
        8,
        9,
        10,
    ]
    assert text.offset({"line": 9, "character": 0}) == len(text.text)
    assert position_of(text, 3, 5) == (2, 5)
