"""What code analysis and the plans of a running program say together."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

SETTINGS = """
[tool.daft-lint]
min-confidence = "likely"

[tool.daft-lint.cluster]
workers = 2
cpus-per-worker = 4
"""

UDF = """
import sys
import daft
from daft import col

@daft.udf(return_dtype=daft.DataType.int64(), concurrency={concurrency}, batch_size=64)
class Embed:
    def __init__(self):
        pass

    def __call__(self, numbers):
        return numbers
"""


class LiveRun:
    """What the command told of a program."""

    def __init__(self, folder: Path, body: str, *arguments: str, concurrency: str = "4") -> None:
        (folder / "pyproject.toml").write_text(SETTINGS)
        text = UDF.format(concurrency=concurrency) + body
        (folder / "program.py").write_text(text)
        self._lines = text.splitlines()
        command = ["-m", "daft_lint", "live", "program.py", "--output-format", "json"]
        done = subprocess.run(
            [sys.executable, *command, "--", *arguments],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
        assert done.returncode in (0, 1), done.stderr
        self.notes = done.stderr
        self.findings: list[dict[str, Any]] = json.loads(done.stdout)["findings"]

    def only(self, code: str) -> dict[str, Any]:
        """The one finding of a rule."""
        (found,) = [finding for finding in self.findings if finding["code"] == code]
        return found

    def codes(self) -> list[str]:
        """The rules about plans that found something."""
        codes = [finding["code"] for finding in self.findings]
        return [code for code in codes if code.startswith(("DFT1", "DFT2"))]

    def line(self, finding: dict[str, Any]) -> str:
        """The line of code that a finding stands on."""
        return self._lines[finding["line"] - 1].strip()


def test_what_both_find_is_certain(tmp_path: Path) -> None:
    """Nothing in sight chooses a runner for sure, but the program does when it runs."""
    live = LiveRun(
        tmp_path,
        """
if "ray" in sys.argv:
    daft.set_runner_ray()
df = daft.from_pydict({"a": list(range(1000))})
df = df.with_column("b", Embed(col("a")))
df.write_parquet("out")
""",
        "ray",
    )
    finding = live.only("DFT101")

    assert finding["confidence"] == "certain"
    assert live.line(finding) == 'df = df.with_column("b", Embed(col("a")))'
    assert finding["effect"]["idle"]["low"] == 2


def test_what_the_plan_contradicts_is_left_out_with_a_note(tmp_path: Path) -> None:
    """Code analysis assumes Ray on a known cluster, where nothing in sight selects a runner."""
    live = LiveRun(
        tmp_path,
        """
getattr(daft, "set_runner_" + sys.argv[1])()
df = daft.from_pydict({"a": list(range(1000))})
df = df.with_column("b", Embed(col("a")))
df.write_parquet("out")
""",
        "native",
    )

    assert live.codes() == []
    assert "DFT101 at program.py:" in live.notes
    assert "dropped: the plan that ran there doesn't have this problem" in live.notes


def test_what_only_the_plan_shows_is_added(tmp_path: Path) -> None:
    live = LiveRun(
        tmp_path,
        """
daft.set_runner_ray()
df = daft.from_pydict({"a": list(range(1000))})
df = df.with_column("b", Embed(col("a")))
df.write_parquet("out")
""",
        "4",
        concurrency="int(sys.argv[1])",
    )

    assert live.line(live.only("DFT101")) == 'df = df.with_column("b", Embed(col("a")))'


def test_a_frame_goes_on_from_what_was_collected(tmp_path: Path) -> None:
    """Four partitions were collected, so that four tasks follow, whatever rows they have."""
    live = LiveRun(
        tmp_path,
        """
daft.set_runner_ray()
df = daft.from_pydict({"a": list(range(1000))}).into_partitions(4).collect()
print(len(df))
df = df.with_column("b", Embed(col("a")))
df.write_parquet("out")
""",
    )

    assert "DFT101" not in live.codes()


def test_comments_say_what_a_program_cannot(tmp_path: Path) -> None:
    """The settings name two workers, the comment one."""
    live = LiveRun(
        tmp_path,
        """
daft.set_runner_ray()
# daft-lint: workers=1
df = daft.from_pydict({"a": list(range(1000))})
df = df.with_column("b", Embed(col("a")))
df.write_parquet("out")
""",
    )

    assert "DFT101" not in live.codes()


def test_a_step_in_a_helper_stands_where_it_is_written(tmp_path: Path) -> None:
    live = LiveRun(
        tmp_path,
        """
def embedded(frame, name):
    return frame.with_column(name, Embed(col("a")))

daft.set_runner_ray()
df = daft.from_pydict({"a": list(range(1000))})
for name in sys.argv[1:]:
    df = embedded(df, name)
df.write_parquet("out")
""",
        "b",
    )

    assert live.line(live.only("DFT101")).startswith("return frame.with_column(name, ")


def test_what_never_ran_is_left_to_code_analysis(tmp_path: Path) -> None:
    live = LiveRun(
        tmp_path,
        """
def unused():
    daft.set_runner_ray()
    df = daft.from_pydict({"a": list(range(1000))})
    df = df.with_column("b", Embed(col("a")))
    df.write_parquet("out")
""",
    )

    assert live.codes() == ["DFT101"]
    assert "no plan" in live.notes
