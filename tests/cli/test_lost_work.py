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
    said = f"daft-lint: {name}: no work judged, though UDFs seem to be made here"
    assert result.stderr.startswith(said) == is_said
    assert is_said or not result.stderr
