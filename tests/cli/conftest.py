"""Runs the command line as a person does: a process of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run `daft-lint` with these arguments in the test's own folder."""

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "daft_lint", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONUTF8": "1", **environment},
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )

    return run


IDLE = """\
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, text): ...


df = daft.from_glob_path("s3://bucket/*.txt")
df = df.with_column("embedding", Embed()(col("path")))
df.write_parquet("s3://bucket/embeddings")
"""


@pytest.fixture
def idle(tmp_path: Path) -> Path:
    """A file with one finding: DFT101 on line 12."""
    file = tmp_path / "idle.py"
    file.write_text(IDLE)
    return file
