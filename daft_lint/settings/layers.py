"""Settings laid over settings: a file over the defaults, the command line over a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from daft_lint.plan.cluster import Cluster
from daft_lint.records import dataclass, replace
from daft_lint.settings import values
from daft_lint.settings.keys import KEYS, ValueKind, key_named
from daft_lint.settings.model import Given, RuleModule, Settings
from daft_lint.settings.places import Place, option_place
from daft_lint.settings.selectors import as_code, without_covered
from daft_lint.settings.toml_values import toml_string

# A fresh list makes the lists that refine or extend the older one pointless.
_STARTS_AFRESH = {
    "select": ("select", "extend-select", "ignore"),
    "include": ("include", "extend-include"),
    "exclude": ("exclude", "extend-exclude"),
}
_OF_SEVERAL = frozenset(
    {ValueKind.SELECTORS, ValueKind.PATTERNS, ValueKind.MODULES, ValueKind.SELECTORS_BY_PATTERN}
)
_REPLACED = frozenset(
    key.name
    for key in KEYS
    if not key.table and key.kind not in _OF_SEVERAL and key.name != "extend"
)
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

    `own_rules` are those that its modules hold; `known_rules` has them too. To a `lenient` one,
    selectors that fit no rule count for nothing.
    """

    entries: Mapping[str, Entry]
    known_rules: Mapping[str, str]
    own_rules: tuple[str, ...] = ()
    lenient: bool = False

    def read(self, name: str) -> Any:
        """What a key means, None if it isn't given."""
        entry = self.entries.get(name)
        if entry is None:
            return None
        key, rules = key_named(name), self.known_rules
        return values.read(entry.value, key, entry.place, rules, lenient=self.lenient)

    def listed(self, name: str) -> tuple[str, ...]:
        """The selectors or patterns of a key, none if it isn't given."""
        found: tuple[str, ...] = self.read(name) or ()
        return found


def laid_over(settings: Settings, layer: Layer, rules_in: RulesIn = no_rules) -> Settings:
    """The settings with every entry of a layer on top.

    Raises:
        SettingsError: an entry is wrong, or contradicts another of the same layer.
    """
    # What a layer says may be for the version that it asks for, and wrong for this one.
    layer.read("required-version")
    modules = _with_modules(settings.extend_rules, layer.read("extend-rules") or ())
    layer = _knowing(layer, settings.extend_rules, modules, rules_in)
    select, ignore = _selection(settings, layer)
    replaced = {key_named(name).field: layer.read(name) for name in _REPLACED & {*layer.entries}}
    return replace(
        settings,
        select=select,
        ignore=ignore,
        include=_include(settings.include, layer),
        exclude=_patterns(settings.exclude, layer, "exclude"),
        cluster=_cluster(settings.cluster, layer),
        given=_given(settings.given, layer),
        extend_rules=modules,
        **replaced,
    )


def _with_modules(
    older: tuple[RuleModule, ...], newer: tuple[RuleModule, ...]
) -> tuple[RuleModule, ...]:
    """Each module once, as the first who names it does."""
    known: dict[tuple[str, object], RuleModule] = {}
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
    chosen = layer.listed("select") + layer.listed("extend-select")
    ignored = layer.listed("ignore")
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
    return kept + layer.listed(name) + layer.listed(f"extend-{name}")


def _cluster(older: Cluster, layer: Layer) -> Cluster:
    known = older
    if (file := layer.read("cluster-file")) is not None:
        # It takes a YAML reader, which is seldom needed.
        from daft_lint.settings.cluster_files import read_cluster_file

        known = read_cluster_file(file, layer.entries["cluster-file"].place)
        known = replace(known, cost_per_worker_hour=older.cost_per_worker_hour)
    names = [*CLUSTER_FIGURES, "cluster.cost-per-worker-hour"]
    given = {key_named(name).field: layer.read(name) for name in names if name in layer.entries}
    # The groups would tell of other workers than the figures do.
    overridden = any(name in layer.entries for name in CLUSTER_FIGURES)
    return replace(known, groups=() if overridden else known.groups, **given)


def _given(older: tuple[Given, ...], layer: Layer) -> tuple[Given, ...]:
    outer = [key.name for key in KEYS if not key.table and key.name in layer.entries]
    replaced = {
        gone for name in outer if name not in _ADDS for gone in _STARTS_AFRESH.get(name, (name,))
    }
    kept = tuple(given for given in older if given.key not in replaced)
    return kept + tuple(Given(name, layer.entries[name].place.origin) for name in outer)


def _reject_in_both(layer: Layer, name: str, other: str) -> None:
    """Reject a selector that two keys with opposite meanings have."""
    chosen = {as_code(selector, layer.known_rules) for selector in layer.listed(name)}
    for selector in layer.listed(other):
        if as_code(selector, layer.known_rules) in chosen:
            place = layer.entries[other].place
            problem = f"{toml_string(selector)} is also in {place.name}; keep one of the two"
            raise layer.entries[name].place.error(problem)


_OPTIONS = {key.field: key for key in KEYS if key.table in ("", "cluster")}


def with_overrides(
    settings: Settings,
    known_rules: Mapping[str, str],
    *,
    rules_in: RulesIn = no_rules,
    **options: object,
) -> Settings:
    """The settings with what the command line says on top; None says nothing.

    `options` are keys as `Key.field` has them, those of `cluster` too. `known_rules` holds the name
    of each rule by its code, but for those that `extend-rules` adds: `rules_in` gives these. Words
    are spelled as in the file. `select` starts afresh: it replaces `select`, `extend-select` and
    `ignore` of the file; `exclude` replaces `exclude` and `extend-exclude`. The other lists add to
    the file's, and win over it. A `cluster_file`, relative to the current folder, replaces the
    file's figures of the cluster; a figure given beside it wins over those that it tells.

    Raises:
        SettingsError: an option has a value that the file couldn't have either.
    """
    given = {_OPTIONS[name]: value for name, value in options.items() if value is not None}
    entries = {
        key.name: Entry(value, option_place(f"--{key.leaf}")) for key, value in given.items()
    }
    return laid_over(settings, Layer(entries, known_rules), rules_in)
