"""Runs what the tables of docs/how-daft-schedules.md and its sister pages count, on each Daft.

    python benchmarks/engine_tables.py --packages FOLDER

Partitions of sources and steps, pieces that a UDF gets, files that a write makes: each version runs
in processes of its own, one for each runner, with the packages of this environment, to which Ray,
daft-lance, pylance, deltalake, pyiceberg and pypaimon 2 belong. FOLDER is that of `daft_api.py`.
Writes `benchmarks/results/engine_tables.json`, which tests compare with the tables: for each
version and runner the sorted figures, or what was raised.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from on_each_daft import error_in_a_line, run

RESULTS = Path(__file__).parent / "results" / "engine_tables.json"
_LIMIT_OF_A_LINE = 40
_SETUP = """
import glob, gzip, io, os, sqlite3, tarfile, time
import daft
import pyarrow as pa
from pyarrow import parquet
from daft import DataType, Window, col
from daft.functions import row_number
here = os.getcwd()
def several(folder, count, rows=100):
    os.mkdir(folder)
    for number in range(count):
        ids = [*range(number * rows, number * rows + rows)]
        table = pa.table({"id": ids, "k": [each % 3 for each in ids], "day": [number % 2] * rows})
        parquet.write_table(table, f"{folder}/{number}.parquet")
        yield table
tables = [*several("files", 6)]
line = '{"id": 1, "text": "' + 'x' * 82 + '"}'
def text(name, lines, opening=open):
    with opening(name, "wt") as file:
        file.write("\\n".join(lines))
text("rows.csv", ["id,text", *(["1," + "x" * 96] * 100_000)])
text("rows.csv.gz", ["id,text", *(["1," + "x" * 96] * 140_000)], gzip.open)
text("lines.jsonl", [line] * 5_000)
text("array.json", ["[", *([f"{line},"] * 140_000), line, "]"])
parquet.write_table(pa.table({"id": range(1_000)}), "groups.parquet", row_group_size=300)
parquet.write_table(pa.table({"id": range(140_000)}), "group.parquet")
os.mkdir("blobs")
for number in range(300):
    open(f"blobs/{number}", "w").close()
with tarfile.open("set.tar", "w") as tar:
    for number in range(1_100):
        entry = tarfile.TarInfo(f"{number:05}.txt")
        entry.size = 1
        tar.addfile(entry, io.BytesIO(b"x"))
record = "WARC/1.0\\r\\nWARC-Type: resource\\r\\nWARC-Record-ID: <urn:uuid:{}>\\r\\nWARC-Date: " \\
    "2026-01-01T00:00:00Z\\r\\nContent-Length: 1\\r\\n\\r\\nx\\r\\n\\r\\n"
with open("pages.warc", "w", newline="") as file:
    for number in range(150):
        file.write(record.format(f"00000000-0000-0000-0000-{number:012}"))
with sqlite3.connect("t.db") as base:
    base.execute("create table t (id int)")
    base.executemany("insert into t values (?)", [(number**3,) for number in range(1_000)])
def connect():
    import sqlalchemy
    return sqlalchemy.create_engine("sqlite:///t.db").connect()
def of_eight():
    return daft.range(800, partitions=8).with_column("k", col("id") % 5)
def of_four():
    return daft.range(400, partitions=4).with_column("k", col("id") % 5)
def delta(**options):
    import deltalake
    name = f"delta-{len(glob.glob('delta-*'))}"
    for table in tables:
        deltalake.write_deltalake(name, table, mode="append", **options)
    return daft.read_deltalake(name)
def iceberg():
    from pyiceberg.catalog.sql import SqlCatalog
    catalog = SqlCatalog("c", uri="sqlite:///:memory:", warehouse=f"file://{here}/iceberg")
    catalog.create_namespace("n")
    made = catalog.create_table("n.t", tables[0].schema)
    for table in tables:
        made.append(table)
    return daft.read_iceberg(made)
def lance(count=10, **options):
    import lance
    name = f"lance-{len(glob.glob('lance-*'))}"
    ids = range(100 if count > 1 else 10_000)
    for number in range(count):
        lance.write_dataset(pa.table({"id": ids}), name, mode="append" if number else "create")
    return daft.read_lance(name, **options)
def fragments(frame):
    import lance
    name = f"made-{len(glob.glob('made-*'))}"
    frame.write_lance(name)
    return len(lance.dataset(name).get_fragments())
