"""What a launcher file means, as Ray's autoscaler understands it."""

from __future__ import annotations

from pathlib import Path

import pytest

from daft_lint.plan.cluster import Cluster
from daft_lint.plan.quantity import Quantity
from daft_lint.settings.cluster_files import read_cluster_file
from daft_lint.settings.places import option_place


@pytest.fixture
def launcher(tmp_path: Path):
    def read(types: str, beside: str = "", provider: str = "azure") -> Cluster:
        file = tmp_path / "ray.yaml"
        file.write_text(
            f"provider: {{type: {provider}}}\nhead_node_type: head\n{beside}\n"
            f"available_node_types: {{{types}}}\n"
        )
        return read_cluster_file(file, option_place("--cluster-file"))

    return read


def workers(cluster: Cluster) -> tuple[float, float]:
    assert cluster.workers is not None
    return cluster.workers.low, cluster.workers.high


def bounds(figure: Quantity | None) -> tuple[float, float] | None:
    return figure and (figure.low, figure.high)


HEAD = "head: {resources: {CPU: 0, GPU: 0}}"


@pytest.mark.parametrize(
    ("types", "beside", "expected"),
    [
        (f"{HEAD}, w: {{min_workers: 3, max_workers: 3, resources: {{CPU: 8}}}}", "", (3, 3)),
        ("head: {resources: {CPU: 8}}", "", (1, 1)),
        # The head's own type may be that of workers too.
        ("head: {resources: {CPU: 8}, min_workers: 2, max_workers: 2}", "", (3, 3)),
        # Ray's defaults: no worker at least, and on Azure two at most.
        (f"{HEAD}, w: {{resources: {{CPU: 8}}}}", "", (1, 2)),
        (f"{HEAD}, w: {{resources: {{CPU: 8}}}}", "max_workers: 9", (1, 9)),
        (f"{HEAD}, w: {{min_workers: 2, resources: {{CPU: 8}}}}", "max_workers: 2", (2, 2)),
        # Nodes without CPUs count against max_workers, and are none of Daft's.
        (
            f"{HEAD}, w: {{resources: {{CPU: 8}}}}, "
            "io: {min_workers: 2, max_workers: 2, resources: {CPU: 0}}",
            "max_workers: 5",
            (1, 3),
        ),
    ],
)
def test_how_many_workers_there_are(launcher, types, beside, expected) -> None:
    beside = beside or ("max_workers: 3" if "min_workers: 3" in types else "")
    assert workers(launcher(types, beside)) == expected


def test_gpus_that_no_type_tells_are_unknown(launcher) -> None:
    unknown = launcher("head: {resources: {CPU: 8}}")
    assert unknown.gpus_per_worker is None
    assert workers(unknown) == (1, 1)
    reported = launcher("head: {resources: {CPU: 8}}, w: {resources: {CPU: 8, GPU: 2}}")
    assert bounds(reported.gpus_per_worker) == (0, 2)


def test_a_type_of_which_no_node_can_be_started_need_tell_nothing(launcher) -> None:
    cluster = launcher("head: {resources: {CPU: 8}}, spare: {max_workers: 0}")
    assert workers(cluster) == (1, 1)


def test_types_may_share_what_they_merge(launcher) -> None:
    cluster = launcher(
        "head: &node {resources: {CPU: 8, GPU: 1}, max_workers: 0}, "
        "w: {<<: *node, min_workers: 2, max_workers: 2}"
    )
    assert workers(cluster) == (3, 3)
    assert bounds(cluster.cpus_per_worker) == (8, 8)


@pytest.mark.parametrize(
    ("resources", "custom"),
    [
        (
            "{CPU: 8, GPU: 0, memory: 5000, cpu_node: 2, disk: 0.5}",
            (("cpu_node", 2), ("disk", 0.5)),
        ),
        ("{CPU: 8, GPU: 0, object_store_memory: 5000}", ()),
        ("{CPU: 8, GPU: 0, disk: some}", ()),
    ],
)
def test_custom_resources_are_all_others(launcher, resources, custom) -> None:
    types = f"{HEAD}, w: {{min_workers: 3, max_workers: 3, resources: {resources}}}"
    groups = launcher(types, "max_workers: 3").groups
    assert [group.resources for group in groups] == ([custom] if custom else [])
