"""Writes what Daft tells of a few frames beside this file: `python capture.py`, where Daft is."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import daft
from daft import DataFrame, col
from daft.functions import decode_image, download

from daft_lint.live.frame_plans import plan_of_frame

FOLDER = Path(__file__).parent


@daft.cls(max_concurrency=4)
class Embed:
    """A pool of four actors."""

    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=500)
    def run(self, ids: daft.Series) -> daft.Series:
        raise RuntimeError("nothing may run")


@daft.cls(gpus=1)
class Clip:
    """A class without a pool."""

    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=64)
    def run(self, images: daft.Series) -> daft.Series:
        raise RuntimeError("nothing may run")


def embedded(frame: DataFrame, name: str = "vector", of: str = "id") -> DataFrame:
    return frame.with_column(name, Embed().run(col(of)))


def rows() -> DataFrame:
    return daft.from_pydict({"id": list(range(1000)), "kind": [1] * 1000})


def one_partition(_: Path) -> DataFrame:
    return embedded(rows())


def well_dealt(_: Path) -> DataFrame:
    return embedded(rows().into_partitions(8))


def joined(_: Path) -> DataFrame:
    others = rows().select("id").concat(rows().select("id").repartition(4))
    return embedded(rows().where(col("id") > 3)).join(others, on="id").where(col("kind") == 1)


def unknown_rows(folder: Path) -> DataFrame:
    for number in range(3):
        (folder / f"part-{number}.csv").write_text("id\n1\n2\n")
    return embedded(daft.read_csv(f"{folder}/*.csv")).where(col("id") > 7)


def dropped(_: Path) -> DataFrame:
    frame = rows().into_partitions(4).repartition(8)
    frame = embedded(embedded(frame, "unread"), of="kind")
    return frame.select("id", "vector").limit(10)


def partly_read(_: Path) -> DataFrame:
    run = Embed().run
    both = rows().with_columns({"vector": run(col("id")), "unread": run(col("kind"))})
    return both.select("id", "vector")


def in_tasks(_: Path) -> DataFrame:
    frame = rows().into_partitions(3)
    frame = frame.with_column("image", decode_image(download(col("id").cast(str))))
    return frame.with_column("score", Clip().run(col("image")))


def no_pool(_: Path) -> DataFrame:
    return rows().where(col("id") % 2 == 0).sort("id")


FRAMES: tuple[Callable[[Path], DataFrame], ...] = (
    one_partition,
    well_dealt,
    joined,
    unknown_rows,
    dropped,
    partly_read,
    in_tasks,
    no_pool,
)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        for frame in FRAMES:
            reported = json.dumps(
                asdict(plan_of_frame(frame(Path(name)))), indent=1, ensure_ascii=False
            )
            reported = reported.replace(os.fspath(name).lstrip("/"), "data").replace(
                str(FOLDER), "code"
            )
            (FOLDER / f"{frame.__name__}.json").write_text(f"{reported}\n", "utf-8")


if __name__ == "__main__":
    main()
