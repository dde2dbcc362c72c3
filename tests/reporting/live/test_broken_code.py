"""Lines of code in the room there is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from daft_lint.reporting.live.line_wrap import broken


def test_a_line_that_fits_stays_whole() -> None:
    assert list(broken(".f(a)", [(3, 4)], 20, unicode=True)) == [(".f(a)", "   ^")]


def test_a_long_one_breaks_behind_a_comma_and_goes_on_indented() -> None:
    parts = list(broken("  .select(first, second)", [(10, 23)], 18, unicode=True))
    assert parts == [("  .select(first, ", "          ^^^^^^^"), ("      second)", "      ^^^^^^")]


def test_wide_characters_take_two_cells() -> None:
    assert list(broken("列x", [(0, 1)], 20, unicode=True)) == [("列x", "^^")]
    assert list(broken("列x", [(0, 1)], 20, unicode=False)) == [("\\u5217x", "^^^^^^")]


@given(
    code=st.text(st.characters(codec="utf-8", categories=("L", "P", "S", "Zs")), max_size=120),
    room=st.integers(16, 60),
    unicode=st.booleans(),
)
def test_nothing_is_lost_or_too_wide(code: str, room: int, unicode: bool) -> None:
    parts = list(broken(code, [(0, len(code))], room, unicode=unicode))
    assert all(cell_len(text) <= room for text, _ in parts)
    first, *rest = (text for text, _ in parts)
    whole = first + "".join(text[min(4 + indent_of(code), room // 2) :] for text in rest)
    assert whole == "".join(text for text, _ in broken(code, [], 10_000, unicode=unicode))


def indent_of(code: str) -> int:
    return len(code) - len(code.lstrip())
