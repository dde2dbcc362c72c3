"""The engine runs shapes on clusters of unequal workers, and tells of every pool of a plan."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sampling import nightly, one_in

from daft_lint.plan.cluster import WorkerGroup
from daft_lint.verification.engine_process import EngineProcess
from daft_lint.verification.messages import NodeFacts, Ran, Replay, Start, Started
from daft_lint.verification.shape import PlanShape, Shape, StepKind, StepShape, UdfShape, unequal

SIZE = unequal((WorkerGroup(1, 8, 2), WorkerGroup(1, 2, resources=(("cpu_node", 1.0),))))
SECONDS = 120.0


@pytest.fixture(scope="module")
def running() -> Iterator[tuple[EngineProcess, tuple[NodeFacts, ...]]]:
    with EngineProcess() as engine:
        started = engine.ask(Start(SIZE), SECONDS)
        assert isinstance(started, Started)
        yield engine, started.nodes


def _run(engine: EngineProcess, *udfs: UdfShape) -> Ran:
    steps = tuple(StepShape(StepKind.UDF, udfs=(udf,)) for udf in udfs)
    ran = engine.ask(Replay(Shape(PlanShape(40, 1, steps), SIZE, "watched"), 30.0), SECONDS)
    assert isinstance(ran, Ran)
    return ran


def test_every_worker_has_what_its_group_says(running) -> None:
    _, nodes = running
    assert sorted((node.cpus, node.gpus) for node in nodes) == [(2.0, 0.0), (8.0, 2.0)]


def test_actors_that_ask_for_gpus_live_where_there_are_some(running) -> None:
    engine, nodes = running
    ran = _run(engine, UdfShape("watched", 2, 10, gpus=1.0))
    with_gpus = next(node.node for node in nodes if node.gpus)
    assert [log.node for log in ran.actors] == [with_gpus, with_gpus]
    assert sum(call.rows for log in ran.actors for call in log.calls) == 40


@nightly
def test_actors_that_ask_for_a_resource_live_where_there_is_some(running) -> None:
    """And a task on the other worker uses them all, wherever it is: no actor idles."""
    engine, nodes = running
    ran = _run(engine, UdfShape("watched", 2, 10, resources=(("cpu_node", 0.001),)))
    (with_some,) = (node.node for node in nodes if node.resources == (("cpu_node", 1.0),))
    assert [log.node for log in ran.actors] == [with_some, with_some]
    assert all(log.calls for log in ran.actors)


@pytest.mark.parametrize("first", one_in(2, [True, False]))
def test_two_pools_in_a_row_are_distinguished(running, first: bool) -> None:
    engine, _ = running
    pools = [UdfShape("watched", 2, 10), UdfShape("other", 3, 20)]
    ran = _run(engine, *(pools if first else reversed(pools)))
    assert (len(ran.actors), len(ran.others)) == (2, 3)
    assert {call.rows for log in ran.actors for call in log.calls} == {10}
    assert ran.began <= min(start for log in ran.actors for start in log.starts)
    assert ran.seconds > 0
