from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from daft_lint.reporting.text_layout import excerpt, wrapped

LINE = st.text(st.sampled_from("ab ()=.'\té结😀\x1b"), min_size=1, max_size=200)


@given(line=LINE, start=st.integers(0, 220), length=st.integers(0, 220), width=st.integers(20, 120))
def test_an_excerpt_and_its_underline_fit(line: str, start: int, length: int, width: int) -> None:
    shown = excerpt(line, start, start + length, width)
    assert cell_len(shown.text) <= width
    assert shown.length >= 1
    assert 0 <= shown.start <= cell_len(shown.text)


@given(before=LINE, after=LINE, width=st.integers(30, 120))
def test_a_short_piece_of_code_is_whole_in_any_excerpt(before: str, after: str, width: int) -> None:
    line = f"{before}udf(x){after}"
    shown = excerpt(line, len(before), len(before) + 6, width)
    assert shown.length == 6
    assert "udf(x)" in shown.text
    position = shown.text.index("udf(x)")
    assert cell_len(shown.text[:position]) == shown.start


@given(
    words=st.lists(st.text("abc结", min_size=1, max_size=12), min_size=1),
    width=st.integers(30, 90),
)
def test_wrapping_loses_no_word_and_keeps_to_the_width(words: list[str], width: int) -> None:
    lines = wrapped(" ".join(words), width)
    assert " ".join(lines).split() == words
    assert all(cell_len(line) <= width for line in lines)


def test_wrapping_never_breaks_a_word() -> None:
    assert wrapped("see a/very/long/path.py now", 10) == ["see", "a/very/long/path.py", "now"]


def test_wrapping_nothing_is_one_empty_line() -> None:
    assert wrapped("", 10) == [""]
