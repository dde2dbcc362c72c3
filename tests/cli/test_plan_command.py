"""`daft-lint plan`: from code, from numbers, and from both."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result
from sampling import one_in

import daft_lint.reporting.planning
from daft_lint.cli import main

Run = Callable[..., subprocess.CompletedProcess[str]]
Plan = Callable[..., Result]

SCHEMA = json.loads(
    (Path(daft_lint.reporting.planning.__file__).parent / "plan.schema.json").read_text("utf-8")
)
KEPT = ("--partitions", "1", "--keep", "partitions", "--keep", "batch_size")
SEED = ("--rows", "1e6", "--workers", "4", "--concurrency", "16", "--batch-size", "64")

TWO_POOLS = """\
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def run(self, text): ...


@daft.cls(max_concurrency=8)
class Tag:
    def __call__(self, text: str) -> str: ...


# daft-lint: workers=2
df = daft.from_glob_path("s3://bucket/*.txt").repartition(12)
df = df.with_column("embedding", Embed().run(col("path")))
df = df.with_column("tag", Tag()(col("path")))
df.write_parquet("s3://bucket/embeddings")
"""
NATIVE = TWO_POOLS.replace("# daft-lint: workers=2", "daft.set_runner_native()")
HEAVY = """\
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def run(self, text): ...


df = daft.read_parquet("s3://bucket/*.parquet")
df = df.with_column("bytes", col("url").download())
df = df.with_column("embedding", Embed().run(col("bytes")))
df.write_parquet("s3://bucket/embeddings")
"""


LINES = """\
import daft
from daft import col

daft.set_runner_ray()


@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string())
    def run(self, text): ...


df = daft.read_json("s3://bucket/pages.jsonl")
df.with_column("embedding", Embed().run(col("text"))).write_parquet("s3://bucket/embeddings")
"""


PLACED = TWO_POOLS.replace(
    "max_concurrency=4", "max_concurrency=4, ray_options={'label_selector': {'zone': 'a'}}"
)


@pytest.fixture
def plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Plan:
    """Run `daft-lint plan` with these arguments in the test's own folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return lambda *arguments: CliRunner().invoke(main, ["plan", *arguments])


@pytest.fixture
def code(tmp_path: Path) -> Path:
    file = tmp_path / "job.py"
    file.write_text(TWO_POOLS)
    return file


def read(result: Result) -> dict[str, Any]:
    """The JSON of a plan, which fits its schema."""
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    return found


def pool_of(result: Result, number: int = 0) -> dict[str, Any]:
    pool: dict[str, Any] = read(result)["pipelines"][0]["pools"][number]
    return pool


# The worked examples of the articles.


def test_a_million_rows_on_four_nodes(plan: Plan) -> None:
    """256 rows a partition, 3,906 partitions at most; one for each worker is enough."""
    pool = pool_of(plan(*SEED, "--output-format", "json"))
    assert pool["advised"]["numbers"]["partitions"] == 4
    assert pool["now"]["idle"] == {"low": 12, "high": 12}
    assert pool["advised"]["idle"] == {"low": 0, "high": 0}


def test_what_is_too_large_to_follow_is_said(plan: Plan) -> None:
    workers = plan("--rows", "1e6", "--workers", "100000", "--concurrency", "8").stdout
    workers = " ".join(workers.split())
    assert "5,000 or more workers" in workers
    assert "no search for better numbers: more than 5,000 workers aren't followed" in workers
    many = ("--rows", "1e5", "--workers", "300", "--concurrency", "6000", "--partitions", "300")
    actors = " ".join(plan(*many, "-v").stdout.split())
    assert "a usual machine: a pool of more than 5,000 actors is followed on it alone" in actors


def test_one_partition_on_two_workers_leaves_two_of_four_actors_idle(plan: Plan) -> None:
    pool = pool_of(
        plan(
            *("--rows", "1000", "--workers", "2", "--concurrency", "4", "--batch-size", "200"),
            *("--output-format", "json"),
        )
    )
    assert sorted(rows["rows"] for rows in pool["now"]["rows_per_actor"]) == [0, 0, 400, 600]
    # No run uses the pool better than its largest share allows: 600 rows of the 1,000.
    assert pool["now"]["utilisation"]["low"] <= 0.41 <= pool["now"]["utilisation"]["high"]
    assert pool["now"]["utilisation"]["high"] <= 1000 / (4 * 600) + 1e-9


