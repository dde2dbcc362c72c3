"""Broken programs are linted without an internal error; `benchmarks/robustness.py` tries more."""

from __future__ import annotations

import importlib
import random
from pathlib import Path

import pytest
import robustness
from mutating import MUTATIONS, Mutation
from robustness import Case, Result

SOURCES = robustness.programs_of_rules()
COUNT = 50
PROGRAM = b"import daft\r\ndf = daft.range(9)\ndf.show()\n"


def test_mutants_of_rule_cases_end_without_an_internal_error() -> None:
    results = {
        robustness.lint_case(mutant) for mutant in robustness.mutants(SOURCES, COUNT, seed=1)
    }
    assert results <= {Result.LINTED, Result.SYNTAX_ERROR, Result.UNREADABLE}
    assert Result.LINTED in results
    assert Result.SYNTAX_ERROR in results


def test_a_seed_breaks_the_same_programs_the_same_way() -> None:
    first = list(robustness.mutants(SOURCES, 20, seed=1))
    assert first == list(robustness.mutants(SOURCES, 20, seed=1))
    assert first != list(robustness.mutants(SOURCES, 20, seed=2))
    assert len({case.name for case in first}) == 20


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_every_mutation_takes_any_program(mutation: Mutation) -> None:
    chosen = random.Random(1)
    assert any(mutation(PROGRAM, chosen) != PROGRAM for _ in range(20))
    for program in (b"", b"\n", b"x", b"\xff\x00"):
        for _ in range(20):
            assert isinstance(mutation(program, chosen), bytes)


WORK = """
import os
from robustness import Result

def work(case):
    if case.name == "fail":
        raise RuntimeError("no such rule")
    if case.name == "crash":
        os._exit(3)
    if case.name == "hang":
        while True:
            pass
    return Result.LINTED
"""


def test_a_failure_a_crash_and_a_hang_are_distinguished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "work_for_robustness.py").write_text(WORK, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    work = importlib.import_module("work_for_robustness").work
    cases = [Case(name, b"") for name in ("fine", "fail", "crash", "hang", "fine too")]
    outcomes = {outcome.name: outcome for outcome in robustness.linted(cases, 2, 1.0, work)}
    assert {name: outcome.result for name, outcome in outcomes.items()} == {
        "fine": Result.LINTED,
        "fail": Result.FAILED,
        "crash": Result.CRASHED,
        "hang": Result.HUNG,
        "fine too": Result.LINTED,
    }
    assert "no such rule" in outcomes["fail"].said
    assert outcomes["hang"].seconds >= 1


def test_a_file_of_a_tree_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "plain.py").write_bytes(b"x = 1\n")
    (tmp_path / "text.txt").write_bytes(b"x = 1\n")
    (case,) = robustness.tree_cases([tmp_path, tmp_path / "deep"])
    assert case.read_whole
    assert robustness.lint_case(case) is Result.LINTED


def test_what_is_no_text_or_no_python_is_no_failure() -> None:
    assert robustness.lint_case(Case("a.py", b"import daft\n\xff")) is Result.UNREADABLE
    assert robustness.lint_case(Case("a.py", b"import daft\nx = (")) is Result.SYNTAX_ERROR
