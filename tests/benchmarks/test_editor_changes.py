"""The server keeps up with what is typed; `benchmarks/editor_changes.py` types more."""

from __future__ import annotations

from editor_changes import changed, lines_of, type_at_random
from lsprotocol.types import Position, Range


def test_the_server_tells_what_a_run_tells_of_texts_that_somebody_types() -> None:
    findings, problem = type_at_random(60, seed=1, every=20)
    assert problem == ""
    assert findings > 0


def test_the_editor_counts_utf16_and_ends_lines_as_editors_do() -> None:
    text = "a\r\nb\rc\x0c\u2028🦆d\n"
    assert lines_of(text) == ["a\r\n", "b\r", "c\x0c\u2028🦆d\n", ""]
    inside = Range(Position(2, 4), Position(2, 5))
    assert changed(text, inside, "") == text.replace("🦆", "")
    assert changed(text, Range(Position(9, 0), Position(9, 0)), "x") == f"{text}x"
