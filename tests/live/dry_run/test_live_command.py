"""`daft-lint live`, as a person or a machine sees it."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from process_ends import await_end

from daft_lint.cli import main

_IDLES = """
import sys
import daft
from daft import col

@daft.udf(return_dtype=daft.DataType.int64(), concurrency=8, batch_size=1000)
class Embed:
    def __init__(self, model="small"): pass
    def __call__(self, numbers): raise RuntimeError

daft.set_runner_ray()
df = daft.from_pydict({"a": list(range(1000))})
df = df.with_column("b", Embed(col("a")))
df.write_parquet("written")
print("mine", sys.argv[1:])
"""


def _live(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "daft_lint", "live", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def _program(folder: Path, source: str) -> None:
    (folder / "pyproject.toml").write_text("[tool.daft-lint.cluster]\nworkers = 2\n")
    (folder / "program.py").write_text(textwrap.dedent(source))


def test_it_reports_what_code_analysis_and_plans_say(tmp_path: Path) -> None:
    _program(tmp_path, _IDLES)
    done = _live(tmp_path, "-v", "program.py", "--", "--help", "-q")
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("mine ['--help', '-q']\n")
    assert "DFT1" in done.stdout
    assert not (tmp_path / "written").exists()
    assert f"nothing was written to {tmp_path / 'written'}" in done.stderr
    assert "program.py:14: write_parquet: did not run" in done.stderr


def test_a_machine_reads_findings_alone(tmp_path: Path) -> None:
    _program(tmp_path, _IDLES)
    done = _live(tmp_path, "program.py", "--output-format", "json", "--exit-zero")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)
    assert "mine []" in done.stderr


def test_a_program_that_fails_is_trouble(tmp_path: Path) -> None:
    _program(tmp_path, "import daft\nraise SystemExit(7)")
    done = _live(tmp_path, "program.py")
    assert done.returncode == 2
    assert "daft-lint: the program ended with exit code 7" in done.stderr


def test_a_program_that_takes_too_long_is_trouble(tmp_path: Path) -> None:
    _program(tmp_path, "import time\ntime.sleep(1000)")
    done = _live(tmp_path, "program.py", "--timeout", "1")
    assert done.returncode == 2
    assert "daft-lint: the program was stopped after 1 s" in done.stderr


def test_ctrl_c_ends_the_program_and_its_family(tmp_path: Path) -> None:
    _program(
        tmp_path,
        """
        import os, subprocess, sys, time
        from pathlib import Path

        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
        try:
            Path("part").write_text(f"{os.getpid()} {child.pid}")
            Path("part").rename("pids")
            time.sleep(1000)
        except KeyboardInterrupt:
            Path("interrupted").touch()
            raise
        """,
    )
    live = subprocess.Popen(
        [sys.executable, "-m", "daft_lint", "live", "program.py"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    )
    pids = _awaited(tmp_path / "pids").read_text().split()
    live.send_signal(signal.SIGINT)
    _, errors = live.communicate(timeout=60)
    assert live.returncode == 130, errors
    assert (tmp_path / "interrupted").exists()
    assert all(await_end(int(pid), 5) for pid in pids)
    assert "daft-lint: interrupted" in errors


def test_a_killed_run_leaves_no_process(tmp_path: Path) -> None:
    _program(
        tmp_path,
        """
        import os, subprocess, sys, time
        from pathlib import Path

        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
        Path("part").write_text(f"{os.getpid()} {child.pid}")
        Path("part").rename("pids")
        time.sleep(1000)
        """,
    )
    live = subprocess.Popen([sys.executable, "-m", "daft_lint", "live", "program.py"], cwd=tmp_path)
    pids = _awaited(tmp_path / "pids").read_text().split()
    live.kill()
    live.wait()

    assert all(await_end(int(pid), 10) for pid in pids)


_DAEMON = """
import os, sys, time
from pathlib import Path

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        Path("part").write_text(str(os.getpid()))
        Path("part").rename("pids")
        time.sleep(1000)
    os._exit(0)
os.wait()
while not Path("pids").exists():
    time.sleep(0.01)
time.sleep(float(sys.argv[1]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets orphans be adopted")
@pytest.mark.parametrize(
    ("options", "sent"),
    [
        (["--", "0"], None),
        (["--timeout", "3", "--", "1000"], None),
        (["--", "1000"], signal.SIGINT),
        (["--", "1000"], signal.SIGKILL),
    ],
    ids=["ended", "too long", "interrupted", "killed"],
)
def test_a_daemon_ends_with_its_program(
    tmp_path: Path, options: list[str], sent: signal.Signals | None
) -> None:
    _program(tmp_path, _DAEMON)
    command = [sys.executable, "-m", "daft_lint", "live", "program.py", *options]
    live = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL)
    (pid,) = _awaited(tmp_path / "pids").read_text().split()
    if sent is not None:
        live.send_signal(sent)
    live.wait(60)
    assert await_end(int(pid), 5)


def _awaited(file: Path) -> Path:
    for _ in range(600):
        if file.exists():
            return file
        time.sleep(0.1)
    raise AssertionError(f"there is no {file}")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nowhere.py",), "there is no script nowhere.py"),
        (("book.ipynb",), "live can't run notebooks"),
        (("program.py", "--output-file", "none/such"), "can't write none/such"),
        ((), "Missing argument 'TARGET [-- ARGS]'"),
    ],
)
def test_what_is_wrong_is_reported_in_one_line(
    arguments: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("program.py").touch()
    done = CliRunner().invoke(main, ["live", *arguments])
    assert done.exit_code == 2
    assert done.output.startswith(f"daft-lint: {message}")
    assert done.output.count("\n") == 1


def test_daft_has_to_be_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("program.py").touch()
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "daft" else found(name)
    )
    done = CliRunner().invoke(main, ["live", "program.py"])
    assert done.exit_code == 2
    assert done.output.startswith("daft-lint: live needs Daft in daft-lint's environment: ")
    assert os.linesep not in done.output.strip()


def test_what_only_a_plan_shows_is_silenced_by_a_comment(tmp_path: Path) -> None:
    """How many actors there are is said when the program runs."""
    source = _IDLES.replace("concurrency=8", "concurrency=int(sys.argv[1])")
    step = 'df = df.with_column("b", Embed(col("a")))'
    source = source.replace(step, f"{step}  # daft-lint: ignore[DFT101, DFT102] so be it")
    _program(tmp_path, source)
    done = _live(tmp_path, "program.py", "--output-format", "json", "--", "8")
    found = [entry["code"] for entry in json.loads(done.stdout)["findings"]]
    assert "DFT101" not in found, done.stdout
    assert done.returncode in (0, 1), done.stderr


def test_what_makes_it_fail_can_be_chosen(tmp_path: Path) -> None:
    _program(tmp_path, _IDLES)
    assert _live(tmp_path, "--fail-on", "error", "program.py").returncode == 0
