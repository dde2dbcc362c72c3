"""The table of Daft's API by version, read when something is first asked of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from math import inf
from pathlib import Path
from typing import Any

from daft_lint.documents.file_status import read_whole
from daft_lint.records import dataclass, field

Version = tuple[int, ...]

_FILE = Path(__file__).with_name("api.json")
_PARTS = 3


@dataclass(frozen=True, slots=True)
class Life:
    """The versions that have something: pairs of the first and the last of a row of them.

    None stands for the oldest version that was looked at, or the newest: it may be there before
    and after these.
    """

    rows: tuple[tuple[Version | None, Version | None], ...] = ((None, None),)

    def holds(self, version: Version) -> bool:
        """Whether a version has it; of `(0, 7)`, the newest release of that line."""
        release = _release(version)
        return any(
            (first is None or first <= release) and (last is None or release <= last)
            for first, last in self.rows
        )

    def begins_after(self, version: Version) -> bool:
        """Whether it came only after a version."""
        return self.first is not None and _release(version) < self.first

    @property
    def first(self) -> Version | None:
        """The first version that has it; None where the oldest one does."""
        return self.rows[0][0]

    @property
    def last(self) -> Version | None:
        """The last version that has it; None where the newest one does."""
        return self.rows[-1][1]


def _release(version: Version) -> tuple[float, ...]:
    return (*version, inf) if len(version) < _PARTS else version


_ALWAYS = Life()


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a function takes: since when, until when, and which texts, if it takes no others.

    `goes` is the line of Daft that will refuse it: `(0, 8)`.
    """

    life: Life = _ALWAYS
    values: tuple[str, ...] = ()
    goes: Version | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    """A name in a module or class of Daft.

    `gives` is the class of what it is or returns; `is_value` says that it is so without a call.
    `use` is what Daft says to use in its place, where the newest version has it: the module or
    class and the name. `renamed` are the parameters that are called otherwise there, None those
    that there are none for; so many as `alike` come first in both. `goes` is the line of Daft that
    will lack it. `takes` are the parameters that came or went, and of decorators all.
    """

    owner: str
    name: str
    life: Life
    gives: str | None = None
    is_value: bool = False
    use: tuple[str, str] | None = None
    renamed: Mapping[str, str | None] = field(default_factory=dict)
    alike: int = 0
    goes: Version | None = None
    takes: Mapping[str, Parameter] = field(default_factory=dict)


@dataclass(frozen=True)
class Api:
    """All that is known of Daft's API; `newest` is the last version that was looked at."""

    raw: Mapping[str, Any]
    _members: dict[tuple[str, str], Member] = field(default_factory=dict)

    @cached_property
    def versions(self) -> tuple[Version, ...]:
        """The versions that were looked at, in order."""
        return tuple(map(_version, self.raw["versions"]))

    @property
    def newest(self) -> Version:
        """The last of them."""
        return self.versions[-1]

    @property
    def date(self) -> str:
        """The day on which the packages were looked at."""
        date: str = self.raw["date"]
        return date

    def knows(self, owner: str) -> bool:
        """Whether something is known of a module or class."""
        return owner in self.raw["owners"]

    def member(self, owner: str, name: str) -> Member | None:
        """A name of a module or class, or of what the class is made from; None: nothing is known.

        A name that all versions have, and that gives no object of Daft, isn't in the table.
        """
        found = self.raw["owners"].get(owner, {}).get(name)
        if found is not None:
            if (owner, name) not in self._members:
                self._members[owner, name] = _member(owner, name, found)
            return self._members[owner, name]
        for base in self.raw["bases"].get(owner, ()):
            inherited = self.member(base, name)
            if inherited is not None:
                return inherited
        return None

    def members(self, owner: str) -> Iterator[Member]:
        """The names of a module or class that the table holds."""
        for name in self.raw["owners"].get(owner, ()):
            member = self.member(owner, name)
            if member is not None:
                yield member

    def after(self, version: Version) -> Version:
        """The next version that was published."""
        return next(each_version for each_version in self.versions if each_version > version)


@lru_cache(maxsize=1)
def api() -> Api:
    """The table."""
    import json

    return Api(json.loads(read_whole(_FILE)))


def shown(version: Version) -> str:
    """A version as it is written: `0.7.26`."""
    return ".".join(map(str, version))


def _member(owner: str, name: str, raw: Mapping[str, Any]) -> Member:
    takes = {each_name: _parameter(what) for each_name, what in raw.get("takes", {}).items()}
    return Member(
        owner,
        name,
        _life(raw),
        raw.get("gives"),
        raw.get("is") is not None,
        _place(raw["use"]) if "use" in raw else None,
        raw.get("as", {}),
        raw.get("alike", 0),
        _line(raw),
        takes,
    )


def _place(name: str) -> tuple[str, str]:
    owner, _, last = name.rpartition(".")
    return owner, last


def _parameter(raw: Mapping[str, Any]) -> Parameter:
    return Parameter(_life(raw), tuple(raw.get("values", ())), _line(raw))


def _life(raw: Mapping[str, Any]) -> Life:
    versions = raw.get("in")
    if versions is None:
        return _ALWAYS
    pairs = (word.split("-") for word in versions.split(" "))
    return Life(tuple((_end(first), _end(last)) for first, last in pairs))


def _end(text: str) -> Version | None:
    return _version(text) if text else None


def _line(raw: Mapping[str, Any]) -> Version | None:
    return _version(raw["goes"]) if "goes" in raw else None


def _version(text: str) -> Version:
    return tuple(map(int, text.split(".")))
