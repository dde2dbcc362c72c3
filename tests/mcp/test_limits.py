"""What an agent, or a project that it looks into, can't do by `daft-lint mcp`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from agent import IDLE, Ask
from click.testing import CliRunner

from daft_lint.cli import main

_RULES = """\
from pathlib import Path

print("a rule of the project ran")
Path("ran").touch()
"""

_OPENING = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}
# What opens a session, and a call.
_MESSAGES = (
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": _OPENING},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {
        "jsonrpc": "2.0",
        "id": 2,
        "method": "tools/call",
        "params": {"name": "check", "arguments": {}},
    },
)


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A project whose settings name a module that leaves a trace, and prints."""
    (tmp_path / "idle.py").write_text(IDLE)
    (tmp_path / "own_rules.py").write_text(_RULES)
    (tmp_path / "pyproject.toml").write_text('[tool.daft-lint]\nextend-rules = ["own_rules"]\n')
    return tmp_path


@pytest.mark.parametrize(
    ("path", "reported"),
    [
        ("../outside.py", "../outside.py is outside of "),
        ("/etc/passwd", "/etc/passwd is outside of "),
        ("link.py", "link.py is outside of "),
        ("missing.py", "missing.py: no such file or folder below "),
        ("", "a path is empty"),
    ],
)
def test_a_path_has_to_lead_to_something_below_the_root(
    tmp_path: Path, ask: Ask, path: str, reported: str
) -> None:
    (tmp_path / "outside.py").write_text(IDLE)
    root = tmp_path / "root"
    root.mkdir()
    (root / "link.py").symlink_to(tmp_path / "outside.py")
    every = ask(
        ("check", {"paths": [path]}),
        ("pipelines", {"paths": [path]}),
        ("plan", {"paths": [path]}),
        ("fix", {"paths": [path]}),
        ("facts", {"paths": [path]}),
        ("facts", {"logs": [path]}),
        ("verify", {"paths": [path]}),
        root=root,
    )
    for said in every:
        assert said.is_error
        assert reported in said.text
        assert "\n" not in said.text


def test_links_in_a_folder_that_lead_out_are_passed_over(tmp_path: Path, ask: Ask) -> None:
    (tmp_path / "outside.py").write_text(IDLE)
    root = tmp_path / "root"
    root.mkdir()
    (root / "link.py").symlink_to(tmp_path / "outside.py")
    every = ask(
        ("check", {}), ("fix", {"unsafe": True}), ("pipelines", {}), ("plan", {}), root=root
    )
    assert [said.first for said in every] == [
        "No files to check.",
        "Nothing to fix.",
        "No pipelines found.",
        "Nothing to plan: see `daft-lint pipelines`.",
    ]


def test_a_broken_file_is_reported_and_the_others_are_checked(tmp_path: Path, ask: Ask) -> None:
    (tmp_path / "broken.py").write_text("import daft\ndf = daft.read_csv(\n")
    (tmp_path / "idle.py").write_text(IDLE)
    (tmp_path / "latin.py").write_bytes(b"import daft  # \xe9\n")
    checked, read = ask(("check", {}), ("pipelines", {}))
    assert "broken.py:2" in checked.text
    assert "DFT900" in checked.text
    assert "latin.py" in checked.text
    assert "DFT101" in checked.text
    assert "broken.py" in read.text


def test_rules_of_a_project_do_not_run(hostile: Path, ask: Ask) -> None:
    answers = ask(
        ("check", {}),
        ("explain", {"rule": "DFT101"}),
        ("pipelines", {}),
        ("plan", {}),
        ("facts", {}),
        ("fix", {"unsafe": True}),
    )
    assert not any(said.is_error for said in answers)
    assert "DFT101" in answers[0].text
    assert not (hostile / "ran").exists()


def test_rules_of_a_project_run_where_the_user_wants_it(hostile: Path, ask: Ask) -> None:
    (said,) = ask(("check", {}), trusted=True)
    assert (hostile / "ran").exists()
    assert "own_rules" in said.text or "DFT101" in said.text


