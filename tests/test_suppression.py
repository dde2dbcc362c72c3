"""Which findings the comments of a file silence."""

from __future__ import annotations

from dataclasses import replace
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.documents.document import Document
from daft_lint.documents.pragmas import read_pragmas
from daft_lint.findings import Confidence, Finding, Related, Severity
from daft_lint.judging.suppression import Comments, Silenced, silence
from daft_lint.linting import lint
from daft_lint.plan.span import Span
from daft_lint.settings.defaults import default_settings

RULES = [("DFT101", "missing-repartition"), ("DFT103", "unset-batch-size")]
PROGRAM = """\
@decorated  # 1
class Tag:
    def __call__(
        self,
        x,
    ):
        return x

df = (
    load()
    .where("x")
    .collect()
)
"""


def test_a_comment_on_any_line_of_a_statement_silences_what_stands_anywhere_in_it() -> None:
    for line in range(9, 14):
        for place in range(9, 14):
            assert _silenced(line, _finding(place)) == 1
    assert _silenced(9, _finding(7)) == 0


def test_a_decorator_and_the_header_below_it_are_one_statement() -> None:
    assert _silenced(1, _finding(2)) == 1
    assert _silenced(4, _finding(3)) == 1
    assert _silenced(2, _finding(7)) == 0


def test_a_suppression_works_at_every_place_of_a_finding() -> None:
    finding = _finding(10, 2, 7)
    assert [_silenced(line, finding) for line in (13, 1, 7)] == [1, 1, 1]
    assert _silenced(5, finding) == 0


def test_a_finding_over_several_statements_is_silenced_at_each_of_them() -> None:
    finding = Finding(
        "DFT101",
        "missing-repartition",
        "",
        Span("a.py", 7, 1, 10, 5),
        Severity.WARNING,
        Confidence.CERTAIN,
    )
    assert [_silenced(line, finding) for line in (7, 9, 13)] == [1, 1, 1]


def _finding_of_two_files() -> Finding:
    return replace(_finding(10), related=(Related(Span("b.py", 7, 1, 7, 2), "defined here"),))


def test_a_place_in_another_file_is_not_silenced_here() -> None:
    assert _silenced(7, _finding_of_two_files()) == 0


@pytest.mark.parametrize(
    ("comment", "line", "count"),
    [
        ("# noqa: DFT101", 7, 1),
        ("# daft-lint: ignore[missing-repartition] why", 7, 1),
        ("# noqa: DFT101", 10, 0),
        ("# noqa: DFT103", 7, 0),
        ("# noqa", 7, 0),
    ],
)
def test_a_place_in_another_file_is_silenced_there(comment: str, line: int, count: int) -> None:
    here = Comments.of("a.py", PROGRAM, ())
    silenced = silence([_finding_of_two_files()], here, [_comments("b.py", _with(comment, line))])
    assert silenced.count == count
    assert len(silenced.kept) == 1 - count


def test_what_is_for_a_whole_file_is_for_its_own_findings() -> None:
    there = _comments("b.py", f"# daft-lint: ignore-file[DFT101] why\n{PROGRAM}")
    here = Comments.of("a.py", PROGRAM, ())
    assert silence([_finding_of_two_files()], here, [there]).count == 0


def test_a_comment_that_silences_a_finding_of_another_file_is_used() -> None:
    here = _comments("b.py", _with("# noqa: DFT101", 7))
    assert silence([], here, others=[_finding_of_two_files()]).unused == ()
    assert len(silence([], here).unused) == 1


def test_only_the_named_rules_are_silenced() -> None:
    silenced = _silence(_with("# noqa: DFT103", 7), _finding(7))
    assert len(silenced.kept) == 1
    assert [selector for _, selector in silenced.unused] == ["DFT103"]


def test_of_several_selectors_each_that_does_nothing_is_unused() -> None:
    text = _with("# daft-lint: ignore[DFT101, unset-batch-size] why", 7)
    silenced = _silence(text, _finding(7))
    assert silenced.kept == ()
    assert [selector for _, selector in silenced.unused] == ["unset-batch-size"]


def test_a_bare_noqa_is_never_unused() -> None:
    assert _silence(_with("# noqa", 7), _finding(10)).unused == ()


def test_two_comments_that_silence_one_finding_are_both_used() -> None:
    text = _with("# noqa: DFT101", 7).replace(".where", ".where  # noqa: DFT101\n    ", 1)
    assert _silence(text, _finding(7, 10)).unused == ()


def test_a_place_that_is_reported_all_the_same_is_not_counted_as_silenced() -> None:
    silenced = _silence(_with("# noqa: DFT101", 7), _finding(10, 7), _finding(10, 2))
    assert len(silenced.kept) == 1
    assert silenced.count == 0


@given(places=st.lists(st.lists(st.integers(1, 13), min_size=1, max_size=3), max_size=5))
def test_every_finding_is_kept_or_silenced_and_none_changed(places: list[list[int]]) -> None:
    findings = [_finding(*lines) for lines in places]
    silenced = _silence(_with("# noqa: DFT101", 12), *findings)
    assert [finding for finding in findings if finding in silenced.kept] == list(silenced.kept)
    hidden = {finding.span for finding in findings} - {finding.span for finding in silenced.kept}
    assert silenced.count == len(hidden)


def test_one_use_of_a_helper_is_silenced_and_the_other_reported() -> None:
    program = """
    # daft-lint: workers=2
    import daft
    from daft import col

    @daft.cls(max_concurrency=8)
    class Tag:
        @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=8)
        def __call__(self, x):
            return x

    daft.set_runner_ray()
    tag = Tag()

    def tagged(df):
        return df.with_column("t", tag(col("x"))).collect()

    tagged(daft.from_pydict({"x": ["a"] * 1000})){first}
    tagged(daft.from_pydict({"x": ["a"] * 1000})){second}
    """
    comment = "  # noqa: DFT101"

    def codes(first: str, second: str) -> list[str]:
        text = dedent(program).replace("{first}", first).replace("{second}", second)
        return [
            finding.code for finding in lint(Document("a.py", text), default_settings()).findings
        ]

    assert codes("", "") == ["DFT101"]
    assert codes(comment, "") == ["DFT101"]
    assert codes("", comment) == ["DFT101"]
    assert codes(comment, comment) == []


def _with(comment: str, line: int) -> str:
    lines = PROGRAM.splitlines()
    lines[line - 1] += f"  {comment}"
    return "\n".join(lines)


def _finding(line: int, *related: int) -> Finding:
    return Finding(
        "DFT101",
        "missing-repartition",
        "",
        Span("a.py", line, 1, line, 2),
        Severity.WARNING,
        Confidence.CERTAIN,
        related=tuple(
            Related(Span("a.py", related_place, 1, related_place, 2), "here")
            for related_place in related
        ),
    )


def _silenced(line: int, finding: Finding) -> int:
    return _silence(_with("# noqa: DFT101", line), finding).count


def _comments(path: str, text: str) -> Comments:
    return Comments.of(path, text, read_pragmas(text, path, RULES).suppressions)


def _silence(text: str, *findings: Finding) -> Silenced:
    suppressions = read_pragmas(text, "a.py", RULES).suppressions
    return silence(findings, Comments.of("a.py", text, suppressions))