def paimon(partitions=(), keys=(), **options):
    from pypaimon import CatalogFactory, Schema
    from pypaimon.daft import read_paimon
    place = {"warehouse": f"{here}/paimon-{len(glob.glob('paimon-*'))}"}
    catalog = CatalogFactory.create(place)
    catalog.create_database("d", True)
    names = {each.replace("_", "-"): str(value) for each, value in options.items()}
    fields = [pa.field(name, pa.int64(), nullable=False) for name in ("id", "k", "day")]
    schema = pa.schema(fields)
    made = Schema.from_pyarrow_schema(
        schema, partition_keys=[*partitions], primary_keys=[*keys], options=names
    )
    catalog.create_table("d.t", made, False)
    for table in tables:
        builder = catalog.get_table("d.t").new_batch_write_builder()
        writer, commit = builder.new_write(), builder.new_commit()
        writer.write_arrow(table.cast(schema))
        commit.commit(writer.prepare_commit())
        writer.close()
        commit.close()
    return read_paimon("d.t", catalog_options=place)
def rows_seen(frame):
    frame.collect()
    return sum(int(rows) * number for rows, number in notes().items())
class Sums:
    def __init__(self):
        noted("made")
    def aggregate(self, values):
        noted("aggregate")
        return sum(values.to_pylist())
    def combine(self, states):
        return sum(states.to_pylist())
    def finalize(self, state):
        return state
def of_groups():
    number = DataType.int64()
    sums = daft.udaf(return_dtype=number, state=number)(Sums)()
    of_eight().groupby("k").agg(sums(col("id")).alias("y")).collect()
    return notes()
def processes(frame, **options):
    class Pool:
        @daft.method.batch(return_dtype=DataType.int64(), batch_size=5)
        def run(self, values):
            noted(os.getpid())
            time.sleep(0.05)
            return values
    pool = daft.cls(max_concurrency=2, **options)(Pool)()
    # So long does it wait for actors that have no room.
    with daft.execution_config_ctx(actor_udf_ready_timeout=45):
        frame.with_column("y", pool.run(col("id"))).collect()
    return len(notes())
def hive():
    for number, table in enumerate(tables):
        folder = f"hive/part={number % 3}"
        os.makedirs(folder, exist_ok=True)
        parquet.write_table(table, f"{folder}/{number}.parquet")
    return daft.read_parquet("hive/**/*.parquet", hive_partitioning=True)
def of_catalog():
    return daft.Catalog.from_pydict({"t": of_eight()}).get_table("t").read()
def of_session():
    session = daft.Session()
    session.create_temp_table("t", of_eight())
    return session.read_table("t")
def of_ray(rows, blocks, filled=None):
    assert os.environ["DAFT_RUNNER"] == "ray", "only Ray has datasets"
    import ray
    ray.data.DataContext.get_current().enable_progress_bars = False
    made = ray.data.range(rows, override_num_blocks=blocks)
    if filled is not None:
        made = made.filter(lambda row: row["id"] < filled)
    return daft.from_ray_dataset(made.materialize())
def undone():
    return of_eight().skip_existing(
        f"{here}/files", key_column="id", file_format="parquet", num_workers=2, cpus_per_worker=0.5
    )
def files(write, **options):
    name = f"written-{len(glob.glob('written-*'))}"
    write(name, **options)
    return sum(len(names) for _, _, names in os.walk(name))
