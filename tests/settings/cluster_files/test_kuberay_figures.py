"""What a manifest means, as KubeRay's operator understands it."""

from __future__ import annotations

from pathlib import Path

import pytest

from daft_lint.plan.cluster import Cluster
from daft_lint.settings import SettingsError
from daft_lint.settings.cluster_files import read_cluster_file
from daft_lint.settings.places import option_place

HEAD = "{rayStartParams: {num-cpus: '0'}, template: {spec: {containers: [{name: a}]}}}"


@pytest.fixture
def manifest(tmp_path: Path):
    def read(group: str, spec: str = "") -> Cluster:
        file = tmp_path / "cluster.yaml"
        file.write_text(
            "apiVersion: ray.io/v1\nkind: RayCluster\nspec:\n"
            f"  headGroupSpec: {HEAD}\n  {spec}\n  workerGroupSpecs: [{{{group}}}]\n"
        )
        return read_cluster_file(file, option_place("--cluster-file"))

    return read


def container(resources: str) -> str:
    return f"replicas: 1, template: {{spec: {{containers: [{{resources: {resources}}}]}}}}"


def pod(cpus: int = 4) -> str:
    return f"template: {{spec: {{containers: [{{resources: {{limits: {{cpu: {cpus}}}}}}}]}}}}"


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        ("replicas: 3", (3, 3)),
        ("replicas: 3, minReplicas: 5, maxReplicas: 9", (5, 5)),
        ("replicas: 30, minReplicas: 5, maxReplicas: 9", (9, 9)),
        ("minReplicas: 2", (2, 2)),
        ("replicas: 3, numOfHosts: 4", (12, 12)),
    ],
)
def test_a_group_has_its_replicas_within_its_bounds(manifest, group, expected) -> None:
    workers = manifest(f"{group}, {pod()}").workers
    assert (workers.low, workers.high) == expected


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        ("replicas: 3, minReplicas: 1, maxReplicas: 9", (1, 9)),
        # A cluster without a worker gets one as soon as something runs.
        ("minReplicas: 0, maxReplicas: 9, numOfHosts: 2", (1, 18)),
        ("minReplicas: 4, maxReplicas: 4", (4, 4)),
        ("minReplicas: 1", (1, float("inf"))),
    ],
)
def test_a_group_that_scales_has_a_range(manifest, group, expected) -> None:
    workers = manifest(f"{group}, {pod()}", "enableInTreeAutoscaling: true").workers
    assert (workers.low, workers.high) == expected


@pytest.mark.parametrize(
    ("written", "cpus"),
    [("16", 16), ('"16"', 16), ("500m", 1), ("1500m", 2), ("2.5", 3), ("1e1", 10), ("1k", 1000)],
)
def test_cpus_are_rounded_up(manifest, written: str, cpus: int) -> None:
    cluster = manifest(container(f"{{limits: {{cpu: {written}}}}}"))
    assert cluster.cpus_per_worker.count == cpus


@pytest.mark.parametrize(
    ("written", "memory"),
    [("64Gi", 64 * 2**30), ("64G", 64 * 10**9), ("1024", 1024), ("1.5Ki", 1536), ("128M", 128e6)],
)
def test_memory_has_its_units(manifest, written: str, memory: int) -> None:
    cluster = manifest(container(f"{{limits: {{cpu: 1, memory: {written}}}}}"))
    assert cluster.memory_per_worker.count == memory


@pytest.mark.parametrize(
    ("resources", "figures"),
    [
        ("{limits: {cpu: 4}, requests: {cpu: 2}}", (4, 0)),
        ("{limits: {cpu: 0}, requests: {cpu: 2}}", (2, 0)),
        ("{limits: {cpu: 4, amd.com/gpu: 2}}", (4, 2)),
        ("{limits: {cpu: 4, nvidia.com/gpu: 0}}", (4, 0)),
        ("{limits: {cpu: 4, nvidia.com/mig-1g.5gb: 3}}", (4, 3)),
        ("{limits: {cpu: 4, google.com/tpu: 8}}", (4, 0)),
    ],
)
def test_what_a_container_may_use_comes_before_what_it_asks_for(
    manifest, resources: str, figures: tuple[int, int]
) -> None:
    cluster = manifest(container(resources))
    assert (cluster.cpus_per_worker.count, cluster.gpus_per_worker.count) == figures


