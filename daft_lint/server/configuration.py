"""The settings of each file: those of its project, with what the editor asks for on top."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from daft_lint.documents.file_selection import Nested
from daft_lint.facts import with_recorded_facts
from daft_lint.records import dataclass, field, replace
from daft_lint.registry import RulesError, all_rules, names_in
from daft_lint.server.buffers import Buffers
from daft_lint.settings import (
    KEYS,
    ProjectFinder,
    Settings,
    SettingsError,
    default_settings,
    find_settings_file,
    load_settings,
    nested_patterns,
    with_required_version,
)
from daft_lint.settings.layers import Entry, Layer, laid_over
from daft_lint.settings.places import Place

_CONFIGURATION = "configuration"
_HINTS, _TRUSTED = "hints", "trusted"
# An editor names a file to extend by `configuration`, and shows findings in its own way.
_MEANINGLESS = frozenset({"extend", "output-format"})
_KEYS = tuple(key.name for key in KEYS if not key.table and key.name not in _MEANINGLESS)
_FLAGS = {_HINTS: True, _TRUSTED: False}
_OWN = (_CONFIGURATION, *_FLAGS)


@dataclass(frozen=True, slots=True)
class Options:
    """What an editor asks for when it starts the server.

    `configuration` is a file of settings to use for all files, relative to the folder of the
    workspace. With `hints`, work that could not be judged is marked. Rules of the
    project's own are loaded, and so run, only if the workspace is `trusted`. `entries` are keys of
    `[tool.daft-lint]` that win over it. `problems` tells, one line each, what can't be used.
    """

    configuration: str | None = None
    hints: bool = True
    trusted: bool = False
    entries: Mapping[str, Entry] = field(default_factory=dict)
    problems: tuple[str, ...] = ()


def options_of(given: object) -> Options:
    """Read `initializationOptions`; whatever an editor sends, there are options."""
    if given is None:
        return Options()
    if not isinstance(given, Mapping):
        return Options(problems=("initializationOptions must be an object",))
    configuration = given.get(_CONFIGURATION)
    entries = {
        name: Entry(given[name], Place(f"initializationOptions: {name}", f"`{name}` of the editor"))
        for name in given
        if name in _KEYS and given[name] is not None
    }
    unknown = sorted(str(name) for name in given if name not in (*_KEYS, *_OWN))
    problems = [f"initializationOptions: there is no `{name}`" for name in unknown]
    if configuration is not None and not isinstance(configuration, str):
        problems.append("initializationOptions: `configuration` must be the path of a file")
        configuration = None
    flags = {name: given.get(name, default) for name, default in _FLAGS.items()}
    for name, value in flags.items():
        if not isinstance(value, bool):
            problems.append(f"initializationOptions: `{name}` must be true or false")
            flags[name] = _FLAGS[name]
    return Options(configuration or None, flags[_HINTS], flags[_TRUSTED], entries, tuple(problems))


@dataclass(frozen=True, slots=True)
class Configured:
    """The settings to use, and why they aren't those asked for, in one line."""

    settings: Settings
    problem: str | None = None


@dataclass(slots=True)
class Configuration:
    """Finds the settings of texts.

    While a file of settings can't be used, the last ones that could be read from it stay in force.
    An option of the editor that can't be used is left out.
    """

    options: Options = field(default_factory=Options)
    _read: dict[tuple[Path | None, Path | None], tuple[object, Configured]] = field(
        default_factory=dict
    )
    _usable: dict[Path, Settings] = field(default_factory=dict)
    _projects: dict[Path, ProjectFinder] = field(default_factory=dict)

    def for_file(self, file: Path | None, buffers: Buffers) -> Configured:
        """The settings of a file, of a text that is in no file if None."""
        workspace = buffers.folder_of(file)
        folder = workspace if file is None else file.parent
        try:
            found = self._found(folder, workspace)
        except (SettingsError, RulesError) as error:
            settings = self._usable.get(folder, default_settings(self._project(folder, workspace)))
            return Configured(settings, str(error))
        self._usable[folder] = found.settings
        return found

    def nested(self) -> Nested | None:
        """What folders with settings of their own say of files; None where one file counts for all.

        Settings that can't be read say nothing.
        """
        if self.options.configuration is not None:
            return None
        return nested_patterns(self._patterns, lambda error: None)

    def _patterns(self, name: str) -> tuple[str, ...] | None:
        """The patterns of an option; None where it isn't given, or can't be used."""
        if name not in self.options.entries:
            return None
        try:
            return Layer(self.options.entries, {}).listed(name)
        except SettingsError:
            return None

    def forget(self) -> None:
        """Read everything anew."""
        self._read.clear()
        self._projects.clear()

    def _project(self, folder: Path, workspace: Path) -> Path:
        """The folder of the project around a folder, as far as no settings tell it."""
        if workspace not in self._projects:
            self._projects[workspace] = ProjectFinder.around(workspace)
        return self._projects[workspace].of(folder)

    def _found(self, folder: Path, workspace: Path) -> Configured:
        project = self._project(folder, workspace)
        if self.options.configuration is not None:
            return self._loaded(workspace / self.options.configuration, project)
        file = find_settings_file(folder)
        return self._loaded(file, project if file is None else None)

    def _loaded(self, file: Path | None, root: Path | None) -> Configured:
        """The settings of a file, read again when what they come from has changed."""
        known = self._read.get((file, root))
        if known is not None and known[0] == _state(known[1].settings):
            return known[1]
        rules = {rule.code: rule.name for rule in all_rules()}
        settings = default_settings(root)
        if file is not None:
            trusted = self.options.trusted
            settings = load_settings(file, rules, root=root, rules_in=names_in, trusted=trusted)
        settings = replace(settings, root=settings.root.absolute())
        found = _laid_over(settings, self.options.entries, rules)
        found = replace(found, settings=with_recorded_facts(with_required_version(found.settings)))
        self._read[file, root] = _state(found.settings), found
        return found


def _laid_over(
    settings: Settings, entries: Mapping[str, Entry], rules: Mapping[str, str]
) -> Configured:
    """The settings with those of the entries on top that can be used."""
    usable: dict[str, Entry] = {}
    problem = None
    for name, entry in entries.items():
        wanted = {**usable, name: entry}
        try:
            laid_over(settings, Layer(wanted, rules), names_in)
        except SettingsError as error:
            problem = problem or str(error)
        else:
            usable = wanted
    return Configured(laid_over(settings, Layer(usable, rules), names_in), problem)


def _state(settings: Settings) -> object:
    """What differs once the files that settings come from are written anew."""
    return tuple(map(stamp, settings.files))


def stamp(file: Path) -> tuple[int, int] | None:
    """What differs once a file is written anew; None when it isn't there."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