"""
EIGHT, FOUR = "of_eight()", "of_four()"
PARTITIONS = {
    "parquet": "daft.read_parquet('files/*.parquet')",
    "delta": "delta()",
    "delta by key": "delta(partition_by='day').where(col('day') == 1)",
    "delta by statistics": "delta().where(col('id') >= 500)",
    "iceberg": "iceberg()",
    "iceberg by statistics": "iceberg().where(col('id') >= 400)",
    "lance": "lance()",
    "lance in groups": "lance(fragment_group_size=3)",
    "hive": "hive()",
    "hive by key": "hive().where(col('part') == 1)",
    "catalog": "of_catalog()",
    "session": "of_session()",
    "ray dataset": "of_ray(400, 4)",
    "ray dataset, large": "of_ray(300_000, 2)",
    "ray dataset, empty blocks": "of_ray(400, 4, filled=150)",
    "paimon": "paimon()",
    "paimon buckets": "paimon(bucket=4, bucket_key='id')",
    "paimon partitions": "paimon(['k'])",
    "paimon partitions, buckets": "paimon(['k'], bucket=2, bucket_key='id')",
    "paimon by key": "paimon(['k']).where(col('k') == 1)",
    "paimon by statistics": "paimon().where(col('id') >= 400)",
    "paimon with keys": "paimon(keys=['id'], bucket=4)",
    "hash join": f"{EIGHT}.join({FOUR}, on='id', strategy='hash')",
    "broadcast join": f"{EIGHT}.join({FOUR}, on='id', strategy='broadcast')",
    "broadcast left join": f"{EIGHT}.join({FOUR}, on='id', how='left', strategy='broadcast')",
    "cross join": "daft.range(8, partitions=4).join(daft.range(2, partitions=2)"
    ".select(col('id').alias('j')), how='cross')",
    "union": f"{EIGHT}.union({FOUR})",
    "union_all": f"{EIGHT}.union_all({FOUR})",
    "concat": f"{EIGHT}.concat({FOUR})",
    "intersect": f"{EIGHT}.intersect({FOUR})",
    "intersect_all": f"{EIGHT}.intersect_all({FOUR})",
    "except_distinct": f"{EIGHT}.except_distinct({FOUR})",
    "unpivot": f"{EIGHT}.unpivot(['id'], ['k'])",
    "summarize": f"{EIGHT}.summarize()",
    "sample": f"{EIGHT}.sample(fraction=0.5)",
    "window over all": f"{EIGHT}.with_column('n', row_number().over(Window().order_by('id')))",
    "window by key": f"{EIGHT}.with_column('n', row_number().over("
    "Window().partition_by('k').order_by('id')))",
    "repartition by key": f"{EIGHT}.repartition(8, 'k')",
    "into_batches": f"{EIGHT}.into_batches(32)",
    "sql": f"daft.sql('select id, k from frame', frame={EIGHT})",
    "sql group": f"daft.sql('select k, sum(id) from frame group by k', frame={EIGHT})",
    "sql order": f"daft.sql('select id from frame order by id', frame={EIGHT})",
    "limit, offset": f"{EIGHT}.limit(150).offset(50)",
    "groupby": f"{EIGHT}.groupby('k').agg(col('id').sum())",
    "distinct": f"{EIGHT}.distinct('k')",
    "sort": f"{EIGHT}.sort('id')",
    "glob": "daft.from_glob_path('files/*')",
    "query": "daft.read_sql('select * from t', connect)",
    "query by column": "daft.read_sql('select * from t', connect, partition_col='id',"
    " num_partitions=4)",
    "webdataset": "daft.read_webdataset('set.tar')",
}
"""The rows of each partition of a frame."""
PIECES = {
    "memory": "daft.from_pydict({'id': [*range(140_000)]})",
    "csv": "daft.read_csv('rows.csv').select('id')",
    "csv, gzip": "daft.read_csv('rows.csv.gz').select('id')",
    "json lines": "daft.read_json('lines.jsonl').select('id')",
    "json array": "daft.read_json('array.json').select('id')",
    "parquet": "daft.read_parquet('groups.parquet')",
    "parquet, large": "daft.read_parquet('group.parquet')",
    "lance": "lance(1)",
    "warc": "daft.read_warc('pages.warc').select(col('WARC-Record-ID').alias('id'))",
    "webdataset": "daft.read_webdataset('set.tar').select(col('__key__').alias('id'))",
    "blobs": "daft.read_blob('blobs/*').select(col('content').alias('id'))",
    "into_batches": f"{EIGHT}.into_batches(32)",
}
"""The rows of each call of a batch UDF without a pool and without a batch_size."""
FILES = {
    "parquet": f"files({EIGHT}.write_parquet)",
    "parquet by key": f"files({EIGHT}.write_parquet, partition_cols=['k'])",
    "parquet behind into_batches": f"files({EIGHT}.into_batches(50).write_parquet)",
    "parquet behind groupby": f"files({EIGHT}.groupby('k').agg(col('id').sum()).write_parquet)",
    "parquet behind limit": f"files({EIGHT}.limit(150).write_parquet)",
    "fragments": f"fragments({EIGHT})",
    "fragments of batches": f"fragments({EIGHT}.with_column('y', counted(col('id'))))",
    "fragments behind into_batches": f"fragments({EIGHT}.with_column('y', counted(col('id')))"
    ".into_batches(400))",
}
"""The files or fragments that a write makes."""
CALLS = {
    "aggregate of five groups": "of_groups()",
    "rows of keys of a window": f"rows_seen({EIGHT}.with_column('y', col('k').sum().over("
    "Window().partition_by(noting(col('id'))))))",
    "rows of an order of a window": f"rows_seen({EIGHT}.with_column('y', row_number().over("
    "Window().partition_by('k').order_by(noting(col('id'))))))",
    "rows of values of a window": f"rows_seen({EIGHT}.with_column('y', noting(col('id')).sum()"
    ".over(Window().partition_by('k'))))",
    "rows of keys of a pivot": f"rows_seen({EIGHT}.pivot(noting(col('id')), 'k', 'id', 'sum',"
    " names=['0', '1']))",
    "pool": f"processes({EIGHT})",
    "pool behind skip_existing": "processes(undone())",
    "pool behind an anti join": f"processes({EIGHT}.join(daft.read_parquet('files'), on='id',"
    " how='anti'))",
    "elastic pool": f"processes({EIGHT}, min_concurrency=1)",
}
"""How often the methods of a `daft.udaf` ran, the rows that a UDF in a shuffle saw of 800, and the
processes of a pool of two that worked."""


def figures_here(skipped: Sequence[str] = ()) -> dict[str, Any]:
    """The figures on the Daft of this process, in this folder; `skipped` are words of programs."""
    calls = Path("calls").absolute()
    calls.mkdir()

    def noted(what: object) -> None:
        (calls / f"{uuid.uuid4()}.{what}").touch()

    def notes() -> dict[str, int]:
        found = Counter(file.suffix[1:] for file in calls.iterdir())
        for file in calls.iterdir():
            file.unlink()
        return dict(found)

    names: dict[str, Any] = {"__name__": "__main__", "noted": noted, "notes": notes}
    exec(_SETUP, names)
    daft = names["daft"]

    def count(values: Any) -> Any:
        noted(len(values))
        return values

    # Daft 0.6.4 has no `daft.func.batch`.
    batch = daft.func.batch if hasattr(daft.func, "batch") else daft.udf

    def pieces(frame: Any) -> list[int]:
        kind = frame.schema()["id"].dtype
        frame.select(batch(return_dtype=kind)(count)(daft.col("id")).alias("y")).collect()
        found = Counter({int(rows): number for rows, number in notes().items()})
        return sorted(found.elements(), reverse=True)

    names["noting"] = batch(return_dtype=daft.DataType.int64())(count)
    names["counted"] = batch(return_dtype=daft.DataType.int64(), batch_size=10)(lambda x: x)
    kinds: Iterable[tuple[str, dict[str, str], Callable[[Any], Any]]] = (
        ("partitions", PARTITIONS, _partitions),
        ("pieces", PIECES, pieces),
        ("files", FILES, lambda found: found),
        ("calls", CALLS, lambda found: found),
    )
    return {
        f"{kind}: {name}": _figures(measure, text, names)
        for kind, programs, measure in kinds
        for name, text in programs.items()
        if not any(word in text for word in skipped)
    }


def _partitions(frame: Any) -> list[int]:
    return sorted((part.num_rows for part in _parts(frame)), reverse=True)


def _parts(frame: Any) -> list[Any]:
    if os.environ["DAFT_RUNNER"] != "ray":
        return list(frame.to_arrow_iter())
    import ray

    return [part.to_arrow() for part in ray.get([*frame.iter_partitions()])]


def _figures(measure: Callable[[Any], Any], text: str, names: dict[str, Any]) -> Any:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            found = measure(eval(text, names))
        except Exception as error:
            return error_in_a_line(error)
    if isinstance(found, list) and len(found) > _LIMIT_OF_A_LINE:
        return {"number": len(found), "largest": found[0], "smallest": found[-1]}
    return found


def without_chance(came: Any) -> Any:
    """What is the same in each run: on Ray, chance decides how a sort deals its rows."""
    if isinstance(came, dict):
        return came.get("number", came.get("aggregate"))
    return sum(came) if isinstance(came, list) else came


def main() -> int:
    """Run all programs on all versions, or here on the runner that is named."""
    return run(__file__, __doc__, RESULTS, figures_here, without_chance)


if __name__ == "__main__":
    sys.exit(main())
