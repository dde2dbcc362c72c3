"""What a project tells daft-lint in `[tool.daft-lint]` and on the command line."""

from daft_lint.settings.defaults import default_settings
from daft_lint.settings.describing import describe
from daft_lint.settings.inline import inline_table, with_inline
from daft_lint.settings.keys import KEYS, Key, ValueKind
from daft_lint.settings.loading import (
    find_settings_file,
    load_file_patterns,
    load_settings,
    named_files,
    settings_file_in,
)
from daft_lint.settings.model import (
    Given,
    PerFileIgnore,
    Requirement,
    RuleModule,
    Settings,
    SourceFact,
    SourceMetadata,
)
from daft_lint.settings.overriding import with_overrides
from daft_lint.settings.places import SettingsError
from daft_lint.settings.projects import ProjectFinder
from daft_lint.settings.requirements import told_unknown_line, with_required_version

__all__ = [
    "KEYS",
    "Given",
    "Key",
    "PerFileIgnore",
    "ProjectFinder",
    "Requirement",
    "RuleModule",
    "Settings",
    "SettingsError",
    "SourceFact",
    "SourceMetadata",
    "ValueKind",
    "default_settings",
    "describe",
    "find_settings_file",
    "inline_table",
    "load_file_patterns",
    "load_settings",
    "named_files",
    "settings_file_in",
    "told_unknown_line",
    "with_inline",
    "with_overrides",
    "with_required_version",
]
