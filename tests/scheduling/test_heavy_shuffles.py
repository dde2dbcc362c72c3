"""Repartitions that move what a download or decode made."""

from daft_lint.plan.pipeline import ActionKind, OperatorKind
from daft_lint.plan.quantity import exactly
from daft_lint.scheduling.optimiser.rewriting import optimise
from daft_lint.scheduling.partitions.flow import flow
from daft_lint.scheduling.partitions.heavy_shuffles import ANY_BYTES, heavy_input, heavy_shuffle


def found(make, *steps, kind=ActionKind.WRITE):
    action = make.action(kind)
    optimised = optimise(make.plan(1_000, *steps), action)
    shuffles = (heavy_shuffle(step, optimised, action) for step in flow(optimised.plan).steps)
    return [(shuffle.column, shuffle.made_by) for shuffle in shuffles if shuffle is not None]


def test_a_repartition_after_a_download_moves_heavy_rows(make):
    download = make.column("image", "path", heavy=True)

    assert found(make, download, make.random_repartition(8)) == [("image", download)]
    assert found(make, download, make.into_partitions(8)) == [("image", download)]
    assert found(make, download, make.hash_repartition(8)) == [("image", download)]


def test_before_the_download_the_rows_are_light(make):
    assert found(make, make.random_repartition(8), make.column("image", "path", heavy=True)) == []


def test_the_first_heavy_step_of_several_is_named(make):
    download = make.column("bytes", "path", heavy=True)
    decode = make.column("image", "bytes", heavy=True)
    steps = (download, decode, make.select("image", "path"), make.random_repartition(8))

    assert found(make, *steps) == [("image", download)]


def test_a_column_that_is_gone_is_not_moved(make):
    steps = (make.column("image", "path", heavy=True), make.select("path"))

    assert found(make, *steps, make.random_repartition(8)) == []


def test_a_column_that_nobody_reads_later_is_not_moved(make):
    label = make.column("label", "image")
    steps = (make.column("image", "path", heavy=True), label, make.random_repartition(8))

    assert found(make, *steps, make.select("label")) == []
    assert found(make, *steps, kind=ActionKind.COUNT) == []


def test_a_key_that_is_made_of_the_heavy_column_keeps_it_there(make):
    steps = (make.column("image", "path", heavy=True), make.column("size", "image"))

    assert found(make, *steps, make.hash_repartition(8, "size")) == []


def test_nothing_is_moved_across_filters_barriers_and_batches(make):
    download = make.column("image", "path", heavy=True)
    for between in (
        make.where("image"),
        make.step(OperatorKind.BARRIER),
        make.into_batches(10),
        make.step(OperatorKind.EXPLODE),
    ):
        assert found(make, download, between, make.random_repartition(8)) == []


def test_several_columns_of_one_step_are_not_distinguished(make):
    both = make.step(
        OperatorKind.PROJECT,
        reads=frozenset({"path"}),
        writes=frozenset({"image", "name"}),
        heavy=True,
    )

    assert found(make, both, make.random_repartition(8)) == []


def input_of_the_last(make, *operators):
    """What the call of the last step gets that is heavy."""
    *_, last = flow(make.plan(100, *operators)).steps
    return heavy_input(last, last.operator.calls[0])


def test_a_call_that_reads_what_a_download_made_gets_heavy_rows(make):
    download = make.column("image", "path", heavy=True)

    assert input_of_the_last(make, download, make.pool(reads="image")) == ANY_BYTES
    assert input_of_the_last(make, download, make.pool(reads="path")) is None
    assert input_of_the_last(make, make.pool(reads="image")) is None


def test_the_bytes_of_a_heavy_row_are_those_that_the_code_tells(make):
    resized = make.column("image", "path", heavy=True, row_bytes=exactly(150_528))
    other = make.column("page", "path", heavy=True, row_bytes=exactly(1_000))

    assert input_of_the_last(make, resized, make.pool(reads="image")).count == 150_528
    assert input_of_the_last(make, resized, other, make.pool(reads="page")).count == 1_000


def test_what_replaces_a_heavy_column_is_light(make):
    download = make.column("image", "path", heavy=True)
    label = make.column("image", "path")

    assert input_of_the_last(make, download, label, make.pool(reads="image")) is None
