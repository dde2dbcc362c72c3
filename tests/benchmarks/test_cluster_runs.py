"""Shapes run on one cluster of each size, and a run that hangs costs only itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import running
from random_shapes import OTHER_POOL, draw_shapes
from running import Numbered, run

from daft_lint.verification.engine_process import EngineError, EngineTimeoutError
from daft_lint.verification.messages import ActorLog, Call, NodeFacts, Ran, Replay, Start, Started
from daft_lint.verification.shape import ClusterSize, Shape, udfs_of

SHAPES = [Numbered(9, number, shape) for number, shape in enumerate(draw_shapes(9, 20))]
BEGAN = 1_000_000.0


class Engines:
    """Stands in for engine processes; each pool's actors do all of its rows in one call."""

    def __init__(self, disturb: Callable[[Shape], None] = lambda shape: None) -> None:
        self.sizes: list[ClusterSize] = []
        self.shapes: list[Shape] = []
        self.disturb = disturb

    def __call__(self) -> Engines:
        return self

    def __enter__(self) -> Engines:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def ask(self, request: Start | Replay, timeout: float) -> Started | Ran:
        assert timeout > 0
        if isinstance(request, Start):
            assert request.cluster is not None
            self.sizes.append(request.cluster)
            # Ray tells of nodes in no order.
            nodes = [
                NodeFacts(f"node {place}", cpus, gpus)
                for place, (cpus, gpus) in enumerate(request.cluster.each)
            ]
            return Started("0.7.26", "2.60.0", "3.11.7", tuple(reversed(nodes)))
        self.shapes.append(request.shape)
        self.disturb(request.shape)
        logs = [self.log(request.shape, udf.name) for udf in udfs_of(request.shape.plan)]
        return Ran(
            5.0,
            tuple(log for log in logs if log.actor == request.shape.watched),
            tuple(log for log in logs if log.actor == OTHER_POOL),
            BEGAN,
        )

    def log(self, shape: Shape, name: str) -> ActorLog:
        call = Call(shape.plan.rows, BEGAN + 1.0, BEGAN + 3.0)
        text = f"replay.Sleeper.__call__-5-0(col(0: path)) as r2_{name}"
        return ActorLog(name, "node 0", text, (BEGAN + 0.5,), (call,))


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> Engines:
    made = Engines()
    monkeypatch.setattr(running, "EngineProcess", made)
    return made


def test_every_shape_runs_once_and_every_size_starts_once(engines: Engines) -> None:
    seen = list(run(SHAPES))
    assert {(recorded.seed, recorded.number) for recorded in seen} == {
        (9, number) for number in range(20)
    }
    assert not any(recorded.failure for recorded in seen)
    assert len(engines.sizes) == len(set(engines.sizes))
    assert set(engines.sizes) == {shape.shape.cluster for shape in SHAPES}


def test_the_first_run_of_a_cluster_is_not_counted(engines: Engines) -> None:
    list(run(SHAPES[:1]))
    assert [shape.watched for shape in engines.shapes] == ["warm_up", "watched"]


def test_a_run_tells_of_each_pool_and_counts_time_from_its_begin(engines: Engines) -> None:
    for recorded in run(SHAPES):
        pools = [udf.name for udf in udfs_of(recorded.shape.plan) if udf.concurrency]
        assert [pool.udf for pool in recorded.pools] == pools
        assert recorded.trial.makespan == 2.0
        assert recorded.pools[0].actors[0].starts == (0.5,)
        assert [(node.cpus, node.gpus) for node in recorded.nodes] == list(
            recorded.shape.cluster.each
        )


@pytest.mark.parametrize("error", [EngineError, EngineTimeoutError])
def test_a_run_that_fails_costs_only_itself(
    monkeypatch: pytest.MonkeyPatch, error: type[EngineError]
) -> None:
    bad = SHAPES[3].shape

    def disturb(shape: Shape) -> None:
        if shape == bad:
            raise error("it\nfailed")

    made = Engines(disturb)
    monkeypatch.setattr(running, "EngineProcess", made)
    seen = list(run(SHAPES))
    assert len(seen) == len(SHAPES)
    assert [(recorded.number, recorded.failure) for recorded in seen if recorded.failure] == [
        (3, "it failed")
    ]
    again = 1 if error is EngineTimeoutError else 0
    assert made.sizes.count(bad.cluster) == 1 + again


def test_no_run_starts_after_so_many_seconds(engines: Engines) -> None:
    assert list(run(SHAPES, seconds=-1.0)) == []
    assert engines.sizes == []
