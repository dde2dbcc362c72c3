"""What each node of a plan does, as far as it is printed."""

from __future__ import annotations

import pytest

from daft_lint.live_plan.nodes import Node
from daft_lint.live_plan.steps import steps_of
from daft_lint.plan.pipeline import OperatorKind as Kind

COLUMNS = ("a", "b", "c")


@pytest.mark.parametrize(
    ("title", "details", "steps"),
    [
        ("Filter: [col(a) > lit(1)] & [col(b)]", (), [(Kind.FILTER, None), (Kind.FILTER, None)]),
        ("Limit: 1,000", (), [(Kind.LIMIT, 1000)]),
        ("Limit: Num Rows = 7, Offset = 2", (), [(Kind.LIMIT, 7), (Kind.OPAQUE, None)]),
        ("Offset: 2", (), [(Kind.OPAQUE, None)]),
        ("TopN: Sort by = (col(a), ascending, nulls last), Num Rows = 2", (),
         [(Kind.SORT, None), (Kind.LIMIT, 2)]),
        ("TopN: Sort by = (col(a), ascending, nulls last), Num Rows = 2, Offset = 1", (),
         [(Kind.SORT, None), (Kind.LIMIT, 2), (Kind.OPAQUE, None)]),
        ("Repartition: Scheme = Random", ("Num partitions = Some(3)",),
         [(Kind.RANDOM_REPARTITION, 3)]),
        ("Repartition: Scheme = Hash", ("Num partitions = None", "By = col(a)"),
         [(Kind.HASH_REPARTITION, None)]),
        ("Repartition: Scheme = IntoPartitions", ("Num partitions = 3",),
         [(Kind.INTO_PARTITIONS, 3)]),
        ("Repartition: Scheme = Range", (), [(Kind.OPAQUE, None)]),
        ("IntoPartitions: Num partitions = 3", (), [(Kind.INTO_PARTITIONS, 3)]),
        ("IntoBatches: batch_size = 64", (), [(Kind.INTO_BATCHES, 64)]),
        ("Sample: 0.5 (fraction)", (), [(Kind.SAMPLE, 0.5)]),
        ("Sample: 0.5", (), [(Kind.SAMPLE, 0.5)]),
        ("Sample: 2 rows", (), [(Kind.OPAQUE, 2)]),
        ("Aggregation: sum(col(a))", (), [(Kind.AGGREGATE, 1)]),
        ("Aggregation: sum(col(a))", ("Group by = col(b)",), [(Kind.AGGREGATE, None)]),
        ("Aggregation:", ("Group by = col(b)",), [(Kind.AGGREGATE, None)]),
        ("Distinct: On col(a)", (), [(Kind.DISTINCT, None)]),
        ("Union:", (), [(Kind.CONCAT, None), (Kind.DISTINCT, None)]),
        ("Union All:", (), [(Kind.CONCAT, None)]),
        ("MonotonicallyIncreasingId", (), [(Kind.PROJECT, None)]),
        ("Window:", (), [(Kind.OPAQUE, None)]),
        ("Alias", ("name = t",), []),
        ("Sink: Parquet", (), []),
        ("Something: that = nobody knows", (), [(Kind.OPAQUE, None)]),
        ("", (), [(Kind.OPAQUE, None)]),
    ],
)  # fmt: skip
def test_a_node_is_so_many_steps(title, details, steps):
    found = steps_of(Node(title, details), COLUMNS)

    reported = [(step.kind, None if step.count is None else step.count.value) for step in found]
    assert reported == steps


def test_keys_are_read():
    sort, _ = steps_of(
        Node("TopN: Sort by = (col(a), ascending, nulls last), Num Rows = 2"), COLUMNS
    )
    (hashed,) = steps_of(Node("Repartition: Scheme = Hash", ("By = col(a), col(c)",)), COLUMNS)
    (exploded,) = steps_of(Node("Explode: col(b)"), COLUMNS)

    assert sort.reads == {"a"}
    assert hashed.reads == {"a", "c"}
    assert exploded.reads == exploded.writes == {"b"}


def test_an_aggregation_reads_its_keys_and_what_it_aggregates():
    (grouped,) = steps_of(Node("Aggregation: max(col(a)) as m", ("Group by = col(b)",)), COLUMNS)

    assert grouped.reads == {"a", "b"}