def test_numbers_alone_get_the_answer_of_the_code_that_has_them(plan: Plan, tmp_path: Path) -> None:
    """One got "leave the numbers as they are" once, the other other numbers."""
    written = tmp_path / "written.py"
    written.write_text(
        TWO_POOLS[: TWO_POOLS.index("@daft.cls(max_concurrency=8)")]
        .replace("max_concurrency=4", "max_concurrency=7")
        .replace("batch_size=64", "batch_size=30")
        + 'df = daft.from_pydict({"path": list(range(789))}).into_partitions(4)\n'
        + 'df.with_column("embedding", Embed().run(col("path"))).write_parquet("out")\n',
        encoding="utf-8",
    )
    cluster = ("--workers", "3", "--cpus-per-worker", "8", "--row-seconds", "0.01331")
    numbers = ("--rows", "789", "--partitions", "4", "--concurrency", "7", "--batch-size", "30")

    of_code, of_numbers = (
        pool_of(plan(*what, *cluster, "--output-format", "json"))
        for what in ((str(written),), numbers)
    )

    assert of_code["now"] == of_numbers["now"]
    assert of_code["advised"] == of_numbers["advised"]
    now, then = (of_numbers[figures]["times"] for figures in ("now", "advised"))
    assert then["expected_seconds"] < 0.8 * now["expected_seconds"]


# What is asked, and of what.


def test_each_pool_of_a_pipeline_is_reported(plan: Plan, code: Path) -> None:
    pipeline = read(plan("job.py", "--rows", "10k", "--output-format", "json"))["pipelines"][0]
    assert [pool["udf"] for pool in pipeline["pools"]] == ["Embed.run", "Tag"]
    assert pipeline["place"]["path"] == "job.py"


def test_a_pool_that_waits_for_a_slower_one_gets_no_advice(plan: Plan, code: Path) -> None:
    """Eight actors behind four: whatever they are tuned to, they get rows at half their speed."""
    code.write_text(TWO_POOLS.replace('Tag()(col("path"))', 'Tag()(col("embedding"))'))
    result = plan("job.py", "--rows", "20k", "--output-format", "json")
    tag = pool_of(result, 1)
    assert tag["now"]["utilisation"]["high"] < 0.6
    assert tag["advised"] is None


@pytest.mark.parametrize(
    ("rows", "workers"), one_in(4, [("5k", "1"), ("100", "8"), ("5k", "3"), ("50k", "8")])
)
def test_no_advice_makes_a_pipeline_slower(plan: Plan, code: Path, rows: str, workers: str) -> None:
    asked = ("job.py", "--rows", rows, "--workers", workers, "--output-format", "json")
    for pool in read(plan(*asked))["pipelines"][0]["pools"]:
        if pool["advised"] is not None:
            now, then = pool["now"]["makespan_seconds"], pool["advised"]["makespan_seconds"]
            assert then["low"] + then["high"] < now["low"] + now["high"]


def test_a_udf_narrows_to_its_pool(plan: Plan, code: Path) -> None:
    found = read(plan("job.py", "--udf", "Tag", "--output-format", "json"))
    assert [pool["udf"] for pipeline in found["pipelines"] for pool in pipeline["pools"]] == ["Tag"]


def test_the_current_folder_is_meant_without_paths_and_numbers(plan: Plan, code: Path) -> None:
    assert "Embed.run" in plan("--workers", "4").stdout


def test_numbers_take_the_place_of_those_in_the_code(plan: Plan, code: Path) -> None:
    numbers = ("--rows", "1_000", "--partitions", "20", "--concurrency", "6", "--batch-size", "5")
    result = plan(
        "job.py", "--udf", "Embed.run", *numbers, "--workers", "3", "--output-format", "json"
    )
    pool, cluster = pool_of(result), read(result)["pipelines"][0]["cluster"]
    assert pool["now"]["numbers"] == {
        "partitions": 20,
        "into_batches": None,
        "batch_size": 5,
        "concurrency": 6,
    }
    assert pool["rows"] == {"low": 1000, "high": 1000}
    # The hint in the code says two.
    assert cluster["workers"] == {"low": 3, "high": 3}


