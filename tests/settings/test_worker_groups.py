"""Workers of several kinds, in `[[tool.daft-lint.cluster.worker-groups]]`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from daft_lint.plan.cluster import WorkerGroup
from daft_lint.settings import Settings, SettingsError, describe, with_overrides

Load = Callable[[str], Settings]

FILE = """\
[tool.daft-lint.cluster]
cpus-per-worker = 8
cost-per-worker-hour = 1.5

[[tool.daft-lint.cluster.worker-groups]]
workers = 2
resources = { cpu_node = 1, "node:10.0.0.1" = 0.5 }

[[tool.daft-lint.cluster.worker-groups]]
workers = 3
cpus-per-worker = 16
gpus-per-worker = 4

[tool.daft-lint.cluster.worker-groups.resources]
gpu_node = 1
"""
GROUPS = (
    WorkerGroup(2, 8, 0, resources=(("cpu_node", 1), ("node:10.0.0.1", 0.5))),
    WorkerGroup(3, 16, 4, resources=(("gpu_node", 1),)),
)
PLACE = "tool.daft-lint.cluster.worker-groups"


def test_groups_make_the_cluster(load: Load) -> None:
    cluster = load(FILE).cluster
    assert cluster.groups == GROUPS
    reported = (cluster.workers, cluster.cpus_per_worker, cluster.gpus_per_worker)
    assert [(quantity.low, quantity.high) for quantity in reported if quantity is not None] == [
        (5, 5),
        (8, 16),
        (0, 4),
    ]
    assert cluster.workers is not None
    (origin,) = cluster.workers.origins
    assert origin.text == "`[tool.daft-lint.cluster] worker-groups` in pyproject.toml"
    assert origin.span is not None
    assert origin.span.line == 5
    assert cluster.cost_per_worker_hour is not None
    assert cluster.cost_per_worker_hour.value == 1.5


def test_equal_workers_need_resources_to_be_distinguished(load: Load) -> None:
    group = "[[tool.daft-lint.cluster.worker-groups]]\nworkers = 2\ncpus-per-worker = 4\n"
    assert load(2 * group).cluster.groups == ()
    named = load(f"{2 * group}resources.a = 1").cluster
    assert named.groups == (WorkerGroup(2, 4), WorkerGroup(2, 4, resources=(("a", 1),)))


def test_what_is_shown_gives_the_same_groups_again(load: Load) -> None:
    shown = describe(load(FILE))
    assert load(shown).cluster.groups == GROUPS
    assert "# workers: 5  # pyproject.toml:5" in shown


def test_a_figure_on_the_command_line_leaves_no_groups(
    load: Load, known_rules: Mapping[str, str]
) -> None:
    cluster = with_overrides(load(FILE), known_rules, workers=9).cluster
    assert cluster.groups == ()
    assert cluster.workers is not None
    assert cluster.workers.count == 9


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (
            "",
            f"{PLACE}[0]: has no `workers`; add the number of workers of this kind, if workers "
            "differ",
        ),
        ("workers = 2", f"{PLACE}[0]: has no `cpus-per-worker`; add it here or to `cluster`"),
        (
            "workers = 2\ncpus-per-worker = 4\nresources = ['a']",
            f"{PLACE}[0].resources: expected a table, got a list",
        ),
        (
            "workers = 2\ncpus-per-worker = 4\nresources = { a = 0 }",
            f"{PLACE}[0].resources.a: expected a number above 0, got 0",
        ),
    ],
)
def test_an_error_names_the_group(load: Load, lines: str, problem: str) -> None:
    with pytest.raises(SettingsError) as error:
        load(f"[[tool.daft-lint.cluster.worker-groups]]\n{lines}\n")
    assert str(error.value).partition(": ")[2] == problem


@pytest.mark.parametrize("beside", ["cluster-file = 'ray.yaml'", "cluster.workers = 5"])
def test_only_one_place_tells_how_many_workers_there_are(load: Load, beside: str) -> None:
    groups = "cluster.worker-groups = [{ workers = 2, cpus-per-worker = 8 }]"
    name = beside.partition(" ")[0]
    with pytest.raises(SettingsError) as error:
        load(f"[tool.daft-lint]\n{beside}\n{groups}\n")
    assert str(error.value) == (
        f"pyproject.toml:3: {PLACE}: tool.daft-lint.{name} sets the workers too; keep one of the "
        "two"
    )
