from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import draws

from daft_lint.reporting.pipelines import FORMATS, renderer
from daft_lint.reporting.report import Style
from daft_lint.rule import Case

Cases = tuple[Case, ...]
Reader = Callable[[str], Cases]

HEAD = """\
import daft
from daft import col
from elsewhere import unknown

@daft.cls(max_concurrency=4)
class Pool:
    @daft.method.batch(return_dtype=int, batch_size=16)
    def run(self, x):
        return x

@daft.func
def plain(x: int) -> int:
    return x

@daft.func(max_concurrency=unknown)
def several(x: int):
    yield x

def job(flag, n=3):
    df = {source}
"""
SOURCES = (
    "daft.range(100)",
    "daft.range(unknown, partitions=7)",
    "daft.read_parquet('s3://b/*.parquet')",
    "daft.from_pydict({'id': [1, 2, 3]})",
    "unknown(daft)",
)
STEPS = (
    "into_partitions(4)",
    "into_partitions(unknown)",
    "repartition(n)",
    "repartition(3, 'id')",
    "repartition(None)",
    "into_batches(10)",
    "into_batches(20)",
    "limit(5)",
    "limit(50)",
    "where(col('id') > 1)",
    "where(plain(col('id')) > 1)",
    "with_column('a', Pool().run(col('id')))",
    "with_column('b', several(col('id')))",
    "with_column('c', plain(col('id').download()))",
    "with_columns({'a': Pool().run(col('id')), 'b': plain(col('a'))})",
    "select('id')",
    "select('a')",
    "exclude('a')",
    "sort('id')",
    "distinct()",
    "sample(0.5)",
    "explode('id')",
    "count()",
    "mystery(1)",
    "collect()",
    "concat(df)",
    "concat(daft.range(10, partitions=2).into_partitions(3).into_partitions(n))",
    "join(daft.range(10).where(col('id') > 2), on='id')",
)
ENDS = ("show()", "collect()", "write_parquet('out')", "count_rows()", "to_pydict()", "explain()")


def _written(source: str, steps: list[tuple[str, bool]], end: str) -> str:
    lines = [HEAD.format(source=source)]
    for step, branched in steps:
        lines += ["    if flag():\n    "] if branched else []
        lines.append(f"    df = df.{step}\n")
    return "".join([*lines, f"    df.{end}\n"])


# Doubling a plan again and again makes programs that nobody writes.
STEP_LISTS = st.lists(st.tuples(st.sampled_from(STEPS), st.booleans()), max_size=7).filter(
    lambda steps: (
        sum(step == "concat(df)" for step, _ in steps) <= 2
        and sum(branched for _, branched in steps) <= 3
    )
)
PROGRAMS = st.builds(_written, st.sampled_from(SOURCES), STEP_LISTS, st.sampled_from(ENDS))


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_ends_its_last_line(name: str, program: Cases, plain: Style) -> None:
    rendered = renderer(name)(program, plain)
    assert rendered.endswith("\n")
    assert not rendered.endswith("\n\n")


@pytest.mark.parametrize("name", FORMATS)
def test_escapes_never_get_out_unasked(name: str, program: Cases, plain: Style) -> None:
    rendered = renderer(name)(program, plain)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", rendered)


def test_json_does_not_depend_on_the_terminal(program: Cases, plain: Style) -> None:
    other = Style(color=True, width=30)
    assert renderer("json")(program, other) == renderer("json")(program, plain)


def test_the_table_loads_no_format_and_no_rich() -> None:
    code = (
        "import sys, daft_lint.reporting.pipelines as table\n"
        "heavy = ('daft_lint.reporting.pipelines.', 'daft_lint.scheduling', 'rich')\n"
        "print(*sorted(m for m in sys.modules if m.startswith(heavy)))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    )
    assert loaded.stdout.split() == []


@settings(max_examples=draws(150), deadline=None)
@given(text=PROGRAMS, width=st.integers(min_value=1, max_value=120))
def test_whatever_is_read_can_be_shown(text: str, width: int, read: Reader) -> None:
    cases = read(text)
    style = Style(color=False, width=width)
    shown = renderer("text")(cases, style)
    assert re.sub(r"\x1b\[[0-9;]*m", "", renderer("text")(cases, replace(style, color=True))) == (
        shown
    )
    assert len(json.loads(renderer("json")(cases, style))["pipelines"]) == len(cases)


@settings(max_examples=draws(100), deadline=None)
@given(text=PROGRAMS)
def test_every_step_that_was_written_is_reported_or_said_to_be_dropped(
    text: str,
    read: Reader,
) -> None:
    style = Style(color=False, width=80)
    cases = read(text)
    for case, reported in zip(
        cases, json.loads(renderer("json")(cases, style))["pipelines"], strict=True
    ):
        places = {
            (step["line"], step["column"]) for step in [*reported["steps"], *reported["dropped"]]
        }
        written = {
            (operator.span.line, operator.span.column) for operator in case.pipeline.plan.operators
        }
        assert written <= places
