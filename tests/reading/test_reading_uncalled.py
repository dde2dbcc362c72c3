"""Functions and classes that only other files call."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from daft_lint.documents.document import read_document
from daft_lint.documents.project import ProjectFolder
from daft_lint.pipelines.reading import read_around

FUNCTIONS = {
    "a number's default may be replaced": (
        "def run(n=4):\n    daft.range(9).into_partitions(n).collect()",
        ["range 1p 9r > into_partitions(4~) > collect"],
    ),
    "a flag's default decides nothing": (
        "def run(debug=False):\n    df = daft.range(9)\n    if debug:\n"
        "        df = df.limit(3)\n    df.collect()",
        ["range 1p 9r > maybe limit(3) > collect"],
    ),
    "nor does None": (
        "def run(limit=None):\n    df = daft.range(9)\n    if limit is not None:\n"
        "        df = df.limit(limit)\n    df.collect()",
        ["range 1p 9r > maybe limit(?) > collect"],
    ),
    "a path's default is no fact": (
        "def run(path='one.csv'):\n    daft.read_csv(path).collect()",
        ["read_csv ?p ?r > collect"],
    ),
    "a UDF's default is no fact": (
        "def run(udf=tag):\n    daft.range(9).with_column('t', udf(col('id'))).collect()",
        ["range 1p 9r > with_column > collect"],
    ),
    "a call in the file says what it passes": (
        "def run(n=4):\n    daft.range(9).into_partitions(n).collect()\nrun()\nrun(5)",
        [
            "range 1p 9r > into_partitions(4) > collect",
            "range 1p 9r > into_partitions(5) > collect",
        ],
    ),
    "what it calls in turn is read in place": (
        "def main():\n    run(daft.range(9))\ndef run(df):\n    df.limit(3).collect()",
        ["range 1p 9r > limit(3) > collect"],
    ),
    "a nested function that is never called": (
        "def outer():\n    n = 4\n    def inner():\n"
        "        daft.range(9).into_partitions(n).collect()\n    return inner",
        ["range 1p 9r > into_partitions(4) > collect"],
    ),
    "a handed over function": (
        "def job():\n    daft.range(9).limit(3).collect()\npool.submit(job)",
        ["range 1p 9r > limit(3) > collect"],
    ),
    "an async generator": (
        "async def rows():\n    async for row in daft.range(9).limit(3).iter_rows():\n"
        "        yield row",
        ["range 1p 9r > limit(3) > iter_rows"],
    ),
    "the names the module ends with": (
        "N = 4\ndef run():\n    daft.range(9).into_partitions(N).collect()\nN = 5",
        ["range 1p 9r > into_partitions(4..5) > collect"],
    ),
    "a command": (
        "import typer\napp = typer.Typer()\n@app.command()\n"
        "def run(n: int = typer.Option(4), m: int = 5):\n"
        "    daft.range(9).into_partitions(n).into_batches(m).collect()\napp()",
        ["range 1p 9r > into_partitions(?) > into_batches(5~) > collect"],
    ),
    "arguments of the command line": (
        "import argparse\nparser = argparse.ArgumentParser()\n"
        "parser.add_argument('--n', type=int, default=4)\nargs = parser.parse_args()\n"
        "daft.range(9).into_partitions(args.n).collect()",
        ["range 1p 9r > into_partitions(4~) > collect"],
    ),
    "the body of a UDF is no pipeline": (
        "@daft.func\ndef udf(x: int) -> int:\n    return daft.range(9).limit(3).count_rows()",
        [],
    ),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_in_a_function_that_nobody_calls(
    name: str, outline_after: Callable[[str], list[str]]
) -> None:
    program, pipelines = FUNCTIONS[name]
    assert outline_after(program) == pipelines


CLASSES = {
    "attributes of __init__": (
        """
        class Job:
            def __init__(self, n=4):
                self.n = n
            def run(self):
                daft.range(9).into_partitions(self.n).collect()
        """,
        ["range 1p 9r > into_partitions(4~) > collect"],
    ),
    "attributes that another method sets": (
        """
        class Job:
            def __init__(self):
                self.n = 4
                self.m = None
            def run(self):
                daft.range(9).into_partitions(self.n).into_batches(self.m).collect()
            def change(self, n):
                self.n = n
                self.m = 5
        """,
        ["range 1p 9r > into_partitions(?) > into_batches(?) > collect"],
    ),
    "a list that another method fills": (
        """
        class Job:
            def __init__(self):
                self.names = []
            def run(self):
                daft.from_pydict({"name": self.names}).collect()
            def add(self, name):
                self.names.append(name)
        """,
        ["from_pydict 1p ?r > collect"],
    ),
    "a frame that one method sets": (
        """
        class Job:
            def __init__(self):
                self.df = None
            def load(self):
                self.df = daft.range(9)
            def run(self):
                self.df.limit(3).collect()
        """,
        ["range 1p 9r > limit(3) > collect"],
    ),
    "a frame that several methods change": (
        """
        class Job:
            def load(self):
                self.df = daft.range(9)
            def run(self):
                self.df = self.df.limit(3)
                self.df.collect()
        """,
        ["range 1p 9r > other methods > limit(3) > collect"],
    ),
    "methods that give the object itself": (
        """
        class Job:
            def load(self):
                self.df = daft.range(9)
                return self
            def cut(self):
                self.df = self.df.limit(3)
                return self
            def save(self):
                self.df.write_parquet("x")
        Job().load().cut().save()
        """,
        ["range 1p 9r > limit(3) > write_parquet"],
    ),
    "an object made elsewhere in the file is not the one that is meant": (
        """
        class Job:
            def __init__(self, n):
                self.n = n
            def run(self):
                daft.range(9).into_partitions(self.n).collect()
        quick = Job(2)
        """,
        ["range 1p 9r > into_partitions(?) > collect"],
    ),
    "a dataclass": (
        """
        from dataclasses import dataclass
        @dataclass
        class Job:
            n: int = 4
            def run(self):
                daft.range(9).into_partitions(self.n).collect()
        """,
        ["range 1p 9r > into_partitions(4~) > collect"],
    ),
    "a property that is a frame": (
        """
        class Job:
            @property
            def rows(self):
                return daft.range(9)
            def run(self):
                self.rows.limit(3).collect()
        """,
        ["range 1p 9r > limit(3) > collect"],
    ),
    "a context manager": (
        """
        class Job:
            def __enter__(self):
                return daft.range(9)
            def __exit__(self, *error): ...
        with Job() as df:
            df.limit(3).collect()
        """,
        ["range 1p 9r > limit(3) > collect"],
    ),
}


@pytest.mark.parametrize("name", CLASSES)
def test_in_a_class(name: str, outline_after: Callable[[str], list[str]]) -> None:
    program, pipelines = CLASSES[name]
    assert outline_after(program) == pipelines


def test_a_method_under_a_decorator_may_have_run_before_others(
    outline_after: Callable[[str], list[str]],
) -> None:
    program = """
