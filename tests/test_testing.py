"""`daft_lint.testing`: cases of documents, folders and strings, and what a failing one tells."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from daft_lint.findings import Confidence, Edit, Fix, Safety, Severity
from daft_lint.registry import all_rules
from daft_lint.rule import Case, Definition, Problem, definition_rule, rule
from daft_lint.settings import default_settings
from daft_lint.testing import (
    CaseDocumentError,
    Program,
    RuleCase,
    case,
    cases,
    check,
    check_alone,
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
        programs=(Program("program.py", "a\nb\nc\n# also DFT101\n", (1, 3)),),
        also=frozenset({"DFT101"}),
    )
    assert str(made) == "no-csv-program"
    assert made.text == "a\nb\nc\n# also DFT101\n"


DOCUMENT = """\
# no-csv

A job writes CSV.

```toml
[tool.daft-lint]
min-severity = "warning"
```

## Nothing is *written*

There is no action.

```python
import daft
```

## Two files

The number stands in another file.

```python title="jobs/export.py"
import daft
from sizes import PATH

daft.read_parquet("a").write_csv(PATH)  # expect
```

```python title="jobs/sizes.py"
PATH = "b"
```

```toml title="pyproject.toml"
[tool.daft-lint]
min-confidence = "possible"
extend-select = ["ACME001"]
```

