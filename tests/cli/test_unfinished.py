"""A file that takes too much work is told of: there may be more to find in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Run = Callable[..., CompletedProcess[str]]
# Each function calls the one before twice, which doubles the work.
ENDLESS = "import daft\n@daft.func\ndef f(x: int) -> int: ...\ndef g0(x): return x + 1\n" + "".join(
    f"def g{n}(x): return [{', '.join([f'g{n - 1}(x)'] * 12)}]\n" for n in range(1, 8)
)
LAST = 'g7(1)\ndaft.range(9).with_column("a", f(daft.col("id"))).show()\n'


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS + LAST)
    return file


def test_what_was_not_followed_to_its_end_is_not_all_clear(run: Run, endless: Path) -> None:
    said = "No findings in 1 file checked. endless.py took too much work to be followed to the end."
    read = run("check", endless.name)
    again = run("check", "--verbose", endless.name)
    assert (read.stdout.strip(), read.returncode) == (said, 0)
    assert (again.stdout.strip(), again.returncode) == (said, 0)
