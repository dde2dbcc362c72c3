"""Each row is a pattern that can be found, and an expression that can be written."""

from __future__ import annotations

import ast
import json
import math
import re
from pathlib import Path

import pytest

from daft_lint.equivalences.rendering import Code, render
from daft_lint.equivalences.table import TABLE, Equivalence
from daft_lint.equivalences.unification import parsed

_ROWS = pytest.mark.parametrize("row", TABLE, ids=lambda row: row.name)
_RESULTS = Path(__file__).parents[2] / "benchmarks" / "results" / "equivalences.json"


def test_the_names_are_unique() -> None:
    assert len({row.name for row in TABLE}) == len(TABLE)


def test_the_figures_are_those_of_the_results_rounded_down() -> None:
    """By the clock or by processor time, the lesser."""
    found = json.loads(_RESULTS.read_text(encoding="utf-8"))
    ratios = {
        name: min(
            measured["udf_seconds"] / measured["expression_seconds"],
            measured["udf_processor_seconds"] / measured["expression_processor_seconds"],
        )
        for name, measured in found.items()
    }
    rounded = {name: math.floor(10 * ratio) / 10 for name, ratio in ratios.items()}
    assert {row.name: row.faster for row in TABLE} == rounded


@_ROWS
def test_the_places_of_a_row_are_all_filled(row: Equivalence) -> None:
    parsed(row.pattern)
    names = {node.id for node in ast.walk(ast.parse(row.pattern)) if isinstance(node, ast.Name)}
    assert {name for name in names if len(name) == 1} == {*row.columns}
    assert {*re.findall(r"\{(\w)(?::[^}]+)?\}", row.expression)} == {*row.columns}


@_ROWS
def test_a_row_is_python_code(row: Equivalence) -> None:
    columns = {name: Code(f'col("{name}") + 1') for name in row.columns}
    for dtype in row.types:
        assert isinstance(ast.parse(render(row, columns, dtype).text, mode="eval"), ast.Expression)


def test_what_binds_less_is_put_in_parentheses() -> None:
    assert Code("a + b").operand == "(a + b)"
    assert Code("(a + b) * c").operand == "((a + b) * c)"
    assert Code("-a").operand == "(-a)"
    assert Code("(a).b()").operand == "(a).b()"
    assert Code('df["a"]').operand == 'df["a"]'
