"""What rules over pipelines say and do is true on real Daft."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from sampling import nightly

from daft_lint.documents.document import Document
from daft_lint.linting import lint
from daft_lint.settings import default_settings

HERE = Path(__file__).parent

HANGS = """\
import daft

frame = daft.range(1_000, partitions=8).into_partitions(4)
print(len(frame.limit(10).collect()), flush=True)
"""

POOL = """\
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Double:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=16)
    def __call__(self, numbers):
        return [2 * number for number in numbers.to_pylist()]


"""

FAULTY = {
    "DFT108": POOL
    + """\
# daft-lint: workers=4, rows=48, partitions=1
df = daft.range(48).repartition(4, "id")
df = df.with_column("double", Double()(col("id")))
""",
    "DFT203": """\
import tempfile
from pathlib import Path

import daft
from daft import col

folder = Path(tempfile.mkdtemp())
for number in range(20):
    (folder / f"{number}.txt").write_text(str(number))
df = daft.from_glob_path(str(folder / "*.txt"))
df = df.with_column("text", col("path").download()).repartition(4).select("size", "text")
""",
}
SHOWN = """\
rows = df.to_pydict()
print(sorted(zip(*rows.values())), flush=True)
# Natively, processes of a pool may crash when the interpreter waits for them.
__import__("os")._exit(0)
"""


@nightly
def test_a_limit_beside_into_partitions_never_ends(tmp_path: Path) -> None:
    hanging, fixed = tmp_path / "hanging.py", tmp_path / "fixed.py"
    hanging.write_text(HANGS)
    fixed.write_text(HANGS)
    mend(fixed, "DFT109")

    result = subprocess.run(
        [sys.executable, HERE / "race_of_plans.py", hanging, fixed],
        check=True,
        capture_output=True,
        text=True,
        timeout=200,
    )

    assert [
        finding.code for finding in lint(Document("hanging.py", HANGS), default_settings()).findings
    ] == ["DFT109"]
    assert json.loads(result.stdout.splitlines()[-1]) == [None, "10"]


@pytest.mark.parametrize("code", FAULTY)
def test_a_fix_changes_no_rows(code: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(FAULTY[code] + SHOWN)
    before = run(program)

    mend(program, code)

    assert FAULTY[code] not in program.read_text()
    assert run(program) == before


def mend(program: Path, code: str) -> None:
    """Apply the fixes of a rule."""
    command = [sys.executable, "-m", "daft_lint", "--isolated", "--select", code]
    command += ["--fix", "--unsafe-fixes", str(program)]
    subprocess.run(command, check=False, capture_output=True)


# Threads of Daft that still run may crash a process that takes itself apart.
RUN = """\
import runpy, sys
from daft_lint.programs.process_exit import end
runpy.run_path(sys.argv[1], run_name="__main__")
end(0)
"""


def run(program: Path) -> str:
    """What a program prints with the native runner."""
    environment = {**os.environ, "DAFT_RUNNER": "native", "DAFT_PROGRESS_BAR": "0"}
    result = subprocess.run(
        [sys.executable, "-c", RUN, program],
        check=True,
        capture_output=True,
        text=True,
        env=environment,
        timeout=120,
    )
    return result.stdout
