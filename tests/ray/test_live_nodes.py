"""A live cluster tells its nodes, and nothing of the question stays on it."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from daft_lint.verification.live_nodes import LiveNodesError, cluster_at


@pytest.fixture
def silent_port() -> Iterator[int]:
    """A port that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_a_cluster_tells_its_workers(other) -> None:
    before = other.state()
    cluster = cluster_at(other.address)
    assert cluster.workers is not None
    assert cluster.workers.count == 1
    assert [origin.text for origin in cluster.workers.origins] == [
        f"the Ray cluster at {other.address}"
    ]
    assert cluster.cpus_per_worker is not None
    assert cluster.cpus_per_worker.count == 4
    assert cluster.gpus_per_worker is not None
    assert cluster.gpus_per_worker.count == 0
    assert cluster.memory_per_worker is not None
    assert cluster.memory_per_worker.count > 2**20
    assert cluster.groups == ()
    assert other.state() == before


def test_auto_is_what_ray_takes_it_for(other, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", other.address)
    cluster = cluster_at("auto")
    assert cluster.workers is not None
    assert cluster.workers.count == 1


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("127.0.0.1:1", "no Ray cluster answers at 127.0.0.1:1: Connection refused"),
        ("nowhere", "nowhere isn't the address of a Ray cluster: use host:port"),
        (
            "http://127.0.0.1:8265",
            "http://127.0.0.1:8265 is for submitting jobs; daft-lint needs the cluster's own "
            "address, host:port",
        ),
    ],
)
def test_an_address_without_a_cluster_is_one_line(address: str, message: str) -> None:
    with pytest.raises(LiveNodesError) as error:
        cluster_at(address)
    assert str(error.value) == message


def test_what_listens_but_is_no_cluster_is_one_line(silent_port: int) -> None:
    with pytest.raises(LiveNodesError) as error:
        cluster_at(f"127.0.0.1:{silent_port}")
    assert str(error.value) in (
        f"no Ray cluster answers at 127.0.0.1:{silent_port}",
        f"could not reach a Ray cluster at 127.0.0.1:{silent_port} within 30 s",
    )