def test_the_groups_own_resources_come_before_rays_parameters(manifest) -> None:
    reported = "{limits: {cpu: 4, memory: 1Gi, nvidia.com/gpu: 1}}"
    by_ray = "rayStartParams: {num-cpus: '5', num-gpus: 2, memory: '5000'}"
    cluster = manifest(f"{container(reported)}, {by_ray}")
    assert (cluster.cpus_per_worker.count, cluster.gpus_per_worker.count) == (5, 2)
    assert cluster.memory_per_worker.count == 5000
    cluster = manifest(
        f"{container(reported)}, {by_ray}, resources: {{CPU: '6', gpu: '3', memory: 7k}}"
    )
    assert (cluster.cpus_per_worker.count, cluster.gpus_per_worker.count) == (6, 3)
    assert cluster.memory_per_worker.count == 7000


CUSTOM = (("cpu_node", 2), ("disk", 0.5))


@pytest.mark.parametrize(
    ("reported", "resources"),
    [
        ("resources: {CPU: 4, TPU: 8, memory: 1Gi, cpu_node: 2, disk: '0.5'}", CUSTOM),
        # KubeRay's documents quote it twice, for a shell.
        ("""rayStartParams: {resources: '"{\\"cpu_node\\": 2, \\"disk\\": 0.5}"'}""", CUSTOM),
        ("""rayStartParams: {resources: '{"cpu_node": 2, "disk": 0.5}'}""", CUSTOM),
        ("""resources: {cpu: 4}, rayStartParams: {resources: '{"disk": 1}'}""", ()),
        ("rayStartParams: {resources: $RESOURCES}", ()),
        ("""rayStartParams: {resources: '["disk"]'}""", ()),
        ("resources: {CPU: 4, disk: inf}", ()),
    ],
)
def test_custom_resources_are_those_of_the_group_or_of_ray(manifest, reported, resources) -> None:
    groups = manifest(f"{container('{limits: {cpu: 4}}')}, {reported}").groups
    assert [group.resources for group in groups] == ([resources] if resources else [])


def test_a_suspended_group_has_no_node(manifest) -> None:
    with pytest.raises(SettingsError, match="no node has a CPU"):
        manifest(f"replicas: 3, suspend: true, {pod()}")


def test_a_list_as_kubectl_prints_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "list.yaml"
    file.write_text(
        "apiVersion: v1\nkind: List\nitems:\n"
        "- {apiVersion: v1, kind: Service}\n"
        "- {apiVersion: ray.io/v1, kind: RayJob, spec: {clusterSelector: {a: b}}}\n"
        f"- {{apiVersion: ray.io/v1alpha1, kind: RayCluster, spec: {{headGroupSpec: {{{pod()}}}}}}}"
    )
    cluster = read_cluster_file(file, option_place("--cluster-file"))
    assert cluster.workers is not None
    assert cluster.workers.count == 1


def test_a_cron_job_describes_its_cluster_two_levels_down(tmp_path: Path) -> None:
    file = tmp_path / "cron.yaml"
    file.write_text(
        "apiVersion: ray.io/v1\nkind: RayCronJob\nspec:\n  jobTemplate:\n    rayClusterSpec:\n"
        f"      headGroupSpec: {{{pod(7)}}}\n"
    )
    cluster = read_cluster_file(file, option_place("--cluster-file"))
    assert cluster.cpus_per_worker is not None
    assert cluster.cpus_per_worker.count == 7
