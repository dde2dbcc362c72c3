"""Projects whose tests pytest runs in a process of its own.

Daft need not be installed: theirs tells of one plan, in the words of Daft 0.7.26. The real one is
for `tests/native/test_pytest_plugin.py`.
"""

from __future__ import annotations

import os
from pathlib import Path
from textwrap import dedent

import pytest

# As it prints them for `rows.into_partitions(2).with_column("y", Embed(col("x")))`.
DAFT = {
    "__init__.py": '''
        from daft.logical.builder import LogicalPlanBuilder

        __version__ = "0.7.26"

        WRITTEN = """\\
        * Project: col(x), py_udf(col(x)) as y
        |
        * IntoPartitions: Num partitions = {partitions}
        |
        * Source:
        |   Number of partitions = 1
        |   Output schema = x#Int64
        """
        OPTIMISED = """\\
        * UDF pipeline.Embed:
        |   Expr = py_udf(col(x)) as y
        |   Passthrough Columns = col(x)
        |   Properties = {{ batch_size = 64, concurrency = 8, async = false, scalar = false }}
        |
        * IntoPartitions: Num partitions = {partitions}
        |
        * Source:
        |   Number of partitions = 1
        |   Output schema = x#Int64
        |   Stats = {{ Approx num rows = {rows}, Approx size bytes = 24 B }}
        """


        class DataFrame:
            _result_cache = None

            def __init__(self, builder):
                self._builder = builder


        def embedded(partitions, rows=3):
            figures = {"partitions": partitions, "rows": rows}
            return DataFrame(
                LogicalPlanBuilder(WRITTEN.format(**figures), OPTIMISED.format(**figures))
            )
        ''',
    "context.py": """
        from types import SimpleNamespace

        def get_context():
            return SimpleNamespace(daft_execution_config=None)
        """,
    "logical/__init__.py": "",
    "logical/builder.py": """
        class LogicalPlanBuilder:
            def __init__(self, written, optimised):
                self.written, self.optimised = written, optimised

            def pretty_print(self, simple):
                return self.written

            def optimize(self, config):
                import warnings

                warnings.warn("planned")
                return LogicalPlanBuilder(self.optimised, self.optimised)
        """,
    "runners/__init__.py": """
        def _get_runner():
            return None

        def get_or_infer_runner_type():
            return "native"
        """,
}

SETTINGS = """
    [tool.daft-lint.cluster]
    workers = 4
    cpus-per-worker = 8

    [tool.pytest.ini_options]
    filterwarnings = ["error"]
    """


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A project with settings and a Daft, where the plugin is loaded by its entry point."""
    for name, text in DAFT.items():
        write(pytester.path / "daft" / name, text)
    write(pytester.path / "pyproject.toml", SETTINGS)
    # As the installation writes it. It may be older than the plugin.
    entry = pytester.path / "entry" / "daft_lint_entry-0.dist-info"
    write(entry / "METADATA", "Metadata-Version: 2.1\nName: daft-lint-entry\nVersion: 0\n")
    write(entry / "entry_points.txt", "[pytest11]\ndaft-lint = daft_lint.pytest_plugin\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(pytester.path), str(entry.parent)]))
    # The plugins of others take most of the time of a start.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p daft-lint")
    return pytester


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(dedent(text), encoding="utf-8")
