"""CI goes through a part of long tables and clusters; the nightly run goes through all of them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest

T = TypeVar("T")

EVERYTHING = "DAFT_LINT_TEST_EVERYTHING"
"""The environment variable that the nightly run sets."""

_FEWER_DRAWS = 6


def everything() -> bool:
    """Whether this is the nightly run."""
    return EVERYTHING in os.environ


nightly = pytest.mark.skipif(not everything(), reason="the nightly run does it")
"""For tests that start a cluster for a rare fault, a near-copy, or what Daft itself does."""


def one_in(number: int, cases: Sequence[T]) -> Sequence[T]:
    """One of so many cases that are alike in what is asked of them.

    Cases of one rule differ in what it judges, less in how tools show it or what a fix writes.
    """
    return cases if everything() else cases[::number]


def draws(number: int) -> int:
    """A sixth of so many examples that are drawn by chance."""
    return number if everything() else -(-number // _FEWER_DRAWS)
