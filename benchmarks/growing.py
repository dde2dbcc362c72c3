"""Tries programs that repeat one thing very often: each ends in time, with an answer.

A seed chooses how often. The table of `--figures` is that of the page about security.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from attacks import Ended, problems, run

MOST = 1_000
MIB = 500

POOL = """\
import sys

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=8)
    def __call__(self, text): ...


@daft.func
def add(a: int, b: int) -> int:
    return a + b


embed = Embed()
mode = sys.argv[1]
df = daft.read_parquet("s3://bucket/*")
"""
CLASS = """\
@daft.cls(max_concurrency=4)
class Embed{}:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=8)
    def __call__(self, text): ...

"""
END = "df.with_column('out', embed(df['a'])).collect()\n"
ADD = "df = df.with_column('c{}', embed(df['a']))\n"


def _lines(text: str, number: int) -> str:
    return "".join(text.replace("{}", str(each)) for each in range(number))


def _udfs(number: int) -> str:
    return _lines("@daft.func\ndef udf{}(a: int) -> int: return a\n", number)


def _nested(number: int) -> str:
    depth = min(number, 15)
    loops = "".join("    " * each + f"for x{each} in [1, 2, 3, 4]:\n" for each in range(depth))
    return loops + "    " * depth + ADD.replace("{}", "") + END


def _comprehensions(number: int) -> str:
    depth = min(number, 15)
    rounds = "".join(f" for x{each} in range(3)]" for each in range(depth))
    return f"r = {'[' * depth}df.with_column('c', embed(df['a'])){rounds}\n"


def _arms(number: int) -> str:
    arm = "if mode == 'x{}':\n    df = df.repartition({} + 1)\n"
    return "el".join(arm.replace("{}", str(each)) for each in range(number)) + END


def _match(number: int) -> str:
    return (
        "match mode:\n"
        + _lines("    case 'x{}':\n        df = df.repartition({} + 1)\n", number)
        + END
    )


def _select(number: int) -> str:
    calls = ", ".join(f"udf{each}(col('a'))" for each in range(number))
    return _udfs(number) + f"df.select({calls}).collect()\n"


SHAPES: dict[str, Callable[[int], str]] = {
    "a UDF of its own result twice": lambda n: (
        "x = add(col('a'), col('b'))\n"
        + "x = add(x, x)\n" * n
        + "df.with_column('c', x).collect()\n"
    ),
    "an expression of itself twice": lambda n: (
        "x = col('a')\n" + "x = x + x\n" * n + "df.with_column('c', embed(x)).collect()\n"
    ),
    "loops over four items in one another": _nested,
    "comprehensions in one another": _comprehensions,
    "UDFs, a pipeline each": lambda n: (
        _udfs(n) + _lines("df.with_column('c', udf{}(col('a'))).collect()\n", n)
    ),
    "classes, a pipeline each": lambda n: (
        _lines(CLASS, n) + _lines("df.with_column('c', Embed{}()(df['a'])).collect()\n", n)
    ),
    "frames that nothing runs": lambda n: _lines("df.with_column('c{}', embed(df['a']))\n", n),
    "UDFs that nothing calls": _udfs,
    "UDFs in one select": _select,
    "arms of `if` and `elif`": _arms,
    "arms of `match`": _match,
    "`try` on one frame": lambda n: (
        _lines("try:\n    " + ADD + "except ValueError:\n    pass\n", n) + END
    ),
    "loops on one frame": lambda n: _lines("for _ in sys.argv:\n    " + ADD, n) + END,
    "arms of a conditional expression": lambda n: (
        "df = " + _lines("df.repartition({} + 1) if mode == 'x{}' else ", n) + "df\n" + END
    ),
    "joins with itself": lambda n: "df = df.join(df, on='a')\n" * n + END,
    "UDFs one after the other": lambda n: _lines(ADD, n) + END,
    "texts of themselves": lambda n: (
        "t = 'ab'\n" + "t = t + t\n" * n + "daft.read_parquet(t).collect()\n"
    ),
    "functions that a frame goes through": lambda n: (
        "def f0(d): return d\n"
        + "".join(f"def f{i}(d): return f{i - 1}(f{i - 1}(d).limit(9))\n" for i in range(1, n))
        + f"df = f{n - 1}(df)\n{END}"
    ),
    "classes, each made from the last": lambda n: (
        "class C0:\n    def go(self, d): return d\n"
        + "".join(
            f"class C{i}(C{i - 1}):\n    def go(self, d): return super().go(d).limit({i})\n"
            for i in range(1, n)
        )
        + f"df = C{n - 1}().go(df)\n{END}"
    ),
    "methods that set one attribute": lambda n: (
        "class P:\n    def __init__(self): self.df = df\n"
        + _lines("    def m{}(self): self.df = self.df.with_column('c{}', embed(df['a']))\n", n)
        + "p = P()\n"
        + _lines("p.m{}()\n", n)
        + "p.df.collect()\n"
    ),
    "frames in one concat": lambda n: (
        "all = df\n"
        + _lines("all = all.concat(df.with_column('c', embed(df['a'])))\n", n)
        + "all.collect()\n"
    ),
    "frames in one join": lambda n: (
        "all = df\n"
        + _lines("all = all.join(df.with_column('c', embed(df['a'])), on='a')\n", n)
        + "all.collect()\n"
    ),
    "pipelines in arms": lambda n: "el".join(
        f"if mode == 'x{i}':\n    df.repartition({i} + 1)."
        "with_column('c', embed(df['a'])).collect()\n"
        for i in range(n)
    ),
    "lists of themselves": lambda n: (
        "x = [1]\n" + "x = [x, x]\n" * n + "df.repartition(len(x)).collect()\n"
    ),
}


def cost_of(program: str, *options: str) -> Ended:
    """What a check of a program costs, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder, "project")
        project.mkdir()
        (project / "job.py").write_text(program)
        command = ("check", "--isolated", "--no-cache", "-j1", "--output-format", "concise")
        return run(project, *command, *options, "job.py", seconds=30, memory=3 * 2**30)


def main() -> int:
    """Try each shape natively and on Ray; 1 when one costs too much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="chooses how often, up to 1,000 times")
    parser.add_argument("--figures", action="store_true", help="1,000 times each, as a table")
    options = parser.parse_args()
    chosen = random.Random(options.seed)
    broken = 0
    for name, shape in SHAPES.items():
        number = MOST if options.figures else chosen.randint(2, MOST)
        for runner in ((), ("--runner", "ray", "--workers", "2", "--cpus-per-worker", "8")):
            cost = cost_of(POOL + shape(number), *runner)
            where = "Ray" if runner else "native"
            wrong = "; ".join(problems(cost, most_mib=MIB))
            line = f"| {number:,} {name} | {where} | {cost.seconds:.1f} s | {cost.mib} MB |"
            if options.figures or wrong:
                print(f"{line} {wrong}".rstrip(), flush=True)
            broken += bool(wrong)
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
