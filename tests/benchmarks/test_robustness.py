"""Broken programs are linted without an internal error; `benchmarks/robustness.py` tries more."""

from __future__ import annotations

import robustness
from robustness import Case, Result

SOURCES = robustness.programs_of_rules()
COUNT = 50


def test_mutants_of_rule_cases_end_without_an_internal_error() -> None:
    results = {
        robustness.lint_case(mutant) for mutant in robustness.mutants(SOURCES, COUNT, seed=1)
    }
    assert results <= {Result.LINTED, Result.SYNTAX_ERROR, Result.UNREADABLE}
    assert Result.LINTED in results
    assert Result.SYNTAX_ERROR in results


def test_what_is_no_text_or_no_python_is_no_failure() -> None:
    assert robustness.lint_case(Case("a.py", b"import daft\n\xff")) is Result.UNREADABLE
    assert robustness.lint_case(Case("a.py", b"import daft\nx = (")) is Result.SYNTAX_ERROR
