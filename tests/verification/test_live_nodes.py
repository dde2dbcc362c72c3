"""What a live cluster's nodes make, and each way that asking can fail in one line."""

from __future__ import annotations

import sys

import pytest

from daft_lint.plan.cluster import WorkerGroup
from daft_lint.verification import live_nodes
from daft_lint.verification.engine_process import (
    EngineError,
    EngineGoneError,
    EngineTimeoutError,
    NotInstalledError,
)
from daft_lint.verification.live_nodes import LiveNodesError, cluster_at, groups_of
from daft_lint.verification.messages import NodeFacts, Nodes


class Engine:
    """Answers as it was told to."""

    answer: Nodes | EngineError = Nodes(())

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None: ...

    def ask(self, request: object, timeout: float) -> Nodes:
        if isinstance(self.answer, EngineError):
            raise self.answer
        return self.answer


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> type[Engine]:
    monkeypatch.setattr(live_nodes, "EngineProcess", Engine)
    return Engine


def test_nodes_of_one_kind_are_a_group() -> None:
    nodes = [
        NodeFacts("a", 4, 0, 1000),
        NodeFacts("b", 16, 2, 3000),
        NodeFacts("c", 16, 2, 2900),
        # Neither of the two is a worker of Daft's.
        NodeFacts("d", 0, 4, 3000),
        NodeFacts("e", 16, 2, 0),
    ]
    assert groups_of(nodes) == (WorkerGroup(2, 16, 2, 2900), WorkerGroup(1, 4, 0, 1000))


def test_nodes_with_other_resources_are_another_group() -> None:
    some = (("cpu_node", 1.0),)
    nodes = [
        NodeFacts("a", 4, 0, 10, some),
        NodeFacts("b", 4, 0, 20),
        NodeFacts("c", 4, 0, 30, some),
    ]
    assert groups_of(nodes) == (WorkerGroup(2, 4, 0, 10, resources=some), WorkerGroup(1, 4, 0, 20))


def test_the_figures_name_the_cluster(engine: type[Engine], monkeypatch) -> None:
    nodes = (NodeFacts("a", 4, 1, 10), NodeFacts("b", 4, 1, 20))
    monkeypatch.setattr(engine, "answer", Nodes(nodes))
    cluster = cluster_at("10.0.0.1:6379")
    assert cluster.workers is not None
    assert cluster.workers.count == 2
    assert cluster.groups == ()
    assert cluster.memory_per_worker is not None
    assert cluster.memory_per_worker.count == 10
    assert [origin.text for origin in cluster.workers.origins] == [
        "the Ray cluster at 10.0.0.1:6379"
    ]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (Nodes(()), "the Ray cluster at auto has no node with CPUs and memory"),
        (
            NotInstalledError("Ray isn't installed"),
            "connecting to a cluster needs Ray in daft-lint's environment: "
            f"{sys.executable} -m pip install 'daft-lint[verify]' (Ray isn't installed)",
        ),
        (EngineTimeoutError("30"), "could not reach a Ray cluster at auto within 30 s"),
        (
            EngineGoneError("the engine ended: oh"),
            "could not reach a Ray cluster at auto: the engine ended: oh",
        ),
        (EngineError("no Ray cluster answers at x:1"), "no Ray cluster answers at x:1"),
    ],
)
def test_what_goes_wrong_is_one_line(
    engine: type[Engine], monkeypatch, answer: object, message: str
) -> None:
    monkeypatch.setattr(engine, "answer", answer)
    with pytest.raises(LiveNodesError) as error:
        cluster_at("auto")
    assert str(error.value) == message
