"""Facts from the logs of real runs, with other sizes each time, and what they judge."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from sampling import everything, nightly

from daft_lint.event_log.records import Reading
from daft_lint.event_log.runs import Run, runs_in

pyarrow = pytest.importorskip("pyarrow")
from pyarrow import parquet  # noqa: E402

PROJECT = Path(__file__).parents[1] / "event_log" / "project"


RUNS = {"few": 4, "many": 8} if everything() else {"many": 8}


def write(folder: Path, files: int, rows: int) -> None:
    """Files of so many rows; the filter of the job keeps 13 of each 20."""
    folder.mkdir()
    texts = ["word " * (4 + number % 20) for number in range(rows)]
    for file in range(files):
        table = pyarrow.table({"number": list(range(rows)), "text": texts})
        parquet.write_table(table, folder / f"{file}.parquet")


def lint(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-m", "daft_lint", *arguments)
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose job ran on 8 files, and on 4 in the nightly run, with the log on."""
    folder = tmp_path_factory.mktemp("project")
    shutil.copytree(PROJECT, folder, dirs_exist_ok=True)
    for name, files in RUNS.items():
        write(folder / name, files, 200)
        log = folder / f"logs_{name}"
        command = (sys.executable, "embed_job.py", name, f"vectors_{name}", str(log), "ray")
        environment = {**os.environ, "DAFT_EVENT_LOG_DIR": str(log), "RAY_DEDUP_LOGS": "0"}
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr.decode()[-2000:]
    return folder


def embedding(project: Path, name: str) -> Run:
    runs = runs_in([project / f"logs_{name}"], Reading())
    (run,) = (run for run in runs if any("Pool" in work.name for work in run.work))
    return run


@pytest.mark.parametrize(("name", "files"), RUNS.items())
def test_rows_and_morsels_of_each_worker_are_exact(project: Path, name: str, files: int) -> None:
    """Each task has 130 rows, in two morsels of a pool with batch_size=100."""
    rows, morsels = Counter[str](), Counter[str]()
    for work in embedding(project, name).work:
        if "Pool" in work.name:
            rows[work.process] += work.rows_in or 0
            morsels[work.process] += work.morsels
    assert sorted(rows.values()) == [130 * files // 2] * 2
    assert sorted(morsels.values()) == [files] * 2


def test_an_open_pipeline_is_judged_once_it_ran(project: Path) -> None:
    before = lint(project, "embed_job.py", "--ignore", "DFT308")
    assert "2 pieces of work: 2 open" in before.stdout
    done = lint(project, "facts", "from-log", "logs_many")
    assert done.returncode == 0, done.stderr
    after = lint(project, "embed_job.py", "--ignore", "DFT308")
    assert "2 pieces of work: 2 good" in after.stdout, after.stdout


def test_what_facts_predict_is_what_workers_did(project: Path) -> None:
    """The pipeline is predicted by the facts of one run: 520 rows for each of the two workers."""
    lint(project, "facts", "from-log", "logs_many")
    shown = lint(project, "pipelines", "embed_job.py", "--output-format", "json")
    works = [work for entry in json.loads(shown.stdout)["pipelines"] for work in entry["work"]]
    (pool,) = (work for work in works if work["call"]["udf"]["name"] == "Embed.run")
    assert pool["idle"]["high"] == 0
    pools = [work for work in embedding(project, "many").work if "Pool" in work.name]
    assert all(work.rows_in for work in pools)
    assert len({work.process for work in pools}) == 2


@nightly
def test_two_runs_make_a_range(project: Path) -> None:
    done = lint(project, "facts", "from-log", "logs_few", "logs_many")
    assert "embed (2 runs until " in done.stdout
    assert "800 to 1,600 rows, 4 to 8 partitions" in done.stdout
    assert "filter: keeps 65% of the rows" in done.stdout
