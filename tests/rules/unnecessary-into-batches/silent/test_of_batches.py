import daft


def test_the_last_one_counts():
    df = daft.range(100).into_batches(10).into_batches(20)
    assert [len(part) for part in df.iter_partitions()] == [20] * 5
