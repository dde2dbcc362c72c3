"""Logs that Daft 0.7.26 wrote, on Ray and natively, and what happens to broken ones."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.event_log.records import Reading
from daft_lint.event_log.runs import Run, RunState, runs_in
from daft_lint.plan.cluster import RunnerKind

LOGS = Path(__file__).parent / "logs"
EMBED = LOGS / "ray" / "lively-wren-edf017.jsonl"


def run_in(*paths: Path) -> Run:
    (run,) = runs_in(paths, Reading())
    return run


def test_a_run_on_ray_is_put_together_from_driver_and_workers() -> None:
    run = run_in(EMBED)
    assert (run.daft, run.runner, run.state) == ("0.7.26", RunnerKind.RAY, RunState.FINISHED)
    assert run.entrypoint == "python embed_job.py docs8 vectors logs ray"
    assert len(run.workers) == 2
    rows = Counter[str]()
    for work in run.work:
        rows[work.name] += work.rows_out
    assert rows["Read Parquet"] == 8_000
    assert rows["Filter"] == rows["DistributedActorPoolProject"] == 5_200


def test_each_worker_tells_its_rows_and_morsels() -> None:
    """The pool got 2,600 rows on each worker: 4 tasks of 650 rows, in 7 morsels each."""
    pool = [work for work in run_in(EMBED).work if work.name == "DistributedActorPoolProject"]
    assert [(work.rows_in, work.morsels) for work in pool] == [(2_600, 28), (2_600, 28)]
    assert len({work.process for work in pool}) == 2


def test_a_native_run_tells_of_itself_while_it_runs() -> None:
    run = run_in(LOGS / "native" / "fast-oak-55e389.jsonl")
    assert run.runner is RunnerKind.NATIVE
    assert not run.workers
    (pool,) = (work for work in run.work if work.name == "UDF run")
    assert pool.rows_in == 520
    assert [sample.rows for sample in pool.samples] == sorted(
        sample.rows for sample in pool.samples
    )
    assert pool.samples[-1].rows == 520


def test_a_folder_means_every_log_below_it() -> None:
    assert len(runs_in([LOGS], Reading())) == 5


def test_a_run_without_its_end_is_unfinished(tmp_path: Path) -> None:
    lines = EMBED.read_text().splitlines(keepends=True)
    cut = tmp_path / "cut.jsonl"
    cut.write_text("".join(lines[:20]) + lines[20][:30])
    reading = Reading()
    (run,) = runs_in([cut], reading)
    assert run.state is RunState.UNFINISHED
    assert (reading.lines, reading.broken) == (21, 1)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "[1]",
        '{"event": "stats"}',
        '{"event": 5, "query_id": "a", "timestamp": 1}',
        '{"event": "stats", "query_id": "a", "timestamp": "x", "node_id": 1, "metrics": {}}',
        '{"event": "operator_ended", "query_id": "a", "timestamp": 1, "node_id": 1}',
        '{"event": "query_ended", "query_id": "a", "timestamp": 1, "duration_ms": 1e999}',
        "[" * 100_000,
        '{"event": "execution_started", "query_id": "a", "timestamp": 1, "physical_plan": "[[["}',
        "\ud800",
    ],
)
def test_a_line_of_nonsense_changes_nothing_else(tmp_path: Path, line: str) -> None:
    whole = run_in(EMBED)
    log = tmp_path / "log.jsonl"
    middle = EMBED.read_text().splitlines(keepends=True)
    middle.insert(len(middle) // 2, line + "\n")
    log.write_text("".join(middle), encoding="utf-8", errors="surrogatepass")
    (same,) = (run for run in runs_in([log], Reading()) if run.query == whole.query)
    assert same == whole


numbers = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)
values = st.recursive(
    numbers,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
records = st.fixed_dictionaries(
    {
        "event": st.sampled_from(
            ["query_started", "execution_started", "operator_started", "stats", "operator_ended",
             "query_ended", "optimization_ended"]
        ),
        "query_id": st.just("q"),
        "timestamp": numbers,
    },
    optional={
        "node_id": numbers,
        "name": values,
        "metrics": values,
        "plan": values,
        "physical_plan": values,
        "duration_ms": numbers,
        "state": values,
        "origin_node_id": numbers,
        "component": values,
    },
)  # fmt: skip


@given(st.lists(records, max_size=8))
def test_whatever_a_log_holds_it_is_read(tmp_path_factory: pytest.TempPathFactory, all_) -> None:
    log = tmp_path_factory.mktemp("logs") / "log.jsonl"
    log.write_text("\n".join(map(json.dumps, all_)))
    assert len(runs_in([log], Reading())) <= 1
