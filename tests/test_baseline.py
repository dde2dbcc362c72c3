"""A baseline knows its findings again wherever they move to, and no others."""

from __future__ import annotations

import json
from collections import Counter
from textwrap import indent

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from daft_lint.baselines.baseline import (
    BaselineError,
    Known,
    compared,
    read_baseline,
    renewed,
    written,
)
from daft_lint.documents.document import Document
from daft_lint.documents.statements import Statements
from daft_lint.findings import Confidence, Finding, Severity
from daft_lint.plan.span import Span

PATH = "jobs/embed.py"
A, B = Known(PATH, "DFT101", "a()"), Known(PATH, "DFT103", "b()")

STATEMENTS = [
    'df = df.with_column("v", embed(col("t")))',
    "df = df.repartition(8)",
    "@daft.cls(gpus=1)\nclass Embed: ...",
    "df = (\n    df\n    .into_partitions(4)  # few\n)",
    'write(df, """\nx\n""")',
]
NOISE = ["", "# a comment", "import os", "x = 1  # one", "print(\n    'ünicode',\n)", "\n\n"]
CODES = ("DFT101", "DFT103")
Marked = tuple[str, tuple[str, ...]]
"""A statement and the codes of the findings on it."""

marked = st.tuples(
    st.sampled_from(STATEMENTS), st.lists(st.sampled_from(CODES), max_size=2).map(tuple)
)
noise = st.sampled_from(NOISE).map(lambda text: (text, ()))


def found(program: list[Marked], depth: int = 0) -> tuple[str, list[Finding]]:
    """A program, as deep in blocks, and its findings."""
    lines = [f"{'    ' * level}if True:" for level in range(depth)]
    findings = []
    for text, codes in program:
        at = len("\n".join(lines).split("\n")) + 1 if lines else 1
        findings += [_finding(code, at) for code in codes]
        lines += indent(text, "    " * depth, lambda _: True).split("\n")
    return "\n".join(lines) + "\n", findings


def _finding(code: str, line: int) -> Finding:
    span = Span(PATH, line, 1, line, 2)
    return Finding(code, "", "", span, Severity.WARNING, Confidence.CERTAIN)


def against(program: tuple[str, list[Finding]], entries: dict[Known, int]) -> tuple[int, int]:
    """How many findings of a program are new, and known."""
    new, known = compared(program[1], entries, lambda finding: known_as(program[0], finding))
    return len(new), len(known)


def known_as(text: str, finding: Finding) -> Known:
    code = Statements(Document(PATH, text)).at(finding.span.line).code
    return Known(PATH, finding.code, code)


def entries_of(program: tuple[str, list[Finding]]) -> dict[Known, int]:
    text, findings = program
    entries = Counter(known_as(text, finding) for finding in findings)
    return dict(read_baseline(written(entries)))


@given(st.lists(marked, max_size=5), st.data())
def test_a_finding_that_only_moves_stays_known(program: list[Marked], data: st.DataObject) -> None:
    entries = entries_of(found(program))
    others = data.draw(st.lists(noise, max_size=4))
    moved = data.draw(st.permutations([*program, *others]))
    depth = data.draw(st.integers(0, 3))
    assert against(found(moved, depth), entries) == (0, sum(entries.values()))


@given(st.lists(marked, max_size=5), st.lists(marked, min_size=1, max_size=3))
def test_each_finding_more_is_new_even_where_its_like_is_known(
    program: list[Marked], more: list[Marked]
) -> None:
    entries = entries_of(found(program))
    added = sum(len(codes) for _, codes in more)
    assert against(found([*more, *program]), entries) == (added, sum(entries.values()))


@given(
    st.dictionaries(
        st.builds(Known, st.text(), st.sampled_from(CODES), st.text()), st.integers(1, 9)
    )
)
def test_a_baseline_reads_what_it_writes(entries: dict[Known, int]) -> None:
    text = written(entries)
    assert read_baseline(text) == entries
    assert text.count("\n") == len(entries) + 5


def test_a_baseline_is_sorted_with_an_entry_a_line(snapshot: SnapshotAssertion) -> None:
    entries = {B: 2, A: 1, Known("a.py", "DFT901", 'x = "ü" # "q"'): 1}
    assert written(entries) == snapshot
    assert written(dict(reversed(entries.items()))) == written(entries)
    assert written({}) == snapshot(name="empty")


def test_an_entry_that_a_merge_doubled_counts_once() -> None:
    entry = {"path": "a.py", "rule": "DFT101", "code": "a()"}
    findings = [{**entry, "count": 1}, {**entry, "count": 2}, {**entry, "count": 1}]
    text = json.dumps({"version": 1, "findings": findings})
    assert read_baseline(text) == {Known("a.py", "DFT101", "a()"): 2}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "import daft\n",
        "[" * 100_000,
        "[]",
        "{}",
        '{"version": 2, "findings": []}',
        '{"version": "1", "findings": []}',
        '{"version": 1}',
        '{"version": 1, "findings": {}}',
        '{"version": 1, "findings": [7]}',
        '{"version": 1, "findings": [{"path": "a.py", "rule": "DFT101"}]}',
        '{"version": 1, "findings": [{"path": "", "rule": "", "code": "", "count": 0}]}',
        '{"version": 1, "findings": [{"path": "", "rule": "", "code": "", "count": true}]}',
    ],
    ids=lambda text: text[:30] or "empty",
)
def test_what_is_no_baseline_is_reported_in_one_line(
    text: str, snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(BaselineError) as caught:
        read_baseline(text)
    assert "\n" not in str(caught.value)
    assert str(caught.value) == snapshot


def test_a_baseline_made_anew_keeps_what_nobody_looked_for() -> None:
    assert renewed({A: 2}, {A: 1}, {}, ()) == {A: 1}
    assert renewed({A: 2}, {}, {}, ()) == {}
    assert renewed({A: 2}, {}, {}, {A}) == {A: 2}
    assert renewed({A: 1}, {A: 3, B: 1}, {}, {A}) == {A: 3, B: 1}


def test_a_baseline_made_anew_keeps_what_is_only_too_small_to_be_reported() -> None:
    assert renewed({A: 2}, {}, {A: 5}, ()) == {A: 2}
    assert renewed({A: 3}, {A: 1}, {A: 1}, ()) == {A: 2}
    assert renewed({}, {}, {A: 5}, ()) == {}