def test_what_a_rule_prints_stays_off_the_wire(hostile: Path) -> None:
    """Standard output holds nothing but messages of the protocol."""
    process = subprocess.Popen(
        [sys.executable, "-m", "daft_lint", "mcp", "--extend-rules"],
        cwd=hostile,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for message in _MESSAGES:
        process.stdin.write(f"{json.dumps(message)}\n")
    process.stdin.flush()
    answered = [json.loads(process.stdout.readline()) for _ in range(2)]
    rest, errors = process.communicate(timeout=60)
    assert [answer["id"] for answer in answered] == [1, 2]
    assert rest == ""
    assert "a rule of the project ran" not in errors
    assert process.returncode == 0


def test_an_agent_that_goes_without_waiting_is_no_error(tmp_path: Path) -> None:
    """Its end of both pipes is gone before the answer is there."""
    for number in range(20):
        (tmp_path / f"job_{number}.py").write_text(IDLE)
    with subprocess.Popen(
        [sys.executable, "-m", "daft_lint", "mcp"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        for message in _MESSAGES:
            process.stdin.write(f"{json.dumps(message)}\n")
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.close()
        assert process.wait(timeout=60) == 0
        assert process.stderr.read() == ""


def test_arguments_out_of_range_are_refused(ask: Ask) -> None:
    few, unknown = ask(("check", {"workers": 0}), ("check", {"min_confidence": "sure"}))
    assert few.is_error
    assert unknown.is_error


def test_bad_settings_are_reported_in_one_line(tmp_path: Path, ask: Ask) -> None:
    (tmp_path / "idle.py").write_text(IDLE)
    (tmp_path / "pyproject.toml").write_text("[tool.daft-lint.cluster]\nworkers = -1\n")
    (said,) = ask(("check", {}))
    assert said.is_error
    assert "pyproject.toml" in said.text
    assert "\n" not in said.text


def test_facts_above_the_root_are_not_written(tmp_path: Path, ask: Ask) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.daft-lint]\n")
    root = tmp_path / "jobs"
    root.mkdir()
    (root / "idle.py").write_text(IDLE)
    (root / "logs").mkdir()
    (said,) = ask(("facts", {"logs": ["logs"]}), root=root)
    assert said.is_error
    assert "start it in the folder of the project" in said.text


def test_where_verify_is_not_installed_one_line_says_so(
    tmp_path: Path, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "idle.py").write_text(IDLE)
    hidden = tmp_path / "hidden" / "daft"
    hidden.mkdir(parents=True)
    (hidden / "__init__.py").write_text("raise ModuleNotFoundError(\"No module named 'daft'\")\n")
    monkeypatch.setenv("PYTHONPATH", str(hidden.parent))
    (said,) = ask(("verify", {"paths": ["idle.py"]}))
    assert said.is_error
    assert "pip install 'daft-lint[verify]'" in said.text
    assert "\n" not in said.text


@pytest.mark.parametrize("package", ["mcp.server.mcpserver", "pydantic"])
def test_where_a_package_is_missing_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    for name in [module for module in sys.modules if module.startswith("daft_lint.cli.mcp.server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    result = CliRunner().invoke(main, ["mcp"])
    assert result.exit_code == 2
    assert result.output == (
        "daft-lint: this needs version 2.3 or later of the package mcp: "
        f"{sys.executable} -m pip install 'daft-lint[mcp]'\n"
    )


def test_linting_never_imports_the_package(tmp_path: Path) -> None:
    (tmp_path / "idle.py").write_text(IDLE)
    program = (
        "import sys\nfrom daft_lint.cli import main\n"
        "try:\n    main(['check', 'idle.py'])\nexcept SystemExit:\n    pass\n"
        "print('mcp' in sys.modules, 'pydantic' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "False False"


def test_arguments_that_a_tool_does_not_have_are_refused(ask: Ask) -> None:
    (said,) = ask(("plan", {"concurrency": 4}))
    assert said.is_error
    assert "plan has no argument 'concurrency': it takes paths, workers" in said.text
