"""Programs as they are and migrated, and what they give on real Daft."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from legacy_programs import MIGRATED, file_name, written

HERE = Path(__file__).parent
RUN_PROGRAMS = HERE.parent / "native" / "run_programs.py"
PROGRAMS = sorted(map(file_name, MIGRATED))

Outcomes = dict[Path, dict[str, object]]


@contextmanager
def before_and_after(names: Sequence[str]) -> Iterator[tuple[Path, Path]]:
    """Folders with the programs as they are, and with some of them migrated."""
    migrate = runpy.run_path(str(HERE / "applying.py"))["migrate"]
    with tempfile.TemporaryDirectory(prefix="m-", dir="/tmp") as root:
        before, after = Path(root, "before"), Path(root, "after")
        for folder in (before, after):
            folder.mkdir()
            for case in MIGRATED:
                written(case, folder)
        for name in names:
            migrate(after / name)
        yield before, after


def outcomes(runner: str, programs: Sequence[Path]) -> Outcomes:
    """What programs give on the runner `native` or `ray`, all in one process."""
    result = subprocess.run(
        [sys.executable, RUN_PROGRAMS, runner, *programs],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert result.returncode == 0, result.stderr
    lines = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    return {Path(str(line["program"])): line for line in lines}


def same(before: dict[str, object], after: dict[str, object]) -> None:
    """Both gave the same, and only the legacy one warned."""
    assert after["result"] == before["result"]
    assert "Error" not in str(before["result"])
    assert int(str(before["warned"])) >= 1
    assert after["warned"] == 0
