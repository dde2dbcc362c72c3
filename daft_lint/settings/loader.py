"""Settings from files, each on top of the one that it extends."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from daft_lint.documents.file_selection import SETTINGS_FILES, FilePatterns, Nested
from daft_lint.documents.file_status import is_file, is_no_folder, real_path
from daft_lint.documents.gitignore import fits_pattern
from daft_lint.records import replace
from daft_lint.settings import values
from daft_lint.settings.arrays import (
    read_sources,
    read_wrappers,
    reject_counts_beside_groups,
    with_groups,
)
from daft_lint.settings.defaults import default_settings
from daft_lint.settings.keys import KEYS, SECTION
from daft_lint.settings.layers import CLUSTER_FIGURES, Entry, Layer, RulesIn, laid_over, no_rules
from daft_lint.settings.model import Given, PerFileIgnore, Settings
from daft_lint.settings.places import SettingsError, normal_path
from daft_lint.settings.tables import Table, has_section, read_section, reject_unknown_keys
from daft_lint.settings.toml_values import toml_string

_Parts = tuple[str, ...]
_ANY = "**"


def moved(pattern: str, home: Path, root: Path) -> tuple[str, ...]:
    """The patterns about `root` that fit what a pattern about `home` fits there; maybe none.

    One without a slash means names, wherever they are.
    """
    home, root = normal_path(home), normal_path(root)
    sign, body = ("!", pattern[1:]) if pattern.startswith("!") else ("", pattern)
    path, slash = body.removesuffix("/"), "/" if body.endswith("/") else ""
    if home == root or "/" not in path:
        return (pattern,)
    parts = tuple(path.removeprefix("/").split("/"))
    if home.is_relative_to(root):
        around = re.sub(r"([\\*?\[\]])", r"\\\1", home.relative_to(root).as_posix())
        return (f"{sign}/{around}/{'/'.join(parts)}{slash}",)
    if not root.is_relative_to(home):
        return ()
    ways = {parts}
    for name in root.relative_to(home).parts:
        ways = {rest for way in ways for rest in _behind(way, name)}
    return tuple(sorted(f"{sign}/{'/'.join(way) + slash if way else _ANY}" for way in ways))


def _behind(way: _Parts, name: str) -> Iterator[_Parts]:
    """What is left of a pattern behind a folder of that name; nothing, where it fits all of it."""
    if not way:
        yield ()
    elif way[0] == _ANY:
        yield way
        if len(way) > 1:
            yield from _behind(way[1:], name)
    elif fits_pattern(f"/{way[0]}", name):
        yield way[1:]


_OF_FILES = ("include", "extend-include", "exclude", "extend-exclude")
_IGNORES = "per-file-ignores"
_EXTEND = "extend"


def find_settings_file(start: Path) -> Path | None:
    """The nearest file with settings, from a folder upwards.

    Args:
        start: a folder, or a file in it.

    Raises:
        SettingsError: a file on the way can't be read, or speaks of daft-lint but isn't TOML.
    """
    start = normal_path(start)
    found = (settings_file_in(folder) for folder in (start, *start.parents))
    return next((file for file in found if file is not None), None)


def settings_file_in(folder: Path) -> Path | None:
    """The `daft-lint.toml` in a folder, else its `pyproject.toml` with a `[tool.daft-lint]` table.

    Raises:
        SettingsError: it can't be read, or speaks of daft-lint but isn't TOML.
    """
    named = (folder / name for name in SETTINGS_FILES)
    return next((file for file in named if is_no_folder(file) and has_section(file)), None)


def load_settings(
    file: Path,
    known_rules: Mapping[str, str],
    *,
    root: Path | None = None,
    rules_in: RulesIn = no_rules,
    trusted: bool = True,
) -> Settings:
    """The settings of a file, over those that it extends, over the defaults.

    Args:
        file: a TOML file with a `[tool.daft-lint]` table, or with the keys of it at its top.
        known_rules: the name of each rule by its code, but for those that `extend-rules` adds.
        root: the folder that relative patterns mean; the file's own if not given. Those of a file
            that it extends mean the folder of that.
        rules_in: gives the rules that the modules of `extend-rules` hold.
        trusted: whether code of the project may run. If not, `extend-rules` counts for nothing, nor
            do selectors that fit no other rule.

    Raises:
        SettingsError: a file can't be read, or something in it is wrong.
    """
    settings = replace(default_settings(root or file.parent), file=file)
    tables = _stacked(file, settings.root)
    for table in tables:
        settings = with_table(settings, table, known_rules, rules_in=rules_in, trusted=trusted)
    extended = tuple(table.file for table in tables[:-1] if table.file is not None)
    return replace(settings, extended=extended)


def with_table(
    settings: Settings,
    table: Table,
    known_rules: Mapping[str, str],
    *,
    rules_in: RulesIn = no_rules,
    trusted: bool = True,
) -> Settings:
    """The settings with those of a table on top; the rest is as in `load_settings`."""
    reject_unknown_keys(table, "")
    cluster = table.table("cluster")
    entries = _entries(table, "")
    if cluster is not None:
        reject_unknown_keys(cluster, "cluster")
        entries |= _entries(cluster, "cluster")
        reject_counts_beside_groups(cluster, entries)
    _reject_figures_beside_a_file(entries)
    ignores = table.table("per-file-ignores")
    lenient = not trusted and entries.pop("extend-rules", None) is not None
    settings = laid_over(settings, Layer(entries, known_rules, lenient=lenient), rules_in)
    if cluster is not None and "worker-groups" in cluster.values:
        # A cluster file can only be one of the settings below.
        grouped = with_groups(settings.cluster, cluster)
        settings = replace(settings, cluster=grouped, cluster_file=None)
    if settings.extend_rules:
        known_rules = {**known_rules, **rules_in(settings.extend_rules)}
    wrappers = read_wrappers(table)
    named = {wrapper.name for wrapper in wrappers}
    others = tuple(wrapper for wrapper in settings.udf_wrappers if wrapper.name not in named)
    settings = replace(
        settings,
        sources=settings.sources + read_sources(table),
        udf_wrappers=others + wrappers,
    )
    ignores = table.table(_IGNORES)
    if ignores is None:
        return settings
    per_file = tuple(
        PerFileIgnore(
            values.lone_pattern(pattern, ignores.place(pattern)),
            values.selectors(chosen, ignores.place(pattern), known_rules, lenient=lenient),
        )
        for pattern, chosen in ignores.values.items()
    )
    return replace(
        settings,
        per_file_ignores=settings.per_file_ignores + per_file,
        given=(*settings.given, Given(_IGNORES, ignores.place().origin)),
    )


def _stacked(file: Path, root: Path) -> list[Table]:
    """The tables of a file and of those that it extends, the undermost first.

    Raises:
        SettingsError: one can't be read or has no settings, or they extend each other in a circle.
    """
    tables: list[Table] = []
    seen: list[Path] = []
    here: Path | None = file
    while here is not None:
        table = read_section(here)
        if table is None:
            raise SettingsError(f"has no [{SECTION}] table", here)
        # What it says may be for the version that it asks for, and wrong for this one.
        Layer(_entries(table, ""), {}).read("required-version")
        seen.append(real_path(here))
        tables.insert(0, table if here == file else _moved(table, here.parent, root))
        here = _extended_by(table, seen)
    return tables


def _extended_by(table: Table, seen: Sequence[Path]) -> Path | None:
    """The file that a table extends."""
    if _EXTEND not in table.values or table.file is None:
        return None
    place = table.place(_EXTEND)
    named = values.text(table.values[_EXTEND], place)
    base = table.file.parent / named
    if not is_file(base):
        raise place.error(f"{toml_string(named)} isn't a file; it is looked up from this folder")
    real, short = real_path(base), normal_path(base)
    if real in seen:
        raise place.error(f"{toml_string(named)} extends this file in a circle")
    return short if real_path(short) == real else base


def _moved(table: Table, home: Path, root: Path) -> Table:
    """A table whose patterns are about a root instead of the folder of its file."""

    def each(patterns: Iterable[object]) -> list[object]:
        found: list[object] = []
        for pattern in patterns:
            found += moved(pattern, home, root) if isinstance(pattern, str) else (pattern,)
        return found

    said = dict(table.values)
    for name in _OF_FILES:
        if isinstance(listed := said.get(name), list):
            said[name] = each(listed)
    if isinstance(ignores := said.get(_IGNORES), dict):
        said[_IGNORES] = {value: chosen for key, chosen in ignores.items() for value in each([key])}
    return replace(table, values=said)


def nested_patterns(
    given: Callable[[str], tuple[str, ...] | None],
    unusable: Callable[[SettingsError], FilePatterns | None],
    found: dict[str, FilePatterns | None] | None = None,
) -> Nested:
    """What folders with settings of their own say of files, below what a user says.

    Args:
        given: the patterns that the user gives for a key, None without any.
        unusable: what to take where the settings of a folder can't be read, or are wrong in this.
        found: what each folder says, None where it has no settings; it is filled by its name.
    """
    found = {} if found is None else found
    include, exclude = given("include"), given("exclude")
    everywhere = FilePatterns(
        (*(include or ()), *(given("extend-include") or ())),
        (*(exclude or ()), *(given("extend-exclude") or ())),
    )

    def own(folder: str) -> FilePatterns | None:
        if folder not in found:
            try:
                said = load_file_patterns(Path(folder))
            except SettingsError as error:
                return unusable(error)
            found[folder] = said and FilePatterns(
                said.include if include is None else (), said.exclude if exclude is None else ()
            )
        return found[folder]

    return Nested(own, everywhere)


def load_file_patterns(folder: Path) -> FilePatterns | None:
    """The files that the settings in a folder look for and leave out; None without any.

    Raises:
        SettingsError: they can't be read, or are wrong in what they say of files.
    """
    file = settings_file_in(folder)
    if file is None:
        return None
    settings = default_settings(folder)
    for table in _stacked(file, folder):
        settings = laid_over(settings, Layer(_of_files(table), {}))
    return FilePatterns(settings.include, settings.exclude)


def _of_files(table: Table) -> dict[str, Entry]:
    return {name: entry for name, entry in _entries(table, "").items() if name in _OF_FILES}


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
            problem = f"{file.place.name} sets it too; keep one of the two"
            raise entries[name].place.error(problem)
