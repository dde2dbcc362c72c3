"""What a test runs is right or wrong, not fast or slow."""

import daft


def test_the_last_one_counts():
    df = daft.range(100).into_partitions(4).into_partitions(2).collect()
    assert df.num_partitions() == 2