def test_a_batch_size_may_be_unset(plan: Plan, code: Path) -> None:
    result = plan(
        *("job.py", "--udf", "Embed.run", "--batch-size", "unset", "--rows", "900"),
        *("--output-format", "json"),
    )
    assert pool_of(result)["now"]["numbers"]["batch_size"] is None


def test_batches_of_no_rows_count_as_unknown(plan: Plan, code: Path) -> None:
    code.write_text(TWO_POOLS.replace("batch_size=64", "batch_size=20 // 100"))
    asked = ("job.py", "--rows", "1000", "--output-format", "json")
    assert pool_of(plan(*asked))["now"]["numbers"]["batch_size"] is None


def test_partitions_of_a_source_that_nobody_knows_are_given(plan: Plan, tmp_path: Path) -> None:
    (tmp_path / "job.py").write_text(HEAVY)
    asked = ("job.py", "--rows", "1000", "--partitions", "5", "--workers", "2")
    assert pool_of(plan(*asked, "--output-format", "json"))["tasks"] == {"low": 5, "high": 5}


def test_rows_of_another_source_are_asked_for_as_a_hint(plan: Plan, tmp_path: Path) -> None:
    (tmp_path / "job.py").write_text(
        "import daft\nimport sys\n\n"
        "@daft.cls(max_concurrency=4)\nclass Embed:\n    def __call__(self, x: str) -> str: ...\n\n"
        "both = daft.read_parquet(sys.argv[1]).concat(\n"
        "    daft.read_parquet(sys.argv[2]).select(Embed()(daft.col('text')))\n)\n"
        "both.write_parquet('out')\n"
    )
    shown = plan("job.py", "--rows", "1000", "--workers", "2").stdout
    assert "# daft-lint: rows=... on the line of its source" in " ".join(shown.split())


def test_a_second_of_row_time_makes_a_longer_run(plan: Plan) -> None:
    def makespan(*options: str) -> float:
        now = pool_of(plan(*SEED, *KEPT, *options, "--output-format", "json"))["now"]
        low: float = now["makespan_seconds"]["low"]
        return low

    assert makespan("--row-seconds", "1") > 90 * makespan("--row-seconds", "10ms")


def test_a_udf_may_have_a_time_of_its_own(plan: Plan, code: Path) -> None:
    code.write_text(TWO_POOLS.replace('Tag()(col("path"))', 'Tag()(col("embedding"))'))
    asked = ("job.py", "--rows", "20k", "--output-format", "json")
    alike = plan(*asked, "--row-seconds", "10ms")
    slow = plan(*asked, "--row-seconds", "10ms", "--row-seconds", "Tag=100ms")
    assert pool_of(alike, 1)["now"]["utilisation"]["high"] < 0.6
    assert pool_of(slow, 1)["now"]["utilisation"]["low"] > 0.6


def test_what_is_kept_is_not_advised(plan: Plan) -> None:
    options = ("--partitions", "3", "--keep", "partitions", "--output-format", "json")
    assert "partitions" not in [step["number"] for step in pool_of(plan(*SEED, *options))["steps"]]


def test_concurrency_is_kept_unless_it_is_allowed(plan: Plan) -> None:
    def advised(*options: str) -> int:
        cluster = ("--cpus-per-worker", "16", "--gpus-per-worker", "0")
        asked = ("--rows", "50k", *SEED[2:], *cluster, *options)
        pool = pool_of(plan(*asked, "--output-format", "json"))
        count: int = (pool["advised"] or pool["now"])["numbers"]["concurrency"]
        return count

    assert advised() == 16
    assert advised("--allow", "concurrency") == 64
    assert 16 < advised("--allow", "concurrency", "--most-actors", "32") <= 32


