import daft
import pytest
from daft import col


@daft.cls(max_concurrency=2)
class AddOne:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=10)
    def __call__(self, numbers):
        return [number + 1 for number in numbers.to_pylist()]


@pytest.fixture
def numbers():
    return daft.range(100)


def test_add_one_keeps_order():
    df = daft.range(100).with_column("next", AddOne()(col("id")))
    assert df.to_pydict()["next"] == list(range(1, 101))


def test_add_one_on_rows():
    df = daft.from_pylist([{"id": n} for n in range(100)]).with_column("next", AddOne()(col("id")))
    assert len(df.collect()) == 100
