"""Tells of a few frames how many partitions `check` says they have, and how many Ray makes.

    python scan_tasks.py FOLDER

One JSON list a line: what the frame is, what `check` says, what Ray makes. The files of the frames
are made in FOLDER.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

os.environ.update(DAFT_PROGRESS_BAR="0", DO_NOT_TRACK="1")
# Binds all of Ray to loopback.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"

import daft
import pyarrow
import ray
from pyarrow import parquet

import daft_lint

SPLIT = {"scan_tasks_min_size_bytes": 1, "scan_tasks_max_size_bytes": 10_000}


def frames(folder: Path) -> dict[str, tuple[daft.DataFrame, dict[str, int]]]:
    """Frames by what they are, each with settings beside the switch."""
    text = pyarrow.table({"text": ["a" * 400] * 50, "number": list(range(50))})
    for number in range(80):
        parquet.write_table(text, folder / f"{number}.parquet", use_dictionary=False)
    parquet.write_table(
        pyarrow.concat_tables([text] * 40), folder / "large", row_group_size=50, compression="none"
    )
    (folder / "lines.jsonl").write_text('{"text": "a"}\n' * 2000)
    for number in range(20):
        (folder / f"{number}.csv").write_text("text,number\n" + "a,1\n" * 50)
    small, large = f"{folder}/*.parquet", str(folder / "large")
    return {
        "80 files": (daft.read_parquet(small), {}),
        "a column of 80 files": (daft.read_parquet(small).select("number"), {}),
        "40 files a task": (daft.read_parquet(small), {"max_sources_per_scan_task": 40}),
        "a file of 40 row groups": (daft.read_parquet(large), SPLIT),
        "large and small": (daft.read_parquet([large, f"{folder}/1.parquet"]), SPLIT),
        "JSON lines": (daft.read_json(f"{folder}/lines.jsonl"), SPLIT),
        "20 files as blobs": (daft.read_blob(f"{folder}/*.csv"), {}),
        "20 files of CSV": (daft.read_csv(f"{folder}/*.csv"), {}),
    }


def main(folder: Path) -> None:
    """Run all frames on a Ray of their own."""
    ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False)
    try:
        daft.set_runner_ray(noop_if_initialized=True)
        for name, (frame, settings) in frames(folder).items():
            with daft.execution_config_ctx(enable_scan_task_split_and_merge=True, **settings):
                said = daft_lint.check(frame).case.pipeline.plan.source.partitions
                made = sum(1 for _ in frame.iter_partitions())
            print(json.dumps([name, [said.low, said.high], made]), flush=True)
    finally:
        ray.shutdown()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