def test_what_more_actors_would_bring_is_reported_unless_somebody_keeps_them(plan: Plan) -> None:
    few = ("--rows", "1e6", "--partitions", "64", "--workers", "8", "--cpus-per-worker", "16")
    said = plan(*few, "--concurrency", "1").output
    assert "with --allow concurrency, 128 actors with batch_size 7,813 take" in " ".join(
        said.split()
    )
    assert "--allow" not in plan(*few, "--concurrency", "1", "--keep", "concurrency").output


def test_what_bounds_calls_of_heavy_rows_is_reported(plan: Plan, code: Path) -> None:
    code.write_text(HEAVY)
    asked = ("job.py", "--rows", "20k", "--workers", "4", "--partitions", "1")
    cheap = (*asked, "--row-seconds", "0.2ms", "--output-format", "json")
    unknown = pool_of(plan(*cheap))
    reported = pool_of(plan(*cheap, "--row-bytes", "1MB", "--worker-memory", "8GB"))

    assert unknown["steps"] != []
    assert unknown["advised"]["numbers"]["batch_size"] == 64
    assert unknown["memory_bound"].startswith("no call gets more than the 64 rows")
    assert reported["advised"]["numbers"]["batch_size"] > 64
    assert "1 MB each, have to fit" in reported["memory_bound"]
    assert "limit no call gets more than the 64 rows" in " ".join(plan(*cheap[:-2]).stdout.split())


def test_behind_lines_no_batch_size_is_advised(plan: Plan, code: Path) -> None:
    """A reader of JSON lines takes it for bytes: calls would get single rows."""
    code.write_text(LINES)
    asked = ("job.py", "--rows", "400", "--workers", "1", "--output-format", "json")
    assert pool_of(plan(*asked))["advised"]["numbers"] == {
        "partitions": 8,
        "into_batches": None,
        "batch_size": None,
        "concurrency": 8,
    }
    code.write_text(LINES.replace("read_json", "read_parquet"))
    assert pool_of(plan(*asked))["advised"]["numbers"]["batch_size"] == 50


