"""Edits that fit together are made, and nothing else changes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.documents.document import Document
from daft_lint.findings import Edit
from daft_lint.fixing import Group, fixed
from daft_lint.plan.span import Span

_LINE_END = re.compile(r"\r\n|\r|\n")


_TEXTS = st.text(alphabet=st.sampled_from("ab\t é\x0c\u2028\n\r"), max_size=30)


@st.composite
def _edited(draw: st.DrawFn) -> tuple[str, list[Group]]:
    text = draw(_TEXTS)
    document = Document("a.py", text)
    places = [
        (line, column)
        for line in range(1, len(document.lines) + 1)
        for column in range(1, len(document.lines[line - 1]) + 2)
    ]
    edit = st.builds(
        lambda start, other, new: Edit(Span("a.py", *min(start, other), *max(start, other)), new),
        st.sampled_from(places),
        st.sampled_from(places),
        st.sampled_from(["", "x", "yz\n"]),
    )
    return text, draw(st.lists(st.lists(edit, min_size=1, max_size=3).map(tuple), max_size=4))


@given(_edited())
def test_groups_that_do_not_touch_are_all_applied_and_nothing_else(
    edited: tuple[str, list[Group]],
) -> None:
    text, groups = edited
    result = fixed(Document("a.py", text), groups)
    assert sorted([*result.applied, *result.left], key=repr) == sorted(groups, key=repr)
    _assert_only_edits(text, result.text, [edit for group in result.applied for edit in group])
    if len(groups) == 1 and len(groups[0]) == 1:
        assert result.left == ()


def _at(line: int, start: int, end: int, text: str) -> Edit:
    return Edit(Span("a.py", line, start, line, end), text)


def test_of_two_fixes_that_touch_the_first_is_applied() -> None:
    first, second = (_at(1, 2, 4, "x"),), (_at(1, 3, 5, "y"), _at(2, 1, 1, "z"))
    result = fixed(Document("a.py", "abcdef\ng"), [first, second])
    assert (result.text, result.applied, result.left) == ("axdef\ng", (first,), (second,))


def test_two_additions_at_one_place_are_one_too_many() -> None:
    groups = [(_at(1, 2, 2, "x"),), (_at(1, 2, 2, "y"),)]
    assert fixed(Document("a.py", "ab"), groups).text == "axb"


def test_an_addition_next_to_what_is_replaced_is_left() -> None:
    groups = [(_at(1, 1, 2, "x"),), (_at(1, 2, 2, "y"),)]
    assert fixed(Document("a.py", "ab"), groups).left == (groups[1],)


def test_neighbours_are_no_conflict() -> None:
    groups = [(_at(1, 2, 3, "y"),), (_at(1, 1, 2, "x"),)]
    assert fixed(Document("a.py", "ab"), groups).text == "xy"


def test_an_edit_that_two_fixes_share_is_made_once() -> None:
    groups = [(_at(1, 1, 1, "x"),), (_at(1, 1, 1, "x"), _at(1, 2, 3, "y"))]
    result = fixed(Document("a.py", "ab"), groups)
    assert (result.text, result.left) == ("xay", ())


def test_a_fix_whose_own_edits_touch_is_left() -> None:
    group = (_at(1, 1, 3, "x"), _at(1, 2, 3, "y"))
    assert fixed(Document("a.py", "ab"), [group]).left == (group,)


@pytest.mark.parametrize("span", [(1, 4, 1, 4), (0, 1, 1, 1), (3, 1, 3, 2), (1, 2, 1, 1)])
def test_an_edit_outside_of_the_text_is_an_error(span: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match=r"line \d"):
        fixed(Document("a.py", "ab\n"), [(Edit(Span("a.py", *span), ""),)])


def _assert_only_edits(before: str, after: str, edits: list[Edit]) -> None:
    """Read both side by side, edit for edit."""
    mine, theirs = 0, 0
    for edit in sorted(set(edits), key=lambda edit: edit.span.start):
        start, end = _offset(before, *edit.span.start), _offset(before, *edit.span.end)
        assert before[mine:start] == after[theirs : theirs + start - mine]
        theirs += start - mine
        assert after[theirs : theirs + len(edit.text)] == edit.text
        mine, theirs = end, theirs + len(edit.text)
    assert before[mine:] == after[theirs:]


def _offset(text: str, line: int, column: int) -> int:
    """Counted anew, and slowly: what the product does must agree."""
    place = 0
    for _ in range(line - 1):
        found = _LINE_END.search(text, place)
        if found is None:
            return len(text)
        place = found.end()
    return place + column - 1
