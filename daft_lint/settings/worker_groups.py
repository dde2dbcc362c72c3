"""Workers of several kinds, from the tables that describe a kind each."""

from __future__ import annotations

from collections.abc import Mapping

from daft_lint.plan.cluster import Cluster, WorkerGroup, cluster_of
from daft_lint.plan.placement import Resources
from daft_lint.plan.quantity import Quantity
from daft_lint.records import replace
from daft_lint.settings import values
from daft_lint.settings.keys import key_named
from daft_lint.settings.layers import Entry
from daft_lint.settings.tables import Table, reject_unknown_keys

_GROUPS = "worker-groups"
_TABLE = f"cluster.{_GROUPS}"


def reject_counts_beside_groups(table: Table, entries: Mapping[str, Entry]) -> None:
    """Reject what tells the workers too, where the table of the cluster has groups of them.

    Raises:
        SettingsError: there is such a thing among the entries.
    """
    for name in ("cluster-file", "cluster.workers"):
        if name in entries and _GROUPS in table.values:
            problem = f"{entries[name].place.name} sets the workers too; keep one of the two"
            raise table.place(_GROUPS).error(problem)


def with_groups(known: Cluster, table: Table) -> Cluster:
    """The cluster with the groups of workers that its table has, itself where it has none.

    Raises:
        SettingsError: a group is wrong.
    """
    tables = table.tables(_GROUPS)
    if not tables:
        return known
    groups = tuple(_group(each_table, known) for each_table in tables)
    described = cluster_of(groups, table.place(_GROUPS).origin)
    return replace(described, cost_per_worker_hour=known.cost_per_worker_hour)


def _group(table: Table, known: Cluster) -> WorkerGroup:
    reject_unknown_keys(table, _TABLE)
    workers = _count(table, "workers", None)
    cpus = _count(table, "cpus-per-worker", known.cpus_per_worker)
    gpus = _count(table, "gpus-per-worker", known.gpus_per_worker)
    if workers is None:
        raise table.place().error("has no `workers`; add how many there are")
    if cpus is None:
        raise table.place().error("has no `cpus-per-worker`; add it here or to `cluster`")
    return WorkerGroup(
        workers.count,
        cpus.count,
        0 if gpus is None else gpus.count,
        resources=_resources(table),
    )


def _count(table: Table, name: str, otherwise: Quantity | None) -> Quantity | None:
    if name not in table.values:
        return otherwise
    return values.count(table.values[name], key_named(f"{_TABLE}.{name}"), table.place(name))


def _resources(table: Table) -> Resources:
    resources = table.table("resources")
    if resources is None:
        return ()
    found = (
        (name, values.amount(amount, resources.place(name)).value)
        for name, amount in resources.values.items()
    )
    return tuple(sorted(found))
