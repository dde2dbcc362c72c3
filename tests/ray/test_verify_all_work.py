"""`daft-lint verify --all-work` on a real cluster: work in which nothing was found is run too."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from sampling import nightly

PIPELINE = """\
# daft-lint: workers=1, cpus-per-worker=4
import daft
from daft import col


@daft.cls(max_concurrency=2)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size={batch_size})
    def run(self, path):
        raise RuntimeError("a replay runs none of the user's code")


daft.set_runner_ray()
df = daft.from_pydict({{"path": [str(i) for i in range(400)]}})
df = df.with_column("out", Embed().run(col("path")))
df.collect()
unknown = daft.read_parquet("s3://bucket/*.parquet")
unknown.with_column("out", Embed().run(col("path"))).collect()
"""


def verify(folder: Path, batch_size: int, *options: str) -> tuple[int, dict]:
    (folder / "embed.py").write_text(PIPELINE.format(batch_size=batch_size))
    command = [sys.executable, "-m", "daft_lint", "verify", "--all-work", "--address", "local"]
    command += ["--output-format", "json", "--quiet", *options, "embed.py"]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=250
    )
    assert done.returncode in (0, 1), done.stderr
    return done.returncode, json.loads(done.stdout)


def test_work_without_a_finding_runs_well_or_says_why_it_did_not_run(tmp_path: Path) -> None:
    code, document = verify(tmp_path, 100)
    good, unknown = document["unflagged"]
    assert document["findings"] == []
    assert (good["ran"]["most_idle"], good["ran"]["most_idle_workers"]) == (0, 0)
    assert good["outcome"].startswith("all 2 actors got rows in each of 2 trials")
    assert unknown["ran"] is None
    assert "aren't known" in unknown["outcome"]
    assert code == 0


@nightly
def test_who_idles_without_a_finding_is_reported(tmp_path: Path) -> None:
    """No rule about work is selected, so nothing is found in a pool of which half idles."""
    code, document = verify(tmp_path, 400, "--select", "DFT301", "--trials", "1")
    idle = document["unflagged"][0]
    assert document["findings"] == []
    assert idle["ran"]["most_idle"] == 1
    assert idle["outcome"].startswith("1 of 2 actors got no row")
    assert code == 1
