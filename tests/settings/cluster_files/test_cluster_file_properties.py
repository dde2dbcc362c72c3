"""Whatever a file holds, it gives a cluster that makes sense, or one line that says why not."""

from __future__ import annotations

from pathlib import Path

import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sampling import draws

from daft_lint.plan.cluster import Cluster
from daft_lint.settings import SettingsError, default_settings, describe, with_overrides
from daft_lint.settings.cluster_files import read_cluster_file
from daft_lint.settings.places import option_place

HERE = Path(__file__).parent
SAMPLES = [sample.read_text() for sample in sorted(HERE.glob("*.yaml"))]

relaxed = settings(
    max_examples=draws(200),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    deadline=None,
)

TELLING_KEYS = (
    "apiVersion kind spec items rayClusterSpec rayClusterConfig jobTemplate headGroupSpec "
    "workerGroupSpecs groupName replicas minReplicas maxReplicas numOfHosts suspend resources "
    "rayStartParams num-cpus num-gpus memory template containers limits requests cpu "
    "nvidia.com/gpu enableInTreeAutoscaling available_node_types head_node_type min_workers "
    "max_workers provider type worker_ips coordinator_address head_start_ray_commands CPU GPU h << "
    "cluster_name"
)
TELLING_WORDS = "ray.io/v1 RayCluster RayJob RayService List local aws h 16 500m 64Gi -1 1e400 .inf"
KEYS = TELLING_KEYS.split()
WORDS = TELLING_WORDS.split()

keys = st.sampled_from(KEYS) | st.text(max_size=3)
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-2, 9)
    | st.integers()
    | st.floats()
    | st.sampled_from(WORDS)
    | st.text(max_size=4)
    | st.dates()
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=12,
)
counts = st.integers(0, 4) | st.none() | st.integers(-1, 2**70) | scalars
resources = st.fixed_dictionaries({}, optional={"CPU": counts, "GPU": counts, "memory": counts})
types = st.fixed_dictionaries(
    {}, optional={"resources": resources, "min_workers": counts, "max_workers": counts}
)
launchers = st.fixed_dictionaries(
    {
        "head_node_type": st.just("h"),
        "available_node_types": st.dictionaries(st.sampled_from("hab"), types, min_size=1),
    },
    optional={"max_workers": counts, "provider": st.fixed_dictionaries({"type": scalars})},
)
amounts = counts | st.from_regex(r"[0-9]{1,3}(m|k|Ki|Gi|E|e[0-9])?", fullmatch=True)
limits = st.dictionaries(st.sampled_from(["cpu", "memory", "nvidia.com/gpu"]), amounts)
containers = st.fixed_dictionaries(
    {"resources": st.fixed_dictionaries({}, optional={"limits": limits, "requests": limits})}
)
groups = st.fixed_dictionaries(
    {
        "template": st.fixed_dictionaries(
            {"spec": st.fixed_dictionaries({"containers": st.lists(containers, max_size=2)})}
        )
    },
    optional={
        **dict.fromkeys(["replicas", "minReplicas", "maxReplicas", "numOfHosts"], counts),
        "rayStartParams": st.dictionaries(st.sampled_from(["num-cpus", "num-gpus"]), amounts),
    },
)
manifests = st.fixed_dictionaries(
    {
        "apiVersion": st.just("ray.io/v1"),
        "kind": st.just("RayCluster"),
        "spec": st.fixed_dictionaries(
            {"headGroupSpec": groups},
            optional={
                "workerGroupSpecs": st.lists(groups, max_size=3),
                "enableInTreeAutoscaling": st.booleans(),
            },
        ),
    }
)


def read(file: Path) -> Cluster | SettingsError:
    try:
        return read_cluster_file(file, option_place("--cluster-file"))
    except SettingsError as error:
        return error


def check(file: Path, text: str) -> Cluster | None:
    """The cluster of a text if it gives one; it makes sense, and can be shown."""
    file.write_bytes(text.encode("utf-8", "replace"))
    cluster = read(file)
    if isinstance(cluster, SettingsError):
        assert str(cluster).startswith(str(file))
        assert len(str(cluster).splitlines()) == 1
        assert len(str(cluster)) < len(str(file)) + 600
        return None
    assert cluster.workers is not None
    assert cluster.workers.low >= 1
    for figure in (cluster.cpus_per_worker, cluster.gpus_per_worker, cluster.memory_per_worker):
        assert figure is None or figure.low >= 0
    assert cluster.cpus_per_worker is None or cluster.cpus_per_worker.low >= 1
    if cluster.groups:
        assert cluster.workers.count == sum(group.workers for group in cluster.groups)
        assert min(min(group.workers, group.cpus) for group in cluster.groups) >= 1
    assert describe(with_overrides(default_settings(), {}, cluster_file=str(file)))
    return cluster


@relaxed
@given(document=values)
def test_any_document_gives_a_cluster_or_one_line(tmp_path: Path, document: object) -> None:
    check(tmp_path / "a.yaml", yaml.safe_dump(document))


@relaxed
@given(document=launchers)
def test_nearly_right_launcher_files_do_so_too(tmp_path: Path, document: object) -> None:
    check(tmp_path / "a.yaml", yaml.safe_dump(document))


@relaxed
@given(document=manifests)
def test_nearly_right_manifests_do_so_too(tmp_path: Path, document: object) -> None:
    check(tmp_path / "a.yaml", yaml.safe_dump(document))


@relaxed
@given(text=st.text(st.sampled_from("[]{}:,-&*!|>'\"#%@\n a1<") | st.characters(), max_size=40))
def test_any_text_does_so_too(tmp_path: Path, text: str) -> None:
    check(tmp_path / "a.yaml", text)


@relaxed
@given(sample=st.sampled_from(SAMPLES), data=st.data())
def test_samples_with_a_line_changed_do_so_too(
    tmp_path: Path, sample: str, data: st.DataObject
) -> None:
    lines = sample.splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    words = lines[place].split(" ")
    words[-1] = data.draw(st.sampled_from([*WORDS, "", "{", "[]", "*x", "&x", "!!int x", "~"]))
    lines[place] = " ".join(words)
    check(tmp_path / "a.yaml", "\n".join(lines))


@relaxed
@given(
    least=st.lists(st.integers(0, 5), min_size=1, max_size=3),
    more=st.lists(st.integers(0, 5), min_size=3, max_size=3),
    bound=st.integers(0, 30),
)
def test_a_range_of_workers_holds_every_number_that_ray_may_start(
    tmp_path: Path, least: list[int], more: list[int], bound: int
) -> None:
    types: dict[str, object] = {"h": {"resources": {"CPU": 0, "GPU": 0}}}
    for number, (few, extra) in enumerate(zip(least, more, strict=False)):
        resources = {"CPU": number + 1, "GPU": 0}
        many = few + extra
        types[f"w{number}"] = {
            "min_workers": few,
            "max_workers": many,
            "resources": resources,
        }
    most = sum(least) + sum(more[: len(least)])
    document = {"head_node_type": "h", "available_node_types": types, "max_workers": bound}
    cluster = check(tmp_path / "a.yaml", yaml.safe_dump(document))
    if bound < sum(least) or min(bound, most) == 0:
        assert cluster is None
        return
    assert cluster is not None
    assert cluster.workers is not None
    assert (cluster.workers.low, cluster.workers.high) == (max(1, sum(least)), min(bound, most))
