"""Observations of the workers of a run, for each of its UDFs, as far as the log has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from daft_lint.event_log.matching import Match
from daft_lint.event_log.measurements import udf_work
from daft_lint.event_log.runs import OperatorWork
from daft_lint.records import dataclass


@dataclass(frozen=True, slots=True)
class Stretch:
    """What a worker, a `process`, did without a pause; times are in seconds since 1970."""

    process: str
    rows: int
    began: float
    ended: float


@dataclass(frozen=True, slots=True)
class ObservedUdf:
    """What a UDF did in a run.

    `rows` are those that each worker which took part in the run had, the most first. `seconds` go
    from the first row to the last, and `busy` is the share (0 to 1) of the `workers`' time in it
    that they worked on this UDF. A log says nothing about single actors. `workers` are those that
    the cluster has, or where unknown, those that took part. `stretches` are the times at which a
    worker worked on it.
    """

    name: str
    rows: tuple[int, ...]
    seconds: float
    busy: float
    workers: int
    stretches: tuple[Stretch, ...] = ()

    @property
    def idle(self) -> int:
        """The workers that had no row."""
        return self.workers - sum(1 for rows in self.rows if rows)

    @property
    def lost_seconds(self) -> float:
        """The worker-seconds that weren't spent on it."""
        return (1 - self.busy) * self.workers * self.seconds


def observed(match: Match, workers: int | None) -> Iterator[ObservedUdf]:
    """What the workers did for each UDF of a run on Ray; nothing of one on the native runner.

    Args:
        match: The run, and the pipeline that it was.
        workers: The workers of the cluster, None where unknown.
    """
    run = match.run
    seen = len(run.workers)
    if not seen:
        return
    names = {step.run.text: step.code.text for step in match.steps if any(match.calls(step))}
    for name, work in udf_work(run):
        if name not in names or not work:
            continue
        rows = Counter[str](dict.fromkeys(run.workers, 0))
        for operator_work in work:
            rows[operator_work.process] += operator_work.rows_in or 0
        began, ended = (
            min(operator_work.began for operator_work in work),
            max(operator_work.ended for operator_work in work),
        )
        count, seconds = max(workers or 0, seen), ended - began
        stretches = tuple(stretch for worker in run.workers for stretch in _stretches(work, worker))
        busy = sum(stretch.ended - stretch.began for stretch in stretches)
        share = min(1.0, busy / (count * seconds)) if seconds > 0 else 1.0
        by_worker = tuple(sorted(rows.values(), reverse=True))
        yield ObservedUdf(names[name], by_worker, seconds, share, count, stretches)


def _stretches(work: Iterable[OperatorWork], worker: str) -> Iterator[Stretch]:
    """What a worker did; what it did at the same time, as one."""
    last: Stretch | None = None
    for operator_work in sorted(work, key=lambda operator_work: operator_work.began):
        if operator_work.process != worker:
            continue
        part = Stretch(worker, operator_work.rows_in or 0, operator_work.began, operator_work.ended)
        if last is not None and part.began <= last.ended:
            ended = max(last.ended, part.ended)
            last = Stretch(worker, last.rows + part.rows, last.began, ended)
            continue
        if last is not None:
            yield last
        last = part
    if last is not None:
        yield last
