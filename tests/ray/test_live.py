"""The user's own program runs as Python would run it, and its actors give the verdicts."""

from __future__ import annotations

import math
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from process_ends import await_end
from sampling import nightly

from daft_lint.documents.document import read_document
from daft_lint.findings import Finding
from daft_lint.linting import lint
from daft_lint.settings import default_settings
from daft_lint.verification.engine_process import EngineProcess
from daft_lint.verification.live import LiveOptions, run_program
from daft_lint.verification.live_judge import Judge
from daft_lint.verification.messages import RanProgram, RunProgram
from daft_lint.verification.options import Options
from daft_lint.verification.replay_plans import watchable
from daft_lint.verification.shape import ClusterSize
from daft_lint.verification.verdict import Verdict, Verification

PROGRAMS = Path(__file__).parent / "live_programs"
CLUSTER = ClusterSize(workers=2, cpus_per_worker=8)


@dataclass
class Ran:
    """What a person sees of a run, and what the engine tells of it."""

    output: str
    errors: str
    program: RanProgram

    def verdicts(self, *findings: Finding) -> list[Verification]:
        judge = Judge([self.program], Options(timeout=9), ())
        return [judge.verification(finding) for finding in findings]


class Runs:
    """Programs that run one after another on one cluster, from the folder they are in."""

    def __init__(
        self, engine: EngineProcess, streams: tuple[int, int, int], address: str | None = None
    ) -> None:
        self._engine = engine
        self._streams = streams
        self._address = address

    def __call__(
        self,
        target: str,
        *arguments: object,
        allow_writes: bool = False,
        seconds: float = math.inf,
    ) -> Ran:
        for stream in self._streams:
            os.truncate(stream, 0)
        program = self._engine.ask(
            RunProgram(
                target,
                tuple(str(argument) for argument in arguments),
                CLUSTER if self._address is None else None,
                self._address,
                allow_writes,
                seconds,
                self._streams,
            ),
            timeout=200,
        )
        assert isinstance(program, RanProgram)
        _, output, errors = (
            Path(f"/proc/self/fd/{stream}").read_text() for stream in self._streams
        )
        return Ran(output, errors, program)

    @contextmanager
    def elsewhere(self, address: str) -> Iterator[Runs]:
        """The same by another engine, on the cluster at an address."""
        with EngineProcess(handed=self._streams) as engine:
            yield Runs(engine, self._streams, address)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runs]:
    folder = tmp_path_factory.mktemp("streams")
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT
    streams = tuple(os.open(folder / name, flags) for name in ("in", "out", "err"))
    before = Path.cwd()
    os.chdir(PROGRAMS)
    try:
        with EngineProcess(handed=streams) as engine:
            yield Runs(engine, (streams[0], streams[1], streams[2]))
    finally:
        os.chdir(before)
        for stream in streams:
            os.close(stream)


def findings(program: str) -> tuple[Finding, ...]:
    return watchable(lint(read_document(Path(program), program), default_settings()).findings)


