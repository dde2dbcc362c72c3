"""Options that several commands share, and the settings they make."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from daft_lint.cli.option_groups import F, config_option, isolated_option, together
from daft_lint.documents.file_selection import FACTS_FILE, FilePatterns, Nested
from daft_lint.documents.file_status import is_folder, is_no_folder, real_path
from daft_lint.records import dataclass, field, replace
from daft_lint.settings import (
    ProjectFinder,
    Settings,
    SettingsError,
    SourceFact,
    SourceMetadata,
    default_settings,
    inline_table,
    load_settings,
    nested_patterns,
    settings_file_in,
    with_overrides,
    with_required_version,
    with_table,
)
from daft_lint.settings.places import normal_path

if TYPE_CHECKING:
    from daft_lint.plan.cluster import Cluster
    from daft_lint.rule import Rule


_LISTS = (
    "select",
    "ignore",
    "extend_select",
    "extend_rules",
    "exclude",
    "extend_exclude",
)


def _listed(name: str, text: str) -> Callable[[F], F]:
    return click.option(name, metavar="LIST", multiple=True, help=text)


no_extend_rules_option = click.option(
    "--no-extend-rules",
    is_flag=True,
    help="Don't load rules that settings files name, so no project code runs.",
)

settings_options = together(
    _listed("--select", "Rules to run: codes, code prefixes, names or ALL, separated by commas."),
    _listed("--ignore", "Rules to skip."),
    _listed("--extend-select", "Rules to run in addition to the selected ones."),
    _listed("--extend-rules", "Modules with your own rules, looked up from the current folder."),
    _listed("--exclude", "Patterns of files and folders to skip."),
    _listed("--extend-exclude", "More patterns to skip."),
    click.option(
        "--force-exclude",
        is_flag=True,
        default=None,
        help="Skip excluded files even when they are named on the command line.",
    ),
    click.option("--runner", metavar="RUNNER", help="Daft runner: auto, ray or native."),
    click.option(
        "--daft-version", metavar="VERSION", help="Daft version that runs the code, such as 0.7."
    ),
    click.option(
        "--cluster-file",
        type=click.Path(),
        help="Read the cluster from a Ray cluster launcher YAML or a KubeRay manifest.",
    ),
    click.option("--workers", type=int, metavar="N", help="Workers (Ray nodes) of the cluster."),
    click.option("--cpus-per-worker", type=int, metavar="N", help="CPUs of each worker."),
    click.option("--gpus-per-worker", type=int, metavar="N", help="GPUs of each worker."),
    click.option(
        "--cost-per-worker-hour",
        type=float,
        metavar="N",
        help="Cost of a worker per hour, in your currency.",
    ),
    click.option(
        "--min-confidence",
        metavar="LEVEL",
        help="Lowest confidence to report: certain, likely or possible.",
    ),
    click.option(
        "--min-severity", metavar="LEVEL", help="Lowest severity to report: info, warning or error."
    ),
    config_option,
    isolated_option,
    no_extend_rules_option,
)
"""The options that make settings; a command gets them as keyword arguments."""

UNTRUSTED = "DAFT_LINT_NO_EXTEND_RULES"
"""In the environment, it does what --no-extend-rules does."""

WITHIN = "DAFT_LINT_WITHIN"
"""In the environment: a folder that files have to be in, those that links lead to as well."""


class _NamedPath(click.Path):
    """A path that names something: `Path` takes an empty one for the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            raise click.UsageError(
                "a path is empty; name files or folders, or omit it for the current folder"
            )
        if value == "-" and not self.allow_dash:
            raise click.UsageError(
                "- is standard input, which only `daft-lint check` reads; name a file, or write "
                "./- for a file with that name"
            )
        return super().convert(value, param, ctx)


def paths_argument(command: F) -> F:
    """Give a command its PATHS; none means the current folder."""
    return _paths(command, allow_dash=False)


def paths_or_input_argument(command: F) -> F:
    """Give a command its PATHS; `-` is standard input."""
    return _paths(command, allow_dash=True)


def _paths(command: F, *, allow_dash: bool) -> F:
    kind = _NamedPath(readable=False, path_type=Path, allow_dash=allow_dash)
    return click.argument("paths", nargs=-1, type=kind)(command)


@dataclass(frozen=True, slots=True)
class BrokenSettings:
    """The wrong file, if it is one, and the problem with its line."""

    file: Path | None
    problem: str


