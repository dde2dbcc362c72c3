"""The page on live DataFrames, followed to the letter, where there is Daft."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("daft")

PAGE = (Path(__file__).parents[2] / "docs" / "live.md").read_text(encoding="utf-8")
_SHOWN = re.compile(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NEXT = "print('-- next --')\n"


def test_the_page_shows_what_is_seen(tmp_path: Path) -> None:
    shown = _SHOWN.findall(PAGE)
    assert len(shown) == 4
    program = tmp_path / "page.py"
    program.write_text(_NEXT.join(code for code, _ in shown), "utf-8")
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("DAFT_RUNNER")
    }
    result = subprocess.run(
        [sys.executable, "-W", "ignore", program],
        cwd=tmp_path,
        env=environment | {"COLUMNS": "80", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.split("-- next --\n") == [seen for _, seen in shown]