def test_the_memory_of_a_worker_may_stand_in_the_cluster_file(plan: Plan, tmp_path: Path) -> None:
    limits = "{limits: {cpu: '4', memory: 8Gi}}"
    head = "{rayStartParams: {num-cpus: '0'}, template: {spec: {containers: [{name: head}]}}}"
    (tmp_path / "ray.yaml").write_text(
        "apiVersion: ray.io/v1\nkind: RayCluster\nmetadata: {name: a}\nspec:\n"
        f"  headGroupSpec: {head}\n"
        "  workerGroupSpecs:\n"
        "  - {groupName: b, replicas: 2, minReplicas: 2, maxReplicas: 2, rayStartParams: {},\n"
        f"     template: {{spec: {{containers: [{{name: w, resources: {limits}}}]}}}}}}\n"
    )
    numbers = ("--rows", "100k", "--concurrency", "8", "--batch-size", "64", "--row-bytes", "2MB")
    asked = (*numbers, "--cluster-file", "ray.yaml", "--output-format", "json")
    partitions = pool_of(plan(*asked))["advised"]["numbers"]["partitions"]
    at_once = 4 * -(-100_000 // partitions)
    assert at_once * 2_000_000 <= 8 * 2**30


def test_a_constraint_is_kept_even_where_it_costs_time(plan: Plan) -> None:
    numbers = ("--rows", "1e5", "--partitions", "400", "--workers", "4", "--concurrency", "16")
    free = pool_of(plan(*numbers, "--batch-size", "200", "--output-format", "json"))
    capped = plan(*numbers, "--batch-size", "200", "--largest-batch", "4")
    assert free["advised"] is None
    assert "batch_size 200" in " ".join(capped.stdout.split())
    pool = pool_of(
        plan(*numbers, *("--batch-size", "200", "--largest-batch", "4", "--output-format", "json"))
    )
    assert pool["advised"]["numbers"]["batch_size"] <= 4


def test_money_is_reported_where_a_worker_has_a_price(plan: Plan) -> None:
    assert "lost per hour" not in plan(*SEED).stdout
    priced = plan(*SEED, "--cost-per-worker-hour", "3.2")
    assert "lost per hour" in priced.stdout
    assert "lost per run" in priced.stdout


def test_what_hangs_on_an_unknown_is_reported(plan: Plan) -> None:
    numbers = ("--rows", "5000", "--partitions", "8", "--concurrency", "16")
    result = plan(*numbers, "--batch-size", "64")
    assert result.exit_code == 0
    reported = " ".join(result.stdout.split())
    assert "on 9 to 16 workers" in reported
    assert "set --workers" in reported


def test_what_a_filter_has_to_keep_is_reported(plan: Plan, code: Path) -> None:
    """Idle "0 to all" behind a filter was honest and useless."""
    step = 'df = df.where(col("lower") != "")'
    lower = 'df = df.with_column("lower", col("path").lower())'
    where = f"{lower}\n{step}\ndf = df.with_column("
    code.write_text(TWO_POOLS.replace("df = df.with_column(", where, 1))
    asked = ("job.py", "--rows", "10k", "--udf", "Embed.run")
    open_ = " ".join(plan(*asked).stdout.split())
    assert "idle actors 0 to 4 of 4" in open_
    assert "No actor idles if the filter keeps at least 1 in " in open_
    assert "set # daft-lint: keeps=... on the line of the filter" in open_
    code.write_text(code.read_text().replace(step, f"{step}  # daft-lint: keeps=0.1"))
    reported = pool_of(plan(*asked, "--output-format", "json"))
    assert reported["rows"]["low"] == reported["rows"]["high"] == 1_000
    assert reported["now"]["idle"]["high"] == 0


def test_a_chain_of_pools_is_bounded_where_nobody_knows_the_workers(plan: Plan, code: Path) -> None:
    code.write_text(TWO_POOLS.replace("# daft-lint: workers=2", "daft.set_runner_ray()"))
    asked = ("job.py", "--rows", "1000", "--output-format", "json")
    for number in (0, 1):
        assert pool_of(plan(*asked), number)["now"]["idle"]["low"] == 0


def test_the_assumed_times_are_reported(plan: Plan) -> None:
    assert "--row-seconds" in plan(*SEED).stdout
    assert "a guess" not in " ".join(plan(*SEED, "--row-seconds", "2ms").stdout.split())


def test_times_given_for_all_udfs_are_not_called_unmeasured(plan: Plan, code: Path) -> None:
    def shown(*times: str) -> str:
        given = [word for time in times for word in ("--row-seconds", time)]
        return " ".join(plan("job.py", "--rows", "20k", *given).stdout.split())

    unmeasured = "(a guess: set --row-seconds)"
    assert unmeasured in shown()
    assert unmeasured in shown("Tag=5ms")
    assert unmeasured not in shown("Tag=5ms", "Embed.run=10ms")
    assert "all rows take the same time in a UDF" in shown("Tag=5ms", "Embed.run=10ms")


def test_no_work_is_no_fault(plan: Plan, tmp_path: Path) -> None:
    (tmp_path / "job.py").write_text("import daft\ndf = daft.range(3)\ndf.show()\n")
    result = plan("job.py")
    assert (result.exit_code, result.output) == (
        0,
        "Nothing to plan: see `daft-lint pipelines`.\n",
    )


def test_a_native_pipeline_without_a_pool_is_left_out_and_reported(
    plan: Plan, tmp_path: Path
) -> None:
    (tmp_path / "job.py").write_text(
        NATIVE.replace("(max_concurrency=4)", "").replace("(max_concurrency=8)", "")
    )
    result = plan("job.py")
    assert result.exit_code == 0
    assert "runs on the native runner, so there is no cluster or pool" in result.stderr
    assert "Embed" not in result.stdout
    (tmp_path / "other.py").write_text((tmp_path / "job.py").read_text())
    both = plan("job.py", "other.py")
    assert both.stderr.count("native runner") == 1
    assert "<module> and 1 more pipeline run on the native runner" in both.stderr


def test_actors_that_find_no_gpu_idle(plan: Plan, code: Path) -> None:
    gpus = code.read_text().replace("max_concurrency=4", "max_concurrency=4, gpus=1")
    code.write_text(gpus)
    cluster = ("--workers", "2", "--cpus-per-worker", "16", "--gpus-per-worker", "1")
    asked = ("job.py", "--rows", "1000", "--udf", "Embed.run", *cluster)
    pool = pool_of(plan(*asked, "--output-format", "json"))
    assert pool["room"]["actors"] == 2
    assert pool["now"]["unplaced"] == 2
    assert pool["now"]["idle"]["low"] == 2


# Bad input: each in one line.

BAD = {
    "--rows 0 --concurrency 4": "'0' is less than 1",
    "--rows 1e30 --concurrency 4": "'1e30' is more than 1,000,000,000,000,000",
    "--rows 1.5 --concurrency 4": "'1.5' is not a whole number",
    "--rows 1e9": "needs --concurrency",
    "--rows 10 --concurrency 0": "'0' is less than 1",
    "--concurrency 1e9": "'1e9' is more than 1,000,000",
    "--concurrency 4 --partitions 1e8": "'1e8' is more than 1,000,000",
    "--concurrency 4 --workers 0": "--workers: expected a whole number of at least 1",
    "--concurrency 4 --workers 200000": "--workers: plan handles at most 100,000",
    "--concurrency 4 --workers 2 --cost-per-worker-hour -1": "expected a number above 0",
    "--concurrency 4 --row-seconds 0": "'0' is less than 1e-09",
    "--concurrency 4 --row-seconds nan": "'nan' is not a number such as",
    "--concurrency 4 --row-seconds 1e9": "'1e9' is more than 1,000,000",
    "--concurrency 4 --row-seconds 1s --row-seconds 2s": "--row-seconds is given twice",
    "--concurrency 4 --row-seconds Embed=1s": "without PATHS there is no UDF of that name",
    "--concurrency 4 --row-seconds =1s": "has no name of a UDF",
    "job.py --row-seconds Nobody=1s": "--row-seconds: no pipeline uses `Nobody`",
    "--concurrency 4 --cpus-per-actor -1": "'-1' is less than 0",
    "--concurrency 4 --gpus-per-actor 1e9": "'1e9' is more than 1,024",
    "--concurrency 4 --worker-memory 64GiB": "--worker-memory needs --row-bytes",
    "--concurrency 4 --row-bytes 2MB": "for the workers of Ray: set --workers",
    "--concurrency 4 --workers 2 --row-bytes 2MB": "--row-bytes needs --worker-memory",
    "--concurrency 4 --row-bytes 2GB --worker-memory 1GiB": "larger than --worker-memory",
    "--concurrency 4 --row-bytes 2ZB --worker-memory 1GiB": "'2ZB' is not a number such as",
    "--concurrency 4 --keep rows": "'rows' is not one of",
    "--concurrency 4 --keep batch_size": "there is none to keep",
    "--concurrency 4 --keep partitions": "no partitions are given to keep",
    "--concurrency 4 --keep concurrency --allow concurrency": "can't be combined",
    "--concurrency 4 --most-actors 8": "needs --allow concurrency",
    "--concurrency 4 --batch-size 64 --keep batch_size --largest-batch 32": "allows 32",
    "--concurrency 4 --rows 1e12 --into-batches 1": "1,000,000,000,000 tasks",
    "--concurrency 64 --workers 4 --cpus-per-worker 4": "only 16 of 64 actors",
    "--concurrency 4 --udf Embed": "--udf needs code",
    "--concurrency 4 --plot plan.pdf": "--plot writes .svg or .png",
    "--concurrency 4 --plot no/plan.svg": "can't write no/plan.svg",
    "--concurrency 4 --plot a.svg --output-file ./a.svg": "name the same file",
    "--concurrency 4 --plot a.svg": "no actor pool on Ray to draw",
    "--concurrency 4 --workers 2 --plot a.svg": "can't be drawn",
    "job.py --udf Nobody": "no `Nobody`; there are `Embed.run` and `Tag`",
    "job.py --batch-size 32": "`Tag` is a row-wise UDF",
    "job.py --concurrency 400 --cpus-per-worker 8": "fit on 2 workers with 8 CPUs each",
    "nothing.py": "no such file",
}


@pytest.mark.parametrize("arguments", BAD)
def test_bad_input_is_reported_in_one_line(plan: Plan, code: Path, arguments: str) -> None:
    result = plan(*arguments.split())
    assert result.exit_code == 2
    assert BAD[arguments] in result.stderr
    assert result.stderr.startswith("daft-lint: ")
    assert result.stderr.count("\n") == 1
    assert "internal error" not in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        "--rows 5 --concurrency 2 --workers 2 --partitions 100",
        "--rows 1k --concurrency 4 --workers 2 --partitions 8 --into-batches 40",
        "--rows 1k --concurrency 2 --workers 40",
        "--rows 1B --concurrency 4 --workers 2 --batch-size 1",
        "--concurrency 4",
        "--rows 1 --concurrency 1 --workers 1 --batch-size 1e15 --row-seconds 1000000",
        "--rows 1e15 --concurrency 1000 --workers 1000 --partitions 1000",
    ],
)
def test_odd_input_that_makes_sense_is_answered(plan: Plan, arguments: str) -> None:
    read(plan(*arguments.split(), "--output-format", "json"))