class UnusableSettingsError(click.UsageError):
    """Settings that can't be used."""

    def __init__(self, error: SettingsError) -> None:
        super().__init__(str(error))
        line = error.position.partition(":")[0]
        problem = f"line {line}: {error.problem}" if line else error.problem
        self.broken = BrokenSettings(error.file, problem)


@dataclass(slots=True)
class SettingsFinder:
    """Gives each file the settings nearest to it, with the command line's on top.

    `config` is a file that takes the place of the nearest, and `inline` are texts of TOML. `broken`
    are settings that couldn't be used, by the text of the error, in a run that went on without the
    files that go by them. Every other method raises `click.UsageError` for them.
    """

    config: Path | None
    isolated: bool
    overrides: dict[str, Any]
    otherwise: SourceFact | None = None
    trusted: bool = True
    reads_facts: bool = True
    projects: ProjectFinder = field(default_factory=lambda: ProjectFinder.around(Path()))
    inline: tuple[str, ...] = ()
    broken: dict[str, BrokenSettings] = field(default_factory=dict)
    _by_folder: dict[Path, Settings] = field(default_factory=dict)
    _files: dict[Path, Path | None] = field(default_factory=dict)
    _read: dict[tuple[Path | None, Path | None], Settings] = field(default_factory=dict)
    _patterns: dict[str, FilePatterns | None] = field(default_factory=dict)

    @classmethod
    def from_options(
        cls,
        options: dict[str, Any],
        paths: Iterable[Path] = (),
        otherwise: SourceFact | None = None,
    ) -> SettingsFinder:
        """Take the options of `settings_options`, and what to take of unknown sources.

        `paths` are those on the command line.
        """
        given, isolated = options.pop("config"), options.pop("isolated")
        files = [option for option in given if isinstance(option, Path)]
        inline = tuple(option for option in given if not isinstance(option, Path))
        if len(files) > 1:
            raise click.UsageError("--config names two files; one of them can extend the other")
        untrusted = options.pop("no_extend_rules", False) or bool(os.environ.get(UNTRUSTED))
        if files and isolated:
            raise click.UsageError("--config FILE and --isolated can't be combined")
        for name in _LISTS:
            options[name] = _split(options[name])
        if options["select"] == []:
            raise click.UsageError("--select names no rule; name one, or omit the option")
        projects = ProjectFinder.around(Path(), paths)
        config = files[0] if files else None
        return cls(
            config, isolated, options, otherwise, not untrusted, projects=projects, inline=inline
        )

    @classmethod
    def of_rules(
        cls,
        extend_rules: tuple[str, ...],
        config: tuple[Path | str, ...],
        *,
        isolated: bool,
        trusted: bool = True,
    ) -> SettingsFinder:
        """Take the options that decide which rules there are, for commands with no others."""
        options = {**dict.fromkeys(_LISTS, ()), "extend_rules": extend_rules}
        return cls.from_options(
            {**options, "config": config, "isolated": isolated, "no_extend_rules": not trusted}
        )

    def for_path(self, path: Path) -> Settings:
        """The settings of a file, or of the files below a folder."""
        folder = path if is_folder(path) else path.parent
        if folder not in self._by_folder:
            self._by_folder[folder] = self._loaded(normal_path(folder))
        return self._by_folder[folder]

    def usable(self, paths: Iterable[Path]) -> list[tuple[Path, Settings]]:
        """The paths whose settings can be used, with these; the others are noted as `broken`."""
        tried = ((path, self._usable_for(path)) for path in paths)
        return [(path, settings) for path, settings in tried if settings is not None]

    def _usable_for(self, path: Path) -> Settings | None:
        try:
            return self.for_path(path)
        except UnusableSettingsError as error:
            self.broken[str(error)] = error.broken
            return None

    def usable_or_raise(self, paths: Iterable[Path]) -> list[tuple[Path, Settings]]:
        """The same; where no path has settings that can be used, there is nothing to do."""
        found = self.usable(paths)
        if self.broken and not found:
            raise click.UsageError(next(iter(self.broken)))
        return found

    def nested(self, *, lenient: bool = False) -> Nested | None:
        """What folders with settings of their own say of files; None where one file counts for all.

        No file is found in a folder with settings that can't be read, and they are noted as
        `broken`. To be `lenient` is to pass over them.
        """
        if self.isolated or self.config is not None:
            return None

        def unusable(error: SettingsError) -> FilePatterns | None:
            if lenient:
                return None
            noted = UnusableSettingsError(error)
            self.broken[str(noted)] = noted.broken
            return FilePatterns()

        return nested_patterns(self._said, unusable, self._patterns)

    def _said(self, name: str) -> tuple[str, ...] | None:
        """The patterns that the option for a key has, else TOML on the command line."""
        if self.overrides.get(name.replace("-", "_")) is not None:
            return tuple(self.overrides[name.replace("-", "_")])
        tables = [inline_table(text).values for text in self.inline]
        said = [table[name] for table in tables if name in table]
        # What isn't a list is reported when settings are made.
        return tuple(map(str, said[-1])) if said and isinstance(said[-1], list) else None

    @property
    def patterns(self) -> tuple[FilePatterns, ...]:
        """Those of all folders below others that were asked for."""
        return tuple(pattern for pattern in self._patterns.values() if pattern is not None)

    def inform(self, root: Path, metadata: tuple[SourceMetadata, ...]) -> None:
        """Add Daft's metadata of the sources of the project in a folder to its settings."""
        for key, settings in self._read.items():
            if settings.root == root:
                # Recorded metadata counts for sources without new one.
                self._read[key] = replace(settings, metadata=settings.metadata + metadata)
        self._by_folder.clear()

    @property
    def loaded(self) -> tuple[Settings, ...]:
        """All settings that were asked for."""
        return tuple(self._read.values())

    @property
    def given_cluster(self) -> Cluster:
        """What the options themselves say of the cluster, which wins over hints in the code."""
        alone = SettingsFinder(None, isolated=True, overrides=self.overrides, inline=self.inline)
        return alone.for_path(Path()).cluster

    def rules(self) -> tuple[Rule, ...]:
        """The rules of all settings that were read, each code once; else `all_rules`."""
        from daft_lint.registry import RulesError, all_rules, rules_for

        try:
            found = [rules_for(settings) for settings in self._read.values()] or [all_rules()]
        except RulesError as error:
            raise click.UsageError(str(error)) from None
        by_code = {rule.code: rule for rules in reversed(found) for rule in rules}
        return tuple(by_code[code] for code in sorted(by_code))

    def _file_for(self, folder: Path) -> Path | None:
        if self.isolated:
            return None
        if self.config is not None:
            return self.config
        if folder not in self._files:
            try:
                own = settings_file_in(folder)
            except SettingsError as error:
                raise UnusableSettingsError(error) from None
            if own is None and folder != folder.parent:
                own = self._file_for(folder.parent)
            self._files[folder] = own
        return self._files[folder]

    def _loaded(self, folder: Path) -> Settings:
        """The settings of a folder; those without a file of their own differ by their project."""
        file = self._file_for(folder)
        root = self.projects.of(folder) if file is None or self.config is not None else None
        if (file, root) not in self._read:
            try:
                self._read[file, root] = self._made(file, root)
            except SettingsError as error:
                raise UnusableSettingsError(error) from None
        return self._read[file, root]

    def _made(self, file: Path | None, root: Path | None) -> Settings:
        settings = replace(default_settings(root), otherwise=self.otherwise)
        said = any(value is not None for value in self.overrides.values())
        if file is None and not self.inline and not said:
            # The rules need not be known where none is named.
            return self._of_project(settings)
        from daft_lint.registry import RulesError, all_rules, names_in

        try:
            known = {rule.code: rule.name for rule in all_rules()}
            if file is not None:
                settings = load_settings(
                    file, known, root=root, rules_in=names_in, trusted=self.trusted
                )
            for text in self.inline:
                settings = with_table(settings, inline_table(text), known, rules_in=names_in)
            settings = with_overrides(settings, known, rules_in=names_in, **self.overrides)
        except RulesError as error:
            raise error.setting or click.UsageError(str(error)) from None
        return self._of_project(replace(settings, otherwise=self.otherwise))

    def _of_project(self, settings: Settings) -> Settings:
        """The settings, completed by other files of the project."""
        if self.isolated:
            return settings
        settings = with_required_version(settings)
        if not (self.reads_facts and is_no_folder(settings.root / FACTS_FILE)):
            return settings
        # Few projects have facts: others don't import the reader.
        from daft_lint.facts.file import with_recorded_facts

        return with_recorded_facts(settings)


def within_bounds(files: Sequence[Path]) -> Sequence[Path]:
    """The files that may be read: all, or those in the folder that the environment names."""
    folder = os.environ.get(WITHIN)
    if folder is None:
        return files
    return [file for file in files if real_path(file).is_relative_to(folder)]


def _split(values: tuple[str, ...]) -> list[str] | None:
    items = [item.strip() for value in values for item in value.split(",") if item.strip()]
    return items if values else None
