"""Fixed programs of old names print on this Daft what they printed on Daft 0.6.14 as they were."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from daft_lint import testing
from daft_lint.daft_api.table import api
from daft_lint.registry import all_rules

daft = pytest.importorskip("daft")

CORPUS = Path(__file__).parent / "corpus"
RULE = next(rule for rule in all_rules() if rule.code == "DFT310")
# These need a network, a model of tokens or a table that another system made.
NOT_RUN = {"tokenize_decode", "tokenize_encode", "years", "hours", "iceberg_bucket"} | {
    "iceberg_truncate",
    "distinct",
    "unique",
    "value_counts",
    "lengths",
    "query",
}
# Daft's own threads can end a Python that shuts down while they still run: it isn't left to.
RUN = """
import os, runpy, sys
runpy.run_path("fixed.py", run_name="__main__")
sys.stdout.flush()
os._exit(0)
"""
VERSION = tuple(int(part) for part in daft.__version__.split(".")[:3])


@pytest.mark.skipif(VERSION < (0, 7), reason="the old names are still there")
@pytest.mark.parametrize("program", sorted(CORPUS.glob("*.py")), ids=lambda program: program.stem)
def test_a_fixed_program_prints_what_it_printed_before(program: Path, tmp_path: Path) -> None:
    fixed = testing.fixed(program.read_text("utf-8"), RULE, unsafe=True)
    (tmp_path / "fixed.py").write_text(fixed, "utf-8")
    done = subprocess.run(
        (sys.executable, "-W", "ignore", "-c", RUN),
        cwd=tmp_path,
        env={**os.environ, "DO_NOT_TRACK": "1", "DAFT_PROGRESS_BAR": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == program.with_suffix(".txt").read_text("utf-8")


def test_each_method_of_a_namespace_is_run() -> None:
    text = "\n".join(path.read_text("utf-8") for path in CORPUS.glob("*.py"))
    namespaces = {
        member.gives: member.name
        for member in api().members("Expression")
        if member.gives and member.gives.endswith("Namespace")
    }
    missing = {
        f"{name}.{member.name}"
        for owner, name in namespaces.items()
        for member in api().members(owner)
        if member.name not in NOT_RUN and not re.search(rf"\.{name}\.{member.name}\(", text)
    }
    assert missing == set()
