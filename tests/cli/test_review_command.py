"""`daft-lint review`: runs that were, beside what is predicted of them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

EVENT_LOG = Path(__file__).parents[1] / "event_log"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    shutil.copytree(EVENT_LOG / "project", tmp_path, dirs_exist_ok=True)
    shutil.copytree(EVENT_LOG / "logs", tmp_path / "logs")
    return tmp_path


@pytest.fixture
def starved(project: Path) -> Path:
    """The same code with 16 actors and a batch_size larger than a task, on larger workers."""
    job, settings = project / "embed_job.py", project / "pyproject.toml"
    text = job.read_text().replace("batch_size=100", "batch_size=1_000")
    job.write_text(text.replace("max_concurrency=4", "max_concurrency=16"))
    figures = settings.read_text().replace("cpus-per-worker = 4", "cpus-per-worker = 8")
    settings.write_text(figures + "cost-per-worker-hour = 900\n")
    return project


def test_runs_without_a_problem(project: Path, run, snapshot: SnapshotAssertion) -> None:
    done = run("review", "logs/ray")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == snapshot


def test_runs_with_a_problem_are_counted_once(starved: Path, run, snapshot) -> None:
    done = run("review", "logs")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == snapshot
    assert run("review", "logs", "--exit-zero").returncode == 0


def test_json_has_what_the_text_has(starved: Path, run) -> None:
    done = run("review", "logs/ray", "--output-format", "json")
    assert done.returncode == 1
    document = json.loads(done.stdout)
    (problem,) = document["problems"]
    assert problem["finding"]["code"] == "DFT102"
    assert problem["runs"] == 2
    # Of 7.5 s and 11 s on two workers, half and a quarter of the actors' time.
    hours = (0.5 * 7.5 + 0.25 * 11) * 2 / 3600
    assert problem["lost_worker_hours"] == pytest.approx(hours, rel=0.05)
    assert problem["cost"] == pytest.approx(900 * hours, rel=0.05)
    pool = document["runs"][0]["udfs"][1]
    assert pool["seen"]["rows_by_worker"] == [2_600, 2_600]
    assert pool["predicted"]["idle"]["low"] == 8


def test_a_worker_that_took_no_part_idled(project: Path, run) -> None:
    settings = project / "pyproject.toml"
    settings.write_text(settings.read_text().replace("workers = 2", "workers = 4", 1))
    done = run("review", "logs/ray/lively-wren-edf017.jsonl")
    assert "5,200 rows on 2 of 4 workers (2,600 each), busy 50% of 7.5 s" in done.stdout


def test_facts_in_the_project_do_not_judge_another_run(project: Path, run) -> None:
    """Each run is judged by its own rows, not by those of the runs before it."""
    alone = run("review", "logs/ray/plucky-willow-1d7b27.jsonl").stdout
    run("facts", "from-log", "logs/ray/lively-wren-edf017.jsonl")
    assert run("review", "logs/ray/plucky-willow-1d7b27.jsonl").stdout == alone


def test_runs_of_other_code_are_listed(project: Path, run) -> None:
    (project / "embed_job.py").write_text("import daft\n")
    done = run("review", "logs/ray")
    assert done.returncode == 2
    assert done.stdout == "0 runs reviewed, 0 with problems. 3 runs not used.\n"
    assert "solar-maple-602f45: not used: no pipeline in the code has these steps" in done.stderr
