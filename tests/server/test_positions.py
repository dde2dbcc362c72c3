"""Places of a text as an editor counts them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import (
    Position,
    PositionEncodingKind,
    Range,
    TextDocumentContentChangePartial,
    TextDocumentContentChangeWholeDocument,
)

from daft_lint.documents.document import Document
from daft_lint.plan.span import Span
from daft_lint.server.buffers import Buffers, Cell, buffer_of, notebook_of
from daft_lint.server.positions import Positions, typed
from daft_lint.server.workspace_edits import rewriting, workspace_edit

TEXTS = st.text(st.sampled_from("ab \tü😋\x0c\u2028\n\r"), max_size=30)
ENCODINGS = st.sampled_from(list(PositionEncodingKind))


@given(TEXTS, ENCODINGS, st.data())
def test_every_place_comes_back(
    text: str, encoding: PositionEncodingKind, data: st.DataObject
) -> None:
    document = Document("a.py", text)
    positions = Positions(document, encoding)
    line = data.draw(st.integers(1, len(document.lines)))
    column = data.draw(st.integers(1, len(document.lines[line - 1]) + 1))
    found = positions.range_of(Span("a.py", line, column, line, column))
    assert found.start == found.end
    assert positions.place(found.start) == (line, column)


@given(TEXTS, TEXTS, ENCODINGS, st.data())
def test_what_is_typed_is_put_where_the_editor_means(
    text: str, new: str, encoding: PositionEncodingKind, data: st.DataObject
) -> None:
    document = Document("a.py", text)
    places = sorted(
        data.draw(
            st.integers(1, len(document.lines)).flatmap(
                lambda line: st.tuples(
                    st.just(line), st.integers(1, len(document.lines[line - 1]) + 1)
                )
            )
        )
        for _ in range(2)
    )
    start, end = places
    stretch = Positions(document, encoding).range_of(Span("a.py", *start, *end))
    expected = text[: document.offset(*start)] + new + text[document.offset(*end) :]
    assert typed(text, [TextDocumentContentChangePartial(stretch, new)], encoding) == expected
    assert typed(text, [TextDocumentContentChangeWholeDocument(new)], encoding) == new


@given(TEXTS, TEXTS, ENCODINGS)
def test_edits_make_one_text_into_the_other(
    before: str, after: str, encoding: PositionEncodingKind
) -> None:
    buffer = buffer_of("file:///a.py", 1, before)
    path = buffer.document.path
    edits = rewriting({path: buffer.document}, {path: Document(path, after)})
    made = workspace_edit(edits, Buffers({buffer.uri: buffer}), encoding, versioned=False)
    changes = (made.changes or {}).get(buffer.uri, ())
    backwards = [
        TextDocumentContentChangePartial(change.range, change.new_text) for change in changes
    ][::-1]
    assert typed(before, backwards, encoding) == after


def test_utf16_counts_an_emoji_twice() -> None:
    positions = Positions(Document("a.py", "x\n😋y"), PositionEncodingKind.Utf16)
    assert positions.range_of(Span("a.py", 2, 2, 2, 3)) == Range(Position(1, 2), Position(1, 3))
    assert positions.place(Position(1, 1)) == (2, 1)


def test_what_lies_behind_the_text_is_its_end() -> None:
    positions = Positions(Document("a.py", "x\ny"), PositionEncodingKind.Utf16)
    assert positions.range_of(Span("a.py", 1, 9, 3, 1)) == Range(Position(0, 1), Position(1, 1))
    assert positions.place(Position(9, 9)) == (2, 2)
    assert positions.place(Position(0, 9)) == (1, 2)


def test_a_stretch_that_ends_before_its_start_is_meant_the_other_way_round() -> None:
    change = TextDocumentContentChangePartial(Range(Position(1, 1), Position(0, 1)), "-")
    assert typed("ab\ncd\n", [change], PositionEncodingKind.Utf16) == "a-d\n"


def test_a_cell_that_is_no_python_has_its_own_lines() -> None:
    cells = (Cell("a", 1, "import daft"), Cell("b", 1, 'x = 1\n"😋"; x = = 3\n'))
    document = notebook_of("file:///a.ipynb", 1, cells).document
    ((_, span),) = document.layout.broken(document.path) if document.layout is not None else ()
    positions = Positions(document, PositionEncodingKind.Utf16)
    assert positions.range_of(span) == Range(Position(1, 10), Position(1, 11))
    assert positions.place(Position(1, 10), 2) == span.start
