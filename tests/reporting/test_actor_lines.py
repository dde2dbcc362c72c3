from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion

from daft_lint.findings import ActorShare, Effect
from daft_lint.reporting.actors import actor_lines

Workers = Callable[..., Effect]


def drawn(effect: Effect, width: int = 74) -> str:
    assert effect.shares is not None
    lines = actor_lines(effect.shares, width)
    return "\n".join(line.plain.rstrip() for line in lines)


def test_actors_that_get_the_same_share_a_bar(
    effect_of: Workers, snapshot: SnapshotAssertion
) -> None:
    assert drawn(effect_of([1250, 400.5], [1, 0, 1], [0, 0])) == snapshot


def test_actors_are_grouped_by_worker_in_whatever_order_they_come() -> None:
    shares = (ActorShare(2, 5), ActorShare(1, 7), ActorShare(2, 0))
    labels = [line.plain[:18].split() for line in actor_lines(shares, 74)]
    assert labels == [
        ["worker", "1", "1", "actor"],
        ["worker", "2", "1", "actor"],
        ["1", "actor"],
    ]


def test_equal_workers_share_a_line(effect_of: Workers, snapshot: SnapshotAssertion) -> None:
    part, full, none = [0, 600, 0, 400], [300, 300, 300, 300], [0, 0, 0, 0]
    assert drawn(effect_of(part, full, full, full, none, none, part)) == snapshot


def test_a_worker_without_actors_is_not_counted() -> None:
    shares = (ActorShare(1, 5), ActorShare(3, 5), ActorShare(4, 5))
    labels = [line.plain.split("█")[0].split() for line in actor_lines(shares, 74)]
    assert labels == [["worker", "1", "1", "actor"], ["workers", "3-4", "2", "actors"]]


def test_workers_are_summed_where_the_lines_were_many(
    effect_of: Workers, snapshot: SnapshotAssertion
) -> None:
    part, other = [0, 600, 300, 200, 100], [700, 600, 300, 200, 100]
    assert drawn(effect_of(part, other, other, [0] * 5)) == snapshot


def test_of_many_unlike_actors_of_a_worker_the_first_are_shown(
    effect_of: Workers, snapshot: SnapshotAssertion
) -> None:
    assert drawn(effect_of([100 * number for number in range(12)])) == snapshot


def test_many_unlike_workers_end_in_a_remainder(
    effect_of: Workers, snapshot: SnapshotAssertion
) -> None:
    assert drawn(effect_of(*([worker * 10, worker % 2] for worker in range(40)))) == snapshot


def test_when_all_idle_all_lines_say_so(effect_of: Workers) -> None:
    assert drawn(effect_of([0, 0], [0])).count("idle") == 2
    assert drawn(effect_of([0] * 20, [0] * 20)) == "workers 1-2  40 actors  idle"


@pytest.mark.parametrize("width", [37, 60, 200])
def test_bars_grow_with_the_width_within_reason(effect_of: Workers, width: int) -> None:
    line = drawn(effect_of([500], [0]), width).splitlines()[0]
    assert len(line) <= width
    assert 6 <= line.count("█") <= 24


@given(
    shares=st.lists(
        st.builds(
            ActorShare,
            worker=st.integers(min_value=1, max_value=40),
            rows=st.one_of(st.just(0), st.floats(min_value=0.1, max_value=1e9)),
        ),
        min_size=1,
        max_size=80,
    )
)
def test_every_actor_is_reported_in_at_most_8_lines(shares: list[ActorShare]) -> None:
    lines = [line.plain for line in actor_lines(tuple(shares), 74)]
    assert len(lines) <= 8
    assert all(cell_len(line.rstrip()) <= 74 for line in lines)
    busy = any(share.rows for share in shares)
    assert any(" row" in line for line in lines) == busy
    # Where the words leave no room, there are no bars.
    if any("█" in line for line in lines):
        assert all(("█" in line) == (" row" in line) for line in lines if " more" not in line)
