"""Each tool of `daft-lint mcp`, called by the client of the package mcp."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from agent import IDLE, OPEN, Ask
from mcp_types import Tool
from syrupy.assertion import SnapshotAssertion

EVENT_LOG = Path(__file__).parents[1] / "event_log"


def test_an_agent_hears_of_each_tool(tools: list[Tool], snapshot: SnapshotAssertion) -> None:
    assert {tool.name: tool.description for tool in tools} == snapshot
    writing = [
        tool.name for tool in tools if not (tool.annotations and tool.annotations.read_only_hint)
    ]
    assert writing == ["facts"]


def test_check_tells_findings_and_what_is_open(
    tmp_path: Path, ask: Ask, snapshot: SnapshotAssertion
) -> None:
    (tmp_path / "idle.py").write_text(IDLE)
    (tmp_path / "open.py").write_text(OPEN)
    (said,) = ask(("check", {}))
    assert not said.is_error
    assert said.text == snapshot


def test_open_work_is_never_all_clear(tmp_path: Path, ask: Ask) -> None:
    (tmp_path / "open.py").write_text(OPEN)
    (said,) = ask(("check", {"paths": ["open.py"]}))
    assert "All clear" not in said.text
    assert "1 open" in said.text.splitlines()[-1]
    assert "add: # daft-lint: partitions=..." in said.text


def test_fixes_come_as_a_diff_and_nothing_is_written(tmp_path: Path, ask: Ask) -> None:
    file = tmp_path / "idle.py"
    file.write_text(IDLE)
    safe, unsafe = ask(("fix", {}), ("fix", {"unsafe": True}))
    assert safe.first == "Nothing to fix safely, 1 fixable with --unsafe-fixes."
    assert unsafe.first == "Would fix 1 finding."
    assert file.read_text() == IDLE
    diff = unsafe.text[unsafe.text.index("--- ") :]
    subprocess.run(["patch", "-p0", "-s"], cwd=tmp_path, input=diff, text=True, check=True)
    (after,) = ask(("check", {}))
    assert after.text.splitlines()[-1].startswith("All clear")


def test_the_numbers_of_a_call_win_over_settings(tmp_path: Path, ask: Ask) -> None:
    code = IDLE.replace("# daft-lint: workers=2, cpus-per-worker=8\n", "")
    (tmp_path / "idle.py").write_text(code)
    settings = '[tool.daft-lint]\nrunner = "ray"\ncluster.workers = 4\n'
    (tmp_path / "pyproject.toml").write_text(settings)
    four, two = ask(("check", {}), ("check", {"workers": 2}))
    assert "only 1 task for 4 workers" in four.text
    assert "only 1 task for 2 workers" in two.text


def test_a_rule_is_explained(ask: Ask) -> None:
    known, unknown = ask(("explain", {"rule": "missing-repartition"}), ("explain", {"rule": "X1"}))
    assert known.first == "# DFT101 missing-repartition"
    assert unknown.is_error
    assert "there is no rule `X1`" in unknown.text


def test_pipelines_and_plans_are_reported(tmp_path: Path, ask: Ask) -> None:
    (tmp_path / "idle.py").write_text(IDLE)
    read, plan, timed, wrong = ask(
        ("pipelines", {}),
        ("plan", {}),
        ("plan", {"row_seconds": "Embed=1s"}),
        ("plan", {"row_seconds": "soon"}),
    )
    assert "1 pipeline in 1 file." in read.text
    assert "rows: hint rows=1,000, line 12" in read.text
    assert "partitions 1 →" in plan.text
    assert "a guess" in plan.text
    assert "a guess" not in timed.text
    assert wrong.is_error
    assert "--row-seconds" in wrong.text


def test_facts_of_logs_are_taken_and_shown(tmp_path: Path, ask: Ask) -> None:
    shutil.copytree(EVENT_LOG / "project", tmp_path, dirs_exist_ok=True)
    shutil.copytree(EVENT_LOG / "logs" / "ray", tmp_path / "logs")
    none, taken, shown, judged = ask(
        ("facts", {"paths": ["embed_job.py"]}),
        ("facts", {"paths": ["embed_job.py"], "logs": ["logs"]}),
        ("facts", {"paths": ["embed_job.py"]}),
        ("check", {"paths": ["embed_job.py"]}),
    )
    assert none.first == "no facts: there is no daft-lint-facts.toml"
    assert "embed: no facts" in none.text
    assert "wrote 2 pipelines to daft-lint-facts.toml" in taken.text
    assert (tmp_path / "daft-lint-facts.toml").exists()
    assert "embed_job.py: embed (" in shown.text
    assert "how many partitions" not in judged.text


def test_a_long_answer_keeps_its_end_and_says_what_is_missing(tmp_path: Path, ask: Ask) -> None:
    for number in range(30):
        (tmp_path / f"job_{number:02}.py").write_text(IDLE)
    whole, brief = ask(("check", {}), ("check", {"brief": True}))
    assert "[CUT: " in whole.text
    assert len(whole.text) < 17_000
    assert "\n30 problems" in whole.text
    assert "[CUT: " not in brief.text
    assert "30 problems" in brief.text
