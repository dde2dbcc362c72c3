"""Arrays of tables: sources, groups of workers, and functions that make UDFs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from daft_lint.plan.cluster import Cluster, WorkerGroup, cluster_of
from daft_lint.plan.wrapper import UdfWrapper
from daft_lint.records import replace
from daft_lint.settings import values
from daft_lint.settings.keys import KEYS, ValueKind
from daft_lint.settings.layers import Entry
from daft_lint.settings.model import SourceFact
from daft_lint.settings.tables import Table, reject_unknown_keys
from daft_lint.settings.toml_values import toml_string

_GROUPS = "worker-groups"


def read_sources(section: Table) -> tuple[SourceFact, ...]:
    """What a section says about sources.

    Raises:
        SettingsError: an entry is wrong, or contradicts another one.
    """
    facts: list[SourceFact] = []
    for table in section.tables("sources"):
        fact = SourceFact(**_fields(table, "sources", says_more=True))
        for other in facts:
            for name in ("rows", "partitions"):
                mine, theirs = getattr(fact, name), getattr(other, name)
                if other.match == fact.match and mine and theirs and mine.count != theirs.count:
                    raise table.place(name).error(
                        f"is {mine.count}, but an earlier entry for {toml_string(fact.match)} "
                        f"says {theirs.count}; keep one of the two"
                    )
        facts.append(fact)
    return tuple(facts)


def read_wrappers(section: Table) -> tuple[UdfWrapper, ...]:
    """The functions that make UDFs which a section names.

    Raises:
        SettingsError: an entry is wrong, or contradicts another one.
    """
    wrappers: dict[str, UdfWrapper] = {}
    for table in section.tables("udf-wrappers"):
        fields = _fields(table, "udf-wrappers", says_more=True)
        claimed: dict[str | int, str] = {}
        for key in [key for key in table.values if key != "name"]:
            for argument in fields[key.replace("-", "_")]:
                if claimed.setdefault(argument, key) != key:
                    problem = f"`{argument}` is also in `{claimed[argument]}`; keep one of the two"
                    raise table.place(key).error(problem)
        wrapper = UdfWrapper(**fields)
        if wrappers.setdefault(wrapper.name, wrapper) is not wrapper:
            problem = f"`{wrapper.name}` has an earlier entry too; keep one of the two"
            raise table.place("name").error(problem)
    return tuple(wrappers.values())


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
    groups = tuple(_group(group, known) for group in table.tables(_GROUPS))
    if not groups:
        return known
    described = cluster_of(groups, table.place(_GROUPS).origin)
    return replace(described, cost_per_worker_hour=known.cost_per_worker_hour)


def _group(table: Table, known: Cluster) -> WorkerGroup:
    said = _fields(table, f"cluster.{_GROUPS}")
    cpus = said.get("cpus_per_worker", known.cpus_per_worker)
    gpus = said.get("gpus_per_worker", known.gpus_per_worker)
    if cpus is None:
        raise table.place().error("has no `cpus-per-worker`; add it here or to `cluster`")
    resources = table.table("resources") or replace(table, values={})
    amounts = sorted(
        (name, values.amount(amount, resources.place(name)).value)
        for name, amount in resources.values.items()
    )
    gpus_each = gpus.count if gpus else 0
    return WorkerGroup(said["workers"].count, cpus.count, gpus_each, resources=tuple(amounts))


def _fields(table: Table, name: str, *, says_more: bool = False) -> dict[str, Any]:
    """What a table says, by field, but for tables in it; whether it must say more than its name."""
    reject_unknown_keys(table, name)
    keys = [key for key in KEYS if key.table == name and key.kind is not ValueKind.AMOUNTS]
    for key in keys:
        if key.required and key.leaf not in table.values:
            meaning = key.meaning.partition(". ")[0].rstrip(".")
            added = meaning[:1].lower() + meaning[1:]
            raise table.place().error(f"has no `{key.leaf}`; add {added}")
    given = {
        key.field: values.read(table.values[key.leaf], key, table.place(key.leaf), {})
        for key in keys
        if key.leaf in table.values
    }
    if says_more and len(given) == 1:
        *first, last = [f"`{key.leaf}`" for key in keys if not key.required]
        raise table.place().error(f"says nothing else; add {', '.join(first)} or {last}")
    return given
