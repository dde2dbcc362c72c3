"""Linting talks to nobody, whatever addresses the code names."""

import subprocess
import sys
from pathlib import Path

PROGRAM = """\
import daft

df = daft.read_parquet("s3://bucket/in/*.parquet").repartition(64).into_partitions(24)
df.write_parquet("https://example.com/out")
"""
WATCHED = """\
import sys

def watch(event, arguments):
    if event.startswith("socket."):
        raise SystemExit(f"{event} {arguments}")

sys.addaudithook(watch)
from daft_lint.cli import main
main(["check", "job.py", "--output-format", "concise"])
"""


def test_check_opens_no_connection(tmp_path: Path) -> None:
    (tmp_path / "job.py").write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, "-c", WATCHED],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "DFT202" in done.stdout
    assert (done.returncode, done.stderr) == (0, "")
