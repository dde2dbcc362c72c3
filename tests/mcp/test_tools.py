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
    assert "1 open" in said.first
    assert "add: # daft-lint: partitions=..." in said.text


def test_fixes_come_as_a_diff_and_nothing_is_written(tmp_path: Path, ask: Ask) -> None:
    file = tmp_path / "idle.py"
    file.write_text(IDLE)
    safe, unsafe = ask(("fix", {}), ("fix", {"unsafe": True}))
    assert safe.first == "Nothing to fix."
    assert "unsafe=true" in safe.text
    assert unsafe.first == "Would fix 1 finding."
    assert file.read_text() == IDLE
    diff = unsafe.text[unsafe.text.index("--- ") :]
    subprocess.run(["patch", "-p0", "-s"], cwd=tmp_path, input=diff, text=True, check=True)
    (after,) = ask(("check", {}))
    assert after.first.startswith("All clear")


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
    assert read.first == "1 pipeline."
    assert "rows: hint rows=1,000, line 12" in read.text
    assert plan.first == "1 pipeline with work."
    assert "partitions 1 →" in plan.text
    assert "a guess" in plan.text
    assert "a guess" not in timed.text
    assert wrong.is_error
    assert "row_seconds: " in wrong.text


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
    assert taken.first == "Wrote 2 pipelines to daft-lint-facts.toml."
    assert (tmp_path / "daft-lint-facts.toml").exists()
    assert "embed_job.py: embed (" in shown.text
    assert "how many partitions" not in judged.text


def test_changed_files_are_reported_first(tmp_path: Path, ask: Ask) -> None:
    for name in ("a.py", "z.py"):
        (tmp_path / name).write_text(IDLE)
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.com"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "both"]):
        subprocess.run([*git, *command], cwd=tmp_path, check=True)
    (clean,) = ask(("check", {}))
    assert clean.text.index("a.py:14") < clean.text.index("z.py:14")
    (tmp_path / "z.py").write_text(f"{IDLE}\n")
    (said,) = ask(("check", {}))
    assert "changed since the last commit, listed first: z.py" in said.text
    assert said.text.index("z.py:14") < said.text.index("a.py:14")


def test_what_is_left_out_is_said(tmp_path: Path, ask: Ask) -> None:
    for number in range(60):
        (tmp_path / f"job_{number:02}.py").write_text(IDLE)
    few, all_of_them = ask(("check", {"most": 20}), ("check", {"most": 1_000}))
    assert "60 problems" in few.first
    assert few.text.count(": DFT101 [") == 20
    assert "LEFT OUT: 40 more, in job_" in few.text
    assert len(few.text) < 17_000
    # An answer is bounded whatever is asked for.
    assert "LEFT OUT: " in all_of_them.text
    assert len(all_of_them.text) < 17_000
