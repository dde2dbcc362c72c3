"""Plans in the manner of Daft's own documentation: every step of them is read for what it is."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from daft_lint import check
from daft_lint.plan.pipeline import Operator, OperatorKind, Plan

daft = pytest.importorskip("daft")
from daft import DataType, col, udf  # noqa: E402
from daft_plans import tell_batch_size  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")

CLUSTER = {"workers": 2, "cpus_per_worker": 8, "gpus_per_worker": 2}
Kind = OperatorKind

# Of them nobody measured what they do to partitions.
NOT_MEASURED = {"over", "unpivot", "offset", "shuffle"}


with warnings.catch_warnings():
    # `@daft.udf` is deprecated since Daft 0.7.
    warnings.simplefilter("ignore")

    @udf(return_dtype=DataType.list(DataType.float64()), concurrency=4, batch_size=16, num_gpus=1)
    class Embed:
        def __init__(self):
            raise AssertionError("the model was loaded")

        def __call__(self, texts):
            return [[0.0] for _ in texts]

    @udf(return_dtype=DataType.string(), batch_size=32)
    def caption(images):
        return ["" for _ in images]


def images() -> Any:
    return daft.from_pydict({"url": ["file:///a.png"] * 64, "label": ["cat", "dog"] * 32})


def sales() -> Any:
    return daft.from_pydict(
        {
            "shop": ["north", "south"] * 20,
            "day": list(range(40)),
            "amount": [1.0] * 40,
            "tags": [["new", "sale"]] * 40,
        }
    )


def download_and_decode() -> Any:
    url, image = col("url"), col("image")
    if hasattr(url, "decode_image"):
        decoded = url.download(on_error="null").decode_image()
        small = image.resize(32, 32)
    else:
        decoded = url.url.download(on_error="null").image.decode()
        small = image.image.resize(32, 32)
    frame = images().with_column("image", decoded).where(image.not_null())
    return frame.with_column("small", small).exclude("image")


def captions() -> Any:
    frame = images().into_partitions(4).with_column("text", caption(col("url")))
    return frame.with_column("vector", Embed(col("text"))).select("url", "vector")


def totals() -> Any:
    grouped = sales().groupby("shop")
    return grouped.agg(col("amount").sum().alias("total"), col("day").max()).sort("total")


def best_days() -> Any:
    return sales().where(col("amount") > 0.5).sort("amount", desc=True).limit(5)


def tagged() -> Any:
    shops = daft.from_pydict({"shop": ["north", "south"], "town": ["A", "B"]})
    return sales().explode("tags").join(shops, on="shop", how="left").repartition(8, "town")


def running_totals() -> Any:
    from daft import Window

    window = Window().partition_by("shop").order_by("day")
    return sales().with_column("so_far", col("amount").sum().over(window))


def by_query() -> Any:
    query = "SELECT shop, SUM(amount) AS total FROM sold WHERE day > 3 GROUP BY shop"
    return daft.sql(query, sold=sales())


def by_expression() -> Any:
    return sales().with_column("cents", daft.sql_expr("amount * 100")).where("cents > 50")


def pivoted() -> Any:
    return sales().pivot("day", "shop", "amount", "sum", names=["north", "south"])


def melted() -> Any:
    return sales().unpivot(["shop"], ["amount", "day"])


def numbered() -> Any:
    frame = sales().into_batches(8)
    return frame._add_monotonically_increasing_id("number").where(col("number") > 3)


def sampled() -> Any:
    return sales().sample(0.25, seed=1).drop_duplicates("shop").into_batches(10)


def all_of_both() -> Any:
    return sales().select("shop").union(images().select(col("label").alias("shop")))


def what_both_have() -> Any:
    return sales().select("shop").intersect(images().select(col("label").alias("shop")))


def what_one_has() -> Any:
    return sales().select("shop").except_distinct(images().select(col("label").alias("shop")))


def renamed() -> Any:
    frame = sales().with_column_renamed("amount", "price")
    return frame.with_columns({"gross": col("price") * 1.2, "net": col("price")}).drop_nan("gross")


@dataclass(frozen=True)
class Expected:
    """What a plan is made of. `kinds` leaves out projections; `columns` are some it has to read."""

    make: Callable[[], Any]
    kinds: tuple[OperatorKind, ...]
    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()


def columns(*names: str) -> frozenset[str]:
    return frozenset(names)


PLANS = (
    Expected(download_and_decode, (Kind.FILTER,), columns("url", "image"), columns("image")),
    Expected(captions, (Kind.INTO_PARTITIONS,), columns("url", "text"), columns("text", "vector")),
    Expected(totals, (Kind.AGGREGATE, Kind.SORT), columns("total")),
    Expected(best_days, (Kind.FILTER, Kind.SORT, Kind.LIMIT), columns("amount")),
    Expected(tagged, (Kind.EXPLODE, Kind.JOIN, Kind.HASH_REPARTITION), columns("tags", "town")),
    Expected(running_totals, (Kind.OPAQUE,)),
    Expected(by_query, (Kind.FILTER, Kind.AGGREGATE), columns("day")),
    Expected(by_expression, (Kind.FILTER,), columns("amount", "cents"), columns("cents")),
    Expected(pivoted, (Kind.AGGREGATE,)),
    Expected(melted, (Kind.OPAQUE,)),
    Expected(numbered, (Kind.INTO_BATCHES, Kind.FILTER), columns("number")),
    Expected(sampled, (Kind.SAMPLE, Kind.DISTINCT, Kind.INTO_BATCHES)),
    Expected(all_of_both, (Kind.CONCAT, Kind.DISTINCT)),
    Expected(what_both_have, (Kind.JOIN, Kind.DISTINCT)),
    Expected(what_one_has, (Kind.JOIN, Kind.DISTINCT)),
    Expected(renamed, (Kind.FILTER,), columns("price", "gross"), columns("gross")),
)


def made(expected: Expected) -> Any:
    try:
        return expected.make()
    except (AttributeError, ImportError) as reason:
        pytest.skip(f"Daft {daft.__version__}: {reason}")


def steps(plan: Plan) -> list[Operator]:
    inner = [
        operator for step in plan.operators for branch in step.inputs for operator in steps(branch)
    ]
    return [*plan.operators, *inner]


@pytest.mark.parametrize("expected", PLANS, ids=lambda expected: expected.make.__name__)
def test_every_step_is_read_for_what_it_is(expected):
    checked = check(made(expected), cluster=CLUSTER)
    operators = checked.case.pipeline.plan.operators

    kinds = [operator.kind for operator in operators if operator.kind is not Kind.PROJECT]
    assert sorted(kinds, key=str) == sorted(expected.kinds, key=str), checked.text
    for step in steps(checked.case.pipeline.plan):
        assert step.kind is not Kind.OPAQUE or step.method in NOT_MEASURED, step.method
    assert not checked.failures
    read = {name for step in operators for name in step.reads or ()}
    written = {name for step in operators for name in step.writes or ()}

    assert expected.reads <= read, checked.text
    assert expected.writes <= written, checked.text
    assert "daft.in_memory" in repr(checked)
    assert "<" in checked._repr_html_()


def test_udfs_have_the_options_that_the_program_gives_them():
    operators = check(captions(), cluster=CLUSTER).case.pipeline.plan.operators
    written, embedded = (call for step in operators for call in step.calls)

    assert (written.udf.name, embedded.udf.name) == ("caption", "Embed")
    assert written.udf.concurrency is None
    assert embedded.udf.concurrency.value == 4
    assert (written.reads, embedded.reads) == (columns("url"), columns("text"))
    if not tell_batch_size():
        pytest.skip("the plans of this Daft don't tell a batch_size")
    assert (written.udf.batch_size.value, embedded.udf.batch_size.value) == (32, 16)
    assert embedded.udf.gpus.value == 1


def test_new_udf_classes_too():
    if not hasattr(daft, "cls"):
        pytest.skip("@daft.cls came with Daft 0.7")

    @daft.cls(max_concurrency=2, gpus=1)
    class Model:
        def __init__(self):
            raise AssertionError("the model was loaded")

        @daft.method.batch(return_dtype=DataType.int64(), batch_size=8)
        def score(self, urls, labels):
            return urls

        @daft.method(return_dtype=DataType.int64())
        def one(self, url: str):
            return 1

    model = Model()
    frame = images().with_column("score", model.score(col("url"), col("label")))
    frame = frame.with_column("one", model.one(col("label")))
    calls = [
        call
        for step in check(frame, cluster=CLUSTER).case.pipeline.plan.operators
        for call in step.calls
    ]

    assert [call.udf.name for call in calls] == ["Model.score", "Model.one"]
    assert [call.output for call in calls] == ["score", "one"]
    assert [call.udf.kind.name for call in calls] == ["BATCH", "ROW"]
    assert {call.udf.gpus.value for call in calls} == {1}
    assert [call.reads for call in calls] == [columns("url", "label"), columns("label")]


def test_rows_that_are_numbered_are_not_left_out_before():
    """Daft moves neither filters nor limits before ids."""
    frame = images().with_column("text", caption(col("url")))
    frame = frame._add_monotonically_increasing_id("number").limit(3)

    runs = check(frame, cluster=CLUSTER).case.prediction.optimised.plan.operators

    assert [bool(step.calls) for step in runs] == [True, False, False]
    assert runs[-1].kind is Kind.LIMIT
