"""`--trace`: what every actor did, as Chrome trace events.

ui.perfetto.dev and chrome://tracing open it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count

from daft_lint.plan.span import Span
from daft_lint.plan.unit import Unit
from daft_lint.reporting.actor_timelines import ActorTimeline, timelines_of
from daft_lint.reporting.phrases import counted
from daft_lint.reporting.printable import on_one_line
from daft_lint.verification.observation import Trial
from daft_lint.verification.verdict import Verified

_MICROSECONDS = 1_000_000

Event = Mapping[str, object]


def trace(verified: Verified) -> str:
    """Every trial as a process, every actor as a thread of it, every morsel as a slice.

    Times are microseconds since the first morsel of the trial. Actors that got nothing have an
    instant event, because viewers leave empty threads out.
    """
    import json

    events: list[Event] = []
    # Perfetto knows a thread by its id alone, so no id is used twice, not even for a process.
    ids = count(1)
    for name, trial in _trials(verified):
        events += _process(name, trial, ids)
    document = {
        "displayTimeUnit": "ms",
        "otherData": _versions(verified),
        "traceEvents": events,
    }
    # Perfetto shows escapes of other characters as they are written.
    return json.dumps(document, allow_nan=False, ensure_ascii=False) + "\n"


def _trials(verified: Verified) -> Iterator[tuple[str, Trial]]:
    for verification in verified.verifications:
        finding = verification.finding
        for phase, measurement in (
            ("before", verification.before),
            ("with the remedy", verification.after),
        ):
            trials = () if measurement is None else measurement.trials
            for number, trial in enumerate(trials, start=1):
                name = f"{finding.code} trial {number} {phase} · {_place(finding.span)}"
                yield name, trial


def _place(span: Span) -> str:
    return on_one_line(span.place, unicode=True)


def _versions(verified: Verified) -> Mapping[str, str]:
    environment = verified.environment
    return {} if environment is None else environment.versions


def _process(name: str, trial: Trial, ids: Iterator[int]) -> Iterator[Event]:
    pid = next(ids)
    actors = [(next(ids), actor) for actor in timelines_of(trial)]
    # The id of the process's first thread: without one, Perfetto makes up a main thread.
    first = actors[0][0] if actors else pid
    yield _metadata("process_name", pid, first, "name", name)
    yield _metadata("process_sort_index", pid, first, "sort_index", pid)
    for tid, actor in actors:
        yield _metadata("thread_name", pid, tid, "name", _actor(actor))
        yield _metadata("thread_sort_index", pid, tid, "sort_index", actor.actor)
        yield from _slices(pid, tid, actor)


def _actor(actor: ActorTimeline) -> str:
    if actor.unit is not Unit.ACTOR:
        return actor.name
    worker = "no worker" if actor.worker is None else f"worker {actor.worker}"
    return f"{worker} · {actor.name}"


def _metadata(name: str, pid: int, tid: int, key: str, value: str | int) -> Event:
    return {"name": name, "ph": "M", "pid": pid, "tid": tid, "args": {key: value}}


def _slices(pid: int, tid: int, actor: ActorTimeline) -> Iterator[Event]:
    common = {"pid": pid, "tid": tid}
    if not actor.morsels:
        name = "never started" if actor.worker is None else "idle"
        yield {"name": name, "cat": "idle", "ph": "i", "s": "t", "ts": 0, **common}
        return
    starts = [_microseconds(morsel.start) for morsel in actor.morsels]
    ends = [_microseconds(morsel.end) for morsel in actor.morsels]
    # Viewers drop a slice that begins within another one.
    limits = [*starts[1:], max(ends)]
    for morsel, start, end, limit in zip(actor.morsels, starts, ends, limits, strict=True):
        yield {
            "name": counted(morsel.rows, "row"),
            "cat": "morsel",
            "ph": "X",
            "ts": start,
            "dur": max(0, min(end, limit) - start),
            **common,
            "args": {"rows": morsel.rows},
        }


def _microseconds(seconds: float) -> int:
    return round(seconds * _MICROSECONDS)
