"""Each row is a pattern that can be found, and an expression that can be written."""

from __future__ import annotations

import ast
import re

import pytest

from daft_lint.equivalences.equivalence import Equivalence
from daft_lint.equivalences.kinds import HELD
from daft_lint.equivalences.rendering import Code, Written, escaped, render
from daft_lint.equivalences.speedups import SPEED_UPS
from daft_lint.equivalences.table import FAMILIES, TABLE
from daft_lint.equivalences.unification import parsed

_ROWS = pytest.mark.parametrize("row", TABLE, ids=lambda row: row.name)
_FEWEST = 40


def test_the_table_is_large_and_its_names_are_unique() -> None:
    assert len({row.name for row in TABLE}) == len(TABLE) >= _FEWEST
    assert all(FAMILIES.values())


def test_the_speed_up_of_every_row_was_measured() -> None:
    assert set(SPEED_UPS) == {row.name for row in TABLE}


@_ROWS
def test_the_places_of_a_row_are_all_filled(row: Equivalence) -> None:
    for pattern in row.patterns:
        parsed(pattern)
        names = {node.id for node in ast.walk(ast.parse(pattern)) if isinstance(node, ast.Name)}
        assert {name for name in names if len(name) == 1} == {*row.takes, *row.constants}
    assert {*re.findall(r"\{(\w)(?::[^}]+)?\}", row.expression)} == {*row.takes, *row.constants}


@_ROWS
def test_a_row_is_python_code(row: Equivalence) -> None:
    columns = {name: Code(f'col("{name}") + 1') for name in row.takes}
    constants = {
        name: Written(repr(constant.samples[-1]), constant.samples[-1])
        for name, constant in row.constants.items()
    }
    for dtype in row.returns:
        assert isinstance(
            ast.parse(render(row, columns, constants, dtype).text, mode="eval"), ast.Expression
        )


@_ROWS
def test_the_literals_that_are_tried_are_accepted(row: Equivalence) -> None:
    for constant in row.constants.values():
        assert all(map(constant.accepts, constant.samples))
        assert not constant.accepts(True)
        assert not constant.accepts(None)


@_ROWS
def test_a_row_gives_a_known_kind_of_values(row: Equivalence) -> None:
    assert all(dtype in HELD for dtype in row.returns if dtype != "list[uint64]")


@pytest.mark.parametrize("text", ["a.b", "(", "\\", "#-&~", "a|b", "[x]{2}^$"])
def test_an_escaped_text_matches_itself_alone(text: str) -> None:
    assert re.fullmatch(escaped(text), text)


def test_what_binds_less_is_put_in_parentheses() -> None:
    assert Code("a + b").operand == "(a + b)"
    assert Code("(a + b) * c").operand == "((a + b) * c)"
    assert Code("-a").operand == "(-a)"
    assert Code("(a).b()").operand == "(a).b()"
    assert Code('df["a"]').operand == 'df["a"]'
