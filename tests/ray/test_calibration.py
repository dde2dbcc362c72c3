"""`daft-lint plan --calibrate`: what the engine costs on this machine."""

import subprocess
import sys

from daft_lint.facts import read_facts


def test_costs_are_measured_kept_and_used(tmp_path):
    command = [sys.executable, "-m", "daft_lint", "plan"]
    pool = ["--rows", "1000", "--workers", "2", "--concurrency", "4", "--batch-size", "8"]

    done = subprocess.run(
        [*command, "--calibrate", "-v", *pool],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )

    assert done.returncode == 0, done.stderr
    (costs,) = read_facts(tmp_path / "daft-lint-facts.toml").engine
    assert (costs.where, costs.runs) == ("local", 3)
    # On other machines it may be several times as much; what is asked is whether it makes sense.
    assert 0.0001 < costs.morsel.low <= costs.morsel.middle <= costs.morsel.high < 0.1
    assert 0.001 < costs.task.low <= costs.task.middle <= costs.task.high < 0.5
    assert "measured on a local cluster" in " ".join(done.stdout.split())
    assert "wrote this to daft-lint-facts.toml" in done.stderr
