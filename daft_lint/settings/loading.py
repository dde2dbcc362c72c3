"""Settings from the `[tool.daft-lint]` table of a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from daft_lint.documents.choosing import SETTINGS_FILE, FilePatterns
from daft_lint.documents.presence import is_file
from daft_lint.plan.quantity import Quantity
from daft_lint.settings import values
from daft_lint.settings.defaults import default_settings
from daft_lint.settings.keys import KEYS, SECTION, ValueKind, key_named
from daft_lint.settings.layering import (
    CLUSTER_FIGURES,
    Entry,
    Layer,
    RulesIn,
    laid_over,
    no_rules,
)
from daft_lint.settings.model import Given, PerFileIgnore, Settings, SourceFact
from daft_lint.settings.paths import normal_path
from daft_lint.settings.places import SettingsError
from daft_lint.settings.selectors import is_known
from daft_lint.settings.tables import Table, has_section, read_section
from daft_lint.settings.unknown_keys import reject_unknown_keys
from daft_lint.settings.worker_groups import reject_counts_beside_groups, with_groups
from daft_lint.settings.wrappers import read_wrappers
from daft_lint.settings.writing import printable, toml_string

_OF_FILES = ("include", "extend-include", "exclude", "extend-exclude")


def find_settings_file(start: Path) -> Path | None:
    """The nearest `pyproject.toml` with a `[tool.daft-lint]` table, from a folder upwards.

    Args:
        start: a folder, or a file in it.

    Raises:
        SettingsError: a file on the way can't be read, or speaks of daft-lint but isn't TOML.
    """
    start = normal_path(start)
    found = (settings_file_in(folder) for folder in (start, *start.parents))
    return next((file for file in found if file is not None), None)


def settings_file_in(folder: Path) -> Path | None:
    """The `pyproject.toml` in a folder, if it has a `[tool.daft-lint]` table.

    Raises:
        SettingsError: it can't be read, or speaks of daft-lint but isn't TOML.
    """
    file = folder / SETTINGS_FILE
    return file if is_file(file) and has_section(file) else None


def load_settings(
    file: Path,
    known_rules: Mapping[str, str],
    *,
    root: Path | None = None,
    rules_in: RulesIn = no_rules,
    trusted: bool = True,
) -> Settings:
    """The settings of a file, over the defaults.

    Args:
        file: a TOML file with a `[tool.daft-lint]` table.
        known_rules: the name of each rule by its code, but for those that `extend-rules` adds.
        root: the folder that relative patterns mean; the file's own if not given.
        rules_in: tells of the rules that the modules of `extend-rules` hold.
        trusted: whether code of the project may run. If not, `extend-rules` counts for nothing, nor
            do selectors that fit no other rule.

    Raises:
        SettingsError: the file can't be read, or something in the table is wrong.
    """
    table = read_section(file)
    if table is None:
        raise SettingsError(printable(f"{file}: has no [{SECTION}] table"))
    reject_unknown_keys(table, "")
    cluster = table.table("cluster")
    entries = _entries(table, "")
    if cluster is not None:
        reject_unknown_keys(cluster, "cluster")
        entries |= _entries(cluster, "cluster")
        reject_counts_beside_groups(cluster, entries)
    _reject_figures_beside_a_file(entries)
    ignores = table.table("per-file-ignores")
    if not trusted and "extend-rules" in entries:
        entries = _without_own_rules(entries, known_rules)
        if ignores is not None:
            known_only = partial(_known_only, known_rules=known_rules)
            values_of = {key: known_only(value) for key, value in ignores.values.items()}
            ignores = replace(ignores, values=values_of)
    base = replace(default_settings(root or file.parent), file=file)
    settings = laid_over(base, Layer(entries, known_rules), rules_in)
    if cluster is not None:
        settings = replace(settings, cluster=with_groups(settings.cluster, cluster))
    if settings.extend_rules:
        known_rules = {**known_rules, **rules_in(settings.extend_rules)}
    return replace(
        settings,
        sources=_sources(table),
        udf_wrappers=read_wrappers(table),
        per_file_ignores=_per_file_ignores(ignores, known_rules) if ignores else (),
        given=settings.given + (_given_ignores(ignores) if ignores else ()),
    )


def _without_own_rules(
    entries: Mapping[str, Entry], known_rules: Mapping[str, str]
) -> dict[str, Entry]:
    """The entries without the modules of rules, and without what only those could mean."""
    selecting = {key.name for key in KEYS if key.kind is ValueKind.SELECTORS}
    return {
        name: replace(entry, value=_known_only(entry.value, known_rules))
        if name in selecting
        else entry
        for name, entry in entries.items()
        if name != "extend-rules"
    }


def _known_only(value: object, known_rules: Mapping[str, str]) -> object:
    """The selectors of a list that fit a rule; whatever is no list is left to who checks it."""
    if not isinstance(value, list):
        return value
    return [one for one in value if not isinstance(one, str) or is_known(one, known_rules)]


def named_files(file: Path) -> tuple[Path, ...]:
    """The files that a file of settings names, there or not, whatever else is wrong in it."""
    try:
        table = read_section(file)
    except SettingsError:
        return ()
    values_of = {} if table is None else table.values
    keys = (key.leaf for key in KEYS if key.kind is ValueKind.FILE and not key.table)
    named = (values_of.get(key) for key in keys)
    return tuple(file.parent / one for one in named if isinstance(one, str) and one)


def load_file_patterns(folder: Path) -> FilePatterns | None:
    """The files that the settings in a folder look for and leave out; None without any.

    Raises:
        SettingsError: they can't be read, or are wrong in what they say of files.
    """
    file = folder / SETTINGS_FILE
    table = read_section(file) if is_file(file) and has_section(file) else None
    if table is None:
        return None
    entries = {name: one for name, one in _entries(table, "").items() if name in _OF_FILES}
    settings = laid_over(default_settings(folder), Layer(entries, {}))
    return FilePatterns(settings.include, settings.exclude)


def _entries(table: Table, name: str) -> dict[str, Entry]:
    return {
        key.name: Entry(table.values[key.leaf], table.place(key.leaf))
        for key in KEYS
        if key.table == name and key.leaf in table.values
    }


def _reject_figures_beside_a_file(entries: Mapping[str, Entry]) -> None:
    file = entries.get("cluster-file")
    for name in CLUSTER_FIGURES:
        if file is not None and name in entries:
            problem = f"{file.place.name} tells it too; keep one of the two"
            raise entries[name].place.error(problem)


def _sources(table: Table) -> tuple[SourceFact, ...]:
    facts: list[SourceFact] = []
    for source in table.tables("sources"):
        fact = _source(source)
        _reject_other_figures(source, fact, facts)
        facts.append(fact)
    return tuple(facts)


def _source(source: Table) -> SourceFact:
    reject_unknown_keys(source, "sources")
    if "match" not in source.values:
        raise source.place().error("has no `match`; add the path or glob that it speaks of")
    match = values.text(source.values["match"], source.place("match"))
    fact = SourceFact(match, _figure(source, "rows"), _figure(source, "partitions"))
    if fact.rows is None and fact.partitions is None:
        raise source.place().error("says nothing of its source; add `rows` or `partitions`")
    return fact


def _figure(source: Table, name: str) -> Quantity | None:
    if name not in source.values:
        return None
    return values.count(source.values[name], key_named(f"sources.{name}"), source.place(name))


def _reject_other_figures(source: Table, fact: SourceFact, older: list[SourceFact]) -> None:
    for other in older:
        if other.match != fact.match:
            continue
        for name, mine, theirs in (
            ("rows", fact.rows, other.rows),
            ("partitions", fact.partitions, other.partitions),
        ):
            if mine is not None and theirs is not None and mine.count != theirs.count:
                raise source.place(name).error(
                    f"is {mine.count}, but an earlier entry for {toml_string(fact.match)} "
                    f"says {theirs.count}; keep one of the two"
                )


def _per_file_ignores(table: Table, known_rules: Mapping[str, str]) -> tuple[PerFileIgnore, ...]:
    return tuple(
        PerFileIgnore(
            values.lone_pattern(pattern, table.place(pattern)),
            values.selectors(chosen, table.place(pattern), known_rules),
        )
        for pattern, chosen in table.values.items()
    )


def _given_ignores(table: Table) -> tuple[Given, ...]:
    return (Given("per-file-ignores", table.place().origin),)
