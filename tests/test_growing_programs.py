"""What linting costs grows no faster than a program, whatever it repeats."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest

from daft_lint.documents.document import Document, UnreadableDocumentError
from daft_lint.documents.notebook import read_notebook
from daft_lint.infer import frames
from daft_lint.linting import lint
from daft_lint.settings import default_settings

POOL = """\
import daft

@daft.cls(max_concurrency=4)
class E:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=8)
    def __call__(self, x): ...

e = E()
df = daft.read_parquet("s3://b/*")
"""
GROWING: dict[str, Callable[[int], str]] = {
    "repartitions": lambda n: POOL + "df = df.repartition(3)\n" * n + "df.collect()",
    "columns of UDFs": lambda n: (
        POOL
        + "".join(f"df = df.with_column('c{i}', e(df['a']))\n" for i in range(n))
        + "df.collect()"
    ),
    "UDFs, a pipeline each": lambda n: (
        POOL
        + "".join(f"@daft.func\ndef f{i}(x: int) -> int: return x\n" for i in range(n))
        + "".join(f"df.with_column('c', f{i}(df['a'])).collect()\n" for i in range(n))
    ),
    "decorators": lambda n: (
        "import daft\n" + "@daft.func\n" * n + "def f(x: int) -> int: return x\n"
    ),
    "pipelines in arms": lambda n: (
        POOL
        + "import sys\nm = sys.argv[1]\n"
        + "el".join(
            f"if m == {i}:\n    df.with_column('c', e(df['a'])).collect()\n" for i in range(n)
        )
    ),
    "methods that set one attribute": lambda n: (
        POOL
        + "class P:\n    def __init__(self): self.df = df\n"
        + "".join(f"    def m{i}(self): self.df = self.df.limit({i})\n" for i in range(n))
        + "p = P()\n"
        + "".join(f"p.m{i}()\n" for i in range(n))
        + "p.df.with_column('c', e(df['a'])).collect()\n"
    ),
    "classes, each made from the last": lambda n: (
        POOL
        + "class C0:\n    def go(self, d): return d\n"
        + "".join(
            f"class C{i}(C{i - 1}):\n    def go(self, d): return super().go(d).limit({i})\n"
            for i in range(1, n)
        )
        + f"C{n - 1}().go(df).with_column('c', e(df['a'])).collect()\n"
    ),
    "assignments": lambda n: (
        POOL + "".join(f"a{i} = {i}\n" for i in range(10 * n)) + "df.repartition(a1).collect()"
    ),
}

LOOP = "    " * 12 + "df = df.repartition(2)\n"
DOUBLING = {
    "a UDF of its own result twice": POOL
    + "x = e(df['a'])\n"
    + "x = e(x, x)\n" * 100
    + "df.with_column('c', x).collect()\n",
    "an expression of itself twice": POOL
    + "x = df['a']\n"
    + "x = x + x\n" * 100
    + "df.where(x).with_column('c', e(x)).collect()\n",
    "both sides of an `&`": POOL
    + "x = df['a']\n"
    + "x = x & x\n" * 100
    + "df.where(x).with_column('c', e(df['a'])).collect()\n",
    "loops in one another": POOL
    + "".join("    " * depth + f"for x{depth} in [1, 2, 3, 4]:\n" for depth in range(12))
    + LOOP
    + "df.collect()\n",
    "functions that call one another three times": POOL
    + "def f0(d): return d\n"
    + "".join(
        f"def f{i}(d): return f{i - 1}(f{i - 1}(f{i - 1}(d).limit(9)))\n" for i in range(1, 60)
    )
    + "f59(df).with_column('c', e(df['a'])).collect()\n",
    "actors": POOL.replace("4", "10**9").replace("s3://b/*", "s3://b/x.parquet")
    + "df.repartition(8).with_column('c', e(df['a'])).collect()\n"
    + "df = daft.range(800, partitions=8)\ndf.with_column('c', e(df['id'])).collect()\n",
    "comprehensions in one another": POOL
    + "r = "
    + "[" * 12
    + "df.with_column('c', e(df['a']))"
    + "".join(f" for x{depth} in range(3)]" for depth in range(12))
    + "\n",
}


@pytest.mark.parametrize("program", DOUBLING.values(), ids=DOUBLING.keys())
def test_what_doubles_takes_no_time(program: str) -> None:
    assert _seconds(program) < 5


@pytest.mark.parametrize(
    "program",
    [
        POOL
        + "".join(f"df = df.with_column('c{n}', e(df['a']))\n" for n in range(21))
        + "df.collect()\n",
        POOL + f"df.select({', '.join(['e(df[0])'] * 21)}).collect()\n",
    ],
    ids=["one after the other", "in one select"],
)
def test_a_plan_with_more_calls_than_are_judged_says_so(
    program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frames, "_MOST_CALLS", 20)
    assert lint(Document("job.py", program), default_settings()).bound is not None


def test_branches_of_a_long_chain_of_tests_cost_what_they_are() -> None:
    def chain(arms: int) -> str:
        tests = (f"if m == {arm}:\n    df = df.repartition({arm + 1})\n" for arm in range(arms))
        return POOL + "import sys\nm = sys.argv[1]\n" + "el".join(tests) + "df.collect()\n"

    _seconds(chain(50))
    few, many = (min(_seconds(chain(arms)) for _ in range(2)) for arms in (50, 200))
    assert many < 12 * max(few, 0.05)


@pytest.mark.parametrize("program", GROWING.values(), ids=GROWING.keys())
def test_four_times_the_program_takes_no_more_than_ten_times_as_long(
    program: Callable[[int], str],
) -> None:
    _seconds(program(50))
    few, many = (min(_seconds(program(size)) for _ in range(2)) for size in (50, 200))
    assert many < 10 * max(few, 0.05)


def test_a_notebook_of_too_many_cells_is_reported_as_that() -> None:
    cell = {"cell_type": "code", "source": "x = 1", "metadata": {}, "outputs": []}
    data = json.dumps({"cells": [cell] * 50_001, "nbformat": 4, "metadata": {}}).encode()
    with pytest.raises(UnreadableDocumentError, match="more than 50,000 cells"):
        read_notebook(data, "many.ipynb")


def _seconds(text: str) -> float:
    started = time.process_time()
    lint(Document("job.py", text), default_settings())
    return time.process_time() - started
