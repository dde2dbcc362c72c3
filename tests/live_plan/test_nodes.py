"""The trees that Daft prints become nodes, however they are wrapped."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.live_plan.nodes import nodes_of, udf_name
from daft_lint.live_plan.raw_plan import PlanText

FORKED = """\
* Join: Type = Inner
|   Strategy = Auto
|\\
| * Concat
| |\\
| | * Source:
| | |   Number of partitions = 3
| |
| * Source:
| |   Number of partitions = 2
|
* Limit: 4
|
* Source:
|   Number of partitions = 1
"""


def node(ascii, reported=None):
    return nodes_of(PlanText(ascii, None if reported is None else json.dumps(reported)))


def wrapped(line: str, width: int) -> list[str]:
    """Lines as Daft's Rust code wraps them: what is too long for a line has lines of its own."""
    shown = [""]
    for word in re.sub(r"(?<=[a-z0-9])-(?=[a-z0-9])", "-\0", line).replace(" ", " \0").split("\0"):
        for start in range(0, len(word.rstrip()), width):
            piece = word[start : start + width]
            if len(shown[-1]) + len(piece.rstrip()) > width:
                shown.append("")
            shown[-1] += piece
    return [text.rstrip() for text in shown if text]


def drawn(*lines: str, width: int = 80) -> str:
    """A node as Daft draws it in a terminal of some width."""
    shown: list[str] = []
    for line in lines:
        for place, piece in enumerate(wrapped(line, width)):
            shown.append(("|   " if shown else "* ") + ("  " if place else "") + piece)
    return "\n".join(shown) + "\n"


def test_a_fork_is_drawn_with_its_right_side_first():
    join = node(FORKED)
    limit, concat = join.inputs

    assert [each_node.title for each_node in (join, limit, concat)] == [
        "Join: Type = Inner",
        "Limit: 4",
        "Concat",
    ]
    assert [
        each_node.detail("Number of partitions")
        for each_node in join.each()
        if not each_node.inputs
    ] == [
        "1",
        "2",
        "3",
    ]


words = st.sampled_from(
    ["col(a),", "col(long_name_of_a_column),", "lit(1)", "nulls", "first,", "m.f-12-3(col(a))",
     "m.f-ecdfefba-49e4-47ba-82bc-226ec0dcdc15(col(b))", "as", "x", "-", "x" * 30, "lit(-1)"]
)  # fmt: skip


@given(st.lists(words, min_size=1, max_size=40), st.integers(40, 120))
def test_wrapped_lines_are_whole_again(pieces, width):
    text = " ".join(["Project:", *pieces])

    assert node(drawn(text, "=" * width, width=width)).title == text


@pytest.mark.parametrize("width", [30, 44, 80])
def test_a_word_longer_than_a_line_is_whole_again(width):
    text = f"Expr = {'very_long_' * 20}(col(a)) as b"

    assert node(drawn("UDF f:", text, width=width)).details == (text,)


def test_a_path_is_wrapped_behind_a_slash():
    shown = "* Source:\n|   Glob path: s3://bucket/a-folder/\n|     of/files.parquet\n"

    assert node(shown).detail("Glob path") == "s3://bucket/a-folder/of/files.parquet"


def test_what_an_option_breaks_is_one_line():
    shown = """\
* Project: col(u), url_download(col(u), lit(PyObject(IOConfig:
|   S3 config = { Max connections = 32 }))) as content
|   Stats = { Approx num rows = 1 }
"""
    title = node(shown).title

    assert title.endswith("as content")
    assert node(shown).details == ("Stats = { Approx num rows = 1 }",)


def test_json_says_what_wrapping_lost():
    shown = "* Filter: col(two\n|     blanks) > lit(1)\n|\n* Source:\n"
    reported = {"predicate": ["col(two  blanks) > lit(1)"], "type": "Filter", "children": [{}]}

    assert node(shown, reported).title == "Filter: col(two  blanks) > lit(1)"


def test_json_tells_columns_and_expressions():
    reported = {
        "type": "Project",
        "projection": ["col(a)", "col(b, c) as d"],
        "schema": [{"name": "a"}, {"name": "d"}],
        "children": [{"type": "Source", "schema": {"a": {}, "b, c": {}}, "children": []}],
    }
    found = node("* Project: col(a), col(b, c) as d\n|\n* Source:\n", reported)

    assert found.expressions == ("col(a)", "col(b, c) as d")
    assert found.columns == ("a", "d")
    assert found.inputs[0].columns == ("a", "b, c")


@pytest.mark.parametrize("reported", ["", "{", "[]", "3", "null", '{"children": 1}', "[" * 100_000])
def test_json_that_is_odd_is_left_out(reported):
    found = nodes_of(PlanText("* Limit: 3\n|\n* Source:\n", reported))

    assert found.title == "Limit: 3"
    assert found.inputs[0].title == "Source:"


def test_hundreds_of_steps_are_read():
    count = 900
    reported: dict = {}
    for _ in range(count):
        reported = {"type": "Limit", "children": [reported]}
    deep = "".join(f"* Limit: {number}\n|\n" for number in range(count)) + "* Source:\n"
    as_text = '{"children":[' * count + "{}" + "]}" * count

    assert len(list(nodes_of(PlanText(deep, as_text)).each())) == count + 1


def test_forks_within_forks_are_no_plan_that_anybody_knows():
    deep = "".join("| " * depth + "* Concat\n" for depth in range(2_000))

    assert node(deep) is None


@pytest.mark.parametrize(
    ("shown", "name"),
    [
        ("* UDF __main__.two:\n|   Expr = m.two-1-0(col(a)) as b\n", "__main__.two"),
        ("* UDF: m.two-ecdfefba-49e4-47ba-82bc-226ec0dcdc15\n", "m.two"),
        ("* Builtin UDF embed:\n", "embed"),
        ("* UDFProject:\n|   UDF m.two = py_udf(col(a)) as b\n", "m.two"),
        ("* UDFProject:\n", None),
        ("* Limit: 3\n", None),
    ],
)
def test_a_udf_is_named_as_each_version_names_it(shown, name):
    assert udf_name(node(shown)) == name


lines = st.lists(
    st.sampled_from(
        ["* Source:", "| * Source:", "| | * Join: x", "|\\", "|", "| |", "|     more", "|   A = 1",
         "| |   B: 2", "* Project: col(a", "* UDF f:", "* UDFProject:", "", "x", "*", "* "]
    ),
    max_size=25,
).map("\n".join)  # fmt: skip


@given(st.one_of(lines, st.text()), st.one_of(st.none(), st.text()))
def test_no_text_is_too_odd(shown, reported):
    found = nodes_of(PlanText(shown, reported))

    for each_node in found.each() if found is not None else ():
        udf_name(each_node)
