"""Whatever a file holds, reading it ends, soon, and with no other error than a syntax error."""

from __future__ import annotations

import statistics
import time
import warnings
from typing import Any, NoReturn

import pytest

from daft_lint.pipelines.program import Programs
from daft_lint.pipelines.reading import read
from daft_lint.plan.span import Span
from daft_lint.syntax.deep_stack import with_deep_stack
from daft_lint.syntax.source import SourceSyntaxError


def _ends(text: str) -> None:
    try:
        read(text, "job.py")
    except SourceSyntaxError as error:
        problem = error
    else:
        return
    assert problem.line >= 1
    assert problem.column >= 1
    assert problem.message
    assert "\n" not in problem.message


DEEP = {
    "1,000 chained calls": "df = daft.range(9)" + ".where('x')" * 1000 + "\ndf.collect()",
    "a sum of 5,000": "x = " + " + ".join(["1"] * 5000),
    "a sum of 50,000": "x = " + " + ".join(["1"] * 50_000),
    "2,000 conditions": "x = " + " and ".join(["a"] * 2_000),
    "5,000 elifs": "if a:\n    x = 1\n" + "".join(f"elif b{i}:\n    x = 1\n" for i in range(5000)),
    "10,000 signs": "x = " + "-" * 10_000 + "1",
    "3,000 choices": "x = " + "1 if a else " * 3000 + "1",
    "3,000 lambdas": "x = " + "lambda: " * 3000 + "1",
    "100,000 brackets": "x = " + "[" * 100_000 + "]" * 100_000,
    "brackets that never close": "x = " + "[" * 100_000,
    "20,000 attributes": "x = a" + ".b" * 20_000,
    "99 levels of blocks": "".join(" " * i + "if a:\n" for i in range(99)) + " " * 99 + "pass",
    "5,000 decorators": "@d\n" * 5000 + "def f(): pass",
    "200 bases": "class A0: pass\n"
    + "".join(f"class A{i + 1}(A{i}):\n    def f(self): super().f()\n" for i in range(200)),
    "frames that double": "df = daft.range(9)\n" + "df = df.concat(df)\n" * 60 + "df.collect()",
    "lists that double": "s = [1]\n" + "s = [*s, *s]\n" * 60 + "daft.from_pydict({'a': s})",
    "numbers that square": "s = 3\n" + "s = s * s\n" * 60 + "s **= 64\ndaft.range(s).collect()",
    "huge numbers": "daft.range(" + "9" * 4000 + ").into_partitions(0x" + "f" * 9999 + ")",
    "functions that call each other": "".join(
        f"def f{i}():\n" + f"    f{i + 1}()\n" * 10 for i in range(9)
    )
    + "def f9(): daft.range(9).collect()\nf0()",
    "a function that calls itself": "def f(): return f()\nf()",
    "an object that makes itself": "class A:\n    def __init__(self): self.a = A()\nA()",
    "a list in itself": "a = []\na.append(a)\na = [a, a]\ndaft.from_pydict({'a': a})",
    "a class that is its own base": "class A(A): pass\nA()",
    "a property that asks for itself": (
        "class A:\n    @property\n    def a(self): return self.a\nA().a"
    ),
    "a letter newer than Python": "\U0002ebf0 = 1",
    "a character that no name stands for": "daft.read_csv('\\N{no such name}').collect()",
    "a number with zeros in front": "daft.range(0777).collect()",
    "objects in branches": "class A:\n    def __init__(self):\n"
    + "".join(f"        self.a{i} = {i}\n" for i in range(40))
    + "".join(
        f"def f{i}():\n    a = A()\n"
        + f"    if b:\n        a = f{i + 1}()\n    else:\n        a = A()\n" * 4
        + "    return a\n"
        for i in range(7)
    )
    + "def f7(): return A()\nf0()",
    "1,500 branches": "df = daft.range(9)\n"
    + "".join(f"if a{i}:\n    df = df.where('x')\n" for i in range(1500)),
}