# Files.


def test_a_plan_goes_to_a_file(plan: Plan, tmp_path: Path) -> None:
    shown = plan(*SEED).stdout
    assert plan(*SEED, "--output-file", "plan.txt").stdout == ""
    assert (tmp_path / "plan.txt").read_text("utf-8") == shown


def test_a_picture_shows_where_the_pool_stands_and_where_it_should(
    plan: Plan, tmp_path: Path
) -> None:
    result = plan(*SEED, "--plot", "plan.svg")
    assert result.exit_code == 0
    image = (tmp_path / "plan.svg").read_bytes()
    assert {"now-1", "advised-1"} <= {
        element.get("id") for element in ElementTree.fromstring(image).iter()
    }
    assert [file.name for file in tmp_path.iterdir()] == ["plan.svg"]


def test_without_matplotlib_it_says_what_to_install(
    plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daft_lint.cli.plan_picture.find_spec", lambda _: None)
    result = plan(*SEED, "--plot", "plan.svg")
    assert result.exit_code == 2
    install = f"{sys.executable} -m pip install 'daft-lint[plot]'"
    assert result.stderr == f"daft-lint: --plot needs matplotlib: {install}\n"


def test_matplotlib_is_left_alone_without_a_picture(run: Run) -> None:
    result = run("plan", *SEED, PYTHONPROFILEIMPORTTIME="1")
    assert "daft_lint.planning" in result.stderr
    assert "matplotlib" not in result.stderr


def test_nothing_is_advised_for_actors_that_ray_options_place(plan: Plan, tmp_path: Path) -> None:
    (tmp_path / "job.py").write_text(PLACED)
    embed, tag = plan("job.py", "--rows", "20000").output.split("  Tag  ")
    assert "4, on the workers that ray_options choose" in embed
    reported = " ".join(embed.split())
    assert "better numbers: ray_options decide which workers hold the actors" in reported
    assert "4 on each worker" in tag


def test_a_method_goes_by_the_name_of_its_class_too(plan: Plan, code: Path) -> None:
    by_class = plan(str(code), "--udf", "Embed", "--row-seconds", "Embed=5ms").stdout
    by_method = plan(str(code), "--udf", "Embed.run", "--row-seconds", "Embed.run=5ms").stdout
    assert "Embed.run" in by_class
    assert by_class == by_method


def test_what_is_no_text_and_not_about_daft_is_no_error_as_in_check(
    plan: Plan, tmp_path: Path
) -> None:
    (tmp_path / "model.py").write_bytes(b"\x80\0weights")
    assert (
        plan("model.py").exit_code == CliRunner().invoke(main, ["check", "model.py"]).exit_code == 0
    )
    (tmp_path / "model.py").write_bytes(b"import daft\n\0")
    refused = plan("model.py")
    assert (refused.exit_code, "holds a NUL byte" in refused.output) == (2, True)
