"""`daft-lint plan` of work without a pool of actors: inside the tasks, or on the native runner."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result
from syrupy.assertion import SnapshotAssertion

import daft_lint.reporting.planning
from daft_lint.cli import main

Plan = Callable[..., Result]

SCHEMA = json.loads(
    (Path(daft_lint.reporting.planning.__file__).parent / "plan.schema.json").read_text("utf-8")
)
CLUSTER = ("--workers", "8", "--gpus-per-worker", "1")

SCORES = """\
import daft
from daft import DataType, col
from daft.functions import decode_image, download

daft.set_runner_ray()


@daft.cls(gpus=1)
class Clip:
    @daft.method.batch(return_dtype=DataType.list(DataType.float32()), batch_size=64)
    def __call__(self, images):
        return images


df = daft.from_glob_path("s3://bucket/images/**/*.jpg")
df = df.with_column("image", decode_image(download(col("path"))))
df = df.with_column("score", Clip()(col("image")))
df.write_parquet("s3://bucket/scores")
"""
LIMITED = SCORES.replace('jpg")', 'jpg").limit(1_000)')
NATIVE = """\
import daft
from daft import DataType, col
from daft.functions import download

daft.set_runner_native()


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=DataType.int64(), batch_size=800)
    def __call__(self, pages):
        return pages


df = daft.from_pydict({"url": urls})
df = df.with_column("page", download(col("url"))).repartition(8)
df = df.with_column("embedding", Embed()(col("page")))
df.write_parquet("out")
"""


@pytest.fixture
def plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Plan]:
    """Writes a program down, to be planned with these arguments."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def written(program: str) -> Plan:
        (tmp_path / "job.py").write_text(program)
        return lambda *arguments: CliRunner().invoke(main, ["plan", "job.py", *arguments])

    return written


Written = Callable[[str], Plan]


def figures(result: Result) -> dict[str, Any]:
    """The JSON of the only pipeline, which fits its schema."""
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    (pipeline,) = document["pipelines"]
    assert isinstance(pipeline, dict)
    return pipeline


@pytest.mark.parametrize(
    ("program", "arguments"),
    [
        pytest.param(
            SCORES,
            ("--rows", "25k", "--cpus-per-worker", "16", "--row-seconds", "Clip=25ms", *CLUSTER),
            id="all known",
        ),
        pytest.param(LIMITED, CLUSTER, id="limited"),
        pytest.param(NATIVE, ("--rows", "1600"), id="native"),
    ],
)
def test_a_plan_reads_well(
    plan: Written, program: str, arguments: tuple[str, ...], snapshot: SnapshotAssertion
) -> None:
    result = plan(program)(*arguments)
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert result.stdout == snapshot


def test_the_advice_is_what_the_cluster_runs_at_once(plan: Written) -> None:
    """A GPU for each task: as many tasks as GPUs."""
    pipeline = figures(plan(SCORES)("--rows", "25k", *CLUSTER, "--output-format", "json"))
    (work,) = pipeline["work"]
    assert pipeline["pools"] == []
    assert work["udf"] == "download, decode_image"
    assert work["unit"] == "worker"
    assert work["now"]["idle"] == {"low": 7, "high": 7}
    assert work["advised"]["idle"] == {"low": 0, "high": 0}
    (step,) = work["steps"]
    assert step["after"] == 8
    assert step["change"] == "put .into_partitions(8) before `with_column` on line 16"
    (clip,) = work["same_tasks"]
    assert clip["udf"] == "Clip"
    assert clip["now"]["makespan_seconds"]["low"] > 200
    assert clip["advised"]["makespan_seconds"]["high"] < 40


def test_without_gpus_there_are_as_many_tasks_as_cpus(plan: Written) -> None:
    program = SCORES.replace("gpus=1", "")
    cluster = ("--rows", "25k", "--workers", "8", "--cpus-per-worker", "16")
    (work,) = figures(plan(program)(*cluster, "--output-format", "json"))["work"]
    assert [step["after"] for step in work["steps"]] == [128]


def test_expressions_have_names_too(plan: Written) -> None:
    asked = ("--rows", "1000", *CLUSTER, "--output-format", "json")
    slow = ("--row-seconds", "download=1s", "--row-seconds", "decode_image=3s")
    (work,) = figures(plan(SCORES)(*asked, "--udf", "download", *slow))["work"]
    assert work["same_tasks"] == []
    assert work["now"]["makespan_seconds"]["low"] == pytest.approx(4000, rel=0.1)


def test_processes_get_no_advice_on_partitions(plan: Written) -> None:
    asked = ("--rows", "1600", "--output-format", "json")
    (pool,) = figures(plan(NATIVE)(*asked))["pools"]
    assert pool["unit"] == "process"
    assert [step["number"] for step in pool["steps"]] == ["batch_size"]
    assert pool["advised"]["idle"]["high"] == 0


def test_a_concurrency_is_for_pools(plan: Written) -> None:
    result = plan(SCORES)("--concurrency", "8", *CLUSTER)
    assert result.exit_code == 2
    assert result.stderr == "daft-lint: --concurrency: there is no pool of actors\n"