@pytest.mark.parametrize("name", DEEP)
def test_depth_and_size_end_in_a_reading_or_a_syntax_error(name: str) -> None:
    started = time.process_time()
    _ends("import daft\n" + DEEP[name])
    assert time.process_time() - started < 20


def test_calls_take_no_longer_at_some_depths_than_at_others() -> None:
    def leaf() -> None:
        pass

    def calls_at(depth: int) -> float:
        if depth:
            return calls_at(depth - 1)
        started = time.thread_time()
        for _ in range(1000):
            leaf()
        return time.thread_time() - started

    fastest = with_deep_stack(
        lambda: [min(calls_at(depth) for _ in range(3)) for depth in range(200)]
    )
    assert max(fastest) < 10 * statistics.median(fastest)


def test_code_that_is_too_deep_says_so() -> None:
    with pytest.raises(SourceSyntaxError, match="nested too deeply") as caught:
        read("x = " + " + ".join(["1"] * 5000), "job.py")
    assert caught.value.too_deep


def test_a_chain_of_a_thousand_calls_is_read() -> None:
    (pipeline,) = read(
        "import daft\ndaft.range(9)" + ".where('x')" * 1000 + ".collect()", "job.py"
    ).pipelines
    assert len(pipeline.plan.operators) == 1000


def test_following_without_end_is_no_fault_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(self: Programs, *of: Any) -> NoReturn:
        endless(self, *of)
        raise AssertionError

    monkeypatch.setattr(Programs, "_read", endless)
    assert read("import daft\ndaft.range(9).collect()\n", "job.py").bound is not None


def test_what_costs_too_much_is_said_to_be_incomplete() -> None:
    reading = read("import daft\n" + "daft.range(9).collect()\n" * 301, "job.py")
    assert reading.bound is not None
    assert (reading.bound.span.line, reading.bound.more_than) == (302, "300 actions")
    assert len(reading.pipelines) == 300


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("x = (", 1, 5), ("import daft\nx = = 1\n", 2, 5), ("if a:\npass\n", 2, 1)],
)
def test_a_syntax_error_tells_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(SourceSyntaxError) as caught:
        read(text, "job.py")
    assert (caught.value.line, caught.value.column) == (line, column)


def test_reading_warns_of_nothing_in_the_code_it_reads() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read('import daft\ndaft.read_csv("\\d")\nx = 1 is 1\nassert (1, "a")\n', "job.py")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [""])
def test_spans_count_lines_and_characters_as_people_do(end: str, mark: str) -> None:
    text = end.join(
        [
            mark + "import daft",
            "s = '\u00e4\u4e2d\U0001f600'",
            "df = (",
            "    daft",
            "    .range(9)",
            ")",
            "s = '\U0001f600'; df.limit(3).collect()",
            "",
        ]
    )
    (pipeline,) = read(text, "job.py").pipelines
    (limit,) = pipeline.plan.operators
    assert pipeline.plan.source.span == Span("job.py", 4, 5, 5, 14)
    assert limit.span == Span("job.py", 7, 13, 7, 21)
    assert pipeline.action is not None
    assert pipeline.action.span == Span("job.py", 7, 22, 7, 31)


def test_reading_is_fast_enough_for_an_editor() -> None:
    program = "import daft\n" + "\n".join(
        f"def f{i}(n=4):\n    df = daft.range(9)\n"
        f"    df = df.into_partitions(n).where(daft.col('id') > {i})\n    return df.collect()\n"
        for i in range(200)
    )
    started = time.process_time()
    assert len(read(program, "job.py").pipelines) == 200
    assert time.process_time() - started < 4


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_backslash_alone_on_a_line_moves_nothing(end: str) -> None:
    lines = ["import daft", "\\", "df = daft.range(9).into_batches(1_000)", "df.show()", ""]
    reading = read(end.join(lines), "a.py")
    assert [pipeline.plan.source.span.line for pipeline in reading.pipelines] == [3]
