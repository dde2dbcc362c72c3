"""The page on metadata shows what a person sees."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("daft")
pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

PAGE = Path(__file__).parents[2] / "docs" / "metadata.md"
SETTINGS = "[tool.daft-lint.cluster]\nworkers = 4\ncpus-per-worker = 8\n"


def test_the_page_shows_what_is_seen(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    (program,) = [block for kind, block in blocks if kind == "python"]
    shown = next(block for kind, block in blocks if kind == "text")
    (tmp_path / "embed.py").write_text(program)
    (tmp_path / "pyproject.toml").write_text(SETTINGS)
    (tmp_path / "data").mkdir()
    for number in range(3):
        table = pyarrow.table({"text": ["x"] * 200_000})
        parquet.write_table(table, tmp_path / "data" / f"{number}.parquet")
    command = [sys.executable, "-m", "daft_lint", "embed.py", "--color", "never"]
    environment = {**os.environ, "COLUMNS": "100", "PYTHONUTF8": "1"}
    environment.pop("PRE_COMMIT", None)
    without, with_metadata = (
        subprocess.run(
            [*command, *more],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )
        for more in ((), ("--read-metadata",))
    )
    assert without.returncode == 0
    assert (with_metadata.returncode, with_metadata.stderr) == (1, "")
    assert with_metadata.stdout.strip("\n") == shown.strip("\n")
