"""Settings that stand on the command line as TOML: `--config 'runner = "ray"'`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from daft_lint.settings.layering import RulesIn, no_rules
from daft_lint.settings.loading import with_table
from daft_lint.settings.model import Settings
from daft_lint.settings.places import SettingsError
from daft_lint.settings.tables import CONFIG, Table, parsed
from daft_lint.settings.writing import toml_string

# What is nearly always meant as a string: the shell has taken its quotes.
_UNQUOTED = re.compile(r"\s*([\w.-]+)\s*=\s*([A-Za-z./*][^\"'\[\]{}\n]*?)\s*")


def inline_table(text: str) -> Table:
    """The keys that a text of TOML sets, such as `cluster.workers = 4`.

    Raises:
        SettingsError: it is no TOML, or names a file to extend.
    """
    try:
        values: Mapping[str, object] = parsed(text, Path(CONFIG))
    except SettingsError as error:
        told = _UNQUOTED.fullmatch(text)
        hint = f"; quote the string: {CONFIG} '{told[1]} = {toml_string(told[2])}'" if told else ""
        raise SettingsError(f"{CONFIG} {toml_string(text)}: {error.problem}{hint}") from None
    table = Table(None, (), values, {})
    if "extend" in values:
        raise table.place("extend").error(f"is for files; name the file itself: {CONFIG} FILE")
    return table


def with_inline(
    settings: Settings, text: str, known_rules: Mapping[str, str], rules_in: RulesIn = no_rules
) -> Settings:
    """The settings with those of a text on top; paths in it are relative to the current folder.

    Raises:
        SettingsError: something in it is wrong.
    """
    return with_table(settings, inline_table(text), known_rules, rules_in=rules_in)
