"""Runs each call that Daft is said to refuse, and what to write instead, on each version of Daft.

    python benchmarks/refused_calls.py --packages FOLDER

Each version runs in processes of its own, one for each runner, with the Ray of this environment, to
which sqlalchemy and sqlglot belong. FOLDER is that of `daft_api.py`. Writes
`benchmarks/results/refused_calls.json`, which a test compares with the table
`daft_lint/daft_api/refusals.py`: for each version and runner what the call raised, and what its
remedy raised, empty where nothing.
"""

from __future__ import annotations

import contextlib
import io
import sys
from pathlib import Path

from on_each_daft import error_in_a_line, run

RESULTS = Path(__file__).parent / "results" / "refused_calls.json"
_SETUP = """
import os, sqlite3
from collections.abc import Iterator
import daft
from daft import DataType, Window, col
from daft.functions import dense_rank, rank, row_number
with sqlite3.connect("t.db") as base:
    base.execute("create table t (id int)")
    base.executemany("insert into t values (?)", [(number,) for number in range(100)])
daft.range(100, partitions=2).write_parquet("files")
def connect():
    import sqlalchemy
    return sqlalchemy.create_engine("sqlite:///t.db").connect()
def source(name):
    store = daft.CheckpointStore(f"file://{os.getcwd()}/{name}")
    return daft.read_parquet("files/*.parquet", checkpoint=daft.CheckpointConfig(store, on="id"))
df = daft.range(100, partitions=4).with_column("k", col("id") % 2)
by_k = col("id").sum().over(daft.Window().partition_by("k"))
# Daft 0.6.4 has no `daft.func.batch`.
of_batches = daft.func.batch if hasattr(daft.func, "batch") else daft.udf
@of_batches(return_dtype=DataType.int64())
def batch(x):
    return x
@daft.func
def row(x: int) -> int:
    return x
@daft.func
def each(x: int) -> Iterator[int]:
    yield x
class Sums:
    def aggregate(self, values):
        return sum(values.to_pylist())
    def combine(self, states):
        return sum(states.to_pylist())
    def finalize(self, state):
        return state
# Daft 0.7.6 has no `daft.udaf`.
if hasattr(daft, "udaf"):
    sums = daft.udaf(return_dtype=DataType.int64(), state=DataType.int64())(Sums)()
over_k = Window().partition_by("k")
def all_of(*calls):
    # The last error where each call raises one, none where some call doesn't.
    for call in calls:
        try:
            call()
        except Exception as error:
            last = error
        else:
            return
    raise last
"""
# By the names of the table: the call, and what the remedy makes of it.
PROGRAMS = {
    "sample-size": ("df.sample(size=10).collect()", "df.sample(fraction=0.5).collect()"),
    "offset": ("df.sort('id').offset(5).collect()", "df.sort('id').offset(5).limit(3).collect()"),
    "repartition-zero": (
        "all_of(lambda: df.repartition(0).collect(), lambda: df.repartition(0, 'k').collect())",
        "df.repartition(2).collect()",
    ),
    "into_partitions-zero": ("df.into_partitions(0).collect()", "df.into_partitions(2).collect()"),
    "aggregate-in-column": (
        "all_of(lambda: df.with_column('y', col('id').sum()).collect(),"
        " lambda: df.with_columns({'y': col('id') - col('id').mean()}).collect(),"
        " lambda: df.where(col('id') > col('id').mean()).collect(),"
        " lambda: df.sort(col('id').sum()).collect())",
        "df.with_column('y', col('id').sum().over(daft.Window().partition_by('k'))).collect()",
    ),
    "window-in-keys": (
        "all_of(lambda: df.where(by_k > 1).collect(), lambda: df.filter(by_k > 1).collect(),"
        " lambda: df.sort(by_k).collect(), lambda: df.groupby(by_k).agg(col('id').sum()).collect(),"
        " lambda: df.distinct(by_k).collect())",
        # Daft 0.6.4 panics where a partition of windows has no rows.
        "daft.from_pydict({'id': [1], 'k': [1]}).with_column('y', by_k).where('y > 1').collect()",
    ),
    "sort-keys-of-one-name": (
        "all_of(lambda: df.sort([col('id') % 10, col('id')]).collect(),"
        " lambda: df.sort(['id', 'id']).collect())",
        "df.sort([(col('id') % 10).alias('last'), 'id']).collect()",
    ),
    "group-keys-of-one-name": (
        "all_of(lambda: df.groupby(col('id') % 2, 'id').agg(col('k').sum()).collect(),"
        " lambda: df.groupby('id', 'id').agg(col('k').sum()).collect())",
        "df.groupby((col('id') % 2).alias('odd'), 'id').agg(col('k').sum()).collect()",
    ),
    "udaf-in-column": (
        "all_of(lambda: df.with_column('y', sums(col('id'))).collect(),"
        " lambda: df.where(sums(col('id')) > 1).collect())",
        "df.groupby('k').agg(sums(col('id')).alias('y')).collect()",
    ),
    "udaf-in-window": (
        "all_of(lambda: df.select(sums(col('id')).over(over_k).alias('y')).collect(),"
        " lambda: df.with_column('y', sums(col('id')).over(over_k)).collect())",
        "df.join(df.groupby('k').agg(sums(col('id')).alias('y')), on='k').collect()",
    ),
    "window-of-nothing": (
        "df.with_column('y', col('id').sum().over(Window())).collect()",
        "df.with_column('y', col('id').sum().over(over_k)).collect()",
    ),
    "aggregate-without-keys": (
        "all_of(*(lambda made=made: df.select(made.over(Window().order_by('id')).alias('y'))"
        ".collect() for made in (col('id').sum(), col('id').count(), col('id').mean(),"
        " col('id').max(), col('id').lag(1), col('id').lead(1))))",
        "df.with_column('one', daft.lit(1)).with_column('y', col('id').sum().over("
        "Window().partition_by('one').order_by('id'))).collect()",
    ),
    "rank-without-window": (
        "all_of(*(lambda made=made: df.with_column('y', made).collect()"
        " for made in (rank(), dense_rank(), row_number(), col('id').lag(1), col('id').lead(1))),"
        " *(lambda made=made: df.select(made.alias('y')).collect()"
        " for made in (rank(), col('id').lag(1))))",
        "df.with_column('y', rank().over(Window().order_by('id'))).collect()",
    ),
    "rank-without-order": (
        "all_of(*(lambda made=made: df.select(made.over(over_k).alias('y')).collect()"
        " for made in (col('id').lag(1), col('id').lead(1), rank(), dense_rank(), row_number())))",
        "daft.from_pydict({'id': [1], 'k': [1]})"
        ".select(row_number().over(over_k.order_by('id')).alias('y')).collect()",
    ),
    "udf-in-aggregate": (
        "all_of(lambda: df.groupby('k').agg(batch(col('id')).sum()).collect(),"
        " lambda: df.groupby('k').agg(batch(col('id').sum())).collect(),"
        " lambda: df.agg(batch(col('id').sum())).collect())",
        "df.with_column('y', batch(col('id'))).groupby('k').agg(col('y').sum()).collect()",
    ),
    "udf-in-select": (
        "all_of(lambda: df.select(batch(col('id').sum())).collect(),"
        " lambda: df.select(batch(col('id')).sum()).collect())",
        "df.select(batch(col('id')).alias('y')).select(col('y').sum()).collect()",
    ),
    "udf-in-sum": (
        "df.groupby('k').sum(batch(col('id'))).collect()",
        "df.with_column('y', batch(col('id'))).groupby('k').sum('y').collect()",
    ),
    "row-udf-in-groups": (
        "df.groupby('k').map_groups(row(col('id'))).collect()",
        "df.groupby('k').map_groups(batch(col('id'))).collect()",
    ),
    "row-udf-in-select": (
        "all_of(lambda: df.select(row(col('id').sum())).collect(),"
        " lambda: df.select(row(col('id')).sum()).collect())",
        "df.select(row(col('id')).alias('y')).select(col('y').sum()).collect()",
    ),
    "udf-as-aggregate": (
        "df.agg(batch(col('id')).alias('y')).to_pydict()['y']",
        "df.groupby('k').agg(batch(col('id')).alias('y')).to_pydict()['y']",
    ),
    "udf-beside-aggregates": (
        "df.groupby('k').agg(col('id').sum(), batch(col('id')).alias('y')).to_pydict()['y']",
        "df.groupby('k').map_groups(batch(col('id')).alias('y')).to_pydict()['y']",
    ),
    "udfs-as-aggregates": (
        "df.groupby('k').agg(batch(col('id')).alias('y'), batch(col('k')).alias('z')).collect()",
        "df.groupby('k').map_groups(batch(col('id')).alias('y')).collect()",
    ),
    "generator-in-keys": (
        "all_of(lambda: df.sort(each(col('id'))).collect(),"
        " lambda: df.groupby(each(col('id'))).agg(col('k').sum()).collect(),"
        " lambda: df.distinct(each(col('id'))).collect(),"
        " lambda: df.repartition(2, each(col('id'))).collect(),"
        " lambda: df.join(df.select(col('id').alias('j')), left_on=each(col('id')), right_on='j')"
        ".collect(),"
        " lambda: df.groupby('k').agg(each(col('id')).sum()).collect(),"
        " lambda: df.groupby('k').map_groups(each(col('id'))).collect(),"
        " lambda: df.groupby('k').sum(each(col('id'))).collect())",
        "df.select(each(col('id')).alias('y')).sort('y').collect()",
    ),
    "generator-in-filter": (
        "df.where(each(col('id')) > 1).collect()",
        "df.select(each(col('id')).alias('y')).where(col('y') > 1).collect()",
    ),
    "partitions-without-column": (
        "daft.read_sql('select * from t', connect, num_partitions=4).collect()",
        "daft.read_sql('select * from t', connect, partition_col='id', num_partitions=4).collect()",
    ),
    "single-file-on-ray": (
        "df.write_parquet('one.parquet', single_file=True)",
        "df.into_partitions(1).write_parquet('one')",
    ),
    "single-file-of-partitions": (
        "df.write_parquet('one.parquet', single_file=True, partition_cols=['k'])",
        "df.write_parquet('several', partition_cols=['k'])",
    ),
    "overwrite-partitions": (
        "df.write_parquet('some', write_mode='overwrite-partitions')",
        "df.write_parquet('some', write_mode='overwrite-partitions', partition_cols=['k'])",
    ),
    "native-checkpoint": ("source('a').write_parquet('b')", "df.write_parquet('b')"),
    "behind-checkpoint": (
        "source('c').sort('id').write_parquet('d')",
        "source('c').write_parquet('d')",
    ),
    "cross-join-on": (
        "df.join(df, on='id', how='cross').collect()",
        "df.join(df.select(col('id').alias('j')), how='cross').collect()",
    ),
    "broadcast-outer": (
        "df.join(df, on='id', how='outer', strategy='broadcast').collect()",
        "df.join(df, on='id', how='outer').collect()",
    ),
    "sort-merge": (
        "df.join(df, on='id', how='left', strategy='sort_merge').collect()",
        "df.join(df, on='id', how='left').collect()",
    ),
    "ray-dataset": (
        "import ray; daft.from_ray_dataset(ray.data.from_items([{'a': 1}])).collect()",
        "daft.range(10).collect()",
    ),
    "dask-frame": ("df.to_dask_dataframe()", "df.to_pandas()"),
    "skip-existing": (
        "df.skip_existing('files', 'id', 'parquet', num_workers=1).collect()",
        "df.join(daft.read_parquet('files'), on='id', how='anti').collect()",
    ),
    "length-of-unrun": ("len(daft.range(3))", "len(df.collect()), df.count_rows()"),
}


def main() -> int:
    """Run all programs on all versions, or here on the runner that is named."""
    return run(__file__, __doc__, RESULTS, raised_here, kinds)


def kinds(texts: list[str]) -> list[str]:
    """The kinds of the errors that a call and its remedy raised."""
    return [text.partition(":")[0] for text in texts]


def raised_here() -> dict[str, list[str]]:
    """What each call and its remedy raise on the Daft of this process, in this folder."""
    names: dict[str, object] = {}
    exec(_SETUP, names)
    return {name: [_error(program, names) for program in pair] for name, pair in PROGRAMS.items()}


def _error(program: str, names: dict[str, object]) -> str:
    """What a program raises, on one line; empty where it runs."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            exec(program, names)
        except Exception as error:
            return error_in_a_line(error)
    return ""


if __name__ == "__main__":
    sys.exit(main())
