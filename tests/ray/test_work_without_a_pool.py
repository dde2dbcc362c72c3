"""What docs/work-without-a-pool.md says of work without a pool is what Daft does.

Two workers with four CPUs and one GPU each, and Daft's native runner with four threads. What is
asserted was the same in every run; figures that depend on chance are left out. Work that should
overlap lasts a second or more: on a busy machine tasks of one worker start as far apart.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sampling import nightly

# What Daft does changes with Daft.
pytestmark = nightly

PROBE = Path(__file__).parents[2] / "benchmarks" / "work_probe.py"
EIGHT = {"partitions": 8}

ON_RAY = {
    "whole task": {"udfs": [{"kind": "batch"}]},
    "cut": {"udfs": [{"kind": "batch", "batch_size": 50}], "per_row": 0.01},
    "row by row": {"udfs": [{"kind": "function"}]},
    "eight tasks": {**EIGHT, "udfs": [{"kind": "batch"}], "per_row": 0.04},
    "two cpus": {"udfs": [{"batch_size": 10, "cpus": 2}], "per_row": 0.005},
    "whole worker": {**EIGHT, "udfs": [{"cpus": 4, "load": 0.05}]},
    "loads": {**EIGHT, "udfs": [{"batch_size": 10, "load": 2}], "per_row": 0.04},
    "one gpu": {**EIGHT, "udfs": [{"gpus": 1}], "per_row": 0.002},
    "one gpu, cut": {"udfs": [{"gpus": 1, "batch_size": 10, "load": 0.3}], "per_row": 0.01},
    "three quarters": {**EIGHT, "udfs": [{"gpus": 0.75}], "per_row": 0.04},
    "half": {**EIGHT, "udfs": [{"gpus": 0.5}], "per_row": 0.02},
    "chain": {**EIGHT, "udfs": [{"cpus": 2}, {"cpus": 3}], "per_row": 0.002},
    "async": {"udfs": [{"kind": "async", "max_concurrency": 4}], "per_row": 1},
    "async batches": {
        "udfs": [{"kind": "async batch", "batch_size": 10, "max_concurrency": 4}],
        "per_row": 0.2,
    },
    "processes": {"udfs": [{"batch_size": 10, "use_process": True}], "per_row": 0.01},
    "download": {"download": True, "udfs": [{"kind": "batch", "batch_size": 300}]},
    "embed": {"udfs": [{"kind": "embed_text", "batch_size": 50, "max_concurrency": 4}]},
    "classify": {"udfs": [{"kind": "classify_text", "batch_size": 50}]},
}

ON_NATIVE = {
    "whole": {"udfs": [{"max_concurrency": 4}]},
    "cut": {"udfs": [{"max_concurrency": 4, "batch_size": 100}], "per_row": 0.01},
    "eight processes": {"udfs": [{"max_concurrency": 8, "batch_size": 10}], "per_row": 0.01},
    "images": {
        "udfs": [{"max_concurrency": 4, "batch_size": 50, "returns": "image"}],
        "per_row": 0.01,
    },
    "partitions": {**EIGHT, "udfs": [{"kind": "batch"}]},
}


def seen(shapes: dict[str, Any], *arguments: str) -> dict[str, list[dict[str, Any]]]:
    """What the probe saw of each UDF of each shape."""
    done = subprocess.run(
        [
            sys.executable,
            PROBE,
            "--cpus",
            "4",
            *arguments,
            "--shapes",
            json.dumps([*shapes.values()]),
        ],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {name: line["udfs"] for name, line in zip(shapes, lines, strict=True)}


@pytest.fixture(scope="module")
def ray() -> dict[str, list[dict[str, Any]]]:
    return seen(ON_RAY, "--workers", "2", "--gpus", "1")


@pytest.fixture(scope="module")
def native() -> dict[str, list[dict[str, Any]]]:
    return seen(ON_NATIVE, "--native")


def test_a_task_without_a_batch_size_is_one_call_on_one_worker(ray) -> None:
    (udf,) = ray["whole task"]
    assert (udf["rows"], udf["calls"], udf["largest_call"]) == ([400], 1, 400)


def test_a_task_that_is_cut_fills_the_threads_of_one_worker_in_one_process(ray) -> None:
    (udf,) = ray["cut"]
    assert (udf["rows"], udf["at_once"]) == ([400], [4])
    assert (udf["processes"], udf["threads"]) == (1, 4)


def test_the_rows_of_a_task_are_called_one_after_another(ray) -> None:
    (udf,) = ray["row by row"]
    assert (udf["rows"], udf["at_once"], udf["calls"]) == ([400], [1], 400)


def test_a_worker_runs_a_task_for_each_cpu(ray) -> None:
    (udf,) = ray["eight tasks"]
    assert (udf["rows"], udf["at_once"]) == ([200, 200], [4, 4])


def test_cpus_bound_the_calls_of_one_task_too(ray) -> None:
    (udf,) = ray["two cpus"]
    assert (udf["rows"], udf["at_once"]) == ([400], [2])


def test_a_gpu_bounds_tasks_but_not_the_calls_of_one(ray) -> None:
    (tasks,) = ray["one gpu"]
    assert (tasks["rows"], tasks["at_once"]) == ([200, 200], [1, 1])
    (cut,) = ray["one gpu, cut"]
    assert (cut["rows"], cut["at_once"], cut["processes"]) == ([400], [4], 1)


def test_each_thread_that_works_constructs_the_class(ray) -> None:
    (udf,) = ray["loads"]
    assert (udf["constructed"], udf["processes"]) == ([4, 4], 2)
    (cut,) = ray["one gpu, cut"]
    assert cut["constructed"] == [4]


def test_tasks_that_run_one_after_another_construct_the_class_anew(ray) -> None:
    (udf,) = ray["whole worker"]
    assert (udf["at_once"], udf["constructed"]) == ([1, 1], [4, 4])


def test_a_part_of_a_gpu_bounds_tasks_only_where_it_divides_the_gpus(ray) -> None:
    (half,) = ray["half"]
    assert half["at_once"] == [2, 2]
    (three_quarters,) = ray["three quarters"]
    assert three_quarters["at_once"] == [4, 4]


def test_a_task_asks_for_the_most_that_one_of_its_udfs_asks_for(ray) -> None:
    # With the sum, five CPUs, no task could run; with the larger, a worker runs one at a time.
    first, second = ray["chain"]
    assert (first["rows"], second["rows"]) == ([200, 200], [200, 200])
    assert (first["at_once"], second["at_once"]) == ([1, 1], [1, 1])


def test_all_rows_of_an_async_function_are_under_way_at_once(ray) -> None:
    (udf,) = ray["async"]
    assert (udf["rows"], udf["at_once"]) == ([400], [400])


def test_max_concurrency_of_an_async_function_counts_batches(ray) -> None:
    (udf,) = ray["async batches"]
    assert (udf["at_once"], udf["processes"]) == ([5], 1)


def test_use_process_gives_each_thread_a_process(ray) -> None:
    (udf,) = ray["processes"]
    assert (len(udf["rows"]), udf["processes"], udf["constructed"]) == (1, 4, [4])


def test_no_call_behind_a_download_is_larger_than_its_pieces(ray) -> None:
    # 300 rows are asked for. The pieces end at 128, 256, 384 and 400, the batches at 300 and 400.
    (udf,) = ray["download"]
    assert (udf["largest_call"], udf["calls"]) == (128, 5)


def test_an_ai_function_is_a_pool_if_its_provider_asks_for_concurrency(ray) -> None:
    # Two of the four actors live on the other worker.
    (udf,) = ray["embed"]
    assert (udf["rows"], udf["processes"], udf["largest_call"]) == ([400], 2, 50)


def test_classifying_knows_no_batch_size(ray) -> None:
    (udf,) = ray["classify"]
    assert (udf["calls"], udf["largest_call"]) == (1, 400)


def test_a_native_pool_is_processes_that_morsels_feed(native) -> None:
    (whole,) = native["whole"]
    assert (whole["processes"], whole["largest_call"]) == (1, 400)
    (cut,) = native["cut"]
    assert (cut["processes"], cut["calls"], cut["constructed"]) == (4, 4, [4])


def test_a_native_pool_runs_at_most_as_many_calls_at_once_as_there_are_threads(native) -> None:
    (udf,) = native["eight processes"]
    assert (udf["processes"], udf["at_once"]) == (8, [4])


def test_a_native_pool_of_images_is_threads(native) -> None:
    (udf,) = native["images"]
    assert (udf["processes"], udf["threads"], udf["at_once"]) == (1, 4, [4])


def test_into_partitions_cuts_nothing_on_the_native_runner(native) -> None:
    (udf,) = native["partitions"]
    assert (udf["calls"], udf["largest_call"]) == (1, 400)
