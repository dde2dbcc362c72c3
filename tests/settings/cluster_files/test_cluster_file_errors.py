"""A cluster file that can't be used is one line: the file, the line, what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from daft_lint.settings import SettingsError
from daft_lint.settings.cluster_files import read_cluster_file
from daft_lint.settings.places import option_place

NEITHER = (
    "describes no cluster: it is neither a configuration of Ray's cluster launcher nor a KubeRay "
    "manifest with a RayCluster"
)
TYPES = "head_node_type: h\navailable_node_types:\n  h: "
RAY_CLUSTER = "apiVersion: ray.io/v1\nkind: RayCluster\nspec:\n"
GROUP = f"{RAY_CLUSTER}  headGroupSpec:\n    "
CPU = "template: {spec: {containers: [{resources: {limits: {cpu: 4}}}]}}"
POD = "template: {spec: {containers: [{resources: {limits: "
WORKERS = f"{GROUP}{CPU}\n  workerGroupSpecs:\n    - "

WRONG = {
    "no YAML": ("a: 1\n b: 2\n", ":2:3: is not valid YAML: mapping values are not allowed here"),
    "template": (
        "spec:\n  {{- if .Values.big }}\n",
        ":2:5: is not valid YAML: expected the node content, but found '-'; "
        "render the template first",
    ),
    "control character": ("a: \x01", ": is not valid YAML: special characters are not allowed"),
    "no character": (
        'a: "\\UFFFFFFFF"',
        ": is not valid YAML: it names a character that doesn't exist",
    ),
    "too deep": ("[" * 3000, ": is nested too deeply to be read"),
    "too large": (
        "a: b\n" * 60_000,
        ": has more than 262,144 bytes; use a file that holds only the cluster",
    ),
    "another manifest": ("apiVersion: v1\nkind: Service\n", f": {NEITHER}"),
    "a job elsewhere": ("apiVersion: ray.io/v1\nkind: RayJob\nspec: {}\n", f": {NEITHER}"),
    "two clusters": (
        f"{GROUP}{CPU}\n---\n{GROUP}{CPU}\n",
        ":9: spec: is a second cluster, after the one on line 3; give each a file of its own",
    ),
    "no types": (
        "cluster_name: a\nhead_node: {}\n",
        ":1: has no `available_node_types`; add the node types with their resources",
    ),
    "types are a list": (
        "head_node_type: h\navailable_node_types: []\n",
        ":2: available_node_types: expected a mapping, got a list",
    ),
    "no head type": (
        "available_node_types: {h: {}}\n",
        ":1: has no `head_node_type`; name the node type of the head node",
    ),
    "unknown head type": (
        "available_node_types: {h: {}}\nhead_node_type: hd\n",
        ':2: head_node_type: "hd" isn\'t one of the available_node_types',
    ),
    "detected by Ray on AWS": (
        f"provider: {{type: aws}}\nhead_start_ray_commands: [ray start --num-cpus=3]\n{TYPES}{{}}",
        ":5: available_node_types.h: sets no CPUs: Ray detects them when a node starts; add "
        "`resources: {CPU: N}`, with 0 for a node that Daft should not use",
    ),
    "no worker": (
        f"{TYPES}{{resources: {{CPU: 0}}}}\n",
        ":2: available_node_types: no node has a CPU for Daft to work on; "
        "Daft's workers are the nodes with CPUs",
    ),
    "CPUs in words": (
        f"{TYPES}{{resources: {{CPU: many}}}}\n",
        ":3: available_node_types.h.resources.CPU: expected a whole number of at least 0, "
        'got "many"',
    ),
    "no number of CPUs": (
        f"{TYPES}{{resources: {{CPU: .nan}}}}\n",
        ":3: available_node_types.h.resources.CPU: expected a whole number of at least 0, got .nan",
    ),
    "absurd CPUs": (
        f"{TYPES}{{resources: {{CPU: 99999999999999999999}}}}\n",
        ":3: available_node_types.h.resources.CPU: expected a number of at most "
        "9223372036854775807, got 99999999999999999999",
    ),
    "a Python object": (
        f"{TYPES}{{resources: {{CPU: !!python/name:os.system x}}}}\n",
        ":3: available_node_types.h.resources.CPU: expected a whole number of at least 0, got x",
    ),
    "more at least than at most": (
        f"max_workers: 9\n{TYPES}{{resources: {{CPU: 1}}, min_workers: 4, max_workers: 2}}\n",
        ":4: available_node_types.h.min_workers: is 4, but max_workers is 2",
    ),
    "more than the cluster": (
        f"max_workers: 3\n{TYPES}{{resources: {{CPU: 1}}, min_workers: 4, max_workers: 4}}\n",
        ":3: available_node_types: min_workers add up to 4, but max_workers is 3; Ray rejects "
        "such a file",
    ),
    "machines": (
        "cluster_name: a\nprovider: {type: local, head_ip: b}\n",
        ":2: provider.type: lists machines, not their CPUs; set `cluster.workers` and "
        "`cluster.cpus-per-worker`",
    ),
    "no head": (
        f"{RAY_CLUSTER}  workerGroupSpecs: []\n",
        ":3: spec: has no `headGroupSpec`; describe the head node",
    ),
    "no container": (
        f"{GROUP}rayStartParams: {{}}\n",
        ":4: spec.headGroupSpec: has no `template.spec.containers`; "
        "add the container that Ray runs in",
    ),
    "no limits": (
        f"{GROUP}template: {{spec: {{containers: [{{name: ray}}]}}}}\n",
        ":4: spec.headGroupSpec: sets no CPUs: Ray uses all CPUs of the machine the pod runs on; "
        "add a CPU limit to the container, or `num-cpus` to rayStartParams",
    ),
    "limits of another kind": (
        f"{GROUP}{POD}{{cpu: [4]}}}}}}]}}}}\n",
        ":5: spec.headGroupSpec.template.spec.containers[0].resources.limits.cpu: "
        "expected a number or a string, got a list",
    ),
    "a quantity of nothing": (
        f"{GROUP}{POD}{{cpu: 4 cores}}}}}}]}}}}\n",
        ":5: spec.headGroupSpec.template.spec.containers[0].resources.limits.cpu: "
        'expected a quantity such as 16, "500m" or "64Gi", got "4 cores"',
    ),
    "a quantity beyond measure": (
        f"{GROUP}{POD}{{cpu: 4, memory: 9e99}}}}}}]}}}}\n",
        ":5: spec.headGroupSpec.template.spec.containers[0].resources.limits.memory: "
        'expected a number of at most 9223372036854775807, got "9e99"',
    ),
    "a parameter in words": (
        f"{GROUP}{CPU}\n    rayStartParams: {{num-cpus: $CPUS}}\n",
        ":6: spec.headGroupSpec.rayStartParams.num-cpus: expected a whole number of at least 0, "
        'got "$CPUS"',
    ),
    "more replicas at least than at most": (
        f"{WORKERS}minReplicas: 4\n      maxReplicas: 2\n      {CPU}\n",
        ":7: spec.workerGroupSpecs[0]: has minReplicas of 4, but maxReplicas of 2",
    ),
    "groups are a mapping": (
        f"{GROUP}{CPU}\n  workerGroupSpecs: {{}}\n",
        ":6: spec.workerGroupSpecs: expected a list, got a mapping",
    ),
}


def error_of(file: Path) -> str:
    with pytest.raises(SettingsError) as error:
        read_cluster_file(file, option_place("--cluster-file"))
    return str(error.value)


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_one_line(tmp_path: Path, name: str) -> None:
    text, message = WRONG[name]
    file = tmp_path / "cluster.yaml"
    file.write_text(text)
    assert error_of(file) == f"{file}{message}"


def test_a_strange_key_is_shown_short_and_on_one_line(tmp_path: Path) -> None:
    file = tmp_path / "cluster.yaml"
    file.write_text(f'{TYPES}{{resources: {{CPU: 1}}}}\n  "a\\nb{"c" * 90}": {{max_workers: x}}\n')
    key = '"a\\u000ab' + "c" * 34 + '..."'
    assert error_of(file) == (
        f"{file}:4: available_node_types.{key}.max_workers: "
        'expected a whole number of at least 0, got "x"'
    )


def test_what_is_not_text_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "cluster.yaml"
    file.write_bytes(b"\xff\xfe\x00")
    assert error_of(file) == f"{file}: is not UTF-8 text"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("none.yaml", "No such file or directory"),
        ("", "Is a directory"),
        ("\0", "its name has a NUL character"),
    ],
)
def test_a_file_that_cannot_be_read_names_who_named_it(
    tmp_path: Path, name: str, reason: str
) -> None:
    message = error_of(tmp_path / name)
    assert message.startswith(f"--cluster-file: {tmp_path}")
    assert reason in message


def test_a_mapping_that_merges_itself_over_and_over_is_read_at_once(tmp_path: Path) -> None:
    file = tmp_path / "cluster.yaml"
    bomb = "".join(
        f"b{level}: &b{level} {{<<: [{', '.join([f'*b{level - 1}'] * 9)}]}}\n"
        for level in range(1, 90)
    )
    file.write_text(f"b0: &b0 {{CPU: 3}}\n{bomb}{TYPES}\n    resources: *b89\n")
    cluster = read_cluster_file(file, option_place("--cluster-file"))
    assert cluster.cpus_per_worker is not None
    assert cluster.cpus_per_worker.count == 3


def test_a_mapping_that_holds_itself_is_no_trap(tmp_path: Path) -> None:
    file = tmp_path / "cluster.yaml"
    file.write_text(
        "head_node_type: h\navailable_node_types: &all\n  h: &h\n    <<: [*h, *all]\n"
        "    resources: {CPU: 2, GPU: 0}\n    h: *all\n"
    )
    cluster = read_cluster_file(file, option_place("--cluster-file"))
    assert cluster.workers is not None
    assert cluster.workers.count == 1
