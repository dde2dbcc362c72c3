"""A run of the user's program on a cluster, and the logs of its actors."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import version
from multiprocessing.connection import Connection
from tempfile import mkdtemp

from daft_lint.programs.child import Child
from daft_lint.records import dataclass, field
from daft_lint.verification.engine.cluster import LocalCluster, nodes
from daft_lint.verification.engine.log_cleanup import delete_logs
from daft_lint.verification.engine.program_messages import Began, Ended, Message, Task
from daft_lint.verification.engine.recorder import PoolStart, collect, collect_starts
from daft_lint.verification.messages import (
    ActorLog,
    PoolLog,
    QueryLog,
    RanProgram,
    RunProgram,
    Started,
)

_GRACE = 5.0
"""Seconds that an interrupted program gets to end, and that the end of its family may take."""

_CLOCKS_DIFFER = 1.0
"""By how many seconds the clocks of machines may differ."""

_PREPARED = (
    "DO_NOT_TRACK",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER",
    "RAY_TMPDIR",
    "RAY_USAGE_STATS_ENABLED",
)
"""The variables that the engine has set, or unset, for itself and for the program."""

_PROGRAM = "daft_lint.verification.engine.program"


class UnwantedError(Exception):
    """The end of the program isn't waited for any more."""


def show_logs(cluster: LocalCluster) -> None:
    """Let programs see what their workers print, unless they don't want to."""
    head = cluster._cluster.head_node
    assert head is not None
    head.start_log_monitor()


def run_program(
    request: RunProgram, address: str, environment: Mapping[str, str], parent: Connection
) -> RanProgram:
    """Run a program to its end on the cluster at an address.

    Args:
        request: What to run.
        address: The cluster.
        environment: The user's own environment.
        parent: When it closes, the result isn't wanted.

    Raises:
        UnwantedError: the parent is gone; the program was interrupted.
    """
    local = request.cluster is not None
    task = Task(
        request.target,
        request.arguments,
        address,
        not local,
        request.allow_writes,
        mkdtemp(dir=os.environ["RAY_TMPDIR"]) if local else None,
    )
    log = _ProgramLog()
    theirs = _environment(environment, address, local=local)
    try:
        # In this one's session, so that it ends with it where there is no keeper.
        program = Child(
            _PROGRAM, environment=theirs, streams=request.streams, kept=True, own_session=False
        )
        try:
            program.send(task)
            exit_code = program.finished(log.add, request.seconds, parent)
            if exit_code is None and parent.poll():
                program.interrupt(_GRACE)
                raise UnwantedError
        finally:
            program.end(_GRACE)
        return _ran(exit_code, log, address)
    finally:
        if not local:
            delete_logs(address, log.jobs)


def _environment(users: Mapping[str, str], address: str, *, local: bool) -> dict[str, str]:
    kept = {name: value for name, value in users.items() if name not in _PREPARED}
    if local:
        # Ray's other variables are meant for other clusters.
        kept = {name: value for name, value in kept.items() if not name.startswith("RAY_")}
        # Daft would ask for it, and Ray warns of how it asks.
        kept["RAY_DISABLE_DASHBOARD"] = "1"
    prepared = {name: os.environ[name] for name in _PREPARED if name in os.environ}
    return {**kept, **prepared, "RAY_ADDRESS": address, "DAFT_RUNNER": "ray"}


@dataclass(slots=True)
class _ProgramLog:
    """What the program's process reported."""

    began: dict[int, Began] = field(default_factory=dict)
    ended: dict[int, Ended] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def jobs(self) -> list[str]:
        """The Ray jobs of the program, in order."""
        return list(dict.fromkeys(began.job for began in self.began.values() if began.job))

    def add(self, message: Message) -> None:
        if isinstance(message, Began):
            self.began[message.number] = message
        elif isinstance(message, Ended):
            self.ended[message.number] = message
        else:
            self.notes.append(message.text)


def _ran(exit_code: int | None, log: _ProgramLog, address: str) -> RanProgram:
    import ray

    order = [log.began[number] for number in sorted(log.began)]
    logs = tuple(_query(began, log.ended.get(began.number)) for began in order)
    ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    try:
        started = Started(version("daft"), version("ray"), platform.python_version(), nodes())
        pools = tuple(pool for job in log.jobs for pool in _pools(job, logs, order))
    finally:
        ray.shutdown()
    return RanProgram(exit_code, started, logs, pools, tuple(log.notes))


def _query(began: Began, ended: Ended | None) -> QueryLog:
    return QueryLog(
        began.place.path,
        began.place.line,
        began.place.end_line,
        began.runner,
        began.time,
        None if ended is None else ended.time - began.time,
        "" if ended is None else ended.failure,
    )


def _pools(job: str, logs: tuple[QueryLog, ...], order: list[Began]) -> Iterator[PoolLog]:
    """The pools of a job. An actor that was not there when its pool began is in none."""
    actors = {log.actor: log for log in collect(job)}
    mine = [place for place, began in enumerate(order) if began.job == job]
    for start in collect_starts(job):
        found = tuple(actors[actor] for actor in start.actors if actor in actors)
        yield PoolLog(_udf(found), start.asked, found, _under_way(start, mine, logs))


def _udf(actors: Iterable[ActorLog]) -> str:
    return next((actor.udf for actor in actors if actor.udf), "")


def _under_way(start: PoolStart, mine: list[int], logs: tuple[QueryLog, ...]) -> tuple[int, ...]:
    """The queries of a job that were under way when a pool was started."""
    for slack in (0.0, _CLOCKS_DIFFER):
        found = tuple(
            place
            for place in mine
            if logs[place].began - slack <= start.began and start.began <= _end(logs[place]) + slack
        )
        if found:
            return found
    return ()


def _end(log: QueryLog) -> float:
    return float("inf") if log.seconds is None else log.began + log.seconds
