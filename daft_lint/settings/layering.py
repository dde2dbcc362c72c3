"""Settings laid over settings: a file over the defaults, the command line over a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from daft_lint.findings import Confidence, Severity
from daft_lint.plan.cluster import Cluster
from daft_lint.plan.quantity import Quantity
from daft_lint.settings import values
from daft_lint.settings.keys import KEYS, key_named
from daft_lint.settings.model import Given, Settings
from daft_lint.settings.places import Place
from daft_lint.settings.runners import runner_called, runner_word
from daft_lint.settings.selectors import as_code, without_covered
from daft_lint.settings.writing import toml_string

# A fresh list makes the lists that refine or extend the older one pointless.
_STARTS_AFRESH = {
    "select": ("select", "extend-select", "ignore"),
    "exclude": ("exclude", "extend-exclude"),
}
_ADDS = ("ignore", "extend-select", "extend-exclude")

CLUSTER_FIGURES = ("cluster.workers", "cluster.cpus-per-worker", "cluster.gpus-per-worker")
"""The keys that a cluster file speaks of too."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A value as it was given, not yet checked."""

    value: object
    place: Place


@dataclass(frozen=True, slots=True)
class Layer:
    """The entries of one file or one command line, by key."""

    entries: Mapping[str, Entry]
    known_rules: Mapping[str, str]

    def selectors(self, name: str) -> tuple[str, ...]:
        """The selectors of a key, none if it isn't given."""
        entry = self.entries.get(name)
        return values.selectors(entry.value, entry.place, self.known_rules) if entry else ()

    def patterns(self, name: str) -> tuple[str, ...]:
        """The path patterns of a key, none if it isn't given."""
        entry = self.entries.get(name)
        return values.patterns(entry.value, entry.place) if entry else ()

    def choice(self, name: str, older: str) -> str:
        """The word that a key chooses, else the older one."""
        entry = self.entries.get(name)
        return values.choice(entry.value, key_named(name), entry.place) if entry else older

    def version(self, name: str, older: tuple[int, ...]) -> tuple[int, ...]:
        """The version of a key, else the older one."""
        entry = self.entries.get(name)
        return values.version(entry.value, entry.place) if entry else older

    def flag(self, name: str, older: bool) -> bool:
        """Whether a key is on, else the older state."""
        entry = self.entries.get(name)
        return values.flag(entry.value, entry.place) if entry else older

    def count(self, name: str, older: Quantity | None) -> Quantity | None:
        """The number of a key, else the older one."""
        entry = self.entries.get(name)
        return values.count(entry.value, key_named(name), entry.place) if entry else older

    def amount(self, name: str, older: Quantity | None) -> Quantity | None:
        """The number of a key, which may be a decimal one, else the older one."""
        entry = self.entries.get(name)
        return values.amount(entry.value, entry.place) if entry else older

    def file(self, name: str, older: Path | None) -> Path | None:
        """The file that a key names, relative to where it stands, else the older one."""
        entry = self.entries.get(name)
        if entry is None:
            return older
        given = Path(values.text(entry.value, entry.place))
        return given if entry.place.file is None else entry.place.file.parent / given

    def cluster(self, name: str, older: Cluster) -> Cluster:
        """What the cluster file of a key tells, else what is known already."""
        file = self.file(name, None)
        if file is None:
            return older
        # It takes a YAML reader, which hardly anybody needs.
        from daft_lint.settings.cluster_files import read_cluster_file

        told = read_cluster_file(file, self.entries[name].place)
        return replace(told, cost_per_worker_hour=older.cost_per_worker_hour)


def laid_over(settings: Settings, layer: Layer) -> Settings:
    """The settings with every entry of a layer on top.

    Raises:
        SettingsError: an entry is wrong, or contradicts another of the same layer.
    """
    select, ignore = _selection(settings, layer)
    return replace(
        settings,
        select=select,
        ignore=ignore,
        exclude=_exclusion(settings, layer),
        force_exclude=layer.flag("force-exclude", settings.force_exclude),
        runner=runner_called(layer.choice("runner", runner_word(settings.runner))),
        daft_version=layer.version("daft-version", settings.daft_version),
        min_confidence=Confidence(layer.choice("min-confidence", settings.min_confidence.value)),
        min_severity=Severity(layer.choice("min-severity", settings.min_severity.value)),
        cluster=_cluster(settings.cluster, layer),
        given=_given(settings.given, layer),
        cluster_file=layer.file("cluster-file", settings.cluster_file),
    )


def _selection(settings: Settings, layer: Layer) -> tuple[tuple[str, ...], tuple[str, ...]]:
    chosen = layer.selectors("select") + layer.selectors("extend-select")
    ignored = layer.selectors("ignore")
    _reject_chosen_and_ignored(layer)
    if "select" in layer.entries:
        return chosen, ignored
    known = layer.known_rules
    return (
        without_covered(settings.select, ignored, known) + chosen,
        without_covered(settings.ignore, chosen, known) + ignored,
    )


def _exclusion(settings: Settings, layer: Layer) -> tuple[str, ...]:
    older = () if "exclude" in layer.entries else settings.exclude
    return older + layer.patterns("exclude") + layer.patterns("extend-exclude")


def _cluster(older: Cluster, layer: Layer) -> Cluster:
    known = layer.cluster("cluster-file", older)
    overridden = any(name in layer.entries for name in CLUSTER_FIGURES)
    workers, cpus, gpus = CLUSTER_FIGURES
    return replace(
        known,
        workers=layer.count(workers, known.workers),
        cpus_per_worker=layer.count(cpus, known.cpus_per_worker),
        gpus_per_worker=layer.count(gpus, known.gpus_per_worker),
        # They would tell of other workers than the figures do.
        groups=() if overridden else known.groups,
        cost_per_worker_hour=layer.amount(
            "cluster.cost-per-worker-hour", known.cost_per_worker_hour
        ),
    )


def _given(older: tuple[Given, ...], layer: Layer) -> tuple[Given, ...]:
    outer = [key.name for key in KEYS if not key.table and key.name in layer.entries]
    replaced = {
        gone for name in outer if name not in _ADDS for gone in _STARTS_AFRESH.get(name, (name,))
    }
    kept = tuple(given for given in older if given.key not in replaced)
    return kept + tuple(Given(name, layer.entries[name].place.origin) for name in outer)


def _reject_chosen_and_ignored(layer: Layer) -> None:
    ignored = {as_code(selector, layer.known_rules) for selector in layer.selectors("ignore")}
    for name in ("select", "extend-select"):
        for selector in layer.selectors(name):
            if as_code(selector, layer.known_rules) in ignored:
                chosen = layer.entries[name].place
                problem = f"{toml_string(selector)} is also in {chosen.name}; keep one of the two"
                raise layer.entries["ignore"].place.error(problem)
