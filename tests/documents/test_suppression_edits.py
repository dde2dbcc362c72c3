"""Comments that silence: where they go, what they join, and that nothing else changes."""

from __future__ import annotations

import io
import tokenize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.documents.document import Document
from daft_lint.documents.pragmas import read_pragmas
from daft_lint.documents.suppression_edits import annotations_for, is_reason
from daft_lint.findings import Confidence, Finding, Related, Severity
from daft_lint.fixing import fixed
from daft_lint.judging.suppression import Comments, silence
from daft_lint.plan.span import Span

RULES = (
    ("DFT101", "missing-repartition"),
    ("DFT103", "unset-batch-size"),
    ("DFT902", "invalid-pragma"),
)
_NAMES = dict(RULES)


def finding(line: int, code: str = "DFT101", *related: int, path: str = "job.py") -> Finding:
    span, *others = (
        Span(path, related_place, 1, related_place, 2) for related_place in (line, *related)
    )
    return Finding(
        code,
        _NAMES[code],
        "",
        span,
        Severity.WARNING,
        Confidence.CERTAIN,
        related=tuple(Related(each_span, "") for each_span in others),
    )


def annotated(text: str, *findings: Finding, reason: str = "") -> str:
    document = Document("job.py", text)
    made = annotations_for(document, findings, RULES, reason)
    outcome = fixed(document, [(annotation.edit,) for annotation in made])
    assert not outcome.left
    return outcome.text


def left(text: str, *findings: Finding) -> tuple[Finding, ...]:
    """The findings that comments don't silence; each comment for them must be of use."""
    suppressions = read_pragmas(text, "job.py", RULES).suppressions
    silenced = silence(findings, Comments.of("job.py", text, suppressions))
    assert not {each_finding.code for each_finding in findings} & {
        selector for _, selector in silenced.unused
    }
    return silenced.kept


def code_of(text: str) -> list[tuple[int, str]]:
    quiet = {tokenize.COMMENT, tokenize.NL}
    tokens = tokenize.generate_tokens(io.StringIO(text, newline=None).readline)
    return [(token.type, token.string) for token in tokens if token.type not in quiet]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a(b)\n", "a(b)  # noqa: DFT101\n"),
        ("a(b)", "a(b)  # noqa: DFT101"),
        ("a(b)   \n", "a(b)  # noqa: DFT101\n"),
        ("a(b)\r\nc\r\n", "a(b)  # noqa: DFT101\r\nc\r\n"),
        ("a(b)\rc\r", "a(b)  # noqa: DFT101\rc\r"),
        ("a(b)  # why\n", "a(b)  # why  # noqa: DFT101\n"),
        ("a(b)  # type: ignore\n", "a(b)  # type: ignore  # noqa: DFT101\n"),
        ("a(b)  # noqa: E501\n", "a(b)  # noqa: E501, DFT101\n"),
        ("a(b)  #noqa:E501,F401 long\n", "a(b)  #noqa:E501,F401, DFT101 long\n"),
        (
            "a(b)  # daft-lint: ignore[DFT103] one row\n",
            "a(b)  # daft-lint: ignore[DFT103] one row  # noqa: DFT101\n",
        ),
        ("a(b)  # daft-lint: rows=5\n", "a(b)  # daft-lint: rows=5  # noqa: DFT101\n"),
        ("a(\n    b,\n)\n", "a(  # noqa: DFT101\n    b,\n)\n"),
        ("a(\n    b,\n)  # noqa: E501\n", "a(\n    b,\n)  # noqa: E501, DFT101\n"),
        ('a("""\n  # b\n""")\n', 'a("""\n  # b\n""")  # noqa: DFT101\n'),
        ("a \\\n    (b)\n", "a \\\n    (b)  # noqa: DFT101\n"),
        ("@a\ndef b(): ...\n", "@a  # noqa: DFT101\ndef b(): ...\n"),
        ("if a: b\n", "if a: b  # noqa: DFT101\n"),
    ],
)
def test_a_comment_without_a_reason_is_a_noqa(before: str, after: str) -> None:
    assert annotated(before, finding(1)) == after
    assert left(after, finding(1)) == ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a(b)\n", "a(b)  # daft-lint: ignore[DFT101] old code\n"),
        ("a(b)  # noqa: E501\n", "a(b)  # noqa: E501  # daft-lint: ignore[DFT101] old code\n"),
        (
            "a(b)  # daft-lint: ignore[DFT103] old code\n",
            "a(b)  # daft-lint: ignore[DFT103, DFT101] old code\n",
        ),
        (
            "# daft-lint: ignore[unset-batch-size] old code\na(b)\n",
            "# daft-lint: ignore[unset-batch-size, DFT101] old code\na(b)\n",
        ),
        (
            "a(b)  # daft-lint: ignore[DFT103] one row\n",
            "a(b)  # daft-lint: ignore[DFT103] one row  # daft-lint: ignore[DFT101] old code\n",
        ),
    ],
)
def test_a_comment_with_a_reason_is_one_of_ours(before: str, after: str) -> None:
    here = finding(before.count("\n"))
    assert annotated(before, here, reason="old code") == after
    assert here not in left(after, here, finding(here.span.line, "DFT103"))


