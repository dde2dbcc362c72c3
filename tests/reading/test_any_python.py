"""Programs in the syntax of Python 3.8 to 3.15 are linted, whatever Python lints them."""

from __future__ import annotations

import ast
import sys
from dataclasses import replace

import pytest

from daft_lint.documents.document import Document
from daft_lint.findings import Finding
from daft_lint.linting import SYNTAX_ERROR, lint
from daft_lint.settings import default_settings
from daft_lint.syntax.source import SourceSyntaxError
from daft_lint.syntax.validation import check

PIPELINE = """\
import daft
from daft import DataType, col
daft.set_runner_ray()


@daft.udf(return_dtype=DataType.string(), batch_size=16, concurrency=4)
def embed(paths):
    return paths


# daft-lint: workers=4
df = daft.from_glob_path("s3://bucket/**/*.jpg")
df = df.with_column("embedding", embed(col("path")))
df.write_parquet("out")
"""
SYNTAX = {
    "3.8 positional-only": "def f(a, /, b, *, c): ...\n",
    "3.8 walrus": "if (n := 3) > 2:\n    print(f'{n=}')\n",
    "3.8 starred return": "def f():\n    return *a, 1\n",
    "3.9 decorators": "@a[0].b\ndef f(): ...\n",
    "3.9 starred loop": "for x in *a, *b:\n    ...\n",
    "3.10 with": "with (open('a') as a, open('b') as b,):\n    ...\n",
    "3.10 match": (
        "match x:\n    case {'a': [1, *rest], **others} if rest:\n        ...\n"
        "    case A(b=1) | None as y:\n        ...\n    case -1 + 2j | 'a' 'b':\n        ...\n"
    ),
    "3.10 soft keywords": "match = case = type = 1\nprint(match, case, type)\n",
    "3.11 except*": "try:\n    ...\nexcept* ValueError as error:\n    ...\n",
    "3.11 starred index": "a[*b]\na[*b, 1]\n\n\ndef f(*args: *Ts): ...\n",
    "3.12 generics": "class A[T: int, *Ts, **P]: ...\n\n\ndef f[T](x: T) -> T: ...\n",
    "3.12 type": "type X[T] = list[T]\n",
    "3.12 strings": 'x = f"{row["path"]} {f"{1 + 1}"} {\'\\n\'.join(a)}"\n',
    "3.12 lines in strings": 'x = f"{\n    a  # where\n}"\n',
    "3.13 defaults": "class A[T = int, *Ts = *tuple[int], **P = [int]]: ...\n",
    "3.14 except": "try:\n    ...\nexcept ValueError, TypeError:\n    ...\n",
    "3.14 except*": "try:\n    ...\nexcept* ValueError, TypeError:\n    ...\n",
    "3.14 templates": 'x = t"a {b!r:>{c}} {row["path"]}"\n',
    "3.15 lazy": "lazy import a\nlazy from b import c\n",
    "3.15 unpacking": "a = [*b for b in c]\n",
    "3.15 unpacked dicts": "a = {**b for b in c}\n",
}
OLD = {
    "print": 'print "x"\n',
    "exec": "exec 'x'\n",
    "backticks": "x = `y`\n",
    "octal": "x = 0777\n",
    "unequal": "x = a <> b\n",
    "raise": "raise ValueError, 'x'\n",
    "text": "x = ur'y'\n",
}


# What LibCST reads and no Python does.
NEVER = {
    "bytes": "x = b'\xe4'\n",
    "name of a character": "x = '\\N{none of these}'\n",
}


@pytest.fixture
def old_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Python that can't parse anything."""

    def ignorant(source: str, *rest: object, **options: object) -> object:
        raise SyntaxError("invalid syntax", ("job.py", 1, 1, ""))

    monkeypatch.setattr(ast, "parse", ignorant)
    monkeypatch.setattr("daft_lint.syntax.source.symtable", ignorant)


def found(text: str) -> tuple[Finding, ...]:
    linted = lint(Document("job.py", text), default_settings())
    assert not linted.failures
    return linted.findings


def shifted(finding: Finding, lines: int) -> tuple[object, ...]:
    span = finding.span
    moved = replace(span, line=span.line + lines, end_line=span.end_line + lines)
    return finding.code, moved, finding.severity, finding.confidence


def version_of(name: str) -> tuple[int, int]:
    major, minor = name.split()[0].split(".")
    return int(major), int(minor)


@pytest.mark.parametrize("name", SYNTAX)
def test_syntax_that_this_python_knows_changes_nothing_of_what_is_found(name: str) -> None:
    if version_of(name) > sys.version_info[:2]:
        pytest.skip("a newer Python knows it")
    expected = [shifted(finding, SYNTAX[name].count("\n")) for finding in found(PIPELINE)]
    assert {code for code, *_ in expected} == {"DFT101", "DFT301"}
    assert [shifted(finding, 0) for finding in found(SYNTAX[name] + PIPELINE)] == expected


@pytest.mark.parametrize("name", SYNTAX)
def test_of_newer_syntax_it_is_said_which_python_reads_it(name: str) -> None:
    if version_of(name) <= sys.version_info[:2]:
        pytest.skip("this Python knows it")
    (finding,) = found(SYNTAX[name] + PIPELINE)
    assert (finding.code, finding.severity.value) == ("DFT903", "warning")
    assert f"run daft-lint with Python {name.split()[0]} or newer" in finding.message


@pytest.mark.parametrize("name", SYNTAX)
def test_newer_syntax_without_daft_is_no_error(name: str) -> None:
    assert found(f"# dft\n{SYNTAX[name]}") == ()


@pytest.mark.parametrize("name", OLD)
@pytest.mark.parametrize("rest", ["", PIPELINE], ids=["without daft", "with daft"])
def test_python_2_is_one_finding(name: str, rest: str) -> None:
    (finding,) = found(OLD[name] + rest)
    assert finding.code == SYNTAX_ERROR
    assert finding.span.line == 1


@pytest.mark.parametrize("name", NEVER)
def test_what_no_python_reads_is_an_error_and_asks_for_no_newer_one(name: str) -> None:
    (finding,) = found(NEVER[name] + PIPELINE)
    assert finding.code == SYNTAX_ERROR


@pytest.mark.parametrize(
    "deep",
    [
        "x = " + "[" * 100_000 + "]" * 100_000,
        "x = a" + ".b" * 20_000,
        "x = " + " + ".join(["1"] * 50_000),
        "x = " + "-" * 10_000 + "1",
        "x = " + "1 if a else " * 3_000 + "1",
        "if a:\n    ...\n" + "elif b:\n    ...\n" * 5_000,
    ],
    ids=lambda text: text[:14].strip(),
)
@pytest.mark.usefixtures("old_python")
def test_newer_syntax_that_nests_too_deeply_is_given_up(deep: str) -> None:
    with pytest.raises(SourceSyntaxError):
        check(deep)


@pytest.mark.usefixtures("old_python")
def test_long_lists_are_not_deep() -> None:
    check(
        "lazy import a\nx = [" + ", ".join(["f(a.b) + 1"] * 1_000) + "]\n" + "y = {1: -2}\n" * 1_000
    )
