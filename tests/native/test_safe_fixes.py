"""Safe fixes change nothing that runs: Daft's own plans and results, before and after."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterator

import pytest

daft = pytest.importorskip("daft")

from daft import DataFrame, col  # noqa: E402
from daft.runners import get_or_create_runner  # noqa: E402

Steps = Callable[[DataFrame], DataFrame]


@pytest.fixture(autouse=True)
def on_native() -> Iterator[None]:
    """It is what Daft takes when nobody chooses, and one process has but one."""
    assert get_or_create_runner().name == "native"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _rows() -> DataFrame:
    names = [None if n % 7 == 0 else f"é{n % 5}" for n in range(1000)]
    return daft.from_pydict({"a": list(range(1000)), "b": names})


def _planned(df: DataFrame) -> str:
    """What Daft makes of a plan, without the plan as it was written."""
    text = io.StringIO()
    df.explain(show_all=True, file=text)
    return text.getvalue().partition("== Optimized")[2]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (lambda df: df.repartition(64).into_partitions(24), lambda df: df.into_partitions(24)),
        (lambda df: df.repartition(64).repartition(24), lambda df: df.repartition(24)),
        (
            lambda df: df.into_partitions(64).repartition(24, "b"),
            lambda df: df.repartition(24, "b"),
        ),
        (lambda df: df.into_batches(64).into_batches(24), lambda df: df.into_batches(24)),
    ],
)
def test_what_a_following_step_overrides_is_in_no_plan(before: Steps, after: Steps) -> None:
    """The safe fixes of DFT201 and DFT202."""
    assert _planned(before(_rows())) == _planned(after(_rows()))


@pytest.mark.parametrize(
    "repartitioned",
    [
        lambda df: df.repartition(8),
        lambda df: df.repartition(8, "b"),
        lambda df: df.into_partitions(8),
    ],
)
@pytest.mark.parametrize(
    "followed",
    [
        lambda df: df,
        lambda df: df.where(col("a") > 3).with_column("c", col("a") * 2).limit(10),
        lambda df: df.groupby("b").agg(col("a").sum()).sort("b"),
        lambda df: df.join(_rows().select("a"), on="a").sort("a"),
    ],
)
def test_the_native_runner_passes_all_rows_on_in_their_order(
    repartitioned: Steps, followed: Steps
) -> None:
    """The safe fix of DFT206."""
    before = followed(repartitioned(_rows())).to_pydict()
    assert before == followed(_rows()).to_pydict()
