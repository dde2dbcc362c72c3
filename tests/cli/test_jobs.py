"""Several processes find what one finds, in the same order, and none outlives the run."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from daft_lint.cli import main, worker_pool

JOB = """\
import daft
daft.set_runner_ray()

@daft.cls(max_concurrency={actors})
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, text): ...


df = daft.from_glob_path("s3://bucket/*.txt")
df.with_column("embedding", Embed()(df["path"])).write_parquet("s3://bucket/embeddings")
"""
RULE = """\
import multiprocessing
import os
import sys

from daft_lint.rule import Problem, rule


@rule("ACME001", "crash")
def crash(case):
    path = case.pipeline.plan.source.span.path
    print("printed by a rule")
    os.write(1, b"written by a rule")
    if "killed" in path and multiprocessing.parent_process():
        os.kill(os.getpid(), 9)
    if "failed" in path:
        raise RuntimeError("as rules do")
    return ()
"""


@pytest.fixture
def jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    monkeypatch.chdir(tmp_path)
    files = [tmp_path / f"job_{number:02}.py" for number in range(12)]
    for number, file in enumerate(files):
        file.write_text(JOB.format(actors=number + 2))
    return files


def run_with_rule(folder: Path, processes: int) -> subprocess.CompletedProcess[str]:
    """A run by so many processes that asks the folder's own rule."""
    command = [sys.executable, "-m", "daft_lint", "check", f"-j{processes}", "--no-cache"]
    return subprocess.run(
        [*command, "--extend-rules=acme", "--output-format=concise"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def checked(processes: int, *options: str) -> tuple[int, str]:
    """How a run by so many processes ends, and what it prints."""
    command = ["check", "--output-format=json", f"-j{processes}", *options]
    result = CliRunner().invoke(main, command)
    return result.exit_code, result.stdout


def test_more_processes_change_nothing_that_is_reported(jobs: list[Path]) -> None:
    (jobs[3]).write_text("import daft\n(")
    (jobs[5]).write_bytes(b"import daft\n\xff")
    code, output = checked(1)
    assert code == 2
    assert "DFT900" in output
    assert output.count('"DFT101"') == 10
    assert "job_05.py" in output
    assert checked(3) == (code, output)


def test_what_a_process_that_dies_leaves_is_checked_by_this_one(
    jobs: list[Path], tmp_path: Path
) -> None:
    (tmp_path / "acme.py").write_text(RULE)
    for name in ("killed.py", "failed.py"):
        (tmp_path / name).write_text(JOB.format(actors=4))
    alone, together = (run_with_rule(tmp_path, count) for count in (1, 3))
    assert together.returncode == alone.returncode == 2
    assert together.stdout.count(" DFT101 ") == alone.stdout.count(" DFT101 ") == len(jobs) + 2
    # Workers print nothing: it would get between the findings.
    assert together.stdout.count("by a rule") < alone.stdout.count("by a rule")
    assert set(together.stderr.splitlines()) == set(alone.stderr.splitlines())
    assert "as rules do" in alone.stdout


def test_where_nothing_can_be_forked_this_process_does_it(
    jobs: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = checked(1)
    monkeypatch.delattr(os, "fork")
    assert checked(3) == plain


def test_little_work_starts_no_process(jobs: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*arguments: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(worker_pool, "_PATIENCE", 60)
    monkeypatch.setattr(worker_pool, "replies", never)
    assert CliRunner().invoke(main, ["check"]).exit_code == 1
    assert CliRunner().invoke(main, ["check", "-j1"]).exit_code == 1


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_no_process_outlives_the_run(tmp_path: Path, how: signal.Signals) -> None:
    slow = RULE.replace("    return ()", "    open(f'{os.getpid()}.pid', 'w')\n    time.sleep(1)")
    (tmp_path / "acme.py").write_text(f"import time\n{slow}    return ()\n")
    for number in range(40):
        (tmp_path / f"job_{number}.py").write_text(JOB.format(actors=4))
    command = [sys.executable, "-m", "daft_lint", "check", "-j2", "--extend-rules=acme"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        until(lambda: len(list(tmp_path.glob("*.pid"))) == 2)
        process.send_signal(how)
        _, errors = process.communicate()
    if how is signal.SIGINT:
        assert process.returncode == 130
        assert errors.endswith("daft-lint: interrupted\n")
        assert "Traceback" not in errors
    others = [int(file.stem) for file in tmp_path.glob("*.pid") if file.stem != str(process.pid)]
    assert len(others) == 2
    until(lambda: not any(map(is_there, others)))


def until(happened: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return sys.platform == "darwin"
