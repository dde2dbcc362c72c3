"""What is removed depends on the Daft that a project runs with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from daft_lint import testing
from daft_lint.findings import Finding, Safety, Severity
from daft_lint.registry import all_rules
from daft_lint.settings import default_settings

RULE = next(rule for rule in all_rules() if rule.code == "DFT310")
OLD = """
import daft

df = daft.read_parquet("a").with_column("b", daft.col("a").str.upper())
"""
NEW = """
import daft

df = daft.read_parquet("a").with_column("b", daft.col("a").split_part("-", 1))
"""


def found(program: str, version: tuple[int, ...]) -> list[Finding]:
    settings = replace(default_settings(), daft_version=version)
    return list(testing.found(program, RULE, settings=settings))


@pytest.mark.parametrize("version", [(0, 7, 0), (0, 7, 26), (0, 7)])
def test_a_version_that_lacks_a_name_makes_it_an_error(version: tuple[int, ...]) -> None:
    (finding,) = found(OLD, version)
    assert finding.severity is Severity.ERROR
    assert finding.fixes[0].safety is Safety.SAFE


def test_what_the_next_line_removes_is_an_info_with_the_same_fix() -> None:
    (finding,) = found(OLD, (0, 6, 14))
    assert (finding.severity, finding.fixes[0].safety) == (Severity.INFO, Safety.SAFE)


def test_a_version_without_the_new_name_gets_no_edits() -> None:
    (finding,) = found(OLD, (0, 6, 1))
    assert finding.fixes[0].edits == ()
    assert "since 0.6.2" in finding.fixes[0].message


def test_a_name_that_came_later_is_an_error() -> None:
    (finding,) = found(NEW, (0, 7, 12))
    assert "added in 0.7.24" in finding.message
    assert found(NEW, (0, 7, 24)) == []