def test_codes_of_one_statement_share_a_comment() -> None:
    text = "a(\n    b,\n    c,\n)\n"
    findings = [finding(2), finding(3, "DFT103"), finding(3), finding(2)]
    assert annotated(text, *findings) == "a(\n    b,  # noqa: DFT101, DFT103\n    c,\n)\n"


def test_a_finding_is_silenced_where_it_stands_in_this_file() -> None:
    abroad = finding(3, path="other.py")
    here = Related(Span("job.py", 1, 1, 1, 2), "")
    assert annotated("a(b)\n", abroad) == "a(b)\n"
    both = Finding("DFT101", "", "", abroad.span, Severity.INFO, Confidence.LIKELY, related=(here,))
    assert annotated("a(b)\n", both) == "a(b)  # noqa: DFT101\n"


def test_a_line_of_comment_is_silenced_itself_not_the_statement_after_it() -> None:
    text = "# daft-lint: ignor[DFT101]\na(b)\n"
    after = "# daft-lint: ignor[DFT101]  # noqa: DFT902\na(b)\n"
    assert annotated(text, finding(1, "DFT902"), reason="old code") == after
    assert left(after, finding(1, "DFT902")) == ()


@pytest.mark.parametrize("reason", ["old code", "see #12", "[DFT103] too", "ünïcode", "]"])
def test_a_reason_is_a_line_of_text(reason: str) -> None:
    assert is_reason(reason)
    text = annotated("a(b)\n", finding(1), reason=reason)
    assert [
        suppression.reason for suppression in read_pragmas(text, "job.py", RULES).suppressions
    ] == [reason]


@pytest.mark.parametrize(
    "reason",
    ["", " ", "a\nb", "a # noqa", "x # daft-lint: rows=3", "a\rb", "a\0", " a", "# noqa: DFT1"],
)
def test_what_would_be_read_as_more_is_no_reason(reason: str) -> None:
    assert not is_reason(reason)


# Statements in many shapes; `{}` is where one nests in another one's brackets.
_SHAPES = st.sampled_from(
    [
        "a(b)",
        "a(\n    b,\n    c\n)",
        'a("""\n# b\n""", c)',
        "a + \\\n    b",
        "x = [  # one\n    1,\n\n    # two\n    2,\n]",
        "@a(\n    1\n)\n@b\ndef c(\n    d,\n): ...",
        "if a: b",
        "a; b  # c",
        "a  # noqa: E501",
        "a(  # noqa: DFT103\n    b)",
        "a  # daft-lint: ignore[DFT103] known",
        "# daft-lint: ignore[DFT103] known\na",
        "# note",
        "",
    ]
)


@given(
    st.lists(_SHAPES, min_size=1, max_size=6),
    st.data(),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from(["", "known", "another"]),
)
def test_silencing_changes_comments_only_and_silences_all(
    shapes: list[str], data: st.DataObject, end: str, reason: str
) -> None:
    text = "\n".join(shapes).replace("\n", end) + end
    codes = st.sampled_from(["DFT101", "DFT103"])
    written = [line for shape in shapes for line in shape.split("\n")]
    lines = [number for number, line in enumerate(written, 1) if line.strip()]
    places = st.sampled_from(lines) if lines else st.nothing()
    drawn = data.draw(
        st.lists(st.builds(finding, places, codes), max_size=6) if lines else st.just([])
    )
    suppressions = read_pragmas(text, "job.py", RULES).suppressions
    findings = silence(drawn, Comments.of("job.py", text, suppressions)).kept
    after = annotated(text, *findings, reason=reason)
    assert code_of(after) == code_of(text)
    assert after.count(end) == text.count(end)
    now = read_pragmas(after, "job.py", RULES)
    assert not now.invalid
    assert silence(findings, Comments.of("job.py", after, now.suppressions)).kept == ()
