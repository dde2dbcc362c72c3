"""Each format's samples say what their files describe."""

from __future__ import annotations

from pathlib import Path

import pytest

from daft_lint.plan.cluster import Cluster, WorkerGroup
from daft_lint.plan.quantity import Quantity
from daft_lint.settings.cluster_files import read_cluster_file
from daft_lint.settings.cluster_files.reader import FORMATS
from daft_lint.settings.places import option_place

HERE = Path(__file__).parent
SAMPLES = sorted(HERE.glob("*.yaml"))
GIB = 2**30


def read(name: str) -> Cluster:
    return read_cluster_file(HERE / name, option_place("--cluster-file"))


def bounds(figure: Quantity | None) -> tuple[float, float] | None:
    return figure and (figure.low, figure.high)


def figures(cluster: Cluster) -> list[tuple[float, float] | None]:
    reported = (
        cluster.workers,
        cluster.cpus_per_worker,
        cluster.gpus_per_worker,
        cluster.memory_per_worker,
    )
    return [bounds(figure) for figure in reported]


def test_every_format_has_a_sample() -> None:
    assert len(FORMATS) == len({sample.name.partition("_")[0] for sample in SAMPLES})


def test_a_launcher_file_of_fixed_size_gives_its_groups() -> None:
    cluster = read("launcher_gpu.yaml")
    assert figures(cluster) == [(44, 44), (16, 64), (0, 1), (48 * GIB, 96 * GIB)]
    assert cluster.groups == (
        WorkerGroup(40, 16, 1, 48 * GIB, "gpu"),
        WorkerGroup(4, 64, 0, 96 * GIB, "cpu"),
    )


def test_a_launcher_file_that_scales_gives_ranges() -> None:
    cluster = read("launcher_autoscaling.yaml")
    # The head works too, and all others count against max_workers together.
    assert figures(cluster) == [(1, 11), (4, 32), (0, 2), None]
    assert cluster.groups == ()


def test_a_manifest_of_fixed_size_gives_its_groups() -> None:
    cluster = read("kuberay_cluster.yaml")
    assert figures(cluster) == [(12, 12), (16, 30), (0, 4), (64 * GIB, 100 * GIB)]
    assert cluster.groups == (
        WorkerGroup(8, 16, 4, 64 * GIB, "gpu"),
        # Two replicas of two hosts; what Ray is told counts, not what the container asks for.
        WorkerGroup(4, 30, 0, 100 * GIB, "cpu"),
    )


def test_a_job_that_scales_gives_a_range_of_equal_workers() -> None:
    cluster = read("kuberay_job.yaml")
    assert figures(cluster) == [(2, 12), (8, 8), (0, 0), (30e9, 30e9)]
    assert cluster.groups == ()


def test_the_head_of_a_service_is_a_worker_like_the_others() -> None:
    cluster = read("kuberay_service.yaml")
    assert figures(cluster) == [(4, 4), (4, 4), (0, 0), (16 * GIB, 16 * GIB)]
    assert cluster.groups == ()


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_every_figure_names_its_line(sample: Path) -> None:
    cluster = read(sample.name)
    assert cluster.workers is not None
    (origin,) = cluster.workers.origins
    assert origin.span is not None
    line = sample.read_text().splitlines()[origin.span.line - 1]
    key = origin.text.split("`")[1].rpartition(".")[2]
    assert origin.text.endswith(f" in {sample.name}")
    assert line[origin.span.column - 1 :].startswith(f"{key}:")
    assert cluster.cpus_per_worker is not None
    assert cluster.cpus_per_worker.origins == (origin,)