~~~~text
Some words, in which ``` ends nothing.
~~~~

## Two files

```python
"""


@pytest.fixture
def document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], tuple[RuleCase, ...]]:
    """Reads a document in the current folder."""
    monkeypatch.chdir(tmp_path)

    def document(text: str) -> tuple[RuleCase, ...]:
        Path("no-csv.md").write_text(text, encoding="utf-8")
        return cases(Path("no-csv.md"), no_csv)

    return document


def test_cases_of_a_document(document: Callable[[str], tuple[RuleCase, ...]]) -> None:
    silent, fires = document(DOCUMENT.rpartition("## ")[0])
    assert [str(rule_case) for rule_case in (silent, fires)] == [
        "no-csv-nothing-is-written",
        "no-csv-two-files",
    ]
    assert silent.programs == (Program("program.py", "import daft\n", (), "no-csv.md", 14),)
    assert not silent.fires
    assert [(program.path, program.expected, program.above) for program in fires.programs] == [
        ("jobs/export.py", (4,), 22),
        ("jobs/sizes.py", (), 29),
    ]
    assert fires.where == 'no-csv.md:18 "Two files"'
    assert silent.settings is not None
    assert fires.settings is not None
    assert silent.settings.min_severity is Severity.WARNING
    assert fires.settings.min_severity is Severity.INFO
    assert fires.settings.min_confidence is Confidence.POSSIBLE
    for rule_case in (silent, fires):
        check(rule_case)


def test_a_failing_case_of_a_document_names_file_heading_and_line(
    document: Callable[[str], tuple[RuleCase, ...]],
) -> None:
    text = (
        DOCUMENT.rpartition("## ")[0]
        .replace("(PATH)  # expect", '("b")')
        .replace('PATH = "b"', "import daft\ndaft.read_csv(1)  # expect")
    )
    _, fires = document(text)
    assert error_of(lambda: check(fires)) == (
        'ACME001 no-csv.md:18 "Two files": expected line 31, found line 26\n'
        '  no-csv.md:26: not expected: daft.read_parquet("a").write_csv("b")\n'
        "    CSV keeps no types\n"
        "  no-csv.md:31: not found: daft.read_csv(1)"
    )


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("## a\n", "no-csv.md:1: start with a title, such as `# no-csv`"),
        ("# a\n", "no-csv.md: there is no case; start each with a `## ` heading"),
        (DOCUMENT, "no-csv.md:45: end this block with ```"),
        (
            DOCUMENT + "```\n",
            "no-csv.md:43: Two files: line 18 has the same heading; give each case its own heading",
        ),
        (
            "# a\n\n```python\n```\n\n## b\n",
            "no-csv.md:3: above the first `## `, only settings are allowed, in a ```toml block",
        ),
        (
            "# a\n\n## b\n\n```console\n```\n",
            "no-csv.md:3: b: add a program, in a ```python block",
        ),
        (
            "# a\n\n## b\n\n```python\n```\n\n```py\n```\n",
            "no-csv.md:3: b: two blocks are program.py: give each a title, or a heading of its own",
        ),
        (
            '# a\n\n## b\n\n```python title="../b.py"\n```\n',
            "no-csv.md:5: a title is the path of a file in the project, such as `jobs/export.py`",
        ),
        (
            "# a\n\n## b\n\n```python\n```\n```toml\n[tool.daft-lint]\nselec = 1\n```\n",
            "no-csv.md:9: tool.daft-lint.selec: unknown key; did you mean `select`?",
        ),
    ],
)
def test_an_error_in_a_document_is_a_line_that_says_what_to_do(
    text: str, reported: str, document: Callable[[str], tuple[RuleCase, ...]]
) -> None:
    with pytest.raises(CaseDocumentError) as error:
        document(text)
    assert str(error.value) == reported


def test_a_document_that_is_no_utf_8_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"# \xff\n")
    with pytest.raises(CaseDocumentError, match=r"a\.md: save the file as UTF-8"):
        cases(tmp_path / "a.md", no_csv)


def error_of(work: Callable[[], None]) -> str:
    with pytest.raises(AssertionError) as error:
        work()
    return str(error.value)


def test_a_failure_tells_every_line() -> None:
    program = f"{CSV}df.write_csv('c')  # expect\ndf.write_parquet('d')  # expect\n"
    assert error_of(lambda: check(case(no_csv, program))) == (
        "ACME001 no-csv-program: expected lines 4, 5, found lines 3, 4\n"
        "  line 3: not expected: df.write_csv('b')\n"
        "    CSV keeps no types\n"
        "  line 4: found: df.write_csv('c')\n"
        "    CSV keeps no types\n"
        "  line 5: not found: df.write_parquet('d')"
    )


def test_a_program_that_cannot_be_read_proves_nothing() -> None:
    assert error_of(lambda: check(case(no_csv, "import daft\nx = (\n"))) == (
        "no-csv-program: the program can't be read as intended: line 2: '(' was never closed"
    )
    hint = case(no_csv, f"{READ}  # daft-lint: row=1\n")
    assert "there is no hint `row`" in error_of(lambda: check(hint))


def test_what_is_too_unsure_to_be_reported_is_reported() -> None:
    in_a_test = case(no_csv, f"{READ}df.write_csv('b')  # expect\n", "test_export")
    assert error_of(lambda: check(in_a_test)).splitlines()[-1] == (
        "  line 3 is found, but only as info, possible: add settings to the case that report it"
    )
    everything = replace(default_settings(), min_confidence=Confidence.POSSIBLE)
    check(replace(in_a_test, settings=everything))


def test_other_rules_are_reported_unless_they_are_named() -> None:
    message = error_of(lambda: check_alone(case(no_csv, IDLE)))
    assert message.startswith(
        "no-csv-program: other rules don't find what the case says\n  line 10: not expected: "
        "DFT101 missing-repartition: "
    )
    assert message.endswith(
        "\n  if DFT101 is right, make `# also DFT101` the first line of the case's program"
    )
    check_alone(case(no_csv, f"# also DFT101\n{IDLE}"))
    named = case(no_csv, f"# also DFT102\n{CSV}")
    assert error_of(lambda: check_alone(named)).endswith(
        "\n  DFT102 finds nothing: remove the line `# also DFT102`"
    )


def test_a_rule_for_definitions_is_tested_alike() -> None:
    check(case(short_name, UDF.replace("-> int:", "-> int:  # expect")))
    check(case(short_name, UDF.replace("def f", "def longer")))


def test_found_gives_what_the_command_line_would_tell() -> None:
    assert [finding.code for finding in found(CSV, no_csv)] == ["ACME001"]
    assert found(CSV) == ()
    assert found(CSV.replace("('b')", "('b')  # noqa: ACME001"), no_csv) == ()
    assert [finding.code for finding in found(IDLE)] == ["DFT101"]


def test_fixed_makes_the_fixes_of_the_rule() -> None:
    assert fixed(CSV, no_csv) == CSV.replace("csv", "parquet")
    assert fixed(READ, no_csv) == READ


def test_what_a_rule_raises_is_raised() -> None:
    with pytest.raises(ZeroDivisionError, match="in the rule"):
        check(case(raises, CSV))


def test_a_rule_with_the_code_of_another_is_refused() -> None:
    clash = replace(no_csv, code="DFT101")
    with pytest.raises(ValueError, match="two rules have the code DFT101"):
        found(CSV, clash)


def test_a_built_in_rule_is_tested_alike() -> None:
    (missing,) = [each_rule for each_rule in all_rules() if each_rule.code == "DFT101"]
    check(case(missing, IDLE.replace("  # expect", "").replace('path")))', 'path")))  # expect')))


def test_no_test_runner_is_needed() -> None:
    code = (
        "import sys, daft_lint.testing\n"
        "assert not {'pytest', 'unittest', 'daft', 'ray'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
