"""The documents of a YAML file as values, each with its name and its line."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import yaml

from daft_lint.documents.file_status import read_whole
from daft_lint.plan.span import Span
from daft_lint.records import dataclass
from daft_lint.settings.places import Place, SettingsError
from daft_lint.settings.toml_values import LARGEST, printable, shown, toml_string

_TAG = "tag:yaml.org,2002:"
_BARE = r"[A-Za-z0-9_-]+"
_LONGEST_KEY = 40

_Entries = dict[str, tuple[yaml.Node, yaml.Node]]


@dataclass(frozen=True, slots=True)
class Field:
    """A value of a YAML file. `name` is dotted, from the document down, and empty for that.

    `key` is what stands before it in a mapping, else None.
    """

    file: Path
    node: yaml.Node
    name: str = ""
    key: yaml.Node | None = None

    @property
    def place(self) -> Place:
        """Where it stands."""
        node = self.node if self.key is None else self.key
        start, end = node.start_mark, node.end_mark
        span = Span(str(self.file), start.line + 1, start.column + 1, end.line + 1, end.column + 1)
        text = printable(f"`{self.name}` in {self.file.name}" if self.name else self.file.name)
        return Place(self.name, text, self.file, span)

    def error(self, problem: str) -> SettingsError:
        """The error that says in one line what is wrong with it."""
        if self.name:
            return self.place.error(problem)
        return SettingsError(problem, self.file, str(self.node.start_mark.line + 1))

    def get(self, *keys: str) -> Field | None:
        """What stands below a key, and below the next in that; None if nothing does.

        Raises:
            SettingsError: what is looked into is no mapping.
        """
        found: Field | None = self
        for key in keys:
            found = None if found is None else dict(found.items()).get(key)
        return found

    def needed(self, key: str, advice: str) -> Field:
        """What stands below a key that must be there.

        Raises:
            SettingsError: it isn't; its text ends in the advice.
        """
        found = self.get(key)
        if found is None:
            raise self.error(f"has no `{key}`; {advice}")
        return found

    def items(self) -> Iterator[tuple[str, Field]]:
        """The keys of a mapping that hold something, and what they hold.

        Raises:
            SettingsError: this is no mapping.
        """
        if not isinstance(self.node, yaml.MappingNode):
            raise self.error(f"expected a mapping, got {self.shown}")
        for name, (key, node) in _entries(self.node).items():
            field = Field(self.file, node, self._below(name), key)
            if not field.is_null:
                yield name, field

    def elements(self) -> tuple[Field, ...]:
        """The elements of a list.

        Raises:
            SettingsError: this is no list.
        """
        if not isinstance(self.node, yaml.SequenceNode):
            raise self.error(f"expected a list, got {self.shown}")
        return tuple(
            Field(self.file, node, f"{self.name}[{index}]")
            for index, node in enumerate(self.node.value)
        )

    def text(self) -> str:
        """A string that isn't empty.

        Raises:
            SettingsError: this is something else, as in the methods below.
        """
        if self._tag != "str" or not self.node.value:
            raise self.error(f"expected a string, got {self.shown}")
        return str(self.node.value)

    def written(self) -> str:
        """A string or a number, as it is written."""
        if not isinstance(self.node, yaml.ScalarNode):
            raise self.error(f"expected a number or a string, got {self.shown}")
        return str(self.node.value)

    def flag(self) -> bool:
        """True or false."""
        if self._tag != "bool":
            raise self.error(f"expected true or false, got {self.shown}")
        return yaml.SafeLoader.bool_values.get(self.node.value.lower(), False)

    def whole(self) -> int:
        """A whole number of at least 0, within 64 bits."""
        number = self._number()
        if number is None or number < 0 or number != number // 1:
            raise self.error(f"expected a whole number of at least 0, got {self.shown}")
        return self.bounded(int(number))

    def bounded(self, number: int) -> int:
        """A number that was read from this, if it is within 64 bits."""
        if number > LARGEST:
            raise self.error(f"expected a number of at most {LARGEST}, got {self.shown}")
        return number

    @property
    def is_mapping(self) -> bool:
        """Whether it has keys."""
        return isinstance(self.node, yaml.MappingNode)

    @property
    def is_null(self) -> bool:
        """Whether nothing is there, though it may be written out."""
        return self._tag == "null"

    @property
    def shown(self) -> str:
        """What it is, short enough for a message."""
        if not isinstance(self.node, yaml.ScalarNode):
            return "a mapping" if self.is_mapping else "a list"
        if self.is_null:
            return "nothing"
        written = shown(self.node.value)
        return written if self._tag == "str" else written[1:-1]

    @property
    def _tag(self) -> str:
        """The kind of a scalar; empty for what is none."""
        is_scalar = isinstance(self.node, yaml.ScalarNode)
        return str(self.node.tag).removeprefix(_TAG) if is_scalar else ""

    def _number(self) -> float | None:
        """The number that this is, None for everything else."""
        if not isinstance(self.node, yaml.ScalarNode):
            return None
        try:
            if self._tag == "int":
                return yaml.SafeLoader("").construct_yaml_int(self.node)
            if self._tag == "float":
                number = yaml.SafeLoader("").construct_yaml_float(self.node)
                return number if abs(number) < LARGEST else None
        except (ValueError, IndexError, OverflowError):
            pass
        return None

    def _below(self, key: str) -> str:
        """The name of what stands below a key."""
        short = key if len(key) <= _LONGEST_KEY else f"{key[: _LONGEST_KEY - 3]}..."
        part = short if re.fullmatch(_BARE, short) else toml_string(short)
        return f"{self.name}.{part}" if self.name else part


@lru_cache(maxsize=128)
def _entries(mapping: yaml.MappingNode) -> _Entries:
    """What a mapping holds by key, and the key itself, with the mappings that it merges (`<<`).

    Of two equal keys the last one counts, and one of the mapping itself before a merged one, as
    for Ray. A mapping that is merged more than once, or into itself, is looked at once.
    """
    entries: _Entries = {}
    seen: set[int] = set()
    waiting: list[yaml.Node] = [mapping]
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            waiting += reversed(node.value)
        elif isinstance(node, yaml.MappingNode):
            own = {key.value: (key, value) for key, value in node.value if _is_key(key)}
            entries = {**own, **entries}
            waiting += [value for key, value in node.value if key.tag == f"{_TAG}merge"]
    return entries


def _is_key(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.tag != f"{_TAG}merge"


MOST_BYTES = 256 * 1024
"""Cluster files have a few kilobytes. So many take up to 3 seconds."""


def read_documents(file: Path, place: Place) -> tuple[Field, ...]:
    """The documents of a YAML file that hold something.

    `place` is where the file is named.

    Raises:
        SettingsError: the file can't be read, is too large, or isn't YAML.
    """
    text = _text(file, place)
    try:
        nodes = list(yaml.compose_all(text, Loader=yaml.SafeLoader))
    except RecursionError:
        raise SettingsError("is nested too deeply to be read", file) from None
    except yaml.MarkedYAMLError as error:
        raise _syntax_error(file, error, text) from None
    except yaml.YAMLError as error:
        reason = getattr(error, "reason", None) or "a character can't be read"
        raise SettingsError(f"is not valid YAML: {reason}", file) from None
    except (ValueError, OverflowError):
        # A character by its number, as in "\UFFFFFFFF", that Unicode hasn't got.
        raise SettingsError(
            "is not valid YAML: it names a character that doesn't exist", file
        ) from None
    documents = (Field(file, node) for node in nodes)
    return tuple(document for document in documents if not document.is_null)


def _text(file: Path, place: Place) -> str:
    try:
        return read_whole(file, MOST_BYTES).decode("utf-8-sig")
    except OSError as error:
        if error.errno == errno.EFBIG:
            problem = f"has more than {MOST_BYTES:,} bytes; use a file that holds only the cluster"
            raise SettingsError(problem, file) from None
        raise place.error(f"{file} can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SettingsError("is not UTF-8 text", file) from None


def _syntax_error(file: Path, error: yaml.MarkedYAMLError, text: str) -> SettingsError:
    mark = error.problem_mark or error.context_mark
    at = f"{mark.line + 1}:{mark.column + 1}" if mark else ""
    hint = "; render the template first" if "{{" in text else ""
    return SettingsError(f"is not valid YAML: {error.problem or error.context}{hint}", file, at)
