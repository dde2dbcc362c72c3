"""The fixture `daft_lint_check` reads the plans of the Daft that is installed, and runs none."""

from __future__ import annotations

from pathlib import Path

import pytest

from daft_lint.pytest_plugin.fixture import FrameCheck

daft = pytest.importorskip("daft")

_SETTINGS = """
[tool.daft-lint.cluster]
workers = 4
cpus-per-worker = 8
"""


@pytest.mark.filterwarnings("ignore")
def test_a_frame_is_checked_and_does_not_run(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(_SETTINGS, encoding="utf-8")
    calls: list[int] = []

    @daft.udf(return_dtype=daft.DataType.int64(), concurrency=8, batch_size=64)
    class Embed:
        def __init__(self) -> None:
            pass

        def __call__(self, numbers: daft.Series) -> list[int]:
            calls.append(len(numbers))
            return [0] * len(numbers)

    df = daft.from_pydict({"x": list(range(100))}).into_partitions(2)
    found = FrameCheck(tmp_path / "test_job.py")(df.with_column("y", Embed(daft.col("x"))))
    with pytest.raises(AssertionError, match="missing-repartition"):
        found.assert_clean()
    assert not calls
