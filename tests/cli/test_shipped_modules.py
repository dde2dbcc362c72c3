"""What a checkout ships can't run: modules that are named like what daft-lint imports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

from linted_programs import IDLE

Run = Callable[..., CompletedProcess[str]]


def test_modules_of_the_current_folder_are_left_alone(run: Run, tmp_path: Path) -> None:
    for name in ("click", "libcst", "rich", "json", "platformdirs"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('it runs')\n")
    (tmp_path / "job.py").write_text(IDLE)
    done = run("job.py")
    assert "DFT101" in done.stdout
    assert done.stderr == ""
