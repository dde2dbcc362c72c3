"""`daft_lint.testing`: cases read from files and strings, and what a failing one tells."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from daft_lint.findings import Confidence, Edit, Fix, Safety
from daft_lint.registry import all_rules
from daft_lint.rule import Case, Definition, Problem, definition_rule, rule
from daft_lint.settings import default_settings
from daft_lint.testing import (
    RuleCase,
    case,
    cases,
    check,
    check_alone,
    check_fires,
    check_silent,
    fixed,
    found,
)


@rule("ACME001", "no-csv")
def no_csv(case: Case) -> Iterator[Problem]:
    """A pipeline writes CSV."""
    action = case.pipeline.action
    if action is not None and action.method == "write_csv":
        end = action.span.column + len(action.method)
        method = replace(action.span, end_line=action.span.line, end_column=end)
        fix = Fix("write Parquet", Safety.SAFE, (Edit(method, "write_parquet"),))
        yield Problem(action.span, "CSV keeps no types", fix, on_ray=False)


@rule("ACME002", "raises")
def raises(case: Case) -> Iterator[Problem]:
    """A rule with a fault."""
    raise ZeroDivisionError("in the rule")
    yield


@definition_rule("ACME003", "short-name")
def short_name(definition: Definition) -> Iterator[Problem]:
    """A UDF's name is short."""
    if len(definition.udf.name) < 3:
        yield Problem(definition.udf.span, "the name says nothing", "take a longer one")


READ = "import daft\ndf = daft.read_parquet('a')\n"
CSV = f"{READ}df.write_csv('b')\n"
UDF = "import daft\n\n@daft.func\ndef f(x: int) -> int:\n    return x\n"
IDLE = """\
import daft
from daft import col
daft.set_runner_ray()
@daft.cls(max_concurrency=4)
class Embed:
    def __call__(self, x: str) -> str:
        return x

df = daft.from_glob_path("a/*")
df = df.with_column("b", Embed()(col("path")))
df.write_csv("out")  # expect
"""


def test_a_case_is_a_program_without_its_marks() -> None:
    made = case(no_csv, "    a  # expect\n    b\n    c# expect\n    # also DFT101\n")
    assert made == RuleCase(
        rule=no_csv,
        name="program",
        text="a\nb\nc\n# also DFT101\n",
        fires=True,
        expected=(1, 3),
        also=frozenset({"DFT101"}),
    )
    assert str(made) == "no-csv-program"


def test_cases_of_a_folder(tmp_path: Path) -> None:
    for kind, name, text in [
        ("fires", "b", f"{CSV.rstrip()}  # expect\n"),
        ("fires", "a", "import daft\r\ndaft.read_parquet('a').write_csv('b')  # expect\r\n"),
        ("silent", "c", READ),
    ]:
        (tmp_path / kind).mkdir(exist_ok=True)
        (tmp_path / kind / f"{name}.py").write_bytes(text.encode())
    read = cases(tmp_path, no_csv)
    assert [(str(one), one.fires, one.expected) for one in read] == [
        ("no-csv-a", True, (2,)),
        ("no-csv-b", True, (3,)),
        ("no-csv-c", False, ()),
    ]
    for one in read:
        check(one)


def test_a_folder_without_cases_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no case in fires/\*\.py or silent/\*\.py"):
        cases(tmp_path, no_csv)


def told(work: Callable[[], None]) -> str:
    with pytest.raises(AssertionError) as error:
        work()
    return str(error.value)


def test_a_failure_tells_every_line() -> None:
    program = f"{CSV}df.write_csv('c')  # expect\ndf.write_parquet('d')  # expect\n"
    assert told(lambda: check_fires(case(no_csv, program))) == (
        "ACME001 no-csv-program: expected lines 4, 5, found lines 3, 4\n"
        "  line 3: not expected: df.write_csv('b')\n"
        "    CSV keeps no types\n"
        "  line 4: found: df.write_csv('c')\n"
        "    CSV keeps no types\n"
        "  line 5: not found: df.write_parquet('d')"
    )


def test_a_mark_in_the_wrong_kind_of_case_is_told() -> None:
    assert "mark each line that a finding starts on" in told(
        lambda: check_fires(case(no_csv, READ))
    )
    marked = case(no_csv, f"{READ}df.write_csv('b')  # expect")
    assert "the rule should keep silent" in told(lambda: check_silent(marked))
    assert "mark each line" in told(lambda: check(replace(case(no_csv, READ), fires=True)))


def test_a_program_that_cannot_be_read_proves_nothing() -> None:
    assert told(lambda: check_silent(case(no_csv, "import daft\nx = (\n"))) == (
        "no-csv-program: the program can't be read as meant: line 2: '(' was never closed"
    )
    hint = case(no_csv, f"{READ}  # daft-lint: row=1\n")
    assert "`row` is no hint" in told(lambda: check_silent(hint))


def test_what_is_too_unsure_to_be_reported_is_told() -> None:
    in_a_test = case(no_csv, f"{READ}df.write_csv('b')  # expect\n", "test_export")
    assert told(lambda: check_fires(in_a_test)).splitlines()[-1] == (
        "  line 3 is found, but only as info, possible: give the case settings that report it"
    )
    everything = replace(default_settings(), min_confidence=Confidence.POSSIBLE)
    check_fires(replace(in_a_test, settings=everything))


def test_other_rules_are_told_unless_they_are_named() -> None:
    assert told(lambda: check_alone(case(no_csv, IDLE))).startswith(
        "no-csv-program: other rules find something else than `# also` says\n"
        "  DFT101 missing-repartition: not expected on line 10: "
    )
    check_alone(case(no_csv, f"# also DFT101\n{IDLE}"))
    named = case(no_csv, f"# also DFT102\n{CSV}")
    assert told(lambda: check_alone(named)).endswith("\n  DFT102: expected, found nothing")


def test_a_rule_for_definitions_is_tested_alike() -> None:
    check_fires(case(short_name, UDF.replace("-> int:", "-> int:  # expect")))
    check_silent(case(short_name, UDF.replace("def f", "def longer")))


def test_found_gives_what_the_command_line_would_tell() -> None:
    assert [one.code for one in found(CSV, no_csv)] == ["ACME001"]
    assert found(CSV) == ()
    assert found(CSV.replace("('b')", "('b')  # noqa: ACME001"), no_csv) == ()
    assert [one.code for one in found(IDLE)] == ["DFT101"]


def test_fixed_makes_the_fixes_of_the_rule() -> None:
    assert fixed(CSV, no_csv) == CSV.replace("csv", "parquet")
    assert fixed(READ, no_csv) == READ


def test_what_a_rule_raises_is_raised() -> None:
    with pytest.raises(ZeroDivisionError, match="in the rule"):
        check_silent(case(raises, CSV))


def test_a_rule_with_the_code_of_another_is_refused() -> None:
    clash = replace(no_csv, code="DFT101")
    with pytest.raises(ValueError, match="two rules have the code DFT101"):
        found(CSV, clash)


def test_a_built_in_rule_is_tested_alike() -> None:
    (missing,) = [one for one in all_rules() if one.code == "DFT101"]
    check_fires(
        case(missing, IDLE.replace("  # expect", "").replace('path")))', 'path")))  # expect'))
    )


def test_no_test_runner_is_needed() -> None:
    code = (
        "import sys, daft_lint.testing\n"
        "assert not {'pytest', 'unittest', 'daft', 'ray'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
