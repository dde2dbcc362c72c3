from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from daft_lint.documents.pragmas import Pragmas
from daft_lint.documents.suppressions import Suppression
from daft_lint.plan.span import Span

Read = Callable[[str], Pragmas]


def only(pragmas: Pragmas) -> Suppression:
    assert pragmas.invalid == ()
    (suppression,) = pragmas.suppressions
    return suppression


def messages(pragmas: Pragmas) -> list[str]:
    assert pragmas.hints == ()
    return [invalid.message for invalid in pragmas.invalid]


@pytest.mark.parametrize(
    ("comment", "selectors"),
    [
        ("# noqa: DFT101", ("DFT101",)),
        ("#noqa:DFT101", ("DFT101",)),
        ("# NoQA : dft101", ("DFT101",)),
        ("# noqa: DFT101, DFT102", ("DFT101", "DFT102")),
        ("# noqa: DFT101 DFT102", ("DFT101", "DFT102")),
        ("# noqa: E501,DFT101,", ("DFT101",)),
        ("# noqa: DFT101 the data is tiny", ("DFT101",)),
        ("# noqa: DFT1", ("DFT1",)),
        ("# noqa: DFT", ("DFT",)),
        ("# noqa: ACME7", ("ACME7",)),
        ("# type: ignore  # noqa: DFT101", ("DFT101",)),
        ("# noqa: DFT101  # pragma: no cover", ("DFT101",)),
    ],
)
def test_noqa_with_our_codes_silences_them(
    read: Read, comment: str, selectors: tuple[str, ...]
) -> None:
    suppression = only(read(f"x = 1  {comment}"))
    assert (suppression.selectors, suppression.blanket) == (selectors, False)


@pytest.mark.parametrize(
    "comment", ["# noqa", "#NOQA", "# noqa: because", "# noqa # why", "# noqa."]
)
def test_a_bare_noqa_silences_everything(read: Read, comment: str) -> None:
    suppression = only(read(f"x = 1  {comment}"))
    assert suppression.blanket
    assert suppression.silences("DFT101", "missing-repartition", (1, 1)) is not None


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa: E501",
        "# noqa: ADFT101, DFTX1",
        "# noqas",
        "# noqa-file",
        "# ruff: noqa",
        "# ruff: noqa: DFT101",
        "# daft-linter: ignore[DFT101]",
        '# write "# daft-lint: ignore[DFT101]" there',
    ],
)
def test_comments_for_others_are_left_alone(read: Read, comment: str) -> None:
    pragmas = read(f"x = 1  {comment}")
    assert [
        suppression
        for suppression in pragmas.suppressions
        if suppression.blanket or "DFT101" in suppression.selectors
    ] == []
    assert pragmas.hints == ()


@pytest.mark.parametrize(
    ("body", "selectors", "reason"),
    [
        ("ignore[DFT101]", ("DFT101",), ""),
        ("ignore[DFT101] only three rows, see #12", ("DFT101",), "only three rows, see #12"),
        ("ignore[DFT101, dft102,]", ("DFT101", "dft102"), ""),
        ("ignore [ DFT1 ]", ("DFT1",), ""),
        ("ignore[DFT]", ("DFT",), ""),
        ("ignore[missing-repartition]", ("missing-repartition",), ""),
        ("ignore[house-rule, ACME]", ("house-rule", "ACME"), ""),
        ("ignore[DFT101] why  # noqa: E501", ("DFT101",), "why"),
    ],
)
def test_ignore_silences_what_is_in_its_brackets(
    read: Read, body: str, selectors: tuple[str, ...], reason: str
) -> None:
    suppression = only(read(f"x = 1  # daft-lint: {body}"))
    assert (suppression.selectors, suppression.reason) == (selectors, reason)
    assert not suppression.blanket


@pytest.mark.parametrize(
    "comment",
    [
        "#daft-lint:ignore[DFT101]",
        "# Daft-Lint : ignore[DFT101]",
        "# type: ignore # daft-lint: ignore[DFT101]",
        "#: daft # daft-lint: ignore[DFT101] # pylint: disable=all",
    ],
)
def test_our_comment_may_be_spaced_freely_and_follow_others(read: Read, comment: str) -> None:
    assert only(read(f"x = 1  {comment}")).selectors == ("DFT101",)


def test_several_pragmas_of_one_comment_all_count(read: Read) -> None:
    pragmas = read("x  # daft-lint: rows=5 # noqa: DFT101 # daft-lint: ignore[DFT102] why")
    assert [suppression.selectors for suppression in pragmas.suppressions] == [
        ("DFT101",),
        ("DFT102",),
    ]
    assert [hint.values for hint in pragmas.hints] == [{"rows": 5}]


def test_the_span_is_the_pragma_alone(read: Read) -> None:
    pragmas = read("é = 1  # type: ignore # noqa: DFT101 why # daft-lint: ignore[DFT102] so ")
    assert [suppression.span for suppression in pragmas.suppressions] == [
        Span("a.py", 1, 23, 1, 37),
        Span("a.py", 1, 42, 1, 72),
    ]


@pytest.mark.parametrize(
    ("body", "selectors", "reason"),
    [
        ("ignore-file", (), ""),
        ("ignore-file generated code", (), "generated code"),
        ("ignore-file[DFT101] tiny data", ("DFT101",), "tiny data"),
        ("ignore-file [DFT101]", ("DFT101",), ""),
    ],
)
def test_ignore_file_silences_the_whole_file(
    read: Read, body: str, selectors: tuple[str, ...], reason: str
) -> None:
    suppression = only(read(f"x = (\n    # daft-lint: {body}\n)\n"))
    assert (suppression.selectors, suppression.reason) == (selectors, reason)
    assert (suppression.first_line, suppression.last_line) == (1, math.inf)
    assert suppression.silences("DFT101", "missing-repartition", (99, 99)) is not None


