"""`--daft-lint-live` sees every frame that the Daft which is installed materialises."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest

daft = pytest.importorskip("daft")

pytest_plugins = ["pytester"]

PIPELINE = """
import os

import daft
from daft import DataType, col, udf


@udf(return_dtype=DataType.int64(), concurrency=8, batch_size=64)
class Embed:
    def __init__(self):
        pass

    def __call__(self, numbers):
        with open(os.environ["SEEN"], "a") as seen:
            seen.writelines("row\\n" for _ in numbers)
        return numbers


def embedded(rows=3):
    df = daft.from_pydict({"x": list(range(rows))})
    return df.into_partitions(2).with_column("y", Embed(col("x")))
"""

TESTS = """
import pytest
from pipeline import embedded


def test_collect():
    assert len(embedded().collect()) == 3


@pytest.mark.parametrize("rows", [1, 2])
def test_rows(rows):
    assert len(embedded(rows).to_pydict()["y"]) == rows


def test_iterate():
    for row in embedded(1).iter_rows():
        assert row["y"] == 0


def test_write(tmp_path):
    embedded(1).write_parquet(str(tmp_path))


def test_partitions():
    list(embedded(1).iter_partitions())


def test_refused(daft_lint_check):
    with pytest.raises(AssertionError, match="missing-repartition"):
        daft_lint_check(embedded(100)).assert_clean()
"""

SETTINGS = """
[tool.daft-lint.cluster]
workers = 4
cpus-per-worker = 8
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    entry = pytester.path / "entry" / "daft_lint_entry-0.dist-info"
    for file, text in {
        pytester.path / "pyproject.toml": SETTINGS,
        pytester.path / "pipeline.py": PIPELINE,
        pytester.path / "test_pipeline.py": TESTS,
        entry / "METADATA": "Metadata-Version: 2.1\nName: daft-lint-entry\nVersion: 0\n",
        entry / "entry_points.txt": "[pytest11]\ndaft-lint = daft_lint.pytest_plugin\n",
    }.items():
        write(file, text)
    for name, value in {
        "DAFT_RUNNER": "native",
        "DO_NOT_TRACK": "1",
        "DAFT_PROGRESS_BAR": "0",
        "PYTEST_ADDOPTS": "-p daft-lint -p no:cacheprovider",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTHONPATH": str(entry.parent),
        "SEEN": str(pytester.path / "seen"),
    }.items():
        monkeypatch.setenv(name, value)
    return pytester


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(dedent(text).lstrip("\n"), encoding="utf-8")


def test_every_action_is_seen_and_nothing_runs_twice(project: pytest.Pytester) -> None:
    done = project.runpytest_subprocess("--daft-lint-live", "-v", "-W", "ignore")
    done.assert_outcomes(passed=7)
    places = re.findall(r"(?:-->|:::) (\w+.py:\d+):", done.stdout.str())
    built, first, second, third = "pipeline.py:20", *(f"test_pipeline.py:{n}" for n in (6, 11, 15))
    assert places == [built, built, first, second, third]
    done.stdout.fnmatch_lines(["*runs here, and at 2 more places*"])
    done.stdout.fnmatch_lines(["6 frames checked: 1 finding (1 warning). *"])
    seen = (project.path / "seen").read_text(encoding="utf-8").splitlines()
    assert len(seen) == 3 + 1 + 2 + 1 + 1 + 1


@pytest.mark.skipif(
    not hasattr(daft, "cls"), reason="Daft 0.6 shows a listing as rows in memory, as samples are"
)
def test_a_frame_that_a_test_builds_itself_is_judged_as_it_would_run(
    project: pytest.Pytester,
) -> None:
    """Code analysis finds less in tests: what they run need not be fast."""
    own = """
    import daft
    from daft import col
    from pipeline import Embed


    def test_own():
        df = daft.from_glob_path("*.py")
        df = df.with_column("y", Embed(col("size")))
        assert df.to_pydict()
    """
    write(project.path / "test_pipeline.py", dedent(own))
    done = project.runpytest_subprocess("--daft-lint-live", "-W", "ignore")

    assert "--> test_pipeline.py:8:" in done.stdout.str()
    done.stdout.fnmatch_lines(["1 frame checked: 1 finding (1 warning). 1 piece of work: 1 bad."])
