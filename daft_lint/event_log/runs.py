"""One run of a query, put together from the records of all processes that took part.

On the native runner one process does everything, and tells what it did every 200 ms. On Ray the
driver tells the plan, and each worker what each of its operators did once that has ended (Daft
0.7.26, with `DAFT_EVENT_LOG_DIR` set). There `origin_node_id` says which operator of the driver's
plan a worker's operator belongs to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from pathlib import Path
from typing import Any

from daft_lint.event_log.plans import LoggedNode, plan_of
from daft_lint.event_log.records import Reading, logs_below, records
from daft_lint.plan.cluster import RunnerKind
from daft_lint.records import dataclass, field

_WORKER = "swordfish_worker"
_RUNNERS = {"native": RunnerKind.NATIVE, "ray": RunnerKind.RAY}
_MOST_SAMPLES = 400


class RunState(Enum):
    """How a run ended: `UNFINISHED` if its log has no end."""

    FINISHED = "finished"
    FAILED = "failed"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class Sample:
    """What an operator had done at some moment: rows given, morsels, seconds that it was busy."""

    rows: int
    morsels: int
    busy: float


@dataclass(frozen=True, slots=True)
class OperatorWork:
    """What one operator did in one process, from its start to its end.

    `process` is host and process id. `node` is the number of the operator in the plan of the run.
    `rows_in` is None for a source. `busy` are the seconds of all its threads and, on Ray, of what
    waits for an actor. `began`, `ended` and `first_output` (None: nothing read what it gave) are
    seconds since 1970. `samples` are there only where it reported while it ran.
    """

    process: str
    node: int
    name: str
    rows_in: int | None
    rows_out: int
    bytes_out: int
    morsels: int
    busy: float
    began: float
    ended: float
    first_output: float | None = None
    samples: tuple[Sample, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """A query that ran once.

    `written` is the plan as the program built it, `optimised` the one that ran, `physical` the one
    whose operators are numbered; None where the log doesn't tell. `entrypoint` is the command line
    of the driver. `started` is in seconds since 1970, `seconds` how long it took. `workers` are the
    processes that Ray ran tasks in.
    """

    query: str
    daft: str
    runner: RunnerKind | None
    entrypoint: str
    started: float
    seconds: float | None
    state: RunState
    written: LoggedNode | None
    optimised: LoggedNode | None
    physical: LoggedNode | None
    work: tuple[OperatorWork, ...]
    workers: tuple[str, ...] = ()


def runs_in(paths: Iterable[Path], reading: Reading) -> tuple[Run, ...]:
    """The runs in log files and in folders of them, the oldest first.

    Raises:
        OSError: a path can't be read.
    """
    collected: dict[str, _Collected] = {}
    for file in logs_below(paths):
        for record in records(file, reading):
            query = record["query_id"]
            if query not in collected:
                collected[query] = _Collected(query)
            if not collected[query].take(record):
                reading.broken += 1
    runs = (run.run() for run in collected.values())
    return tuple(sorted(runs, key=lambda run: (run.started, run.query)))


@dataclass(slots=True)
class _Started:
    """An operator that has begun."""

    node: int
    name: str
    began: float
    metrics: Mapping[str, Any] | None = None
    samples: list[Sample] = field(default_factory=list)


@dataclass(slots=True)
class _Collected:
    query: str
    daft: str = ""
    runner: RunnerKind | None = None
    entrypoint: str = ""
    started: float | None = None
    seconds: float | None = None
    state: RunState = RunState.UNFINISHED
    plans: dict[str, LoggedNode | None] = field(default_factory=dict)
    work: list[OperatorWork] = field(default_factory=list)
    workers: dict[str, None] = field(default_factory=dict)
    _running: dict[tuple[str, int], _Started] = field(default_factory=dict)

    def take(self, record: Mapping[str, Any]) -> bool:
        """Add a record; False when it isn't what its name promises."""
        try:
            self._take(record)
        except (KeyError, TypeError, ValueError, OverflowError):
            return False
        return True

    def _take(self, record: Mapping[str, Any]) -> None:
        at = float(record["timestamp"])
        self.started = at if self.started is None else min(self.started, at)
        event, component = record["event"], record.get("component")
        process = f"{record.get('hostname')}:{record.get('pid')}"
        if component == _WORKER:
            self.workers[process] = None
        if event == "query_started":
            self.daft, self.entrypoint = str(record["daft_version"]), str(record["entrypoint"])
            self.runner = _RUNNERS.get(str(record["runner"]).partition(" ")[0].lower())
            self.plans["written"] = plan_of(record["plan"])
        elif event == "optimization_ended":
            self.plans["optimised"] = plan_of(record["plan"])
        elif event == "execution_started" and component is None:
            self.plans["physical"] = plan_of(record["physical_plan"])
        elif event == "query_ended":
            self.seconds = float(record["duration_ms"]) / 1000
            finished = record["state"] == "Finished"
            self.state = RunState.FINISHED if finished else RunState.FAILED
        elif event in ("operator_started", "stats", "operator_ended"):
            self._take_operator(event, (process, int(record["node_id"])), at, record)

    def _take_operator(
        self, event: str, key: tuple[str, int], at: float, record: Mapping[str, Any]
    ) -> None:
        if event == "operator_started":
            node = int(record.get("origin_node_id", key[1]))
            self._running[key] = _Started(node, str(record["name"]), at)
        elif event == "stats" and key in self._running:
            metrics = record["metrics"]
            running = self._running[key]
            running.metrics = metrics
            sample = Sample(
                _count(metrics, "rows.out"), _count(metrics, "task.count"), _busy(metrics)
            )
            known = running.samples
            if len(known) < _MOST_SAMPLES and (not known or known[-1].rows != sample.rows):
                known.append(sample)
        elif event == "operator_ended":
            running = self._running[key]
            if running.metrics is not None:
                self.work.append(self._ended(key, running, at))

    def _ended(self, key: tuple[str, int], running: _Started, at: float) -> OperatorWork:
        """What an operator did. What reads from it, the next number, starts with its first rows."""
        metrics = running.metrics or {}
        reader = self._running.get((key[0], key[1] + 1))
        after = reader is not None and running.began <= reader.began <= at
        return OperatorWork(
            process=key[0],
            node=running.node,
            name=running.name,
            rows_in=_count(metrics, "rows.in") if "rows.in" in metrics else None,
            rows_out=_count(metrics, "rows.out"),
            bytes_out=_count(metrics, "bytes.out"),
            morsels=_count(metrics, "task.count"),
            busy=_busy(metrics),
            began=running.began,
            ended=at,
            first_output=reader.began if reader is not None and after else None,
            samples=tuple(running.samples),
        )

    def run(self) -> Run:
        return Run(
            query=self.query,
            daft=self.daft,
            runner=self.runner,
            entrypoint=self.entrypoint,
            started=self.started or 0.0,
            seconds=self.seconds,
            state=self.state,
            written=self.plans.get("written"),
            optimised=self.plans.get("optimised"),
            physical=self.plans.get("physical"),
            work=tuple(self.work),
            workers=tuple(self.workers),
        )


def _count(metrics: Mapping[str, Any], name: str) -> int:
    return max(0, int(metrics.get(name, 0)))


def _busy(metrics: Mapping[str, Any]) -> float:
    """Seconds; the log has milliseconds."""
    return max(0.0, float(metrics.get("duration", 0)) / 1000)
