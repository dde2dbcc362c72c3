"""Settings that stand on the command line as TOML: `--config 'runner = "ray"'`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from daft_lint.settings.places import SettingsError
from daft_lint.settings.tables import CONFIG, Table, parsed
from daft_lint.settings.toml_values import toml_string

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
        unquoted = _UNQUOTED.fullmatch(text)
        hint = (
            f"; quote the string: {CONFIG} '{unquoted[1]} = {toml_string(unquoted[2])}'"
            if unquoted
            else ""
        )
        raise SettingsError(f"{CONFIG} {toml_string(text)}: {error.problem}{hint}") from None
    table = Table(None, (), values, {})
    if "extend" in values:
        raise table.place("extend").error(f"is for files; name the file itself: {CONFIG} FILE")
    return table
