"""Several processes find what one finds, in the same order, and none outlives the run."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from daft_lint.cli import main, worker_pool
from daft_lint.cli.options import SettingsFinder
from daft_lint.cli.worker_pool import Answer, LostWorkerError, WorkerPool
from daft_lint.cli.worker_process import Order, Reply
from daft_lint.programs import child

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
import os
import sys

from daft_lint.rule import Problem, rule


@rule("ACME001", "crash")
def crash(case):
    path = case.pipeline.plan.source.span.path
    print("printed by a rule")
    os.write(1, b"written by a rule")
    if "killed" in path:
        os.kill(os.getpid(), 9)
    if "ended" in path:
        os._exit(3)
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


def order(*rules: str) -> Order:
    return Order(SettingsFinder.of_rules(rules, (), isolated=True))


def answers_for(
    files: list[Path], order: Order, monkeypatch: pytest.MonkeyPatch
) -> dict[str, Answer]:
    """What another process tells of files of one chunk, while this one is at the chunk before."""
    done, drive = threading.Event(), WorkerPool._drive

    def driven(*arguments: Any) -> None:
        drive(*arguments)
        done.set()

    monkeypatch.setattr(WorkerPool, "_drive", driven)
    sought = [Path("missing.py"), *files]
    sizes = [1_000_000, *(1 for _ in files)]
    with WorkerPool(order, 2) as force:
        reported = dict(
            force.answers(sought, sizes, lambda _: done.wait(60) or pytest.fail("lost"))
        )
    return {sought[number].name: answer for number, answer in reported.items()}


def test_others_start_while_files_are_still_looked_at_if_they_are_worth_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker_pool, "usable_cpus", lambda: 3)
    with WorkerPool(order(), None) as force:
        for _ in range(4):
            force.expect(200_000)
        assert force.started == 0
        for _ in range(100):
            force.expect(200_000)
        assert force.started == 2


def test_the_largest_files_come_first_and_others_in_their_order() -> None:
    sizes = [10, 70_000, 20, 90_000, 15]
    done: list[int] = []
    with WorkerPool(order(), 1) as force:
        assert list(force.answers([Path(str(size)) for size in sizes], sizes, done.append)) == []
    assert done == [3, 1, 0, 2, 4]


def test_more_processes_change_nothing_that_is_reported(jobs: list[Path]) -> None:
    (jobs[3]).write_text("import daft\n(")
    (jobs[5]).write_bytes(b"import daft\n\xff")
    outputs = []
    for count in (1, 3):
        result = CliRunner().invoke(main, ["check", "--output-format=json", f"-j{count}"])
        assert result.exit_code == 2
        outputs.append(result.stdout)
    assert "DFT900" in outputs[0]
    assert outputs[0].count('"DFT101"') == 10
    assert "job_05.py" in outputs[0]
    assert len(set(outputs)) == 1


def test_a_process_that_ends_costs_the_file_it_was_at(
    jobs: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "acme.py").write_text(RULE)
    names = ("killed.py", "ended.py", "failed.py")
    files = [jobs[0], *(tmp_path / name for name in names), jobs[1]]
    for file in files:
        file.write_text(JOB.format(actors=4))
    reported = answers_for(files, order("acme"), monkeypatch)
    lost = {
        name: str(answer)
        for name, answer in reported.items()
        if isinstance(answer, LostWorkerError)
    }
    assert lost == {
        "killed.py": "the process that checked it was killed by SIGKILL",
        "ended.py": "the process that checked it ended with exit code 3",
    }
    # A rule that fails is told of by the process that can show how.
    results = {
        name: answer.fresh.result for name, answer in reported.items() if isinstance(answer, Reply)
    }
    assert results.pop("failed.py") is None
    assert sorted(results) == ["job_00.py", "job_01.py"]
    assert None not in results.values()


def test_where_no_process_can_start_this_one_does_it(
    jobs: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = CliRunner().invoke(main, ["check", "--output-format=json", "-j1"]).stdout
    for command in (["/no/such/program"], [sys.executable, "-c", "raise SystemExit(1)"]):
        monkeypatch.setattr(child, "interpreter", lambda command=command: command)
        result = CliRunner().invoke(main, ["check", "--output-format=json", "-j3"])
        assert (result.stdout, result.exit_code) == (plain, 1)


def test_little_work_starts_no_process(jobs: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*arguments: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(worker_pool, "_PATIENCE", 60)
    monkeypatch.setattr(child, "Child", never)
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
    assert len(others) == 1
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
