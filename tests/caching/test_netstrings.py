"""Pieces of bytes in a row come apart as they were put together, or not at all."""

import pytest
from hypothesis import example, given
from hypothesis.strategies import binary, lists

from daft_lint.caching.netstrings import in_a_row, pieces_of


@given(lists(binary()))
def test_pieces_come_apart_as_they_were(pieces: list[bytes]) -> None:
    assert pieces_of(in_a_row(pieces)) == pieces


@given(lists(binary(), min_size=1))
def test_a_row_that_is_cut_off_is_none(pieces: list[bytes]) -> None:
    with pytest.raises(ValueError, match="no piece starts at byte"):
        pieces_of(in_a_row(pieces)[:-1])


@given(binary())
@example(b"-1:,")
@example(b"1,")
@example(b"1" * 5000 + b":,")
@example(b"-9:0123456789,")
@example(b"3:ab,")
@example(b"99:ab,")
def test_other_bytes_are_refused_or_a_row(data: bytes) -> None:
    try:
        pieces = pieces_of(data)
    except ValueError as error:
        assert "no piece starts at byte" in str(error)  # noqa: PT017
        return
    assert all(piece in data for piece in pieces)
