"""Which UDF calls are mixed up, as measured on Daft 0.6.4, 0.7.0 and 0.7.26."""

from __future__ import annotations

from dataclasses import replace

import pytest

from daft_lint import testing
from daft_lint.findings import Confidence, Finding
from daft_lint.registry import all_rules
from daft_lint.settings import default_settings

_RULE = next(rule for rule in all_rules() if rule.name == "mixed-up-udfs")
_PROGRAM = """
import sys
import daft
from daft import col

@daft.func
def f(x: int) -> int:
    return x

@daft.func
def g(x: int) -> int:
    return x

df = daft.read_parquet("a.parquet")
df = {step}
df.write_parquet("b")
"""


def found(step: str) -> list[Finding]:
    return list(testing.found(_PROGRAM.format(step=step), _RULE))


def test_the_call_whose_result_is_lost_is_named_and_the_other_is_shown() -> None:
    (finding,) = found('df.where((f(col("a")) > 1) & (g(col("b")) > 2))')
    assert finding.message.startswith("Daft doesn't run `g` here: it uses the result of `f`")
    assert finding.related[0].span < finding.span
    assert finding.confidence is Confidence.CERTAIN


def test_of_two_filters_the_first_one_loses() -> None:
    (finding,) = found('df.where(f(col("a")) > 1).where(g(col("b")) > 2)')
    assert finding.message.startswith("Daft doesn't run `f` here")


def test_what_is_not_known_beside_a_udf_is_an_assumption() -> None:
    (finding,) = found('df.where((f(col("a")) > sys.argv[1]) & (g(col("b")) > sys.argv[2]))')
    assert finding.confidence is Confidence.LIKELY
    assert "unknown values" in finding.assumptions[0]


@pytest.mark.parametrize(
    ("expression", "many"),
    [
        ('f(col("a")) + g(col("b"))', 0),
        ('f(col("a")) + 0 + g(col("b"))', 0),
        ('f(col("a")).cast(daft.DataType.int64()) + g(col("b"))', 0),
        ('f(col("a")) + 1 + g(col("b"))', 1),
        ('f(g(col("a"))) + f(col("b"))', 0),
        ('f(col("a")).alias("x") + g(col("b"))', 0),
        ('f(col("a")) + g(col("b")) + g(col("a"))', 1),
        ('f(col("a")).abs() + g(col("b"))', 0),
        ('f(col("a")) * 1 + g(col("b"))', 0),
        ('f(col("a")).unheard_of() + g(col("b"))', 0),
        ('(f(col("a")) + 1) * (f(col("a")) + 2)', 0),
        ('(f(col("a")) + 1) * (f(col("b")) + 2)', 1),
    ],
)
def test_the_place_below_a_parent_decides(expression: str, many: int) -> None:
    assert len(found(f'df.with_column("s", {expression})')) == many


@pytest.mark.parametrize(
    ("steps", "many"),
    [
        ('df.where(f(col("a")) > 1).where(g(col("b")) > 1)', 1),
        ('df.where(f(col("a"))).where(g(col("b")))', 0),
        ('df.where(f(col("a"))).where(g(col("b"))).where(g(col("a")))', 1),
        ('df.where(f(col("a")) > 1).limit(9).where(g(col("b")) > 1)', 0),
        ('df.where(f(col("a")) & (g(col("b")) & g(col("c"))))', 0),
    ],
)
def test_filters_in_a_row_are_one(steps: str, many: int) -> None:
    assert len(found(steps)) == many


@pytest.mark.parametrize(
    ("version", "certain"),
    [((0, 6), True), ((0, 6, 4), True), ((0, 7), True), ((0, 7, 26), True), ((0, 8, 0), False)],
)
def test_a_version_that_nobody_tried_is_an_assumption(
    version: tuple[int, ...], *, certain: bool
) -> None:
    settings = replace(default_settings(), daft_version=version)
    program = _PROGRAM.format(step='df.where((f(col("a")) > 1) & (g(col("b")) > 2))')
    (finding,) = testing.found(program, _RULE, settings=settings)
    assert (finding.confidence is Confidence.CERTAIN) is certain
    assert (finding.assumptions == ()) is certain
