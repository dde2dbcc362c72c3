"""All that a person sees of the examples, on a terminal of 80 columns."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

from syrupy.assertion import SnapshotAssertion

EXAMPLES = Path(__file__).parents[2] / "examples"
# What a screen holds, five times.
_MOST_LINES = 250


def test_the_examples_read_at_a_glance(
    run: Callable[..., CompletedProcess[str]], tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    shutil.copytree(EXAMPLES, tmp_path, dirs_exist_ok=True)
    seen = run(".", COLUMNS="80")
    assert seen.returncode == 1
    assert seen.stdout == snapshot
    lines = seen.stdout.splitlines()
    assert len(lines) <= _MOST_LINES
    assert max(map(len, lines)) <= 80


def test_open_work_reads_at_a_glance(
    run: Callable[..., CompletedProcess[str]], tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    shutil.copy(EXAMPLES / "embed_texts.py", tmp_path)
    for options in ((), ("--runner", "ray"), ("--runner", "native"), ("-v",)):
        (tmp_path / "pyproject.toml").write_text("[tool.daft-lint]\n")
        seen = run("embed_texts.py", *options, COLUMNS="80")
        assert seen.stdout == snapshot(name=" ".join(options) or "plain")


def test_what_fails_the_check_can_be_chosen(
    run: Callable[..., CompletedProcess[str]], tmp_path: Path
) -> None:
    shutil.copy(EXAMPLES / "embed_texts.py", tmp_path)
    assert run("embed_texts.py", "--runner", "ray").returncode == 0
    assert run("embed_texts.py", "--runner", "ray", "--fail-on", "open").returncode == 1
    (tmp_path / "pyproject.toml").write_text('[tool.daft-lint]\nfail-on = "open"\n')
    assert run("embed_texts.py").returncode == 1
    shutil.copy(EXAMPLES / "clip_scores.py", tmp_path)
    warned = ("clip_scores.py", "--runner", "ray", "--fail-on")
    assert run(*warned, "warning").returncode == 1
    assert run(*warned, "error").returncode == 0
    wrong = run("clip_scores.py", "--fail-on", "often")
    assert wrong.returncode == 2
    assert "open, info, warning, error" in wrong.stderr.replace('"', "")
