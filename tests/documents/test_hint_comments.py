from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.documents.hints import KEYS, Hint
from daft_lint.documents.pragmas import Pragmas
from daft_lint.plan.span import Span

Read = Callable[[str], Pragmas]


@pytest.mark.parametrize(
    ("body", "values"),
    [
        ("rows=1_000_000, partitions=12", {"rows": 1_000_000, "partitions": 12}),
        (
            "workers=8, cpus-per-worker=16, gpus-per-worker=1",
            {"workers": 8, "cpus-per-worker": 16, "gpus-per-worker": 1},
        ),
        ("cpus_per_worker=4,batch_size=64", {"cpus-per-worker": 4, "batch-size": 64}),
        ("concurrency = 16 ,", {"concurrency": 16}),
        ("rows=1e6", {"rows": 1_000_000}),
        ("rows=5M, partitions=1.5k", {"rows": 5_000_000, "partitions": 1_500}),
        ("rows=1.5E+3", {"rows": 1_500}),
        ("rows=1.50e1", {"rows": 15}),
        ("rows=1e18", {"rows": 10**18}),
        ("rows=0, gpus-per-worker=0", {"rows": 0, "gpus-per-worker": 0}),
        ("rows=5  # type: ignore", {"rows": 5}),
    ],
)
def test_hints_give_numbers(read: Read, body: str, values: dict[str, int]) -> None:
    pragmas = read(f"x = 1  # daft-lint: {body}")
    assert pragmas.invalid == ()
    assert [hint.values for hint in pragmas.hints] == [values]


@pytest.mark.parametrize(
    ("written", "share"),
    [("0.1", 0.1), (".05", 0.05), ("1", 1), ("1.0", 1), ("1e-3", 0.001), ("2.5e-1", 0.25)],
)
def test_a_share_is_a_part_of_one(read: Read, written: str, share: float) -> None:
    (hint,) = read(f"x = 1  # daft-lint: keeps={written}, partitions=8").hints
    assert hint.values == {"keeps": share, "partitions": 8}


@pytest.mark.parametrize("written", ["0", "0.0", "1.1", "2", "-0.1", "10%", "nan", "", "1e3"])
def test_what_is_no_share_says_so(read: Read, written: str) -> None:
    pragmas = read(f"x = 1  # daft-lint: keeps={written}")
    (invalid,) = pragmas.invalid
    assert invalid.message.startswith("`keeps` takes a share above 0, up to 1")
    assert pragmas.hints == ()


@given(key=st.sampled_from(KEYS), number=st.integers(1, 10**18))
def test_every_number_is_read_exactly(read: Read, key: str, number: int) -> None:
    for written in (f"{number}", f"{number:_}", f"{number}e0"):
        (hint,) = read(f"x = 1  # daft-lint: {key}={written}").hints
        assert hint.values == {key: number}


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("rows=many", "`rows` takes a whole number, not `many`"),
        ("rows=-1", "`rows` takes a whole number, not `-1`"),
        ("rows=1.5", "`rows` takes a whole number, not `1.5`"),
        ("rows=1.23e1", "`rows` takes a whole number, not `1.23e1`"),
        ("rows=1_", "`rows` takes a whole number, not `1_`"),
        ("rows=1__0", "`rows` takes a whole number, not `1__0`"),
        ("rows=1e400", "`rows` takes a whole number, not `1e400`"),
        ("rows=\u0665", "`rows` takes a whole number, not `\u0665`"),
        ("rows=" + "9" * 5000, "`rows` takes a whole number, not `" + "9" * 40 + "`"),
        ("rows=1.2345k", "`rows` takes a whole number, not `1.2345k`"),
        ("rows=5T", "`rows` takes a whole number, not `5T`"),
        ("rows=1e19", "`rows` must be at most 1e18"),
        ("rows=", "`rows` takes a whole number: `rows=1000`"),
        ("rows", "`rows` takes a whole number: `rows=1000`"),
        ("batch_size: 5", "`batch-size` takes a whole number: `batch-size=1000`"),
        ("rows=5 partitions=3", "`rows` takes a whole number, not `5 partitions=3`"),
        ("workers=0", "`workers` must be at least 1"),
        ("row=5", "there is no hint `row`; did you mean `rows`?"),
        ("ROWS=5", "there is no hint `ROWS`; did you mean `rows`?"),
        (
            "colour=5",
            "there is no hint `colour`; use one of batch-size, concurrency, cpus-per-worker, "
            "gpus-per-worker, keeps, keys, partitions, rows, workers",
        ),
    ],
)
def test_a_hint_that_cannot_be_read_says_what_to_write(read: Read, body: str, message: str) -> None:
    pragmas = read(f"x = 1  # daft-lint: {body}")
    assert [pragma.message for pragma in pragmas.invalid] == [message]
    assert pragmas.hints == ()


def test_the_rest_of_a_half_wrong_hint_counts(read: Read) -> None:
    pragmas = read("x = 1  # daft-lint: rows=5, rows=6, partitions=none, workers=2")
    assert [hint.values for hint in pragmas.hints] == [{"rows": 5, "workers": 2}]
    assert [pragma.message for pragma in pragmas.invalid] == [
        "`rows` is given twice; keep one",
        "`partitions` takes a whole number, not `none`",
    ]


CHAIN = """\
frame = (
    daft.read_parquet(a)  # daft-lint: rows=1
    # daft-lint: rows=2
    .concat(daft.read_parquet(b))
)
# daft-lint: workers=3

other = (
    1
)
"""


def test_hints_know_their_statement_and_their_own_line(read: Read) -> None:
    assert read(CHAIN).hints == (
        Hint({"rows": 1}, Span("a.py", 2, 27, 2, 46), 1, 5),
        Hint({"rows": 2}, Span("a.py", 3, 5, 3, 24), 1, 5),
        Hint({"workers": 3}, Span("a.py", 6, 1, 6, 23), 8, 10),
    )


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_places_are_the_same_with_every_line_end(read: Read, line_end: str) -> None:
    assert read(CHAIN.replace("\n", line_end)) == read(CHAIN)


PIECES = (
    *("# daft-lint:", "# noqa", ":", "ignore", "-file", "[", "]", "DFT101", ",", "=", "rows"),
    *(" ", "\n", "\r", "1", "_", "e", "#", "x", "'", "(", ")", "\u0665", "9" * 50),
)


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_any_text_can_be_asked_for_pragmas(read: Read, text: str) -> None:
    pragmas = read(text)
    for part in (*pragmas.suppressions, *pragmas.hints, *pragmas.invalid):
        assert part.span.line == part.span.end_line >= 1
        assert 1 <= part.span.column < part.span.end_column
    assert all("\n" not in invalid.message for invalid in pragmas.invalid)


def test_texts_without_pragmas_cost_nothing(read: Read) -> None:
    text = "x = call(1, 'daft')  # what for\n" * 160_000
    started = time.process_time()
    assert read(text) == Pragmas()
    assert time.process_time() - started < 1
