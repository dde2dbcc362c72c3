"""Numbers as people write them."""

import click
import pytest

from daft_lint.cli.numbers import Count, NamedSeconds, Size, Unsettable


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1", 1),
        ("4096", 4096),
        ("1_000_000", 10**6),
        ("1,000,000", 10**6),
        ("1e9", 10**9),
        ("1E9", 10**9),
        ("2.5e3", 2500),
        ("25k", 25_000),
        ("1.5K", 1500),
        ("10M", 10**7),
        ("1b", 10**9),
        (" 7 ", 7),
        ("1e15", 10**15),
        ("+3", 3),
        ("5.", 5),
    ],
)
def test_a_count_is_read(text: str, number: int) -> None:
    assert Count().convert(text, None, None) == number


@pytest.mark.parametrize(
    "text",
    [
        *("", "k", ".", "_", "e9", "0", "-1", "0.5", "1.5", "1e-3", "1e16", "1e9999", "1e99999"),
        *("nan", "inf", "1 000 x", "0x10", "1kk", "1ki", "--1", "1..5", "½", "\u0661", "1e", ",1"),
        "1" * 500,
    ],
)
def test_what_is_no_count_is_refused_in_a_short_line(text: str) -> None:
    with pytest.raises(click.BadParameter) as refused:
        Count().convert(text, None, None)
    assert len(refused.value.message) < 120
    assert "\n" not in refused.value.message


@pytest.mark.parametrize(("text", "number"), [("unset", 0), ("UNSET", 0), ("64", 64)])
def test_a_batch_size_may_be_unset(text: str, number: int) -> None:
    assert Unsettable().convert(text, None, None) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [("1500", 1500), ("2MB", 2 * 10**6), ("64GiB", 64 * 2**30), ("1.5kib", 1536), ("1 TB", 10**12)],
)
def test_a_size_is_read(text: str, number: int) -> None:
    assert Size().convert(text, None, None) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [("0.01", 0.01), ("10ms", 0.01), ("250us", 0.00025), ("2.5s", 2.5), ("1min", 60), ("2h", 7200)],
)
def test_a_time_is_read(text: str, number: float) -> None:
    assert NamedSeconds().convert(text, None, None) == (None, pytest.approx(number))
