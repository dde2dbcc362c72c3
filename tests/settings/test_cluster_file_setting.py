"""A cluster file among the other settings: where it lies, and what wins over what."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from daft_lint.plan.cluster import WorkerGroup
from daft_lint.settings import Settings, describe, load_settings, with_overrides

Load = Callable[[str], Settings]

FILE = """\
head_node_type: head
max_workers: 6
available_node_types:
  head: {resources: {CPU: 0, GPU: 0}}
  small: {min_workers: 4, max_workers: 4, resources: {CPU: 8, GPU: 0, memory: 17179869184}}
  large: {min_workers: 2, max_workers: 2, resources: {CPU: 32, GPU: 2, memory: 68719476736}}
"""
EQUAL = FILE.replace("CPU: 32, GPU: 2", "CPU: 8, GPU: 0")
SCALING = FILE.replace("min_workers: 4", "min_workers: 1")
GROUPS = (WorkerGroup(4, 8, 0, 2**34, "small"), WorkerGroup(2, 32, 2, 2**36, "large"))


@pytest.fixture(autouse=True)
def _files(tmp_path: Path) -> None:
    for name, text in (("ray", FILE), ("equal", EQUAL), ("scaling", SCALING)):
        (tmp_path / f"{name}.yaml").write_text(text)


def test_a_file_gives_the_cluster(load: Load, tmp_path: Path) -> None:
    settings = load("[tool.daft-lint]\ncluster-file = 'ray.yaml'")
    cluster = settings.cluster
    assert cluster.workers is not None
    assert cluster.workers.count == 6
    assert cluster.groups == GROUPS
    assert settings.cluster_file == Path("ray.yaml")
    origin = settings.origin("cluster-file")
    assert origin is not None
    assert origin.text == "`[tool.daft-lint] cluster-file` in pyproject.toml"


def test_its_path_starts_at_the_file_that_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known_rules: Mapping[str, str]
) -> None:
    monkeypatch.chdir("/")
    (tmp_path / "app").mkdir()
    file = tmp_path / "app" / "pyproject.toml"
    file.write_text("[tool.daft-lint]\ncluster-file = '../ray.yaml'")
    # Patterns may mean another folder; this path doesn't.
    settings = load_settings(file, known_rules, root=Path("/"))
    assert settings.cluster.groups == GROUPS
    assert 'cluster-file = "' + str(tmp_path / "ray.yaml") in describe(settings)


def test_the_cost_stands_beside_a_file(load: Load) -> None:
    cluster = load(
        "[tool.daft-lint]\ncluster-file = 'ray.yaml'\ncluster.cost-per-worker-hour = 3"
    ).cluster
    assert cluster.cost_per_worker_hour is not None
    assert cluster.cost_per_worker_hour.count == 3
    assert cluster.groups == GROUPS


def test_a_file_on_the_command_line_replaces_every_figure_but_the_cost(
    load: Load, known_rules: Mapping[str, str]
) -> None:
    settings = load(
        "[tool.daft-lint.cluster]\nworkers = 9\ngpus-per-worker = 1\ncost-per-worker-hour = 0.25"
    )
    overridden = with_overrides(settings, known_rules, cluster_file="scaling.yaml")
    cluster = overridden.cluster
    assert cluster.workers is not None
    assert (cluster.workers.low, cluster.workers.high) == (3, 6)
    assert cluster.groups == ()
    assert cluster.cost_per_worker_hour == settings.cluster.cost_per_worker_hour
    origin = overridden.origin("cluster-file")
    assert origin is not None
    assert origin.text == "`--cluster-file`"


@pytest.mark.parametrize("beside", [True, False], ids=["both given", "file in settings"])
def test_a_figure_on_the_command_line_wins_over_a_file(
    load: Load, known_rules: Mapping[str, str], beside: bool
) -> None:
    named = "" if beside else "cluster-file = 'ray.yaml'"
    file = "ray.yaml" if beside else None
    settings = with_overrides(
        load(f"[tool.daft-lint]\n{named}"), known_rules, cluster_file=file, workers=64
    )
    cluster = settings.cluster
    assert cluster.workers is not None
    assert cluster.workers.count == 64
    assert cluster.cpus_per_worker is not None
    assert (cluster.cpus_per_worker.low, cluster.cpus_per_worker.high) == (8, 32)
    # Nobody says of which kind they are.
    assert cluster.groups == ()


def test_saying_nothing_on_the_command_line_keeps_it(
    load: Load, known_rules: Mapping[str, str]
) -> None:
    settings = load("[tool.daft-lint]\ncluster-file = 'ray.yaml'")
    assert with_overrides(settings, known_rules) == settings


@pytest.mark.parametrize("name", ["ray", "equal", "scaling"])
def test_what_it_tells_is_shown(
    load: Load, known_rules: Mapping[str, str], snapshot: SnapshotAssertion, name: str
) -> None:
    settings = load(
        f"[tool.daft-lint]\ncluster-file = '{name}.yaml'\ncluster.cost-per-worker-hour = 1.25"
    )
    shown = describe(settings)
    assert shown.partition("cluster-file")[2] == snapshot
    assert load(shown).cluster.groups == settings.cluster.groups
    overridden = describe(with_overrides(settings, known_rules, workers=3))
    assert "# workers: 3  # --workers" in overridden
    load(overridden)


def test_only_a_cluster_file_takes_a_yaml_reader(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom daft_lint.settings import default_settings, with_overrides\n"
        "before = 'yaml' in sys.modules\n"
        f"with_overrides(default_settings(), {{}}, cluster_file={str(tmp_path / 'ray.yaml')!r})\n"
        "print(before, 'yaml' in sys.modules)"
    )
    shown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert shown.stdout.split() == ["False", "True"]
