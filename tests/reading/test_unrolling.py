"""Loops that hand a frame from round to round, and lists of what to do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Outline = Callable[[str], list[str]]

START = """
df = daft.from_pydict({"x": list(range(1000))})
class Add:
    def __init__(self, name):
        self.name = name
    def __call__(self, df):
        return df.with_column(self.name, tag(col("x")))
def first(df):
    return df.with_column("a", tag(col("x")))
def second(df, _=None):
    return df.repartition(4)
class Steps:
    def __init__(self, *steps):
        self.steps = list(steps)
    def add(self, step):
        self.steps.append(step)
        return self
    def run(self, df):
        for step in self.steps:
            df = step(df)
        return df
"""
TAG = "with_column[Tag 4 actors, batch 64]"
TWO = {
    "functions": "for step in (first, Add('b')):\n    df = step(df)",
    "columns": "for name in ['a', 'b']:\n    df = df.with_column(name, tag(col('x')))",
    "items": "for name, step in {'a': first, 'b': first}.items():\n    df = step(df)",
    "numbered": "for n, step in enumerate([first, first]):\n    df = step(df)",
    "paired": "for a, b in zip(['a', 'b'], [tag, tag]):\n    df = df.with_column(a, b(col('x')))",
    "counted": "for n in range(2):\n    df = df.with_column(f'{n}', tag(col('x')))",
    "watched": "from tqdm import tqdm\nfor step in tqdm([first, first]):\n    df = step(df)",
    "made of a list": "for step in [Add(n) for n in ('a', 'b')]:\n    df = step(df)",
    "with else": "for n in ['a']:\n    df = Add(n)(df)\nelse:\n    df = Add('b')(df)",
    "an attribute": "class H: pass\nh = H()\nh.df = df\nfor s in [first, first]:\n"
    "    h.df = s(h.df)\ndf = h.df",
    "reduced": "from functools import reduce\n"
    "df = reduce(lambda df, step: step(df), [first, first], df)",
    "transformed": "df = df.transform(first).transform(first)",
}


@pytest.mark.parametrize("name", TWO)
def test_each_round_is_a_step(name: str, outline_after: Outline) -> None:
    (line,) = outline_after(f"{START}\n{TWO[name]}\ndf.collect()\n")
    assert line == f"from_pydict 1p 1000r > {TAG} > {TAG} > collect"


def test_columns_made_for_each_name_are_known(outline_after: Outline) -> None:
    (line,) = outline_after(
        f"{START}\ndf.with_columns({{n: tag(col(n)) for n in ['x', 'y']}}).collect()\n"
    )
    assert line == (
        "from_pydict 1p 1000r > with_columns[Tag 4 actors, batch 64][Tag 4 actors, batch 64]"
        " > collect"
    )


def test_what_a_round_may_leave_out_is_a_maybe(outline_after: Outline) -> None:
    (line,) = outline_after(
        f"{START}\nfor n in ['a', 'b']:\n    if unseen(n):\n        break\n"
        "    df = df.repartition(4)\ndf.collect()\n"
    )
    assert line == "from_pydict 1p 1000r > maybe loop > maybe repartition(4) > collect"


UNKNOWN = {
    "skipped": "for n in ['a', '', 'b']:\n    if n == '':\n        continue\n    df = Add(n)(df)",
    "left": "for n in ['a', 'b', 'c']:\n    if n == 'c':\n        break\n    df = Add(n)(df)",
    "a list in an object": "df = Steps(Add('a'), first).run(df)",
    "a list that grows": "df = Steps().add(Add('a')).add(first).run(df)",
    "unseen items": "for step in unseen():\n    df = step(df)",
    "a condition": "for step in [s for s in [first] if unseen(s)]:\n    df = step(df)",
    "a list that is changed meanwhile": "steps = [first]\nfor step in steps:\n"
    "    steps.append(first)\n    df = step(df)",
    "a list that a loop fills": "s = Steps()\nfor n in unseen():\n    s.add(first)\ndf = s.run(df)",
    "a dict with an unseen key": "for step in {unseen(): first}:\n    df = step(df)",
    "too many": "for n in range(100):\n    df = df.with_column('a', tag(col('x')))",
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_is_not_all_in_sight_stays_unknown(name: str, outline_after: Outline) -> None:
    lines = outline_after(f"{START}\n{UNKNOWN[name]}\ndf.repartition(3).collect()\n")
    assert lines == [] or "maybe loop" in lines[0] or "unknown steps" in lines[0]


def test_a_loop_that_runs_its_frame_is_a_loop(outline_after: Outline) -> None:
    lines = outline_after(
        f"{START}\nfor n in ['a', 'b']:\n    df = df.with_column(n, tag(col('x')))\n    df.show()\n"
    )
    assert lines[0] == f"from_pydict 1p 1000r > loop > {TAG} > show"


UNTIL = "def is_done(df):\n    return df.count_rows() < 9\n"


@pytest.mark.parametrize("end", ["break", "raise StopIteration", "continue"])
def test_a_loop_that_a_helper_may_end_is_a_loop(outline_after: Outline, end: str) -> None:
    lines = outline_after(
        f"{START}\n{UNTIL}for n in range(3):\n    df = df.with_column('a', tag(col('x')))\n"
        f"    if is_done(df):\n        {end}\ndf.collect()\n"
    )
    assert any("loop" in line for line in lines)


FRAMES = {
    "frames": "for one in (df, df.repartition(4)):",
    "named frames": "for name, one in {'a': df, 'b': df.repartition(4)}.items():",
    "a search": "for one in (df, df.repartition(4)):\n    if is_done(one):\n        break",
}


@pytest.mark.parametrize("name", FRAMES)
def test_each_frame_that_a_loop_is_over_is_run(name: str, outline_after: Outline) -> None:
    lines = outline_after(
        f"{START}\n{UNTIL}{FRAMES[name]}\n    one.with_column('a', tag(col('x'))).write_csv('b')\n"
    )
    assert [line for line in lines if "write" in line] == [
        f"from_pydict 1p 1000r > {TAG} > write_csv",
        f"from_pydict 1p 1000r > repartition(4) > {TAG} > write_csv",
    ]