def lines_of(suppression: Suppression) -> tuple[int, float]:
    return suppression.first_line, suppression.last_line


def test_a_trailing_comment_silences_its_whole_statement(read: Read) -> None:
    text = "a = 1\nx = (  # noqa: DFT101\n    f()\n)  # daft-lint: ignore[DFT102]\nb = 1\n"
    assert [lines_of(suppression) for suppression in read(text).suppressions] == [(2, 4), (2, 4)]


def test_ignore_on_a_line_of_its_own_silences_the_next_statement(read: Read) -> None:
    text = "# daft-lint: ignore[DFT101]\n@d\ndef f(\n):\n    x = 1\n"
    assert lines_of(only(read(text))) == (2, 4)


def test_ignore_between_decorator_and_def_silences_both(read: Read) -> None:
    text = "@d\n# daft-lint: ignore[DFT101]\ndef f():\n    x = 1\n"
    assert lines_of(only(read(text))) == (1, 3)


def test_noqa_on_a_line_of_its_own_silences_no_statement(read: Read) -> None:
    assert lines_of(only(read("a = 1\n# noqa: DFT101\nx = 1\n"))) == (2, 2)


def test_ignore_after_the_last_statement_silences_nothing_else(read: Read) -> None:
    assert lines_of(only(read("x = 1\n# daft-lint: ignore[DFT101]"))) == (2, 2)


def test_a_pragma_in_a_string_is_none(read: Read) -> None:
    assert read("x = '''\n# noqa: DFT101\n# daft-lint: rows=1\n'''\n") == Pragmas()


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("ignore", "write the rules in brackets: `ignore[DFT101] reason`"),
        ("ignore DFT101", "write the rules in brackets: `ignore[DFT101] reason`"),
        ("ignore[", "write the rules in brackets: `ignore[DFT101] reason`"),
        ("ignore[DFT101", "write the rules in brackets: `ignore[DFT101] reason`"),
        ("ignore=DFT101", "write the rules in brackets: `ignore[DFT101] reason`"),
        ("ignore[]", "name a rule in the brackets: `ignore[DFT101] reason`"),
        ("ignore[ , ]", "name a rule in the brackets: `ignore[DFT101] reason`"),
        ("ignore[DFT999]", "there is no rule `DFT999`; did you mean `DFT901`?"),
        (
            "ignore[missing-repartitions]",
            "there is no rule `missing-repartitions`; did you mean `missing-repartition`?",
        ),
        ("ignore[D]", "there is no rule `D`; `daft-lint rule --all` lists them"),
        ("ignore[1]", "there is no rule `1`; `daft-lint rule --all` lists them"),
        ("ignore-file[DFT101]", "`ignore-file` must be on a line of its own"),
        ("ingore[DFT101]", "there is no `ingore`; did you mean `ignore`?"),
        ("Ignore[DFT101]", "there is no `Ignore`; did you mean `ignore`?"),
        ("", "says nothing; write `ignore[DFT101] reason` or a hint such as `rows=1000`"),
        ("[DFT101]", "says nothing; write `ignore[DFT101] reason` or a hint such as `rows=1000`"),
    ],
)
def test_a_pragma_that_cannot_be_read_says_what_to_write(
    read: Read, body: str, message: str
) -> None:
    pragmas = read(f"x = 1  # daft-lint: {body}")
    assert messages(pragmas) == [message]
    assert pragmas.suppressions == ()


def test_unclosed_brackets_of_ignore_file_are_reported(read: Read) -> None:
    expected = ["write the rules in brackets: `ignore-file[DFT101] reason`"]
    assert messages(read("# daft-lint: ignore-file[DFT101")) == expected
    assert messages(read("# daft-lint: ignore-file: DFT101")) == expected


def test_an_unknown_code_leaves_the_known_ones_in_force(read: Read) -> None:
    for comment in ("# noqa: DFT101, DFT999", "# daft-lint: ignore[DFT101, DFT999]"):
        pragmas = read(f"x = 1  {comment}")
        assert messages(pragmas) == ["there is no rule `DFT999`; did you mean `DFT901`?"]
        assert [suppression.selectors for suppression in pragmas.suppressions] == [("DFT101",)]


@pytest.mark.parametrize(
    ("selectors", "lines", "silencing"),
    [
        (("DFT101",), (3, 3), "DFT101"),
        (("dft1",), (3, 3), "dft1"),
        (("missing-repartition",), (3, 3), "missing-repartition"),
        (("DFT102", "DFT10"), (3, 3), "DFT10"),
        (("DFT102",), (3, 3), None),
        (("missing",), (3, 3), None),
        ((), (3, 3), ""),
        (("DFT101",), (1, 2), "DFT101"),
        (("DFT101",), (4, 9), "DFT101"),
        (("DFT101",), (1, 1), None),
        (("DFT101",), (5, 9), None),
    ],
)
def test_a_suppression_silences_its_rules_on_its_lines(
    selectors: tuple[str, ...], lines: tuple[int, int], silencing: str | None
) -> None:
    suppression = Suppression(selectors, Span("a.py", 2, 1, 2, 9), 2, 4)
    assert suppression.silences("DFT101", "missing-repartition", lines) == silencing