def test_a_program_runs_as_itself_and_its_finding_is_confirmed(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(PROGRAMS)
    (tmp_path / "in").write_text("from outside")
    with (tmp_path / "in").open() as given, (tmp_path / "out").open("w") as output:
        live = LiveOptions(stdin=given.fileno(), stdout=output.fileno())
        arguments = ("--one", "two")
        found = findings("flagged.py")
        ran = run_program(found, "flagged.py", arguments, Options(), live, Unwatched())
    assert ran.exit_code == 3
    assert (tmp_path / "out").read_text() == "['--one', 'two'] __main__ 640 from outside\n"
    (verification,) = ran.verified.verifications
    assert verification.verdict is Verdict.CONFIRMED, verification.reason
    assert verification.live
    assert verification.before is not None
    assert verification.before.idle == 2
    assert ran.notes == ("CPUs per worker aren't set: using 8, enough for every actor",)


class Unwatched:
    def cluster(self, workers: int) -> None: ...

    def run(self, label: str, trial: int, trials: int, expected_seconds: float) -> None: ...

    def finished(self, verification: Verification) -> None: ...


def test_a_program_that_starts_ray_itself_reaches_no_other_cluster(run: Runs) -> None:
    ran = run("own_ray.py")
    lines = ran.output.splitlines()
    assert ran.program.exit_code == 0, ran.errors
    assert "not on production.example:10001" in lines[0]
    assert "it may not submit a job" in lines[1]
    assert lines[2] == "yes!"
    (verification,) = ran.verdicts(*findings("own_ray.py"))
    assert verification.verdict is Verdict.CONFIRMED, verification.reason
    address, cpus = ran.program.notes
    assert "instead of ray://production.example:10001" in address
    assert cpus == "ignored in ray.init, because the cluster is already running: num_cpus=64"


@nightly
def test_a_function_of_a_package_runs_and_may_use_threads(run: Runs) -> None:
    ran = run("live_package.jobs:Nightly.run", "tonight")
    assert ran.program.exit_code == 1
    assert ran.errors.endswith("done with ['tonight']\n")
    (address,) = ran.program.notes
    assert "instead of production.example:6379" in address
    (verification,) = ran.verdicts(*findings("live_package/jobs.py"))
    assert verification.verdict is Verdict.CONFIRMED, verification.reason


@nightly
def test_an_error_is_shown_as_python_shows_it(run: Runs) -> None:
    ran = run("raises.py")
    assert ran.program.exit_code == 1
    top = [
        "Traceback (most recent call last):",
        f'  File "{PROGRAMS}/raises.py", line 15, in <module>',
    ]
    assert "\n".join(top) in ran.errors
    assert "ValueError: no such model" in ran.errors
    assert "queries.py" not in ran.errors
    (verification,) = ran.verdicts(*findings("raises.py"))
    assert verification.verdict is Verdict.INCONCLUSIVE
    assert verification.reason.startswith("the query on line 15 failed: ")
    assert "no such model" in verification.reason


@nightly
def test_what_ended_before_the_program_died_is_judged(run: Runs, tmp_path: Path) -> None:
    ran = run("dies.py", tmp_path / "mark")
    assert ran.program.exit_code == 128 + signal.SIGKILL, ran.errors
    first, second = ran.verdicts(*findings("dies.py"))
    assert first.verdict is Verdict.CONFIRMED, first.reason
    assert second.verdict is Verdict.INCONCLUSIVE
    assert second.reason == "the query on line 39 didn't finish"


def test_a_program_is_stopped_when_its_time_is_up(run: Runs) -> None:
    ran = run("sleeps.py", seconds=1)
    assert ran.program.exit_code is None
    (verification,) = ran.verdicts(*findings("flagged.py"))
    assert verification.verdict is Verdict.INCONCLUSIVE
    assert verification.reason.endswith("was not reached within 9 seconds")


@nightly
def test_an_actor_that_dies_on_the_way_makes_the_verdict_inconclusive(
    run: Runs, tmp_path: Path
) -> None:
    ran = run("killed.py", tmp_path / "mark")
    assert "640\n" in ran.output
    (verification,) = ran.verdicts(*findings("killed.py"))
    assert verification.verdict is Verdict.INCONCLUSIVE
    assert verification.reason == "an actor died and was restarted"


def test_nothing_is_written_where_the_program_wants_it(run: Runs, tmp_path: Path) -> None:
    ran = run("writes.py", tmp_path)
    assert ran.output.splitlines() == ["3", "3", "0"], ran.errors
    assert list(tmp_path.iterdir()) == []
    assert ran.program.notes == (
        f"what the program wrote to {tmp_path}/out went to a temporary folder",
        "`write_sink` wrote nothing: its rows were computed and discarded",
    )


@nightly
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets orphans be adopted")
def test_a_daemon_ends_with_its_program(run: Runs, tmp_path: Path) -> None:
    ran = run("leaves_daemon.py", tmp_path / "pid")
    assert ran.program.exit_code == 0, ran.errors
    assert await_end(int((tmp_path / "pid").read_text()), 5)


@nightly
def test_writing_can_be_allowed(run: Runs, tmp_path: Path) -> None:
    ran = run("writes.py", tmp_path, allow_writes=True)
    assert ran.output.splitlines() == ["3", "3", "1"], ran.errors
    assert {path.name for path in tmp_path.iterdir()} == {"out", "sink"}
    assert ran.program.notes == ()


def test_on_the_native_runner_there_is_nothing_to_watch(run: Runs) -> None:
    ran = run("native.py", "native")
    assert ran.program.exit_code == 7
    (verification,) = ran.verdicts(*findings("native.py"))
    assert verification.verdict is Verdict.INCONCLUSIVE
    assert verification.reason == "it ran on the native runner, which has no actors to watch"


def test_a_pipeline_that_did_not_run_has_no_verdict(run: Runs) -> None:
    ran = run("native.py", "native")
    (verification,) = ran.verdicts(*findings("flagged.py"))
    assert verification.reason == (
        "its pipeline didn't run: `collect` on line 20 was not reached before exit code 7"
    )


@nightly
def test_a_program_may_run_on_a_cluster_that_is_there(run: Runs, tmp_path: Path) -> None:
    address = run("live_package.jobs:where").errors.strip()
    with run.elsewhere(address) as run_there:
        ran = run_there("own_ray.py")
        assert ran.output.splitlines()[-1] == "yes!", ran.errors
        (verification,) = ran.verdicts(*findings("own_ray.py"))
        assert verification.verdict is Verdict.CONFIRMED, verification.reason
        # Its workers may not see this machine's files.
        assert "`write_parquet` wrote nothing" in run_there("writes.py", tmp_path).program.notes[0]
    assert list(tmp_path.iterdir()) == []
    assert run("live_package.jobs:where").errors.strip() == address
