"""`--trace` against the rules of the trace event format, and what Perfetto adds to them.

1. The document is an object with `traceEvents`, an array of objects; the other keys are those of
   the format, and `displayTimeUnit` is ms or ns.
2. An event has `name`, `ph`, `pid` and `tid`; the ids are numbers.
3. Every event but metadata has `ts`, microseconds from 0 on. Perfetto drops events without.
4. `X` has `dur`, microseconds from 0 on.
5. `i` has a scope `s`, one of g, p and t.
6. `process_name` and `thread_name` have `args.name`, a text; `*_sort_index` have
   `args.sort_index`, a number.
7. Slices of a thread don't overlap but by perfect nesting. Perfetto drops those that do.
8. Perfetto knows a thread by its id: no two processes share one, and a thread with the id of a
   process is its main thread.
9. Viewers leave out threads that have nothing but metadata.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.reporting.trace import trace
from daft_lint.scheduling.occupancy import ActorUse, Occupancy
from daft_lint.verification.observation import Morsel, Trial
from daft_lint.verification.verdict import Verified

Event = dict[str, Any]


def events_of(verified: Verified) -> list[Event]:
    """The events, after a look at each of the rules."""
    document = json.loads(trace(verified), parse_constant=pytest.fail)
    assert set(document) == {"displayTimeUnit", "otherData", "traceEvents"}
    assert document["displayTimeUnit"] in ("ms", "ns")
    events: list[Event] = document["traceEvents"]
    for event in events:
        check(event)
    check_ids(events)
    check_slices(events)
    return events


def check(event: Event) -> None:
    assert event["name"]
    assert event["ph"] in ("M", "X", "i")
    assert type(event["pid"]) is int
    assert type(event["tid"]) is int
    if event["ph"] == "M":
        key = "sort_index" if event["name"].endswith("_sort_index") else "name"
        assert type(event["args"][key]) is (int if key == "sort_index" else str)
        assert event["args"][key] != ""
    else:
        assert type(event["ts"]) is int
        assert event["ts"] >= 0
    if event["ph"] == "X":
        assert type(event["dur"]) is int
        assert event["dur"] >= 0
    if event["ph"] == "i":
        assert event["s"] == "t"


def check_ids(events: list[Event]) -> None:
    processes: dict[int, set[int]] = defaultdict(set)
    for event in events:
        processes[event["tid"]].add(event["pid"])
    assert all(len(pids) == 1 for pids in processes.values())
    assert not set(processes) & {event["pid"] for event in events}
    shown = {event["tid"] for event in events if event["ph"] != "M"}
    named = {event["tid"] for event in events if event["name"] == "thread_name"}
    assert set(processes) == shown == named


def check_slices(events: list[Event]) -> None:
    tracks: dict[int, list[Event]] = defaultdict(list)
    for event in events:
        if event["ph"] == "X":
            tracks[event["tid"]].append(event)
    for slices in tracks.values():
        slices.sort(key=lambda event: (event["ts"], event["ts"] + event["dur"]))
        for slice_, following in pairwise(slices):
            assert slice_["ts"] + slice_["dur"] <= following["ts"]


def named(events: list[Event], kind: str) -> list[str]:
    return [event["args"]["name"] for event in events if event["name"] == kind]


def test_each_trial_is_a_process_named_by_finding_phase_and_number(article: Verified) -> None:
    names = named(events_of(article), "process_name")
    assert len(names) == 18
    assert names[0] == "DFT101 trial 1 before · examples/article.py:41"
    assert names[3] == "DFT101 trial 1 with the remedy · examples/article.py:41"
    assert names[-1] == "DFT106 trial 3 with the remedy · examples/article.py:33"


def test_each_actor_is_a_thread_named_by_worker_and_number(article: Verified) -> None:
    names = named(events_of(article), "thread_name")
    assert names[:4] == [
        "worker 1 · actor 1",
        "worker 1 · actor 2",
        "worker 2 · actor 3",
        "worker 2 · actor 4",
    ]


def test_so_is_each_worker_and_each_process_of_the_native_runner(
    workers: Verified, processes: Verified
) -> None:
    assert named(events_of(workers), "thread_name") == ["worker 1", "worker 2"]
    names = named(events_of(processes), "thread_name")
    assert names == ["process 1", "process 2", "process 3", "process 4"]


def test_each_morsel_is_a_slice_with_its_rows_and_time(article: Verified) -> None:
    events = events_of(article)
    first = [event for event in events if event["ph"] == "X" and event["pid"] == events[0]["pid"]]
    assert [event["args"]["rows"] for event in first] == [200, 200, 200, 200, 200]
    assert first[0] == {
        "name": "200 rows",
        "cat": "morsel",
        "ph": "X",
        "ts": 0,
        "dur": 2_012_000,
        "pid": 1,
        "tid": 2,
        "args": {"rows": 200},
    }


def test_an_idle_actor_has_a_track_that_shows(article: Verified) -> None:
    events = events_of(article)
    idle = [event for event in events if event["ph"] == "i" and event["pid"] == events[0]["pid"]]
    assert [event["name"] for event in idle] == ["idle", "idle"]


def test_an_actor_that_never_started_has_a_track_too(everything: Verified) -> None:
    events = events_of(everything)
    assert "no worker · actor 6" in named(events, "thread_name")
    assert "never started" in {event["name"] for event in events if event["ph"] == "i"}


def test_processes_and_threads_are_in_order(everything: Verified) -> None:
    events = events_of(everything)
    for kind in ("process_sort_index", "thread_sort_index"):
        rising: dict[int, list[int]] = defaultdict(list)
        for event in events:
            if event["name"] == kind:
                key = event["pid"] if kind.startswith("thread") else 0
                rising[key].append(event["args"]["sort_index"])
        assert rising
        assert all(order == sorted(set(order)) for order in rising.values())


def test_text_is_written_as_it_is_because_perfetto_shows_escapes(article: Verified) -> None:
    assert "worker 1 · actor 1" in trace(article)


def test_the_versions_are_reported(article: Verified) -> None:
    reported = json.loads(trace(article))["otherData"]
    assert reported == {"daft": "0.7.26", "ray": "2.60.0", "python": "3.11.7"}


def test_hostile_paths_and_many_morsels_keep_to_the_format(
    attack: Verified, crowd: Verified
) -> None:
    assert events_of(attack)
    assert sum(event["ph"] == "X" for event in events_of(crowd)) > 2000


def test_nothing_that_ran_is_an_empty_trace(nothing: Verified) -> None:
    assert events_of(nothing) == []


@given(times=st.lists(st.tuples(st.floats(0, 10), st.floats(0, 2)), min_size=1, max_size=8))
def test_slices_never_overlap_whatever_the_clocks_say(
    article: Verified, times: list[tuple[float, float]]
) -> None:
    morsels = tuple(Morsel(0, 1, start, start + length) for start, length in times)
    use = Occupancy((ActorUse(0, len(morsels), len(morsels), 1.0),), 12.0)
    verification = article.verifications[0]
    assert verification.before is not None
    ran = replace(verification.before, trials=(Trial(use, morsels, 1, 12.0),))
    events = events_of(Verified((replace(verification, before=ran, after=None),), None))
    assert [event["ts"] for event in events if event["ph"] == "X"] == sorted(
        round(start * 1_000_000) for start, _ in times
    )
