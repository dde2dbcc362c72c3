"""What is read of actions: which ran before, in which loop, on which frame, how far."""

from __future__ import annotations

from textwrap import dedent

import pytest

from daft_lint.pipelines.reading import read
from daft_lint.plan.pipeline import Action, EarlyEnd, Pipeline, UdfCall

PRELUDE = """
import daft
from daft import col

@daft.func
def tag(text: str) -> str:
    return text

@daft.cls
class Model:
    def __init__(self, name="small"):
        self.name = name

    def __call__(self, text: str) -> str:
        return text

df = daft.read_parquet("in/*.parquet").with_column("tag", tag(col("text")))
"""


def pipelines(code: str) -> list[Pipeline]:
    found = read(PRELUDE + dedent(code), "file.py").pipelines
    return [pipeline for pipeline in found if pipeline.action is not None]


def runs(code: str) -> list[Action]:
    """The actions, each in each of its contexts."""
    return [pipeline.action for pipeline in pipelines(code) if pipeline.action is not None]


def actions(code: str) -> dict[str, Action]:
    """The actions by the name of their method; each occurs once."""
    return {
        pipeline.action.method: pipeline.action
        for pipeline in pipelines(code)
        if pipeline.action is not None
    }


def before(code: str, method: str) -> tuple[set[str], set[str]]:
    """The methods that may have run before one, and those that surely have."""
    found = actions(code)
    names = {action.number: name for name, action in found.items()}
    action = found[method]
    return {names[n] for n in action.after}, {names[n] for n in action.surely_after}


@pytest.mark.parametrize(
    ("code", "perhaps", "surely"),
    [
        ("df.write_csv('a')\ndf.write_parquet('b')", {"write_csv"}, {"write_csv"}),
        ("df.write_parquet('b')\ndf.write_csv('a')", set(), set()),
        ("if x:\n    df.write_csv('a')\ndf.write_parquet('b')", {"write_csv"}, set()),
        ("if x:\n    df.write_csv('a')\nelse:\n    df.write_parquet('b')", set(), set()),
        (
            "def f(x):\n    if x:\n        df.write_csv('a')\n        return\n"
            "    df.write_parquet('b')",
            set(),
            set(),
        ),
        (
            "if x:\n    df.write_csv('a')\nelse:\n    df.to_arrow()\ndf.write_parquet('b')",
            {"write_csv", "to_arrow"},
            set(),
        ),
        ("for x in y:\n    df.write_csv('a')\ndf.write_parquet('b')", {"write_csv"}, set()),
        (
            "try:\n    df.write_csv('a')\nexcept OSError:\n    df.write_parquet('b')",
            {"write_csv"},
            set(),
        ),
        ("def f():\n    df.write_csv('a')\ndef g():\n    df.write_parquet('b')", set(), set()),
        ("x = [1 for row in df.iter_rows()]\ndf.write_parquet('b')", {"iter_rows"}, {"iter_rows"}),
        ("x = [df.write_csv(n) for n in y]\ndf.write_parquet('b')", {"write_csv"}, set()),
        ("x = y and df.to_arrow()\ndf.write_parquet('b')", {"to_arrow"}, set()),
        (
            "def save():\n    df.write_csv('a')\nsave()\ndf.write_parquet('b')",
            {"write_csv"},
            {"write_csv"},
        ),
    ],
)
def test_the_actions_before_one_are_those_of_the_same_run(
    code: str, perhaps: set[str], surely: set[str]
) -> None:
    assert before(code, "write_parquet") == (perhaps, surely)


def test_an_action_run_twice_on_one_frame_comes_after_itself() -> None:
    twice = "def save(df, name):\n    df.write_parquet(name)\nsave(df, 'a')\nsave(df, 'b')"
    first, second = runs(twice)
    assert first.number in second.surely_after


@pytest.mark.parametrize(
    ("code", "sure"),
    [
        ("save()\nsave()", True),
        ("if x:\n    save()\n    save()", True),
        ("save()\nif x:\n    save()", False),
        ("save()\nsave()\nif x:\n    save()", True),
        ("def f():\n    save()\n    if x:\n        return\n    save()\nf()", False),
        ("def f():\n    if x:\n        return\n    save()\n    save()\nf()", True),
        ("for save in (save, save):\n    save()\n    if x:\n        break", False),
        ("for n in y:\n    save()\n    if x:\n        continue\n    save()", False),
    ],
)
def test_an_action_surely_runs_again_where_nothing_may_keep_a_run_from_it(
    code: str, sure: bool
) -> None:
    found = runs(f"def save():\n    df.write_parquet('a')\n{code}")
    again = [
        one.number in other.surely_after and one.forks == other.forks
        for one in found
        for other in found
    ]
    assert any(again) is sure


@pytest.mark.parametrize(
    ("code", "whole"),
    [
        ("for row in df.iter_rows():\n    print(row)", True),
        ("for n, row in enumerate(df.iter_rows()):\n    print(row)", True),
        ("rows = list(df.iter_rows())", True),
        ("rows = [row for row in df.iter_rows()]", True),
        ("for row in df.iter_rows():\n    break", False),
        ("def f():\n    for row in df.iter_rows():\n        return row", False),
        ("rows = df.iter_rows()", False),
        ("first = next(df.iter_rows())", False),
        ("rows = (row for row in df.iter_rows())", False),
    ],
)
def test_rows_are_taken_whole_only_where_nothing_stops(code: str, whole: bool) -> None:
    assert actions(code)["iter_rows"].whole is whole


