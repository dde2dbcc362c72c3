"""The command line over the settings of a file."""

from __future__ import annotations

from collections.abc import Mapping

from daft_lint.settings.keys import KEYS
from daft_lint.settings.layers import Entry, Layer, RulesIn, laid_over, no_rules
from daft_lint.settings.model import Settings
from daft_lint.settings.places import option_place

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
