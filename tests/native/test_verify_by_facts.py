"""`verify` replays with the seconds that earlier runs took, here on the native runner."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("daft")

_PROGRAM = """\
import daft
from daft import col

daft.set_runner_native()


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=1_000)
    def run(self, ids):
        raise AssertionError("a replay runs none of the user's code")


def embed(rows, out):
    df = daft.range(rows, partitions=1)
    df.with_column("vector", Embed().run(col("id"))).write_parquet(out)
"""
_FACTS = """\
[[pipeline]]
code = "job.py"
function = "embed"
source = "daft.range"
steps = ["Embed.run"]
how = "event log"
measured = "2026-11-27"
runs = 3
rows = [1600, 1600, 1600]

[[pipeline.udf]]
name = "Embed.run"
number = 1
row-seconds = [0.001, 0.003, 0.004]
start-seconds = [0.3, 0.4, 0.5]
"""


def test_stand_ins_sleep_as_long_as_the_udfs_took(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.daft-lint]\n")
    (tmp_path / "job.py").write_text(_PROGRAM)
    (tmp_path / "daft-lint-facts.toml").write_text(_FACTS)
    command = ("verify", "job.py", "--trials", "1", "--output-format", "json")
    done = subprocess.run(
        [sys.executable, "-m", "daft_lint", *command],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    (verification,) = json.loads(done.stdout)["findings"]
    reported = verification["verification"]["scaling"]
    assert "each row takes 3 ms, as in 3 runs until 2026-11-27 (event log)" in reported
    assert "processes are ready after 0.4 s" in reported
    # The busiest process has 1,000 rows of 3 ms.
    (trial,) = verification["verification"]["before"]["trials"]
    assert 3.0 <= trial["makespan"] < 4.5