def test_a_loop_is_known_with_its_rounds() -> None:
    (loop,) = actions("for n in range(3):\n    df.write_csv(str(n))")["write_csv"].loops
    assert (loop.rounds.count, loop.counted, loop.early) == (3, True, EarlyEnd.NONE)


@pytest.mark.parametrize(
    ("code", "counted", "early"),
    [
        ("while x():\n    df.write_csv('a')", False, EarlyEnd.NONE),
        ("for n in x:\n    df.write_csv('a')\n    break", True, EarlyEnd.BREAK),
        (
            "for n in x:\n    df.write_csv('a')\n    for m in n:\n        break",
            True,
            EarlyEnd.NONE,
        ),
        (
            "for n in x:\n    try:\n        df.write_csv('a')\n    except OSError:\n        pass",
            True,
            EarlyEnd.OTHER,
        ),
        ("for n in x:\n    if n:\n        continue\n    df.write_csv('a')", True, EarlyEnd.OTHER),
        ("for n in x:\n    def f():\n        return n\n    df.write_csv('a')", True, EarlyEnd.NONE),
    ],
)
def test_a_loop_tells_whether_every_round_runs_to_its_end(
    code: str, counted: bool, early: EarlyEnd
) -> None:
    (loop,) = actions(code)["write_csv"].loops
    assert (loop.counted, loop.early) == (counted, early)


def test_steps_know_the_loops_they_are_made_in_through_helpers_too() -> None:
    code = """
    def more(frame):
        return frame.with_column("again", tag(col("text")))

    for n in range(2):
        more(df).write_csv(str(n))
    """
    (pipeline,) = pipelines(code)
    assert [len(step.loops) for step in pipeline.plan.operators] == [0, 1]
    assert pipeline.plan.source.loops == ()


@pytest.mark.parametrize(
    ("rest", "grows"),
    [
        ("    df.write_csv('a')", True),
        ("    df = df.collect()\n    df.write_csv('a')", False),
        ("    df.write_csv('a')\n    df.collect()", False),
    ],
)
def test_a_frame_that_grows_carries_what_nothing_ran(rest: str, grows: bool) -> None:
    code = f"for n in range(3):\n    df = df.with_column(str(n), tag(col('text')))\n{rest}"
    (pipeline,) = (
        each_pipeline
        for each_pipeline in pipelines(code)
        if each_pipeline.action.method == "write_csv"
    )
    last = [step for step in pipeline.plan.operators if step.calls][-1]
    assert (last.number in pipeline.action.carried) is grows


def test_other_names_of_a_frame_go_on_from_what_was_collected() -> None:
    code = """
    def keep(frame):
        frame.collect()

    same = df
    keep(same)
    df.select("tag").write_csv("a")
    """
    written = next(
        pipeline for pipeline in pipelines(code) if pipeline.action.method == "write_csv"
    )
    methods = [step.method for step in written.plan.operators]
    assert methods == ["with_column", "collect", "select"]


def test_arrow_is_not_kept_on_the_frame() -> None:
    code = "df.to_arrow()\ndf.write_csv('a')"
    written = next(
        pipeline for pipeline in pipelines(code) if pipeline.action.method == "write_csv"
    )
    assert [step.method for step in written.plan.operators] == ["with_column"]


def calls(expressions: str, prelude: str = "") -> list[UdfCall]:
    (pipeline,) = pipelines(f"{prelude}\ndf.select({expressions}).write_csv('a')")
    return list(pipeline.plan.operators[-1].calls)


@pytest.mark.parametrize(
    "expressions",
    [
        "tag(col('text')), tag(df[\"text\"])",
        "tag(col('text')), tag( daft.col('text') ).alias('b')",
        "tag(col('text') + 1), tag(df['text'] + N)",
        "tag(col('text').lower()), tag(col('text').str.lower())",
        "small(col('text')), small(col('text'))",
        "Model('a')(col('text')), Model('a')(col('text'))",
    ],
)
def test_the_same_work_is_said_in_the_same_words(expressions: str) -> None:
    first, other = calls(expressions, "N = 1\nsmall = Model(name())")
    assert first.work is not None
    assert first.work == other.work
    assert first.span != other.span


@pytest.mark.parametrize(
    "expressions",
    [
        "tag(col('text')), tag(col('title'))",
        "tag(col('text') + 1), tag(col('text') + 2)",
        "tag(col('text') + 1), tag(col('text') - 1)",
        "tag(col('text').lower()), tag(col('text').upper())",
        "small(col('text')), other(col('text'))",
        "Model('a')(col('text')), Model('b')(col('text'))",
        "Model(name())(col('text')), Model(name())(col('text'))",
        "light(col('text')), strong(col('text'))",
        "tag(col(name())), tag(col(name()))",
    ],
)
def test_other_work_is_never_said_in_the_same_words(expressions: str) -> None:
    prelude = """
def make(weight):
    @daft.func
    def weigh(text: str) -> str:
        return text * weight
    return weigh

light, strong = make(1), make(2)
small, other = Model(name()), Model(name())
"""
    first, other = calls(expressions, prelude)
    assert first.work is None or first.work != other.work


def test_of_very_many_actions_only_the_first_are_read() -> None:
    code = "\n".join(f"df.write_csv('{number}')" for number in range(400))
    assert [len(pipeline.action.after) for pipeline in pipelines(code)] == list(range(300))
