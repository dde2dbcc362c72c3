"""Settings laid over settings: a file over the defaults, the command line over a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from daft_lint.findings import Confidence, FailOn, Severity
from daft_lint.plan.cluster import Cluster
from daft_lint.plan.quantity import Quantity
from daft_lint.settings import values
from daft_lint.settings.keys import KEYS, key_named
from daft_lint.settings.model import Given, RuleModule, Settings
from daft_lint.settings.places import Place
from daft_lint.settings.runners import runner_called, runner_word
from daft_lint.settings.selectors import as_code, without_covered
from daft_lint.settings.toml_values import toml_string

# A fresh list makes the lists that refine or extend the older one pointless.
_STARTS_AFRESH = {
    "select": ("select", "extend-select", "ignore"),
    "include": ("include", "extend-include"),
    "exclude": ("exclude", "extend-exclude"),
}
_ADDS = ("ignore", "extend-select", "extend-rules", "extend-include", "extend-exclude")

CLUSTER_FIGURES = ("cluster.workers", "cluster.cpus-per-worker", "cluster.gpus-per-worker")
"""The keys that a cluster file speaks of too."""


RulesIn = Callable[[tuple[RuleModule, ...]], Mapping[str, str]]
"""Gives the names, by code, of the rules that modules hold."""


def no_rules(modules: tuple[RuleModule, ...]) -> Mapping[str, str]:
    """For use without loading modules: the rules in them stay unknown."""
    return {}


@dataclass(frozen=True, slots=True)
class Entry:
    """A value as it was given, not yet checked."""

    value: object
    place: Place


@dataclass(frozen=True, slots=True)
class Layer:
    """The entries of one file or one command line, by key.

    `own_rules` are those that its modules hold; `known_rules` has them too.
    """

    entries: Mapping[str, Entry]
    known_rules: Mapping[str, str]
    own_rules: tuple[str, ...] = ()

    def selectors(self, name: str) -> tuple[str, ...]:
        """The selectors of a key, none if it isn't given."""
        entry = self.entries.get(name)
        return values.selectors(entry.value, entry.place, self.known_rules) if entry else ()

    def modules(self, name: str) -> tuple[RuleModule, ...]:
        """The modules of a key, none if it isn't given."""
        entry = self.entries.get(name)
        return values.modules(entry.value, entry.place) if entry else ()

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

    def required_version(self) -> str | None:
        """What is asked of daft-lint itself, which it is; None where nothing is."""
        entry = self.entries.get("required-version")
        return values.own_version(entry.value, entry.place) if entry else None

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
        # It takes a YAML reader, which is seldom needed.
        from daft_lint.settings.cluster_files import read_cluster_file

        described = read_cluster_file(file, self.entries[name].place)
        return replace(described, cost_per_worker_hour=older.cost_per_worker_hour)


def laid_over(settings: Settings, layer: Layer, rules_in: RulesIn = no_rules) -> Settings:
    """The settings with every entry of a layer on top.

    Raises:
        SettingsError: an entry is wrong, or contradicts another of the same layer.
    """
    required = layer.required_version()
    modules = _with_modules(settings.extend_rules, layer.modules("extend-rules"))
    layer = _knowing(layer, settings.extend_rules, modules, rules_in)
    select, ignore = _selection(settings, layer)
    _reject_in_both(layer, "extend-unsafe-fixes", "extend-safe-fixes")
    return replace(
        settings,
        select=select,
        ignore=ignore,
        include=_include(settings.include, layer),
        exclude=_patterns(settings.exclude, layer, "exclude"),
        force_exclude=layer.flag("force-exclude", settings.force_exclude),
        runner=runner_called(layer.choice("runner", runner_word(settings.runner))),
        daft_version=layer.version("daft-version", settings.daft_version),
        min_confidence=Confidence(layer.choice("min-confidence", settings.min_confidence.value)),
        min_severity=Severity(layer.choice("min-severity", settings.min_severity.value)),
        fail_on=FailOn(layer.choice("fail-on", settings.fail_on.value)),
        cluster=_cluster(settings.cluster, layer),
        given=_given(settings.given, layer),
        baseline=layer.file("baseline", settings.baseline),
        cluster_file=layer.file("cluster-file", settings.cluster_file),
        required_version=required or settings.required_version,
        output_format=layer.choice("output-format", settings.output_format),
        redact_paths=layer.flag("redact-paths", settings.redact_paths),
        extend_rules=modules,
        extend_safe_fixes=settings.extend_safe_fixes + layer.selectors("extend-safe-fixes"),
        extend_unsafe_fixes=settings.extend_unsafe_fixes + layer.selectors("extend-unsafe-fixes"),
    )


def _with_modules(
    older: tuple[RuleModule, ...], newer: tuple[RuleModule, ...]
) -> tuple[RuleModule, ...]:
    """Each module once, as the first who names it does."""
    known: dict[tuple[str, Path], RuleModule] = {}
    for module in (*older, *newer):
        known.setdefault((module.name, module.folder), module)
    return tuple(known.values())


def _knowing(
    layer: Layer,
    older: tuple[RuleModule, ...],
    modules: tuple[RuleModule, ...],
    rules_in: RulesIn,
) -> Layer:
    """The layer with the rules of all modules known, its own marked."""
    if not modules:
        return layer
    before, after = rules_in(older) if older else {}, rules_in(modules)
    own = tuple(code for code in after if code not in before)
    return replace(layer, known_rules={**layer.known_rules, **after}, own_rules=own)


def _selection(settings: Settings, layer: Layer) -> tuple[tuple[str, ...], tuple[str, ...]]:
    chosen = layer.selectors("select") + layer.selectors("extend-select")
    ignored = layer.selectors("ignore")
    for name in ("select", "extend-select"):
        _reject_in_both(layer, "ignore", name)
    if "select" in layer.entries:
        return tuple(dict.fromkeys(chosen)), tuple(dict.fromkeys(ignored))
    known = layer.known_rules
    selected = without_covered(settings.select + layer.own_rules, ignored, known) + chosen
    left_out = without_covered(settings.ignore, chosen, known) + ignored
    return tuple(dict.fromkeys(selected)), tuple(dict.fromkeys(left_out))


def _include(older: tuple[str, ...], layer: Layer) -> tuple[str, ...]:
    """The patterns of the files to look for; some file must be able to fit one."""
    include = _patterns(older, layer, "include")
    if "include" in layer.entries and all(pattern.startswith("!") for pattern in include):
        problem = "matches no file; use a pattern such as `*.py`, or remove it"
        raise layer.entries["include"].place.error(problem)
    return include


def _patterns(older: tuple[str, ...], layer: Layer, name: str) -> tuple[str, ...]:
    """The patterns of a key and of the one that extends it."""
    kept = () if name in layer.entries else older
    return kept + layer.patterns(name) + layer.patterns(f"extend-{name}")


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


def _reject_in_both(layer: Layer, name: str, other: str) -> None:
    """Reject a selector that two keys with opposite meanings have."""
    chosen = {as_code(selector, layer.known_rules) for selector in layer.selectors(name)}
    for selector in layer.selectors(other):
        if as_code(selector, layer.known_rules) in chosen:
            place = layer.entries[other].place
            problem = f"{toml_string(selector)} is also in {place.name}; keep one of the two"
            raise layer.entries[name].place.error(problem)
