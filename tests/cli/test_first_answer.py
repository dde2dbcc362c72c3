"""What a first run says where nothing chooses a runner or describes a cluster."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from daft_lint.cli import main

JOB = """\
import daft
from daft import col
from daft.functions import download


@daft.cls(gpus=1)
class Clip:
    def __call__(self, image: bytes) -> float:
        return model(image)


df = daft.from_glob_path("s3://bucket/*.jpg")
df = df.with_column("score", Clip()(download(col("path"))))
df.write_parquet("s3://out")
"""
TOY = """\
import daft

@daft.func
def twice(x: int) -> int:
    return x * 2

daft.from_pydict({"x": [1, 2, 3]}).with_column("y", twice(daft.col("x"))).collect()
"""


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "src").mkdir()
    Path("src/job.py").write_text(JOB)
    (tmp_path / "tests").mkdir()
    Path("tests/test_job.py").write_text(JOB)


def said(*arguments: str) -> str:
    return " ".join(CliRunner().invoke(main, arguments).stdout.split())


def read(*arguments: str) -> Any:
    return json.loads(CliRunner().invoke(main, [*arguments, "--output-format=json"]).stdout)


def test_what_would_run_is_judged_and_a_line_says_what_a_cluster_changes() -> None:
    text = said("src")
    assert "2 pieces of work: 2 good natively." in text
    assert "All clear" not in text
    command = "daft-lint --runner ray --workers 8 --cpus-per-worker 16 --gpus-per-worker 1 src"
    number = len(read(*shlex.split(command)[1:])["findings"])
    assert number > 0
    assert text.endswith(
        "Judged for Daft's default, the native runner. On Ray with 8 workers: "
        f"{number} more problem{'s' * (number > 1)} ({command})."
    )
    assert read("src")["on_cluster"]["problems_more"] == number


@pytest.mark.parametrize(
    "options", [("--runner", "native"), ("--runner", "ray"), ("--workers", "4"), ("--quiet",)]
)
def test_it_is_left_out_where_a_runner_is_chosen_and_for_quiet(options: tuple[str, ...]) -> None:
    assert "Judged for" not in said(*options, "src")


def test_hidden_findings_are_those_that_appear_when_possible_ones_are_asked_for() -> None:
    shown, everything = read("."), read(".", "--min-confidence", "possible")
    assert shown["hidden"] == len(everything["findings"]) - len(shown["findings"]) > 0
    assert everything["hidden"] == 0


def test_a_few_rows_in_the_code_are_toys_and_not_open() -> None:
    Path("src/job.py").write_text(TOY)
    on_ray = ("--runner", "ray", "--workers", "8", "-v", "src")
    assert "toy data: 3 rows, so there is nothing to share out" in said(*on_ray)
    assert read(*on_ray)["work"]["good"] == 1


def test_what_a_preview_takes_is_a_sample() -> None:
    source = 'daft.read_parquet("s3://bucket/*.parquet")'
    Path("src/job.py").write_text(
        JOB.replace('daft.from_glob_path("s3://bucket/*.jpg")', source).replace(
            'df.write_parquet("s3://out")', "df.show()"
        )
    )
    assert "a sample: 0 to 8 rows" in said("--runner", "ray", "--workers", "8", "-v", "src")


def test_facts_that_several_pieces_of_open_work_need_come_first() -> None:
    for number in range(4):
        source = f'daft.read_parquet("s3://{number}/*.parquet")'
        job = JOB.replace('daft.from_glob_path("s3://bucket/*.jpg")', source)
        Path(f"src/job{number}.py").write_text(job)
    text = said("--runner", "ray", "src")
    assert "Facts that several pieces of open work need: workers = ... in [tool.daft-lint" in text
