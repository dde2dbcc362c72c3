"""The settings of a project, in `[tool.daft-lint]` and on the command line."""

from daft_lint.settings.defaults import default_settings
from daft_lint.settings.keys import KEYS, Key, ValueKind
from daft_lint.settings.layers import with_overrides
from daft_lint.settings.loader import (
    find_settings_file,
    load_file_patterns,
    load_settings,
    nested_patterns,
    settings_file_in,
    with_table,
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
from daft_lint.settings.places import SettingsError
from daft_lint.settings.projects import ProjectFinder
from daft_lint.settings.requirements import unknown_version_warning, with_required_version
from daft_lint.settings.tables import inline_table
from daft_lint.settings.toml_text import describe

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
    "nested_patterns",
    "settings_file_in",
    "unknown_version_warning",
    "with_overrides",
    "with_required_version",
    "with_table",
]
