"""The verification of findings by a run of the user's own program on a cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic

from daft_lint.findings import Claim, Finding
from daft_lint.plan.unit import Unit
from daft_lint.programs.target import require_target
from daft_lint.records import dataclass
from daft_lint.verification.engine_process import EngineProcess
from daft_lint.verification.live_cluster import LiveCluster, live_cluster
from daft_lint.verification.live_judge import Judge
from daft_lint.verification.messages import RanProgram, RunProgram, Started
from daft_lint.verification.options import Options, Watch
from daft_lint.verification.replay_plans import unit_of, watchable
from daft_lint.verification.shape import ClusterSize
from daft_lint.verification.verdict import Environment, Verified

_ENGINE_SECONDS = 150.0
"""Seconds that the engine may take beside the program itself: to start a cluster, to read logs."""


@dataclass(frozen=True, slots=True)
class LiveOptions:
    """How to run a program.

    It runs `trials` times. Unless `allow_writes`, what it writes with Daft goes nowhere that lasts.
    `stdin`, `stdout` and `stderr` are the descriptors that the program reads and writes.
    """

    trials: int = 1
    allow_writes: bool = False
    stdin: int = 0
    stdout: int = 1
    stderr: int = 2


@dataclass(frozen=True, slots=True)
class LiveRun:
    """The outcome of running a program.

    `exit_code` is that of the first run that went wrong, else 0; None when its time was up. `notes`
    say in one line each what was kept from the program, or taken for granted.
    """

    verified: Verified
    exit_code: int | None
    notes: tuple[str, ...]


def run_program(
    findings: Sequence[Finding],
    target: str,
    arguments: Sequence[str],
    options: Options,
    live: LiveOptions,
    watch: Watch,
) -> LiveRun:
    """Run a program and judge the findings whose pipelines ran.

    It does not run when none of the findings is about actors on Ray.

    Args:
        findings: What to judge.
        target: A script, or `package.module:function`.
        arguments: What the program gets as `sys.argv[1:]`.
        options: Time limits, the loss that matters and the address of a cluster; not the trials.
        live: How to run it.
        watch: Gets the progress. Its drawing would get between the lines of the program.

    Raises:
        ProgramError: when there is no such script, or the size of the cluster isn't given.
        EngineError: when no cluster can be started or reached.
    """
    require_target(target)
    runs: tuple[RanProgram, ...] = ()
    environment = None
    about_actors = [
        finding
        for finding in watchable(findings)
        if finding.claim is Claim.LOSS and unit_of(finding) is Unit.ACTOR
    ]
    if about_actors:
        cluster = LiveCluster(None, ())
        if options.address is None:
            cluster = live_cluster(about_actors, options.limits)
        started = monotonic()
        runs = tuple(_runs(target, arguments, options, live, cluster.size, watch))
        environment = _environment(runs[0].started, options.address, monotonic() - started)
        notes = (*cluster.notes, *(note for run in runs for note in run.notes))
        notes = tuple(dict.fromkeys(notes))
    else:
        notes = (f"{target} was not run: no finding is about actors on Ray",)
    judge = Judge(runs, options, notes)
    verifications = tuple(judge.verification(finding) for finding in findings)
    for verification in verifications:
        watch.finished(verification)
    return LiveRun(Verified(verifications, environment), _exit_code(runs), notes)


def _environment(facts: Started, address: str | None, seconds: float) -> Environment:
    return Environment(facts.daft, facts.ray, facts.python, address, seconds)


def _exit_code(runs: Sequence[RanProgram]) -> int | None:
    return next((run.exit_code for run in runs if run.exit_code != 0), 0)


def _runs(
    target: str,
    arguments: Sequence[str],
    options: Options,
    live: LiveOptions,
    size: ClusterSize | None,
    watch: Watch,
) -> Iterator[RanProgram]:
    """Run the program as often as wanted, while it succeeds and there is time."""
    started = monotonic()
    with _handed(live) as streams, EngineProcess(handed=streams) as engine:
        for number in range(1, live.trials + 1):
            seconds = options.timeout
            if options.budget is not None:
                seconds = min(seconds, options.budget - (monotonic() - started))
            if number > 1 and seconds <= 0:
                return
            if number == 1 and size is not None:
                watch.cluster(size.workers)
            watch.run(target, number, live.trials, seconds)
            request = RunProgram(
                target,
                tuple(arguments),
                size,
                options.address,
                live.allow_writes,
                seconds,
                streams,
            )
            ran = engine.ask(request, seconds + _ENGINE_SECONDS)
            assert isinstance(ran, RanProgram)
            yield ran
            if ran.exit_code != 0:
                return


@contextmanager
def _handed(live: LiveOptions) -> Iterator[tuple[int, int, int]]:
    """The program's streams under numbers that the engine doesn't use for its own."""
    streams = (os.dup(live.stdin), os.dup(live.stdout), os.dup(live.stderr))
    try:
        yield streams
    finally:
        for stream in streams:
            os.close(stream)
