"""A run that judges no work says where UDFs seem to be made all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

_OUT_OF_SIGHT = """\
import daft
from daft import col
from registry import load

@daft.func
def tidy(text: str) -> str: ...

load("s3://bucket").with_column("text", tidy(col("text"))).write_parquet("out")
"""
_WRAPPED = """\
import daft
from acme import pool
from daft import col

df = daft.read_parquet("in")
df.with_column("vector", pool(object, concurrency=4)(col("text"))).write_parquet("out")
"""
_WITHOUT = """\
import daft

daft.read_parquet("in").write_parquet("out")
"""


@pytest.mark.parametrize(
    ("name", "program", "options", "is_said"),
    [
        ("job.py", _OUT_OF_SIGHT, (), True),
        ("job.py", _WRAPPED, (), True),
        ("job.py", _WITHOUT, (), False),
        ("test_job.py", _OUT_OF_SIGHT, (), False),
        ("job.py", _OUT_OF_SIGHT, ("--select", "DFT310"), False),
        ("job.py", _OUT_OF_SIGHT, ("--quiet",), False),
    ],
)
def test_udfs_without_work_are_named(
    run: Run, tmp_path: Path, name: str, program: str, options: tuple[str, ...], is_said: bool
) -> None:
    (tmp_path / name).write_text(program)
    result = run(name, *options)
    assert result.returncode == 0
    said = (
        f"daft-lint: {name}: no work judged, though UDFs seem to be made here: no data frame that "
        "runs them was seen"
    )
    assert result.stderr.startswith(said) == is_said
    assert is_said or not result.stderr


_ON_GPUS = """\
import daft
from daft import col

@daft.cls(gpus=1)
class Clip:
    def __call__(self, image: str) -> float: ...

daft.read_parquet("in").with_column("score", Clip()(col("image"))).write_parquet("out")
"""


def test_work_that_no_worker_has_room_for_has_a_finding_instead(run: Run, tmp_path: Path) -> None:
    (tmp_path / "job.py").write_text(_ON_GPUS)
    result = run("job.py", "--runner", "ray", "--workers", "2", "--gpus-per-worker", "0")
    assert "error[DFT107]" in result.stdout
    assert not result.stderr


def test_the_same_work_is_judged_natively_where_nothing_chooses_ray(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "job.py").write_text(_ON_GPUS)
    result = run("job.py", "--gpus-per-worker", "0")
    assert "1 piece of work: 1 good natively." in result.stdout
    assert not result.stderr
