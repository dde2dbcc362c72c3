"""Tables of TOML, from a file or the command line, each value with the place it stands at.

A `pyproject.toml` holds the settings in `[tool.daft-lint]`, and so may any other file; one without
a table `tool`, such as `daft-lint.toml`, holds them at its top.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from daft_lint.documents.file_selection import OWN_FILE, PROJECT_FILE
from daft_lint.documents.file_status import read_whole
from daft_lint.documents.spelling import nearest
from daft_lint.plan.span import Span
from daft_lint.records import dataclass
from daft_lint.settings.keys import KEYS, SECTION, names_in
from daft_lint.settings.places import Place, SettingsError, option_place
from daft_lint.settings.toml_values import printable, shown, toml_string

if TYPE_CHECKING:
    from daft_lint.settings.positions import KeyPath


CONFIG = "--config"
"""The option that gives settings as TOML."""

_TOOL, _NAME = SECTION.split(".")
# What may head the table, misspelt or not: `daft_lint`, as the package is called, `daft-lnt`.
_SOUNDS_LIKE = re.compile(r"\[\s*tool\s*\.\s*[\"']?da")
# `daft-cli` belongs to another tool.
_CLOSE = 0.85
_BARE = r"[A-Za-z0-9_-]+"
# Facts on 10,000 sources. A reader of TOML takes a second for each megabyte.
_MOST_BYTES = 2_000_000
_SYNTAX_ERROR = r"(.*) \(at line (\d+), column (\d+)\)"


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its place in the file, what it holds, and the lines of everything in the file.

    `file` is None for what stands on the command line.
    """

    file: Path | None
    path: KeyPath
    values: Mapping[str, object]
    lines: Mapping[KeyPath, Span]

    def place(self, key: str | int | None = None) -> Place:
        """The place of one of its keys, or its own."""
        path = self.path if key is None else (*self.path, key)
        if self.file is None:
            return option_place(f"{CONFIG} {_dotted(path)}")
        return Place(_dotted(path), self._text(path, self.file), self.file, self._span(path))

    def called(self, name: str) -> str:
        """What a key of the settings, by its dotted name, is called in full in this file."""
        return f"{SECTION}.{name}" if self.path[:2] == (_TOOL, _NAME) else name

    def table(self, key: str) -> Table | None:
        """The table below a key, None if there is no such key.

        Raises:
            SettingsError: the key holds something else.
        """
        return self._below(key, self.values[key]) if key in self.values else None

    def tables(self, key: str) -> tuple[Table, ...]:
        """The array of tables below a key, empty if there is no such key.

        Raises:
            SettingsError: the key holds something else.
        """
        items = self.values.get(key, [])
        if not isinstance(items, list):
            header = _dotted((*self.path, key))
            problem = f"expected tables, each headed [[{header}]], got {shown(items)}"
            raise self.place(key).error(problem)
        array = Table(self.file, (*self.path, key), {}, self.lines)
        return tuple(array._below(index, item) for index, item in enumerate(items))

    def _below(self, key: str | int, value: object) -> Table:
        if not isinstance(value, dict):
            raise self.place(key).error(f"expected a table, got {shown(value)}")
        return Table(self.file, (*self.path, key), value, self.lines)

    def _span(self, path: KeyPath) -> Span | None:
        """The line of the key, or of the nearest table around it that has one."""
        around = (path[:length] for length in range(len(path), 0, -1))
        return next((self.lines[outer] for outer in around if outer in self.lines), None)

    def _text(self, path: KeyPath, file: Path) -> str:
        if not path:
            return printable(f"`{file.name}`")
        *outer, last = path
        header = _dotted(tuple(part for part in outer if isinstance(part, str)))
        in_array = any(isinstance(part, int) for part in outer)
        brackets = f"[[{header}]] " if in_array else f"[{header}] " if header else ""
        return printable(f"`{brackets}{last}` in {file.name}")


def has_section(file: Path) -> bool:
    """Whether one of the `SETTINGS_FILES` holds settings, be they none of the keys.

    Raises:
        SettingsError: the file can't be read, or speaks of daft-lint but isn't TOML, or misspells
            the table.
    """
    if file.name == OWN_FILE:
        return True
    text = text_of(file)
    # Nearly every other file is told apart without the price of importing a TOML reader.
    if _NAME not in text and not _SOUNDS_LIKE.search(text):
        return False
    return _NAME in _tools(parsed(text, file), text, file)