def logged(f):
    def inner(*args):
        return f(*args)
    return inner

class Steps:
    def __init__(self):
        self.parts = 4
    @logged
    def change(self):
        self.parts = 5
    def run(self):
        daft.range(7).into_partitions(self.parts).collect()
"""
    assert outline_after(program) == ["range 1p 7r > into_partitions(4..5) > collect"]


FILLED = {
    "by itself": "def run(k):\n    n = 4 if 'a' in seen else 5\n    seen['a'] = 1\n",
    "by what it calls": (
        "def fill(): seen['a'] = 1\ndef run(k):\n    n = 4 if seen else 5\n    fill()\n"
    ),
    "by another way in": "def run(k):\n    n = 4 if seen else 5\ndef fill(): seen['a'] = 1\n",
}


@pytest.mark.parametrize("name", FILLED)
def test_what_a_way_in_fills_may_be_full(
    name: str, outline_after: Callable[[str], list[str]]
) -> None:
    program = f"seen = {{}}\n{FILLED[name]}def go():\n    n = 4 if 'a' in seen else 5\n"
    program += "    daft.range(7).into_partitions(n).collect()\n"
    assert outline_after(program) == ["range 1p 7r > into_partitions(4..5) > collect"]


def test_what_a_function_fills_of_its_own_is_known(
    outline_after: Callable[[str], list[str]],
) -> None:
    program = """
seen = {"a": 1}
def other(k):
    seen = {}
    seen["b"] = 1
def run(k):
    daft.range(7).into_partitions(4 if "a" in seen else 5).collect()
"""
    assert outline_after(program) == ["range 1p 7r > into_partitions(4) > collect"]


def test_code_without_daft_gets_frames_through_modules_that_hand_it_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("base.py").write_text("class Base:\n    def run(self):\n        self.read().show()\n")
    Path("jobs.py").write_text("from base import Base\n\nclass Job(Base):\n    pass\n")
    Path("main.py").write_text(
        "import daft\nimport jobs\n\nclass Mine(jobs.Job):\n    def read(self):\n"
        "        return daft.range(4)\n\nMine().run()\n"
    )
    read = read_around(read_document(Path("main.py"), "main.py"), ProjectFolder(Path()))
    (pipeline,) = (each for program in read.programs for each in program.pipelines)
    assert pipeline.action is not None
    assert pipeline.action.span.path == "base.py"
