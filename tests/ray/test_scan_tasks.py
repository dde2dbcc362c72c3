"""Ray runs the scan tasks that `check` says it splits and merges."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from sampling import nightly

PROGRAM = Path(__file__).parent / "scan_tasks.py"
TASKS = {
    "80 files": 8,
    "a column of 80 files": 8,
    "40 files a task": 2,
    "a file of 40 row groups": 40,
    "large and small": 41,
    "JSON lines": 3,
    "20 files as blobs": 1,
    "20 files of CSV": 2,
}


@nightly
def test_ray_runs_as_many_scan_tasks_as_check_says(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, PROGRAM, tmp_path], capture_output=True, text=True, timeout=200, check=True
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert {name: made for name, _, made in lines} == TASKS
    assert {name: said for name, said, _ in lines} == {
        name: [tasks, tasks] for name, tasks in TASKS.items()
    }