def read_section(file: Path) -> Table | None:
    """The table of a TOML file that holds the settings, None if there is none.

    Raises:
        SettingsError: the file can't be read, or isn't TOML, or holds no table there.
    """
    from daft_lint.settings.positions import positions

    text = text_of(file)
    document = parsed(text, file)
    lines = positions(text, str(file))
    if file.name != PROJECT_FILE and (file.name == OWN_FILE or _TOOL not in document):
        return Table(file, (), document, lines)
    return Table(file, (_TOOL,), _tools(document, text, file), lines).table(_NAME)


def text_of(file: Path) -> str:
    """The text of a TOML file.

    Raises:
        SettingsError: the file can't be read, or holds something else.
    """
    try:
        return read_whole(file, _MOST_BYTES).decode("utf-8")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise SettingsError(f"can't be read: {reason}", file) from error
    except UnicodeDecodeError as error:
        raise SettingsError("is not UTF-8 text, as TOML must be", file) from error


def parsed(text: str, file: Path) -> dict[str, object]:
    """The document that the text of a TOML file is.

    Raises:
        SettingsError: it isn't TOML.
    """
    toml = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        document: dict[str, object] = toml.loads(text)
    except RecursionError as error:
        raise SettingsError("is nested too deeply to be read", file) from error
    except toml.TOMLDecodeError as error:
        raise _syntax_error(file, str(error)) from error
    except ValueError as error:
        raise SettingsError("holds a number too long to be read", file) from error
    return document


def _tools(document: Mapping[str, object], text: str, file: Path) -> dict[str, object]:
    tools = document.get(_TOOL)
    if not isinstance(tools, dict):
        return {}
    if misspelt := [name for name in tools if name.startswith("da") and _is_misspelt(name)]:
        from daft_lint.settings.positions import positions

        table = Table(file, (_TOOL,), tools, positions(text, str(file)))
        raise table.place(misspelt[0]).error(f"unknown table; use `{SECTION}`")
    return tools


def _is_misspelt(name: str) -> bool:
    from difflib import SequenceMatcher

    return name != _NAME and SequenceMatcher(None, name, _NAME).ratio() >= _CLOSE


def _syntax_error(file: Path, message: str) -> SettingsError:
    located = re.fullmatch(_SYNTAX_ERROR, message, re.DOTALL)
    if not located:
        return SettingsError(f"is not valid TOML: {message}", file)
    problem, line, column = located.groups()
    return SettingsError(f"is not valid TOML: {problem}", file, f"{line}:{column}")


def _dotted(path: KeyPath) -> str:
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += "." if text else ""
            text += part if re.fullmatch(_BARE, part) else toml_string(part)
    return text


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


# Their keys are short words, which much else is spelled like, or those of another table too.
_NEVER_MEANT_ELSEWHERE = frozenset({"", "udf-wrappers", "cluster.worker-groups"})


def reject_unknown_keys(table: Table, name: str) -> None:
    """Reject keys that don't belong in the table of a name, which is dotted below the section.

    Raises:
        SettingsError: when there is one; it names the nearest key that is known.
    """
    allowed = names_in(name)
    for key in table.values:
        if key not in allowed:
            raise table.place(key).error(f"unknown key; {_advice(key, allowed, table)}")


def _advice(key: str, allowed: tuple[str, ...], table: Table) -> str:
    """The nearest key of the same table, else of any, else all of the table."""
    if close := nearest(key, allowed):
        return f"did you mean `{close}`?"
    elsewhere = {known.leaf: known for known in KEYS if known.table not in _NEVER_MEANT_ELSEWHERE}
    if close := nearest(key, elsewhere):
        return f"did you mean `{table.called(elsewhere[close].name)}`?"
    if key == SECTION.partition(".")[0]:
        return f"in this file, keys are at the top level, without `{SECTION}`"
    return "known keys are " + ", ".join(f"`{known}`" for known in allowed)
